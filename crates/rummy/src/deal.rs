//! Dealing: the first position of a deal follows from the seed.

use std::ops::RangeInclusive;

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use thiserror::Error;

use crate::apply::{Taken, receive};
use crate::position::{Player, Position};
use crate::rules::{Rules, TurnShape};
use crate::tile::Tile;

/// The reason why a deal cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DealError {
    /// Too many or too few players.
    #[error("{name} is for {} to {} players, not for {found}", range.start(), range.end())]
    Players {
        /// The rule set.
        name: &'static str,
        /// How many can play.
        range: RangeInclusive<usize>,
        /// How many want to.
        found: usize,
    },
    /// A name that a saved game could not hold.
    #[error("`{0}` cannot be a name: a name is a word without blanks and parentheses")]
    Name(String),
    /// Two players of one name.
    #[error("two players are called {0}")]
    SameName(String),
}

/// Deals: shuffles the bag, gives every player the same number of tiles, lays out and replaces bonus
/// tiles, turns up the first tile of the pile where there is one.
///
/// The order of the tiles follows from `seed` and the number `deal`, on any machine. Player `deal % names.len()` begins.
pub fn deal<R: Rules>(
    rules: &R,
    names: &[String],
    seed: u64,
    deal: u32,
) -> Result<Position<R::Tile>, DealError> {
    check_names(rules, names)?;
    let mut stock: Vec<R::Tile> = rules.bag().iter().collect();
    shuffle(&mut stock, seed, deal);
    let mut position = Position {
        players: names.iter().map(Player::new).collect(),
        tables: vec![Vec::new(); rules.tables(names.len())],
        stock,
        pile: Vec::new(),
        turn: deal as usize % names.len(),
        passes: 0,
    };
    for player in 0..names.len() {
        let hand = Taken::from_stock(rules, &position.stock, rules.dealt(names.len()));
        receive(&mut position, player, hand);
    }
    if matches!(rules.turn_rules().shape, TurnShape::TakeAndDiscard { .. }) {
        let unfit = position.stock.iter().take_while(|&&tile| !rules.starts_pile(tile)).count();
        let turned = (unfit + 1).min(position.stock.len());
        position.pile = position.stock.drain(..turned).collect();
    }
    Ok(position)
}

/// Takes every joker out of a position that was just dealt; a hand gets the next tile of the stock for each joker.
pub fn take_jokers_out<T: Tile>(position: &mut Position<T>) {
    position.stock.retain(|tile| !tile.is_joker());
    for player in &mut position.players {
        for tile in player.hand.iter_mut().filter(|tile| tile.is_joker()) {
            if !position.stock.is_empty() {
                *tile = position.stock.remove(0);
            }
        }
    }
}

fn check_names<R: Rules>(rules: &R, names: &[String]) -> Result<(), DealError> {
    let range = rules.players();
    if !range.contains(&names.len()) {
        return Err(DealError::Players { name: rules.name(), range, found: names.len() });
    }
    for (i, name) in names.iter().enumerate() {
        if name.is_empty() || name.contains(|c: char| c.is_whitespace() || matches!(c, '(' | ')')) {
            return Err(DealError::Name(name.clone()));
        }
        if names[..i].contains(name) {
            return Err(DealError::SameName(name.clone()));
        }
    }
    Ok(())
}

/// Shuffles by Fisher and Yates, with unbiased numbers straight from the generator, so that no other crate's way of
/// drawing numbers can change a deal.
fn shuffle<T>(tiles: &mut [T], seed: u64, deal: u32) {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    let mut random = ChaCha20Rng::from_seed(key);
    random.set_stream(u64::from(deal));
    for i in (1..tiles.len()).rev() {
        tiles.swap(i, below(&mut random, i as u32 + 1) as usize);
    }
}

/// A number below `bound`, all equally likely.
fn below(random: &mut impl Rng, bound: u32) -> u32 {
    let fair = u32::MAX - u32::MAX % bound;
    loop {
        let number = random.next_u32();
        if number < fair {
            return number % bound;
        }
    }
}

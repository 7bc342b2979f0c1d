//! The best turn of the card variants, against trying everything on small hands.

#[path = "../../../tests/random/mod.rs"]
mod random;

use search::Unwatched;

use self::random::Random;
use super::*;
use crate::best::NothingToPlace;
use crate::card::Card;
use crate::judge::{Best, Verdict, judge};
use crate::mahjong_tile::MahjongTile;
use crate::meld::tiles_of;
use crate::position::Player;
use crate::rules::canasta::Canasta;
use crate::rules::mahjong::Mahjong;
use crate::rules::rami::Rami;
use crate::tile::Ranked;

/// The worth of a turn.
type Worth<'a, T> = &'a dyn Fn(&Turn<T>, &Verdict<T>) -> i32;

const BUDGET: Budget = Budget::UNLIMITED.with_nodes(10_000_000);

fn within<T>(budget: Budget, work: impl FnOnce(&mut Run<'_>) -> T) -> T {
    work(&mut Run::new(budget, &mut Unwatched))
}

/// Every order of some tiles.
fn orders<T: Tile>(tiles: &mut Vec<T>, from: usize, out: &mut Vec<Vec<T>>) {
    if from == tiles.len() {
        out.push(tiles.clone());
    }
    for at in from..tiles.len() {
        if !tiles[from..at].contains(&tiles[at]) {
            tiles.swap(from, at);
            orders(tiles, from + 1, out);
            tiles.swap(from, at);
        }
    }
}

/// Every combination that holds `base`, perhaps without its joker, and some of the hand.
fn melds_with<R: Rules>(rules: &R, base: &[R::Tile], hand: &[R::Tile]) -> Vec<Meld<R::Tile>> {
    let mut bases = vec![base.to_vec()];
    if let Some(at) = base.iter().position(|tile| tile.is_joker()) {
        let mut without = base.to_vec();
        without.remove(at);
        bases.push(without);
    }
    let mut melds: Vec<Meld<R::Tile>> = Vec::new();
    for base in bases {
        for mask in 0_u32..1 << hand.len() {
            let mut tiles = base.clone();
            tiles.extend((0..hand.len()).filter(|at| mask >> at & 1 == 1).map(|at| hand[at]));
            if !(2..=12).contains(&tiles.len()) {
                continue;
            }
            tiles.sort_unstable();
            let mut all = Vec::new();
            if rules.check_meld(&tiles).is_ok() && !rules.is_ordered(&tiles) {
                all.push(tiles);
            } else if tiles.len() <= 7 {
                orders(&mut tiles, 0, &mut all);
            }
            melds.extend(all.into_iter().filter(|tiles| rules.check_meld(tiles).is_ok()).map(Meld::from));
        }
    }
    melds.sort();
    melds.dedup();
    melds
}

/// Everything that can be tried with one position and one way to begin.
struct Brute<'a, R: Rules> {
    rules: &'a R,
    before: &'a Position<R::Tile>,
    take: Take,
    /// The combinations that each one of the table can become.
    slots: Vec<Vec<Meld<R::Tile>>>,
    /// The new combinations.
    new: Vec<Meld<R::Tile>>,
    /// The worth of a turn.
    worth: Worth<'a, R::Tile>,
    best: Option<i32>,
}

impl<R: Rules> Brute<'_, R> {
    fn slot(&mut self, table: &mut Vec<Meld<R::Tile>>, all: &Multiset<R::Tile>) {
        if table.len() == self.slots.len() {
            self.lay(0, table, all);
            return;
        }
        for meld in self.slots[table.len()].clone() {
            table.push(meld);
            if table.iter().flat_map(|meld| meld.iter()).collect::<Multiset<_>>().is_subset(all) {
                self.slot(table, all);
            }
            table.pop();
        }
    }

    fn lay(&mut self, from: usize, table: &mut Vec<Meld<R::Tile>>, all: &Multiset<R::Tile>) {
        let left = all.difference(&table.iter().flat_map(|meld| meld.iter()).collect());
        for discard in R::Tile::all().filter(|&tile| left.contains(tile)).map(Some).chain([None]) {
            let turn = Turn { take: self.take, table: table.clone(), discard };
            if let Ok(verdict) = judge(self.rules, self.before, &turn)
                && !verdict.placed.is_empty()
            {
                self.best = self.best.max(Some((self.worth)(&turn, &verdict)));
            }
        }
        for at in from..self.new.len() {
            let meld = self.new[at].clone();
            if meld.tiles().is_subset(&left) {
                table.push(meld);
                self.lay(at, table, all);
                table.pop();
            }
        }
    }
}

/// The most that a turn can be worth, every tile that is taken being known.
fn exhaustive<R: Rules>(
    rules: &R,
    before: &Position<R::Tile>,
    takes: &[Take],
    worth: Worth<'_, R::Tile>,
) -> Option<i32> {
    let mut best = None;
    for &take in takes {
        let Ok(taken) = Taken::of(rules, before, take) else { continue };
        let mut hand = before.mover().hand.clone();
        hand.extend(&taken.tiles);
        let slots = before.table().iter().map(|meld| melds_with(rules, meld, &hand)).collect();
        let mut free = hand.clone();
        free.extend(before.table().iter().filter(|meld| meld.has_joker()).map(|_| R::Tile::JOKER));
        let new = melds_with(rules, &[], &free);
        let mut brute = Brute { rules, before, take, slots, new, worth, best };
        let all = tiles_of(before.table()).union(&hand.iter().collect());
        brute.slot(&mut Vec::new(), &all);
        best = brute.best;
    }
    best
}

fn position<T: Tile>(
    hand: Vec<T>,
    table: Vec<Meld<T>>,
    stock: Vec<T>,
    pile: Vec<T>,
    sides: usize,
) -> Position<T> {
    let mut player = Player::new("Ana");
    player.hand = hand;
    player.placed = !table.is_empty();
    let mut other = Player::new("Ben");
    other.hand = vec![T::JOKER];
    let mut tables = vec![Vec::new(); sides];
    tables[0] = table;
    Position { players: vec![player, other], tables, stock, pile, turn: 0, passes: 0 }
}

/// Compares the search with trying everything, and gives what both found.
fn compare<R: Melding>(
    rules: &R,
    before: &Position<R::Tile>,
    objective: Objective,
    worth: Worth<'_, R::Tile>,
) -> Option<i32> {
    let check = |best: &Best<R::Tile>| {
        let verdict = judge(rules, before, best.turn()).expect("the judge accepts it");
        assert_eq!(&verdict.placed, best.placed());
        worth(best.turn(), &verdict)
    };
    let options = PlacingOptions { has_drawn: true, ..PlacingOptions::new(objective) };
    let proven = |take| match within(BUDGET, |run| rules.best_after(before, take, options, run)) {
        Outcome::Solved(Answer::Proven(best)) => Some(best),
        Outcome::Unsolvable(NothingToPlace) => None,
        other => panic!("not proven: {other:?} {before:?}"),
    };
    let compared = |take| {
        let model = exhaustive(rules, before, &[take], worth);
        assert_eq!(proven(take).as_ref().map(check), model, "{take:?}, {objective:?}: {before:?}");
        model
    };
    compared(Take::Pile);
    compared(Take::Stock)
}

fn card(random: &mut Random, ranks: std::ops::RangeInclusive<u8>, suits: usize) -> Card {
    if random.below(12) == 0 {
        return Card::JOKER;
    }
    let rank = ranks.start() + random.below(ranks.clone().count()) as u8;
    Ranked::at(rank, random.below(suits) as u8)
}

/// A valid combination, if some tries find one.
fn some_meld<R: Rules>(rules: &R, mut tile: impl FnMut() -> R::Tile) -> Option<Meld<R::Tile>> {
    (0..400).map(|_| Meld::from(vec![tile(), tile(), tile()])).find(|meld| rules.check_meld(meld).is_ok())
}

#[test]
fn rami_after_the_first_placement() {
    let mut random = Random::new(5);
    let mut placed = 0;
    for _ in 0..120 {
        let mut next = || card(&mut random, 1..=5, 3);
        let table: Vec<_> = (0..2).filter_map(|_| some_meld(&Rami::default(), &mut next)).collect();
        let hand: Vec<Card> = (0..4).map(|_| next()).collect();
        let before = position(hand, table, vec![next()], vec![next()], 1);
        let tiles = |_: &Turn<Card>, verdict: &Verdict<Card>| verdict.placed.len() as i32;
        let value = |_: &Turn<Card>, verdict: &Verdict<Card>| {
            Rami::default().left(&verdict.placed.iter().collect::<Vec<_>>()) as i32
        };
        placed += usize::from(compare(&Rami::default(), &before, Objective::Tiles, &tiles).is_some());
        compare(&Rami::default(), &before, Objective::Value, &value);
    }
    assert!(placed > 60, "{placed} placed");
}

#[test]
fn rami_opens_with_51() {
    let mut random = Random::new(6);
    let mut placed = 0;
    for _ in 0..200 {
        let mut next = || card(&mut random, 9..=14, 2);
        let hand: Vec<Card> = (0..7).map(|_| next()).collect();
        let before = position(hand, Vec::new(), vec![next()], vec![next()], 1);
        let tiles = |_: &Turn<Card>, verdict: &Verdict<Card>| verdict.placed.len() as i32;
        placed += usize::from(compare(&Rami::default(), &before, Objective::Tiles, &tiles).is_some());
    }
    assert!(placed > 10, "{placed} placed");
}

#[test]
fn canasta_counts_what_lies_there() {
    const DEALS: usize = 400;
    let mut random = Random::new(7);
    let mut placed = 0;
    for case in 0..DEALS {
        let mut next = || card(&mut random, if case % 2 == 0 { 1..=4 } else { 5..=7 }, 4);
        let mut next = || loop {
            let card = next();
            if !Canasta::default().is_bonus(card) {
                return card;
            }
        };
        let table: Vec<_> = if case % 3 == 0 {
            Vec::new()
        } else {
            some_meld(&Canasta::default(), &mut next).into_iter().collect()
        };
        let hand: Vec<Card> = (0..6).map(|_| next()).collect();
        let before = position(hand, table, vec![next()], vec![next(), next()], 2);
        placed += usize::from(canasta_agrees(&before));
    }
    assert!(placed > 3 * DEALS / 10, "{placed} placed");
}

/// Compares the search with trying everything; whether something can be placed after drawing.
fn canasta_agrees(before: &Position<Card>) -> bool {
    // The score of the player if the deal ended here, the discard and the cards taken left aside.
    let points = |turn: &Turn<Card>, verdict: &Verdict<Card>| {
        let standing = |position: &Position<Card>| {
            Canasta::default().final_points(position)[0] + position.players[0].score
        };
        let taken = Taken::of(&Canasta::default(), before, turn.take).unwrap().tiles;
        let cost = |cards: &[Card]| cards.iter().map(|&card| Canasta::points_of(card)).sum::<i32>();
        standing(&verdict.after) - standing(before) + cost(&taken)
            - turn.discard.map_or(0, |card| cost(&[card]))
    };
    compare(&Canasta::default(), before, Objective::Points, &points).is_some()
}

/// A first placement counts the cards of the hand, so they go before cards of the pile that are worth the same.
#[test]
fn canasta_opens_with_the_wild_card_of_the_hand() {
    canasta_agrees(&position(cards("4S 3C AS 4C 2H AC"), Vec::new(), cards("*"), cards("2S 4D"), 2));
}

/// Cards from their names.
fn cards(text: &str) -> Vec<Card> {
    let one = |card: &str| if card == "*" { Card::JOKER } else { Card::from_text(card).unwrap() };
    text.split(' ').map(one).collect()
}

/// The top of the pile has to be placed, so another card of its rank is kept back.
#[test]
fn canasta_places_the_top_of_the_pile_and_keeps_another_card() {
    let table = vec![Meld::from(cards("* 6H 6H"))];
    let before = position(cards("7D 7S 5S 5S 5S 7D"), table, cards("5C"), cards("6C 5C"), 2);
    let found = within(BUDGET, |run| {
        Canasta::default().best_placing(&before, PlacingOptions::new(Objective::Points), run)
    });
    let Outcome::Solved(Answer::Proven(best)) = found else { panic!("{found:?}") };
    assert_eq!(best.turn().take, Take::Pile, "{best:?}");
    canasta_agrees(&before);
}

#[test]
fn mahjong_goes_out_when_it_can() {
    let mut random = Random::new(8);
    let mut placed = 0;
    for case in 0..200 {
        let mut next = || MahjongTile::from_index(random.below(5) + 9 * (case % 3)).unwrap();
        let table: Vec<_> =
            (0..3).filter_map(|_| some_meld(&Mahjong, &mut next)).filter(|meld| meld.len() == 3).collect();
        let hand: Vec<MahjongTile> = (0..4 + case % 2).map(|_| next()).collect();
        let before = position(hand, table, vec![next()], vec![next()], 2);
        let points = |_: &Turn<MahjongTile>, verdict: &Verdict<MahjongTile>| {
            let standing = |position: &Position<MahjongTile>| {
                Mahjong.final_points(position)[0] + position.players[0].score
            };
            standing(&verdict.after) - standing(&before)
        };
        placed += usize::from(compare(&Mahjong, &before, Objective::Points, &points).is_some());
    }
    assert!(placed > 60, "{placed} placed");
}

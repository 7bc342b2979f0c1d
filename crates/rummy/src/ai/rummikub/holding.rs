//! Placing or holding back: a linear model of what holding back gains over placing.
//!
//! The weights were fitted to games of mixed players (seeds below 100,000). In a decision of such a game, both turns were
//! played out to the end with the same hidden tiles; the model predicts the difference of the two results from what the
//! player sees. The result is the win, plus the points that the others are left with on average, less the own points,
//! divided by the points that weigh as much as a win.

mod weights;

use search::Run;

use super::{has_jokers, unseen};
use crate::ai::information_set::InformationSet;
use crate::ai::memory::Noticed;
use crate::best::rummikub::{RummikubSolver, values};
use crate::meld::tiles_of;
use crate::multiset::Multiset;
use crate::position::Player;
use crate::rules::rummikub::Rummikub;
use crate::rummikub_tile::RummikubTile;
use crate::tile::Tile;

/// The numbers that the model is given.
const FEATURES: usize = 39;
/// With more tiles left than this, one more tile hardly ever lets the whole hand go.
const MOST_LEFT: usize = 3;
/// A player who has placed before and has drawn this often since then seems to hold back.
const IDLE: usize = 2;
/// So does one who has placed before and holds this many tiles.
const LARGE: usize = 14;

/// The gain of holding back over a placement that leaves these tiles in the hand; 1 is a win.
pub(super) fn advantage(
    rules: Rummikub,
    view: &InformationSet<RummikubTile>,
    noticed: &[Noticed<RummikubTile>],
    left: &Multiset<RummikubTile>,
    run: &mut Run<'_>,
) -> f64 {
    let chance = chance_to_finish(rules, view, left, run);
    let weights = match (view.position().players.len(), has_jokers(rules, view)) {
        (..4, _) => &weights::THREE_PLAYERS,
        (_, true) => &weights::FOUR_PLAYERS,
        (_, false) => &weights::FOUR_PLAYERS_WITHOUT_JOKERS,
    };
    let features = Situation::of(view, noticed, left, chance).features();
    features.iter().zip(weights).map(|(feature, weight)| feature * weight).sum()
}

/// The chance that the next tile of the stock lets the whole hand go, if the table stays as it is. Only tiles near those
/// that would be left are tried, and combinations with jokers are taken to stay locked.
fn chance_to_finish(
    rules: Rummikub,
    view: &InformationSet<RummikubTile>,
    left: &Multiset<RummikubTile>,
    run: &mut Run<'_>,
) -> f64 {
    if left.len() > MOST_LEFT {
        return 0.0;
    }
    let position = view.position();
    let table = tiles_of(position.table().iter().filter(|meld| !meld.has_joker()));
    let unseen = unseen(rules, view);
    let mut solver = RummikubSolver::default();
    let mut fits = |tile: RummikubTile| {
        let mut hand = position.mover().tiles();
        hand.insert(tile);
        solver.fits_whole(&table, &hand, run) == Some(true)
    };
    let near = |tile: RummikubTile| left.iter().any(|other| is_near(tile, other));
    let fitting: usize =
        unseen.kinds().filter(|&(tile, _)| near(tile) && fits(tile)).map(|(_, count)| count).sum();
    fitting as f64 / unseen.len().max(1) as f64
}

/// Can the two lie in one combination of three tiles?
fn is_near(one: RummikubTile, other: RummikubTile) -> bool {
    let (Some(number), Some(of_other)) = (one.number(), other.number()) else { return true };
    number == of_other || one.colour() == other.colour() && number.abs_diff(of_other) <= 2
}

/// Another player.
struct Other {
    tiles: usize,
    has_opened: bool,
    idle_turns: usize,
}

impl Other {
    fn seems_to_hold_back(&self) -> bool {
        self.has_opened && self.idle_turns >= IDLE
    }
}

/// The things that the decision depends on.
struct Situation {
    /// The other players; the next one is the first.
    others: Vec<Other>,
    stock: usize,
    table: usize,
    hand: Multiset<RummikubTile>,
    left: Multiset<RummikubTile>,
    chance: f64,
}

impl Situation {
    fn of(
        view: &InformationSet<RummikubTile>,
        noticed: &[Noticed<RummikubTile>],
        left: &Multiset<RummikubTile>,
        chance: f64,
    ) -> Self {
        let position = view.position();
        let count = position.players.len();
        let other = |ahead: usize| {
            let player = (view.me() + ahead) % count;
            let Player { hand, placed, .. } = &position.players[player];
            let idle_turns = noticed.get(player).map_or(0, |noticed| noticed.idle_turns);
            Other { tiles: hand.len(), has_opened: *placed, idle_turns }
        };
        Self {
            others: (1..count).map(other).collect(),
            stock: position.stock.len(),
            table: tiles_of(position.table()).len(),
            hand: position.mover().tiles(),
            left: *left,
            chance,
        }
    }

    /// The numbers that the model weighs, each of the order of 1.
    fn features(&self) -> [f64; FEATURES] {
        let features = [&self.own_tiles()[..], &self.course(), &self.others(), &self.dangers()].concat();
        features.try_into().expect("the four lists together are as long as the model")
    }

    /// Of the own tiles.
    fn own_tiles(&self) -> [f64; 11] {
        let left = self.left.len();
        [
            1.0,
            tens(left),
            flag(left <= 1),
            flag(left <= 2),
            flag(left <= 4),
            worth(&self.hand),
            worth(&self.left),
            tens(self.hand.len() - left),
            self.hand.count(RummikubTile::JOKER) as f64,
            self.chance,
            self.chance * worth(&self.hand),
        ]
    }

    /// Of the stock and the table.
    fn course(&self) -> [f64; 6] {
        let players = self.others.len() + 1;
        let stock = self.stock as f64 / 50.0;
        [
            self.table as f64 / 100.0,
            stock,
            flag(self.stock <= 2 * players),
            flag(self.stock <= 5 * players),
            worth(&self.hand) * stock,
            flag(self.left.len() <= 2) * stock,
        ]
    }

    /// Of the other hands.
    fn others(&self) -> [f64; 14] {
        let smallest = self.smallest();
        let count = |is: fn(&Other) -> bool| self.others.iter().filter(|other| is(other)).count() as f64;
        let holders = self.others.iter().filter(|other| other.seems_to_hold_back());
        let tiles: usize = self.others.iter().map(|other| other.tiles).sum();
        [
            flag(smallest <= 1),
            flag(smallest <= 2),
            flag(smallest <= 3),
            flag(smallest <= 5),
            flag(smallest <= 8),
            tens(smallest),
            count(|other| other.has_opened),
            count(Other::seems_to_hold_back),
            tens(holders.map(|other| other.tiles).max().unwrap_or(0)),
            flag(self.others[0].tiles <= 3),
            tens(tiles) / self.others.len() as f64,
            self.threat(),
            count(|other| other.has_opened && other.tiles >= LARGE),
            count(|other| other.has_opened && other.idle_turns == 1),
        ]
    }

    /// Of the own tiles and the other hands together.
    fn dangers(&self) -> [f64; 8] {
        let (smallest, threat, hand) = (self.smallest(), self.threat(), worth(&self.hand));
        let holders = self.others.iter().filter(|other| other.seems_to_hold_back()).count() as f64;
        [
            holders * hand,
            flag(smallest <= 3) * hand,
            self.table as f64 / 100.0 * holders,
            flag(smallest <= 5) * hand,
            self.chance * flag(smallest <= 3),
            holders * tens(self.left.len()),
            threat * hand,
            threat * tens(self.left.len()),
        ]
    }

    /// The smallest other hand.
    fn smallest(&self) -> usize {
        self.others.iter().map(|other| other.tiles).min().unwrap_or(0)
    }

    /// How soon others may be out: small hands count most.
    fn threat(&self) -> f64 {
        let opened = self.others.iter().filter(|other| other.has_opened);
        opened.map(|other| 1.0 / other.tiles.max(1) as f64).sum()
    }
}

fn flag(holds: bool) -> f64 {
    f64::from(u8::from(holds))
}

fn tens(tiles: usize) -> f64 {
    tiles as f64 / 10.0
}

/// The points of tiles that are left, in hundreds.
fn worth(tiles: &Multiset<RummikubTile>) -> f64 {
    let values = values();
    f64::from(tiles.iter().map(|tile| values[tile.index()]).sum::<u32>()) / 100.0
}

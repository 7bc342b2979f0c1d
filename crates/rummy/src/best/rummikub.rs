//! The best turn of Rummikub, exactly.
//!
//! [`sweep`] finds what can be gained at best, [`tidy`] an answer that changes as little as possible, and
//! [`lay`] puts it on the table. Where jokers are locked, [`locks`] says which of them can be freed.

mod groups;
mod lanes;
mod lay;
mod locks;
mod pool;
mod reading;
mod runs;
mod sweep;
mod tidy;

use search::Limit;

use self::lanes::Lanes;
use self::lay::lay;
use self::locks::{Variant, variants};
use self::pool::NUMBERS;
use self::reading::Reading;
use self::sweep::{Plan, Sweep};
use self::tidy::{members, tidiest};
use super::{Best, BestTurn, Objective};
use crate::meld::{Meld, melds_beyond, tiles_of};
use crate::multiset::Multiset;
use crate::piece::Piece;
use crate::position::Position;
use crate::rules::JokerRule;
use crate::rules::rummikub::Rummikub;
use crate::tile::Tile;
use crate::turn::Turn;

/// What placing one hand tile of each kind is worth, by its number.
pub type Weights = [i32; Piece::KINDS];

/// Finds best turns of Rummikub; its work space is used again from turn to turn.
///
/// ```
/// use rummy::{Piece, Multiset, RummikubSolver, Colour, JokerRule};
///
/// let run: Vec<Piece> = (4..7).filter_map(|number| Piece::new(number, Colour::Red)).collect();
/// let hand: Multiset<Piece> = Piece::new(7, Colour::Red).into_iter().collect();
/// let mut solver = RummikubSolver::default();
/// let found = solver.place(&[run.into()], &hand, &[1; 53], JokerRule::Strict).unwrap().unwrap();
/// assert_eq!(found.table[0].to_string(), "((4 rouge) (5 rouge) (6 rouge) (7 rouge))");
/// ```
#[derive(Debug, Default)]
pub struct RummikubSolver {
    sweep: Sweep,
}

/// A placement that no other one beats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The sum of the weights of the hand tiles placed.
    pub gain: i32,
    /// The hand tiles placed.
    pub placed: Multiset<Piece>,
    /// The table afterwards: first what was left alone, then what is new.
    pub table: Vec<Meld<Piece>>,
    /// Is it proven that no placement of the same gain changes fewer combinations?
    pub is_tidiest: bool,
}

impl RummikubSolver {
    /// The placement of the highest weight for a player who has placed before. None if the best is to
    /// place nothing.
    pub fn place(
        &mut self,
        table: &[Meld<Piece>],
        hand: &Multiset<Piece>,
        weights: &Weights,
        jokers: JokerRule,
    ) -> Result<Option<Placement>, Limit> {
        let variants = match jokers {
            JokerRule::Free => vec![Variant::free(table, hand)],
            JokerRule::Strict => variants(table, hand)?,
        };
        self.best_of(&variants, table, weights, 0)
    }

    /// The first placement of the highest weight that is worth `least` or more. None if there is none.
    pub fn open(
        &mut self,
        table: &[Meld<Piece>],
        hand: &Multiset<Piece>,
        weights: &Weights,
        least: u8,
    ) -> Result<Option<Placement>, Limit> {
        self.best_of(&[Variant::closed(table, hand)], table, weights, least)
    }

    fn best_of(
        &mut self,
        variants: &[Variant<'_>],
        table: &[Meld<Piece>],
        weights: &Weights,
        opening: u8,
    ) -> Result<Option<Placement>, Limit> {
        let mut best: Option<(i32, Vec<&Variant<'_>>)> = None;
        for variant in variants {
            let pool = variant.pool(weights)?;
            let Some(gain) = self.sweep_over(&variant.plan(&pool, opening))? else { continue };
            let gain = gain + variant.fixed_gain(weights);
            match &mut best {
                Some((most, equals)) if *most == gain => equals.push(variant),
                Some((most, _)) if *most > gain => {}
                _ => best = Some((gain, vec![variant])),
            }
        }
        let Some((gain, equals)) = best else { return Ok(None) };
        let mut tidiest: Option<(usize, Placement)> = None;
        for variant in &equals {
            let pool = variant.pool(weights)?;
            let plan = variant.plan(&pool, opening);
            if variants.len() > 1 {
                self.sweep_over(&plan)?;
            }
            let placement = self.lay_out(variant, &plan, table, gain);
            let changed = melds_beyond(table, &placement.table).len();
            if tidiest.as_ref().is_none_or(|(fewest, _)| changed < *fewest) {
                tidiest = Some((changed, placement));
            }
        }
        Ok(tidiest.map(|(_, placement)| placement).filter(|placement| !placement.placed.is_empty()))
    }

    fn sweep_over(&mut self, plan: &Plan<'_>) -> Result<Option<i32>, Limit> {
        self.sweep.run(plan).map_err(|_| Limit::Nodes)
    }

    /// The tidiest answer of the sweep just made.
    fn lay_out(
        &self,
        variant: &Variant<'_>,
        plan: &Plan<'_>,
        table: &[Meld<Piece>],
        gain: i32,
    ) -> Placement {
        let readings: Vec<Reading> =
            variant.loose.iter().filter_map(|meld| Reading::of(meld)).collect();
        let layout = tidiest(&self.sweep, plan, &readings);
        let alone = layout.choices.iter().flat_map(|choice| members(choice.alone));
        let mut new_table: Vec<Meld<Piece>> = variant.locked.iter().map(|&meld| meld.clone()).collect();
        new_table.extend(alone.map(|meld| variant.loose[meld].clone()));
        new_table.extend(lay(&layout.choices, &plan.groups));
        let placed = tiles_of(&new_table).difference(&tiles_of(table));
        let table = in_old_order(new_table, table);
        Placement { gain, placed, table, is_tidiest: layout.is_tidiest }
    }
}

/// What was left alone in the order it had, then what is new.
fn in_old_order(mut new: Vec<Meld<Piece>>, old: &[Meld<Piece>]) -> Vec<Meld<Piece>> {
    let mut table = Vec::with_capacity(new.len());
    for meld in old {
        if let Some(place) = new.iter().position(|other| other == meld) {
            table.push(new.swap_remove(place));
        }
    }
    new.sort_unstable();
    table.extend(new);
    table
}

/// Runs that begin with a joker where the sweep would not think of one.
fn led_by_jokers(readings: impl Iterator<Item = Reading>) -> [Lanes; NUMBERS] {
    let mut led = [Lanes::ZERO; NUMBERS];
    for reading in readings {
        if let Reading::Run { first, colour, jokers, .. } = reading
            && jokers & 1 == 1
        {
            led[first] = led[first] + Lanes::one(colour);
        }
    }
    led
}

impl BestTurn for Rummikub {
    /// Always proven best. In this game a turn scores nothing; what counts in the end is the value left in
    /// the hand, so the points of a turn are taken to be the value placed.
    fn best_turn(
        &self,
        position: &Position<Piece>,
        objective: Objective,
    ) -> Result<Option<Best<Piece>>, Limit> {
        let weights = match objective {
            Objective::Tiles => [1; Piece::KINDS],
            Objective::Value | Objective::Points => values(),
        };
        let hand = position.mover().tiles();
        let mut solver = RummikubSolver::default();
        let found = if position.mover().placed {
            solver.place(position.table(), &hand, &weights, self.jokers)
        } else {
            solver.open(position.table(), &hand, &weights, OPENING)
        };
        Ok(found?.map(|placement| {
            let value = placement.placed.iter().map(|tile| values()[tile.index()]).sum();
            Best {
                turn: Turn::place(placement.table),
                placed: placement.placed,
                value,
                points: value,
                is_optimal: true,
            }
        }))
    }
}

/// What a first placement must be worth. The judge has its own figure.
const OPENING: u8 = 30;

/// The numbers on the tiles, 30 for a joker.
pub(crate) fn values() -> Weights {
    std::array::from_fn(|kind| {
        Piece::from_index(kind).and_then(Piece::number).map_or(30, i32::from)
    })
}

//! Games in which putting up is a choice, whether cards may come back or not.
//!
//! A line with forced putting-up is a line of the free game too, with the putting-up spelled out. So the
//! forced game is tried first; where it cannot be won, beams and then an exhaustive search try the free one.
//! Building in suit there is nothing to gain by keeping a card down ([`AutoPlay`](super::rule_masks::AutoPlay)), so that the
//! verdict on the forced game is the verdict on the free one.

use search::{Limit, Outcome, Run};

use crate::action::Action;
use crate::moves::Move;
use crate::rules::{Extras, Foundations, Play};
use crate::solve::breadth_first::{BreadthFirst, Ending, Plan};
use crate::solve::packed::{Packed, PackedMove};
use crate::solve::portfolio::first_attempt;
use crate::solve::rule_masks::{AutoPlay, RuleMasks};
use crate::solve::state_space::Tables;
use crate::table::Table;

/// The passes of the beams that are tried before everything is.
const WIDTHS: [usize; 2] = [1_000, 10_000];

/// The table with forced foundations, and moves only.
pub(crate) fn forced(table: &Table) -> Table {
    let play = Play { foundations: Foundations::Forced, extras: Extras::NONE, ..table.rules() };
    let (columns, cells) = (table.columns().to_vec(), table.cells().iter().copied().collect());
    Table::new(play, columns, cells, table.foundations()).expect("the same cards make a table")
}

/// Is the verdict on the forced game the verdict on the free one?
pub(crate) fn is_decided_by_forced(masks: &RuleMasks) -> bool {
    masks.auto_play == AutoPlay::Every
}

/// A line of a search, with everything spelled out that went up by itself.
pub(crate) fn spelled_out(table: &Table, line: &[PackedMove], masks: &RuleMasks) -> Vec<Action> {
    let mut state = Packed::of(table);
    let mut actions = Vec::new();
    state.autoplay(masks, |step| actions.push(step.to_move().into()));
    for &step in line {
        actions.push(step.to_move().into());
        state.shift(step);
        state.autoplay(masks, |step| actions.push(step.to_move().into()));
    }
    actions
}

/// A line of the forced game, with everything spelled out that went up by itself.
pub(crate) fn spelled_out_moves(table: &Table, line: &[Move]) -> Vec<Action> {
    let steps: Vec<_> = line.iter().map(|&played| PackedMove::of(played)).collect();
    let masks = RuleMasks::of(&forced(table));
    spelled_out(table, &steps, &masks)
}

/// Searches the free game: beams first unless only proofs are wanted, then everything.
pub(crate) fn search(
    layers: &mut BreadthFirst,
    start: &Packed,
    masks: &RuleMasks,
    passes: Passes,
    run: &mut Run<'_>,
) -> Outcome<Vec<PackedMove>> {
    let weights = first_attempt(masks).options.weights;
    let measure = |state: &Packed| weights.cost(state, masks).saturating_add(1 << 20) as u32;
    if passes != Passes::Exhaustive {
        for width in WIDTHS {
            let plan = Plan { beam: Some((width, &measure)), ..Plan::default() };
            match layers.run(start, &Tables { masks }, plan, run) {
                Ok(Ending::Won(line)) => return Outcome::Solved(line),
                Ok(Ending::Exhausted) => return Outcome::Unsolvable(()),
                Ok(Ending::Narrowed) => {}
                Err(limit) => return Outcome::GaveUp(limit),
            }
        }
    }
    if passes == Passes::Beams {
        return Outcome::GaveUp(Limit::Incomplete);
    }
    match layers.run_whole(start, masks, run) {
        Ok(Ending::Won(line)) => Outcome::Solved(line),
        Ok(Ending::Exhausted) => Outcome::Unsolvable(()),
        Ok(Ending::Narrowed) => Outcome::GaveUp(Limit::Incomplete),
        Err(limit) => Outcome::GaveUp(limit),
    }
}

/// Looks for short lines by beams of growing width, and gives each line to `found`.
pub(crate) fn beams<E>(
    layers: &mut BreadthFirst,
    start: &Packed,
    masks: &RuleMasks,
    run: &mut Run<'_>,
    mut found: impl FnMut(&[PackedMove]) -> Result<(), E>,
) -> Result<(), E> {
    let weights = first_attempt(masks).options.weights;
    let measure = |state: &Packed| weights.cost(state, masks).saturating_add(1 << 20) as u32;
    for width in WIDTHS {
        let plan = Plan { beam: Some((width, &measure)), ..Plan::default() };
        match layers.run(start, &Tables { masks }, plan, run) {
            Ok(Ending::Won(line)) => found(&line)?,
            Ok(Ending::Exhausted | Ending::Narrowed) | Err(Limit::Memory | Limit::Incomplete) => {}
            Err(Limit::Time | Limit::Cancelled | Limit::Nodes) => break,
        }
    }
    Ok(())
}

/// Which passes are searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Passes {
    /// The beams alone.
    Beams,
    /// Everything at once.
    Exhaustive,
    /// The beams, then everything.
    Both,
}

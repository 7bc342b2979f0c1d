//! A beginner, who looks at a few combinations at a time, overlooks some of the own tiles, and seldom takes the pile.

use search::Run;

use super::AiRules;
use super::information_set::InformationSet;
use super::rng::SeededRng;
use crate::judge::{IllegalTurn, judge};
use crate::meld::tiles_of;
use crate::rules::{TableRule, TurnShape};
use crate::turn::Turn;

/// The combinations of the table that a beginner looks at in one turn.
const COMBINATIONS: usize = 6;
/// A beginner overlooks one tile in 8.
const OVERLOOKED: usize = 8;

/// A beginner considers the pile in one turn of 4.
const TURNS_PER_PILE: usize = 4;

/// The turn of a beginner. If the turn chosen is not legal, the beginner places nothing.
pub(super) fn easy_turn<R: AiRules>(
    rules: &R,
    view: &InformationSet<R::Tile>,
    rng: &mut SeededRng,
    run: &mut Run<'_>,
) -> Result<Turn<R::Tile>, IllegalTurn> {
    let mut small = view.position().clone();
    let me = view.me();
    let side = small.table_of(me);
    small.players[me].hand.retain(|_| rng.below(OVERLOOKED) > 0);
    if !small.pile.is_empty() && rng.below(TURNS_PER_PILE) > 0 {
        small.pile.clear();
    }
    let mut rest = Vec::new();
    if matches!(rules.turn_rules().table_rule, TableRule::Rearrange(_)) {
        rng.shuffle(&mut small.tables[side]);
        let seen = COMBINATIONS.min(small.tables[side].len());
        rest = small.tables[side].split_off(seen);
    }
    let mut turn =
        if view.has_drawn() { rules.drawn_turn(&small, run) } else { rules.plain_turn(&small, run) }?;
    turn.table.extend(rest);
    let places = tiles_of(&turn.table) != tiles_of(view.position().table());
    if rules.turn_rules().shape == TurnShape::DrawOrPlace && !places {
        return Ok(rules.idle_turn(view.position()));
    }
    let is_legal = judge(rules, view.position(), &turn).is_ok();
    Ok(if is_legal { turn } else { rules.idle_turn(view.position()) })
}

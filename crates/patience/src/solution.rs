//! Evidence that a table can be won: a line of play that the referee has replayed.

use thiserror::Error;

use crate::action::Action;
use crate::table::{Illegal, Table};
use crate::wording::counted;

/// A line of play that wins from a table, replayed by the referee. Nothing but [`replay`] makes one:
///
/// ```compile_fail,E0451
/// let deal: patience::Deal = "FreeCell.123".parse().unwrap();
/// let forged = patience::Solution { start: deal.table().clone(), actions: Vec::new() };
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    start: Table,
    actions: Vec<Action>,
}

impl Solution {
    /// The table that is won, as it lay before any card was put up.
    pub fn start(&self) -> &Table {
        &self.start
    }

    /// The line of play.
    pub fn actions(&self) -> &[Action] {
        &self.actions
    }

    /// How many moves there are.
    pub fn len(&self) -> usize {
        self.actions.len()
    }

    /// Is the table won without a move?
    pub fn is_empty(&self) -> bool {
        self.actions.is_empty()
    }
}

/// Why a line of play is not a solution.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotASolution {
    /// A move is illegal.
    #[error("move {at}: {why}")]
    Illegal {
        /// Which one, counted from 1.
        at: usize,
        /// Why.
        why: Illegal,
    },
    /// All moves are legal and the game is not won.
    #[error("every move is legal, but the game is not won after {}", counted(*.moves, "move"))]
    NotWon {
        /// How many moves there are.
        moves: usize,
    },
}

/// Replays a line of play from a table as dealt; one that wins is a solution.
///
/// ```
/// use patience::{Deal, NotASolution, replay};
///
/// let deal: Deal = "FreeCell.123".parse()?;
/// assert_eq!(replay(deal.table(), &[]), Err(NotASolution::NotWon { moves: 0 }));
/// # Ok::<(), patience::NoDeal>(())
/// ```
pub fn replay(start: &Table, actions: &[Action]) -> Result<Solution, NotASolution> {
    let mut table = start.clone();
    table.normalise();
    for (at, &action) in (1..).zip(actions) {
        let acted = match action {
            Action::Move(played) => table.try_play_normal(played),
            _ => table.try_act(action),
        };
        acted.map_err(|why| NotASolution::Illegal { at, why })?;
    }
    if table.is_won() {
        Ok(Solution { start: start.clone(), actions: actions.to_vec() })
    } else {
        Err(NotASolution::NotWon { moves: actions.len() })
    }
}

#[cfg(test)]
mod tests {
    use crate::dice::Dice;
    use crate::solve::small_games::any_table;

    #[test]
    fn what_goes_up_after_a_move_is_what_was_uncovered() {
        let mut dice = Dice::new(5);
        let mut went_up = 0;
        for game in 0..2000 {
            let mut table = any_table(&mut dice, 1 + game % 52);
            table.normalise();
            for _ in 0..30 {
                let moves = table.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let played = dice.one_of(&moves);
                let mut plainly = table.clone();
                plainly.try_play(played).unwrap();
                went_up += u32::from(plainly.foundations() != table.foundations());
                table.try_play_normal(played).unwrap();
                assert_eq!(table, plainly);
            }
        }
        assert!(went_up > 500, "{went_up}");
    }
}

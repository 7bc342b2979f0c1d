//! Looking back on a line of play: can it still be won, and where was it lost?

use search::{Limit, Outcome, Run};

use crate::action::Action;
use crate::known_line::KnownLine;
use crate::solution::Solution;
use crate::solve::{SolveError, Solver};
use crate::table::Table;

/// The standing of a line of play at its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Review {
    /// It can be won, in this way.
    Winnable(Solution),
    /// It cannot be won any more.
    Lost(Loss),
    /// A limit came first.
    Undecided(Limit),
}

/// Where a line of play was lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// The last position that is known to be winnable; none where no position of the line is.
    pub last_winnable: Option<Winnable>,
    /// After this many moves the game is proven to be lost. Where it is one more than those of the last winnable position,
    /// that one move lost it; otherwise the positions between were not decided within the limits.
    pub lost_after: usize,
}

/// A position of a line of play that could be won.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Winnable {
    /// After how many moves.
    pub after: usize,
    /// A way to win from there.
    pub solution: Solution,
}

impl Loss {
    /// Which move lost the game, counted from 1, where that is known.
    pub fn losing_move(&self) -> Option<usize> {
        let before = self.last_winnable.as_ref()?.after;
        (before + 1 == self.lost_after).then_some(self.lost_after)
    }
}

/// Looks back on a line of play from a table as dealt. All actions must be legal.
///
/// The line that is found at the start is kept as long as the player follows it; where the player leaves it, another one is
/// searched. So a player who plays the first move of each answer follows one line, and needs one move fewer after
/// each. A position after a lost one is lost too, so the first one that is proven to be lost ends the search. Each
/// search may spend the whole budget of the run.
pub fn review(
    start: &Table,
    played: &[Action],
    solver: &mut Solver,
    run: &mut Run<'_>,
) -> Result<Review, SolveError> {
    let mut reviewer = Reviewer { solver, known: None, last_winnable: None, limit: Limit::Incomplete };
    let mut table = start.clone();
    table.normalise();
    for after in 0..=played.len() {
        if let Some(action) = after.checked_sub(1).map(|last| played[last]) {
            table.try_act(action).expect("the caller gives legal actions");
        }
        if reviewer.is_lost(&table, after, run)? {
            let last_winnable = reviewer.last_winnable;
            return Ok(Review::Lost(Loss { last_winnable, lost_after: after }));
        }
    }
    Ok(match reviewer.last_winnable.filter(|last| last.after == played.len()) {
        Some(last) => Review::Winnable(last.solution),
        None => Review::Undecided(reviewer.limit),
    })
}

/// A review on its way.
struct Reviewer<'s> {
    solver: &'s mut Solver,
    /// The line that was found last.
    known: Option<KnownLine>,
    last_winnable: Option<Winnable>,
    /// The limit that was reached last.
    limit: Limit,
}

impl Reviewer<'_> {
    /// Looks at the next position. Is it proven to be lost?
    fn is_lost(&mut self, table: &Table, after: usize, run: &mut Run<'_>) -> Result<bool, SolveError> {
        let solution = match self.known.as_ref().and_then(|line| line.rest(table)) {
            Some(rest) => rest,
            None => match self.search(table, run)? {
                Outcome::Solved(solution) => solution,
                Outcome::Unsolvable(()) => return Ok(true),
                Outcome::GaveUp(limit) => {
                    (self.known, self.limit) = (None, limit);
                    return Ok(false);
                }
            },
        };
        self.last_winnable = Some(Winnable { after, solution });
        Ok(false)
    }

    /// Searches a position that is not on the line, and keeps the line that is found.
    fn search(&mut self, table: &Table, run: &mut Run<'_>) -> Result<Outcome<Solution>, SolveError> {
        let outcome = run.separately(run.budget(), |run| self.solver.solve(table, run))?.outcome;
        if let Outcome::Solved(solution) = &outcome {
            self.known = Some(KnownLine::new(solution));
        }
        Ok(outcome)
    }
}

#[cfg(test)]
mod tests {
    use search::{Budget, Unwatched};

    use super::*;
    use crate::dice::Dice;
    use crate::solve::small_games::{Truth, any_table, truth};

    fn reviewed(start: &Table, played: &[Action]) -> Review {
        let mut watch = Unwatched;
        review(start, played, &mut Solver::new(), &mut Run::new(Budget::default(), &mut watch)).unwrap()
    }

    /// Random play against the plain truth about each of its positions.
    #[test]
    fn the_losing_move_is_the_last_winnable_ones() {
        let mut dice = Dice::new(41);
        let mut seen = [0; 3];
        for game in 0..600 {
            let start = any_table(&mut dice, 6 + game % 9);
            let mut table = start.clone();
            table.normalise();
            let (mut played, mut truths) = (Vec::new(), vec![truth(&table, 3000)]);
            while let moves = table.legal_moves()
                && !moves.is_empty()
                && played.len() < 8
            {
                let next = moves[dice.below(moves.len())];
                table.try_play(next).unwrap();
                played.push(next.into());
                truths.push(truth(&table, 3000));
            }
            if truths.contains(&Truth::Unknown) {
                continue;
            }
            let lost = truths.iter().position(|truth| *truth == Truth::Impossible);
            match (reviewed(&start, &played), lost) {
                (Review::Winnable(solution), None) => {
                    assert_eq!(solution.start(), &table);
                    seen[0] += 1;
                }
                (Review::Lost(loss), Some(lost)) => {
                    assert_eq!(loss.lost_after, lost, "{start:?} {played:?}");
                    assert_eq!(loss.losing_move(), Some(lost).filter(|&lost| lost > 0));
                    seen[if lost > 0 { 1 } else { 2 }] += 1;
                }
                other => panic!("{other:?}: {start:?} {played:?}"),
            }
        }
        assert!(seen.iter().all(|&count| count > 30), "{seen:?}");
    }

    /// Following the first move of each answer wins, with one move fewer after each.
    #[test]
    fn following_the_answers_wins() {
        for name in ["fc.2", "st.2", "bd.7", "eo.1", "fc3.4"] {
            let deal: crate::Deal = name.parse().unwrap();
            let mut played = Vec::new();
            let mut left = None;
            while let Review::Winnable(solution) = reviewed(deal.table(), &played)
                && let Some(&next) = solution.actions().first()
            {
                assert!(left.is_none_or(|left| solution.len() + 1 == left), "{name}");
                left = Some(solution.len());
                played.push(next);
            }
            assert_eq!(left, Some(1), "{name}");
            assert!(crate::replay(deal.table(), &played).is_ok(), "{name}");
        }
    }

    /// Positions that are not decided leave a gap, and never name a move.
    #[test]
    fn limits_leave_the_move_open() {
        let deal: crate::Deal = "fc.1".parse().unwrap();
        let mut watch = Unwatched;
        let mut run = Run::new(Budget::default().with_nodes(3), &mut watch);
        let answer = review(deal.table(), &[], &mut Solver::new(), &mut run).unwrap();
        assert_eq!(answer, Review::Undecided(Limit::Nodes));
        let gap = Loss { last_winnable: None, lost_after: 4 };
        assert_eq!(gap.losing_move(), None);
    }
}

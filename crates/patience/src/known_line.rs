//! A way to win that is known, and kept as long as the player follows it.

use crate::action::Action;
use crate::solution::{Solution, replay};
use crate::table::{PositionKey, Table};

/// A way to win, with the positions on it.
///
/// A player who asks for one move after another gets nearer to the win with each of them only if all are moves of one
/// line: a new search may answer with the way back.
///
/// ```
/// use patience::{Deal, KnownLine, Solver};
/// use search::{Budget, Outcome, Run, Unwatched};
///
/// let deal: Deal = "FreeCell.123".parse()?;
/// let mut watch = Unwatched;
/// let report = Solver::new().solve(deal.table(), &mut Run::new(Budget::default(), &mut watch))?;
/// let Outcome::Solved(solution) = report.outcome else { panic!("this deal can be won") };
/// let (first, moves) = (solution.actions()[0], solution.len());
/// let line = KnownLine::new(&solution);
/// let mut table = deal.table().clone();
/// table.normalise();
/// table.try_act(first).expect("the first move of a solution is legal");
/// assert_eq!(line.rest(&table).expect("the table lies on the line").len(), moves - 1);
/// # Ok::<(), patience::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct KnownLine {
    actions: Vec<Action>,
    /// The positions before each action, and the last one.
    positions: Vec<PositionKey>,
}

impl KnownLine {
    /// The line of a solution.
    pub fn new(solution: &Solution) -> Self {
        let mut table = solution.start().clone();
        table.normalise();
        let mut positions = vec![table.position_key()];
        for &action in solution.actions() {
            table.try_act(action).expect("the referee has replayed the line");
            positions.push(table.position_key());
        }
        Self { actions: solution.actions().to_vec(), positions }
    }

    /// The rest of the line from a table of the same game in normal form, if that lies on the line.
    pub fn rest(&self, table: &Table) -> Option<Solution> {
        let key = table.position_key();
        let at = self.positions.iter().rposition(|position| *position == key)?;
        replay(table, &self.actions[at..]).ok()
    }
}

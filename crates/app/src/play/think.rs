//! Hints, and whether a game can still be won.

use search::{Limit, Run};
use session::{Hint, Seat, TaskError, Truth, View};

use super::{Play, STEPS};
use crate::exit::Fault;
use crate::limits::reason;

/// How many positions a hint or the question whether a game can be won may cost, if nothing is said. Machines at a
/// rummy table know by themselves when to stop.
const THINKING_NODES: u64 = 2_000_000;

impl Play<'_> {
    pub(super) fn hint(&self, seat: Seat) -> Result<String, Fault> {
        let task = match self.session.hint(seat) {
            Ok(task) => task,
            Err(why) => return Ok(why.to_string()),
        };
        Ok(match self.think(|run| task.run(run))? {
            Ok(Hint::Enter { inputs, left: None }) => format!("hint: {}", inputs.join(STEPS)),
            Ok(Hint::Enter { inputs, left: Some(left) }) => {
                format!("hint: {}; won in {}", inputs.join(STEPS), self.counted_moves(left))
            }
            Ok(Hint::Over) => "the game is over".to_owned(),
            Ok(Hint::Lost) => "no hint: this cannot be won".to_owned(),
            Err(limit) => format!("no hint found: {}", reason(limit)),
        })
    }

    pub(super) fn ask(&self) -> Result<String, Fault> {
        let Some(task) = self.session.truth() else {
            return Ok("nobody knows: it depends on the tiles of the others".to_owned());
        };
        Ok(match self.think(|run| task.run(run))? {
            Ok(Truth::Winnable { moves }) => format!("still solvable, in {}", self.counted_moves(moves)),
            Ok(Truth::Lost) => "not solvable: this cannot be won".to_owned(),
            Err(limit) => format!("not known: {}", reason(limit)),
        })
    }

    /// Thinks within the limits; the limit that came first, if one did.
    fn think<T>(
        &self,
        work: impl FnOnce(&mut Run<'_>) -> Result<T, TaskError>,
    ) -> Result<Result<T, Limit>, Fault> {
        let budget = self.limits.budget().with_nodes(self.thinking_nodes());
        let mut watch = self.limits.supervisor();
        let mut run = Run::new(budget, &mut watch).with_threads(self.limits.threads());
        match work(&mut run) {
            Ok(answer) => Ok(Ok(answer)),
            Err(TaskError::Limit(limit)) => Ok(Err(limit)),
            Err(TaskError::Internal(error)) => Err(Fault::software(error)),
        }
    }

    /// How many positions thinking may cost.
    fn thinking_nodes(&self) -> u64 {
        let usual = match self.session.view(None) {
            View::Patience(_) | View::Peg(_) => THINKING_NODES,
            View::Rummy(_) => u64::MAX,
        };
        self.limits.nodes.unwrap_or(usual)
    }
}

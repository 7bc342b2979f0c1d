//! Hints, and whether a game can still be won.

use search::{Limit, Run};
use session::texts::LineText;
use session::{Hint, Seat, TaskError, Truth, View};

use super::Play;
use super::language::reason;
use crate::exit::Fault;

/// How many positions a hint or the question whether a game can be won may cost, if nothing is said. Machines at a
/// rummy table know by themselves when to stop.
const THINKING_NODES: u64 = 2_000_000;

impl Play<'_> {
    pub(super) fn hint(&self, seat: Seat) -> Result<String, Fault> {
        let task = match self.session.hint(seat) {
            Ok(task) => task,
            Err(why) => return Ok(why.words(self.language)),
        };
        let (language, view) = (self.language, self.session.view(None));
        let hint = match self.think(|run| task.run(run))? {
            Ok(hint) => hint,
            Err(limit) => return Ok(language.fill(LineText::NoHintFound, &[&reason(language, limit)])),
        };
        let inputs = hint.inputs(&view, language).unwrap_or_default();
        let reason = hint.reason(language).map_or(String::new(), |reason| format!("\n{reason}"));
        Ok(match hint {
            Hint::Enter { left: None, .. } => language.fill(LineText::Hint, &[&inputs]) + &reason,
            Hint::Enter { left: Some(left), .. } => {
                language.fill(LineText::HintWonIn, &[&inputs, &self.counted_moves(left)])
            }
            Hint::Over => self.say(LineText::GameIsOver),
            Hint::Lost => self.say(LineText::NoHintLost),
        })
    }

    pub(super) fn ask(&self) -> Result<String, Fault> {
        let Some(task) = self.session.truth() else {
            return Ok(self.say(LineText::NobodyKnows));
        };
        Ok(match self.think(|run| task.run(run))? {
            Ok(Truth::Winnable { moves }) => {
                self.language.fill(LineText::StillSolvable, &[&self.counted_moves(moves)])
            }
            Ok(Truth::Lost) => self.say(LineText::NotSolvable),
            Err(limit) => self.language.fill(LineText::NotKnown, &[&reason(self.language, limit)]),
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

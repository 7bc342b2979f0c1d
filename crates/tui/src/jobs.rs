//! Work for another thread, which can be cancelled.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use search::{Budget, Cancel, Deadline, Limit, Run};
use session::{Event, Hint, Line, MachineTurn, Session, Task, TaskError, Truth, TurnReview};

/// The name of threads that do jobs.
pub(crate) const WORKER: &str = "job";

/// A kind of work; of each kind one job is under way at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    Truth,
    Hint,
    Solution,
    Machine,
    Review,
    Table,
    Deal,
}

/// Work for another thread.
pub struct Job {
    kind: Kind,
    number: u64,
    cancel: Cancel,
    budget: Budget,
    time: Option<Duration>,
    work: Work,
}

/// Limits that the player set; a limit that is not set is the usual one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Positions of one search.
    pub nodes: Option<u64>,
    /// Bytes of one search.
    pub memory: Option<usize>,
    /// The time of one search.
    pub time: Option<Duration>,
}

type Work = Box<dyn FnOnce(&mut Run<'_>) -> Result<Found, TaskError> + Send>;

/// The result of a job.
pub struct Answer {
    kind: Kind,
    number: u64,
    found: Result<Found, TaskError>,
}

/// The things that jobs find out.
pub(crate) enum Found {
    Truth(Truth),
    Hint(Hint),
    Line(Line),
    /// The game after the turn of a machine.
    Machine(Box<dyn Session>, Vec<Event>),
    /// The table of solvable positions is ready.
    Table,
    /// A decision of a player, and the best one; none if there are no more.
    Turn(Option<Box<TurnReview>>),
    /// A deal of the difficulty that was asked for.
    Deal(u64),
}

impl Job {
    /// Does the work.
    pub fn run(self) -> Answer {
        let Self { kind, number, budget, work, cancel, time } = self;
        let mut watch = (cancel, time.map_or(Deadline::NEVER, Deadline::after));
        let done = catch_unwind(AssertUnwindSafe(|| work(&mut Run::new(budget, &mut watch))));
        let found = done.unwrap_or_else(|_| Err(session::InternalError(format!("{kind:?} panicked")).into()));
        Answer { kind, number, found }
    }
}

impl fmt::Debug for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Job({:?})", self.kind)
    }
}

impl fmt::Debug for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Answer({:?})", self.kind)
    }
}

/// The jobs that are under way. A new one of a kind cancels the old one, whose answer is not heard any more.
#[derive(Debug, Default)]
pub(crate) struct Jobs {
    limits: Limits,
    last: u64,
    under_way: Vec<(Kind, u64, Cancel)>,
}

impl Jobs {
    /// No jobs yet; those that search will keep these limits.
    pub(crate) fn within(limits: Limits) -> Self {
        Self { limits, ..Self::default() }
    }

    /// Is a job of this kind under way?
    pub(crate) fn has(&self, kind: Kind) -> bool {
        self.under_way.iter().any(|(other, ..)| *other == kind)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.under_way.is_empty()
    }

    pub(crate) fn cancel(&mut self, kind: Kind) {
        let ended = self.under_way.extract_if(.., |(other, ..)| *other == kind);
        ended.for_each(|(_, _, cancel)| cancel.cancel());
    }

    pub(crate) fn cancel_all(&mut self) {
        self.under_way.drain(..).for_each(|(_, _, cancel)| cancel.cancel());
    }

    /// A job that does some work.
    pub(crate) fn start(
        &mut self,
        kind: Kind,
        budget: Budget,
        work: impl FnOnce(&mut Run<'_>) -> Result<Found, TaskError> + Send + 'static,
    ) -> Job {
        self.cancel(kind);
        self.last += 1;
        let cancel = Cancel::default();
        self.under_way.push((kind, self.last, cancel.clone()));
        Job { kind, number: self.last, cancel, budget, time: None, work: Box::new(work) }
    }

    /// A job that does a task of a session within this number of positions, or within the limits of the player.
    pub(crate) fn task<T: 'static>(
        &mut self,
        kind: Kind,
        nodes: u64,
        task: Task<T>,
        found: fn(T) -> Found,
    ) -> Job {
        let Limits { nodes: own, memory, time } = self.limits;
        let budget = Budget::default().with_nodes(own.unwrap_or(nodes));
        let budget = memory.map_or(budget, |memory| budget.with_memory(memory));
        let job = self.start(kind, budget, move |run| task.run(run).map(found));
        Job { time, ..job }
    }

    /// A job that plays the turn of a machine.
    pub(crate) fn machine(&mut self, session: &dyn Session) -> Job {
        let mut copy = session.boxed();
        self.start(Kind::Machine, Budget::UNLIMITED, move |run| match copy.machine_turn(run)? {
            MachineTurn::Played(events) => Ok(Found::Machine(copy, events)),
            MachineTurn::NotAMachine => Ok(Found::Machine(copy, Vec::new())),
        })
    }

    /// The kind of an answer and what was found, if it is still wanted.
    pub(crate) fn hear(&mut self, answer: Answer) -> Option<(Kind, Result<Found, TaskError>)> {
        let at = self.under_way.iter().position(|(_, number, _)| *number == answer.number)?;
        self.under_way.remove(at);
        let is_cancelled = matches!(answer.found, Err(TaskError::Limit(Limit::Cancelled)));
        (!is_cancelled).then_some((answer.kind, answer.found))
    }
}

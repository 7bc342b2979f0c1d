//! Threads that work through a list of items.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard};
use std::thread;
use std::time::{Duration, Instant};

use search::{Deadline, Run, Stats, Stop, Watch};

use crate::work::{Limits, Plan, Work};

/// Waking the collector takes as long as an easy item: rows go to it together.
const BETWEEN_BATCHES: Duration = Duration::from_millis(5);

/// Batches of each thread that may wait while the collector brings rows to the disk.
const WAITING_BATCHES: usize = 64;

/// The most items that a thread takes at once.
const MOST_AT_ONCE: usize = 64;

/// A thread takes as many items at once as it finishes in the time between two batches, divided by this: asking for each
/// would take as long as an easy item, and a hard one must not hold back others.
const SHARE_AT_ONCE: usize = 16;

/// The row of an item, or the nodes after which it was stopped.
type Worked<R> = Result<R, u64>;

/// An item that was worked on.
pub(crate) struct Done<R> {
    /// Its place in the list.
    pub(crate) place: u64,
    pub(crate) item: u64,
    pub(crate) row: Worked<R>,
}

/// A message of a thread: items that were worked on, or why the work cannot go on.
type Sent<W> = Result<Vec<Done<<W as Work>::Row>>, <W as Work>::Error>;

/// Rows that wait to be sent.
struct Batch<R> {
    rows: Vec<Done<R>>,
    /// How many items to take at once.
    at_once: usize,
    /// When the last ones were sent.
    sent: Instant,
}

/// A worker, and how many items it has worked on.
struct Kept<T> {
    worker: T,
    items: u64,
}

/// How far threads may run ahead of the first item that is not collected.
#[derive(Clone, Copy)]
pub(crate) enum Ahead {
    /// As far as there are items.
    Any,
    /// This many items.
    AtMost(u64),
}

/// Works through the items on all threads and hands what is done to the collector, which answers how many places from
/// the first one are settled. Ends with the list, when the plan says stop, or at the first error.
pub(crate) fn work_through<W: Work, E>(
    work: &W,
    plan: &Plan<'_>,
    items: impl Iterator<Item = u64> + Send,
    ahead: Ahead,
    failed: impl Fn(W::Error) -> E,
    collect: impl FnMut(Vec<Done<W::Row>>) -> Result<u64, E>,
) -> Result<(), E> {
    let queue =
        Queue { state: Mutex::new(State { items, next: 0, settled: 0 }), moved: Condvar::new(), ahead };
    let over = AtomicBool::new(false);
    let alone = RwLock::new(());
    thread::scope(|scope| {
        let threads = plan.threads.max(1);
        let (sender, receiver) = sync_channel(WAITING_BATCHES * threads);
        let workers: Vec<_> = (0..threads)
            .map(|_| {
                let (queue, over, alone, sender) = (&queue, &over, &alone, sender.clone());
                scope.spawn(move || Hand { work, plan, queue, over, alone, sender }.work())
            })
            .collect();
        drop(sender);
        let batches = receiver.into_iter().map(|sent| sent.map_err(&failed));
        let collected = collect_all(batches, &queue, &over, collect);
        for worker in workers {
            worker.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
        collected
    })
}

/// Hands on what the threads send, until they are done; the first error ends all.
fn collect_all<R, E>(
    batches: impl Iterator<Item = Result<Vec<Done<R>>, E>>,
    queue: &Queue<impl Iterator<Item = u64>>,
    over: &AtomicBool,
    mut collect: impl FnMut(Vec<Done<R>>) -> Result<u64, E>,
) -> Result<(), E> {
    let mut ended = Ok(());
    for batch in batches {
        if ended.is_err() {
            continue;
        }
        match batch.and_then(&mut collect) {
            Ok(settled) => queue.settle(settled),
            Err(error) => {
                over.store(true, Ordering::Relaxed);
                queue.settle(u64::MAX);
                ended = Err(error);
            }
        }
    }
    ended
}

/// The items that nobody has taken yet.
struct Queue<I> {
    state: Mutex<State<I>>,
    moved: Condvar,
    ahead: Ahead,
}

struct State<I> {
    items: I,
    next: u64,
    settled: u64,
}

impl<I: Iterator<Item = u64>> Queue<I> {
    fn state(&self) -> MutexGuard<'_, State<I>> {
        self.state.lock().expect("nobody panics while holding the queue")
    }

    /// Takes the next items, up to `most` of them, with their places; none where there are no more. Where too many wait to
    /// be collected, `before_waiting` is called first.
    fn take(&self, most: usize, taken: &mut VecDeque<(u64, u64)>, before_waiting: impl FnOnce()) {
        let mut state = self.state();
        if self.is_full(&state) {
            drop(state);
            before_waiting();
            state = self.state();
        }
        while self.is_full(&state) {
            state = self.moved.wait(state).expect("nobody panics while holding the queue");
        }
        while taken.len() < most
            && !self.is_full(&state)
            && let Some(item) = state.items.next()
        {
            taken.push_back((state.next, item));
            state.next += 1;
        }
    }

    fn is_full(&self, state: &State<I>) -> bool {
        match self.ahead {
            Ahead::Any => false,
            Ahead::AtMost(most) => state.next - state.settled.min(state.next) >= most,
        }
    }

    fn settle(&self, places: u64) {
        let mut state = self.state();
        state.settled = state.settled.max(places);
        drop(state);
        self.moved.notify_all();
    }
}

/// One thread at work.
struct Hand<'w, W: Work, I> {
    work: &'w W,
    plan: &'w Plan<'w>,
    queue: &'w Queue<I>,
    over: &'w AtomicBool,
    /// Held for writing by a thread that works alone, with all memory.
    alone: &'w RwLock<()>,
    sender: SyncSender<Sent<W>>,
}

impl<W: Work, I: Iterator<Item = u64>> Hand<'_, W, I> {
    fn work(&self) {
        let _guard = EndOnPanic(self);
        let mut worker = self.new_worker();
        let mut batch = Batch { rows: Vec::new(), at_once: 1, sent: Instant::now() };
        let mut taken = VecDeque::new();
        let mut together = None;
        while !self.is_over() {
            if taken.is_empty() {
                together = None;
                self.queue.take(batch.at_once, &mut taken, || self.send(&mut batch));
            }
            let Some((place, item)) = taken.pop_front() else { break };
            match self.row(&mut worker, item, &mut batch, &mut together) {
                Ok(row) => batch.rows.push(Done { place, item, row }),
                Err(error) => {
                    self.over.store(true, Ordering::Relaxed);
                    // The collector listens as long as a thread holds a sender.
                    let _ = self.sender.send(Err(error));
                }
            }
            self.send_if_due(&mut batch);
        }
        drop(together);
        // Nobody works on the others; the collector has to know of the first of them.
        batch.rows.extend(taken.pop_front().map(|(place, item)| Done { place, item, row: Err(0) }));
        self.send(&mut batch);
    }

    fn send_if_due(&self, batch: &mut Batch<W::Row>) {
        if batch.sent.elapsed() >= BETWEEN_BATCHES {
            batch.at_once = (batch.rows.len() / SHARE_AT_ONCE).clamp(1, MOST_AT_ONCE);
            self.send(batch);
        }
    }

    fn send(&self, batch: &mut Batch<W::Row>) {
        if !batch.rows.is_empty() {
            let _ = self.sender.send(Ok(std::mem::take(&mut batch.rows)));
        }
        batch.sent = Instant::now();
    }

    /// The row of an item, or the nodes after which it was stopped. Threads share the memory, and a worker keeps some
    /// from item to item. An item for which it is too little is worked on again with all of it, by a new worker while
    /// the other threads wait, so that no row depends on the threads or on the items before it.
    fn row<'h>(
        &'h self,
        worker: &mut Kept<W::Worker>,
        item: u64,
        batch: &mut Batch<W::Row>,
        together: &mut Option<RwLockReadGuard<'h, ()>>,
    ) -> Result<Worked<W::Row>, W::Error> {
        let whole = self.plan.limits;
        let share = Limits { memory: whole.memory / self.plan.threads.max(1) as u64, ..whole };
        together.get_or_insert_with(|| self.together(worker));
        let (row, memory_reached) = self.row_within(share, worker, item, batch)?;
        let had_all = share == whole && worker.items == 1;
        if !memory_reached || row.is_err() || had_all {
            return Ok(row);
        }
        *worker = self.new_worker();
        *together = None;
        let alone = self.alone.write().unwrap_or_else(PoisonError::into_inner);
        let (row, _) = self.row_within(whole, worker, item, batch)?;
        *worker = self.new_worker();
        drop(alone);
        Ok(row)
    }

    /// Waits while another thread works alone; the memory of the last item is given back first.
    fn together(&self, worker: &mut Kept<W::Worker>) -> RwLockReadGuard<'_, ()> {
        self.alone.try_read().unwrap_or_else(|_| {
            *worker = self.new_worker();
            self.alone.read().unwrap_or_else(PoisonError::into_inner)
        })
    }

    /// The row of an item within these limits, and whether memory was too little for a part of the work. An item that
    /// takes long does not hold up the rows before it.
    fn row_within(
        &self,
        limits: Limits,
        worker: &mut Kept<W::Worker>,
        item: u64,
        batch: &mut Batch<W::Row>,
    ) -> Result<(Worked<W::Row>, bool), W::Error> {
        let time = limits.time_ms.map(Duration::from_millis);
        let stopped = |_: &Stats| {
            self.send_if_due(batch);
            if self.is_over() { ControlFlow::Break(Stop::Cancelled) } else { ControlFlow::Continue(()) }
        };
        let mut watch: (_, Deadline) = (stopped, time.map_or(Deadline::NEVER, Deadline::after));
        let mut run = Run::new(limits.budget(), &mut watch as &mut dyn Watch);
        worker.items += 1;
        let row = self.work.row(&mut worker.worker, item, &mut run)?;
        Ok((row.ok_or(run.stats().nodes), run.stats().memory_reached))
    }

    fn new_worker(&self) -> Kept<W::Worker> {
        Kept { worker: self.work.worker(), items: 0 }
    }

    fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed) || (self.plan.stop)()
    }
}

/// Ends the other threads when this one panics, also those that wait for its row.
struct EndOnPanic<'h, 'w, W: Work, I: Iterator<Item = u64>>(&'h Hand<'w, W, I>);

impl<W: Work, I: Iterator<Item = u64>> Drop for EndOnPanic<'_, '_, W, I> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.over.store(true, Ordering::Relaxed);
            self.0.queue.settle(u64::MAX);
        }
    }
}

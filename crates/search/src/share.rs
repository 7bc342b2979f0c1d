//! Work shared out over threads.
//!
//! One policy for all: whoever is free takes the next item, results come in the order of the items, and a panic in
//! the work is a panic of the caller.

use std::iter::Enumerate;
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;
use std::vec::IntoIter;

use crate::budget::Budget;
use crate::outcome::Limit;
use crate::run::Run;
use crate::watch::{Stats, Stop, Watch};

/// How long the calling thread waits for the others between two looks of the watcher.
const BETWEEN_LOOKS: Duration = Duration::from_millis(5);

/// Does the work of all items on up to `threads` threads. For short work that nobody needs to stop.
///
/// ```
/// assert_eq!(search::share_out(2, 1..=4, |n| n * n), [1, 4, 9, 16]);
/// ```
pub fn share_out<T: Send, R: Send, I>(threads: usize, items: I, work: impl Fn(T) -> R + Sync) -> Vec<R>
where
    I: IntoIterator<Item = T>,
    I::IntoIter: Send,
{
    if threads <= 1 {
        return items.into_iter().map(work).collect();
    }
    let queue = Mutex::new(items.into_iter().enumerate());
    let take = || queue.lock().expect("taking an item does not panic").next();
    let run = || {
        let mut done = Vec::new();
        while let Some((place, item)) = take() {
            done.push((place, work(item)));
        }
        done
    };
    thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(run)).collect();
        let mut done = run();
        for other in others {
            done.extend(other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        in_order(done)
    })
}

impl Run<'_> {
    /// Does the work of all items on the threads of this search. Each item is a search of its own with the whole
    /// budget; it stops when this one is stopped.
    ///
    /// Nodes that the items spend are not added here: the caller knows how to add them so that the sum does not depend
    /// on the number of threads.
    pub fn share_out<T: Send, R: Send>(
        &mut self,
        items: Vec<T>,
        work: impl Fn(T, &mut Run<'_>) -> R + Sync,
    ) -> Result<Vec<R>, Limit> {
        self.race(items, work, |_| false)
    }

    /// Like [`share_out`](Self::share_out), up to the first item in order whose result decides: the results end with
    /// it, as if the items had been done one after another. Later items are stopped.
    pub fn race<T: Send, R: Send>(
        &mut self,
        items: Vec<T>,
        work: impl Fn(T, &mut Run<'_>) -> R + Sync,
        decides: impl Fn(&R) -> bool + Sync,
    ) -> Result<Vec<R>, Limit> {
        let threads = self.threads().min(items.len()).max(1);
        let items = Mutex::new(items.into_iter().enumerate());
        let race = Race { items, budget: self.budget(), work, decides, signal: Signal::default() };
        let (finished, helpers) = channel();
        let done = thread::scope(|scope| {
            let help = |finished: Sender<()>| {
                let race = &race;
                scope.spawn(move || {
                    let _finished = finished;
                    race.help()
                })
            };
            let others: Vec<_> = (1..threads).map(|_| help(finished.clone())).collect();
            drop(finished);
            let mut done = race.lead(self, &helpers);
            for other in others {
                done.extend(other.join().unwrap_or_else(|panic| resume_unwind(panic)));
            }
            done
        });
        race.results(done)
    }
}

/// Items that threads take one after another, up to the first in order that decides.
struct Race<T, W, D> {
    items: Mutex<Enumerate<IntoIter<T>>>,
    /// The budget of each item.
    budget: Budget,
    work: W,
    decides: D,
    signal: Signal,
}

impl<T, R, W, D> Race<T, W, D>
where
    W: Fn(T, &mut Run<'_>) -> R,
    D: Fn(&R) -> bool,
{
    /// The calling thread: does items, and asks the watcher for all threads until the helpers are done.
    fn lead(&self, run: &mut Run<'_>, helpers: &Receiver<()>) -> Vec<(usize, R)> {
        let (stats, watch) = run.watched();
        let mut done = Vec::new();
        while let Some((place, item)) = self.take() {
            let mut watched = |own: &Stats| {
                self.signal.stop(watch.tick(&stats.with_part(own)))?;
                self.signal.flow(place)
            };
            done.push(self.do_one(place, item, &mut watched));
            let _ = self.signal.stop(watch.tick(stats));
        }
        wait(helpers, || {
            let _ = self.signal.stop(watch.tick(stats));
        });
        done
    }

    /// Any other thread: does items, and stops when it is signalled to.
    fn help(&self) -> Vec<(usize, R)> {
        let one = |(place, item)| self.do_one(place, item, &mut |_: &Stats| self.signal.flow(place));
        std::iter::from_fn(|| self.take()).map(one).collect()
    }

    /// The next item with its place, unless it would come too late.
    fn take(&self) -> Option<(usize, T)> {
        let next = self.items.lock().expect("taking an item does not panic").next();
        next.filter(|(place, _)| self.signal.flow(*place).is_continue())
    }

    fn do_one(&self, place: usize, item: T, watch: &mut dyn Watch) -> (usize, R) {
        let _guard = StopOnPanic(&self.signal);
        let result = (self.work)(item, &mut Run::new(self.budget, watch));
        if (self.decides)(&result) {
            self.signal.decide(place);
        }
        (place, result)
    }

    /// The results in order up to the one that decided.
    fn results(&self, done: Vec<(usize, R)>) -> Result<Vec<R>, Limit> {
        match self.signal.stopped() {
            Some(stop) => Err(stop.into()),
            None => Ok(in_order(done).into_iter().take(self.signal.decided().saturating_add(1)).collect()),
        }
    }
}

/// Looks around until the threads are done: each drops its sender at its end, also when it panics.
fn wait(threads: &Receiver<()>, mut look: impl FnMut()) {
    while threads.recv_timeout(BETWEEN_LOOKS) == Err(RecvTimeoutError::Timeout) {
        look();
    }
}

fn in_order<R>(mut done: Vec<(usize, R)>) -> Vec<R> {
    done.sort_unstable_by_key(|(place, _)| *place);
    done.into_iter().map(|(_, result)| result).collect()
}

/// Stops the other threads when the work of this one panics: nobody will want their results.
struct StopOnPanic<'s>(&'s Signal);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            let _ = self.0.stop(ControlFlow::Break(Stop::Cancelled));
        }
    }
}

/// Signals between the threads: the watcher stopped the search, or an item decided it.
#[derive(Debug)]
struct Signal {
    /// 0, or one more than the place in `REASONS`.
    stop: AtomicU8,
    /// The first item in order that decides, or the end of all.
    decided: AtomicUsize,
}

impl Default for Signal {
    fn default() -> Self {
        Self { stop: AtomicU8::new(0), decided: AtomicUsize::new(usize::MAX) }
    }
}

impl Signal {
    const REASONS: [Stop; 2] = [Stop::Time, Stop::Cancelled];

    /// Passes on what the watcher said.
    fn stop(&self, flow: ControlFlow<Stop>) -> ControlFlow<Stop> {
        if let ControlFlow::Break(stop) = flow {
            let place = Self::REASONS.iter().position(|reason| *reason == stop).unwrap_or(0);
            self.stop.store(place as u8 + 1, Ordering::Relaxed);
        }
        flow
    }

    fn stopped(&self) -> Option<Stop> {
        let place = usize::from(self.stop.load(Ordering::Relaxed)).checked_sub(1)?;
        Self::REASONS.get(place).copied()
    }

    fn decide(&self, place: usize) {
        self.decided.fetch_min(place, Ordering::Relaxed);
    }

    fn decided(&self) -> usize {
        self.decided.load(Ordering::Relaxed)
    }

    /// May the item at this place go on?
    fn flow(&self, place: usize) -> ControlFlow<Stop> {
        match self.stopped() {
            Some(stop) => ControlFlow::Break(stop),
            None if self.decided() < place => ControlFlow::Break(Stop::Cancelled),
            None => ControlFlow::Continue(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::time::Instant;

    use super::*;
    use crate::watch::{Cancel, Deadline, Unwatched};

    /// Expands nodes until something stops it.
    fn spin(run: &mut Run<'_>) -> Limit {
        loop {
            if let Err(limit) = run.expand(|| (0, 0)) {
                return limit;
            }
        }
    }

    #[test]
    fn results_come_in_the_order_of_the_items() {
        for threads in [1, 2, 5] {
            let mut watch = Unwatched;
            let mut run = Run::new(Budget::default(), &mut watch).with_threads(threads);
            let doubled = run.share_out((0..100).collect(), |n: u32, _| n * 2).unwrap();
            assert_eq!(doubled, (0..100).map(|n| n * 2).collect::<Vec<_>>());
            assert_eq!(share_out(threads, 0..100, |n| n * 2), doubled);
        }
    }

    #[test]
    fn a_race_ends_with_the_first_item_that_decides_whoever_is_faster() {
        for threads in [1, 2, 4] {
            let mut watch = Unwatched;
            let mut run = Run::new(Budget::default().with_nodes(200_000), &mut watch).with_threads(threads);
            // Item 1 decides late, item 2 at once, item 3 never ends by itself.
            let work = |item: usize, run: &mut Run<'_>| match item {
                1 | 3 => (item, Some(spin(run))),
                _ => (item, None),
            };
            let results = run.race(vec![0, 1, 2, 3], work, |(item, _)| *item == 1 || *item == 2).unwrap();
            assert_eq!(results, [(0, None), (1, Some(Limit::Nodes))]);
        }
    }

    #[test]
    fn the_watcher_stops_all_threads() {
        for threads in [1, 3] {
            let mut deadline = Deadline::after(Duration::from_millis(20));
            let mut run = Run::new(Budget::UNLIMITED, &mut deadline).with_threads(threads);
            assert_eq!(run.share_out(vec![(); 3], |(), run| spin(run)), Err(Limit::Time));
            let mut cancel = Cancel::default();
            cancel.clone().cancel();
            let mut run = Run::new(Budget::UNLIMITED, &mut cancel).with_threads(threads);
            assert_eq!(run.share_out(vec![(); 3], |(), run| spin(run)), Err(Limit::Cancelled));
        }
    }

    #[test]
    fn a_panic_in_the_work_is_a_panic_of_the_caller_with_its_message() {
        let message = |work: &dyn Fn()| {
            let panic = catch_unwind(AssertUnwindSafe(work)).unwrap_err();
            panic.downcast_ref::<String>().cloned().unwrap_or_default()
        };
        for threads in [1, 2, 3] {
            let shared = message(&|| {
                share_out(threads, 0..8, |n| assert!(n != 7, "item {n} is bad"));
            });
            assert_eq!(shared, "item 7 is bad");
            let raced = message(&|| {
                let mut watch = Unwatched;
                let mut run = Run::new(Budget::default(), &mut watch).with_threads(threads);
                let _ = run.share_out((0..8).collect(), |n: u32, run| {
                    assert!(n != 7, "item {n} is bad");
                    if n == 6 && threads > 1 {
                        spin(run);
                    }
                });
            });
            assert_eq!(raced, "item 7 is bad");
        }
    }

    #[test]
    fn an_idle_caller_still_asks_its_watcher() {
        let started = Instant::now();
        let mut deadline = Deadline::after(Duration::from_millis(20));
        let mut run = Run::new(Budget::UNLIMITED, &mut deadline).with_threads(2);
        let caller = thread::current().id();
        // The calling thread has nothing to do; the other one only hears of the deadline from it.
        let work =
            |(), run: &mut Run<'_>| if thread::current().id() == caller { None } else { Some(spin(run)) };
        let ended = run.share_out(vec![(); 2], work);
        assert!(matches!(ended, Err(Limit::Time) | Ok(_)), "{ended:?}");
        assert!(started.elapsed() < Duration::from_secs(20));
    }
}

//! Solver work on threads of its own: queued fairly, within a budget, stopped when nobody waits any more.

use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use search::{Budget, Cancel, Deadline, Run};
use tokio::sync::oneshot;

use crate::client::Address;
use crate::config::Limits;

/// The threads that do solver work.
#[derive(Debug)]
pub(crate) struct Workers {
    queue: Arc<Queue>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

/// Work that waits, by client. The clients take turns: one with many questions does not hold up the others.
#[derive(Debug)]
struct Queue {
    waiting: Mutex<Waiting>,
    changed: Condvar,
    /// Stops all work that is being done.
    closing: Cancel,
    most: usize,
    most_of_client: usize,
    /// The work of a client that is done at once.
    most_at_once: usize,
}

#[derive(Debug, Default)]
struct Waiting {
    /// The clients with work that waits, in the order in which they are served.
    clients: VecDeque<(Address, VecDeque<Job>)>,
    /// The work of each client that waits or is being done.
    counts: HashMap<Address, usize>,
    /// The work of each client that is being done.
    running: HashMap<Address, usize>,
    /// Work that waits or is being done.
    total: usize,
    is_closed: bool,
}

struct Job {
    cancel: Cancel,
    work: Box<dyn FnOnce(Cancel) + Send>,
}

impl std::fmt::Debug for Job {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Job")
    }
}

/// The limits of one piece of work.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JobLimits {
    pub(crate) budget: Budget,
    pub(crate) time: Duration,
}

impl JobLimits {
    /// The usual limits, with at most this many positions.
    pub(crate) fn nodes(limits: &Limits, nodes: u64) -> Self {
        let budget = Budget::UNLIMITED.with_nodes(nodes).with_memory(limits.job_memory);
        Self { budget, time: limits.job_time }
    }
}

/// The reason why work is not taken on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NotTaken {
    /// The client has asked for too much already.
    TooMany,
    /// Everybody together has.
    Full,
}

/// Work that was asked for. Whoever drops this stops the work.
#[derive(Debug)]
pub(crate) struct Ticket<T> {
    answer: oneshot::Receiver<T>,
    cancel: Cancel,
}

impl<T> Ticket<T> {
    /// Waits for the answer; none if the work panicked or the server stops.
    pub(crate) async fn wait(mut self) -> Option<T> {
        (&mut self.answer).await.ok()
    }
}

impl<T> Drop for Ticket<T> {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}

impl Workers {
    /// Starts the threads; a client has the use of `at_once` of them.
    pub(crate) fn start(limits: &Limits, at_once: usize) -> Self {
        let queue = Arc::new(Queue {
            waiting: Mutex::default(),
            changed: Condvar::new(),
            closing: Cancel::default(),
            most: limits.jobs,
            most_of_client: limits.jobs_of_client,
            most_at_once: at_once,
        });
        let start = |number: usize| {
            let queue = Arc::clone(&queue);
            let thread = std::thread::Builder::new().name(format!("solver {number}"));
            thread.spawn(move || queue.serve()).expect("the system has threads")
        };
        let threads = Mutex::new((1..=limits.threads.max(1)).map(start).collect());
        Self { queue, threads }
    }

    /// Takes on work for a client.
    pub(crate) fn submit<T: Send + 'static>(
        &self,
        client: Address,
        limits: JobLimits,
        work: impl FnOnce(&mut Run<'_>) -> T + Send + 'static,
    ) -> Result<Ticket<T>, NotTaken> {
        let (send, answer) = oneshot::channel();
        let cancel = Cancel::default();
        let closing = self.queue.closing.clone();
        let work = Box::new(move |cancel: Cancel| {
            let mut watch = ((cancel, closing), Deadline::after(limits.time));
            let done = catch_unwind(AssertUnwindSafe(|| work(&mut Run::new(limits.budget, &mut watch))));
            if let Ok(answer) = done {
                // Whoever asked may have left.
                let _ = send.send(answer);
            }
        });
        self.queue.add(client, Job { cancel: cancel.clone(), work })?;
        Ok(Ticket { answer, cancel })
    }

    /// Work that waits or is being done.
    pub(crate) fn load(&self) -> usize {
        self.queue.lock().total
    }

    /// Takes on nothing more, stops everything, and waits for the threads.
    pub(crate) fn close(&self) {
        {
            let mut waiting = self.queue.lock();
            waiting.is_closed = true;
            waiting.clients.clear();
        }
        self.queue.closing.cancel();
        self.queue.changed.notify_all();
        let threads = std::mem::take(&mut *self.threads.lock().unwrap_or_else(PoisonError::into_inner));
        for thread in threads {
            // A panic of a job is caught; a thread cannot end by one.
            let _ = thread.join();
        }
    }
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, client: Address, job: Job) -> Result<(), NotTaken> {
        let mut waiting = self.lock();
        if waiting.is_closed || waiting.total >= self.most {
            return Err(NotTaken::Full);
        }
        let count = waiting.counts.entry(client).or_default();
        if *count >= self.most_of_client {
            return Err(NotTaken::TooMany);
        }
        *count += 1;
        waiting.total += 1;
        match waiting.clients.iter_mut().find(|(other, _)| *other == client) {
            Some((_, jobs)) => jobs.push_back(job),
            None => waiting.clients.push_back((client, VecDeque::from([job]))),
        }
        drop(waiting);
        self.changed.notify_one();
        Ok(())
    }

    /// Does work until the queue is closed.
    fn serve(&self) {
        while let Some((client, job)) = self.next() {
            if !job.cancel.is_cancelled() {
                (job.work)(job.cancel);
            }
            self.done(client);
        }
    }

    /// The next work of the client whose turn it is; that client then comes last.
    fn next(&self) -> Option<(Address, Job)> {
        let mut waiting = self.lock();
        loop {
            if waiting.is_closed {
                return None;
            }
            if let Some(next) = waiting.take(self.most_at_once) {
                return Some(next);
            }
            waiting = self.changed.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn done(&self, client: Address) {
        let mut waiting = self.lock();
        waiting.total -= 1;
        count_down(&mut waiting.counts, client);
        count_down(&mut waiting.running, client);
    }
}

impl Waiting {
    /// The work of the first client that has fewer than this many pieces done at the moment. The thread that ends one of a
    /// client that is passed over asks again afterwards.
    fn take(&mut self, most_at_once: usize) -> Option<(Address, Job)> {
        let running = &self.running;
        let is_free = |client: &Address| running.get(client).is_none_or(|&count| count < most_at_once);
        let at = self.clients.iter().position(|(client, _)| is_free(client))?;
        let (client, mut jobs) = self.clients.remove(at)?;
        let job = jobs.pop_front().expect("a client that waits has work");
        if !jobs.is_empty() {
            self.clients.push_back((client, jobs));
        }
        *self.running.entry(client).or_default() += 1;
        Some((client, job))
    }
}

fn count_down(counts: &mut HashMap<Address, usize>, client: Address) {
    if let Some(count) = counts.get_mut(&client) {
        *count -= 1;
        if *count == 0 {
            counts.remove(&client);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;
    use std::sync::mpsc;

    use super::*;

    const LIMITS: JobLimits = JobLimits { budget: Budget::UNLIMITED, time: Duration::from_secs(60) };

    fn client(number: u8) -> Address {
        Address(IpAddr::from([10, 0, 0, number]))
    }

    fn workers() -> Workers {
        Workers::start(&Limits { threads: 1, jobs: 5, jobs_of_client: 3, ..Limits::default() }, 1)
    }

    /// Work that goes on until it is stopped.
    fn endless(workers: &Workers, number: u8) -> (Ticket<()>, mpsc::Receiver<&'static str>) {
        let (send, seen) = mpsc::channel();
        let ticket = workers.submit(client(number), LIMITS, move |run| {
            send.send("begun").unwrap();
            while run.ask().is_ok() {
                std::thread::yield_now();
            }
            send.send("stopped").unwrap();
        });
        (ticket.unwrap(), seen)
    }

    #[test]
    fn dropping_the_ticket_stops_the_work() {
        let workers = workers();
        let (ticket, seen) = endless(&workers, 1);
        assert_eq!(seen.recv(), Ok("begun"));
        drop(ticket);
        assert_eq!(seen.recv_timeout(Duration::from_secs(10)), Ok("stopped"));
        workers.close();
        assert_eq!(workers.load(), 0);
    }

    #[test]
    fn clients_take_turns() {
        let workers = workers();
        let (first, seen) = endless(&workers, 1);
        seen.recv().unwrap();
        let (send, order) = mpsc::channel();
        let tickets: Vec<_> = [1, 1, 2, 3]
            .map(|number| {
                let send = send.clone();
                workers.submit(client(number), LIMITS, move |_| send.send(number).unwrap()).unwrap()
            })
            .into();
        assert_eq!(workers.submit(client(4), LIMITS, |_| ()).unwrap_err(), NotTaken::Full);
        drop(first);
        assert_eq!([(); 4].map(|()| order.recv().unwrap()), [1, 2, 3, 1]);
        drop(tickets);
        workers.close();
    }

    /// Of two threads one is left for another client, also where nobody else waits yet.
    #[test]
    fn a_client_does_not_occupy_all_threads() {
        let limits = Limits { threads: 2, jobs: 9, jobs_of_client: 3, ..Limits::default() };
        let workers = Workers::start(&limits, 1);
        let mut first: Vec<_> = (0..3).map(|_| endless(&workers, 1)).collect();
        assert_eq!(first[0].1.recv(), Ok("begun"));
        let (_other, seen) = endless(&workers, 2);
        assert_eq!(seen.recv_timeout(Duration::from_secs(10)), Ok("begun"));
        assert!(first[1].1.try_recv().is_err(), "one at a time");
        drop(first.remove(0));
        assert_eq!(first[0].1.recv_timeout(Duration::from_secs(10)), Ok("begun"));
        drop(first);
        workers.close();
    }

    #[test]
    fn a_client_may_ask_a_few_things_at_once() {
        let workers = workers();
        let tickets: Vec<_> = (0..3).map(|_| endless(&workers, 1)).collect();
        assert_eq!(workers.submit(client(1), LIMITS, |_| ()).unwrap_err(), NotTaken::TooMany);
        assert!(workers.submit(client(2), LIMITS, |_| ()).is_ok());
        drop(tickets);
        workers.close();
    }

    #[tokio::test]
    async fn a_panic_is_an_answer_that_does_not_come() {
        let workers = workers();
        let ticket = workers.submit(client(1), LIMITS, |_| panic!("a fault of a solver")).unwrap();
        let answer: Option<()> = ticket.wait().await;
        assert_eq!(answer, None);
        let ticket = workers.submit(client(1), LIMITS, |_| 7).unwrap();
        assert_eq!(ticket.wait().await, Some(7));
        workers.close();
    }
}

//! The row engine on work that is easy to check: item n takes n % 97 nodes, and its row says what became of it.

use std::convert::Infallible;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use search::{Limit, Run};
use serde::{Deserialize, Serialize};
use survey::{Key, Ledger, LedgerError, Limits, Plan, RowsError, Work, in_order, resume};

const UNLIMITED: Limits = Limits { nodes: None, memory: 1 << 30, time_ms: None };

/// Counts to the cost of each item.
struct Counting {
    key: Key,
    begun: AtomicU64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Counted {
    To(u64),
    GaveUp,
}

impl Counting {
    fn new() -> Self {
        Self { key: Key::new("counting").with("modulus", 97), begun: AtomicU64::new(0) }
    }
}

impl Work for Counting {
    type Row = Counted;
    type Worker = ();
    type Error = Infallible;

    fn key(&self) -> Key {
        self.key.clone()
    }

    fn worker(&self) {}

    fn row(&self, (): &mut (), item: u64, run: &mut Run<'_>) -> Result<Option<Counted>, Infallible> {
        self.begun.fetch_add(1, Ordering::Relaxed);
        assert_ne!(item, 666, "item 666 is bad");
        for _ in 0..item % 97 {
            match run.spend(1) {
                Ok(()) => {}
                Err(Limit::Cancelled) => return Ok(None),
                Err(_) => return Ok(Some(Counted::GaveUp)),
            }
        }
        Ok(Some(Counted::To(item % 97)))
    }

    fn gave_up(row: &Counted) -> Option<Limit> {
        (*row == Counted::GaveUp).then_some(Limit::Nodes)
    }
}

fn plan(items: std::ops::RangeInclusive<u64>, limits: Limits, stop: &(dyn Fn() -> bool + Sync)) -> Plan<'_> {
    Plan { items, threads: 2, limits, stop }
}

fn rows(ledger: &Ledger<Counted>, items: std::ops::RangeInclusive<u64>) -> Vec<(u64, Counted)> {
    let mut rows = Vec::new();
    let read: std::io::Result<()> = ledger.for_each(&items, |item, row| {
        rows.push((item, row));
        Ok(())
    });
    read.unwrap();
    rows
}

fn all(items: std::ops::RangeInclusive<u64>) -> Vec<(u64, Counted)> {
    items.map(|item| (item, Counted::To(item % 97))).collect()
}

fn done(work: &Counting, plan: &Plan<'_>, path: &Path) -> Result<Ledger<Counted>, LedgerError> {
    resume(work, plan, path, |_| {}).map_err(|error| match error {
        RowsError::Ledger(error) => error,
        RowsError::Work(never) => match never {},
    })
}

#[test]
fn rows_come_in_order_on_any_number_of_threads() {
    for threads in [1, 2, 7] {
        let mut seen = Vec::new();
        let plan = Plan { threads, ..plan(1..=60_000, UNLIMITED, &|| false) };
        let shown: Result<(), Infallible> =
            in_order(&Counting::new(), &Plan { items: 1000..=60_000, ..plan }, |item, row| {
                seen.push((item, row));
                Ok(())
            });
        shown.unwrap();
        assert_eq!(seen, all(1000..=60_000));
    }
}

#[test]
fn an_error_of_the_reader_ends_the_work() {
    let work = Counting::new();
    let shown: Result<(), ReaderLeft> =
        in_order(&work, &plan(1000..=10_000_000, UNLIMITED, &|| false), |_, _| Err(ReaderLeft));
    assert!(shown.is_err() && work.begun.load(Ordering::Relaxed) < 1_000_000);
}

#[derive(Debug)]
struct ReaderLeft;

impl From<Infallible> for ReaderLeft {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}

#[test]
fn a_panic_of_a_thread_is_a_panic_here() {
    let panic = catch_unwind(AssertUnwindSafe(|| {
        let _: Result<(), Infallible> =
            in_order(&Counting::new(), &plan(1..=u64::MAX - 1, UNLIMITED, &|| false), |_, _| Ok(()));
    }));
    let message = panic.unwrap_err();
    let message = message.downcast_ref::<String>().unwrap();
    assert!(message.contains("item 666 is bad"), "{message}");
}

#[test]
fn a_kill_at_any_byte_loses_nothing_that_was_written_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger");
    drop(done(&Counting::new(), &plan(1..=40, UNLIMITED, &|| false), &path).unwrap());
    let whole = fs::read(&path).unwrap();
    let title = "{\"tapis\":\"".len();
    for cut in (0..whole.len()).filter(|cut| *cut == 0 || *cut >= title) {
        fs::write(&path, &whole[..cut]).unwrap();
        let work = Counting::new();
        let ledger = done(&work, &plan(1..=40, UNLIMITED, &|| false), &path).unwrap();
        assert_eq!(rows(&ledger, 1..=40), all(1..=40), "cut at {cut}");
        let kept = whole[..cut].split(|byte| *byte == b'\n').count().saturating_sub(3) as u64;
        assert_eq!(
            work.begun.load(Ordering::Relaxed),
            40 - kept.min(40),
            "cut at {cut}: no row is made twice"
        );
    }
}

#[test]
fn a_stopped_run_goes_on_and_each_repetition_gets_further() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger");
    let mut before = 0;
    for repetition in 0..1000 {
        let work = Counting::new();
        // As if the time were over after some items.
        let stop = || work.begun.load(Ordering::Relaxed) >= 7;
        let ledger = done(&work, &plan(1000..=1500, UNLIMITED, &stop), &path).unwrap();
        let now = ledger.count(&(1000..=1500));
        assert!(now > before, "repetition {repetition}: {now} rows");
        if now == 501 {
            assert_eq!(rows(&ledger, 1000..=1500), all(1000..=1500));
            return;
        }
        before = now;
    }
    panic!("it never ends");
}

/// An item that takes longer than a whole run must not hold the others up.
#[test]
fn what_was_cut_off_waits_for_the_rest() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger");
    let run = |items| {
        let work = Counting::new();
        // The second node that any item spends is too late.
        let asked = AtomicU64::new(0);
        let stop = || work.begun.load(Ordering::Relaxed) > 0 && asked.fetch_add(1, Ordering::Relaxed) > 4;
        let plan = Plan { threads: 1, ..plan(items, UNLIMITED, &stop) };
        let ledger = done(&work, &plan, &path).unwrap();
        rows(&ledger, 96..=98)
    };
    assert_eq!(run(96..=98), [], "item 96 takes 96 nodes");
    assert_eq!(run(96..=98), [(97, Counted::To(0)), (98, Counted::To(1))]);
}

#[test]
fn more_items_extend_and_fewer_report_those_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger");
    let run = |items: std::ops::RangeInclusive<u64>| {
        let work = Counting::new();
        let ledger = done(&work, &plan(items.clone(), UNLIMITED, &|| false), &path).unwrap();
        assert_eq!(rows(&ledger, items.clone()), all(items));
        work.begun.into_inner()
    };
    assert_eq!(run(100..=199), 100);
    assert_eq!(run(120..=130), 0);
    assert_eq!(run(50..=249), 100);
    assert_eq!(run(50..=249), 0);
}

#[test]
fn larger_limits_try_again_what_was_given_up_and_smaller_ones_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger");
    let items = 1000..=1193;
    let run = |nodes: Option<u64>, memory: u64| {
        let work = Counting::new();
        let limits = Limits { nodes, memory, time_ms: None };
        let ledger = done(&work, &plan(items.clone(), limits, &|| false), &path)?;
        let open =
            rows(&ledger, items.clone()).into_iter().filter(|(_, row)| *row == Counted::GaveUp).count();
        Ok::<_, LedgerError>((work.begun.into_inner(), open))
    };
    let refused = |result: Result<_, LedgerError>| result.map(drop).unwrap_err().to_string();
    assert_eq!(run(Some(20), 1000).unwrap(), (194, 152));
    assert_eq!(run(Some(20), 1000).unwrap(), (0, 152), "the same limits change nothing");
    assert_eq!(run(Some(20), 2000).unwrap(), (0, 152), "more memory does not bring more nodes");
    assert_eq!(run(Some(50), 2000).unwrap(), (152, 92));
    let larger = "this ledger holds rows made with";
    assert_eq!(
        refused(run(Some(49), 2000)),
        format!("{larger} --nodes 50; give at least that, or another file")
    );
    assert_eq!(
        refused(run(None, 1999)),
        format!("{larger} --memory 2000; give at least that, or another file")
    );
    assert_eq!(run(None, 2000).unwrap(), (92, 0));
    assert_eq!(run(None, 2000).unwrap(), (0, 0));
}

#[test]
fn other_keys_other_files_and_other_writers_are_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger");
    let plan = plan(1..=9, UNLIMITED, &|| false);
    let open = done(&Counting::new(), &plan, &path).unwrap();
    assert!(matches!(done(&Counting::new(), &plan, &path), Err(LedgerError::Busy)));
    drop(open);
    let written = fs::read(&path).unwrap();
    let base = Counting::new().key;
    let keys = [
        (base.clone().with("modulus", 98), "`modulus` is 97 there and 98 here"),
        (base.clone().with("more", 1), "`more` is not given there and 1 here"),
        (base.clone().with_version("9.9.9"), "the version is 0.2.0 there and 9.9.9 here"),
        (Key::new("other").with("modulus", 97), "the kind of work is counting there and other here"),
    ];
    for (key, difference) in keys {
        let refused = done(&Counting { key, ..Counting::new() }, &plan, &path).unwrap_err();
        assert_eq!(
            refused.to_string(),
            format!("this ledger holds other work: {difference}; give another file")
        );
        assert_eq!(fs::read(&path).unwrap(), written);
    }
    for text in ["{", "a letter", "a letter\n", "{}\n", "\n", "tapis hunt 1 FreeCell 1..9\n", "\0\u{1}\n\n"] {
        fs::write(&path, text).unwrap();
        assert!(matches!(done(&Counting::new(), &plan, &path), Err(LedgerError::NotALedger)), "{text:?}");
        assert_eq!(fs::read(&path).unwrap(), text.as_bytes());
    }
    let first = written.split_inclusive(|byte| *byte == b'\n').next().unwrap();
    for line in ["x\n", "{\"row\":[1]}\n", "{\"row\":[1,{\"To\":1}]}\n"] {
        fs::write(&path, [first, line.as_bytes()].concat()).unwrap();
        assert_eq!(done(&Counting::new(), &plan, &path).unwrap_err().to_string(), "line 2 cannot be read");
    }
}

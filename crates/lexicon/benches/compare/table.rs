//! The result as a page.

use std::fmt::Write;
use std::time::Duration;

use lexicon::WordList;

use crate::subject::Subject;
use crate::tasks::Time;

pub(crate) fn markdown(
    words: &WordList,
    built: &[(&'static str, Duration)],
    subjects: &[Box<dyn Subject>],
    times: &[Time],
) -> String {
    let mut page = format!(
        "# The lexicon and its peers\n\n\
         Written by `cargo xtask bench lexicon`: {} words of the classic French list, all forms in one run, every\n\
         answer compared first. CPU time for one question, the best of several rounds in which all take turns.\n\n",
        words.len()
    );
    row(&mut page, "", subjects.iter().map(|subject| subject.name().to_owned()));
    row(&mut page, "---", subjects.iter().map(|_| "---:".to_owned()));
    for time in times {
        row(&mut page, time.task, time.best.iter().map(|&best| in_units(best)));
    }
    row(&mut page, "size", subjects.iter().map(|subject| format!("{:.0} kB", subject.size() as f64 / 1e3)));
    page.push_str("\n| step | CPU time |\n|---|---:|\n");
    for (step, time) in built {
        row(&mut page, step, std::iter::once(format!("{:.1} ms", time.as_secs_f64() * 1e3)));
    }
    page
}

fn row(page: &mut String, name: &str, columns: impl Iterator<Item = String>) {
    let columns: Vec<String> = columns.collect();
    writeln!(page, "| {name} | {} |", columns.join(" | ")).expect("a string takes all text");
}

/// A thousandth of this time, in the unit that suits it.
fn in_units(thousandfold: Duration) -> String {
    let nanoseconds = thousandfold.as_nanos() as f64 / 1e3;
    match nanoseconds {
        ..1e3 => format!("{nanoseconds:.0} ns"),
        ..1e6 => format!("{:.1} µs", nanoseconds / 1e3),
        _ => format!("{:.2} ms", nanoseconds / 1e6),
    }
}

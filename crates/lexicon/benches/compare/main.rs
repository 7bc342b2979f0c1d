//! The automaton and the trie compared with `fst` and a plain boxed trie, on the classic list, in one run.
//!
//! Every answer is compared before anything is timed. Times are CPU time of the one thread, the best of several rounds in
//! which all take turns, so that a busy machine slows all of them.

mod boxed;
mod classic;
mod clock;
mod finite;
mod subject;
mod table;
mod tasks;

use lexicon::{Reading, WordList};

use crate::subject::Subject;
use crate::tasks::Tasks;

const ROUNDS: usize = 15;

fn main() {
    // `cargo test --all-targets` also starts benches; only `cargo bench` says `--bench`.
    if !std::env::args().any(|arg| arg == "--bench") {
        return;
    }
    let Some(list) = classic::classic_list() else { return };
    let reading = Reading { shortest: 3, ..Reading::default() };
    let (words, _) = WordList::read(list.as_slice(), &reading).expect("the list is sound");
    let built = subject::build_times(&list, &reading);
    let subjects: Vec<Box<dyn Subject>> = subject::all(&words);
    let tasks = Tasks::new(&words);
    tasks.compare(&subjects);
    print!("{}", table::markdown(&words, &built, &subjects, &tasks.time(&subjects, ROUNDS)));
}

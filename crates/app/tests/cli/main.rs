//! The programs as a user meets them, one module per command or family.

mod run;
mod terminal;

mod alphabets;
mod answers;
mod convert;
mod english;
mod lists;
mod notation;
mod patience;
mod peg;
mod peg_courses;
mod peg_graphs;
mod pictures;
mod play;
mod play_lines;
mod rate;
mod real_xpat2;
mod resume;
mod rummy;
mod rummy_best;
mod rummy_check;
mod screen;
mod serve;
mod solve;
mod step;
mod survey;
mod verdicts;
mod words;

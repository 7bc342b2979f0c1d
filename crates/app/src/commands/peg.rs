//! `tapis peg`: peg solitaire.

mod cache;
mod check;
mod count;
pub(crate) mod game;
mod list;
mod moves;
pub(crate) mod picture;
pub(crate) mod play;
mod reason;
mod record;
mod show;
mod solve;
pub(crate) mod solvability_cache;
mod survey;

use clap::Subcommand;

use crate::exit::{Exit, Fault};

/// Peg solitaire: solve, prove, count and play on any board
///
/// Built-in boards: english, french (european), wiegleb, asymmetric (bell), diamond, triangle10 to triangle120,
/// hexagon19 to hexagon127. A board can also be a text file: one line per row, `o` peg, `.` hole, blank or `#` no
/// hole, with a first line `grid: triangular` where the grid is not square.
///
/// Holes have a column letter and a row number from the top: d4 is the centre of the English board. On triangular
/// boards the letter counts along the row. A jump is d2-d4; jumps by one peg in a row are one move: d2-d4-f4.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Show(show::Args),
    Moves(moves::Args),
    Solve(solve::Args),
    Count(count::Args),
    Survey(survey::Args),
    Play(play::Args),
    Check(check::Args),
    Cache(cache::Args),
}

pub(crate) fn run(args: &Args) -> Result<Exit, Fault> {
    match &args.command {
        Command::Show(args) => show::run(args),
        Command::Moves(args) => moves::run(args),
        Command::Solve(args) => solve::run(args),
        Command::Count(args) => count::run(args),
        Command::Survey(args) => survey::run(args),
        Command::Play(args) => play::run(args),
        Command::Check(args) => check::run(args),
        Command::Cache(args) => cache::run(args),
    }
}

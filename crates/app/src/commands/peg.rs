//! `tapis peg`: peg solitaire.

mod cache;
mod check;
mod count;
mod draw;
mod fewest_pegs;
pub(crate) mod game;
mod images;
mod line_file;
mod list;
mod moves;
pub(crate) mod picture;
pub(crate) mod play;
mod problems;
mod prove;
mod reason;
mod record;
mod result_file;
mod shared_args;
mod show;
mod solve;
pub(crate) mod solvability_cache;
mod statistics;
mod survey;
mod survey_table;
mod svg;
mod verify;

use clap::Subcommand;

use crate::exit::{Exit, Fault};

/// Peg solitaire: solve, prove, count and play on any board
///
/// Built-in boards: english, french (european), wiegleb, asymmetric (bell), diamond, and by their number of holes
/// triangle6 to triangle120, hexagon7 to hexagon127, diamond5 to diamond113. A board can also be a text file: one line
/// per row, `o` peg, `.` hole, blank or `#` no hole, with a first line `grid: triangular` where the grid is not square.
/// After the rows a line `more jumps:` or `jumps:` may list other jumps, as in `a1-b2-c3`: diagonal ones, those of a
/// board of three dimensions, or of any graph. docs/peg.md has examples.
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
    Images(images::Args),
    Draw(draw::Args),
    Problems(problems::Args),
    Moves(moves::Args),
    Solve(solve::Args),
    Count(count::Args),
    Statistics(statistics::Args),
    Prove(prove::Args),
    Verify(verify::Args),
    Survey(survey::Args),
    Play(play::Args),
    Check(check::Args),
    Cache(cache::Args),
}

pub(crate) fn run(args: &Args) -> Result<Exit, Fault> {
    match &args.command {
        Command::Show(args) => show::run(args),
        Command::Images(args) => images::run(args),
        Command::Draw(args) => draw::run(args),
        Command::Problems(args) => problems::run(args),
        Command::Moves(args) => moves::run(args),
        Command::Solve(args) => solve::run(args),
        Command::Count(args) => count::run(args),
        Command::Statistics(args) => statistics::run(args),
        Command::Prove(args) => prove::run(args),
        Command::Verify(args) => verify::run(args),
        Command::Survey(args) => survey::run(args),
        Command::Play(args) => play::run(args),
        Command::Check(args) => check::run(args),
        Command::Cache(args) => cache::run(args),
    }
}

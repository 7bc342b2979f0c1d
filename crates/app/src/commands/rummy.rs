//! `tapis rummy`: letter rummy, Rummikub and card variants.

mod arena;
mod best;
mod check;
mod rules;
pub(crate) mod rules_args;
mod play;
mod thinking;

use crate::exit::{Exit, Fault};

/// Play and judge letter rummy, Rummikub, rami, canasta and a small mahjong
///
/// The rules of each, and the form of the saved games, are in docs/rummy.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    Play(play::Args),
    Best(best::Args),
    Arena(arena::Args),
    Check(check::Args),
    Rules(rules::Args),
}

pub(crate) fn run(args: &Args) -> Result<Exit, Fault> {
    match &args.command {
        Command::Play(args) => play::run(args),
        Command::Best(args) => best::run(args),
        Command::Arena(args) => arena::run(args),
        Command::Check(args) => check::run(args),
        Command::Rules(args) => rules::run(args),
    }
}

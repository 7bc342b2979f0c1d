//! `tapis peg moves`: the legal jumps of a position.

use serde::Serialize;

use super::shared_args::PositionArgs;
use crate::exit::{Exit, Fault};
use crate::output;

/// List the legal jumps of a position
///
/// With --play the jumps after some moves: tapis peg moves --play "d2-d4". The exit code is 1 when nothing can
/// jump.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
}

#[derive(Serialize)]
struct Answer {
    jumps: Vec<String>,
    /// The position after each jump, as text.
    after: Vec<String>,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Fault> {
    let game = args.position.game()?;
    let jumps: Vec<_> = game.board.legal_jumps(game.start).collect();
    let names = jumps.iter().map(|&jump| game.notation.jump(&game.board, jump)).collect();
    let after = jumps.iter().map(|&jump| peg::to_text(&game.board, game.start.play(jump))).collect();
    let answer = Answer { jumps: names, after };
    output::print(args.position.json, &answer, |out| {
        answer.jumps.iter().try_for_each(|name| writeln!(out, "{name}"))
    })?;
    Ok(if jumps.is_empty() { Exit::No } else { Exit::Yes })
}

//! `tapis peg show`: the board and the position on it.

use std::io::{self, Write};

use peg::{Classes, Grid};
use serde::Serialize;

use super::game::{Game, GameArgs};
use super::picture;
use crate::exit::{Exit, Fault};
use crate::output;

/// Show a position
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Print the text that --from and --board read, and nothing else
    #[arg(long, conflicts_with = "json")]
    text: bool,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Answer {
    board: String,
    grid: &'static str,
    holes: usize,
    jumps: usize,
    symmetries: usize,
    invariants: usize,
    pegs: Vec<String>,
    empty: Vec<String>,
    text: String,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Fault> {
    let game = args.game.game()?;
    output::print(args.json && !args.text, &Answer::new(&game), |out| {
        if args.text { write!(out, "{}", peg::to_text(&game.board, game.start)) } else { draw(out, &game) }
    })?;
    Ok(Exit::Yes)
}

impl Answer {
    fn new(game: &Game) -> Self {
        let board = &game.board;
        let name = |hole| game.notation.hole(board, hole);
        let (pegs, empty): (Vec<_>, Vec<_>) = board.holes().partition(|&hole| game.start.has(hole));
        Self {
            board: game.name.clone(),
            grid: if board.grid() == Grid::Square { "square" } else { "triangular" },
            holes: board.len(),
            jumps: board.jumps().len(),
            symmetries: board.symmetries().len(),
            invariants: Classes::of(board).rules().len(),
            pegs: pegs.into_iter().map(name).collect(),
            empty: empty.into_iter().map(name).collect(),
            text: peg::to_text(board, game.start),
        }
    }
}

fn draw(out: &mut dyn Write, game: &Game) -> io::Result<()> {
    let Game { name, board, start, .. } = game;
    picture::draw(out, board, *start)?;
    let possible = board.legal_jumps(*start).count();
    writeln!(out, "{name}: {} holes, {} pegs, {possible} jumps possible", board.len(), start.pegs())
}

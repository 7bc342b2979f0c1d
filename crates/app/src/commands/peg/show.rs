//! `tapis peg show`: the board and the position on it.

use std::io::{self, Write};

use clap::ValueEnum;
use peg::{Classes, Grid};
use serde::Serialize;

use super::game::{Game, GameArgs};
use super::picture;
use crate::exit::{Exit, Fault};
use crate::limits::counted;
use crate::output;

/// Show a position
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Print the text that --from and --board read, and nothing else
    #[arg(long, conflicts_with = "json")]
    text: bool,
    /// Print the position in this form, and nothing else; --from reads all but the number, which --bits reads
    #[arg(long = "as", value_name = "FORM", value_enum, conflicts_with_all = ["json", "text"])]
    form: Option<Form>,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

/// A way to write a position.
#[derive(ValueEnum, Clone, Copy, Debug)]
enum Form {
    /// One line per row: o peg, . empty
    Text,
    /// One line per row: X peg, O empty
    Picture,
    /// The matrix of the course in digits: 1 peg, 0 empty, 2 no hole; one line per column of the board
    Matrix,
    /// The pair of the course in Caml: the number of pegs and the matrix
    Caml,
    /// The number whose bits are the pegs, row by row
    Number,
}

impl Form {
    fn write(self, game: &Game) -> Result<String, Fault> {
        let Game { board, start, .. } = game;
        let square = |text: Option<String>| text.ok_or_else(|| Fault::usage("a matrix is for square grids"));
        match self {
            Self::Text => Ok(peg::to_text(board, *start)),
            Self::Picture => Ok(peg::to_picture(board, *start)),
            Self::Matrix => square(peg::to_digits(board, *start)),
            Self::Caml => square(peg::to_caml(board, *start)),
            Self::Number => Ok(format!("{}\n", start.bits())),
        }
    }
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
    /// A number of up to 128 bits, as text.
    number: String,
    text: String,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Fault> {
    let game = args.game.game()?;
    let form = args.form.or(args.text.then_some(Form::Text));
    let text = form.map(|form| form.write(&game)).transpose()?;
    output::print(args.json && !args.text, &Answer::new(&game), |out| match &text {
        Some(text) => write!(out, "{text}"),
        None => draw(out, &game),
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
            number: game.start.bits().to_string(),
            text: peg::to_text(board, game.start),
        }
    }
}

fn draw(out: &mut dyn Write, game: &Game) -> io::Result<()> {
    let Game { name, board, start, .. } = game;
    picture::draw(out, board, game.notation, *start)?;
    let jumps = counted(board.legal_jumps(*start).count() as u64, "jump");
    let [holes, pegs] = [(board.len() as u64, "hole"), (start.pegs().into(), "peg")]
        .map(|(number, thing)| counted(number, thing));
    writeln!(out, "{name}: {holes}, {pegs}, {jumps} possible, number {}", start.bits())
}

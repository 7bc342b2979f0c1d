//! Peg solitaire in lines.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use session::texts::{Language, LineText, Thing};
use session::{Ending, PegView};

use crate::commands::peg::picture;

/// Shows the board and how many pegs are left.
pub(super) fn show(out: &mut impl Write, view: &PegView, language: Language) -> io::Result<()> {
    let setup = peg::Setup::parse(&view.text).expect("a view has a board");
    picture::draw(out, &setup.board, peg::Notation::Standard, setup.position)?;
    let left = match (setup.position.pegs(), setup.position.holes().next()) {
        (1, Some(hole)) => {
            language.fill(LineText::OnePegAt, &[&peg::Notation::Standard.hole(&setup.board, hole)])
        }
        (pegs, _) => language.counted(pegs as usize, Thing::Peg),
    };
    let words = match view.ending {
        Some(Ending::Won) => language.fill(LineText::WonMark, &[&left]),
        Some(_) => language.fill(LineText::NoJumpMark, &[&left]),
        None => left,
    };
    writeln!(out, "{words}")
}

/// The jumps, with a sign and a colour where it is known whether they keep the win.
pub(super) fn jumps(view: &PegView, language: Language) -> String {
    let name = |jump: &session::JumpView| match jump.solvable {
        Some(true) => styled(AnsiColor::Green.on_default(), &format!("{}+", jump.jump)),
        Some(false) => styled(AnsiColor::Red.on_default(), &format!("{}-", jump.jump)),
        None => jump.jump.clone(),
    };
    let names: Vec<_> = view.jumps.iter().map(name).collect();
    if names.is_empty() { language.text(LineText::NothingJumps).to_owned() } else { names.join(" ") }
}

fn styled(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

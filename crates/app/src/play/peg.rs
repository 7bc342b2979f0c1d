//! Peg solitaire in lines.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use session::{Ending, PegView};

use crate::commands::peg::picture;

pub(super) const HELP: &str = "  d2-d4      jump from hole d2 to hole d4; d2-d4-f4 is two jumps by one peg
  moves      all jumps: + keeps the win, - loses it
  hint       a good next jump                  ask    can it still be won?
  undo, redo, restart                          show   the board
  save FILE, help, quit";

/// Shows the board and how many pegs are left.
pub(super) fn show(out: &mut impl Write, view: &PegView) -> io::Result<()> {
    let setup = peg::Setup::parse(&view.text).expect("a view has a board");
    picture::draw(out, &setup.board, setup.position)?;
    let left = picture::in_words(&setup.board, peg::Notation::Standard, setup.position);
    let ending = match view.ending {
        Some(Ending::Won) => ": won",
        Some(_) => ": nothing can jump",
        None => "",
    };
    writeln!(out, "{left}{ending}")
}

/// The jumps, with a sign and a colour where it is known whether they keep the win.
pub(super) fn jumps(view: &PegView) -> String {
    let name = |jump: &session::JumpView| match jump.solvable {
        Some(true) => styled(AnsiColor::Green.on_default(), &format!("{}+", jump.jump)),
        Some(false) => styled(AnsiColor::Red.on_default(), &format!("{}-", jump.jump)),
        None => jump.jump.clone(),
    };
    let names: Vec<_> = view.jumps.iter().map(name).collect();
    if names.is_empty() { "nothing can jump".to_owned() } else { names.join(" ") }
}

fn styled(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

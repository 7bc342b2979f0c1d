//! The choices of peg solitaire: the board, the hole that is empty first, the hole of the last peg.

use ::peg::{Board, Goal, Hole, Notation};
use session::Peg;
use session::texts::Screen as Text;

use super::Family;
use super::choice::{Choices, Value};
use crate::context::Context;
use crate::names;
use crate::new_game::NewGame;

/// A game of peg solitaire that has not begun.
pub(crate) struct PegOptions {
    pub(crate) board: String,
}

/// The hole that is empty first where the game cannot be won from the customary one.
fn vacancy(board: &str) -> Option<&'static str> {
    match board {
        "french" => Some("d2"),
        "hexagon37" => Some("c3"),
        _ => None,
    }
}

impl PegOptions {
    fn board(&self, made: &Choices) -> Option<Board> {
        ::peg::named(made.get(Text::ChoiceBoard).unwrap_or(&self.board))
    }
}

fn name(board: &Board, hole: Hole) -> String {
    Notation::Standard.hole(board, hole)
}

impl Family for PegOptions {
    fn title(&self, cx: &Context) -> String {
        cx.text(Text::PegSolitaire).to_owned()
    }

    fn choices(&self, made: &Choices, cx: &Context) -> Choices {
        let mut choices = Choices::default();
        let boards =
            ::peg::names().into_iter().map(|name| Value::new(&name, &names::board(&name, cx.language)));
        choices.add(Text::ChoiceBoard, boards.collect(), &self.board, made);
        let Some(board) = self.board(&choices) else { return choices };
        let holes: Vec<Value> =
            board.holes().map(|hole| name(&board, hole)).map(|hole| Value::new(&hole, &hole)).collect();
        let customary = name(&board, board.customary_vacancy());
        let usual = choices.get(Text::ChoiceBoard).and_then(vacancy);
        // Another board has other holes.
        let kept = if made.get(Text::ChoiceBoard) == choices.get(Text::ChoiceBoard) {
            made
        } else {
            &Choices::default()
        };
        choices.add(Text::ChoiceFrom, holes.clone(), usual.unwrap_or(&customary), kept);
        let anywhere = Value::new("", cx.text(Text::ValueAnywhere));
        choices.add(Text::ChoiceTo, [anywhere].into_iter().chain(holes).collect(), "", kept);
        choices
    }

    fn begin(&self, made: &Choices, _: &mut Context) -> Result<Option<NewGame>, String> {
        let board = self.board(made).ok_or_else(|| self.board.clone())?;
        let hole = |label| Notation::Standard.parse_hole(&board, made.get(label).unwrap_or_default()).ok();
        let start = board.full().without(hole(Text::ChoiceFrom).unwrap_or(board.customary_vacancy()));
        let goal = hole(Text::ChoiceTo).map_or(Goal::OnePeg, Goal::hole);
        let game = ::peg::Game::new(board.clone(), start, goal).map_err(|error| error.to_string())?;
        Ok(Some(NewGame::Peg(Peg::new(game))))
    }
}

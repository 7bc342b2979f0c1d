//! `tapis peg images`: a position under all symmetries of its board.

use peg::Position;
use serde::Serialize;

use super::game::Game;
use super::picture;
use super::shared_args::PositionArgs;
use crate::exit::{Exit, Fault};
use crate::limits::counted;
use crate::output;

/// Show all mirror images and rotations of a position
///
/// The symmetries are those of the board. Images that are equal are shown once.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
}

#[derive(Serialize)]
struct Answer {
    symmetries: usize,
    images: Vec<Image>,
}

#[derive(Serialize)]
struct Image {
    number: String,
    text: String,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Fault> {
    let game = args.position.game()?;
    let images = images(&game);
    let image = |&position: &Position| Image {
        number: position.bits().to_string(),
        text: peg::to_text(&game.board, position),
    };
    let answer =
        Answer { symmetries: game.board.symmetries().len(), images: images.iter().map(image).collect() };
    output::print(args.position.json, &answer, |out| {
        for &position in &images {
            picture::draw(out, &game.board, game.notation, position)?;
            writeln!(out, "number {}\n", position.bits())?;
        }
        let [images, symmetries] =
            [(images.len(), "image"), (answer.symmetries, "way")].map(|(n, noun)| counted(n as u64, noun));
        writeln!(out, "{images} that are not alike, by {symmetries} to turn and mirror the board")
    })?;
    Ok(Exit::Yes)
}

/// The images that differ, the position itself first.
fn images(game: &Game) -> Vec<Position> {
    let mut images: Vec<Position> = Vec::new();
    for symmetry in game.board.symmetries() {
        let image = symmetry.position(game.start);
        if !images.contains(&image) {
            images.push(image);
        }
    }
    images
}

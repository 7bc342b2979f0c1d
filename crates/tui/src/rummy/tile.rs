//! The face of a tile: its name, and the colour that says the same.

use ratatui::style::{Color, Style};
use session::{TileColour, Tiles};

use crate::canvas::{BOLD, PLAIN};

/// The name of a tile, and its colour.
pub(crate) fn face(tiles: Tiles, tile: &str) -> (String, Style) {
    let style = match tiles.colour(tile) {
        Some(TileColour::Blue) => Style::new().fg(Color::LightBlue),
        Some(TileColour::Red) => Style::new().fg(Color::Red),
        Some(TileColour::Yellow) => Style::new().fg(Color::Yellow),
        Some(TileColour::Joker) => BOLD,
        Some(TileColour::Black) | None => PLAIN,
    };
    (tiles.name(tile), style)
}

/// Commands as players read them.
pub(crate) fn commands(tiles: Tiles, commands: &[String]) -> String {
    commands.iter().map(|command| tiles.line(command)).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use session::RuleSet;
    use session::texts::Language;

    #[test]
    fn tiles_have_short_faces() {
        let tiles = Tiles::new(RuleSet::Rummikub, Language::English);
        assert_eq!(face(tiles, "(12 rouge)").0, "12r");
        assert_ne!(face(tiles, "(12 rouge)").1, face(tiles, "(12 bleu)").1);
        let lines = ["+ ((9 bleu) (9 rouge) *)".to_owned(), "done".to_owned()];
        assert!(commands(tiles, &lines).starts_with("+ (9b 9r *)"), "{}", commands(tiles, &lines));
    }
}

//! Tiles of all rule sets as there is room for them on a screen.

use ratatui::style::{Color, Style};

use crate::canvas::{BOLD, PLAIN};

/// The face of a tile: its text, and the colour that says the same.
pub(crate) fn face(tile: &str) -> (String, Style) {
    let Some((number, colour)) = tile.trim_matches(['(', ')']).split_once(' ') else {
        return (tile.to_owned(), if tile == "*" { BOLD } else { suit(tile) });
    };
    let (letter, style) = match colour {
        "bleu" => ("b", Style::new().fg(Color::Blue)),
        "rouge" => ("r", Style::new().fg(Color::Red)),
        "jaune" => ("y", Style::new().fg(Color::Yellow)),
        "noir" => ("k", PLAIN),
        other => (other, PLAIN),
    };
    (format!("{number}{letter}"), style)
}

/// The colour of a card.
fn suit(tile: &str) -> Style {
    let is_red = tile.len() > 1 && tile.ends_with(['H', 'D', '♥', '♦']);
    if is_red { Style::new().fg(Color::Red) } else { PLAIN }
}

/// Commands with the faces of their tiles.
pub(crate) fn line_face(commands: &[String]) -> String {
    let mut line = commands.join(", ");
    for (word, letter) in [(" bleu)", "b"), (" rouge)", "r"), (" jaune)", "y"), (" noir)", "k")] {
        while let Some(end) = line.find(word) {
            line.replace_range(end..end + word.len(), letter);
            if let Some(start) = line[..end].rfind('(') {
                line.remove(start);
            }
        }
    }
    line
}

/// The keys by which a hand is sorted: colour, then number; or number, then colour.
pub(crate) fn order(tile: &str, by_number: bool) -> (String, String) {
    let inner = tile.trim_matches(['(', ')']);
    let (number, colour) = match inner.split_once(' ') {
        Some((number, colour)) => (number, colour),
        None => inner.split_at(inner.char_indices().next_back().map_or(0, |(at, _)| at)),
    };
    let number = format!("{number:>3}");
    if by_number { (number, colour.to_owned()) } else { (colour.to_owned(), number) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_have_short_faces() {
        for (tile, text) in [("(12 rouge)", "12r"), ("(1 noir)", "1k"), ("*", "*"), ("10H", "10H"), ("E", "E")] {
            assert_eq!(face(tile).0, text);
        }
        assert_ne!(face("(12 rouge)").1, face("(12 bleu)").1);
    }

    #[test]
    fn commands_have_short_faces() {
        let commands = ["+ ((9 bleu) (9 rouge) *)".to_owned(), "done".to_owned()];
        assert_eq!(line_face(&commands), "+ (9b 9r *), done");
    }

    #[test]
    fn hands_are_sorted_by_colour_or_number() {
        let sorted = |by_number| {
            let mut hand = ["(12 bleu)", "(2 rouge)", "(2 bleu)", "(11 rouge)"];
            hand.sort_by_key(|tile| order(tile, by_number));
            hand.map(|tile| face(tile).0)
        };
        assert_eq!(sorted(false), ["2b", "12b", "2r", "11r"]);
        assert_eq!(sorted(true), ["2b", "2r", "11r", "12b"]);
    }
}

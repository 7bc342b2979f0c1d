//! Sentences for the ear: cards by the names of their suits instead of signs.

use session::Event;
use session::texts::{Language, ServerText};

use crate::wording::Wording;

/// Events in one sentence for a live region.
pub(crate) fn spoken(events: &[Event], words: &Wording) -> String {
    let said = events.iter().filter(|event| is_news(event, events));
    let texts: Vec<String> = said.map(|event| in_words(&words.event(event), words.language)).collect();
    texts.join("; ")
}

/// Does an event say something that the others do not? A turn of drawing alone is in the event of the draw.
pub(crate) fn is_news(event: &Event, all: &[Event]) -> bool {
    let Event::Played { seat, placed, discard: None, .. } = event else { return true };
    let draws = |other: &Event| matches!(other, Event::Drew { seat: other, .. } if other == seat);
    !(placed.is_empty() && all.iter().any(draws))
}

/// A text in which `8♠` is `8 of spades` and an arrow is a word.
pub(crate) fn in_words(text: &str, language: Language) -> String {
    let mut words = String::new();
    for word in text.split_inclusive([' ', '\n']) {
        match suit(word) {
            Some((at, text)) => {
                let (rank, rest) = (rank(&word[..at], language), &word[at..]);
                let after = rest.trim_start_matches(['♠', '♥', '♦', '♣']);
                words.push_str(&language.fill(ServerText::CardOf, &[&rank, &language.text(text)]));
                words.push_str(after);
            }
            None if word.trim() == "→" => {
                words.push_str(language.text(ServerText::To));
                words.push(' ');
            }
            None => words.push_str(word),
        }
    }
    words
}

/// The place of the sign of a suit in a word, and its name.
fn suit(word: &str) -> Option<(usize, ServerText)> {
    let signs = [
        ('♠', ServerText::Spades),
        ('♥', ServerText::Hearts),
        ('♦', ServerText::Diamonds),
        ('♣', ServerText::Clubs),
    ];
    signs.into_iter().find_map(|(sign, text)| Some((word.find(sign).filter(|&at| at > 0)?, text)))
}

/// The rank of a card as a word, where it has one.
fn rank(letters: &str, language: Language) -> String {
    let text = match letters {
        "A" => ServerText::Ace,
        "J" | "V" => ServerText::Jack,
        "Q" | "D" => ServerText::Queen,
        "K" | "R" => ServerText::King,
        number => return number.to_owned(),
    };
    language.text(text).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_are_named_in_words() {
        let english = in_words("8♠ 9♦ (2 cards) column 3 → column 7; up: A♣, Q♥", Language::English);
        assert_eq!(
            english,
            "8 of spades 9 of diamonds (2 cards) column 3 to column 7; up: ace of clubs, queen of hearts"
        );
        assert_eq!(
            in_words("D♥ colonne 1 → cellule", Language::French),
            "dame de cœur colonne 1 vers cellule"
        );
        assert_eq!(in_words("d2-d4: 31 pegs left", Language::English), "d2-d4: 31 pegs left");
    }
}

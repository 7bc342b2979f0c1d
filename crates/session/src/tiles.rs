//! Cards and tiles as players read them, in each language.

use ::rummy::{Card, Colour, MahjongTile, Node, Ranked, RuleSet, RummikubTile, Tile};

use lexicon::Alphabet;

use crate::texts::{ColourLetter, Language, Thing};

/// The signs of the suits in the order of the tiles.
const SIGNS: [char; 4] = ['♠', '♥', '♦', '♣'];
/// The court cards in English and in French: jack, queen, king.
const COURT: [(char, char); 3] = [('J', 'V'), ('Q', 'D'), ('K', 'R')];
/// The letters of mahjong that differ, in English and in French: the west wind, the green and the white dragon.
const MAHJONG: [(&str, &str); 3] = [("W", "O"), ("G", "V"), ("P", "B")];

/// The tiles of a rule set as they are shown to players who read a language. Views, events and saved games hold tiles in the
/// form of the save files, such as `(9 bleu)`; players read and type `9b`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tiles {
    rules: RuleSet,
    language: Language,
}

/// The place of a letter in a hand: Ñ after N, whatever the alphabet; the joker last.
fn alphabetical(tile: &str) -> (bool, String, String) {
    let plain = Alphabet::LATIN.word(tile).map_or_else(|_| tile.to_owned(), |word| word.to_string());
    (tile == "*", plain, tile.to_owned())
}

/// The colour that a tile is printed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TileColour {
    /// Blue.
    Blue,
    /// Red.
    Red,
    /// Yellow.
    Yellow,
    /// Black.
    Black,
    /// The joker's.
    Joker,
}

/// The order of a hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum HandOrder {
    /// By colour or suit, then by number.
    #[default]
    Colour,
    /// By number, then by colour or suit.
    Number,
}

impl Tiles {
    /// The tiles of a rule set in a language.
    #[must_use]
    pub fn new(rules: RuleSet, language: Language) -> Self {
        Self { rules, language }
    }

    pub(crate) fn rules(self) -> RuleSet {
        self.rules
    }

    pub(crate) fn language(self) -> Language {
        self.language
    }

    /// The word for these tiles.
    #[must_use]
    pub fn thing(self) -> Thing {
        match self.rules {
            RuleSet::Rami | RuleSet::Canasta => Thing::Card,
            RuleSet::Letters | RuleSet::Rummikub | RuleSet::Mahjong => Thing::Tile,
        }
    }

    /// A number of these tiles: `1 card`, `14 tiles`.
    #[must_use]
    pub fn counted(self, count: usize) -> String {
        self.language.counted(count, self.thing())
    }

    /// The word for one of these tiles.
    pub(crate) fn one(self) -> &'static str {
        self.language.noun(1, self.thing())
    }

    /// The word for several of these tiles.
    pub(crate) fn several(self) -> &'static str {
        self.language.noun(2, self.thing())
    }

    /// The name of a tile: `9b`, `10♠`, `7B`, `A`.
    #[must_use]
    pub fn name(self, saved: &str) -> String {
        let name = match self.rules {
            RuleSet::Letters => None,
            RuleSet::Rummikub => read(saved).map(|tile| self.numbered(tile)),
            RuleSet::Rami | RuleSet::Canasta => read(saved).map(|card| self.card(card)),
            RuleSet::Mahjong => read(saved).map(|tile| self.mahjong(tile)),
        };
        name.unwrap_or_else(|| saved.to_owned())
    }

    /// The names of tiles with blanks between them.
    #[must_use]
    pub fn names(self, saved: &[String]) -> String {
        saved.iter().map(|tile| self.name(tile)).collect::<Vec<_>>().join(" ")
    }

    /// The colour of a tile; none where the tiles have none.
    #[must_use]
    pub fn colour(self, saved: &str) -> Option<TileColour> {
        match self.rules {
            RuleSet::Rummikub => read::<RummikubTile>(saved).map(|tile| match tile.colour() {
                Some(Colour::Blue) => TileColour::Blue,
                Some(Colour::Red) => TileColour::Red,
                Some(Colour::Yellow) => TileColour::Yellow,
                Some(Colour::Black) => TileColour::Black,
                None => TileColour::Joker,
            }),
            RuleSet::Rami | RuleSet::Canasta => read::<Card>(saved).map(|card| match card {
                Card::JOKER => TileColour::Joker,
                card if card.is_red() => TileColour::Red,
                _ => TileColour::Black,
            }),
            RuleSet::Letters | RuleSet::Mahjong => None,
        }
    }

    /// Sorts tiles. Jokers come last.
    pub fn sort(self, order: HandOrder, saved: &mut [String]) {
        match self.rules {
            RuleSet::Letters => saved.sort_by_cached_key(|tile| alphabetical(tile)),
            RuleSet::Rummikub => saved.sort_by_key(|tile| ranked::<RummikubTile>(order, tile)),
            RuleSet::Rami | RuleSet::Canasta => saved.sort_by_key(|tile| ranked::<Card>(order, tile)),
            RuleSet::Mahjong => saved.sort_by_key(|tile| {
                let tile = read::<MahjongTile>(tile);
                let number = tile.and_then(MahjongTile::number).filter(|_| order == HandOrder::Number);
                let is_honour = tile.is_none_or(|tile| tile.number().is_none());
                (is_honour, number, tile)
            }),
        }
    }

    /// A command or a combination in the form of saved games, as players read and type it: `discard 9H` becomes
    /// `défausse 9♥`, and `((9 bleu) (9 rouge))` becomes `(9b 9r)`.
    #[must_use]
    pub fn line(self, saved: &str) -> String {
        let Ok(nodes) = Node::parse(saved.as_bytes()) else { return saved.to_owned() };
        let parts: Vec<String> = nodes.iter().map(|node| self.node(node)).collect();
        self.language.command(&parts.join(" "))
    }

    fn node(self, node: &Node) -> String {
        let name = self.name(&node.to_string());
        match node.list() {
            Some(nodes) if name == node.to_string() => {
                let parts: Vec<String> = nodes.iter().map(|node| self.node(node)).collect();
                format!("({})", parts.join(" "))
            }
            _ => name,
        }
    }

    fn numbered(self, tile: RummikubTile) -> String {
        let (Some(number), Some(colour)) = (tile.number(), tile.colour()) else { return tile.to_string() };
        let letter = match colour {
            Colour::Blue => ColourLetter::Blue,
            Colour::Red => ColourLetter::Red,
            Colour::Yellow => ColourLetter::Yellow,
            Colour::Black => ColourLetter::Black,
        };
        format!("{number}{}", self.language.text(letter))
    }

    fn card(self, card: Card) -> String {
        let Some(suit) = card.suit() else { return card.to_string() };
        let mut name = card.to_string();
        name.pop();
        name.push(SIGNS[usize::from(suit)]);
        self.language.card(&name)
    }

    fn mahjong(self, tile: MahjongTile) -> String {
        let name = tile.to_string();
        if self.language == Language::English {
            return name;
        }
        match (tile.number(), name.strip_suffix('D')) {
            (Some(_), Some(number)) => format!("{number}R"),
            (Some(_), None) => name,
            (None, _) => MAHJONG
                .iter()
                .find(|(english, _)| *english == name)
                .map_or(name, |(_, own)| (*own).to_owned()),
        }
    }
}

impl Language {
    /// The name of a playing card with the letters of this language: `Q♥` is `D♥` in French.
    #[must_use]
    pub fn card(self, name: &str) -> String {
        let court = COURT.iter().find(|(english, _)| name.starts_with(*english) && name.ends_with(SIGNS));
        match (self, court) {
            (Self::French, Some((_, letter))) => format!("{letter}{}", &name[1..]),
            _ => name.to_owned(),
        }
    }
}

/// Names of cards in letters, `TS JH`, as players of a language read them: `10♠ V♥` in French.
pub(crate) fn card_names(language: Language, line: &str) -> String {
    let name = |word: &str| match word.parse::<::patience::Card>() {
        Ok(card) => language.card(&card.to_string()),
        Err(_) => word.to_owned(),
    };
    match language {
        Language::English => line.to_owned(),
        Language::French => line.split(' ').map(name).collect::<Vec<_>>().join(" "),
    }
}

/// A line in which court cards have English letters. French ones are known by the sign of the suit, `D♥`, and where no place
/// has their letter also by its letter: `VH`, `RS`.
pub(crate) fn english_cards(line: &str) -> String {
    let word = |word: &str| -> String {
        let mut chars = word.chars();
        let (first, rest) = (chars.next().map(|c| c.to_ascii_uppercase()), chars.as_str());
        let court = COURT.iter().find(|(_, own)| first == Some(*own));
        let is_suit = rest.chars().count() == 1
            && (rest.contains(SIGNS)
                || (first != Some('D') && rest.contains(['S', 'H', 'D', 'C', 's', 'h', 'd', 'c'])));
        match court {
            Some((english, _)) if is_suit => format!("{english}{rest}"),
            _ => word.to_owned(),
        }
    };
    line.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

fn read<T: Tile>(saved: &str) -> Option<T> {
    let nodes = Node::parse(saved.as_bytes()).ok()?;
    if let [node] = nodes.as_slice() { T::read(node).ok() } else { None }
}

/// A tile's place in an order; what is not a tile comes last, after the joker.
fn ranked<T: Ranked>(order: HandOrder, saved: &str) -> (bool, bool, Option<u8>, Option<T>) {
    let tile = read::<T>(saved);
    let rank = tile.and_then(T::rank).filter(|_| order == HandOrder::Number);
    (tile.is_none(), tile.is_some_and(T::is_joker), rank, tile)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tiles(rules: RuleSet, language: Language) -> Tiles {
        Tiles::new(rules, language)
    }

    #[test]
    fn tiles_are_named_in_each_language() {
        for (rules, saved, english, french) in [
            (RuleSet::Rummikub, "(9 bleu)", "9b", "9b"),
            (RuleSet::Rummikub, "(13 noir)", "13k", "13n"),
            (RuleSet::Rummikub, "(1 jaune)", "1y", "1j"),
            (RuleSet::Rummikub, "*", "*", "*"),
            (RuleSet::Rami, "10H", "10♥", "10♥"),
            (RuleSet::Canasta, "QS", "Q♠", "D♠"),
            (RuleSet::Rami, "*", "*", "*"),
            (RuleSet::Mahjong, "7D", "7D", "7R"),
            (RuleSet::Mahjong, "7B", "7B", "7B"),
            (RuleSet::Mahjong, "W", "W", "O"),
            (RuleSet::Mahjong, "P", "P", "B"),
            (RuleSet::Mahjong, "F3", "F3", "F3"),
            (RuleSet::Letters, "Q", "Q", "Q"),
        ] {
            assert_eq!(tiles(rules, Language::English).name(saved), english);
            assert_eq!(tiles(rules, Language::French).name(saved), french);
        }
    }

    /// Whatever is shown is read as the same tile, in either language.
    #[test]
    fn every_tile_is_read_as_it_is_shown() {
        fn check<T: Tile>(rules: RuleSet) {
            for (tile, language) in T::all().flat_map(|tile| Language::ALL.map(|language| (tile, language))) {
                let name = Tiles::new(rules, language).name(&tile.to_string());
                let read = T::typed(&name).or_else(|| read::<T>(&name).map(|tile| vec![tile]));
                assert_eq!(read, Some(vec![tile]), "{name}");
            }
        }
        check::<RummikubTile>(RuleSet::Rummikub);
        check::<Card>(RuleSet::Rami);
        check::<MahjongTile>(RuleSet::Mahjong);
    }

    #[test]
    fn lines_are_written_as_players_type_them() {
        let line = |rules, line| Language::ALL.map(|language| tiles(rules, language).line(line));
        let table = line(RuleSet::Rummikub, "2 ((9 bleu) (9 noir) *) ((1 jaune))");
        assert_eq!(table, ["2 (9b 9k *) (1y)", "2 (9b 9n *) (1j)"]);
        assert_eq!(line(RuleSet::Rami, "discard QH"), ["discard Q♥", "défausse D♥"]);
        assert_eq!(line(RuleSet::Letters, "+ (T E S T)"), ["+ (T E S T)"; 2]);
    }

    #[test]
    fn hands_are_sorted_by_colour_or_by_number() {
        let sorted = |rules, order, hand: &str| {
            let mut hand: Vec<String> = hand.split(", ").map(str::to_owned).collect();
            Tiles::new(rules, Language::English).sort(order, &mut hand);
            Tiles::new(rules, Language::English).names(&hand)
        };
        let hand = "(2 rouge), *, (9 bleu), (2 bleu)";
        assert_eq!(sorted(RuleSet::Rummikub, HandOrder::Colour, hand), "2b 9b 2r *");
        assert_eq!(sorted(RuleSet::Rummikub, HandOrder::Number, hand), "2b 2r 9b *");
        assert_eq!(sorted(RuleSet::Mahjong, HandOrder::Number, "E, 2D, 1D, 1B"), "1B 1D 2D E");
        assert_eq!(sorted(RuleSet::Letters, HandOrder::Number, "T, *, Ñ, O, N, A"), "A N Ñ O T *");
    }

    #[test]
    fn french_court_cards_are_read_where_they_mean_one_thing() {
        assert_eq!(english_cards("V♠ d♥"), "J♠ Q♥");
        assert_eq!(english_cards("VH RS"), "JH KS");
        assert_eq!(english_cards("dh"), "dh", "cell d to the foundations");
        assert_eq!(english_cards("5H V"), "5H V", "into an empty column");
        assert_eq!(english_cards("37v2"), "37v2");
    }
}

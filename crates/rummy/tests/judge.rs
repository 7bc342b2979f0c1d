//! The judge, case by case: the files in `data/judge` hold positions, turns and what the judge says.
//!
//! A case is a paragraph: its title after `#`, then lines `key: value`. `hand`, `table`, `stock`, `pile`, `other`
//! (the table of the other side), `mate` (the partner's hand), `score` and `first` (nothing placed yet) describe the position;
//! `take`, `to` (the new table; the old one if left out) and `discard` the turn; `is` the points, or the
//! reason why not.

mod words;

use std::collections::HashMap;

use rummy::{
    Canasta, JokerRule, Letters, Mahjong, Meld, Node, Player, Position, Rami, Rules, Rummikub, Take, Tile,
    Turn, judge, judge_positions, tiles_of,
};
use words::Few;

/// One paragraph of a file.
struct Case<'a> {
    title: &'a str,
    lines: HashMap<&'a str, &'a str>,
}

impl<'a> Case<'a> {
    fn all(text: &'a str) -> Vec<Self> {
        text.split("\n\n").filter(|paragraph| paragraph.contains("# ")).map(Self::new).collect()
    }

    fn new(paragraph: &'a str) -> Self {
        let mut lines = paragraph.trim().lines();
        let title = lines.next().and_then(|line| line.strip_prefix("# ")).expect("a case has a title");
        let pair = |line: &'a str| line.split_once(':').unwrap_or_else(|| panic!("{title}: {line}"));
        Self { title, lines: lines.map(pair).map(|(key, value)| (key, value.trim())).collect() }
    }

    fn get(&self, key: &str) -> Option<&'a str> {
        self.lines.get(key).copied()
    }

    fn tiles<T: Tile>(&self, key: &str) -> Vec<T> {
        self.nodes(key).iter().map(|node| T::read(node).unwrap()).collect()
    }

    fn table<T: Tile>(&self, key: &str) -> Vec<Meld<T>> {
        self.nodes(key)
            .iter()
            .map(|node| node.list().unwrap().iter().map(|tile| T::read(tile).unwrap()).collect())
            .collect()
    }

    fn nodes(&self, key: &str) -> Vec<Node> {
        Node::parse(long_hand(self.get(key).unwrap_or_default()).as_bytes()).unwrap()
    }

    fn position<R: Rules>(&self, rules: &R) -> Position<R::Tile> {
        let player = |name: &str, key: &str| Player {
            placed: name != "Ana" || self.get("first").is_none(),
            hand: self.tiles(key),
            ..Player::new(name)
        };
        let mut players = vec![player("Ana", "hand"), player("Ben", "his")];
        if self.get("mate").is_some() {
            players.extend([player("Cleo", "mate"), player("Dan", "his")]);
        }
        // Without a tile in the hand of the player before, the deal would be over.
        let last = players.len() - 1;
        if players[last].hand.is_empty() {
            players[last].hand.extend(R::Tile::from_index(0));
        }
        players[0].score = self.get("score").map_or(0, |score| score.parse().unwrap());
        let mut tables = vec![Vec::new(); rules.tables(players.len())];
        tables[0] = self.table("table");
        if let Some(other) = tables.get_mut(1) {
            *other = self.table("other");
        }
        Position { players, tables, stock: self.tiles("stock"), pile: self.tiles("pile"), turn: 0, passes: 0 }
    }

    fn turn<R: Rules>(&self, position: &Position<R::Tile>) -> Turn<R::Tile> {
        Turn {
            take: match self.get("take") {
                None | Some("nothing") => Take::Nothing,
                Some("stock") => Take::Stock,
                Some("pile") => Take::Pile,
                Some(other) => panic!("{}: take {other}", self.title),
            },
            table: if self.get("to").is_some() { self.table("to") } else { position.table().to_vec() },
            discard: self.tiles("discard").first().copied(),
        }
    }
}

/// Writes `b12` as `(12 bleu)`, and so on for the other colours.
fn long_hand(text: &str) -> String {
    let spaced = text.replace('(', " ( ").replace(')', " ) ");
    let piece = |word: &str| {
        let colour = match word.as_bytes()[0] {
            b'b' => "bleu",
            b'r' => "rouge",
            b'j' => "jaune",
            b'n' => "noir",
            _ => return word.to_owned(),
        };
        format!("({} {colour})", &word[1..])
    };
    spaced.split_whitespace().map(piece).collect::<Vec<_>>().join(" ")
}

/// The position after the turn, if nobody judged it.
fn unjudged<T: Tile>(before: &Position<T>, turn: &Turn<T>) -> Position<T> {
    let mut after = before.clone();
    after.tables[0].clone_from(&turn.table);
    let mut gone = tiles_of(&turn.table).difference(&tiles_of(before.table()));
    gone.extend(turn.discard);
    match turn.take {
        Take::Stock if !after.stock.is_empty() => after.players[0].hand.push(before.stock[0]),
        Take::Pile => after.players[0].hand.extend(after.pile.pop()),
        _ => {}
    }
    if turn.take == Take::Stock && !after.stock.is_empty() {
        after.stock.remove(0);
    }
    after.players[0].hand.retain(|&tile| !gone.remove(tile));
    after.pile.extend(turn.discard);
    after.turn = 1;
    after
}

/// Judges every case of a file, from the turn and from the two positions.
fn check<R: Rules>(rules: &R, text: &str, at_least: usize) {
    let cases = Case::all(text);
    assert!(cases.len() >= at_least, "{} cases", cases.len());
    let mut wrong = Vec::new();
    for case in &cases {
        let before = case.position(rules);
        let turn = case.turn::<R>(&before);
        let wanted = case.get("is").unwrap_or_else(|| panic!("{}: no verdict", case.title));
        let found = match judge(rules, &before, &turn) {
            Ok(verdict) => {
                assert_eq!(verdict.after.tiles(), before.tiles(), "{}", case.title);
                let again = judge_positions(rules, &before, &verdict.after);
                assert_eq!(again.as_ref(), Ok(&verdict), "{}", case.title);
                format!("{} points", verdict.points)
            }
            Err(refusal) => {
                let again = judge_positions(rules, &before, &unjudged(&before, &turn));
                assert!(again.is_err(), "{}: from the positions it is legal", case.title);
                refusal.to_string()
            }
        };
        if found != wanted {
            wrong.push(format!("{}\n  wanted: {wanted}\n  found:  {found}", case.title));
        }
    }
    assert!(wrong.is_empty(), "{} of {} cases:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}

const WORDS: &str = include_str!("data/judge/words.txt");

#[test]
fn letters() {
    check(&Letters::new(Few::new(WORDS)), include_str!("data/judge/letters.txt"), 60);
}

#[test]
fn letters_from_the_lexicon() {
    let lines = WORDS.split_whitespace().collect::<Vec<_>>().join("\n");
    let (list, _) = lexicon::WordList::read(lines.as_bytes(), &lexicon::Reading::default()).unwrap();
    let words = lexicon::Automaton::from_list(&list).unwrap();
    check(&Letters::new(&words), include_str!("data/judge/letters.txt"), 60);
}

#[test]
fn letters_with_free_jokers() {
    let rules = Letters { jokers: JokerRule::Free, ..Letters::new(Few::new(WORDS)) };
    check(&rules, include_str!("data/judge/letters-free.txt"), 5);
}

#[test]
fn rummikub() {
    check(&Rummikub::default(), include_str!("data/judge/rummikub.txt"), 60);
}

#[test]
fn rummikub_with_free_jokers() {
    check(
        &Rummikub { jokers: JokerRule::Free, ..Rummikub::default() },
        include_str!("data/judge/rummikub-free.txt"),
        5,
    );
}

#[test]
fn rami() {
    check(&Rami::default(), include_str!("data/judge/rami.txt"), 30);
}

#[test]
fn canasta() {
    check(&Canasta::default(), include_str!("data/judge/canasta.txt"), 30);
}

#[test]
fn mahjong() {
    check(&Mahjong, include_str!("data/judge/mahjong.txt"), 12);
}

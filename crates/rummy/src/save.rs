//! Saved games as text.

use std::fmt::Write;

use crate::meld::Meld;
use crate::position::{Player, Position};
use crate::refusal::Flaw;
use crate::rules::Rules;
use crate::sexp::{Node, Place, ReadError, end_of};
use crate::tile::Tile;

/// The most tiles in a file; the largest bag has 144.
const MOST_TILES: usize = 1000;
/// The most jokers in a file; no bag has more than half of it.
const MOST_JOKERS: usize = 8;
/// The most players in a file.
const MOST_PLAYERS: usize = 16;

/// A saved game: the position, and which deal of which game it belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Save<T> {
    /// The position.
    pub position: Position<T>,
    /// The seed of the deals; none if nothing is dealt after this one.
    pub seed: Option<u64>,
    /// Which deal of the game this is, counted from 0.
    pub deal: u32,
}

/// Is it a combination?
type CheckMeld<'a, T> = &'a dyn Fn(&[T]) -> Result<(), Flaw>;

/// A game that was read, with warnings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loaded<T> {
    /// The game.
    pub save: Save<T>,
    /// Where the tiles do not add up to the bag: `9 N instead of 7`. The game can be played nevertheless.
    pub warnings: Vec<String>,
}

impl<T: Tile> Save<T> {
    /// The text of the game, with tiles as these rules write them.
    pub fn write<R: Rules<Tile = T>>(&self, rules: &R) -> String {
        let position = &self.position;
        let mut text = String::from("(joueurs");
        for player in &position.players {
            // Writing to a string cannot fail.
            let _ = write!(text, "\n {}", player_text(rules, player));
        }
        text.push_str(")\n");
        for table in &position.tables {
            text.push_str("(jeu");
            for meld in table {
                let _ = write!(text, "\n {}", rules.meld_text(meld));
            }
            text.push_str(")\n");
        }
        write_tiles(rules, &mut text, "pioche", &position.stock);
        if !position.pile.is_empty() {
            write_tiles(rules, &mut text, "defausse", &position.pile);
        }
        let _ = writeln!(text, "(tour {})", position.turn + 1);
        if position.passes > 0 {
            let _ = writeln!(text, "(passes {})", position.passes);
        }
        if let Some(seed) = self.seed {
            let _ = writeln!(text, "(graine {seed})");
        }
        if self.deal > 0 {
            let _ = writeln!(text, "(donne {})", self.deal + 1);
        }
        text
    }

    /// Reads a game of these rules. Every combination must be valid.
    pub fn read<R: Rules<Tile = T>>(rules: &R, bytes: &[u8]) -> Result<Loaded<T>, ReadError> {
        Self::read_if(rules, bytes, &|meld| rules.check_meld(meld))
    }

    /// Reads a position that somebody claims to be the result of a turn: whether its combinations are valid is left to the
    /// judge.
    pub fn read_claimed<R: Rules<Tile = T>>(rules: &R, bytes: &[u8]) -> Result<Loaded<T>, ReadError> {
        Self::read_if(rules, bytes, &|_| Ok(()))
    }

    fn read_if<R: Rules<Tile = T>>(
        rules: &R,
        bytes: &[u8],
        check_meld: CheckMeld<'_, T>,
    ) -> Result<Loaded<T>, ReadError> {
        let nodes = Node::parse(bytes)?;
        let sections = Sections::sort(&nodes, end_of(&String::from_utf8_lossy(bytes)))?;
        let players = read_players(rules, sections.one("joueurs")?)?;
        let tables = read_tables(rules, &sections, rules.tables(players.len()), check_meld)?;
        let turn = read_number::<usize>(sections.one("tour")?)?;
        if !(1..=players.len()).contains(&turn) {
            return Err(sections.one("tour")?.error(format!("there is no player {turn}")));
        }
        let passes = sections.optional("passes")?.map_or(Ok(0), read_number)?;
        let seed = sections.optional("graine")?.map(read_number).transpose()?;
        let deal = match sections.optional("donne")? {
            None => 0,
            Some(node) => read_number::<u32>(node)?
                .checked_sub(1)
                .ok_or_else(|| node.error("deals are counted from 1"))?,
        };
        let position = Position {
            players,
            tables,
            stock: read_tiles(rules, tail(sections.one("pioche")?))?,
            pile: sections
                .optional("defausse")?
                .map_or(Ok(Vec::new()), |node| read_tiles(rules, tail(node)))?,
            turn: turn - 1,
            passes,
        };
        check_size(&position, sections.one("joueurs")?)?;
        let warnings = surplus(rules, &position);
        Ok(Loaded { save: Self { position, seed, deal }, warnings })
    }
}

fn player_text<R: Rules>(rules: &R, player: &Player<R::Tile>) -> String {
    let Player { name, score, placed, hand, bonus } = player;
    let bonus = if bonus.is_empty() { String::new() } else { format!(" {}", rules.meld_text(bonus)) };
    format!("({name} {score} {placed} {}{bonus})", rules.meld_text(hand))
}

fn write_tiles<R: Rules>(rules: &R, text: &mut String, name: &str, tiles: &[R::Tile]) {
    let gap = if tiles.is_empty() { "" } else { "\n " };
    let _ = writeln!(text, "({name}{gap}{})", rules.tile_texts(tiles).join(" "));
}

/// The sections of a file by name.
struct Sections<'a> {
    nodes: Vec<(&'a str, &'a Node)>,
    end: Place,
}

impl<'a> Sections<'a> {
    const NAMES: [&'static str; 8] =
        ["joueurs", "jeu", "pioche", "defausse", "tour", "passes", "graine", "donne"];

    fn sort(nodes: &'a [Node], end: Place) -> Result<Self, ReadError> {
        let named = |node: &'a Node| {
            let name = node.list().and_then(<[Node]>::first).and_then(Node::atom).unwrap_or_default();
            if Self::NAMES.contains(&name) {
                Ok((name, node))
            } else {
                Err(node.error(format!(
                    "expected a section such as (joueurs …) or (jeu …), found {}",
                    short(node)
                )))
            }
        };
        Ok(Self { nodes: nodes.iter().map(named).collect::<Result<_, _>>()?, end })
    }

    fn all(&self, name: &str) -> impl Iterator<Item = &'a Node> {
        self.nodes.iter().filter(move |(other, _)| *other == name).map(|&(_, node)| node)
    }

    fn optional(&self, name: &str) -> Result<Option<&'a Node>, ReadError> {
        let mut all = self.all(name);
        let first = all.next();
        match all.next() {
            Some(second) => Err(second.error(format!("a second section ({name} …)"))),
            None => Ok(first),
        }
    }

    fn one(&self, name: &str) -> Result<&'a Node, ReadError> {
        let missing = || ReadError { place: self.end, why: format!("the section ({name} …) is missing") };
        self.optional(name)?.ok_or_else(missing)
    }
}

fn read_players<R: Rules>(rules: &R, node: &Node) -> Result<Vec<Player<R::Tile>>, ReadError> {
    let players = tail(node);
    if players.is_empty() || players.len() > MOST_PLAYERS {
        return Err(node.error(format!("expected 1 to {MOST_PLAYERS} players, found {}", players.len())));
    }
    players.iter().map(|node| read_player(rules, node)).collect()
}

fn read_player<R: Rules>(rules: &R, node: &Node) -> Result<Player<R::Tile>, ReadError> {
    let wrong = || node.error(format!("expected (name score true|false (tiles)), found {}", short(node)));
    let parts = node.list().ok_or_else(wrong)?;
    let (parts, bonus) = match parts {
        [parts @ .., bonus] if parts.len() == 4 => (parts, Some(bonus)),
        parts => (parts, None),
    };
    let [name, score, placed, hand] = parts else { return Err(wrong()) };
    let score_error = || score.error(format!("expected a score, found {}", short(score)));
    Ok(Player {
        name: name.atom().ok_or_else(|| name.error("a name is a single word"))?.to_owned(),
        score: score.atom().and_then(|text| text.parse().ok()).ok_or_else(score_error)?,
        placed: match placed.atom() {
            Some("true") => true,
            Some("false") => false,
            _ => return Err(placed.error(format!("expected true or false, found {}", short(placed)))),
        },
        hand: read_list(rules, hand)?,
        bonus: bonus.map_or(Ok(Vec::new()), |bonus| read_list(rules, bonus))?,
    })
}

fn read_tables<R: Rules>(
    rules: &R,
    sections: &Sections<'_>,
    expected: usize,
    check_meld: CheckMeld<'_, R::Tile>,
) -> Result<Vec<Vec<Meld<R::Tile>>>, ReadError> {
    let nodes: Vec<&Node> = sections.all("jeu").collect();
    if nodes.len() != expected {
        let place = nodes.get(expected).map_or(sections.end, |node| node.place);
        let why = format!("expected {expected} of the section (jeu …), found {}", nodes.len());
        return Err(ReadError { place, why });
    }
    let read_meld = |node: &Node| {
        let meld = Meld::read(rules, node)?;
        check_meld(&meld).map_err(|flaw| node.error(format!("{} {flaw}", short(node))))?;
        Ok(meld)
    };
    nodes.iter().map(|node| tail(node).iter().map(read_meld).collect()).collect()
}

fn read_number<N: std::str::FromStr>(node: &Node) -> Result<N, ReadError> {
    let number = match tail(node) {
        [number] => number.atom().and_then(|text| text.parse().ok()),
        _ => None,
    };
    number.ok_or_else(|| node.error(format!("expected one number, found {}", short(node))))
}

fn read_list<R: Rules>(rules: &R, node: &Node) -> Result<Vec<R::Tile>, ReadError> {
    let wrong = || node.error(format!("expected a list of tiles, found {}", short(node)));
    read_tiles(rules, node.list().ok_or_else(wrong)?)
}

fn read_tiles<R: Rules>(rules: &R, nodes: &[Node]) -> Result<Vec<R::Tile>, ReadError> {
    nodes.iter().map(|node| rules.read_tile(node)).collect()
}

/// A section without its name.
fn tail(node: &Node) -> &[Node] {
    node.list().and_then(|nodes| nodes.get(1..)).unwrap_or_default()
}

/// The text of a node, cut if it is too long for a message.
fn short(node: &Node) -> String {
    const MOST: usize = 60;
    let text = node.to_string();
    if text.chars().count() <= MOST { text } else { text.chars().take(MOST).chain("…".chars()).collect() }
}

fn check_size<T: Tile>(position: &Position<T>, node: &Node) -> Result<(), ReadError> {
    let hands = position.players.iter().map(|player| player.hand.len() + player.bonus.len());
    let melds = position.tables.iter().flatten().map(|meld| meld.len());
    let count = hands.chain(melds).sum::<usize>() + position.stock.len() + position.pile.len();
    let jokers = position.tiles().count(T::JOKER);
    if count > MOST_TILES {
        return Err(node.error(format!("{count} tiles in all; at most {MOST_TILES} can be handled")));
    }
    if jokers > MOST_JOKERS {
        return Err(node.error(format!("{jokers} jokers in all; at most {MOST_JOKERS} can be handled")));
    }
    Ok(())
}

/// Where the tiles do not add up to the bag.
fn surplus<R: Rules>(rules: &R, position: &Position<R::Tile>) -> Vec<String> {
    let (bag, found) = (rules.bag(), position.tiles());
    R::Tile::all()
        .map(|tile| (tile, found.count(tile), bag.count(tile)))
        .filter(|(_, found, bag)| found != bag)
        .map(|(tile, found, bag)| format!("{found} {} instead of {bag}", rules.tile_text(tile)))
        .collect()
}

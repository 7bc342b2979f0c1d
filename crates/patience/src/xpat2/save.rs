//! A save file: its header and its words, byte by byte.

use thiserror::Error;

use crate::deal::{Deal, Seed};
use crate::rules::Rules;
use crate::wording::counted;

/// Bytes of the rule's name, header words, words per block.
const NAME: usize = 32;
const HEADER: usize = 32;
const OLD_HEADER: usize = 16;
const BLOCK: usize = 16;

/// The places of the header words that mean something here.
const SEED: usize = 8;
const WORDS: usize = 9;
const PLAYED: usize = 10;
const CHEATS: usize = 11;
const WON: usize = 12;
const REDEALS: usize = 13;
const SPARE: usize = 14;
const MAGIC: usize = 15;
const ROTATIONS: usize = 16;
const OTHER_SPARE: usize = 17;

const STANDARD: u32 = u32::MAX;
const VERSION_2: u32 = 0x741a;
const VERSION_1: u32 = 0x7419;

/// The header words by which a game may be customised, with xpat2's names for them.
const CUSTOM: [(usize, &str); 10] = [
    (0, "decks"),
    (1, "slots"),
    (2, "faceup"),
    (3, "facedown"),
    (4, "jokers"),
    (5, "redeals"),
    (6, "word 6"),
    (7, "rotations"),
    (18, "cells"),
    (19, "relaxed"),
];

/// A game that xpat2 knows: its name here, the name and the short name there, and which of its cells
/// are dealt a card.
pub(super) struct SaveGame {
    game: &'static str,
    title: &'static str,
    short: &'static str,
    pub(super) dealt_cells: &'static [usize],
}

const GAMES: [SaveGame; 4] = [
    SaveGame { game: "FreeCell", title: "Free Cell", short: "fc", dealt_cells: &[] },
    SaveGame { game: "Seahaven", title: "Seahaven", short: "st", dealt_cells: &[0, 2] },
    SaveGame { game: "MidnightOil", title: "Midnight Oil", short: "mo", dealt_cells: &[] },
    SaveGame { game: "BakersDozen", title: "Baker's Dozen", short: "bd", dealt_cells: &[] },
];

impl SaveGame {
    /// The game as xpat2 knows it, if it does. Only how it is dealt matters: a save holds no rules.
    pub(super) fn of(rules: &Rules) -> Option<&'static Self> {
        GAMES.iter().find(|game| {
            game.game == rules.name() && Rules::named(game.game).is_some_and(|r| r.layout() == rules.layout())
        })
    }
}

/// An xpat2 save: a deal, and what the player did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Save {
    /// A game that xpat2 has.
    rules: Rules,
    seed: Seed,
    pub(super) words: Vec<u32>,
    pub(super) played: usize,
    pub(super) won: bool,
    pub(super) rotations: u32,
    cheats: u32,
}

/// Bytes that are not a save of these games.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadSave {
    /// The file ends too early.
    #[error("the file has {}, but a save like this has at least {needs}", counted(*.has, "byte"))]
    Short {
        /// Bytes that are there.
        has: usize,
        /// Bytes that should be there.
        needs: usize,
    },
    /// The magic number is not there.
    #[error("this is not an xpat2 save: its magic number is {0:#x}")]
    Magic(u32),
    /// No game here has this name.
    #[error("xpat2's game `{0}` is not known here")]
    Game(String),
    /// The game is customised.
    #[error("the game is customised ({what} {value}), and only the standard games are known here")]
    Customised {
        /// The property that is customised, in xpat2's words.
        what: &'static str,
        /// To what.
        value: u32,
    },
    /// The seed is out of range.
    #[error("seed {0} is out of range")]
    Seed(u32),
    /// More words played than there are.
    #[error("the count of words played, {played}, is above that of all words, {words}")]
    Played {
        /// Words played.
        played: u32,
        /// Words there are.
        words: u32,
    },
}

impl Save {
    /// A game of which nothing is played yet; none where xpat2 does not have the game.
    pub(super) fn new(rules: &Rules, seed: Seed) -> Option<Self> {
        SaveGame::of(rules)?;
        let rules = rules.clone();
        Some(Self { rules, seed, words: Vec::new(), played: 0, won: false, rotations: 0, cheats: 0 })
    }

    /// Reads a save. Its words are checked when it is converted.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BadSave> {
        let header = header_size(bytes)?;
        let word = |at: usize| be_word(&bytes[NAME + 4 * at..]);
        let start = NAME + 4 * header;
        let custom = CUSTOM.into_iter().filter(|&(at, _)| at < header && word(at) != STANDARD);
        if let Some((at, what)) = custom.into_iter().next() {
            return Err(BadSave::Customised { what, value: word(at) });
        }
        let (count, played) = (word(WORDS), word(PLAYED));
        if played > count {
            return Err(BadSave::Played { played, words: count });
        }
        let blocks = (count as usize).div_ceil(BLOCK);
        needs_bytes(bytes, start + 4 * BLOCK * blocks)?;
        let (rules, seed) = rules_and_seed(&bytes[..NAME], word(SEED))?;
        Ok(Self {
            rules,
            seed,
            words: bytes[start..].chunks_exact(4).take(count as usize).map(be_word).collect(),
            played: played as usize,
            won: word(WON) == 1,
            rotations: if header == HEADER { word(ROTATIONS) } else { 0 },
            cheats: word(CHEATS),
        })
    }

    /// The bytes of the save, as xpat2 loads them.
    pub fn to_bytes(&self) -> Vec<u8> {
        let game = SaveGame::of(&self.rules).expect("saves are of games that xpat2 has");
        let mut bytes = vec![0; NAME];
        bytes[..game.title.len()].copy_from_slice(game.title.as_bytes());
        bytes.extend(self.header().iter().chain(&self.words).flat_map(|word| word.to_be_bytes()));
        let blocks = self.words.len().div_ceil(BLOCK);
        bytes.resize(NAME + 4 * (HEADER + BLOCK * blocks), 0);
        bytes
    }

    fn header(&self) -> [u32; HEADER] {
        let mut header = [STANDARD; HEADER];
        header[SEED] = self.seed_word();
        header[WORDS] = self.words.len() as u32;
        header[PLAYED] = self.played as u32;
        header[CHEATS] = self.cheats;
        header[WON] = self.won.into();
        // xpat2 counts redeals again from the words, and its loader aborts on a count.
        header[REDEALS] = 0;
        header[SPARE] = 0;
        header[MAGIC] = VERSION_2;
        header[ROTATIONS] = self.rotations;
        header[OTHER_SPARE] = 0;
        header
    }

    fn seed_word(&self) -> u32 {
        (self.seed.number() % self.rules.layout().shuffle.last_seed()) as u32
    }

    /// The game that is played.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The number of the deal.
    pub fn seed(&self) -> Seed {
        self.seed
    }

    /// The deal that is played.
    pub fn deal(&self) -> Deal {
        Deal::numbered(self.rules.clone(), self.seed)
    }

    /// How many words there are, undone ones included.
    pub fn words(&self) -> usize {
        self.words.len()
    }

    /// Does the save say that the game is won?
    pub fn is_won(&self) -> bool {
        self.won
    }

    /// The name that xpat2 gives such a file: `FreeCell.000000123`.
    pub fn file_name(&self) -> String {
        format!("{}.{:09}", self.rules.name(), self.seed_word())
    }

    /// Do these bytes look like a save, whatever the file is called?
    pub fn is_likely(bytes: &[u8]) -> bool {
        bytes.get(NAME + 4 * MAGIC..).and_then(|rest| rest.first_chunk()).is_some_and(|&magic| {
            [VERSION_1, VERSION_2].contains(&u32::from_be_bytes(magic)) && bytes[..NAME].contains(&0)
        })
    }
}

/// How many words the header of these bytes has; they are all there.
fn header_size(bytes: &[u8]) -> Result<usize, BadSave> {
    needs_bytes(bytes, NAME + 4 * OLD_HEADER)?;
    let header = match be_word(&bytes[NAME + 4 * MAGIC..]) {
        VERSION_2 => HEADER,
        VERSION_1 => OLD_HEADER,
        magic => return Err(BadSave::Magic(magic)),
    };
    needs_bytes(bytes, NAME + 4 * header)?;
    Ok(header)
}

fn needs_bytes(bytes: &[u8], needs: usize) -> Result<(), BadSave> {
    let has = bytes.len();
    if has < needs { Err(BadSave::Short { has, needs }) } else { Ok(()) }
}

/// The first word of at least four bytes.
fn be_word(bytes: &[u8]) -> u32 {
    u32::from_be_bytes(*bytes.first_chunk().expect("the caller looked at the length"))
}

fn rules_and_seed(name: &[u8], seed: u32) -> Result<(Rules, Seed), BadSave> {
    // The bytes after the NUL are whatever xpat2 had in memory.
    let title = name.split(|&byte| byte == 0).next().unwrap_or_default();
    let game = GAMES.iter().find(|game| [game.title.as_bytes(), game.short.as_bytes()].contains(&title));
    let unknown =
        || BadSave::Game(String::from_utf8_lossy(title).chars().filter(|c| !c.is_control()).collect());
    let rules = game.and_then(|game| Rules::named(game.game)).ok_or_else(unknown)?;
    let seed = named_seed(&rules, seed).ok_or(BadSave::Seed(seed))?;
    Ok((rules, seed))
}

/// Seeds count modulo 10^9: what a save calls 0 is named 10^9.
fn named_seed(rules: &Rules, seed: u32) -> Option<Seed> {
    let last = rules.layout().shuffle.last_seed();
    let seed = u64::from(seed);
    rules.seed_of(if seed == 0 { last } else { seed }).ok().filter(|_| seed < last)
}

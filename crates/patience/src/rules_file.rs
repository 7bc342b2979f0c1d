//! A game described in a TOML file, so that trying a new one needs no compiler.
//!
//! ```toml
//! name = "Eight Away"
//! columns = [6, 6, 6, 6, 6, 6, 6, 6]  # how many cards each column is dealt
//! cells = 8
//! dealt_to_cells = 4                  # the last cards of the deck start in cells
//! build = "same-suit"                 # or "alternate-colours", "any-suit"
//! fill = "kings"                      # or "any", "nothing"
//! order = "columns"                   # or "rows": how the columns are dealt
//! kings_sink = false                  # kings go to the bottom of their column when dealt
//! shuffle = "xpat2"                   # or "microsoft": whose numbers name the deals
//! ```
//!
//! `name`, `columns`, `build` and `fill` must be there; the others default to none, `"columns"`,
//! `false` and `"xpat2"`.

use std::fmt::Write;
use std::ops::Range;

use thiserror::Error;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::rules::{BadCounts, Build, Extras, Fill, Foundations, Layout, MAX_COLUMNS, Order, Play, Rules};
use crate::shuffle::Shuffle;

const KEYS: [&str; 9] =
    ["name", "columns", "cells", "dealt_to_cells", "build", "fill", "order", "kings_sink", "shuffle"];
const BUILDS: [(&str, Build); 3] = [
    ("alternate-colours", Build::AlternateColours),
    ("same-suit", Build::SameSuit),
    ("any-suit", Build::AnySuit),
];
const FILLS: [(&str, Fill); 3] =
    [("any", Fill::AnyCard), ("kings", Fill::KingsOnly), ("nothing", Fill::Nothing)];
const ORDERS: [(&str, Order); 2] = [("columns", Order::Columns), ("rows", Order::Rows)];
const SHUFFLES: [(&str, Shuffle); 2] = [("xpat2", Shuffle::Xpat2), ("microsoft", Shuffle::Microsoft)];
const MAX_NAME: usize = 40;

/// A fault of a rules file, and where it is.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {fault}")]
pub struct BadRules {
    /// The line, counted from 1.
    pub line: usize,
    /// The fault.
    pub fault: RulesFault,
}

/// The faults that a rules file may have.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RulesFault {
    /// It is not TOML.
    #[error("{0}")]
    Syntax(String),
    /// A key that means nothing here.
    #[error("unknown key `{key}`; {}", known_keys(*.close))]
    UnknownKey {
        /// The key.
        key: String,
        /// The key that was probably meant.
        close: Option<&'static str>,
    },
    /// A key that must be there is not.
    #[error("the key `{0}` is missing")]
    MissingKey(&'static str),
    /// The name is that of a built-in game.
    #[error("`name`: {0} is a built-in game; give this one another name")]
    BuiltIn(&'static str),
    /// The value is of the wrong kind.
    #[error("`{key}` must be {expected}")]
    Value {
        /// The key.
        key: &'static str,
        /// The values that it takes.
        expected: String,
    },
    /// The counts do not add up.
    #[error("`{key}`: {why}")]
    Counts {
        /// The key to blame.
        key: &'static str,
        /// Why.
        why: BadCounts,
    },
}

fn known_keys(close: Option<&'static str>) -> String {
    close.map_or_else(|| format!("the keys are {}", KEYS.join(", ")), |key| format!("did you mean `{key}`?"))
}

impl Rules {
    /// Reads a game from the text of a rules file. The names of built-in games are taken, whatever their case, blanks
    /// and hyphens.
    pub fn from_toml(text: &str) -> Result<Self, BadRules> {
        let reader = Reader::new(text)?;
        let rules = reader.rules()?;
        match built_in(rules.name()) {
            Some(game) => Err(reader.fault("name", RulesFault::BuiltIn(game))),
            None => Ok(rules),
        }
    }

    /// Reads what [`to_toml`](Self::to_toml) wrote: the name of a built-in game stands for that game and no other.
    pub(crate) fn from_own_toml(text: &str) -> Result<Self, BadRules> {
        let reader = Reader::new(text)?;
        let rules = reader.rules()?;
        match built_in(rules.name()) {
            Some(game) if Self::named(game).as_ref() != Some(&rules) => {
                Err(reader.fault("name", RulesFault::BuiltIn(game)))
            }
            _ => Ok(rules),
        }
    }

    /// The text of a rules file for this game.
    pub fn to_toml(&self) -> String {
        let (layout, play) = (self.layout(), self.play());
        let mut text = String::new();
        let mut line = |key: &str, value: String| {
            writeln!(text, "{key} = {value}").expect("writing to a string cannot fail");
        };
        line("name", toml::Value::from(self.name()).to_string());
        line("columns", format!("{:?}", layout.columns.as_slice()));
        line("cells", play.cells.to_string());
        line("dealt_to_cells", layout.in_cells.to_string());
        line("build", word_of(&BUILDS, play.build));
        line("fill", word_of(&FILLS, play.fill));
        line("order", word_of(&ORDERS, layout.order));
        line("kings_sink", layout.kings_sink.to_string());
        line("shuffle", word_of(&SHUFFLES, layout.shuffle));
        text
    }
}

fn word_of<T: PartialEq + Copy>(words: &[(&str, T)], value: T) -> String {
    let word = words.iter().find(|(_, meaning)| *meaning == value).map(|(word, _)| word);
    format!("{:?}", word.expect("every value has a word"))
}

/// The text and its parsed values: errors need lines, and values only know their bytes.
struct Reader<'t> {
    text: &'t str,
    table: DeTable<'t>,
}

impl<'t> Reader<'t> {
    fn new(text: &'t str) -> Result<Self, BadRules> {
        let parsed = DeTable::parse(text).map_err(|error| {
            let fault = RulesFault::Syntax(error.message().to_owned());
            BadRules { line: line_at(text, error.span().map_or(0, |span| span.start)), fault }
        })?;
        let reader = Self { text, table: parsed.into_inner() };
        match reader.table.keys().find(|key| !KEYS.contains(&key.get_ref().as_ref())) {
            Some(key) => Err(reader.unknown(key.get_ref(), key.span())),
            None => Ok(reader),
        }
    }

    fn rules(&self) -> Result<Rules, BadRules> {
        let layout = Layout {
            columns: self.columns()?,
            in_cells: self.number("dealt_to_cells")?,
            order: self.word("order", &ORDERS, Some(Order::Columns))?,
            kings_sink: self.flag("kings_sink")?,
            shuffle: self.word("shuffle", &SHUFFLES, Some(Shuffle::Xpat2))?,
        };
        let play = Play {
            cells: self.number("cells")?,
            build: self.word("build", &BUILDS, None)?,
            fill: self.word("fill", &FILLS, None)?,
            foundations: Foundations::Forced,
            extras: Extras::NONE,
        };
        Rules::new(self.name()?, layout, play).map_err(|why| {
            let key = match why {
                BadCounts::Cells(_) => "cells",
                BadCounts::InCells { .. } => "dealt_to_cells",
                BadCounts::Columns(_) | BadCounts::Dealt(_) => "columns",
            };
            self.fault(key, RulesFault::Counts { key, why })
        })
    }

    fn name(&self) -> Result<&str, BadRules> {
        let legible = |name: &&str| {
            (1..=MAX_NAME).contains(&name.chars().count())
                && !name.contains(|c: char| c.is_control() || ['.', '/', '\\'].contains(&c))
                && name.contains(char::is_alphanumeric)
        };
        let name = self.required("name")?.as_str().filter(legible);
        name.ok_or_else(|| {
            self.wrong(
                "name",
                format!("a text of 1 to {MAX_NAME} characters with a letter, without dots and slashes"),
            )
        })
    }

    fn columns(&self) -> Result<arrayvec::ArrayVec<u8, MAX_COLUMNS>, BadRules> {
        let wrong = || self.wrong("columns", "a list of numbers, the cards dealt to each column".to_owned());
        let sizes = self.required("columns")?.as_array().ok_or_else(wrong)?;
        if sizes.len() > MAX_COLUMNS {
            let why = BadCounts::Columns(sizes.len());
            return Err(self.fault("columns", RulesFault::Counts { key: "columns", why }));
        }
        sizes.iter().map(|size| small_number(size.get_ref()).ok_or_else(wrong)).collect()
    }

    fn number(&self, key: &'static str) -> Result<u8, BadRules> {
        let Some(value) = self.value(key) else { return Ok(0) };
        small_number(value).ok_or_else(|| self.wrong(key, "a number from 0 to 52".to_owned()))
    }

    fn flag(&self, key: &'static str) -> Result<bool, BadRules> {
        let Some(value) = self.value(key) else { return Ok(false) };
        value.as_bool().ok_or_else(|| self.wrong(key, "true or false".to_owned()))
    }

    fn word<T: Copy>(
        &self,
        key: &'static str,
        words: &[(&str, T)],
        default: Option<T>,
    ) -> Result<T, BadRules> {
        if let (None, Some(default)) = (self.value(key), default) {
            return Ok(default);
        }
        let word = self.required(key)?.as_str();
        let known = words.iter().find(|(known, _)| Some(*known) == word).map(|&(_, meaning)| meaning);
        known.ok_or_else(|| {
            let words: Vec<_> = words.iter().map(|(word, _)| format!("{word:?}")).collect();
            self.wrong(key, words.join(" or "))
        })
    }

    fn value(&self, key: &str) -> Option<&DeValue<'t>> {
        self.table.iter().find(|(known, _)| known.get_ref() == key).map(|(_, value)| value.get_ref())
    }

    fn required(&self, key: &'static str) -> Result<&DeValue<'t>, BadRules> {
        self.value(key).ok_or_else(|| {
            let line = self.text.lines().count().max(1);
            BadRules { line, fault: RulesFault::MissingKey(key) }
        })
    }

    fn wrong(&self, key: &'static str, expected: String) -> BadRules {
        self.fault(key, RulesFault::Value { key, expected })
    }

    fn fault(&self, key: &str, fault: RulesFault) -> BadRules {
        let span = self.table.keys().find(|known| known.get_ref() == key).map(Spanned::span);
        BadRules { line: line_at(self.text, span.map_or(0, |span| span.start)), fault }
    }

    fn unknown(&self, key: &str, span: Range<usize>) -> BadRules {
        let key: String = key.chars().take(MAX_NAME).filter(|c| !c.is_control()).collect();
        let distance = |known: &&str| strsim::damerau_levenshtein(&key, known);
        let close = KEYS.into_iter().min_by_key(distance).filter(|known| distance(known) <= 3);
        BadRules { line: line_at(self.text, span.start), fault: RulesFault::UnknownKey { key, close } }
    }
}

/// The built-in game that goes by this name, whatever its case, blanks and hyphens.
fn built_in(name: &str) -> Option<&'static str> {
    let plain = |name: &str| -> String {
        let letters = name.chars().filter(|c| c.is_alphanumeric());
        letters.flat_map(char::to_lowercase).collect()
    };
    let name = plain(name);
    Rules::names().find(|(long, short)| plain(long) == name || plain(short) == name).map(|(long, _)| long)
}

fn small_number(value: &DeValue<'_>) -> Option<u8> {
    let number = value.as_integer()?;
    u8::from_str_radix(number.as_str(), number.radix()).ok().filter(|&number| number <= 52)
}

fn line_at(text: &str, offset: usize) -> usize {
    1 + text.bytes().take(offset).filter(|&byte| byte == b'\n').count()
}

#[cfg(test)]
mod tests {
    use super::*;

    const EIGHT_OFF: &str = "name = \"Eight Away\"\ncolumns = [6, 6, 6, 6, 6, 6, 6, 6]\ncells = 8\n\
        dealt_to_cells = 4\nbuild = \"same-suit\"\nfill = \"kings\"\n";

    #[test]
    fn a_game_reads_from_a_few_lines() {
        let rules = Rules::from_toml(EIGHT_OFF).unwrap();
        let built_in = Rules::named("EightOff").unwrap();
        assert_eq!((rules.layout(), rules.play()), (built_in.layout(), built_in.play()));
    }

    #[test]
    fn every_game_writes_and_reads_back_under_a_name_of_its_own() {
        for (name, _) in Rules::names() {
            let rules = Rules::named(name).unwrap();
            assert_eq!(Rules::from_own_toml(&rules.to_toml()).as_ref(), Ok(&rules));
            let text = rules.to_toml().replacen(name, "My Game", 1);
            let read = Rules::from_toml(&text).unwrap();
            assert_eq!((read.layout(), read.play(), read.name()), (rules.layout(), rules.play(), "My Game"));
            assert_eq!(Rules::from_toml(&read.to_toml()), Ok(read));
        }
    }

    #[test]
    fn names_of_built_in_games_are_taken() {
        for name in ["FreeCell", "free cell", "Eight Off", "eight-off", "FC", " b d ", "Free\u{a0}Cell 4"] {
            let refused = refused("Eight Away", name);
            assert!(
                refused.starts_with("line 1: `name`: ") && refused.ends_with("another name"),
                "{refused}"
            );
        }
        let fewer_cells = Rules::freecell().to_toml().replacen("cells = 4", "cells = 0", 1);
        assert!(Rules::from_own_toml(&fewer_cells).is_err());
    }

    fn refused(from: &str, to: &str) -> String {
        let text = EIGHT_OFF.replacen(from, to, 1);
        assert_ne!(text, EIGHT_OFF);
        Rules::from_toml(&text).unwrap_err().to_string()
    }

    #[test]
    fn errors_name_key_and_line() {
        assert_eq!(refused("cells = 8", "cels = 8"), "line 3: unknown key `cels`; did you mean `cells`?");
        assert_eq!(refused("cells = 8", "cells = 13"), "line 3: `cells`: there may be 0 to 12 cells, not 13");
        assert_eq!(refused("cells = 8", "cells = \"8\""), "line 3: `cells` must be a number from 0 to 52");
        assert_eq!(refused("cells = 4", "cells = 3"), "line 2: `columns`: 52 cards must be dealt, not 51");
        assert_eq!(
            refused("cells = 8", "cells = 3"),
            "line 4: `dealt_to_cells`: 4 cards cannot be dealt to 3 cells"
        );
        assert_eq!(refused("fill = \"kings\"", ""), "line 6: the key `fill` is missing");
        assert_eq!(
            refused("\"kings\"", "\"queens\""),
            "line 6: `fill` must be \"any\" or \"kings\" or \"nothing\""
        );
        assert_eq!(refused("[6, 6,", "[-6, 6,").split_once(" must").unwrap().0, "line 2: `columns`");
        assert_eq!(refused("= 8", "=").split_once(':').unwrap().0, "line 3");
    }
}

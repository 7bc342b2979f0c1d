//! The deals that a command works on one after another: names, ranges, lists of seeds in a file.

use std::path::{Path, PathBuf};

use patience::{Deal, DealRange, Rules};
use survey::DealList;

use crate::exit::Fault;
use crate::input;
use crate::source::{DealNames, SourceArgs, which_deal};

/// The deals, and the options that say which table is meant.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct DealArgs {
    /// GAME.SEED, GAME.FIRST..LAST or both separated by commas, as in FreeCell.7,9,20..30; several of them, of any games
    #[arg(value_name = "DEAL")]
    deals: Vec<String>,
    /// Read more deals from this file (`-`: standard input), one DEAL per line; after a game alone, as in `FreeCell
    /// --list FILE`, a line may be a seed or a range of it. `#` begins a comment
    #[arg(long, value_name = "FILE", conflicts_with_all = ["board", "ms"])]
    list: Option<PathBuf>,
    #[command(flatten)]
    source: SourceArgs,
}

/// The tables that were asked for: deals by number, or one board.
pub(crate) enum Asked {
    Deals(DealList),
    Board(Deal),
}

impl DealArgs {
    /// The tables that are meant. Whatever is wrong with any of them is said before any work begins.
    pub(crate) fn asked(&self) -> Result<Asked, Fault> {
        let first = self.deals.first().map(String::as_str);
        if let Some(board) = self.source.board(first)? {
            return match self.deals[..] {
                [] | [_] => Ok(Asked::Board(board)),
                [_, ref more, ..] => Err(Fault::usage(format!("`{more}` is too much: --deal is one table"))),
            };
        }
        let ms = self.source.ms_or(first)?.filter(|_| first.is_none());
        let words = self.deals.iter().map(String::as_str).chain(ms);
        let mut reading = Reading { names: self.source.names()?, deals: None };
        for word in words {
            reading.word(word, self.list.is_some())?;
        }
        if let Some(path) = &self.list {
            reading.file(path)?;
        }
        reading.deals.map(Asked::Deals).ok_or_else(which_deal)
    }
}

/// Deals that are being read.
struct Reading<'s> {
    names: DealNames<'s>,
    deals: Option<DealList>,
}

impl Reading<'_> {
    /// A word of the command line: deals, or the game of the list that follows.
    fn word(&mut self, word: &str, with_list: bool) -> Result<(), Fault> {
        if with_list && Rules::named(word).is_some() { self.names.set_game(word) } else { self.add(word) }
    }

    /// A file with one DEAL per line.
    fn file(&mut self, path: &Path) -> Result<(), Fault> {
        let text = input::text(path)?;
        let name = if path == Path::new("-") { "standard input".into() } else { path.display().to_string() };
        let mut is_empty = true;
        for (number, line) in (1..).zip(text.lines()) {
            let deal = line.split('#').next().unwrap_or(line).trim();
            if !deal.is_empty() {
                self.add(deal).map_err(|fault| fault.in_line(&name, number))?;
                is_empty = false;
            }
        }
        if is_empty { Err(Fault::data(format!("{name}: the list names no deal"))) } else { Ok(()) }
    }

    fn add(&mut self, text: &str) -> Result<(), Fault> {
        for range in self.names.ranges(text)? {
            self.push(range);
        }
        Ok(())
    }

    fn push(&mut self, range: DealRange) {
        match &mut self.deals {
            Some(deals) => deals.push(range),
            None => self.deals = Some(range.into()),
        }
    }
}

//! Where a patience table comes from: a deal by number, a game of one's own, a board in a file.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use patience::{Deal, DealRange, Foundations, NoDeal, Rules};

use crate::exit::Fault;
use crate::input;

/// The options that say which table is meant, besides `GAME.SEED`.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Which table")]
pub(crate) struct SourceArgs {
    /// Play the game described in this TOML file; DEAL is then the seed alone
    #[arg(long, value_name = "FILE", conflicts_with = "xpat2_rules")]
    rules: Option<PathBuf>,
    /// Read the table from this board file (`-`: standard input); DEAL is then the game alone, FreeCell if left out
    #[arg(long = "deal", value_name = "FILE", conflicts_with = "ms")]
    board: Option<PathBuf>,
    /// Take this numbered deal of Windows FreeCell, or of FreeCell Pro up to 8,589,934,591; DEAL is then left out
    #[arg(long, value_name = "N", conflicts_with = "rules")]
    ms: Option<String>,
    #[command(flatten)]
    play: PlayArgs,
}

/// The options that say how a game is played.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct PlayArgs {
    /// How cards get to the foundations: as soon as they can; by choice, to stay there; or by choice, and back
    /// [default: forced]
    #[arg(long, value_name = "KIND", value_parser = foundations())]
    foundations: Option<Foundations>,
    /// Short for --foundations free
    #[arg(long, conflicts_with = "foundations")]
    free_foundations: bool,
    /// Everything that xpat2 allows: in MidnightOil two redeals and one rotation, with one-way foundations
    #[arg(long, conflicts_with_all = ["free_foundations", "foundations"])]
    xpat2_rules: bool,
}

/// Reads `forced`, `one-way` or `free`.
fn foundations() -> impl TypedValueParser<Value = Foundations> {
    let kind = |word: String| Foundations::WORDS.into_iter().find(|(known, _)| *known == word);
    PossibleValuesParser::new(Foundations::WORDS.map(|(word, _)| word))
        .map(move |word| kind(word).expect("the parser takes no other word").1)
}

impl PlayArgs {
    /// The game as these options play it.
    pub(crate) fn play(&self, rules: Rules) -> Result<Rules, Fault> {
        if self.xpat2_rules {
            let usual = || {
                Fault::usage(format!("--xpat2-rules adds nothing to {}, only to MidnightOil", rules.name()))
            };
            return rules.xpat2_rules().ok_or_else(usual);
        }
        let chosen = self.foundations.or(self.free_foundations.then_some(Foundations::Free));
        Ok(rules.with_foundations(chosen.unwrap_or_default()))
    }
}

/// The tables a command is asked for: a range of deals by number, or one board.
pub(crate) enum Sources {
    Deals(DealRange),
    Board(Deal),
}

impl SourceArgs {
    /// Splits the free arguments `[DEAL] [FILE]`: with `--ms` there is no DEAL, and with `--deal` none
    /// is needed.
    pub(crate) fn deal_and_file(&self, words: &[String]) -> (Option<String>, Option<PathBuf>) {
        let named_by_option = self.ms.is_some() || self.board.is_some();
        match words {
            [file] if named_by_option => (None, Some(file.into())),
            [deal] => (Some(deal.clone()), None),
            [deal, file, ..] => (Some(deal.clone()), Some(file.into())),
            [] => (None, None),
        }
    }

    /// The one table that is meant.
    pub(crate) fn one(&self, deal: Option<&str>) -> Result<Deal, Fault> {
        match self.several(deal)? {
            Sources::Board(deal) => Ok(deal),
            Sources::Deals(DealRange { rules, first, last }) if first == last => {
                Ok(Deal::numbered(rules, first))
            }
            Sources::Deals(_) => Err(Fault::usage(NoDeal::Range(deal.unwrap_or_default().to_owned()))),
        }
    }

    /// The deals that are meant, or the board.
    pub(crate) fn several(&self, deal: Option<&str>) -> Result<Sources, Fault> {
        let own = self.own_rules()?;
        if let Some(path) = &self.board {
            let rules = self.play.play(own.map_or_else(|| named_game(deal.unwrap_or("FreeCell")), Ok)?)?;
            let board = Deal::from_board(rules, &input::text(path)?);
            let wrong = |error| Fault::data(format!("{}: {error}", path.display()));
            return Ok(Sources::Board(board.map_err(wrong)?));
        }
        let range = match (own, &self.ms, deal) {
            (None, Some(number), None) => DealRange::of(named_game("ms")?, number),
            (_, Some(_), Some(deal)) => {
                return Err(Fault::usage(format!("both --ms and `{deal}` name a deal; give one of them")));
            }
            (Some(rules), _, Some(seeds)) => DealRange::of(rules, seeds),
            (None, None, Some(name)) => name.parse(),
            (_, _, None) => {
                return Err(Fault::usage("which deal? Give one as GAME.SEED, as in FreeCell.123"));
            }
        };
        let DealRange { rules, first, last } = range.map_err(Fault::usage)?;
        Ok(Sources::Deals(DealRange { rules: self.play.play(rules)?, first, last }))
    }

    fn own_rules(&self) -> Result<Option<Rules>, Fault> {
        let Some(path) = &self.rules else { return Ok(None) };
        let rules = Rules::from_toml(&input::text(path)?);
        rules.map(Some).map_err(|error| Fault::data(format!("{}: {error}", path.display())))
    }
}

fn named_game(name: &str) -> Result<Rules, Fault> {
    // A name with a seed of its own is meant as a deal; here only the game counts.
    Rules::named(name).ok_or_else(|| match format!("{name}.1").parse::<DealRange>() {
        Err(error) => Fault::usage(error),
        Ok(_) => Fault::usage(format!("`{name}` is not a game")),
    })
}

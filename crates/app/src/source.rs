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
    /// How cards get to the foundations: forced, as soon as they can; one-way, by choice, to stay there; free, by
    /// choice, and back [default: forced]
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
    /// The options as words of a command line, each after a blank.
    pub(crate) fn words(&self) -> String {
        let chosen = self.foundations.or(self.free_foundations.then_some(Foundations::Free));
        match chosen {
            _ if self.xpat2_rules => " --xpat2-rules".to_owned(),
            Some(kind) => format!(" --foundations {kind}"),
            None => String::new(),
        }
    }

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
    /// The first of these options that is given, by its name.
    pub(crate) fn given(&self) -> Option<&'static str> {
        [
            ("--rules", self.rules.is_some()),
            ("--deal", self.board.is_some()),
            ("--ms", self.ms.is_some()),
            ("--foundations", self.play.foundations.is_some()),
            ("--free-foundations", self.play.free_foundations),
            ("--xpat2-rules", self.play.xpat2_rules),
        ]
        .into_iter()
        .find_map(|(name, is_given)| is_given.then_some(name))
    }

    /// Does an option name a table, whatever DEAL says?
    pub(crate) fn names_a_table(&self) -> bool {
        self.rules.is_some() || self.board.is_some() || self.ms.is_some()
    }

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
        if let Some(board) = self.board(deal)? {
            return Ok(Sources::Board(board));
        }
        let text = self.ms_or(deal)?.ok_or_else(which_deal)?;
        self.names()?.range(text).map(Sources::Deals)
    }

    /// The board, if there is one; the deal is then the game alone.
    pub(crate) fn board(&self, game: Option<&str>) -> Result<Option<Deal>, Fault> {
        let Some(path) = &self.board else { return Ok(None) };
        let own = self.own_rules()?;
        let rules = self.play.play(own.map_or_else(|| named_game(game.unwrap_or("FreeCell")), Ok)?)?;
        let board = Deal::from_board(rules, &input::text(path)?);
        board.map(Some).map_err(|error| Fault::data(format!("{}: {error}", path.display())))
    }

    /// The number of `--ms`, or else the deal.
    pub(crate) fn ms_or<'s>(&'s self, deal: Option<&'s str>) -> Result<Option<&'s str>, Fault> {
        match (self.ms.as_deref(), deal) {
            (Some(_), Some(deal)) => {
                Err(Fault::usage(format!("both --ms and `{deal}` name a deal; give one of them")))
            }
            (ms, deal) => Ok(ms.or(deal)),
        }
    }

    /// The names of deals under these options.
    pub(crate) fn names(&self) -> Result<DealNames<'_>, Fault> {
        let own = match self.ms {
            Some(_) => Some(named_game("ms")?),
            None => self.own_rules()?,
        };
        let own = own.map(|rules| self.play.play(rules)).transpose()?;
        Ok(DealNames { play: &self.play, own, of_bare_seeds: None, last: None })
    }

    fn own_rules(&self) -> Result<Option<Rules>, Fault> {
        let Some(path) = &self.rules else { return Ok(None) };
        let rules = Rules::from_toml(&input::text(path)?);
        rules.map(Some).map_err(|error| Fault::data(format!("{}: {error}", path.display())))
    }
}

/// Nothing names a deal.
pub(crate) fn which_deal() -> Fault {
    Fault::usage("which deal? Give one as GAME.SEED, as in FreeCell.123")
}

/// Reads what deals are called: `GAME.SEED`, or the seed alone where the options name the game.
pub(crate) struct DealNames<'s> {
    play: &'s PlayArgs,
    /// The game that the options name.
    own: Option<Rules>,
    /// The game of seeds that stand alone among names of deals.
    of_bare_seeds: Option<Rules>,
    /// The last game that was named: deals of one game mostly come together.
    last: Option<(String, Rules)>,
}

impl DealNames<'_> {
    /// The deals of `GAME.SEED` or `GAME.FIRST..LAST`.
    pub(crate) fn range(&mut self, text: &str) -> Result<DealRange, Fault> {
        let (rules, seeds) = self.game_and_seeds(text)?;
        DealRange::of(rules, seeds).map_err(Fault::usage)
    }

    /// The deals of `GAME.SEEDS`, where seeds and ranges are separated by commas.
    pub(crate) fn ranges(&mut self, text: &str) -> Result<Vec<DealRange>, Fault> {
        let (rules, seeds) = self.game_and_seeds(text)?;
        let ranges = seeds.split(',').map(|seeds| DealRange::of(rules.clone(), seeds));
        ranges.collect::<Result<_, _>>().map_err(Fault::usage)
    }

    /// From here on a seed alone is one of this game.
    pub(crate) fn set_game(&mut self, name: &str) -> Result<(), Fault> {
        if self.own.is_some() || self.of_bare_seeds.is_some() {
            return Err(Fault::usage(format!("`{name}` is one game too many; seeds alone are of one game")));
        }
        self.of_bare_seeds = Some(self.game(name)?);
        Ok(())
    }

    fn game_and_seeds<'t>(&mut self, text: &'t str) -> Result<(Rules, &'t str), Fault> {
        let of_bare = self.of_bare_seeds.as_ref().filter(|_| text.starts_with(|c: char| c.is_ascii_digit()));
        if let Some(rules) = self.own.as_ref().or(of_bare) {
            return Ok((rules.clone(), text));
        }
        let no_dot = || Fault::usage(NoDeal::NoDot(text.chars().take(40).collect()));
        let (game, seeds) = text.split_once('.').ok_or_else(no_dot)?;
        Ok((self.game(game)?, seeds))
    }

    /// The game of this name, as the options play it.
    fn game(&mut self, name: &str) -> Result<Rules, Fault> {
        if let Some((_, rules)) = self.last.as_ref().filter(|(last, _)| last == name) {
            return Ok(rules.clone());
        }
        let rules = self.play.play(named_game(name)?)?;
        self.last = Some((name.to_owned(), rules.clone()));
        Ok(rules)
    }
}

pub(crate) fn named_game(name: &str) -> Result<Rules, Fault> {
    if name.parse::<DealRange>().is_ok() {
        return Err(Fault::usage(format!(
            "`{name}` is a deal, and a board is given already; give the game alone"
        )));
    }
    Rules::named(name).ok_or_else(|| match format!("{name}.1").parse::<DealRange>() {
        Err(error) => Fault::usage(error),
        Ok(_) => Fault::usage(format!("`{name}` is not a game")),
    })
}

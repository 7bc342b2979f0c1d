//! Which rule set a command works with, and the saved games of it.

use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::ValueEnum;
use rummy::{
    Canasta, Game, House, HouseRules, JokerRule, LetterBag, Letters, Loaded, Mahjong, Rami, ReadError, Rules,
    Rummikub, Save, Setup, Tile, Vocabulary, Words,
};
use survey::Variant;

use crate::dictionary::DictionaryArgs;
use crate::exit::{Exit, Fault};
use crate::input;

/// A rule set by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum RuleSet {
    /// Words of a dictionary
    Letters,
    /// Runs and groups of numbered tiles
    Rummikub,
    /// French card rummy, opening with 51
    Rami,
    /// Classic canasta
    Canasta,
    /// A small mahjong in the manner of rummy
    Mahjong,
}

impl From<RuleSet> for rummy::RuleSet {
    fn from(set: RuleSet) -> Self {
        match set {
            RuleSet::Letters => Self::Letters,
            RuleSet::Rummikub => Self::Rummikub,
            RuleSet::Rami => Self::Rami,
            RuleSet::Canasta => Self::Canasta,
            RuleSet::Mahjong => Self::Mahjong,
        }
    }
}

/// The options of the rule sets.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct RulesArgs {
    /// Who may use a joker that lies on the table (letters, rummikub): strict, only who first replaces it from
    /// the hand; free, anybody [default: strict]
    #[arg(long, value_name = "strict|free")]
    jokers: Option<Jokers>,
    /// House rules, a TOML file with lines of what `tapis rummy rules` prints (rummikub)
    #[arg(long, value_name = "FILE")]
    rules_file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) dictionary: DictionaryArgs,
    /// How many tiles there are of each letter, a file with lines of what `tapis words bag` prints (letters)
    #[arg(long, value_name = "FILE")]
    bag: Option<PathBuf>,
    /// Do not warn when the tiles of a saved game do not add up to the bag
    #[arg(long)]
    lenient: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Jokers {
    Strict,
    Free,
}

/// Something to do under rules that are known only at run time.
pub(crate) trait UnderRules {
    /// Does it.
    fn under<R: Rules>(self, rules: R) -> Result<Exit, Fault>;
}

/// Something to do under rules that machines can play.
pub(crate) trait UnderAiRules {
    /// Does it.
    fn under<R: Variant>(self, rules: R) -> Result<Exit, Fault>;
}

impl RulesArgs {
    /// The chosen rules with all options, for a game of some deals.
    pub(crate) fn setup(&self, set: RuleSet, deals: NonZero<u32>) -> Result<Setup, Fault> {
        Ok(Setup { jokers: self.joker_rule(set)?, deals, house: self.house(set)?, ..Setup::new(set.into()) })
    }

    /// The house rules: those of the file, or the usual ones.
    fn house(&self, set: RuleSet) -> Result<House, Fault> {
        Ok(Self::house_rules_in(self.rules_file.as_deref(), set)?.house)
    }

    /// The rule set with the house rules of the file, if one is named.
    pub(crate) fn house_rules_in(
        path: Option<&Path>,
        set: impl Into<rummy::RuleSet>,
    ) -> Result<HouseRules, Fault> {
        let set = set.into();
        let Some(path) = path else { return Ok(HouseRules::usual(set)) };
        let house = HouseRules::from_toml_of(set, &input::text(path)?)
            .map_err(|error| Fault::data(format!("{}: {error}", path.display())))?;
        if house.rules == set {
            return Ok(house);
        }
        Err(Fault::usage(format!("{} has rules of {}", path.display(), house.rules)))
    }

    /// The words that the chosen rules are played with, if they are played with words.
    pub(crate) fn words(&self, set: RuleSet) -> Result<Option<Arc<Vocabulary>>, Fault> {
        let is_with_words = set == RuleSet::Letters;
        is_with_words.then(|| Ok(Arc::new(Vocabulary::new(self.dictionary.load()?)))).transpose()
    }

    /// The bag of the file, if one is named and it is not the usual bag of the words.
    pub(crate) fn bag(&self, words: Option<&impl Words>) -> Result<Option<LetterBag>, Fault> {
        let Some(path) = &self.bag else { return Ok(None) };
        let words = words.ok_or_else(|| Fault::usage("--bag is for letters"))?;
        let bag = LetterBag::read(words.alphabet(), &input::text(path)?)
            .map_err(|error| Fault::data(format!("{}: {error}", path.display())))?;
        Ok(Some(bag).filter(|&bag| bag != words.usual_bag()))
    }

    /// Goes on with a game in the classic format; warns on stderr if its tiles do not add up and that is wanted.
    pub(crate) fn load_classic(
        &self,
        setup: Setup,
        words: Option<Arc<Vocabulary>>,
        path: &Path,
        bytes: &[u8],
    ) -> Result<Game, Fault> {
        let (game, warnings) = Game::load(setup, words, bytes)
            .map_err(|error| Fault::data(format!("{}: {error}", path.display())))?;
        self.warn(path, &warnings);
        Ok(game)
    }

    /// Refuses a joker rule, a bag or house rules that are not those of a game that goes on.
    pub(crate) fn must_fit(&self, game: &Game) -> Result<(), Fault> {
        let setup = game.setup();
        let fits = match self.jokers {
            None => true,
            Some(Jokers::Free) => setup.jokers == JokerRule::Free,
            Some(Jokers::Strict) => setup.jokers == JokerRule::Strict,
        };
        if !fits {
            return Err(Fault::usage("the saved game has another joker rule; leave out --jokers"));
        }
        if self.bag.is_some() && self.bag(game.words())? != setup.bag {
            return Err(Fault::usage("the saved game has another bag; leave out --bag"));
        }
        match self.rules_file.as_ref().map(|_| self.house_of(setup.rules)).transpose()? {
            Some(house) if house != setup.house => {
                Err(Fault::usage("the saved game has other house rules; leave out --rules-file"))
            }
            _ => Ok(()),
        }
    }

    /// The house rules of the file for a rule set of the library.
    fn house_of(&self, rules: rummy::RuleSet) -> Result<House, Fault> {
        let set = RuleSet::value_variants().iter().find(|&&set| rummy::RuleSet::from(set) == rules);
        set.map_or(Ok(House::USUAL), |&set| self.house(set))
    }

    /// Does something under the chosen rules, which machines can play.
    pub(crate) fn with_ai_rules(&self, set: RuleSet, what: impl UnderAiRules) -> Result<Exit, Fault> {
        let jokers = self.joker_rule(set)?;
        match set {
            RuleSet::Letters => {
                let words = Vocabulary::new(self.dictionary.load()?);
                let bag = self.bag(Some(&words))?;
                what.under(Letters { words: &words, jokers, bag, house: self.house(set)?.letters })
            }
            RuleSet::Rummikub => what.under(Rummikub { jokers, house: self.house(set)?.rummikub }),
            RuleSet::Rami => what.under(Rami { house: self.house(set)?.rami }),
            RuleSet::Canasta => what.under(Canasta { house: self.house(set)?.canasta }),
            RuleSet::Mahjong => what.under(Mahjong),
        }
    }

    /// The joker rule, if this rule set leaves it open; a bag is for letters alone.
    fn joker_rule(&self, set: RuleSet) -> Result<JokerRule, Fault> {
        if self.bag.is_some() && set != RuleSet::Letters {
            return Err(Fault::usage("--bag is for letters"));
        }
        if self.jokers.is_some() && !matches!(set, RuleSet::Letters | RuleSet::Rummikub) {
            return Err(Fault::usage(
                "--jokers is for letters and rummikub; this game has a rule of its own",
            ));
        }
        Ok(match self.jokers {
            Some(Jokers::Free) => JokerRule::Free,
            Some(Jokers::Strict) | None => JokerRule::Strict,
        })
    }

    /// Does something under the chosen rules.
    pub(crate) fn with(&self, set: RuleSet, what: impl UnderRules) -> Result<Exit, Fault> {
        let jokers = self.joker_rule(set)?;
        match set {
            RuleSet::Letters => {
                let words = self.dictionary.load()?;
                let bag = self.bag(Some(&words))?;
                what.under(Letters { words: &words, jokers, bag, house: self.house(set)?.letters })
            }
            RuleSet::Rummikub => what.under(Rummikub { jokers, house: self.house(set)?.rummikub }),
            RuleSet::Rami => what.under(Rami { house: self.house(set)?.rami }),
            RuleSet::Canasta => what.under(Canasta { house: self.house(set)?.canasta }),
            RuleSet::Mahjong => what.under(Mahjong),
        }
    }

    /// Reads a saved game; warns on stderr if its tiles do not add up and that is wanted.
    pub(crate) fn load<R: Rules>(&self, rules: &R, path: &Path) -> Result<Save<R::Tile>, Fault> {
        self.saved(path, Save::read(rules, &input::bytes(path)?))
    }

    /// Reads what is claimed to be the game after a turn; its combinations need not be valid.
    pub(crate) fn load_claimed<R: Rules>(&self, rules: &R, path: &Path) -> Result<Save<R::Tile>, Fault> {
        self.saved(path, Save::read_claimed(rules, &input::bytes(path)?))
    }

    fn saved<T: Tile>(&self, path: &Path, read: Result<Loaded<T>, ReadError>) -> Result<Save<T>, Fault> {
        let loaded = read.map_err(|error| Fault::data(format!("{}: {error}", path.display())))?;
        self.warn(path, &loaded.warnings);
        Ok(loaded.save)
    }

    fn warn(&self, path: &Path, warnings: &[String]) {
        if !self.lenient && !warnings.is_empty() {
            anstream::eprintln!(
                "tapis: {}: the tiles do not add up to the bag: {}",
                path.display(),
                warnings.join(", ")
            );
        }
    }
}

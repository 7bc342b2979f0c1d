//! Which game is played: a deal of a patience, a peg board, a rule set of rummy, or a saved game.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::path::Path;
use std::sync::Arc;

use patience::Rules;
use rummy::{Level, RuleSet, Seated, Setup, Vocabulary};
use session::{Patience, Peg, Rummy, Session};
use tui::{Kept, NewGame};

use super::Args;
use crate::commands::peg::game::GameArgs;
use crate::commands::peg::play::{begun, with_table};
use crate::commands::rummy::rules_args::RulesArgs;
use crate::dictionary::{DictionaryArgs, Words};
use crate::exit::Fault;
use crate::input;
use crate::play::not_loaded;

/// The game that is played.
pub(super) struct Chosen(pub(super) NewGame);

impl Chosen {
    /// The game that the command line names.
    pub(super) fn by(args: &Args) -> Result<Self, Fault> {
        if let Some(path) = &args.load {
            return loaded(args, path).map(Self);
        }
        let name = args.deal.as_deref();
        if name == Some(Peg::GAME) {
            let game = GameArgs::on(args.peg_board.clone(), args.vacate.clone(), args.to.clone());
            return Ok(Self(NewGame::Peg(begun(&game)?)));
        }
        if let Some(rules) = name.and_then(|name| name.parse::<RuleSet>().ok()) {
            return Ok(Self(NewGame::Rummy(Box::new(dealt(args, rules)?))));
        }
        let any = name.filter(|name| Rules::named(name).is_some() && !args.source.names_a_table());
        let any = any.map(|name| format!("{name}.{}", any_seed() % 1_000_000 + 1));
        let deal = args.source.one(any.as_deref().or(name))?;
        Ok(Self(NewGame::Patience(Patience::deal(deal))))
    }

    /// The game as it is played line by line.
    pub(super) fn in_lines(self, args: &Args) -> Box<dyn Session> {
        match self.0 {
            NewGame::Patience(game) => Box::new(game),
            NewGame::Peg(game) => Box::new(with_table(game, &args.limits, args.language.language())),
            NewGame::Rummy(game) => game,
        }
    }
}

/// A saved game of any kind, in a file of one's own or in one of the state folder.
fn loaded(args: &Args, path: &Path) -> Result<NewGame, Fault> {
    let mut text = input::text(path)?;
    let mut dictionary = args.dictionary.clone();
    let kept = Kept::read(&text);
    if let Some(kept) = kept.map_err(|error| not_loaded(path, &text, &error))? {
        text = kept.game.to_json();
        let own = kept.words.filter(|_| dictionary.dictionary.is_none());
        dictionary = own.map_or(dictionary, |source| DictionaryArgs::of(&source));
    }
    let envelope = session::Envelope::from_json(&text).map_err(|error| not_loaded(path, &text, &error))?;
    let game = match envelope.game.as_str() {
        Peg::GAME => Peg::read(&text).map(NewGame::Peg),
        name if name.parse::<RuleSet>().is_ok() => {
            Rummy::read(&text, &Words(&dictionary)).map(|game| NewGame::Rummy(Box::new(game)))
        }
        _ => Patience::read(&text).map(NewGame::Patience),
    };
    game.map_err(|error| not_loaded(path, &text, &error))
}

/// A new game of rummy.
fn dealt(args: &Args, rules: RuleSet) -> Result<Rummy, Fault> {
    let words = match rules {
        RuleSet::Letters => Some(Arc::new(Vocabulary::new(args.dictionary.load()?))),
        _ => None,
    };
    let seed = args.seed.unwrap_or_else(any_seed);
    let house = RulesArgs::house_rules_in(args.rules_file.as_deref(), rules)?.house;
    let game = rummy::Game::deal(Setup { house, ..Setup::new(rules) }, words, seats(args)?, seed)
        .map_err(Fault::usage)?;
    Ok(Rummy::new(game))
}

/// The players: those that were named, or one person against machines.
fn seats(args: &Args) -> Result<Vec<Seated>, Fault> {
    if !args.players.is_empty() {
        return Seated::from_names(&args.players).map_err(Fault::usage);
    }
    let level = |name: &String| name.trim_start_matches("ai:").parse().map_err(Fault::usage);
    let levels: Vec<Level> = args.against.iter().map(level).collect::<Result<_, _>>()?;
    let levels = if levels.is_empty() { vec![Level::Normal] } else { levels };
    Ok(tui::seats(1, &levels, args.language.language()))
}

/// A seed that nobody chose: a hasher of the standard library starts from the system's randomness.
pub(super) fn any_seed() -> u64 {
    RandomState::new().build_hasher().finish() >> 32
}

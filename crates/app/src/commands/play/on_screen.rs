//! Games on the screen of a terminal.

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use anstream::{AutoStream, ColorChoice};
use directories::ProjectDirs;
use patience::Rules;
use rummy::{RuleSet, Vocabulary};
use session::{WordLists, printable};
use tui::{
    Abilities, App, Dictionaries, Ended, Leave, Limits, NewGame, Resources, Store, Surroundings, WordSource,
};

use super::Args;
use super::chosen::{Chosen, any_seed};
use crate::commands::peg::solvability_cache;
use crate::dictionary::DictionaryArgs;
use crate::exit::{Exit, Fault};

/// Are there a keyboard and a screen?
pub(super) fn is_possible() -> bool {
    let kind = std::env::var("TERM").unwrap_or_default();
    is_interactive() && !matches!(kind.as_str(), "" | "dumb")
}

/// Are input and output a terminal?
pub(super) fn is_interactive() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// Plays on the screen until the player leaves.
pub(super) fn run(args: &Args) -> Result<Exit, Fault> {
    if args.limits.threads.is_some() {
        return Err(Fault::usage("--threads is for playing line by line: add --plain, or leave it out"));
    }
    let game = if names_a_game(args) { Some(Chosen::by(args)?.0) } else { None };
    let mut app = App::new(surroundings(args)?);
    if let Some(game) = game {
        open(&mut app, game, args)?;
    }
    match tui::run(&mut app, Exit::Terminated as i32)? {
        Ended::Left(Leave::Done { finished: true }) => Ok(Exit::Yes),
        Ended::Left(Leave::Done { finished: false }) => Ok(Exit::No),
        Ended::Left(Leave::Interrupted) => Ok(Exit::Interrupted),
        Ended::Left(Leave::Fault(why)) => Err(Fault::software(why)),
        Ended::Terminated => Ok(Exit::Terminated),
    }
}

/// Opens the game. One in a file of the state folder goes on in that file.
fn open(app: &mut App, game: NewGame, args: &Args) -> Result<(), Fault> {
    let file = args.load.as_deref();
    let kept = file.map(|path| Ok::<_, Fault>(store()?.name_of(path))).transpose()?.flatten();
    let opened = match kept {
        Some(name) => app.go_on(name),
        None if is_any_deal(args) => app.open_any(game),
        None => app.open(game),
    };
    opened.map_err(|why| {
        let file = file.map(|path| format!("{}: ", path.display())).unwrap_or_default();
        Fault::no_input(printable(&format!("{file}{why}")))
    })
}

/// Did nobody choose the deal?
fn is_any_deal(args: &Args) -> bool {
    let is_bare = |name: &str| name.parse::<RuleSet>().is_ok() || Rules::named(name).is_some();
    let names_a_deal = args.load.is_some() || args.seed.is_some() || args.source.names_a_table();
    !names_a_deal && args.deal.as_deref().is_some_and(is_bare)
}

fn names_a_game(args: &Args) -> bool {
    args.deal.is_some() || args.load.is_some() || args.source.names_a_table()
}

fn surroundings(args: &Args) -> Result<Surroundings, Fault> {
    let abilities = Abilities {
        colour: AutoStream::choice(&io::stdout()) != ColorChoice::Never,
        unicode: !args.ascii && is_utf8(&locale("LC_CTYPE")),
    };
    let words = Arc::new(LateWords { args: args.dictionary.clone(), words: OnceLock::new() });
    let limits =
        Limits { nodes: args.limits.nodes, memory: Some(args.limits.memory), time: args.limits.time };
    let resources = Resources { words, tables: solvability_cache::tables(), seed: any_seed(), limits };
    Ok(Surroundings { language: args.language.language(), abilities, store: store()?, resources })
}

/// The games of this user.
pub(super) fn store() -> Result<Store, Fault> {
    let folders = ProjectDirs::from("", "", "tapis");
    let folders = folders.ok_or_else(|| Fault::no_input("the home folder is not known"))?;
    let folder: PathBuf = folders.state_dir().unwrap_or(folders.data_local_dir()).to_owned();
    Ok(Store::new(folder))
}

/// The locale for a purpose: `LC_ALL`, the variable of the purpose, `LANG`.
fn locale(purpose: &str) -> String {
    let set = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    set("LC_ALL").or_else(|| set(purpose)).or_else(|| set("LANG")).unwrap_or_default()
}

fn is_utf8(locale: &str) -> bool {
    let locale = locale.to_ascii_lowercase();
    locale.contains("utf-8") || locale.contains("utf8")
}

/// Words that are loaded when they are first asked for.
struct LateWords {
    args: DictionaryArgs,
    words: OnceLock<Result<Arc<Vocabulary>, String>>,
}

impl WordLists for LateWords {
    fn words(&self, _: Option<&str>) -> Result<Arc<Vocabulary>, String> {
        self.words.get_or_init(|| loaded(&self.args)).clone()
    }
}

impl Dictionaries for LateWords {
    fn source(&self) -> Option<WordSource> {
        self.args.source()
    }

    fn words_of(&self, source: &WordSource) -> Result<Arc<Vocabulary>, String> {
        loaded(&DictionaryArgs::of(source))
    }
}

fn loaded(args: &DictionaryArgs) -> Result<Arc<Vocabulary>, String> {
    let words = args.load_quietly().map_err(|fault| fault.to_string())?;
    Ok(Arc::new(Vocabulary::new(words)))
}

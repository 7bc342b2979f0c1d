//! `tapis rummy play`: several people at one keyboard, line by line.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::Write;
use std::num::NonZero;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use rummy::{Game, Seated, Setup};
use session::Rummy;
use session::texts::{Language, LineText};

use super::rules_args::{RuleSet, RulesArgs};
use super::thinking::ThinkArgs;
use crate::dictionary::Words;
use crate::exit::{Exit, Fault};
use crate::limits::counted;
use crate::play::{Console, Files, LanguageArgs, Play, is_same, not_loaded};
use crate::{input, interrupt, output};

const EXAMPLES: &str = "\
Examples:
  tapis rummy play rummikub --players Ana,Ben --seed 7
  tapis rummy play rummikub --players Ana,ai:strong
  tapis rummy play letters --players Ana,Ben,Cleo --dictionary words.txt --save game.json
  tapis rummy play --load game.json --save game.json
  tapis rummy play rummikub --players Ana,ai:normal --lang fr
  tapis rummy play canasta --load classic.txt --classic classic.txt --deals 10";

/// Play at the terminal, or in a pipe
///
/// Every line is a command; `help` lists them. A turn that is not legal gets the judge's reason and another
/// try. Between two people's turns the screen is wiped, so that nobody sees another's hand.
///
/// `9b 9r 9k` lays down a new combination (b blue, r red, y or j yellow, k or n black), `7h 8h 9h` one of cards, TEST or
/// (TEST) a word. `put TILE 2` and `move TILE 2 3` or `move TILE 2 new` change combinations, `undo` and `reset` take
/// changes back, `done` ends the turn, `draw` and `take` take tiles. A tile that you do not have is refused at once; tiles
/// lifted off the table are shown as loose and must be placed before the turn ends. `hint` starts from what is laid. `sort
/// colour` and `sort number` sort the hand, in which the tile drawn last stands in brackets.
///
/// The game is in English or French (--lang); commands and tiles of both languages are understood. Lines are as wide as
/// the terminal, or as COLUMNS says.
///
/// Exit code 0: played to the end. 1: left before.
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Args {
    /// The rule set; asked for if neither this nor the saved game says it
    rules: Option<RuleSet>,
    /// Who plays, in this order; asked for if not given. A machine plays as ai:easy, ai:normal or ai:strong
    #[arg(long, value_name = "NAMES", value_delimiter = ',', conflicts_with = "load")]
    players: Vec<String>,
    /// Go on with a saved game, in Tapis's own format or in the classic one; add --save or --classic to keep what
    /// follows
    #[arg(long, value_name = "FILE")]
    load: Option<PathBuf>,
    /// Save the game here after every step; a new game does not replace a file that is there
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Save the position here after every turn in the classic format, which knows neither options nor unfinished turns
    #[arg(long, value_name = "FILE")]
    classic: Option<PathBuf>,
    /// The seed of the deals; the same seed gives the same deals
    #[arg(long, value_name = "N", conflicts_with = "load")]
    seed: Option<u64>,
    /// How many deals to play, scores being summed; fewer if the target of the game is reached before [default: 1]
    #[arg(long, value_name = "N")]
    deals: Option<NonZero<u32>>,
    #[command(flatten)]
    options: RulesArgs,
    #[command(flatten)]
    limits: ThinkArgs,
    #[command(flatten)]
    language: LanguageArgs,
    /// Answer each line by a JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Fault> {
    interrupt::listen();
    let language = args.language.language();
    let mut console = Console::new(output::stdout());
    let files = Files::new(args.save.as_deref(), args.classic.as_deref(), args.load.as_deref())?;
    let mut rummy = match &args.load {
        Some(path) => args.loaded(&mut console, path)?,
        None => args.dealt(&mut console)?,
    };
    args.say_what_classic_lacks(rummy.game().setup());
    let greeting = args.load.is_none().then(|| greeting(rummy.game(), language));
    let mut play = Play::new(&mut rummy, args.limits.limits(), files, args.json).in_language(language);
    if let Some(line) = greeting {
        play.announce(line);
    }
    play.run(&mut console)
}

impl Args {
    /// Says on stderr that the classic file does not hold the house rules, if there are any.
    fn say_what_classic_lacks(&self, setup: &Setup) {
        if let Some(path) = self.classic.as_deref()
            && setup.rummikub.changes().next().is_some()
        {
            let path = path.display();
            anstream::eprintln!(
                "tapis: {path}: the classic format does not hold house rules; load it with the same --rules-file"
            );
        }
    }

    /// A new game.
    fn dealt(&self, console: &mut Console<impl Write>) -> Result<Rummy, Fault> {
        let set = self.rule_set(console)?;
        let setup = self.setup(set)?;
        let words = self.options.words(set)?;
        let mut names = self.players.clone();
        if names.is_empty() {
            let line = self.answer(console, self.language.language().text(LineText::WhoPlays))?;
            names = line.split([' ', ',']).filter(|name| !name.is_empty()).map(str::to_owned).collect();
        }
        // A hasher of the standard library starts from the system's randomness.
        let seed = self.seed.unwrap_or_else(|| RandomState::new().build_hasher().finish());
        let seats = Seated::from_names(&names).map_err(Fault::usage)?;
        let game = Game::deal(setup, words, seats, seed).map_err(Fault::usage)?;
        Ok(Rummy::new(game))
    }

    /// A saved game. A text that begins with a parenthesis has the classic format.
    fn loaded(&self, console: &mut Console<impl Write>, path: &Path) -> Result<Rummy, Fault> {
        let bytes = input::bytes(path)?;
        if bytes.trim_ascii_start().starts_with(b"(") {
            let set = self.rule_set(console)?;
            let (setup, words) = (self.setup(set)?, self.options.words(set)?);
            return Ok(Rummy::new(self.options.load_classic(setup, words, path, &bytes)?));
        }
        if self.classic.as_deref().is_some_and(|classic| is_same(classic, path)) {
            return Err(Fault::usage(
                "--classic would replace the saved game, which holds more; name another file",
            ));
        }
        let text = String::from_utf8_lossy(&bytes);
        let rummy = Rummy::read(&text, &Words(&self.options.dictionary))
            .map_err(|error| not_loaded(path, &text, &error))?;
        self.must_fit(rummy.game().setup())?;
        Ok(rummy)
    }

    /// Refuses options that a game which goes on does not have.
    fn must_fit(&self, setup: &Setup) -> Result<(), Fault> {
        if let Some(set) = self.rules
            && setup.rules != set.into()
        {
            return Err(Fault::usage(format!("the saved game is one of {}", setup.rules)));
        }
        if self.deals.is_some_and(|deals| deals != setup.deals) {
            let has = counted(setup.deals.get().into(), "deal");
            return Err(Fault::usage(format!("the saved game has {has}; leave out --deals")));
        }
        self.options.must_fit(setup)
    }

    fn rule_set(&self, console: &mut Console<impl Write>) -> Result<RuleSet, Fault> {
        if let Some(set) = self.rules {
            return Ok(set);
        }
        let sets: Vec<_> =
            RuleSet::value_variants().iter().filter_map(ValueEnum::to_possible_value).collect();
        let names: Vec<&str> = sets.iter().map(clap::builder::PossibleValue::get_name).collect();
        let question = self.language.language().fill(LineText::WhichRules, &[&names.join(", ")]);
        loop {
            if let Ok(set) = RuleSet::from_str(&self.answer(console, &question)?, true) {
                return Ok(set);
            }
        }
    }

    fn answer(&self, console: &mut Console<impl Write>, question: &str) -> Result<String, Fault> {
        if self.json {
            return Err(Fault::usage("name the rules and the players: --json asks no questions"));
        }
        match console.ask(question)? {
            Some(answer) => Ok(answer),
            None if interrupt::asked() => Err(Fault::stopped()),
            None => Err(Fault::usage("no answer")),
        }
    }

    fn setup(&self, set: RuleSet) -> Result<Setup, Fault> {
        self.options.setup(set, self.deals.unwrap_or(NonZero::<u32>::MIN))
    }
}

/// The line that begins a new game: the seed gives it again.
fn greeting(game: &Game, language: Language) -> String {
    let rules = game.setup().rules;
    let seeded = |seed| language.fill(LineText::WithSeed, &[&rules, &seed]);
    game.seed().map_or_else(|| rules.to_string(), seeded)
}

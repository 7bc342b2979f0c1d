//! The games of a player in the state folder: one file for each, written whole and durably.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use session::Envelope;
use session::texts::Language;
use tempfile::NamedTempFile;

use crate::names;
use crate::settings::Settings;
use crate::statistics::Results;

/// No file of a store is larger; what is larger is something else.
const MOST_BYTES: u64 = 64 << 20;
/// How many games that are over keep their files.
const MOST_OVER: usize = 200;
/// The version of the files.
const VERSION: u32 = 1;
/// The extension of the files of games.
const EXTENSION: &str = "json";
const RESULTS: &str = "results.json";
const SETTINGS: &str = "settings.json";
const GAMES: &str = "games";
/// The extension of the files that say who has a game open.
const LOCK: &str = "lock";
/// The extension of a file that could not be read and is kept aside.
const DAMAGED: &str = "damaged";

/// The folder with the games, the results and the settings of a player.
#[derive(Clone, Debug)]
pub struct Store {
    folder: PathBuf,
}

/// A game as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kept {
    state: u32,
    /// The game with all its moves.
    pub game: Envelope,
    /// The time spent on it, in milliseconds.
    pub millis: u64,
    /// The help that was used.
    #[serde(default)]
    pub help: HelpUsed,
    /// How it ended, if it is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub over: Option<Over>,
    /// Where the words of a game of letters come from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words: Option<WordSource>,
}

/// The file of a word list, and the alphabet that it is read in, where one was named.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WordSource {
    /// The file.
    pub file: PathBuf,
    /// The alphabet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alphabet: Option<String>,
}

/// The help that a player used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct HelpUsed {
    /// Hints.
    pub hints: u32,
    /// Moves taken back.
    pub undos: u32,
    /// Looks at the solution.
    pub solutions: u32,
    /// Is it played on from a point of another game, whose turns were seen? Such a game has no result.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub branched: bool,
}

/// A game that this process has open.
#[derive(Debug)]
pub(crate) struct Lock {
    _file: Option<File>,
}

/// How a game that is over ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Over {
    /// It was won.
    Won,
    /// It was lost or given up.
    Lost,
}

/// A game in the folder.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The name of its file, without the extension.
    pub name: String,
    /// The game.
    pub kept: Kept,
    /// When it was last played.
    pub played: SystemTime,
}

impl Kept {
    pub(crate) fn new(game: Envelope, millis: u64, help: HelpUsed, over: Option<Over>) -> Self {
        Self { state: VERSION, game, millis, help, over, words: None }
    }

    /// The game in a text, if it is a file of a store.
    pub fn from_json(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok().filter(|kept: &Self| kept.state == VERSION)
    }

    /// The name of its game for people: `FreeCell.123456`, `peg english`, `rummikub 7`.
    pub fn title(&self, language: Language) -> String {
        let Envelope { game, seed, rules, .. } = &self.game;
        let name = names::game(game, language);
        let board = rules.get("board").filter(|board| peg::named(board).is_some());
        match (seed, board) {
            (Some(seed), _) if game.parse::<rummy::RuleSet>().is_ok() => format!("{name} {seed}"),
            (Some(seed), _) => format!("{name}.{seed}"),
            (None, Some(board)) => format!("{name} {}", names::board(board, language)),
            (None, None) => name,
        }
    }
}

impl Store {
    /// The store in a folder, which is made when something is kept.
    pub fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// Keeps a game: it is on the disk when this returns.
    pub fn keep(&self, name: &str, kept: &Kept) -> io::Result<()> {
        write(&self.path(name), kept)
    }

    /// The file of a game.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.join(GAMES).join(format!("{name}.{EXTENSION}"))
    }

    /// The game of this name, if there is one.
    pub fn get(&self, name: &str) -> Option<Kept> {
        Kept::from_json(&read_text(&self.path(name))?)
    }

    /// May a new game have this name? A file that cannot be read is not replaced.
    pub(crate) fn is_free(&self, name: &str) -> bool {
        !self.path(name).exists()
    }

    /// Opens a game for this process alone, until the lock is dropped; none if another process has it open. Where nothing
    /// can be kept there is nothing to lock.
    pub(crate) fn lock(&self, name: &str) -> Option<Lock> {
        let path = self.path(name).with_extension(LOCK);
        let file = fs::create_dir_all(self.folder.join(GAMES)).and_then(|()| File::create(path));
        match file.map(|file| (file.try_lock(), file)) {
            Ok((Err(TryLockError::WouldBlock), _)) => None,
            Ok((_, file)) => Some(Lock { _file: Some(file) }),
            Err(_) => Some(Lock { _file: None }),
        }
    }

    /// Removes a game.
    pub fn remove(&self, name: &str) -> io::Result<()> {
        fs::remove_file(self.path(name))?;
        // The lock of a game without a file means nothing.
        let _ = fs::remove_file(self.path(name).with_extension(LOCK));
        Ok(())
    }

    /// Removes all games that are over but the last ones. Their results stay.
    pub(crate) fn prune(&self) {
        let over = self.list().into_iter().filter(|entry| entry.kept.over.is_some());
        for entry in over.skip(MOST_OVER) {
            if self.lock(&entry.name).is_some() {
                // One that cannot be removed now is removed later.
                let _ = self.remove(&entry.name);
            }
        }
    }

    /// All games, the one played last first. A file that is not a game is left out.
    pub fn list(&self) -> Vec<Entry> {
        let Ok(files) = fs::read_dir(self.folder.join(GAMES)) else { return Vec::new() };
        let mut entries: Vec<Entry> = files.filter_map(|file| entry(&file.ok()?.path())).collect();
        entries.sort_by(|a, b| b.played.cmp(&a.played).then_with(|| a.name.cmp(&b.name)));
        entries
    }

    /// The results of games that are over.
    pub fn results(&self) -> Results {
        self.read(RESULTS)
    }

    /// Keeps the results. A file that could not be read is put aside and not replaced.
    pub(crate) fn keep_results(&self, results: &Results) -> io::Result<()> {
        let path = self.folder.join(RESULTS);
        if path.exists() && self.parsed::<Results>(RESULTS).is_none() {
            fs::rename(&path, path.with_extension(DAMAGED))?;
        }
        write(&self.folder.join(RESULTS), results)
    }

    /// The settings; the usual ones if there are none.
    pub fn settings(&self) -> Settings {
        self.read(SETTINGS)
    }

    pub(crate) fn keep_settings(&self, settings: Settings) -> io::Result<()> {
        write(&self.folder.join(SETTINGS), &settings)
    }

    fn read<T: DeserializeOwned + Default>(&self, name: &str) -> T {
        self.parsed(name).unwrap_or_default()
    }

    fn parsed<T: DeserializeOwned>(&self, name: &str) -> Option<T> {
        serde_json::from_str(&read_text(&self.folder.join(name))?).ok()
    }
}

fn entry(path: &Path) -> Option<Entry> {
    let name = path.file_stem()?.to_str()?.to_owned();
    let is_game = path.extension().is_some_and(|extension| extension == EXTENSION);
    let text = is_game.then(|| read_text(path)).flatten()?;
    Some(Entry { name, kept: Kept::from_json(&text)?, played: fs::metadata(path).ok()?.modified().ok()? })
}

/// The text of a file of a size that makes sense.
fn read_text(path: &Path) -> Option<String> {
    let file = File::open(path).ok().filter(|file| file.metadata().is_ok_and(|facts| facts.is_file()))?;
    let mut text = String::new();
    let read = file.take(MOST_BYTES + 1).read_to_string(&mut text).ok()?;
    (read as u64 <= MOST_BYTES).then_some(text)
}

/// Writes a file next to its place, brings it to the disk, moves it there, and brings that to the disk too.
fn write(path: &Path, what: &impl Serialize) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let mut file = NamedTempFile::with_prefix_in(".tapis-", folder)?;
    serde_json::to_writer(&mut file, what)?;
    file.write_all(b"\n")?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    File::open(folder)?.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;
    use session::{Patience, Session};

    fn kept(deal: &str) -> Kept {
        let game = Patience::deal(deal.parse().unwrap()).save();
        Kept::new(game, 1234, HelpUsed { hints: 2, ..HelpUsed::default() }, None)
    }

    #[test]
    fn games_are_kept_listed_and_removed() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::new(folder.path().join("state"));
        assert!(store.list().is_empty() && store.get("a").is_none());
        store.keep("a", &kept("fc.1")).unwrap();
        store.keep("b", &kept("st.2")).unwrap();
        let file = File::options().write(true).open(store.path("a")).unwrap();
        file.set_modified(SystemTime::now() + std::time::Duration::from_secs(9)).unwrap();
        let names: Vec<String> = store.list().into_iter().map(|entry| entry.name).collect();
        assert_eq!(names, ["a", "b"]);
        assert_eq!(store.get("a"), Some(kept("fc.1")));
        assert_eq!(store.get("b").unwrap().title(Language::English), "Seahaven.2");
        fs::write(store.path("c"), "nonsense").unwrap();
        assert_eq!(store.list().len(), 2);
        store.remove("a").unwrap();
        assert_eq!(store.list().len(), 1);
        let left: Vec<_> = fs::read_dir(folder.path().join("state/games")).unwrap().collect();
        assert_eq!(left.len(), 2, "no temporary files: {left:?}");
    }

    /// Games that are over are kept up to a number, the last ones; games under way all stay.
    #[test]
    fn old_games_that_are_over_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::new(folder.path().to_owned());
        let game = Patience::deal("fc.1".parse().unwrap()).save();
        let long_ago = SystemTime::now() - std::time::Duration::from_secs(100_000);
        for number in 0..MOST_OVER + 3 {
            let over = (number != 1).then_some(Over::Won);
            let name = format!("game-{number}");
            store.keep(&name, &Kept::new(game.clone(), 0, HelpUsed::default(), over)).unwrap();
            let file = File::options().write(true).open(store.path(&name)).unwrap();
            file.set_modified(long_ago + std::time::Duration::from_secs(number as u64)).unwrap();
        }
        store.prune();
        assert_eq!(store.list().len(), MOST_OVER + 1);
        assert!(store.get("game-0").is_none() && store.get("game-2").is_none());
        assert!(store.get("game-1").is_some() && store.get("game-3").is_some());
    }

    #[test]
    fn settings_and_results_have_their_files() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::new(folder.path().to_owned());
        assert_eq!(store.settings(), Settings::default());
        let settings = Settings { light: false, ..Settings::default() };
        store.keep_settings(settings).unwrap();
        assert_eq!(store.settings(), settings);
        assert_eq!(store.results(), Results::default());
    }
}

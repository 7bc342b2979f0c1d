//! The games of a player in the state folder: one file for each, written whole and durably.

mod files;
mod lock;

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::de::DeserializeOwned;
use session::{LoadError, parse_json, printable};

use self::files::{read_text, remove_left_over, write};
pub(crate) use self::lock::Lock;
use crate::kept::Kept;
use crate::settings::Settings;
use crate::statistics::Results;

/// How many games that are over keep their files.
const MOST_OVER: usize = 200;
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

/// The files of games in the folder.
#[derive(Clone, Debug, Default)]
pub struct Listing {
    /// The games, the one played last first.
    pub games: Vec<Entry>,
    /// The files that cannot be read, by name.
    pub unreadable: Vec<Unreadable>,
}

/// A file that cannot be read, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// The file.
    pub path: PathBuf,
    /// The reason.
    pub why: LoadError,
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let why = match &self.why {
            LoadError::Json(why) => why.clone(),
            other => other.to_string(),
        };
        f.write_str(&printable(&format!("{}: {why}", self.path.display())))
    }
}

impl Store {
    /// The games in this folder, which is made when something is kept.
    pub fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// Removes the files that a program that was killed left: half-written ones, and locks that nobody holds.
    pub(crate) fn clean(&self) {
        remove_left_over(&self.folder);
        remove_left_over(&self.folder.join(GAMES));
    }

    /// Keeps a game: it is on the disk when this returns.
    pub fn keep(&self, name: &str, kept: &Kept) -> io::Result<()> {
        write(&self.path(name), kept)
    }

    /// The file of a game.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.join(GAMES).join(format!("{name}.{EXTENSION}"))
    }

    /// The name of the game whose file this is; none if it is a file of another folder.
    pub fn name_of(&self, path: &Path) -> Option<String> {
        let own = fs::canonicalize(self.folder.join(GAMES)).ok()?;
        let path = fs::canonicalize(path).ok()?;
        let is_game = path.parent() == Some(&own) && path.extension()? == EXTENSION;
        is_game.then(|| path.file_stem()?.to_str().map(str::to_owned)).flatten()
    }

    /// The game of this name, if there is one.
    pub fn get(&self, name: &str) -> Option<Kept> {
        Kept::read(&read_text(&self.path(name)).ok()??).ok()?
    }

    /// May a new game have this name? A file that cannot be read is not replaced.
    pub(crate) fn is_free(&self, name: &str) -> bool {
        !self.path(name).exists()
    }

    /// Opens a game for this process alone, until the lock is dropped; none if another process has it open.
    pub(crate) fn lock(&self, name: &str) -> Option<Lock> {
        let _ = fs::create_dir_all(self.folder.join(GAMES));
        Lock::take(self.path(name).with_extension(LOCK))
    }

    /// Removes a game.
    pub fn remove(&self, name: &str) -> io::Result<()> {
        fs::remove_file(self.path(name))
    }

    /// Removes all games that are over but the last ones. Their results stay.
    pub(crate) fn prune(&self) {
        let over = self.list().into_iter().filter(|entry| entry.kept.over.is_some());
        for entry in over.skip(MOST_OVER) {
            if let Some(_lock) = self.lock(&entry.name) {
                // One that cannot be removed now is removed later.
                let _ = self.remove(&entry.name);
            }
        }
    }

    /// All games, the one played last first. A file that is not a game is left out.
    pub fn list(&self) -> Vec<Entry> {
        self.listing().games
    }

    /// All games, and the files that cannot be read.
    pub fn listing(&self) -> Listing {
        let mut listing = Listing::default();
        let files = fs::read_dir(self.folder.join(GAMES)).into_iter().flatten().flatten();
        for path in files.map(|file| file.path()).filter(|path| is_json(path)) {
            match entry(&path) {
                Ok(found) => listing.games.extend(found),
                Err(why) => listing.unreadable.push(Unreadable { path, why }),
            }
        }
        listing.games.sort_by(|a, b| b.played.cmp(&a.played).then_with(|| a.name.cmp(&b.name)));
        listing.unreadable.sort_by(|a, b| a.path.cmp(&b.path));
        listing
    }

    /// The results of games that are over.
    pub fn results(&self) -> Results {
        self.read(RESULTS)
    }

    /// The file of the results, if it cannot be read.
    pub fn unreadable_results(&self) -> Option<Unreadable> {
        let why = self.parsed::<Results>(RESULTS).err()?;
        Some(Unreadable { path: self.folder.join(RESULTS), why })
    }

    /// Keeps the results. A file that could not be read is put aside and not replaced.
    pub(crate) fn keep_results(&self, results: &Results) -> io::Result<()> {
        let path = self.folder.join(RESULTS);
        if self.unreadable_results().is_some() {
            fs::rename(&path, path.with_extension(DAMAGED))?;
        }
        write(&path, results)
    }

    /// The settings; the usual ones if there are none.
    pub fn settings(&self) -> Settings {
        self.read(SETTINGS)
    }

    pub(crate) fn keep_settings(&self, settings: Settings) -> io::Result<()> {
        write(&self.folder.join(SETTINGS), &settings)
    }

    fn read<T: DeserializeOwned + Default>(&self, name: &str) -> T {
        self.parsed(name).ok().flatten().unwrap_or_default()
    }

    fn parsed<T: DeserializeOwned>(&self, name: &str) -> Result<Option<T>, LoadError> {
        read_text(&self.folder.join(name))?.map(|text| parse_json(&text)).transpose()
    }
}

fn is_json(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == EXTENSION)
}

/// The game of a file; none if there is no such file any more, or nothing that can be read like one.
fn entry(path: &Path) -> Result<Option<Entry>, LoadError> {
    let Some(text) = read_text(path)? else { return Ok(None) };
    let kept = Kept::read(&text)?.ok_or_else(|| LoadError::Json("missing field `state`".to_owned()))?;
    let played = fs::metadata(path).and_then(|facts| facts.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
    let name = path.file_stem().and_then(|name| name.to_str()).map(str::to_owned);
    Ok(name.map(|name| Entry { name, kept, played }))
}

#[cfg(test)]
mod tests {
    use std::fs::File;

    use session::texts::Language;
    use session::{Patience, Session};

    use super::*;
    use crate::kept::{HelpUsed, Over};

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

    /// A file that cannot be read is named with the field that is wrong; a pipe is passed over.
    #[test]
    fn unreadable_files_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::new(folder.path().to_owned());
        store.keep("a", &kept("fc.1")).unwrap();
        let text = fs::read_to_string(store.path("a")).unwrap();
        fs::write(store.path("b"), text.replace("\"millis\":1234", "\"millis\":\"\\u001b[31m\"")).unwrap();
        fs::write(store.path("c"), text.replace("\"tapis\":1", "\"tapis\":2")).unwrap();
        fs::write(store.path("d"), text.replace("\"state\":1", "\"state\":2")).unwrap();
        fs::write(store.path("e"), vec![b' '; session::MOST_BYTES + 1]).unwrap();
        fs::write(store.path("f"), "{}").unwrap();
        let listing = store.listing();
        let lines: Vec<String> = listing.unreadable.iter().map(ToString::to_string).collect();
        assert_eq!((listing.games.len(), lines.len()), (1, 5), "{lines:?}");
        for (line, why) in lines.iter().zip([
            "b.json: `millis`: invalid type",
            "c.json: `game.tapis`: this saved game has version 2; only version 1 is known; a newer",
            "d.json: this saved game has version 2; only version 1 is known; a newer tapis wrote it",
            "e.json: too large for a saved game: 16 MiB at most",
            "f.json: missing field `state`",
        ]) {
            assert!(line.contains(why) && !line.contains('\x1b'), "{line}");
        }
        fs::write(folder.path().join(RESULTS), r#"[{"name":"a","game":"peg","won":2,"millis":1}]"#).unwrap();
        let results = store.unreadable_results().unwrap().to_string();
        assert!(results.contains("results.json: `[0].won`: "), "{results}");
    }

    /// A lock is one process's; its file goes with it, and one that a killed program left goes at the next start.
    #[test]
    fn files_of_killed_programs_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::new(folder.path().to_owned());
        let held = store.lock("a").unwrap();
        assert!(store.lock("a").is_none());
        let games = folder.path().join(GAMES);
        let writing = File::create(games.join(".tapis-written")).unwrap();
        writing.lock().unwrap();
        for left in [games.join(".tapis-left"), games.join("b.lock"), folder.path().join(".tapis-left")] {
            fs::write(left, "").unwrap();
        }
        store.clean();
        let names = |folder: &Path| {
            let names =
                fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
            let mut names: Vec<String> = names.collect();
            names.sort();
            names
        };
        assert_eq!(
            (names(&games), names(folder.path())),
            (vec![".tapis-written".to_owned(), "a.lock".to_owned()], vec![GAMES.to_owned()])
        );
        drop((held, writing));
        store.clean();
        assert!(names(&games).is_empty());
        assert!(store.lock("a").is_some());
    }

    #[test]
    fn a_file_of_the_folder_has_a_name() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::new(folder.path().to_owned());
        store.keep("a", &kept("fc.1")).unwrap();
        assert_eq!(store.name_of(&folder.path().join("games/../games/a.json")).as_deref(), Some("a"));
        fs::copy(store.path("a"), folder.path().join("a.json")).unwrap();
        assert_eq!(store.name_of(&folder.path().join("a.json")), None);
    }
}

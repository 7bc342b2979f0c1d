//! The files in which a game is kept.

use std::path::Path;
use std::{fs, io};

use session::texts::LineText;
use session::{LoadError, PatienceView, PegView, View, printable};

use super::Play;
use crate::atomic_file;
use crate::exit::{Exit, Fault};

/// The files in which a game is kept after every move.
#[derive(Clone, Copy)]
pub(crate) struct Files<'a> {
    /// The game with its whole history.
    save: Option<&'a Path>,
    /// The position in the classic format.
    classic: Option<&'a Path>,
}

impl<'a> Files<'a> {
    /// These files, for a game that comes from a file or is new. Neither takes the place of another game.
    pub(crate) fn new(
        save: Option<&'a Path>,
        classic: Option<&'a Path>,
        loaded: Option<&Path>,
    ) -> Result<Self, Fault> {
        if let (Some(save), Some(classic)) = (save, classic)
            && is_same(save, classic)
        {
            return Err(Fault::usage("--save and --classic name the same file"));
        }
        let is_another = |path: &&Path| stands(path) && !loaded.is_some_and(|loaded| is_same(loaded, path));
        // The classic file of a game that goes on is usually there from the last time.
        let classic_of_new = classic.filter(|_| loaded.is_none());
        match save.into_iter().chain(classic_of_new).find(is_another) {
            Some(path) => Err(Fault::usage(format!(
                "{} is there already; go on with it by --load, or remove it",
                path.display()
            ))),
            None => Ok(Self { save, classic }),
        }
    }

    fn contains(self, path: &Path) -> bool {
        self.save.into_iter().chain(self.classic).any(|own| is_same(own, path))
    }
}

/// Is there a file with something in it?
fn stands(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|file| file.is_file() && file.len() > 0)
}

/// Do two paths lead to one file, or to one that is not there yet?
pub(crate) fn is_same(one: &Path, other: &Path) -> bool {
    let whole = |path: &Path| {
        fs::canonicalize(path).or_else(|_| {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            let folder = fs::canonicalize(folder.unwrap_or(Path::new(".")))?;
            Ok::<_, io::Error>(folder.join(path.file_name().unwrap_or_default()))
        })
    };
    one == other || matches!((whole(one), whole(other)), (Ok(one), Ok(other)) if one == other)
}

/// A saved game that cannot be gone on with, and the command that can where there is one.
pub(crate) fn not_loaded(path: &Path, text: &str, error: &LoadError) -> Fault {
    let instead = match error {
        LoadError::OtherGame { .. } => "; `tapis play --load` goes on with it",
        LoadError::Json(_) if text.trim_start().starts_with('(') => {
            "; `tapis rummy play RULES --load` reads the classic format"
        }
        _ => "",
    };
    Fault::data(printable(&format!("{}: {error}{instead}", path.display())))
}

impl Play<'_> {
    pub(super) fn save_to(&self, path: &str) -> String {
        if stands(Path::new(path)) && !self.files.contains(Path::new(path)) {
            return self.language.fill(LineText::IsThere, &[&path]);
        }
        match write(Path::new(path), &self.session.save().to_json()) {
            Ok(()) => self.language.fill(LineText::SavedIn, &[&path]),
            Err(fault) => fault.to_string(),
        }
    }

    /// Notes the time, and keeps the game where that is wanted. A game that cannot be kept goes on, and its players hear
    /// of it.
    pub(super) fn keep(&mut self) {
        if let View::Patience(PatienceView { moves, .. }) | View::Peg(PegView { moves, .. }) =
            self.session.view(None)
        {
            self.times.resize(moves, self.started.elapsed());
        }
        for fault in self.try_keep() {
            self.news.push(self.language.fill(LineText::NotSaved, &[&fault]));
        }
    }

    /// Keeps the game when everybody leaves; a game that is not kept then is an error.
    pub(super) fn keep_at_last(&self, exit: Exit) -> Result<Exit, Fault> {
        self.try_keep().into_iter().try_for_each(Err)?;
        Ok(exit)
    }

    /// Keeps the game where that is wanted; what could not be written.
    pub(super) fn try_keep(&self) -> Vec<Fault> {
        let save = self.files.save.map(|path| write(path, &self.session.save().to_json()));
        let classic = self.files.classic.zip(self.session.classic());
        let classic = classic.map(|(path, text)| write(path, &text));
        [save, classic].into_iter().flatten().filter_map(Result::err).collect()
    }
}

fn write(path: &Path, text: &str) -> Result<(), Fault> {
    atomic_file::write(path, |out| out.write_all(text.as_bytes()))
}

//! The commands that players type, in every language. They are written in lower case; what is in capitals is a word of letters.

use std::borrow::Cow;

use super::Language;

/// A command in English, and in French: the first French form is the one that is shown.
const COMMANDS: [(&str, &[&str]); 22] = [
    ("quit", &["quitte", "quitter"]),
    ("show", &["montre", "montrer"]),
    ("help", &["aide"]),
    ("undo", &["annule", "annuler"]),
    ("redo", &["refais", "refaire"]),
    ("reset", &["efface", "effacer"]),
    ("restart", &["recommence", "recommencer"]),
    ("moves", &["coups"]),
    ("hint", &["conseil", "indice"]),
    ("ask", &["gagnable"]),
    ("save", &["garde", "garder"]),
    ("sort", &["trie", "trier"]),
    ("draw", &["pioche", "piocher"]),
    ("take", &["prends", "prendre"]),
    ("pass", &["passe", "passer"]),
    ("done", &["fini", "finir"]),
    ("discard", &["défausse", "defausse", "défausser", "defausser", "jette"]),
    ("put", &["mets", "mettre"]),
    ("move", &["déplace", "deplace", "déplacer", "deplacer"]),
    ("new", &["nouvelle", "nouveau"]),
    ("colour", &["couleur"]),
    ("number", &["nombre"]),
];

impl Language {
    /// A command as it is shown in this language, with the parts that are words: `discard 9H`, `move A 2 new`.
    #[must_use]
    pub fn command(self, english: &str) -> String {
        let word = |word| {
            COMMANDS.iter().find(|(english, _)| *english == word).map_or(word, |(_, french)| french[0])
        };
        match self {
            Self::English => english.to_owned(),
            Self::French => english.split(' ').map(word).collect::<Vec<_>>().join(" "),
        }
    }
}

/// A line with its command, and the words that may follow one, in English, whatever the language it was typed in.
#[must_use]
pub fn in_english(line: &str) -> Cow<'_, str> {
    let english =
        |word: &str| COMMANDS.iter().find(|(_, french)| french.contains(&word)).map(|(english, _)| *english);
    if !line.split(' ').any(|word| english(word).is_some()) || line.starts_with("save ") {
        return Cow::Borrowed(line);
    }
    let mut words: Vec<&str> = line.split(' ').collect();
    // The rest of the line may be the name of a file, or tiles.
    let known = ["move", "put", "sort"];
    words[0] = english(words[0]).unwrap_or(words[0]);
    if known.contains(&words[0]) {
        words.iter_mut().skip(1).for_each(|word| *word = english(word).unwrap_or(word));
    }
    Cow::Owned(words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read_in_both_languages() {
        for (typed, english) in [
            ("pioche", "draw"),
            ("défausse 9H", "discard 9H"),
            ("déplace A 2 nouvelle", "move A 2 new"),
            ("trie couleur", "sort colour"),
            ("garde fini", "save fini"),
            ("save fini", "save fini"),
            ("move A 2 new", "move A 2 new"),
            ("PASSE", "PASSE"),
            ("(PASSE)", "(PASSE)"),
            ("", ""),
        ] {
            assert_eq!(in_english(typed), english);
        }
    }

    /// No word means two commands, and what is shown is read.
    #[test]
    fn every_command_is_read_as_it_is_shown() {
        let mut all: Vec<&str> =
            COMMANDS.iter().flat_map(|(english, french)| french.iter().chain([english])).copied().collect();
        all.sort_unstable();
        assert!(all.windows(2).all(|pair| pair[0] != pair[1]), "{all:?}");
        for (english, _) in COMMANDS {
            assert_eq!(in_english(&Language::French.command(english)), english);
            assert_eq!(in_english(english), english);
        }
    }
}

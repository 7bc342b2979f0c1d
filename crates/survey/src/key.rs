//! The key of a ledger: everything that rows depend on.

use std::collections::BTreeMap;
use std::fmt::Display;

use serde::{Deserialize, Serialize};

/// The form of the lines below the first one.
const FORMAT: u32 = 2;

/// Everything that can change a row: what is done, under which rules and options, by which version. Rows of one key
/// are never mixed with rows of another.
///
/// ```
/// use survey::Key;
///
/// let key = Key::new("hunt").with("cells", 4).with("foundations", "forced");
/// assert_eq!(key.difference(&key), None);
/// let other = Key::new("hunt").with("cells", 5).with("foundations", "forced");
/// assert_eq!(key.difference(&other).unwrap(), "`cells` is 4 there and 5 here");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Key {
    tapis: String,
    format: u32,
    version: String,
    options: BTreeMap<String, String>,
}

impl Key {
    /// The key of work of this kind, by this version of the program.
    pub fn new(kind: &str) -> Self {
        let version = env!("CARGO_PKG_VERSION").to_owned();
        Self { tapis: kind.to_owned(), format: FORMAT, version, options: BTreeMap::new() }
    }

    /// The key with one more option.
    #[must_use]
    pub fn with(mut self, option: &str, value: impl Display) -> Self {
        self.options.insert(option.to_owned(), value.to_string());
        self
    }

    /// The key of work by another version.
    #[must_use]
    pub fn with_version(self, version: &str) -> Self {
        Self { version: version.to_owned(), ..self }
    }

    /// The version of the program that made the rows.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// The options.
    pub fn options(&self) -> &BTreeMap<String, String> {
        &self.options
    }

    /// A short text that is another one for every other kind of work and every other option, whatever the version.
    pub fn digest(&self) -> String {
        let mut hasher = blake3::Hasher::new();
        let options = self.options.iter().flat_map(|(name, value)| [name, value]);
        for text in std::iter::once(&self.tapis).chain(options) {
            hasher.update(&(text.len() as u64).to_le_bytes());
            hasher.update(text.as_bytes());
        }
        hasher.finalize().to_hex()[..32].to_owned()
    }

    /// How this key differs from that of the work at hand, in words.
    pub fn difference(&self, here: &Self) -> Option<String> {
        let fixed = [
            ("kind of work", self.tapis.clone(), here.tapis.clone()),
            ("format", self.format.to_string(), here.format.to_string()),
            ("version", self.version.clone(), here.version.clone()),
        ];
        if let Some((name, there, here)) = fixed.into_iter().find(|(_, there, here)| there != here) {
            return Some(format!("the {name} is {} there and {} here", clip(&there), clip(&here)));
        }
        let value =
            |key: &Self, name: &String| key.options.get(name).map_or("not given".to_owned(), |v| clip(v));
        let mut names: Vec<&String> = self.options.keys().chain(here.options.keys()).collect();
        names.sort_unstable();
        names.dedup();
        let differs = names.into_iter().filter(|name| self.options.get(*name) != here.options.get(*name));
        let words: Vec<String> = differs
            .map(|name| {
                format!("`{}` is {} there and {} here", clip(name), value(self, name), value(here, name))
            })
            .collect();
        (!words.is_empty()).then(|| words.join("; "))
    }
}

/// Keeps messages short and on one line, whatever a file holds.
fn clip(text: &str) -> String {
    const MOST: usize = 60;
    let mut clipped: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(MOST).collect();
    if text.chars().count() > MOST {
        clipped.push('…');
    }
    clipped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digest_covers_kind_and_options() {
        let key = Key::new("hunt").with("cells", 4).with("fill", "any");
        assert_eq!(key.digest(), key.clone().with_version("0.0.9").digest());
        let others = [
            Key::new("solve").with("cells", 4).with("fill", "any"),
            Key::new("hunt").with("cells", 4),
            Key::new("hunt").with("cells", "4fill").with("any", ""),
        ];
        assert!(others.iter().all(|other| other.digest() != key.digest()));
    }

    #[test]
    fn every_part_counts() {
        let key = Key::new("hunt").with("cells", 4);
        let difference = |other: Key| key.difference(&other).unwrap();
        assert_eq!(
            difference(Key::new("arena").with("cells", 4)),
            "the kind of work is hunt there and arena here"
        );
        assert!(difference(key.clone().with_version("0.0.9")).starts_with("the version is "));
        assert_eq!(difference(Key::new("hunt")), "`cells` is 4 there and not given here");
        assert_eq!(
            difference(Key::new("hunt").with("cells", 5).with("fill", "any")),
            "`cells` is 4 there and 5 here; `fill` is not given there and any here"
        );
    }
}

//! Apt's package sources, in both forms that apt reads.

use std::path::PathBuf;

/// One entry of a list of sources.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Source {
    pub(super) form: Form,
    /// The entry as it is written in the file.
    pub(super) text: String,
    uris: Vec<String>,
    suites: Vec<String>,
    /// The file with the keys that sign the packages, if the entry names one.
    pub(super) keyring: Option<PathBuf>,
}

/// How an entry is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// `deb [options] URI SUITE COMPONENTS`, in files `*.list`.
    Line,
    /// Fields such as `URIs:`, in files `*.sources`.
    Stanza,
}

impl Source {
    /// The sources of packages in a file; sources of program text are left out.
    pub(super) fn read_all(form: Form, file: &str) -> Vec<Self> {
        match form {
            Form::Line => file.lines().filter_map(Self::from_line).collect(),
            Form::Stanza => stanzas(file).filter_map(|stanza| Self::from_stanza(&stanza)).collect(),
        }
    }

    fn from_line(line: &str) -> Option<Self> {
        let text = line.split('#').next().unwrap_or_default().trim();
        let rest = text.strip_prefix("deb")?;
        let rest = rest.strip_prefix(char::is_whitespace)?.trim_start();
        let (options, rest) = match rest.strip_prefix('[') {
            Some(rest) => rest.split_once(']')?,
            None => ("", rest),
        };
        let mut words = rest.split_whitespace().map(str::to_owned);
        let keyring = options.split_whitespace().find_map(|option| option.strip_prefix("signed-by="));
        Some(Self {
            form: Form::Line,
            text: text.to_owned(),
            uris: vec![words.next()?],
            suites: vec![words.next()?],
            keyring: keyring.and_then(keyring_file),
        })
    }

    fn from_stanza(stanza: &str) -> Option<Self> {
        let is_enabled = field(stanza, "Enabled").is_none_or(|enabled| enabled != "no");
        let is_binary = field(stanza, "Types")?.split_whitespace().any(|kind| kind == "deb");
        let words = |name| -> Option<Vec<String>> {
            Some(field(stanza, name)?.split_whitespace().map(str::to_owned).collect())
        };
        let source = Self {
            form: Form::Stanza,
            text: stanza.to_owned(),
            uris: words("URIs")?,
            suites: words("Suites")?,
            keyring: field(stanza, "Signed-By").as_deref().and_then(keyring_file),
        };
        (is_enabled && is_binary).then_some(source)
    }

    /// Does it hold packages of this release, or updates of them?
    pub(super) fn is_of_release(&self, release: &str) -> bool {
        let is_of = |suite: &String| {
            suite.strip_prefix(release).is_some_and(|rest| rest.is_empty() || rest.starts_with(['-', '/']))
        };
        self.suites.iter().any(is_of)
    }

    /// Where debootstrap can fetch the release itself from.
    pub(super) fn mirror(&self, release: &str) -> Option<&str> {
        let is_reachable = |uri: &&String| ["http:", "https:", "file:"].iter().any(|s| uri.starts_with(s));
        let has_release = self.suites.iter().any(|suite| suite == release);
        self.uris.iter().find(is_reachable).filter(|_| has_release).map(String::as_str)
    }
}

/// The blocks between blank lines, without comments.
fn stanzas(file: &str) -> impl Iterator<Item = String> {
    let lines: Vec<&str> = file.lines().filter(|line| !line.starts_with('#')).collect();
    let blocks: Vec<String> = lines
        .split(|line| line.trim().is_empty())
        .map(|block| block.iter().flat_map(|line| [line, "\n"]).collect())
        .collect();
    blocks.into_iter().filter(|block: &String| !block.is_empty())
}

/// The value of a field, with the lines that continue it.
fn field(stanza: &str, name: &str) -> Option<String> {
    let mut lines = stanza.lines();
    let value = lines.by_ref().find_map(|line| {
        let (field, value) = line.split_once(':')?;
        field.eq_ignore_ascii_case(name).then_some(value)
    })?;
    let more = lines.take_while(|line| line.starts_with([' ', '\t']));
    Some(std::iter::once(value).chain(more).map(str::trim).collect::<Vec<_>>().join(" ").trim().to_owned())
}

/// The key file that an option names; keys may also be written out or named by fingerprint.
fn keyring_file(value: &str) -> Option<PathBuf> {
    let file = value.split([',', ' ']).next().filter(|file| file.starts_with('/'));
    file.map(PathBuf::from)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    const LINES: &str = "\
# deb http://mirror.example/debian bookworm main
deb http://mirror.example/debian bookworm main contrib # the release
deb-src http://mirror.example/debian bookworm main
deb [ arch=amd64 signed-by=/usr/share/keyrings/tools.gpg ] https://tools.example/apt stable main
  deb [trusted=yes] http://security.example/debian bookworm-security/updates main

deb http://mirror.example/debian
";

    const STANZAS: &str = "\
Types: deb deb-src
# a comment
URIs: cdrom:disc
 http://mirror.example/debian
suites: bookworm bookworm-updates
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg

# a stanza of comments

Types: deb
URIs: http://other.example/debian
Suites: bookworm-backports
Components: main
Enabled: no
\t
Types: deb
URIs: http://tools.example/apt
Suites: nodistro
Components: main
Signed-By:
 -----BEGIN PGP PUBLIC KEY BLOCK-----
 .
 -----END PGP PUBLIC KEY BLOCK-----
";

    #[test]
    fn lines_are_read() {
        let sources = Source::read_all(Form::Line, LINES);
        let [debian, tools, security] = sources.as_slice() else { panic!("{sources:?}") };
        assert_eq!(debian.text, "deb http://mirror.example/debian bookworm main contrib");
        assert_eq!(debian.mirror("bookworm"), Some("http://mirror.example/debian"));
        assert_eq!(debian.keyring, None);
        assert_eq!(tools.keyring.as_deref(), Some(Path::new("/usr/share/keyrings/tools.gpg")));
        assert!(!tools.is_of_release("bookworm"));
        assert!(security.is_of_release("bookworm") && security.mirror("bookworm").is_none());
    }

    #[test]
    fn stanzas_are_read() {
        let sources = Source::read_all(Form::Stanza, STANZAS);
        let [debian, tools] = sources.as_slice() else { panic!("{sources:?}") };
        assert!(debian.is_of_release("bookworm") && !debian.is_of_release("book"));
        assert_eq!(debian.mirror("bookworm"), Some("http://mirror.example/debian"));
        assert_eq!(debian.mirror("trixie"), None);
        assert_eq!(
            debian.keyring.as_deref(),
            Some(Path::new("/usr/share/keyrings/debian-archive-keyring.gpg"))
        );
        assert!(debian.text.starts_with("Types: deb deb-src\nURIs: cdrom:disc\n http:"), "{}", debian.text);
        assert_eq!((tools.keyring.clone(), tools.is_of_release("bookworm")), (None, false));
        assert!(tools.text.ends_with("KEY BLOCK-----\n"));
    }
}

//! The parts that the rehearsal takes from the machine it runs on, read when it starts.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::apt::{Form, Source};
use crate::chore::{output_of, root};

/// Variables that say how to reach the registries, in either letter case.
const VARIABLES: [&str; 6] =
    ["http_proxy", "https_proxy", "all_proxy", "no_proxy", "ssl_cert_file", "curl_ca_bundle"];
/// The beginnings of Cargo's own variables of that kind.
const CARGO_VARIABLES: [&str; 4] = ["CARGO_HTTP_", "CARGO_NET_", "CARGO_REGISTRIES_", "CARGO_SOURCE_"];

/// The machine that the rehearsal runs on.
pub(super) struct Host {
    /// The code name of its Debian.
    pub(super) release: String,
    /// Where packages of this release come from.
    pub(super) sources: Vec<Source>,
    /// The proxy that apt uses, if its configuration names one.
    pub(super) apt_proxy: Option<String>,
    /// The folder of the Rust toolchain.
    pub(super) toolchain: PathBuf,
    /// The variables that say how to reach the registries.
    pub(super) environment: Vec<(String, String)>,
}

impl Host {
    pub(super) fn read() -> Result<Self, String> {
        let os =
            fs::read_to_string("/etc/os-release").map_err(|error| format!("/etc/os-release: {error}"))?;
        let release = code_name(&os).ok_or("/etc/os-release names no release (VERSION_CODENAME)")?;
        let mut sources = sources()?;
        sources.retain(|source| source.is_of_release(&release));
        let environment = env::vars().filter(|(name, _)| is_about_registries(name)).collect();
        Ok(Self { release, sources, apt_proxy: apt_proxy()?, toolchain: toolchain()?, environment })
    }

    /// The source that holds the release itself, with the address to fetch it from.
    pub(super) fn mirror(&self) -> Result<(&Source, &str), String> {
        let mirrors = |source| Some((source, Source::mirror(source, &self.release)?));
        let none = || format!("apt has no source of the release {}", self.release);
        self.sources.iter().find_map(mirrors).ok_or_else(none)
    }
}

/// The folder with Cargo's configuration.
pub(super) fn cargo_home() -> Option<PathBuf> {
    let home = || env::var_os("HOME").map(|home| PathBuf::from(home).join(".cargo"));
    env::var_os("CARGO_HOME").map(PathBuf::from).or_else(home)
}

fn code_name(os_release: &str) -> Option<String> {
    let name = os_release.lines().find_map(|line| line.strip_prefix("VERSION_CODENAME="))?;
    Some(name.trim_matches('"').to_owned()).filter(|name| !name.is_empty())
}

fn is_about_registries(name: &str) -> bool {
    VARIABLES.contains(&name.to_lowercase().as_str())
        || CARGO_VARIABLES.iter().any(|prefix| name.starts_with(prefix))
}

/// All package sources of apt.
fn sources() -> Result<Vec<Source>, String> {
    let mut files: Vec<PathBuf> = vec![PathBuf::from("/etc/apt/sources.list")];
    if let Ok(folder) = fs::read_dir("/etc/apt/sources.list.d") {
        files.extend(folder.filter_map(Result::ok).map(|entry| entry.path()));
    }
    files.sort();
    let mut sources = Vec::new();
    for file in files.iter().filter(|file| file.is_file()) {
        let Some(form) = form_of(file) else { continue };
        let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
        sources.extend(Source::read_all(form, &text));
    }
    Ok(sources)
}

/// Apt ignores files with other endings.
fn form_of(file: &Path) -> Option<Form> {
    match file.extension()?.to_str()? {
        "list" => Some(Form::Line),
        "sources" => Some(Form::Stanza),
        _ => None,
    }
}

fn apt_proxy() -> Result<Option<String>, String> {
    let mut config = Command::new("apt-config");
    config.args(["dump", "--format", "%v%n", "Acquire::http::Proxy"]);
    let proxy = output_of(config)?.trim().to_owned();
    Ok(Some(proxy).filter(|proxy| !proxy.is_empty()))
}

/// The folder of the toolchain that runs this chore.
fn toolchain() -> Result<PathBuf, String> {
    let mut rustc = Command::new("rustc");
    rustc.args(["--print", "sysroot"]).current_dir(root());
    let folder = PathBuf::from(output_of(rustc)?.trim());
    if folder == Path::new("/usr") {
        return Err("Rust is a package of this system: `fresh` needs a toolchain of rustup".to_owned());
    }
    Ok(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_release_is_read() {
        let debian = "PRETTY_NAME=\"Debian GNU/Linux 12\"\nVERSION_CODENAME=bookworm\nID=debian\n";
        assert_eq!(code_name(debian).as_deref(), Some("bookworm"));
        assert_eq!(code_name("VERSION_CODENAME=\"noble\"\n").as_deref(), Some("noble"));
        assert_eq!(code_name("ID=debian\nVERSION_CODENAME=\n"), None);
    }

    #[test]
    fn only_variables_about_registries_are_taken() {
        for name in ["http_proxy", "HTTPS_PROXY", "SSL_CERT_FILE", "CARGO_HTTP_CAINFO"] {
            assert!(is_about_registries(name), "{name}");
        }
        for name in ["PATH", "CARGO", "CARGO_PKG_NAME", "CARGO_TARGET_DIR", "CARGO_REGISTRY_TOKEN"] {
            assert!(!is_about_registries(name), "{name}");
        }
    }

    #[test]
    fn apts_files_are_told_by_their_ending() {
        assert_eq!(form_of(Path::new("/etc/apt/sources.list")), Some(Form::Line));
        assert_eq!(form_of(Path::new("debian.sources")), Some(Form::Stanza));
        assert_eq!(form_of(Path::new("debian.sources.disabled")), None);
    }
}

//! The package registries as the host is configured: for apt, for Cargo, and the certificates of both.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use toml::Table;

use super::apt::{Form, Source};
use super::host::{Host, cargo_home};
use super::machine::Machine;
use crate::chore::output_of;

/// Names and keys that apt and the network read, copied as they are.
const FILES: [&str; 7] = [
    "/etc/hosts",
    "/etc/resolv.conf",
    "/etc/apt/auth.conf",
    "/etc/apt/auth.conf.d",
    "/etc/apt/keyrings",
    "/etc/apt/trusted.gpg.d",
    "/usr/local/share/ca-certificates",
];

/// The parts of Cargo's configuration that say where crates come from.
const CARGO_TABLES: [&str; 5] = ["http", "net", "registries", "registry", "source"];

/// Variables that name a file of certificates.
const CERTIFICATE_VARIABLES: [&str; 3] = ["CARGO_HTTP_CAINFO", "CURL_CA_BUNDLE", "SSL_CERT_FILE"];

/// Configures apt and Cargo on the fresh machine.
pub(super) fn configure(machine: &Machine, host: &Host) -> Result<(), String> {
    for file in FILES {
        bring(machine, Path::new(file))?;
    }
    configure_apt(machine, &host.sources)?;
    machine.run("update-ca-certificates")?;
    let cargo = cargo_registries()?;
    write(machine, "/root/.cargo/config.toml", &cargo.to_string())?;
    certificate_files(&host.environment, &cargo).iter().try_for_each(|file| bring(machine, file))
}

fn configure_apt(machine: &Machine, sources: &[Source]) -> Result<(), String> {
    let text = |form| -> String {
        let sources = sources.iter().filter(|source| source.form == form);
        sources.flat_map(|source| [&source.text, "\n"]).collect()
    };
    write(machine, "/etc/apt/sources.list", &text(Form::Line))?;
    write(machine, "/etc/apt/sources.list.d/host.sources", &text(Form::Stanza))?;
    let mut settings = Command::new("apt-config");
    settings.args(["dump", "Acquire"]);
    write(machine, "/etc/apt/apt.conf.d/90host", &output_of(settings)?)?;
    sources.iter().filter_map(|source| source.keyring.as_deref()).try_for_each(|file| bring(machine, file))
}

/// The host's configuration of Cargo, as far as it is about registries.
fn cargo_registries() -> Result<Table, String> {
    let Some(home) = cargo_home() else { return Ok(Table::new()) };
    let files = ["config.toml", "config"].map(|name| home.join(name));
    let Some(file) = files.iter().find(|file| file.is_file()) else { return Ok(Table::new()) };
    let config = fs::read_to_string(file).map_err(|error| error.to_string());
    let config = config.and_then(|text| registries_of(&text));
    config.map_err(|error| format!("{}: {error}", file.display()))
}

fn registries_of(config: &str) -> Result<Table, String> {
    let mut config: Table = config.parse().map_err(|error: toml::de::Error| error.to_string())?;
    config.retain(|name, _| CARGO_TABLES.contains(&name));
    Ok(config)
}

/// The files of certificates that variables and Cargo's configuration name.
fn certificate_files(environment: &[(String, String)], cargo: &Table) -> Vec<PathBuf> {
    let named = |name: &String| CERTIFICATE_VARIABLES.contains(&name.as_str());
    let variables = environment.iter().filter(|(name, _)| named(name)).map(|(_, file)| file.as_str());
    let cargo = cargo.get("http").and_then(|http| http.get("cainfo")?.as_str());
    variables.chain(cargo).map(PathBuf::from).collect()
}

fn write(machine: &Machine, path: &str, text: &str) -> Result<(), String> {
    let file = machine.on_host(path);
    let folder = file.parent().expect("a file lies in a folder");
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(&file, text));
    written.map_err(|error| format!("{}: {error}", file.display()))
}

/// Copies a file or a folder of the host to the same place, if the host has it.
fn bring(machine: &Machine, path: &Path) -> Result<(), String> {
    copy(path, &machine.on_host(path)).map_err(|error| format!("{}: {error}", path.display()))
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    if from.is_dir() {
        fs::create_dir_all(to)?;
        return fs::read_dir(from)?.try_for_each(|entry| {
            let entry = entry?;
            copy(&entry.path(), &to.join(entry.file_name()))
        });
    }
    if from.is_file() {
        fs::create_dir_all(to.parent().expect("a file lies in a folder"))?;
        fs::copy(from, to)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONFIG: &str = "\
[build]
target-dir = '/elsewhere'

[source.crates-io]
replace-with = 'mirror'

[source.mirror]
registry = 'sparse+https://crates.example/index/'

[http]
cainfo = '/etc/own-ca.pem'
";

    #[test]
    fn only_the_registries_of_cargos_configuration_are_taken() {
        let config = registries_of(CONFIG).unwrap();
        assert_eq!(config.keys().collect::<Vec<_>>(), ["http", "source"]);
        assert_eq!(registries_of(&config.to_string()).unwrap(), config);
        assert!(registries_of("[http").is_err());
    }

    #[test]
    fn files_of_certificates_are_named_by_variables_and_configuration() {
        let environment = [("SSL_CERT_FILE", "/etc/ca.pem"), ("https_proxy", "http://proxy.example")];
        let environment = environment.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
        let files = certificate_files(&environment, &registries_of(CONFIG).unwrap());
        assert_eq!(files, [PathBuf::from("/etc/ca.pem"), PathBuf::from("/etc/own-ca.pem")]);
    }

    #[test]
    fn folders_are_copied_with_what_is_in_them() {
        let folder = tempfile::tempdir().unwrap();
        let [from, to] = ["from", "to"].map(|name| folder.path().join(name));
        fs::create_dir_all(from.join("inner")).unwrap();
        fs::write(from.join("inner/key"), "key").unwrap();
        copy(&from, &to).unwrap();
        assert_eq!(fs::read_to_string(to.join("inner/key")).unwrap(), "key");
        copy(&folder.path().join("missing"), &to.join("missing")).unwrap();
        assert!(!to.join("missing").exists());
    }
}

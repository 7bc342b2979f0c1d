//! `tapis completions`: shell completions on standard output.

use std::io::Write;

use clap::CommandFactory;
use clap_complete::Shell;

use crate::cli::Cli;
use crate::exit::{Exit, Fault};
use crate::output;

/// Print completions for a shell
///
/// For bash: tapis completions bash > ~/.local/share/bash-completion/completions/tapis
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Which shell
    shell: Shell,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Fault> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "tapis", &mut script);
    let mut out = output::stdout();
    out.write_all(&script)?;
    out.flush()?;
    Ok(Exit::Yes)
}

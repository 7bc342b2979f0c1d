//! `tapis man`: the manual pages.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use clap::CommandFactory;

use crate::cli::Cli;
use crate::exit::{Exit, Fault};
use crate::output;

/// Print the manual page, or write all pages into a folder
///
/// To read it: tapis man | man -l -
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Write one page per command into this folder instead
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Fault> {
    if let Some(dir) = &args.dir {
        fs::create_dir_all(dir).map_err(|error| Fault::cannot_write(dir, &error))?;
        clap_mangen::generate_to(Cli::command(), dir).map_err(|error| Fault::cannot_write(dir, &error))?;
    } else {
        let mut page = Vec::new();
        clap_mangen::Man::new(Cli::command()).render(&mut page)?;
        let mut out = output::stdout();
        out.write_all(&page)?;
        out.flush()?;
    }
    Ok(Exit::Yes)
}

//! Ctrl-C and SIGTERM: the first one asks the work to stop and report, the second one ends the process.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use signal_hook::consts::{SIGINT, SIGTERM, SIGXFSZ};
use signal_hook::flag;

use crate::exit::Exit;

/// The signals, each with the exit code of work that it stopped.
const SIGNALS: [(i32, Exit); 2] = [(SIGINT, Exit::Interrupted), (SIGTERM, Exit::Terminated)];

/// The number of the signal that came, or 0.
static CAME: OnceLock<Arc<AtomicUsize>> = OnceLock::new();

/// From now on a file that reaches the limit of its size is an error of writing, and not the end of the process.
pub(crate) fn outlive_file_limits() {
    // Without a handler the process ends as it would have.
    let _ = flag::register(SIGXFSZ, Arc::default());
}

/// Starts listening. Commands that do not search never call this and end at once as usual.
pub(crate) fn listen() {
    CAME.get_or_init(|| {
        let came = Arc::default();
        // Without handlers a signal ends the process at once: no statistics, nothing worse.
        let _ = install(&came);
        came
    });
}

fn install(came: &Arc<AtomicUsize>) -> io::Result<()> {
    let again = Arc::new(AtomicBool::new(false));
    for (signal, exit) in SIGNALS {
        // In this order: the first signal arms the second one.
        flag::register_conditional_shutdown(signal, i32::from(exit as u8), Arc::clone(&again))?;
        flag::register(signal, Arc::clone(&again))?;
        flag::register_usize(signal, Arc::clone(came), signal as usize)?;
    }
    Ok(())
}

/// Was the work asked to stop?
pub(crate) fn asked() -> bool {
    exit().is_some()
}

/// The exit code of work that was asked to stop.
pub(crate) fn exit() -> Option<Exit> {
    let came = CAME.get()?.load(Ordering::Relaxed);
    SIGNALS.into_iter().find(|(signal, _)| *signal as usize == came).map(|(_, exit)| exit)
}

/// Who asked the work to stop, in words.
pub(crate) fn reason() -> &'static str {
    match exit() {
        Some(Exit::Terminated) => "stopped by SIGTERM",
        _ => "stopped by Ctrl-C",
    }
}

//! Ctrl-C: the first one asks the work to stop and report, the second one ends the process.

use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::exit::Exit;

static ASKED: AtomicBool = AtomicBool::new(false);
static INSTALL: Once = Once::new();

/// Starts listening. Commands that do not search never call this and end at once as usual.
pub(crate) fn listen() {
    INSTALL.call_once(|| {
        let on_signal = || {
            if ASKED.swap(true, Ordering::Relaxed) {
                std::process::exit(i32::from(Exit::Interrupted as u8));
            }
        };
        // Without a handler Ctrl-C ends the process at once: no statistics, nothing worse.
        let _ = ctrlc::set_handler(on_signal);
    });
}

/// Was Ctrl-C pressed?
pub(crate) fn asked() -> bool {
    ASKED.load(Ordering::Relaxed)
}

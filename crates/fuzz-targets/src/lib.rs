//! The fuzzed functions: one per parser, which takes any bytes and panics where a promise is broken.

mod others;
mod patience;

/// A function that takes any bytes, under its name in `fuzz/corpus`.
pub type Target = (&'static str, fn(&[u8]));

/// Everything that is fuzzed.
pub const TARGETS: &[Target] = &[
    ("board", patience::board),
    ("certificate", patience::certificate),
    ("deal_name", patience::deal_name),
    ("dictionary", others::dictionary),
    ("game", patience::game),
    ("peg_board", others::peg_board),
    ("peg_game", others::peg_game),
    ("peg_line", others::peg_line),
    ("rules", patience::rules),
    ("rummy_save", others::rummy_save),
    ("save", patience::save),
    ("solution", patience::solution),
    ("web_link", others::web_link),
    ("web_message", others::web_message),
];

/// The target of this name.
pub fn target(name: &str) -> Option<fn(&[u8])> {
    TARGETS.iter().find(|(known, _)| *known == name).map(|&(_, target)| target)
}

//! The choices of a player that outlive a game.

use serde::{Deserialize, Serialize};

/// The choices of a player that outlive a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// One colour for each suit, not only red and black.
    pub four_colours: bool,
    /// The light that says whether the game can still be won.
    pub light: bool,
    /// Does the game listen to the mouse? Then the terminal does not select text.
    pub mouse: bool,
    /// Are the tiles of a hand sorted by number, not by colour?
    pub by_number: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self { four_colours: false, light: true, mouse: true, by_number: false }
    }
}

/// The abilities of the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Abilities {
    /// Does it show colours?
    pub colour: bool,
    /// Does it show more than ASCII: suits, frames, accents?
    pub unicode: bool,
}

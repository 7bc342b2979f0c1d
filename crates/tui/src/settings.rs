//! The choices of a player that outlive a game.

use serde::{Deserialize, Serialize};
use session::HandOrder;

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
    /// How the tiles of a hand are sorted.
    pub sorting: Sorting,
    /// How the turns of machines are shown.
    pub turns: Turns,
}

/// How the tiles of a hand are sorted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sorting {
    /// By colour or suit, then by number.
    #[default]
    Colour,
    /// By number, then by colour or suit.
    Number,
}

impl Sorting {
    /// The other one.
    pub(crate) fn other(self) -> Self {
        match self {
            Self::Colour => Self::Number,
            Self::Number => Self::Colour,
        }
    }
}

/// How the turns of machines are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Turns {
    /// Step by step.
    #[default]
    Steps,
    /// At once.
    Whole,
}

impl Turns {
    /// The other one.
    pub(crate) fn other(self) -> Self {
        match self {
            Self::Steps => Self::Whole,
            Self::Whole => Self::Steps,
        }
    }
}

impl From<Sorting> for HandOrder {
    fn from(sorting: Sorting) -> Self {
        match sorting {
            Sorting::Colour => Self::Colour,
            Sorting::Number => Self::Number,
        }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self { four_colours: false, light: true, mouse: true, sorting: Sorting::Colour, turns: Turns::Steps }
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

//! `--notation`, where lines of play are written or read.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use patience::{Deal, NotWritten, Notation, Reading};

use crate::exit::Fault;

/// Reads the name of a notation.
pub(crate) fn notation() -> impl TypedValueParser<Value = Notation> {
    let named = |name: String| Notation::NAMES.into_iter().find(|(known, _)| *known == name);
    let values = Notation::NAMES.map(|(name, notation)| PossibleValue::new(name).help(help(notation)));
    PossibleValuesParser::new(values).map(move |name| named(name).expect("the parser takes no other name").1)
}

fn help(notation: Notation) -> &'static str {
    match notation {
        Notation::Words => "Numbered moves in words",
        Notation::Classic => "The lines of a solution file, as of `tapis check`",
        Notation::Standard => {
            "What FreeCell players write: columns 1 to 9, cells from a, h for home, as in 3a 25 6h; 35v2 takes \
             two cards to an empty column, 35 as many as can go; cards that go up by themselves are left out"
        }
        Notation::FcSolve => {
            "The lines that fc-solve prints, as in `Move a card from stack 2 to freecell 0`, counted from 0; \
             cards that go up by themselves have lines too"
        }
    }
}

/// Reads a line of play in the notation that is given, or in that of the text.
pub(crate) fn read(notation: Option<Notation>, deal: &Deal, text: &[u8]) -> Result<Reading, Fault> {
    if let Some(notation) = notation {
        notation.fits(deal.table())?;
    }
    Ok(notation.unwrap_or_else(|| Notation::of_text(text)).read(deal.table(), text))
}

impl From<NotWritten> for Fault {
    fn from(why: NotWritten) -> Self {
        Self::usage(why)
    }
}

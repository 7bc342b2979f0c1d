//! The jumps of a board that are listed after its rows: any jumps, whatever the places of the holes.

use std::fmt::Write;

use crate::board::{Board, Jump};
use crate::hole::Hole;
use crate::notation::{Notation, NotationError, short};
use crate::text::BoardError;

/// No jumps but the listed ones.
const ONLY: &str = "jumps:";
/// The jumps of the grid, and the listed ones.
const MORE: &str = "more jumps:";

/// More jumps than these are refused: a board of 128 holes with lines in all directions of three dimensions has fewer.
const MOST: usize = 4096;

/// The part of a text that lists jumps.
#[derive(Clone, Copy)]
pub(crate) struct JumpList<'t> {
    /// The number of lines before it.
    lines_before: usize,
    with_those_of_grid: bool,
    text: &'t str,
}

/// The rows of a board, and the list of jumps if one follows them.
pub(crate) fn split(text: &str) -> (&str, Option<JumpList<'_>>) {
    let mut start = 0;
    for (lines_before, line) in text.split_inclusive('\n').enumerate() {
        for (title, with_those_of_grid) in [(ONLY, false), (MORE, true)] {
            let begins = line.get(..title.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(title));
            if begins {
                let list = &text[start + title.len()..];
                return (&text[..start], Some(JumpList { lines_before, with_those_of_grid, text: list }));
            }
        }
        start += line.len();
    }
    (text, None)
}

impl JumpList<'_> {
    /// The jumps, each in one direction at least.
    pub(crate) fn jumps(self, shape: &Board) -> Result<Vec<Jump>, BoardError> {
        let mut jumps = if self.with_those_of_grid { shape.jumps_of_grid() } else { Vec::new() };
        for (number, line) in (self.lines_before + 1..).zip(self.text.lines()) {
            let line = line.split('#').next().unwrap_or_default();
            let words = line.split(|c: char| c.is_whitespace() || c == ',' || c == ';');
            for word in words.filter(|word| !word.is_empty()) {
                read(shape, number, word, &mut jumps)?;
            }
            if jumps.len() > MOST {
                return Err(BoardError::TooManyJumps { line: number });
            }
        }
        Ok(jumps)
    }
}

/// Reads holes in a line: a jump for each three in a row.
fn read(shape: &Board, line: usize, word: &str, jumps: &mut Vec<Jump>) -> Result<(), BoardError> {
    let not_a_jump = || BoardError::ListedJump { line, found: short(word) };
    let mut holes = Vec::new();
    for name in word.split('-') {
        let hole = Notation::Standard.parse_hole(shape, name);
        holes.push(hole.map_err(|why| match why {
            NotationError::NotAHole(_) => not_a_jump(),
            why => BoardError::ListedHole { line, why },
        })?);
    }
    if holes.len() < 3 {
        return Err(not_a_jump());
    }
    for three in holes.windows(3) {
        let jump = Jump { from: three[0], over: three[1], to: three[2] };
        if jump.holes().pegs() < 3 {
            return Err(not_a_jump());
        }
        jumps.push(jump);
    }
    Ok(())
}

/// The list of a board's jumps as text, one for both directions; empty where they are those of the grid.
pub(crate) fn written(board: &Board) -> String {
    if !board.has_listed_jumps() {
        return String::new();
    }
    let own = board.jumps_of_grid();
    let adds = own.iter().all(|jump| board.jumps().contains(jump));
    let mut text = format!("{}\n", if adds { MORE } else { ONLY });
    let name = |hole: Hole| Notation::Standard.hole(board, hole);
    for jump in board.jumps().iter().filter(|jump| jump.from < jump.to && !(adds && own.contains(jump))) {
        let _ = writeln!(text, "{}-{}-{}", name(jump.from), name(jump.over), name(jump.to));
    }
    text
}

#[cfg(test)]
mod tests {
    use crate::text::{Setup, to_text};

    /// The square of nine holes with its two diagonals.
    #[test]
    fn jumps_are_added_to_those_of_the_grid() {
        let plain = Setup::parse("ooo\no.o\nooo\n").unwrap();
        let text = "ooo\no.o\nooo\nmore jumps:\na1-b2-c3\nc1-b2-a3\n";
        let setup = Setup::parse(text).unwrap();
        assert_eq!((plain.board.jumps().len(), setup.board.jumps().len()), (12, 16));
        assert_eq!(setup.board.symmetries().len(), 8);
        assert_eq!(to_text(&setup.board, setup.position), text);
        assert_eq!(Setup::parse_on("ooo\no.o\nooo\n", &setup.board), Ok(setup.position));
        assert!(Setup::parse_on(text, &plain.board).is_err());
        let same = Setup::parse("ooo\no.o\nooo\nmore jumps: a1-b1-c1\n").unwrap();
        assert_eq!(same, plain, "a list that adds nothing makes no other board");
    }

    /// A line of five holes is three jumps both ways; the ring of a cycle goes on over its beginning.
    #[test]
    fn longer_lines_are_all_jumps_of_three_holes_in_a_row() {
        let line = Setup::parse("ooooo\n").unwrap();
        assert_eq!(Setup::parse("ooooo\nJumps:\n  a1-b1-c1-d1-e1 # the row\n").unwrap(), line);
        let ring = Setup::parse(".oooo\njumps:\na1-b1-c1-d1-e1-a1-b1\n").unwrap();
        assert_eq!((ring.board.jumps().len(), ring.board.symmetries().len()), (10, 10));
        assert_eq!(Setup::parse(&to_text(&ring.board, ring.position)), Ok(ring));
    }

    #[test]
    fn errors_name_the_line() {
        let why = |list: &str| Setup::parse(&format!("oo.\no\n{list}")).unwrap_err().to_string();
        let not = |found: &str| {
            format!(
                "line 4: `{found}` is not a jump; list jumps like a1-b1-c1: from, over, to, three different holes"
            )
        };
        assert_eq!(why("jumps:\na1-b1\n"), not("a1-b1"));
        assert_eq!(why("jumps:\na1-b1-a1\n"), not("a1-b1-a1"));
        assert_eq!(why("jumps:\na1+b1\n"), not("a1+b1"));
        assert_eq!(why("jumps:\na1-b1-c2\n"), "line 4: there is no hole c2 on this board");
        assert_eq!(why("jumps: # none\n"), "no jump is listed");
        let many = format!("{}\njumps:\n", "o".repeat(20)) + &"a1-b1-c1 ".repeat(4097);
        assert_eq!(Setup::parse(&many).unwrap_err().to_string(), "line 3: more than 4096 jumps");
    }
}

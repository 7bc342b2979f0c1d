//! Names of holes, jumps and moves, in both notations.

use std::cmp::Ordering;

use crate::board::{Board, Jump, Place};
use crate::grid::Grid;
use crate::hole::Hole;
use crate::line::{Hop, Move};

/// A way to write holes and moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Notation {
    /// `d2-d4-f4`: column letter and row number from the top; on triangular boards the letter counts
    /// along the row. Where listed jumps lead from one hole to another over different pegs, the hole of the peg that is
    /// taken off follows: `a1-c1/b1`.
    #[default]
    Standard,
    /// `(3,1) b`: column and row from 0, then `g d h b` for left, right, up, down; one jump each.
    Course,
}

/// Why a text is not a hole or a move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotationError {
    /// Not of the form letters, then number.
    #[error("`{0}` is not a hole; holes are written like d4")]
    NotAHole(String),
    /// Not of the form (i,j).
    #[error("`{0}` is not a hole; in this notation holes are written like (3,3)")]
    NotACourseHole(String),
    /// Well formed, but the board has no such hole.
    #[error("there is no hole {0} on this board")]
    NoSuchHole(String),
    /// Not of the form hole-hole.
    #[error("`{0}` is not a move; moves are written like d2-d4 or d2-d4-f4")]
    NotAMove(String),
    /// Not of the form (i,j) direction.
    #[error("`{0}` is not a move; in this notation moves are written like (3,1) b")]
    NotACourseMove(String),
    /// The course notation has only four directions.
    #[error("the course notation is for square grids without listed jumps")]
    SquareOnly,
}

impl Notation {
    /// Can moves on this board be written in it?
    pub fn suits(self, board: &Board) -> bool {
        self == Self::Standard || (board.grid() == Grid::Square && !board.has_listed_jumps())
    }

    /// The name of a hole.
    pub fn hole(self, board: &Board, hole: Hole) -> String {
        let place = board.place(hole);
        match self {
            Self::Standard => format!("{}{}", letters(column(board, hole)), place.row + 1),
            Self::Course => format!("({},{})", place.column, place.row),
        }
    }

    /// The hole of this name.
    pub fn parse_hole(self, board: &Board, text: &str) -> Result<Hole, NotationError> {
        let text = text.trim();
        match self {
            Self::Standard => standard_hole(board, text),
            Self::Course => {
                let no = || NotationError::NotACourseHole(short(text));
                let (i, j) = coordinates(text).ok_or_else(no)?;
                let place = Place { row: j, column: i };
                board.hole_at(place).ok_or_else(|| NotationError::NoSuchHole(short(text)))
            }
        }
    }

    /// A jump as text.
    pub fn jump(self, board: &Board, jump: Jump) -> String {
        self.made(board, &Move::from(jump))
    }

    /// A move as text; in the course notation, its jumps separated by blanks.
    pub fn made(self, board: &Board, made: &Move) -> String {
        match self {
            Self::Standard => {
                let mut text = self.hole(board, made.holes()[0]);
                for hop in made.hops() {
                    text.push('-');
                    text.push_str(&standard_landing(board, hop));
                }
                text
            }
            Self::Course => {
                let hops = made.holes().windows(2);
                let jumps: Vec<_> = hops
                    .map(|hop| format!("{} {}", self.hole(board, hop[0]), direction(board, hop[0], hop[1])))
                    .collect();
                jumps.join(" ")
            }
        }
    }

    /// Reads a line of play: moves separated by blanks, commas, semicolons or line ends; `#` starts a comment. Whether
    /// the moves are legal is not checked.
    pub fn parse_line(self, board: &Board, text: &str) -> Result<Vec<Move>, LineError> {
        let mut moves = Vec::new();
        for (number, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default();
            let read = match self {
                Self::Standard => standard_moves(board, line, &mut moves),
                Self::Course => course_moves(board, line, &mut moves),
            };
            read.map_err(|why| LineError { line: number + 1, why })?;
        }
        Ok(moves)
    }
}

/// An error in the text of a line of play, and its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {why}")]
pub struct LineError {
    /// The line of the text, counted from 1.
    pub line: usize,
    /// The error.
    pub why: NotationError,
}

fn standard_moves(board: &Board, line: &str, moves: &mut Vec<Move>) -> Result<(), NotationError> {
    let words = line.split(separator).filter(|word| !word.is_empty());
    for word in words {
        let read = standard_move(board, word).map_err(|error| match error {
            NotationError::NotAHole(_) => NotationError::NotAMove(short(word)),
            other => other,
        })?;
        moves.push(read.ok_or_else(|| NotationError::NotAMove(short(word)))?);
    }
    Ok(())
}

fn standard_move(board: &Board, word: &str) -> Result<Option<Move>, NotationError> {
    let mut names = word.split('-');
    let from = standard_hole(board, names.next().unwrap_or_default())?;
    let landing = |name: &str| {
        let (to, over) = name.split_once('/').map_or((name, None), |(to, over)| (to, Some(over)));
        let over = over.map(|over| standard_hole(board, over)).transpose()?;
        Ok((standard_hole(board, to)?, over))
    };
    Ok(Move::over(from, names.map(landing).collect::<Result<Vec<_>, _>>()?))
}

/// The hole where a jump lands, and the one it goes over where the board has several jumps between its ends.
fn standard_landing(board: &Board, hop: Hop) -> String {
    let to = Notation::Standard.hole(board, hop.to);
    match hop.over {
        Some(over) if board.jumps_between(hop.from, hop.to).nth(1).is_some() => {
            format!("{to}/{}", Notation::Standard.hole(board, over))
        }
        _ => to,
    }
}

fn course_moves(board: &Board, line: &str, moves: &mut Vec<Move>) -> Result<(), NotationError> {
    if !Notation::Course.suits(board) {
        return Err(NotationError::SquareOnly);
    }
    let mut rest = line.trim_start_matches(separator);
    while !rest.is_empty() {
        let no = || NotationError::NotACourseMove(short(rest.trim()));
        let end = rest.find(')').ok_or_else(no)? + 1;
        let from = Notation::Course.parse_hole(board, &rest[..end]).map_err(|error| match error {
            NotationError::NotACourseHole(_) => no(),
            other => other,
        })?;
        let after = rest[end..].trim_start();
        let letter = after.chars().next().ok_or_else(no)?;
        let (rows, columns) = course_step(letter).ok_or_else(no)?;
        let place = board.place(from);
        let beyond = || NotationError::NoSuchHole(format!("two steps {letter} of {}", &rest[..end]));
        let row = place.row.checked_add_signed(2 * rows).ok_or_else(beyond)?;
        let column = place.column.checked_add_signed(2 * columns).ok_or_else(beyond)?;
        let to = board.hole_at(Place { row, column }).ok_or_else(beyond)?;
        moves.push(Move::new(vec![from, to]).expect("two holes are a move"));
        rest = after[letter.len_utf8()..].trim_start_matches(separator);
    }
    Ok(())
}

fn separator(c: char) -> bool {
    c.is_whitespace() || c == ',' || c == ';'
}

fn course_step(letter: char) -> Option<(isize, isize)> {
    match letter.to_ascii_lowercase() {
        'g' => Some((0, -1)),
        'd' => Some((0, 1)),
        'h' => Some((-1, 0)),
        'b' => Some((1, 0)),
        _ => None,
    }
}

fn direction(board: &Board, from: Hole, to: Hole) -> char {
    let (from, to) = (board.place(from), board.place(to));
    match to.row.cmp(&from.row) {
        Ordering::Less => 'h',
        Ordering::Greater => 'b',
        Ordering::Equal if to.column < from.column => 'g',
        Ordering::Equal => 'd',
    }
}

fn coordinates(text: &str) -> Option<(usize, usize)> {
    let (i, j) = text.strip_prefix('(')?.strip_suffix(')')?.split_once(',')?;
    Some((i.trim().parse().ok()?, j.trim().parse().ok()?))
}

fn standard_hole(board: &Board, text: &str) -> Result<Hole, NotationError> {
    let split = text.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (letters, digits) = text.split_at(split);
    let letters = &letters.to_ascii_lowercase();
    let number = |digits: &str| digits.bytes().all(|b| b.is_ascii_digit()).then(|| digits.parse().ok())?;
    let (Some(along), Some(row)) = (letters_to_number(letters), number(digits)) else {
        return Err(NotationError::NotAHole(short(text)));
    };
    let row: usize = row;
    let found = row.checked_sub(1).and_then(|row| board.row(row).find(|&hole| column(board, hole) == along));
    found.ok_or_else(|| NotationError::NoSuchHole(short(text)))
}

/// The number that the letter means: the column on square grids, the hole along the row on triangular ones.
fn column(board: &Board, hole: Hole) -> usize {
    let place = board.place(hole);
    match board.grid() {
        Grid::Square => place.column,
        Grid::Triangular => board.row(place.row).take_while(|&h| h < hole).count(),
    }
}

/// a … z, then aa, ab …
pub(crate) fn letters(mut number: usize) -> String {
    let mut letters = Vec::new();
    loop {
        letters.push(char::from(b'a' + (number % 26) as u8));
        if number < 26 {
            break;
        }
        number = number / 26 - 1;
    }
    letters.iter().rev().collect()
}

fn letters_to_number(letters: &str) -> Option<usize> {
    if letters.is_empty() || letters.len() > 2 {
        return None;
    }
    Some(letters.bytes().fold(0, |n, b| n * 26 + usize::from(b - b'a') + 1) - 1)
}

/// The beginning of a text of any length, to be quoted.
pub(crate) fn short(text: &str) -> String {
    text.chars().take(24).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtin::named;

    #[test]
    fn letters_go_on_after_z() {
        for (number, text) in [(0, "a"), (25, "z"), (26, "aa"), (27, "ab"), (51, "az"), (52, "ba")] {
            assert_eq!(letters(number), text);
            assert_eq!(letters_to_number(text), Some(number));
        }
    }

    #[test]
    fn holes_round_trip_in_both_notations() {
        for name in ["english", "triangle15", "hexagon37", "diamond"] {
            let board = named(name).unwrap();
            for notation in [Notation::Standard, Notation::Course] {
                for hole in board.holes() {
                    let text = notation.hole(&board, hole);
                    assert_eq!(notation.parse_hole(&board, &text), Ok(hole), "{name} {text}");
                }
            }
        }
    }

    #[test]
    fn the_centre_is_d4_and_a_triangle_begins_with_a1() {
        let english = named("english").unwrap();
        let centre = Notation::Standard.parse_hole(&english, "d4").unwrap();
        assert_eq!(english.place(centre), Place { row: 3, column: 3 });
        assert_eq!(Notation::Course.hole(&english, centre), "(3,3)");
        let triangle = named("triangle15").unwrap();
        assert_eq!(Notation::Standard.hole(&triangle, Hole::new(0)), "a1");
        assert_eq!(Notation::Standard.hole(&triangle, Hole::new(2)), "b2");
    }

    #[test]
    fn lines_of_play_are_read_in_both_notations() {
        let board = named("english").unwrap();
        let standard = Notation::Standard.parse_line(&board, "d2-d4 # first\nb3-d3-d5, a3-c3").unwrap();
        assert_eq!(standard.len(), 3);
        let course = Notation::Course.parse_line(&board, "(3,1) b\n (1,2)d(3,2) b, (0,2) d").unwrap();
        let jumps = |moves: &[Move]| moves.iter().flat_map(Move::hops).collect::<Vec<_>>();
        assert_eq!(jumps(&standard), jumps(&course));
    }

    #[test]
    fn bad_moves_are_named() {
        let board = named("english").unwrap();
        let why = |text| Notation::Standard.parse_line(&board, text).unwrap_err().to_string();
        assert_eq!(why("d2-d4\nd9-d4"), "line 2: there is no hole d9 on this board");
        assert_eq!(why("d2"), "line 1: `d2` is not a move; moves are written like d2-d4 or d2-d4-f4");
        assert_eq!(why("d2+d4"), "line 1: `d2+d4` is not a move; moves are written like d2-d4 or d2-d4-f4");
        let read = |text| Notation::Standard.parse_line(&board, text).unwrap();
        assert_eq!(read("D2-D4"), read("d2-d4"));
        let why = |text| Notation::Course.parse_line(&board, text).unwrap_err().to_string();
        let hole = Notation::Course.parse_hole(&board, "d4").unwrap_err().to_string();
        assert_eq!(hole, "`d4` is not a hole; in this notation holes are written like (3,3)");
        assert_eq!(why("(3,0) h"), "line 1: there is no hole two steps h of (3,0) on this board");
        assert_eq!(
            why("(3,1) x"),
            "line 1: `(3,1) x` is not a move; in this notation moves are written like (3,1) b"
        );
    }
}

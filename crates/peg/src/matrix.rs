//! Positions as a course and its report write them: a matrix of 0, 1 and 2, a picture of `X` and `O`, a number of bits.
//!
//! The first index of the matrix grows to the right, the second downwards: a printed matrix is the transposed picture.

use crate::board::{Board, Place};
use crate::grid::Grid;
use crate::listed_jumps;
use crate::position::Position;
use crate::text::{BoardError, Cell, header_of, rows};

/// The position as lines of digits, one for each column of the board: 1 peg, 0 empty, 2 no hole. `None` on a triangular
/// grid.
pub fn to_digits(board: &Board, position: Position) -> Option<String> {
    let lines = columns(board, position)?.into_iter().map(|column| column.into_iter().chain(['\n']));
    Some(lines.flatten().collect())
}

/// The position as a pair in Caml: the number of pegs and the matrix. `None` on a triangular grid.
pub fn to_caml(board: &Board, position: Position) -> Option<String> {
    let joined = |column: Vec<char>| column.iter().map(char::to_string).collect::<Vec<_>>().join(";");
    let columns = columns(board, position)?.into_iter().map(|column| format!("[|{}|]", joined(column)));
    Some(format!("{}, [| {} |]\n", position.pegs(), columns.collect::<Vec<_>>().join("; ")))
}

/// The position as a picture: `X` peg, `O` empty.
pub fn to_picture(board: &Board, position: Position) -> String {
    let letters = rows(board, |hole| if position.has(hole) { 'X' } else { 'O' });
    format!("{}{letters}{}", header_of(board), listed_jumps::written(board))
}

/// The position of this number: bit 0 for the first hole of the top row, and so on row by row.
pub fn from_number(board: &Board, number: u128) -> Result<Position, BoardError> {
    if number & !board.full().bits() != 0 {
        return Err(BoardError::Number { holes: board.len() });
    }
    Ok(Position::from_bits(number))
}

/// The digits of the matrix, column by column of the board.
fn columns(board: &Board, position: Position) -> Option<Vec<Vec<char>>> {
    if board.grid() != Grid::Square {
        return None;
    }
    let (rows, columns) = board.span();
    let digit = |place: Place| match board.hole_at(place) {
        Some(hole) if position.has(hole) => '1',
        Some(_) => '0',
        None => '2',
    };
    let column = |column| (0..rows).map(|row| digit(Place { row, column })).collect();
    Some((0..columns).map(column).collect())
}

/// The cells of a matrix, if the text is one.
pub(crate) fn read(text: &str) -> Option<Result<Vec<Cell>, BoardError>> {
    if text.contains("[|") {
        return Some(read_caml(text));
    }
    let lines: Vec<_> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let is_digit = |byte: u8| matches!(byte, b'0'..=b'2');
    let is_digits = text.bytes().all(|byte| is_digit(byte) || byte.is_ascii_whitespace());
    // A board of `x` and `0` may have no peg.
    if !is_digits || !text.contains(['1', '2']) {
        return None;
    }
    // Blanks separate entries where each entry stands alone, and columns elsewhere.
    let is_spaced = text.split_whitespace().all(|word| word.len() == 1);
    let columns: Vec<Vec<char>> = if is_spaced {
        lines.iter().map(|line| line.chars().filter(|c| !c.is_whitespace()).collect()).collect()
    } else {
        text.split_whitespace().map(|column| column.chars().collect()).collect()
    };
    Some(cells(&columns))
}

fn read_caml(text: &str) -> Result<Vec<Cell>, BoardError> {
    let (number, matrix) = text.split_once("[|").unwrap_or(("", text));
    let entries = |column: &str| -> Vec<char> { column.chars().filter(char::is_ascii_digit).collect() };
    let columns: Vec<_> = matrix.split("[|").skip(1).map(entries).collect();
    let letters = matrix.chars().find(|c| !c.is_whitespace() && !"[|];()012".contains(*c));
    if let Some(letter) = letters {
        return Err(BoardError::Matrix { why: format!("it has a `{letter}`") });
    }
    if text.matches("[|").count() > text.matches("|]").count() {
        return Err(BoardError::MatrixEnd);
    }
    let cells = cells(&columns)?;
    let number: String = number.chars().filter(char::is_ascii_digit).collect();
    let has = cells.iter().filter(|cell| cell.peg).count() as u32;
    match number.parse() {
        Ok(says) if says != has => Err(BoardError::PegCount { has, says }),
        _ => Ok(cells),
    }
}

/// The cells of a matrix, row by row of the board.
fn cells(columns: &[Vec<char>]) -> Result<Vec<Cell>, BoardError> {
    let height = columns.first().map_or(0, Vec::len);
    if let Some(i) = columns.iter().position(|column| column.len() != height) {
        let entries = columns[i].len();
        let noun = if entries == 1 { "entry" } else { "entries" };
        let why = format!("line {} has {entries} {noun}, the first {height}", i + 1);
        return Err(BoardError::Matrix { why });
    }
    let cell = |column: usize, row: usize, digit: char| {
        (digit != '2').then_some(Cell { place: Place { row, column }, peg: digit == '1' })
    };
    let entries = columns.iter().enumerate().flat_map(|(column, digits)| {
        digits.iter().enumerate().filter_map(move |(row, &digit)| cell(column, row, digit))
    });
    Ok(entries.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtin::named;
    use crate::notation::Notation;
    use crate::text::Setup;

    /// An asymmetric position: the pegs c1 and a3, and d1 more.
    fn position(board: &Board) -> Position {
        let holes = ["c1", "a3", "d1", "g5"].map(|name| Notation::Standard.parse_hole(board, name).unwrap());
        holes.into_iter().fold(Position::EMPTY, Position::with)
    }

    #[test]
    fn the_first_index_grows_to_the_right() {
        let board = named("english").unwrap();
        let position = position(&board);
        let digits = to_digits(&board, position).unwrap();
        let lines: Vec<_> = digits.lines().collect();
        // Columns a, c, d and g of the board.
        assert_eq!((lines[0], lines[2], lines[3], lines[6]), ("2210022", "1000000", "1000000", "2200122"));
        assert_eq!(Setup::parse(&digits), Ok(Setup { board: board.clone(), position }));
        let caml = to_caml(&board, position).unwrap();
        assert!(
            caml.starts_with("4, [| [|2;2;1;0;0;2;2|]; [|2;2;0;0;0;2;2|]; [|1;0;0;0;0;0;0|]; "),
            "{caml}"
        );
        assert_eq!(Setup::parse_on(&caml, &board), Ok(position));
        assert_eq!(Setup::parse_on(&format!("({})", caml.trim()), &board), Ok(position));
    }

    /// One line per column of the board, its entries apart or not; or all columns in one line.
    #[test]
    fn entries_may_stand_apart() {
        let board = named("english").unwrap();
        let position = position(&board);
        let digits = to_digits(&board, position).unwrap();
        let spaced: Vec<_> =
            digits.lines().map(|line| line.chars().map(String::from).collect::<Vec<_>>().join(" ")).collect();
        for text in [spaced.join("\n"), spaced.join(" \r\n\n"), digits.replace('\n', " ")] {
            assert_eq!(Setup::parse(&text), Ok(Setup { board: board.clone(), position }), "{text}");
        }
    }

    #[test]
    fn pictures_and_numbers_are_read_back() {
        for name in ["english", "triangle15", "asymmetric"] {
            let board = named(name).unwrap();
            let position = Position::from_bits(0x2a71 & board.full().bits());
            assert_eq!(Setup::parse_on(&to_picture(&board, position), &board), Ok(position));
            assert_eq!(from_number(&board, position.bits()), Ok(position));
            let beyond = 1 << board.len();
            assert_eq!(from_number(&board, beyond), Err(BoardError::Number { holes: board.len() }));
        }
        assert_eq!(to_digits(&named("triangle15").unwrap(), Position::EMPTY), None);
    }

    #[test]
    fn bad_matrices_are_named() {
        let why = |text: &str| Setup::parse(text).unwrap_err().to_string();
        assert!(why("111\n11\n").ends_with("line 2 has 2 entries, the first 3"));
        assert_eq!(why("5, [| [|1;1;0|] |]"), "the matrix has 2 pegs, and 5 stands before it");
        assert!(why("2, [| [|1;1;x|] |]").ends_with("it has a `x`"));
        assert!(why("111\n1\n").ends_with("line 2 has 1 entry, the first 3"));
        assert_eq!(why("5, [| [|1;0;0|] |]"), "the matrix has 1 peg, and 5 stands before it");
        for cut in ["3, [| [|2;2;1", "3, [| [|1;1;1|]", "3, [| [|1;1;1|]; [|0"] {
            assert_eq!(why(cut), "the matrix ends too early: a `|]` is missing");
        }
    }
}

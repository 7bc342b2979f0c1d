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
    let is_digits = |line: &str| line.bytes().all(|byte| matches!(byte, b'0'..=b'2'));
    let lines: Vec<_> = text.split_whitespace().collect();
    let has_one = lines.iter().any(|line| line.contains(['1', '2']));
    let columns = || lines.iter().map(|line| line.chars().collect()).collect::<Vec<_>>();
    (has_one && lines.iter().all(|line| is_digits(line))).then(|| cells(&columns()))
}

fn read_caml(text: &str) -> Result<Vec<Cell>, BoardError> {
    let (number, matrix) = text.split_once("[|").unwrap_or(("", text));
    let entries = |column: &str| -> Vec<char> { column.chars().filter(char::is_ascii_digit).collect() };
    let columns: Vec<_> = matrix.split("[|").skip(1).map(entries).collect();
    let letters = matrix.chars().find(|c| !c.is_whitespace() && !"[|];()012".contains(*c));
    if let Some(letter) = letters {
        return Err(BoardError::Matrix { why: format!("it has a `{letter}`") });
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
        let why = format!("line {} has {} entries, the first {height}", i + 1, columns[i].len());
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
    }
}

//! Solves and counts a game: `cargo run --release -p peg --example central_game -- english d4 d4`.

use std::error::Error;

use peg::{Goal, Notation, Problem};
use search::{Budget, Outcome, Run, Unwatched};

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().collect();
    let word = |i: usize, other: &'static str| args.get(i).map_or(other, String::as_str);
    let board = peg::named(word(1, "triangle15")).ok_or("no such board")?;
    let hole = Notation::Standard.parse_hole(&board, word(2, "a1"))?;
    let goal = match args.get(3) {
        Some(to) => Goal::hole(Notation::Standard.parse_hole(&board, to)?),
        None => Goal::OnePeg,
    };
    let problem = Problem { board: &board, start: board.full().without(hole), goal };
    let mut watch = Unwatched;
    let mut run = Run::new(Budget::default(), &mut watch);
    match peg::solve(problem, &mut run)? {
        Outcome::Solved(solution) => println!("solved in {} moves", solution.moves().len()),
        Outcome::Unsolvable(reason) => println!("impossible: {reason:?}"),
        Outcome::GaveUp(limit) => println!("gave up: {limit}"),
    }
    let positions: u64 = peg::reachable(problem, &mut run)?.iter().map(|level| level.positions).sum();
    let winnable: u64 = peg::winnable(problem, &mut run)?.iter().map(|level| level.up_to_symmetry).sum();
    println!("{positions} positions, {winnable} winnable ones up to symmetry");
    println!("{} solutions", peg::solutions(problem, &mut run)?);
    Ok(())
}

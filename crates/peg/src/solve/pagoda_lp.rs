//! Finding pagoda functions by linear programming.
//!
//! The programmes are solved in floating point. The weights are rounded to integers and checked exactly, so an
//! inexact solution can lose a function but never yield a wrong one.

use good_lp::{Constraint, Expression, ProblemVariables, Solution, SolverModel, Variable, microlp, variable};

use crate::board::{Board, Jump};
use crate::hole::Hole;
use crate::pagoda::Pagoda;
use crate::position::Position;

/// A pagoda function by which each of `won` is worth more than `start`, if linear programming finds one.
pub(crate) fn excluding(board: &Board, start: Position, won: &[Position]) -> Option<Pagoda> {
    let (mut variables, weights) = bounded(board, 1.0);
    let least = variables.add(variable());
    let at_least = won.iter().map(|&won| worth(&weights, won).geq(least)).collect();
    let gain = least - worth(&weights, start);
    let found = maximise(board, variables, &weights, gain, at_least)?;
    rounded(board, &found, |pagoda| won.iter().all(|&won| pagoda.worth(won) > pagoda.worth(start)))
}

/// The pagoda function by which the jumps from `start` to `won` lose as little as possible.
pub(crate) fn tightest(board: &Board, start: Position, won: Position) -> Option<Pagoda> {
    let (variables, weights) = bounded(board, 8.0);
    let cost = -worth(&weights, start);
    let unit = vec![worth(&weights, won).eq(1.0)];
    let found = maximise(board, variables, &weights, cost, unit)?;
    rounded(board, &found, |pagoda| pagoda.worth(won) > 0)
}

fn bounded(board: &Board, bound: f64) -> (ProblemVariables, Vec<Variable>) {
    let mut variables = ProblemVariables::new();
    let weights = board.holes().map(|_| variables.add(variable().min(-bound).max(bound))).collect();
    (variables, weights)
}

fn worth(weights: &[Variable], position: Position) -> Expression {
    position.holes().map(|hole| weights[hole.index()]).sum()
}

/// Weights by which no jump gains and which satisfy further constraints.
fn maximise(
    board: &Board,
    variables: ProblemVariables,
    weights: &[Variable],
    objective: Expression,
    further: Vec<Constraint>,
) -> Option<Vec<f64>> {
    let mut model = variables.maximise(objective).using(microlp);
    for jump in board.jumps() {
        let Jump { from, over, to } = *jump;
        let weight = |hole: Hole| weights[hole.index()];
        model = model.with((weight(from) + weight(over) - weight(to)).geq(0.0));
    }
    for constraint in further {
        model = model.with(constraint);
    }
    let solution = model.solve().ok()?;
    Some(weights.iter().map(|&weight| solution.value(weight)).collect())
}

/// The vertices of these programmes have small denominators: the first that makes all weights integers is taken. The exact
/// checks do not depend on the scale, so that a multiple of it would not pass them either.
fn rounded(board: &Board, weights: &[f64], accepts: impl Fn(&Pagoda) -> bool) -> Option<Pagoda> {
    let scaled = |denominator: u32| weights.iter().map(move |weight| weight * f64::from(denominator));
    let is_near = |weight: f64| (weight - weight.round()).abs() < 1e-6;
    let denominator = (1..=MOST_DENOMINATOR).find(|&denominator| scaled(denominator).all(is_near))?;
    let integers = scaled(denominator).map(|weight| weight.round() as i64).collect();
    Pagoda::new(board, integers).filter(accepts)
}

/// The largest denominator tried. A function that needs a larger one is lost, which costs a proof but is not wrong.
const MOST_DENOMINATOR: u32 = 120;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtin::named;
    use crate::notation::Notation;

    #[test]
    fn one_peg_cannot_become_two() {
        let board = named("english").unwrap();
        let hole = |name| Notation::Standard.parse_hole(&board, name).unwrap();
        // Four pegs in the far arm can never bring one to the opposite end.
        let start = ["c1", "d1", "e1", "c2"].iter().fold(Position::EMPTY, |p, name| p.with(hole(name)));
        let won = Position::single(hole("d7"));
        let pagoda = excluding(&board, start, &[won]).expect("a pagoda function excludes it");
        assert!(pagoda.worth(won) > pagoda.worth(start));
        assert!(board.jumps().iter().all(|&jump| pagoda.loss(jump) >= 0));
    }

    #[test]
    fn a_solvable_problem_is_never_excluded() {
        let board = named("english").unwrap();
        let centre = Notation::Standard.parse_hole(&board, "d4").unwrap();
        assert_eq!(excluding(&board, board.full().without(centre), &[Position::single(centre)]), None);
    }
}

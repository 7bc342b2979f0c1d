//! Limits are kept, and giving up is never called impossible.

use std::ops::ControlFlow;

use peg::{Board, CountError, Goal, Problem};
use search::{Budget, Limit, Outcome, Run, Stats, Unwatched};

fn central(board: &Board) -> Problem<'_> {
    let centre = board.customary_vacancy();
    Problem { board, start: board.full().without(centre), goal: Goal::hole(centre) }
}

#[test]
fn few_nodes_give_up() {
    let board = peg::named("wiegleb").unwrap();
    let budget = Budget::default().with_nodes(10);
    let answer = peg::solve(central(&board), &mut Run::new(budget, &mut Unwatched));
    assert_eq!(answer, Ok(Outcome::GaveUp(Limit::Nodes)));
}

#[test]
fn little_memory_gives_up() {
    let board = peg::named("english").unwrap();
    let budget = Budget::default().with_memory(1 << 20);
    let mut watch = Unwatched;
    let mut run = Run::new(budget, &mut watch);
    let more = |error| matches!(error, Err(CountError::Memory { needed }) if needed > 1 << 20);
    assert!(more(peg::reachable(central(&board), &mut run).map(|_| ())));
    assert!(more(peg::solutions(central(&board), &mut run).map(|_| ())));
    // Nobody knows how much the search for the fewest moves would need.
    let fewest = peg::fewest_moves(central(&board), &mut run);
    assert_eq!(fewest.err(), Some(CountError::Limit(Limit::Memory)));
}

#[test]
fn the_watcher_stops_everything() {
    let board = peg::named("english").unwrap();
    let mut ticks = 0;
    let mut watch = |_: &Stats| {
        ticks += 1;
        if ticks > 3 { ControlFlow::Break(search::Stop::Time) } else { ControlFlow::Continue(()) }
    };
    let mut run = Run::new(Budget::default(), &mut watch).with_threads(2);
    assert_eq!(peg::solve(central(&board), &mut run), Ok(Outcome::GaveUp(Limit::Time)));
    assert_eq!(peg::reachable(central(&board), &mut run), Err(CountError::Limit(Limit::Time)));
}

#[test]
fn the_largest_boards_are_not_refused() {
    for name in ["hexagon127", "triangle120"] {
        let board = peg::named(name).unwrap();
        let budget = Budget::default().with_nodes(3_000);
        let mut watch = Unwatched;
        let mut run = Run::new(budget, &mut watch);
        let goal = Goal::OnePeg;
        let problem = Problem { goal, ..central(&board) };
        if let Outcome::Unsolvable(reason) = peg::solve(problem, &mut run).unwrap() {
            assert!(matches!(reason, peg::Reason::Argument(_)) && reason.holds(problem));
        }
        assert_eq!(peg::reachable(problem, &mut run), Err(CountError::Limit(Limit::Nodes)));
    }
}

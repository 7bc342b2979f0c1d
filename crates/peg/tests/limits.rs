//! Limits are kept, and giving up is never called impossible.

use std::ops::ControlFlow;

use peg::{Answer, Board, CountError, Effort, Goal, Problem};
use search::{Budget, Limit, Stats, Unwatched};

fn central(board: &Board) -> Problem<'_> {
    let centre = board.customary_vacancy();
    Problem { board, start: board.full().without(centre), goal: Goal::hole(centre) }
}

#[test]
fn few_nodes_give_up() {
    let board = peg::named("wiegleb").unwrap();
    let budget = Budget::default().with_nodes(10);
    let answer = peg::solve(central(&board), &mut Effort { budget, threads: 1, watch: &mut Unwatched });
    assert_eq!(answer, Answer::GaveUp(Limit::Nodes));
}

#[test]
fn little_memory_gives_up() {
    let board = peg::named("english").unwrap();
    let budget = Budget::default().with_memory(1 << 20);
    let mut effort = Effort { budget, threads: 1, watch: &mut Unwatched };
    let more = |error| matches!(error, Err(CountError::Memory { needed }) if needed > 1 << 20);
    assert!(more(peg::reachable(central(&board), &mut effort).map(|_| ())));
    assert!(more(peg::solutions(central(&board), &mut effort).map(|_| ())));
    assert!(more(peg::fewest_moves(central(&board), &mut effort).map(|_| ())));
}

#[test]
fn the_watcher_stops_everything() {
    let board = peg::named("english").unwrap();
    let mut ticks = 0;
    let mut watch = |_: &Stats| {
        ticks += 1;
        if ticks > 3 { ControlFlow::Break(search::Stop::Time) } else { ControlFlow::Continue(()) }
    };
    let mut effort = Effort { budget: Budget::default(), threads: 2, watch: &mut watch };
    assert_eq!(peg::solve(central(&board), &mut effort), Answer::GaveUp(Limit::Time));
    assert_eq!(peg::reachable(central(&board), &mut effort), Err(CountError::Limit(Limit::Time)));
}

#[test]
fn the_largest_boards_are_not_refused() {
    for name in ["hexagon127", "triangle120"] {
        let board = peg::named(name).unwrap();
        let budget = Budget::default().with_nodes(3_000);
        let mut effort = Effort { budget, threads: 1, watch: &mut Unwatched };
        let goal = Goal::OnePeg;
        let problem = Problem { goal, ..central(&board) };
        if let Answer::Impossible(reason) = peg::solve(problem, &mut effort) {
            assert!(matches!(reason, peg::Reason::Argument(_)) && reason.holds(problem));
        }
        assert_eq!(peg::reachable(problem, &mut effort), Err(CountError::TooLarge));
    }
}

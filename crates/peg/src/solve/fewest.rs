//! The fewest moves (sweeps), proven.
//!
//! Two searches find them. The one [by slack](super::fewest_by_slack) looks at few positions where the solution is near
//! the lower bound; the one [by levels](super::fewest_by_levels) looks at all winnable positions. The second is the
//! quicker one where the first grows large and there is memory for all levels. On boards of more than 56 holes a third
//! one looks at all positions that can be reached, [by a map](super::fewest_by_map).

use search::{Budget, Limit, Run};

use crate::board::Jump;
use crate::internal_error::replay_found;
use crate::problem::Problem;
use crate::referee::Solution;

use super::both_ends::MeetInTheMiddle;
use super::count::CountError;
use super::{fewest_by_levels, fewest_by_map, fewest_by_slack, move_count};

/// A solution with as few moves as possible, or `None` if the problem has none.
pub fn fewest_moves(problem: Problem<'_>, run: &mut Run<'_>) -> Result<Option<Solution>, CountError> {
    let (asked, problem) = (problem, problem.with_one_number_of_pegs());
    if problem.start.pegs() < problem.goal.pegs() {
        return Ok(None);
    }
    let share = run.budget().memory / MEMORY_SHARE;
    let levels_fit = MeetInTheMiddle::bytes_of(problem).is_some_and(|bytes| bytes <= share);
    let fits_a_word = problem.board.len() <= move_count::MOST_HOLES;
    let line = match levels_fit {
        true => with_ample_memory(problem, run),
        false if fits_a_word && problem.goal.has_few_positions(problem.board) => {
            with_little_memory(problem, run)
        }
        false => fewest_by_map::fewest_moves(problem, run),
    };
    let Some(line) = line? else { return Ok(None) };
    Ok(Some(replay_found(asked, &line)?))
}

/// The share of the memory that the search by slack may use before the search by levels is tried; and that all levels
/// may take, so that the rest has room for the numbers of moves of their positions.
const MEMORY_SHARE: usize = 4;

/// By slack in a share of the memory, then by levels, then by slack in all of the memory.
fn with_ample_memory(problem: Problem<'_>, run: &mut Run<'_>) -> Result<Option<Vec<Jump>>, CountError> {
    let whole = run.budget();
    let share = Budget { memory: whole.memory / MEMORY_SHARE, ..whole };
    match run.part(share, |run| fewest_by_slack::fewest_moves(problem, run)) {
        Err(CountError::Limit(Limit::Memory) | CountError::TooLarge) => {}
        found => return found,
    }
    match fewest_by_levels::fewest_moves(problem, run) {
        Err(CountError::Memory { .. } | CountError::TooLarge) => fewest_by_slack::fewest_moves(problem, run),
        found => found,
    }
}

/// By slack, then by levels.
fn with_little_memory(problem: Problem<'_>, run: &mut Run<'_>) -> Result<Option<Vec<Jump>>, CountError> {
    match fewest_by_slack::fewest_moves(problem, run) {
        Err(CountError::Limit(Limit::Memory)) => {}
        found => return found,
    }
    // The memory that the levels need says nothing of the search by slack, which may be content with less.
    fewest_by_levels::fewest_moves(problem, run).map_err(|error| match error {
        CountError::Memory { .. } | CountError::TooLarge => CountError::Limit(Limit::Memory),
        error => error,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::line::moves;
    use crate::solve::sample_problems::from_hole_to_hole;

    #[test]
    fn all_searches_for_the_fewest_moves_agree() {
        let mut solved = 0;
        from_hole_to_hole(|problem, run| {
            let by_slack = fewest_by_slack::fewest_moves(problem, run).unwrap();
            let by_levels = fewest_by_levels::fewest_moves(problem, run).unwrap();
            let by_map = fewest_by_map::fewest_moves(problem, run).unwrap();
            let count = |line: Option<Vec<Jump>>| line.map(|line| moves(&line).len());
            assert_eq!(count(by_map), count(by_slack.clone()), "{problem:?}");
            solved += usize::from(by_slack.is_some());
            assert_eq!(count(by_slack), count(by_levels), "{problem:?}");
        });
        assert!(solved > 20);
    }
}

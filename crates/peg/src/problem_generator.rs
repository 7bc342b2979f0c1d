//! Problems made by playing backwards from the last peg: they are solvable by construction.

use crate::board::{Board, Jump};
use crate::hole::Hole;
use crate::position::Position;

/// A position from which one peg can be left in the hole `last`, found by taking back this many jumps at random. The same
/// seed gives the same position. `None` if no jump can be taken back before there are enough.
pub fn problem_backwards(board: &Board, last: Hole, jumps: usize, seed: u64) -> Option<Position> {
    let mut random = SplitMix(seed);
    let mut position = Position::single(last);
    for _ in 0..jumps {
        // Playing a jump again takes it back.
        let can_be_last = |jump: &&Jump| position.play(**jump).allows(**jump);
        let choices: Vec<_> = board.jumps().iter().filter(can_be_last).collect();
        let choice = random.below(choices.len() as u64)?;
        position = position.play(*choices[choice as usize]);
    }
    Some(position)
}

/// The generator `SplitMix64` of Steele, Lea and Flood.
struct SplitMix(u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    /// A number below `bound`; `None` if that is 0.
    fn below(&mut self, bound: u64) -> Option<u64> {
        self.next().checked_rem(bound)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtin::named;
    use crate::goal::Goal;
    use crate::problem::Problem;
    use search::{Budget, Outcome, Run, Unwatched};

    #[test]
    fn problems_are_solvable_and_repeat() {
        for name in ["english", "triangle15", "hexagon37"] {
            let board = named(name).unwrap();
            let last = board.customary_vacancy();
            for seed in 0..30 {
                let jumps = 3 + seed as usize % 8;
                let Some(start) = problem_backwards(&board, last, jumps, seed) else { continue };
                assert_eq!(start.pegs() as usize, jumps + 1);
                assert_eq!(problem_backwards(&board, last, jumps, seed), Some(start));
                let problem = Problem { board: &board, start, goal: Goal::hole(last) };
                let mut watch = Unwatched;
                let solved = crate::solve(problem, &mut Run::new(Budget::default(), &mut watch));
                assert!(matches!(solved, Ok(Outcome::Solved(_))));
            }
        }
    }
}

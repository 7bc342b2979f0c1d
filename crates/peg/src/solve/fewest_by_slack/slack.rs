//! The jumps of a board, and how much slack they use up.
//!
//! With `n` disjoint [regions](super::regions) no solution has fewer than `n` moves. The moves beyond `n` are its *slack*.
//! At a position of a solution, reached by a jump that landed on the hole `a`, let `b` be the number of regions that are
//! not full, including the one with `a` in it even if that is full. The slack *used* is the number of moves begun so
//! far less `b`. It is never negative, since each of these regions has been opened by a move of its own, and it never
//! falls:
//!
//! - A jump that continues from `a` begins no move. A region that it opens has `a` in it, and was counted; a region that
//!   it fills has its landing in it, and is still counted.
//! - A jump that begins a move adds one. It opens at most one region, the one it starts in, because a full region that
//!   has the hole jumped over has the start too. And a region filled by the jump before is no longer counted.
//!
//! At the goal no region is full, so all the slack of the solution is used. The slack used after a position, the slack
//! *left*, is therefore the number of moves yet to begin less the number of the other regions, and never grows.

use crate::board::{Board, Jump};
use crate::position::Position;
use crate::problem::Problem;
use crate::solve::move_count::{self, MoveCount};
use crate::symmetry::Symmetry;

use super::regions::Regions;
use super::sharded_table::Entry;
use super::symmetry_tables::SymmetryTables;

/// A problem, packed into words, with its regions.
pub(crate) struct SlackProblem {
    pub(crate) jumps: Vec<SlackJump>,
    pub(crate) start: u64,
    /// The hole of the peg that may continue at the start without beginning a move, as a bit.
    landed: u64,
    /// The won positions that parities allow.
    pub(crate) won: Vec<u64>,
    pub(crate) symmetries: SymmetryTables,
    regions: Regions,
    /// By hole, for each jump that lands there: the holes that it leaves empty.
    arrivals: Vec<Vec<u64>>,
}

/// A jump as masks.
pub(crate) struct SlackJump {
    pub(crate) holes: u64,
    pub(crate) pegs: u64,
    pub(crate) from: u32,
    pub(crate) to: u32,
    /// The regions, one bit each, that have neither the start nor the hole jumped over.
    untouched: u64,
    /// The region of the landing, as a bit, and the number of the region of the start.
    landing: u64,
    start: Option<usize>,
}

impl SlackProblem {
    /// Packs a problem; `None` if the board or the list of won positions is too large. The peg that has just `landed`, if there is one, may continue
    /// without beginning a move.
    pub(crate) fn new(problem: Problem<'_>, landed: Option<u32>) -> Option<Self> {
        let board = problem.board;
        if board.len() > move_count::MOST_HOLES || !problem.goal.has_few_positions(board) {
            return None;
        }
        let classes = crate::class::Classes::of(board);
        let open = |won: &Position| classes.class(*won) == classes.class(problem.start);
        let won: Vec<_> = problem.goal.positions(board).into_iter().filter(open).collect();
        let landed = landed.map_or(0, |hole| 1 << hole);
        let only_landed = Position::from_bits(landed.into());
        let anchors = problem.goal.anchors();
        let keeps = |s: &&Symmetry| s.stabilizes(&[&[problem.start], &[only_landed], &anchors]);
        let mut symmetries: Vec<_> = board.symmetries().iter().filter(keeps).collect();
        let start = word(problem.start);
        let won: Vec<_> = won.into_iter().map(word).collect();
        let regions = Regions::new(board, &symmetries, start, landed, &won);
        // A position and its canonical form must use equal slack.
        symmetries.retain(|symmetry| regions.are_stabilized_by(symmetry));
        let symmetries = SymmetryTables::new(board, &symmetries);
        let jumps = board.jumps().iter().map(|&jump| SlackJump::new(&regions, jump)).collect();
        Some(Self { jumps, start, landed, won, symmetries, arrivals: arrivals(board), regions })
    }

    /// The start, with no move begun.
    pub(crate) fn root(&self) -> Entry {
        (self.start, MoveCount::new(0, self.landed))
    }

    /// The number of moves that the regions take: no solution has fewer.
    pub(crate) fn lower_bound(&self) -> u64 {
        self.regions.masks.len() as u64
    }

    /// Calls `visit` for each jump from a position: its number, the jump, the moves begun after it, the slack used after
    /// it.
    #[inline]
    pub(crate) fn for_each_jump(
        &self,
        (word, known): Entry,
        mut visit: impl FnMut(usize, &SlackJump, u64, u64),
    ) {
        let full = self.regions.full(word);
        for (number, jump) in self.jumps.iter().enumerate() {
            if word & jump.holes != jump.pegs {
                continue;
            }
            let moves = known.moves_after_jump_from(jump.from);
            let still_full = u64::from((full & jump.untouched).count_ones());
            visit(number, jump, moves, moves + still_full - self.lower_bound());
        }
    }

    /// Calls `visit` for each jump that leads to a position: its number, the jump, the moves yet to begin before it, the
    /// least slack left before it.
    #[inline]
    pub(crate) fn for_each_reverse_jump(
        &self,
        (word, known): Entry,
        mut visit: impl FnMut(usize, &SlackJump, u64, u64),
    ) {
        let full = self.regions.full(word);
        for (number, jump) in self.jumps.iter().enumerate() {
            if word & jump.holes != jump.holes ^ jump.pegs {
                continue;
            }
            let before = word ^ jump.holes;
            let moves = known.moves_if_landed(jump.to) + 1;
            // A full region that has the hole jumped over has the start too.
            let own = jump.start.map_or(0, |number| self.regions.full_alone(before, number));
            let left = moves - u64::from((full & !jump.landing | own).count_ones());
            // If the peg landed there by the jump before, the move has begun already.
            let saves = own == 0 && self.can_have_landed(before, jump.from);
            visit(number, jump, moves, left - u64::from(saves));
        }
    }

    fn can_have_landed(&self, word: u64, hole: u32) -> bool {
        self.arrivals[hole as usize].iter().any(|empty| word & empty == 0)
    }
}

impl SlackJump {
    fn new(regions: &Regions, jump: Jump) -> Self {
        let region = |hole: crate::hole::Hole| regions.of(hole.index());
        let bit = |region: Option<usize>| region.map_or(0, |number| 1_u64 << number);
        Self {
            holes: word(jump.holes()),
            pegs: word(jump.pegs()),
            from: jump.from.index() as u32,
            to: jump.to.index() as u32,
            untouched: !(bit(region(jump.from)) | bit(region(jump.over))),
            landing: bit(region(jump.to)),
            start: region(jump.from),
        }
    }
}

fn word(position: Position) -> u64 {
    position.bits() as u64
}

fn arrivals(board: &Board) -> Vec<Vec<u64>> {
    let landing = |hole| board.jumps().iter().filter(move |jump| jump.to == hole);
    board.holes().map(|hole| landing(hole).map(|jump| word(jump.pegs())).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::Goal;
    use crate::test_random::Random;

    /// A line of random jumps to a dead end.
    fn random_line(board: &Board, start: Position, seed: u64) -> Vec<Jump> {
        let mut random = Random(seed + 1);
        let (mut position, mut line) = (start, Vec::new());
        loop {
            let jumps: Vec<_> = board.legal_jumps(position).collect();
            if jumps.is_empty() {
                return line;
            }
            let jump = jumps[random.below(jumps.len())];
            position = position.play(jump);
            line.push(jump);
        }
    }

    /// The moves of a line so far, and the hole where its last peg landed.
    fn known(moves: u64, landed: Option<Jump>) -> MoveCount {
        MoveCount::new(moves, landed.map_or(0, |jump| 1 << jump.to.index()))
    }

    #[test]
    fn slack_is_used_up_little_by_little() {
        let mut regions = 0;
        for (name, seeds) in [("english", 400), ("french", 100), ("triangle15", 400), ("hexagon37", 100)] {
            let board = crate::builtin::named(name).unwrap();
            for seed in 0..seeds {
                let start = board.full().without(board.holes().nth(seed % board.len()).unwrap());
                let line = random_line(&board, start, seed as u64);
                let end = line.iter().fold(start, |position, &jump| position.play(jump));
                let packed =
                    SlackProblem::new(Problem { board: &board, start, goal: Goal::Exactly(end) }, None)
                        .unwrap();
                let total = crate::line::moves(&line).len() as u64;
                assert!(packed.lower_bound() <= total);
                regions += packed.lower_bound();
                let mut slack = 0;
                let (mut position, mut moves, mut landed) = (start, 0, None::<Jump>);
                for (done, &jump) in line.iter().enumerate() {
                    let is_it = |other: &SlackJump| {
                        other.holes == word(jump.holes()) && other.to == jump.to.index() as u32
                    };
                    let mut then = None;
                    packed.for_each_jump((word(position), known(moves, landed)), |_, jump, moves, used| {
                        then = then.or(is_it(jump).then_some((moves, used)));
                    });
                    position = position.play(jump);
                    // The rest of the line, as if it began here.
                    let (this, rest) = (&line[done..], &line[done + 1..]);
                    let start = rest.first().map_or(0, |next| 1 << next.from.index());
                    let rest = MoveCount::new(crate::line::moves(rest).len() as u64, start);
                    let mut before = None;
                    packed.for_each_reverse_jump((word(position), rest), |_, jump, moves, left| {
                        before = before.or(is_it(jump).then_some((moves, left)));
                    });
                    let (fresh, left) = before.unwrap();
                    assert_eq!(fresh, crate::line::moves(this).len() as u64);
                    assert!(left <= total - packed.lower_bound() - slack);
                    let (begun, used) = then.unwrap();
                    assert!(used >= slack);
                    (slack, moves, landed) = (used, begun, Some(jump));
                }
                assert_eq!((moves, slack), (total, total - packed.lower_bound()));
            }
        }
        assert!(regions > 1000, "there are regions");
    }
}

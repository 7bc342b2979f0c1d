//! Lines from the start to the goal, joined from the two halves.

use search::{Limit, Run};

use crate::solve::move_count::MoveCount;

use super::half::Half;
use super::sharded_table::{EMPTY, Entry};
use super::slack::SlackProblem;

/// A line that leads from one half to the other. Of equally short ones the least is taken, on any number of threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct JoinedLine {
    pub(crate) moves: u64,
    /// The last position in the start's half.
    word: u64,
    /// The number of the jump to the goal's half; none if that position is won.
    jump: Option<usize>,
}

/// Both halves.
#[derive(Clone, Copy)]
pub(crate) struct Join<'a> {
    pub(crate) packed: &'a SlackProblem,
    pub(crate) from_start: &'a Half,
    pub(crate) to_goal: &'a Half,
}

impl Join<'_> {
    /// The shortest line that stays in the start's half to the end, or leaves it from a position with this many pegs by
    /// a jump that uses more than this slack.
    pub(crate) fn shortest(
        self,
        run: &mut Run<'_>,
        pegs: usize,
        used: u64,
    ) -> Result<Option<JoinedLine>, Limit> {
        let Some(level) = self.from_start.levels.get(pegs) else { return Ok(None) };
        let won = self.packed.won.iter().filter(|won| won.count_ones() as usize == pegs);
        let inside = won.filter_map(|&won| {
            let (word, _) = self.packed.symmetries.canonical(won, 0);
            Some(JoinedLine { moves: level.find(word)?.moves(), word, jump: None })
        });
        let best = inside.min();
        if pegs == 0 || self.to_goal.levels[pegs - 1].count() == 0 {
            return Ok(best);
        }
        let leaving = run.share_out(level.tasks(TASK), |slots, _| self.shortest_leaving(&slots, used))?;
        Ok(best.into_iter().chain(leaving.into_iter().flatten()).min())
    }

    fn shortest_leaving(self, slots: &[&[Entry]], used: u64) -> Option<JoinedLine> {
        let mut best: Option<JoinedLine> = None;
        for &(word, known) in slots.iter().copied().flatten().filter(|entry| entry.0 != EMPTY) {
            self.packed.for_each_jump((word, known), |number, jump, moves, slack| {
                if slack <= used {
                    return;
                }
                let Some(rest) = self.moves_to_goal(word ^ jump.holes, jump.to) else { return };
                let line = JoinedLine { moves: moves + rest, word, jump: Some(number) };
                best = Some(best.map_or(line, |best| best.min(line)));
            });
        }
        best
    }

    /// The fewest moves to the goal after a jump that landed on this hole, if the goal's half has the position.
    fn moves_to_goal(self, word: u64, landed: u32) -> Option<u64> {
        let (least, holes) = self.packed.symmetries.canonical(word, landed);
        let known = self.to_goal.levels[word.count_ones() as usize].find(least)?;
        Some(known.moves_if_landed(holes.trailing_zeros()))
    }

    /// The jumps of a line, by number, up to the one that leads to the goal's half.
    pub(crate) fn jumps_across(self, line: &JoinedLine) -> Vec<usize> {
        let Some(number) = line.jump else { return self.jumps_from_start(line.word, None) };
        let landed = self.if_landed(line.word, self.packed.jumps[number].from);
        let mut jumps = self.jumps_from_start(line.word, landed);
        jumps.push(number);
        jumps
    }

    /// The first position of a line in the goal's half, and the hole where the last peg has landed.
    pub(crate) fn across(self, line: &JoinedLine) -> Option<(u64, u32)> {
        let jump = &self.packed.jumps[line.jump?];
        Some((line.word ^ jump.holes, jump.to))
    }

    /// The fewest moves from the start to a position; the holes are those of its canonical form.
    fn moves_from_start(self, word: u64) -> Option<MoveCount> {
        let (least, _) = self.packed.symmetries.canonical(word, 0);
        self.from_start.levels[word.count_ones() as usize].find(least)
    }

    /// The hole, if a best line to the position lands on it.
    fn if_landed(self, word: u64, hole: u32) -> Option<u32> {
        let (_, holes) = self.packed.symmetries.canonical(word, hole);
        self.moves_from_start(word).filter(|known| known.is_best_hole(holes.trailing_zeros())).map(|_| hole)
    }

    /// The jumps of a best line to a position; with `landed`, one that lands there.
    fn jumps_from_start(self, mut word: u64, mut landed: Option<u32>) -> Vec<usize> {
        let mut line = Vec::new();
        while word != self.packed.start {
            let moves = self.moves_from_start(word).map(MoveCount::moves);
            let last = self.packed.jumps.iter().enumerate().find_map(|(number, jump)| {
                let ends = word & jump.holes == jump.holes ^ jump.pegs;
                if !ends || landed.is_some_and(|landed| landed != jump.to) {
                    return None;
                }
                let before = word ^ jump.holes;
                let continued = self.if_landed(before, jump.from);
                let so_far = self.moves_from_start(before)?.moves() + u64::from(continued.is_none());
                (Some(so_far) == moves).then_some((number, before, continued))
            });
            let (number, before, continued) = last.expect("a best line led here");
            line.push(number);
            (word, landed) = (before, continued);
        }
        line.reverse();
        line
    }

    /// The jumps of a best line from a position to the goal, after a peg has landed on this hole, if the goal's half has
    /// the position.
    pub(crate) fn jumps_to_goal(self, mut word: u64, mut landed: u32) -> Option<Vec<usize>> {
        let mut line = Vec::new();
        while word.count_ones() > self.packed.won[0].count_ones() {
            let rest = self.moves_to_goal(word, landed)?;
            let (number, jump) = self.packed.jumps.iter().enumerate().find(|(_, jump)| {
                let begins = u64::from(jump.from != landed);
                let after = || self.moves_to_goal(word ^ jump.holes, jump.to);
                word & jump.holes == jump.pegs && after().is_some_and(|after| after + begins == rest)
            })?;
            line.push(number);
            (word, landed) = (word ^ jump.holes, jump.to);
        }
        Some(line)
    }
}

/// Slots that a thread takes at a time.
const TASK: usize = 1 << 10;

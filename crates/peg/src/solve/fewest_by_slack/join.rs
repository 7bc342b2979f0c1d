//! Ways from the start to the goal, through what both sides know.

use search::{Limit, Run};

use crate::solve::move_count::Known;

use super::half::Side;
use super::sharded_table::{Entry, FREE};
use super::slack::Course;

/// A way that leads from one side to the other; of equally short ones the least is taken, on any number of threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Way {
    pub(crate) moves: u64,
    /// The last position that the start's side knows.
    word: u64,
    /// The number of the jump that leads over; none if that position is won.
    leap: Option<usize>,
}

/// Both sides.
#[derive(Clone, Copy)]
pub(crate) struct Ways<'a> {
    pub(crate) course: &'a Course,
    pub(crate) from_start: &'a Side,
    pub(crate) to_goal: &'a Side,
}

impl Ways<'_> {
    /// The shortest way that stays on the start's side to the end, or leaves it with so many pegs by a jump that uses
    /// more than this slack.
    pub(crate) fn shortest(self, run: &mut Run<'_>, pegs: usize, used: u64) -> Result<Option<Way>, Limit> {
        let Some(level) = self.from_start.levels.get(pegs) else { return Ok(None) };
        let won = self.course.won.iter().filter(|won| won.count_ones() as usize == pegs);
        let inside = won.filter_map(|&won| {
            let (word, _) = self.course.turns.least(won, 0);
            Some(Way { moves: level.find(word)?.moves(), word, leap: None })
        });
        let best = inside.min();
        if pegs == 0 || self.to_goal.levels[pegs - 1].count() == 0 {
            return Ok(best);
        }
        let leaving = run.share_out(level.runs(RUN), |slots, _| self.leaving(&slots, used))?;
        Ok(best.into_iter().chain(leaving.into_iter().flatten()).min())
    }

    fn leaving(self, slots: &[&[Entry]], used: u64) -> Option<Way> {
        let mut best: Option<Way> = None;
        for &(word, known) in slots.iter().copied().flatten().filter(|entry| entry.0 != FREE) {
            self.course.onward((word, known), |number, leap, moves, slack| {
                if slack <= used {
                    return;
                }
                let Some(rest) = self.rest(word ^ leap.holes, leap.to) else { return };
                let way = Way { moves: moves + rest, word, leap: Some(number) };
                best = Some(best.map_or(way, |best| best.min(way)));
            });
        }
        best
    }

    /// The fewest moves to the goal when the peg on `hand` may go on in the same move, if the goal's side knows.
    fn rest(self, word: u64, hand: u32) -> Option<u64> {
        let (least, holes) = self.course.turns.least(word, hand);
        let known = self.to_goal.levels[word.count_ones() as usize].find(least)?;
        Some(known.moves_in_hand(holes.trailing_zeros()))
    }

    /// The jumps of a way, by number, as far as the one that leads over to the goal's side.
    pub(crate) fn line_over(self, way: &Way) -> Vec<usize> {
        let Some(number) = way.leap else { return self.line_to(way.word, None) };
        let mut line = self.line_to(way.word, self.came_by(way.word, self.course.leaps[number].from));
        line.push(number);
        line
    }

    /// The first position of a way on the goal's side, and the hole where the peg has landed.
    pub(crate) fn after(self, way: &Way) -> Option<(u64, u32)> {
        let leap = &self.course.leaps[way.leap?];
        Some((way.word ^ leap.holes, leap.to))
    }

    /// What the start's side knows of a position; the holes are those of the position that stands for it.
    fn known(self, word: u64) -> Option<Known> {
        let (least, _) = self.course.turns.least(word, 0);
        self.from_start.levels[word.count_ones() as usize].find(least)
    }

    /// The hole, if a best way to the position lands on it.
    fn came_by(self, word: u64, hole: u32) -> Option<u32> {
        let (_, holes) = self.course.turns.least(word, hole);
        self.known(word).filter(|known| known.serves(holes.trailing_zeros())).map(|_| hole)
    }

    /// The jumps of a best way to a position; with `hand`, one that lands there.
    fn line_to(self, mut word: u64, mut hand: Option<u32>) -> Vec<usize> {
        let mut line = Vec::new();
        while word != self.course.start {
            let moves = self.known(word).map(Known::moves);
            let last = self.course.leaps.iter().enumerate().find_map(|(number, leap)| {
                let ends = word & leap.holes == leap.holes ^ leap.pegs;
                if !ends || hand.is_some_and(|hand| hand != leap.to) {
                    return None;
                }
                let before = word ^ leap.holes;
                let went_on = self.came_by(before, leap.from);
                let so_far = self.known(before)?.moves() + u64::from(went_on.is_none());
                (Some(so_far) == moves).then_some((number, before, went_on))
            });
            let (number, before, went_on) = last.expect("a best way led here");
            line.push(number);
            (word, hand) = (before, went_on);
        }
        line.reverse();
        line
    }

    /// The jumps of a best way from a position to the goal, with this peg in hand, if the goal's side knows it.
    pub(crate) fn line_from(self, mut word: u64, mut hand: u32) -> Option<Vec<usize>> {
        let mut line = Vec::new();
        while word.count_ones() > self.course.won[0].count_ones() {
            let rest = self.rest(word, hand)?;
            let (number, leap) = self.course.leaps.iter().enumerate().find(|(_, leap)| {
                let begins = u64::from(leap.from != hand);
                let after = || self.rest(word ^ leap.holes, leap.to);
                word & leap.holes == leap.pegs && after().is_some_and(|after| after + begins == rest)
            })?;
            line.push(number);
            (word, hand) = (word ^ leap.holes, leap.to);
        }
        Some(line)
    }
}

/// Slots that a thread takes at a time.
const RUN: usize = 1 << 10;

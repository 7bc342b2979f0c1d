//! What can be reached from one end of the game with little slack.

use search::Limit;

use crate::crew::Crew;
use crate::known::Known;

use super::course::Course;
use super::store::{Entry, FREE, PARTS, Store, part_of};

/// One end of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// From the start on: slack used.
    Start,
    /// From the goal back: slack left.
    Goal,
}

/// All positions within some slack of one end, and the fewest moves from or to there.
///
/// Every way whose slack keeps within the bound is followed, so each position knows of as few moves as any of these
/// ways takes to it. (Instead of a way that takes one move more but lands on another hole, the way that is known
/// serves as well: it can begin a new move there.)
pub(crate) struct Side {
    /// By number of pegs.
    pub(crate) levels: Vec<Store>,
    /// Nothing had to be left out.
    pub(crate) complete: bool,
}

impl Side {
    /// A side without any position.
    pub(crate) fn nothing(course: &Course) -> Self {
        let levels = (0..=course.start.count_ones()).map(|_| Store::new()).collect();
        Self { levels, complete: false }
    }

    /// What the tables take.
    pub(crate) fn bytes(&self) -> usize {
        self.levels.iter().map(Store::bytes).sum()
    }

    /// How many positions there are.
    pub(crate) fn count(&self) -> usize {
        self.levels.iter().map(Store::count).sum()
    }
}

/// Makes sides.
pub(crate) struct Growth<'a, 'b> {
    pub(crate) course: &'a Course,
    pub(crate) crew: &'a mut Crew<'b>,
    /// What is held besides, in bytes.
    pub(crate) besides: usize,
    /// Most positions to be found.
    pub(crate) most: usize,
}

impl Growth<'_, '_> {
    /// All positions within this slack of an end; `None` if there are too many.
    pub(crate) fn side(&mut self, end: End, slack: u64) -> Result<Option<Side>, Limit> {
        let mut side = Side::nothing(self.course);
        side.complete = true;
        let (most, least) = (self.course.start.count_ones(), self.course.won[0].count_ones());
        let roots = match end {
            End::Start => std::slice::from_ref(&self.course.start),
            End::Goal => &self.course.won[..],
        };
        for &root in roots {
            let (root, _) = self.course.turns.least(root, 0);
            side.levels[root.count_ones() as usize].learn((root, Known::DONE));
        }
        let mut round = Round::new();
        for step in 0..most - least {
            let (from, to) = match end {
                End::Start => (most - step, most - step - 1),
                End::Goal => (least + step, least + step + 1),
            };
            if !self.step(&mut side, (from as usize, to as usize), end, slack, &mut round)? {
                return Ok(None);
            }
        }
        Ok(Some(side))
    }

    /// Fills a level from the one before; `false` if there are too many positions.
    fn step(
        &mut self,
        side: &mut Side,
        (from, to): (usize, usize),
        end: End,
        slack: u64,
        round: &mut Round,
    ) -> Result<bool, Limit> {
        let others = side.bytes();
        let known = side.count();
        let course = self.course;
        let mut target = std::mem::replace(&mut side.levels[to], Store::new());
        let level = &side.levels[from];
        // Few positions are one slice, not one for each part.
        let few: Vec<_> = if level.count() < SLICE { level.entries().collect() } else { Vec::new() };
        let slices: Vec<_> =
            if level.count() < SLICE { vec![&few[..]] } else { level.slices(SLICE).collect() };
        for some in slices.chunks(ROUND) {
            self.crew.share_out(some.iter().zip(&mut round.outs).collect(), |(slots, out)| {
                out.refill(course, slots, end, slack);
            })?;
            let outs = &round.outs[..some.len()];
            // What little one slice gave is not worth a second thread.
            let run = if some.len() == 1 { PARTS } else { 1 };
            let runs = target.parts.chunks_mut(run).enumerate().map(|(number, parts)| (number * run, parts));
            self.crew.share_out(runs.collect(), |(first, parts)| {
                for (number, part) in (first..).zip(parts) {
                    outs.iter().flat_map(|out| &out.found[number]).for_each(|&entry| part.learn(entry));
                }
            })?;
            side.complete &= outs.iter().all(|out| !out.left_out);
            self.crew.hold(self.besides + others + target.bytes() + round.bytes())?;
            if known + target.count() > self.most {
                return Ok(false);
            }
        }
        self.crew.seen(target.count() as u64, from as u32)?;
        side.levels[to] = target;
        Ok(true)
    }
}

/// Slots that a thread takes at a time, and slices that are worked on before what they gave is put away.
const SLICE: usize = 1 << 12;
const ROUND: usize = 16;

/// What the slices of a round gave; kept for the next, so that its room is used again.
struct Round {
    outs: Vec<Out>,
}

impl Round {
    fn new() -> Self {
        let out = || Out { found: vec![Vec::new(); PARTS], left_out: false };
        Self { outs: std::iter::repeat_with(out).take(ROUND).collect() }
    }

    fn bytes(&self) -> usize {
        let room = self.outs.iter().flat_map(|out| &out.found).map(Vec::capacity);
        room.sum::<usize>() * size_of::<Entry>()
    }
}

/// What a slice gave, by parts.
struct Out {
    found: Vec<Vec<Entry>>,
    /// Something was beyond the slack.
    left_out: bool,
}

impl Out {
    fn refill(&mut self, course: &Course, slots: &[Entry], end: End, slack: u64) {
        self.found.iter_mut().for_each(Vec::clear);
        self.left_out = false;
        for &entry in slots.iter().filter(|entry| entry.0 != FREE) {
            match end {
                End::Start => course.onward(entry, |_, leap, moves, used| {
                    self.keep(course, entry.0 ^ leap.holes, moves, leap.to, used <= slack);
                }),
                End::Goal => course.back(entry, |leap, moves, left| {
                    self.keep(course, entry.0 ^ leap.holes, moves, leap.from, left <= slack);
                }),
            }
        }
    }

    #[inline]
    fn keep(&mut self, course: &Course, word: u64, moves: u64, hole: u32, within: bool) {
        if within {
            let (least, holes) = course.turns.least(word, hole);
            self.found[part_of(least)].push((least, Known::new(moves, holes)));
        } else {
            self.left_out = true;
        }
    }
}

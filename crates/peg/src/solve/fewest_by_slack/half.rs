//! What can be reached from one end of the game with little slack.

use std::ops::ControlFlow;

use search::{Limit, Run};

use crate::solve::move_count::Known;
use crate::solve::progress::note_level;

use super::pagoda_pruning::Guards;
use super::sharded_table::{Entry, FREE, PARTS, Store, part_of};
use super::slack::Course;

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
pub(crate) struct Growth<'a, 'b, 'p> {
    pub(crate) course: &'a Course,
    pub(crate) guards: &'a mut Guards<'p>,
    pub(crate) run: &'a mut Run<'b>,
    /// What is held besides, in bytes.
    pub(crate) besides: usize,
    pub(crate) extent: Extent,
}

/// How much of a side is wanted.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Extent {
    /// All of it, unless it has more positions than so many.
    Whole { most: usize },
    /// Each level only until the next is there.
    Passing,
}

impl Extent {
    /// Is it worth looking at each level at once? A small side is not often the last one.
    const fn is_large(self) -> bool {
        matches!(self, Self::Passing | Self::Whole { most: LARGE.. })
    }
}

/// Sides that may have so many positions are large.
const LARGE: usize = 1 << 22;

impl Growth<'_, '_, '_> {
    /// All positions within this slack of an end; `None` if there are too many. The levels are
    /// looked at, by their numbers of pegs, as soon as that is worth it, until no more is wanted.
    pub(crate) fn side(
        &mut self,
        end: End,
        slack: u64,
        mut look: impl FnMut(&mut Run<'_>, &Side, usize) -> Result<ControlFlow<()>, Limit>,
    ) -> Result<Option<Side>, Limit> {
        let mut side = Side::nothing(self.course);
        side.complete = true;
        let (most, least) = (self.course.start.count_ones(), self.course.won[0].count_ones());
        let roots = match end {
            End::Start => vec![self.course.root()],
            End::Goal => self.course.won.iter().map(|&won| (won, Known::DONE)).collect(),
        };
        for (root, known) in roots {
            let (root, _) = self.course.turns.least(root, 0);
            side.levels[root.count_ones() as usize].learn((root, known));
        }
        let levels: Vec<_> = match end {
            End::Start => (least as usize..=most as usize).rev().collect(),
            End::Goal => (least as usize..=most as usize).collect(),
        };
        let mut round = Round::new();
        for (&from, &to) in levels.iter().zip(&levels[1..]) {
            if self.extent.is_large() && look(self.run, &side, from)?.is_break() {
                side.complete = false;
                return Ok(Some(side));
            }
            if !self.step(&mut side, (from, to), end, slack, &mut round)? {
                return Ok(None);
            }
            if matches!(self.extent, Extent::Passing) {
                side.levels[from] = Store::new();
            }
        }
        let last = levels.len() - 1;
        for &pegs in if self.extent.is_large() { &levels[last..] } else { &levels } {
            if look(self.run, &side, pegs)?.is_break() {
                break;
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
        let (course, guards) = (self.course, &*self.guards);
        let mut target = std::mem::replace(&mut side.levels[to], Store::new());
        let level = &side.levels[from];
        for some in level.runs(RUN).chunks(ROUND) {
            self.run.share_out(some.iter().zip(&mut round.outs).collect(), |(slots, out), _| {
                out.refill(course, guards, slots, end, slack);
            })?;
            let outs = &round.outs[..some.len()];
            let more = |part: usize| outs.iter().map(|out| out.found[part].len()).sum();
            let tables = self.besides + others + target.bytes_with(more);
            self.run.hold(tables + tables / GAPS + round.bytes())?;
            // What little one run gave is not worth a second thread.
            let size = if some.len() == 1 { PARTS } else { 1 };
            let runs =
                target.parts.chunks_mut(size).enumerate().map(|(number, parts)| (number * size, parts));
            self.run.share_out(runs.collect(), |(first, parts), _| {
                for (number, part) in (first..).zip(parts) {
                    outs.iter().flat_map(|out| &out.found[number]).for_each(|&entry| part.learn(entry));
                }
            })?;
            side.complete &= outs.iter().all(|out| !out.left_out);
            if matches!(self.extent, Extent::Whole { most } if known + target.count() > most) {
                return Ok(false);
            }
        }
        note_level(self.run, target.count() as u64, target.count() as u64, from as u32)?;
        if target.count() >= MANY && self.guards.learn(target.sample(SAMPLE), self.run)? {
            let guards = &*self.guards;
            target.retain(self.run, |word| guards.admit_position(word))?;
        }
        side.levels[to] = target;
        Ok(true)
    }
}

/// So many positions with equally many pegs are worth learning which of them are of use, from so many of them.
const MANY: usize = 1 << 14;
const SAMPLE: usize = 8;

/// Tables that grow leave gaps in memory: about one byte for so many.
const GAPS: usize = 8;

/// Slots that a thread takes at a time, and how often that is done before what they gave is put away.
const RUN: usize = 1 << 10;
const ROUND: usize = 64;

/// What the runs of a round gave; kept for the next, so that its room is used again.
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

/// What a run gave, by parts.
struct Out {
    found: Vec<Vec<Entry>>,
    /// Something was beyond the slack.
    left_out: bool,
}

impl Out {
    fn refill(&mut self, course: &Course, guards: &Guards<'_>, slots: &[&[Entry]], end: End, slack: u64) {
        self.found.iter_mut().for_each(Vec::clear);
        self.left_out = false;
        for &entry in slots.iter().copied().flatten().filter(|entry| entry.0 != FREE) {
            let spares = guards.spares(entry.0);
            match end {
                End::Start => course.onward(entry, |number, leap, moves, used| {
                    if guards.admit(&spares, number) {
                        self.keep(course, entry.0 ^ leap.holes, moves, leap.to, used <= slack);
                    }
                }),
                End::Goal => course.back(entry, |number, leap, moves, left| {
                    if guards.admit(&spares, number) {
                        self.keep(course, entry.0 ^ leap.holes, moves, leap.from, left <= slack);
                    }
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

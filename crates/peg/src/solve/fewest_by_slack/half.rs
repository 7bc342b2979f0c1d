//! One half of the search from both ends: all positions within some slack of the start, or of the goal.

use std::ops::ControlFlow;

use search::{Limit, Run};

use crate::solve::levels::Direction;
use crate::solve::move_count::MoveCount;
use crate::solve::progress::note_level;

use super::pagoda_pruning::PagodaPruning;
use super::sharded_table::{EMPTY, Entry, SHARDS, ShardedTable, shard_of};
use super::slack::SlackProblem;

/// All positions within some slack of the start (slack used) or of the goal (slack left), each with the fewest moves
/// from or to there.
///
/// Every line whose slack stays within the bound is followed, so each position has the fewest moves of all these
/// lines. (A line that takes one move more but lands on another hole need not be kept: the line that is known can
/// begin a new move there.)
pub(crate) struct Half {
    /// By number of pegs.
    pub(crate) levels: Vec<ShardedTable>,
    /// No position was left out because of its slack.
    pub(crate) complete: bool,
}

impl Half {
    /// A half without any position.
    pub(crate) fn empty(packed: &SlackProblem) -> Self {
        let levels = (0..=packed.start.count_ones()).map(|_| ShardedTable::new()).collect();
        Self { levels, complete: false }
    }

    /// The memory of the tables.
    pub(crate) fn bytes(&self) -> usize {
        self.levels.iter().map(ShardedTable::bytes).sum()
    }

    /// The number of positions.
    pub(crate) fn count(&self) -> usize {
        self.levels.iter().map(ShardedTable::count).sum()
    }
}

/// Builds a half, level by level.
pub(crate) struct HalfSearch<'a, 'b, 'p> {
    pub(crate) packed: &'a SlackProblem,
    pub(crate) pruning: &'a mut PagodaPruning<'p>,
    pub(crate) run: &'a mut Run<'b>,
    /// Forward from the start, or backward from the goal.
    pub(crate) direction: Direction,
    /// The most slack a position may use, or have left.
    pub(crate) slack: u64,
    pub(crate) retention: Retention,
    /// Memory held by everything else.
    pub(crate) other_bytes: usize,
}

/// How much of a half is kept.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Retention {
    /// All levels, unless they have more positions than `most`.
    Whole { most: usize },
    /// Each level only until the next one is complete.
    Frontier,
}

impl Retention {
    /// Is each level joined as soon as it is complete? In a small half that is not worth it: it is seldom the last
    /// one.
    const fn joins_early(self) -> bool {
        matches!(self, Self::Frontier | Self::Whole { most: LARGE.. })
    }
}

/// Halves that may have this many positions are joined early.
const LARGE: usize = 1 << 22;

impl HalfSearch<'_, '_, '_> {
    /// Finds all positions within the slack; `None` if there are too many. `join` is called once with the number of
    /// pegs of each complete level, until it breaks.
    pub(crate) fn search(
        &mut self,
        mut join: impl FnMut(&mut Run<'_>, &Half, usize) -> Result<ControlFlow<()>, Limit>,
    ) -> Result<Option<Half>, Limit> {
        let (mut half, levels) = (self.roots(), self.levels());
        let early = self.retention.joins_early();
        let mut batch = Batch::new();
        for (&from, &to) in levels.iter().zip(&levels[1..]) {
            if early && join(self.run, &half, from)?.is_break() {
                half.complete = false;
                return Ok(Some(half));
            }
            if !self.expand_level(&mut half, from, to, &mut batch)? {
                return Ok(None);
            }
            if matches!(self.retention, Retention::Frontier) {
                half.levels[from] = ShardedTable::new();
            }
        }
        let not_joined = if early { &levels[levels.len() - 1..] } else { &levels };
        for &pegs in not_joined {
            if join(self.run, &half, pegs)?.is_break() {
                break;
            }
        }
        Ok(Some(half))
    }

    /// The half with its first level only: the start, or the won positions.
    fn roots(&self) -> Half {
        let mut half = Half::empty(self.packed);
        half.complete = true;
        let roots = match self.direction {
            Direction::Forward => vec![self.packed.root()],
            Direction::Backward => self.packed.won.iter().map(|&won| (won, MoveCount::ZERO)).collect(),
        };
        for (root, known) in roots {
            let (root, _) = self.packed.symmetries.canonical(root, 0);
            half.levels[root.count_ones() as usize].insert((root, known));
        }
        half
    }

    /// The numbers of pegs of the levels, in the order in which they are filled.
    fn levels(&self) -> Vec<usize> {
        let (most, least) =
            (self.packed.start.count_ones() as usize, self.packed.won[0].count_ones() as usize);
        match self.direction {
            Direction::Forward => (least..=most).rev().collect(),
            Direction::Backward => (least..=most).collect(),
        }
    }

    /// Fills a level from the one before; `false` if there are too many positions.
    fn expand_level(
        &mut self,
        half: &mut Half,
        from: usize,
        to: usize,
        batch: &mut Batch,
    ) -> Result<bool, Limit> {
        let (half_bytes, half_count) = (half.bytes(), half.count());
        let mut target = std::mem::replace(&mut half.levels[to], ShardedTable::new());
        for tasks in half.levels[from].tasks(TASK).chunks(BATCH) {
            self.expand(tasks, batch)?;
            let outputs = &batch.outputs[..tasks.len()];
            let more = |shard: usize| outputs.iter().map(|out| out.found[shard].len()).sum();
            let tables = self.other_bytes + half_bytes + target.bytes_with(more);
            self.run.hold(tables + tables / BYTES_PER_GAP + batch.bytes())?;
            self.insert(outputs, &mut target)?;
            half.complete &= outputs.iter().all(|out| !out.left_out);
            if matches!(self.retention, Retention::Whole { most } if half_count + target.count() > most) {
                return Ok(false);
            }
        }
        note_level(self.run, target.count() as u64, target.count() as u64, from as u32)?;
        self.prune(&mut target)?;
        half.levels[to] = target;
        Ok(true)
    }

    /// Finds the successors of the entries of each task.
    fn expand(&mut self, tasks: &[Vec<&[Entry]>], batch: &mut Batch) -> Result<(), Limit> {
        let (packed, pruning, direction, slack) = (self.packed, &*self.pruning, self.direction, self.slack);
        let tasks = tasks.iter().zip(&mut batch.outputs).collect();
        let expanded = self.run.share_out(tasks, |(slots, out): (&Vec<&[Entry]>, &mut Successors), _| {
            out.refill(packed, pruning, slots, (direction, slack));
        });
        expanded.map(drop)
    }

    /// Inserts the successors into their level, each shard on one thread.
    fn insert(&mut self, outputs: &[Successors], target: &mut ShardedTable) -> Result<(), Limit> {
        // The successors of a single task are too few for a second thread.
        let size = if outputs.len() == 1 { SHARDS } else { 1 };
        let tasks =
            target.shards.chunks_mut(size).enumerate().map(|(number, shards)| (number * size, shards));
        let inserted = self.run.share_out(tasks.collect(), |(first, shards), _| {
            for (number, shard) in (first..).zip(shards) {
                outputs.iter().flat_map(|out| &out.found[number]).for_each(|&entry| shard.insert(entry));
            }
        });
        inserted.map(drop)
    }

    /// Looks for pagoda functions that exclude positions of a level, and removes what they exclude.
    fn prune(&mut self, level: &mut ShardedTable) -> Result<(), Limit> {
        let programmes = self.pruning.programmes_for(level.count());
        if programmes > 0 && self.pruning.learn(level.sample(programmes), self.run)? {
            let pruning = &*self.pruning;
            level.retain(self.run, |word| pruning.admits(word))?;
        }
        Ok(())
    }
}

/// Tables that grow leave gaps in memory, about one byte for each of this many.
const BYTES_PER_GAP: usize = 8;

/// Slots that a thread takes at a time.
const TASK: usize = 1 << 10;
/// Tasks whose successors are collected before they are inserted.
const BATCH: usize = 64;

/// The successors found by each task of a batch. The next batch uses the memory again.
struct Batch {
    outputs: Vec<Successors>,
}

impl Batch {
    fn new() -> Self {
        let out = || Successors { found: vec![Vec::new(); SHARDS], left_out: false };
        Self { outputs: std::iter::repeat_with(out).take(BATCH).collect() }
    }

    fn bytes(&self) -> usize {
        let capacity = self.outputs.iter().flat_map(|out| &out.found).map(Vec::capacity);
        capacity.sum::<usize>() * size_of::<Entry>()
    }
}

/// The successors found by one task.
struct Successors {
    /// By shard.
    found: Vec<Vec<Entry>>,
    /// Some were beyond the slack.
    left_out: bool,
}

impl Successors {
    /// Replaces them by the successors of these entries.
    fn refill(
        &mut self,
        packed: &SlackProblem,
        pruning: &PagodaPruning<'_>,
        slots: &[&[Entry]],
        (direction, slack): (Direction, u64),
    ) {
        self.found.iter_mut().for_each(Vec::clear);
        self.left_out = false;
        for &entry in slots.iter().copied().flatten().filter(|entry| entry.0 != EMPTY) {
            let margins = pruning.margins(entry.0);
            match direction {
                Direction::Forward => packed.for_each_jump(entry, |number, jump, moves, used| {
                    if pruning.admits_jump(&margins, number) {
                        self.push(packed, entry.0 ^ jump.holes, moves, jump.to, used <= slack);
                    }
                }),
                Direction::Backward => packed.for_each_reverse_jump(entry, |number, jump, moves, left| {
                    if pruning.admits_jump(&margins, number) {
                        self.push(packed, entry.0 ^ jump.holes, moves, jump.from, left <= slack);
                    }
                }),
            }
        }
    }

    /// Adds a position with its number of moves and the hole that belongs to them, if it is within the slack.
    #[inline]
    fn push(&mut self, packed: &SlackProblem, word: u64, moves: u64, hole: u32, within_slack: bool) {
        if within_slack {
            let (least, holes) = packed.symmetries.canonical(word, hole);
            self.found[shard_of(least)].push((least, MoveCount::new(moves, holes)));
        } else {
            self.left_out = true;
        }
    }
}

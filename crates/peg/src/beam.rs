//! Beam search: level by level, keeping the positions whose pegs stand closest together.
//!
//! A beam that never had to drop a position has seen everything: then "nothing found" is a proof.

use std::ops::ControlFlow;
use std::sync::Mutex;

use search::{Limit, Outcome, Stats, Watch};

use crate::board::{Board, Jump};
use crate::ending::Ending;
use crate::goal::Goal;
use crate::hole::Hole;
use crate::pagoda::Pagoda;
use crate::position::Position;
use crate::word::Word;

/// What a beam search is run with.
#[derive(Clone, Copy)]
pub(crate) struct Beam<'a> {
    pub(crate) board: &'a Board,
    pub(crate) goal: Goal,
    /// Positions worth less than the goal are dropped: they are lost.
    pub(crate) pagoda: Option<&'a Pagoda>,
    pub(crate) width: usize,
    pub(crate) threads: usize,
}

/// What is left to spend; shared by beams run one after another.
pub(crate) struct Purse<'a> {
    pub(crate) nodes_left: u64,
    pub(crate) memory: usize,
    pub(crate) stats: Stats,
    pub(crate) watch: &'a mut dyn Watch,
}

impl Beam<'_> {
    /// Searches from `start`. [`Limit::Incomplete`] means that the beam was too narrow.
    pub(crate) fn search(self, start: Position, purse: &mut Purse<'_>) -> Outcome<Vec<Jump>> {
        if self.board.len() <= 64 {
            self.search_in::<u64>(start, purse)
        } else {
            self.search_in::<u128>(start, purse)
        }
    }

    fn search_in<W: Word>(self, start: Position, purse: &mut Purse<'_>) -> Outcome<Vec<Jump>> {
        let goals = self.goal.positions(self.board);
        let mut ending = Ending::<W>::at(&goals, self.goal.pegs());
        ending.reach_back(self.board, ENDING * self.width.min(WIDEST_ENDING), start.pegs());
        let course = Course::<W>::new(self);
        let depth = start.pegs().saturating_sub(ending.pegs());
        let worth = self.pagoda.map_or(0, |p| p.worth(start));
        let root = Node { word: W::pack(start), mixed: 0, pairs: 0, worth, parent: 0, jump: 0 };
        let mut levels = vec![vec![root]];
        let mut dropped = false;
        for ply in 0..depth {
            let last = &levels[levels.len() - 1];
            if let Err(limit) = purse.spend(last.len() as u64, ply, &levels) {
                return Outcome::GaveUp(limit);
            }
            let free = purse.memory - purse.stats.memory;
            let Some(next) = course.next(last, free, &mut dropped) else {
                return Outcome::GaveUp(Limit::Memory);
            };
            levels.push(next);
        }
        let last = &levels[levels.len() - 1];
        match last.iter().position(|node| ending.holds(node.word)) {
            Some(index) => {
                let mut line = course.line(&levels, index);
                line.extend(ending.line(self.board, last[index].word));
                Outcome::Solved(line)
            }
            None if dropped => Outcome::GaveUp(Limit::Incomplete),
            None => Outcome::Unsolvable(()),
        }
    }
}

/// Endings are searched backwards to this many positions for each of the beam's.
const ENDING: usize = 8;
/// But no wider than for a beam of this width.
const WIDEST_ENDING: usize = 1 << 12;

impl Purse<'_> {
    fn spend<W>(&mut self, nodes: u64, depth: u32, levels: &[Vec<Node<W>>]) -> Result<(), Limit> {
        let held: usize = levels.iter().map(Vec::len).sum();
        self.stats.nodes += nodes;
        self.stats.stored = held as u64;
        self.stats.memory = held * size_of::<Node<W>>();
        self.stats.depth = depth;
        self.stats.best = self.stats.best.max(depth);
        if self.nodes_left < nodes {
            return Err(Limit::Nodes);
        }
        self.nodes_left -= nodes;
        if self.stats.memory > self.memory {
            return Err(Limit::Memory);
        }
        match self.watch.tick(&self.stats) {
            ControlFlow::Break(stop) => Err(stop.into()),
            ControlFlow::Continue(()) => Ok(()),
        }
    }
}

/// A position on a level.
#[derive(Clone, Copy)]
struct Node<W> {
    word: W,
    /// Breaks ties between positions of equal standing, without favour to any part of the board.
    mixed: u64,
    /// Pegs that stand next to each other, up to a constant of the level: more is better.
    pairs: i32,
    /// By the pagoda function.
    worth: i64,
    parent: u32,
    jump: u16,
}

impl<W: Word> Node<W> {
    /// Best first; one order on any number of threads.
    fn standing(&self) -> (i32, u64, W) {
        (-self.pairs, self.mixed, self.word)
    }
}

/// A jump as masks.
struct Leap<W> {
    pegs: W,
    holes: W,
    around_from: W,
    around_over: W,
    around_to: W,
    /// What the jump loses by the pagoda function; never negative.
    loss: i64,
}

/// The jumps of a board, packed.
struct Course<'a, W> {
    beam: Beam<'a>,
    leaps: Vec<Leap<W>>,
    /// What the goal is worth.
    floor: i64,
}

impl<'a, W: Word> Course<'a, W> {
    fn new(beam: Beam<'a>) -> Self {
        let around = neighbours(beam.board);
        let near = |hole: Hole| W::pack(around[hole.index()]);
        let leap = |jump: &Jump| Leap {
            pegs: W::pack(jump.pegs()),
            holes: W::pack(jump.holes()),
            around_from: near(jump.from),
            around_over: near(jump.over),
            around_to: near(jump.to),
            loss: beam.pagoda.map_or(0, |p| p.loss(*jump)),
        };
        let floor = beam.pagoda.map_or(i64::MIN, |p| p.least(beam.board, beam.goal));
        Self { beam, leaps: beam.board.jumps().iter().map(leap).collect(), floor }
    }

    /// The best positions one jump on; `None` if they do not fit into the memory that is free.
    fn next(&self, last: &[Node<W>], free: usize, dropped: &mut bool) -> Option<Vec<Node<W>>> {
        let threads = if last.len() < WORTH_A_THREAD { 1 } else { self.beam.threads };
        // What several threads find is gathered, so that it is there twice for a while.
        let copies = if threads == 1 { 1 } else { 2 };
        let room = free / (copies * size_of::<Node<W>>() + TABLE);
        let mut shards = self.expand_all(last, threads, room)?;
        if threads == 1 {
            keep_best(&mut shards[0], self.beam.width, dropped);
        } else {
            let lost = Mutex::new(false);
            std::thread::scope(|scope| {
                for shard in &mut shards {
                    scope.spawn(|| {
                        let mut own = false;
                        keep_best(shard, self.beam.width, &mut own);
                        *lost.lock().expect("no holder panics") |= own;
                    });
                }
            });
            *dropped |= lost.into_inner().expect("no holder panics");
        }
        let mut shards = shards.into_iter();
        let mut best = shards.next()?;
        for shard in shards {
            best.extend(shard);
        }
        if best.len() > self.beam.width {
            *dropped = true;
            best.select_nth_unstable_by_key(self.beam.width, Node::standing);
            best.truncate(self.beam.width);
        }
        best.sort_unstable_by_key(Node::standing);
        // Many more were made than are kept.
        best.shrink_to_fit();
        Some(best)
    }

    /// All positions one jump on, parted by a digest of the position so that equal ones meet.
    fn expand_all(&self, last: &[Node<W>], threads: usize, room: usize) -> Option<Vec<Vec<Node<W>>>> {
        if threads == 1 {
            let mut out = [Vec::new()];
            return self.expand(last, 0, &mut out, room).then(|| out.into());
        }
        let share = last.len().div_ceil(threads);
        let parts: Vec<_> = std::thread::scope(|scope| {
            let chunks = last.chunks(share).enumerate();
            let workers: Vec<_> = chunks
                .map(|(i, chunk)| {
                    scope.spawn(move || {
                        let mut out = vec![Vec::new(); threads];
                        self.expand(chunk, i * share, &mut out, room / threads).then_some(out)
                    })
                })
                .collect();
            workers.into_iter().map(|w| w.join().expect("expansion does not panic")).collect()
        });
        let mut shards = vec![Vec::new(); threads];
        for part in parts {
            for (shard, found) in shards.iter_mut().zip(part?) {
                shard.extend(found);
            }
        }
        Some(shards)
    }

    fn expand(&self, chunk: &[Node<W>], first: usize, out: &mut [Vec<Node<W>>], room: usize) -> bool {
        let mut made = 0;
        for (parent, node) in (first..).zip(chunk) {
            let word = node.word;
            for (jump, leap) in (0..).zip(&self.leaps) {
                if word & leap.holes != leap.pegs || node.worth - leap.loss < self.floor {
                    continue;
                }
                let after = word ^ leap.holes;
                let lost = (word & leap.around_from).count() + (word & leap.around_over).count();
                let pairs = node.pairs + (after & leap.around_to).count() as i32 - lost as i32;
                let mixed = after.mixed();
                let shard = (mixed >> 40) as usize % out.len();
                let worth = node.worth - leap.loss;
                out[shard].push(Node { word: after, mixed, pairs, worth, parent: parent as u32, jump });
                made += 1;
            }
            if made > room {
                return false;
            }
        }
        true
    }

    fn line(&self, levels: &[Vec<Node<W>>], mut index: usize) -> Vec<Jump> {
        let mut line = Vec::new();
        for level in levels[1..].iter().rev() {
            let node = &level[index];
            line.push(self.beam.board.jumps()[usize::from(node.jump)]);
            index = node.parent as usize;
        }
        line.reverse();
        line
    }
}

/// Below this many positions a thread costs more than it brings.
const WORTH_A_THREAD: usize = 1 << 12;

/// Leaves each position once, and no more than `width` of them.
fn keep_best<W: Word>(nodes: &mut Vec<Node<W>>, width: usize, dropped: &mut bool) {
    forget_doubles(nodes);
    if nodes.len() > width {
        *dropped = true;
        nodes.select_nth_unstable_by_key(width, Node::standing);
        nodes.truncate(width);
    }
}

/// Bytes of the table of [`forget_doubles`] for each position, at most.
const TABLE: usize = 4 * size_of::<u32>();

/// Keeps the first of equal positions.
fn forget_doubles<W: Word>(nodes: &mut Vec<Node<W>>) {
    let slots = (nodes.len() * 2).next_power_of_two();
    let mut table = vec![0_u32; slots];
    let mut kept = 0;
    for i in 0..nodes.len() {
        let mut slot = (nodes[i].mixed >> 20) as usize & (slots - 1);
        while table[slot] != 0 && nodes[table[slot] as usize - 1].word != nodes[i].word {
            slot = (slot + 1) & (slots - 1);
        }
        if table[slot] == 0 {
            nodes[kept] = nodes[i];
            kept += 1;
            table[slot] = kept as u32;
        }
    }
    nodes.truncate(kept);
}

/// The neighbours of each hole: holes that share a jump with it side by side, or would on a larger board.
fn neighbours(board: &Board) -> Vec<Position> {
    let beside = |hole: Hole| {
        let place = board.place(hole);
        let near = board.grid().steps().iter().filter_map(|step| {
            let row = place.row.checked_add_signed(step.rows as isize)?;
            let column = place.column.checked_add_signed(step.columns as isize)?;
            board.hole_at(crate::board::Place { row, column })
        });
        near.fold(Position::EMPTY, Position::with)
    };
    board.holes().map(beside).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtin::named;

    /// What is counted as held is what is held.
    #[test]
    fn levels_take_no_more_room_than_their_positions() {
        let board = named("english").unwrap();
        let goal = Goal::OnePeg;
        let course = Course::<u64>::new(Beam { board: &board, goal, pagoda: None, width: 100, threads: 1 });
        let start = board.full().without(board.customary_vacancy());
        let root = Node { word: u64::pack(start), mixed: 0, pairs: 0, worth: 0, parent: 0, jump: 0 };
        let mut level = vec![root];
        let mut dropped = false;
        for _ in 0..12 {
            level = course.next(&level, usize::MAX, &mut dropped).unwrap();
            assert!(level.capacity() < 2 * level.len().max(8), "{} of {}", level.len(), level.capacity());
        }
        assert!(dropped && level.len() == 100);
        assert!(course.next(&level, 4_000, &mut dropped).is_none());
    }
}

//! Beam search: level by level, keeping the positions whose pegs stand closest together.
//!
//! A beam that never had to drop a position has seen everything: then "nothing found" is a proof.

mod endgame;
mod level;
mod word;

use std::sync::atomic::{AtomicUsize, Ordering};

use search::{Limit, Outcome, Run};

use crate::board::{Board, Jump};
use crate::goal::Goal;
use crate::hole::Hole;
use crate::pagoda::Pagoda;
use crate::position::Position;
use crate::solve::progress::{Ticker, note_level};

use endgame::EndgameTable;
use level::{Node, TABLE_BYTES, append, keep_best, sort, truncate_to_best};
use word::Word;

/// The parameters of a beam search.
#[derive(Clone, Copy)]
pub(crate) struct Beam<'a> {
    pub(crate) board: &'a Board,
    pub(crate) goal: Goal,
    /// Positions worth less than the goal are lost: they are dropped.
    pub(crate) pagoda: Option<&'a Pagoda>,
    pub(crate) width: usize,
}

impl Beam<'_> {
    /// Searches from `start`. [`Limit::Incomplete`] means that the beam was too narrow.
    pub(crate) fn search(self, start: Position, run: &mut Run<'_>) -> Outcome<Vec<Jump>> {
        let found = if self.board.len() <= 64 {
            self.search_in::<u64>(start, run)
        } else {
            self.search_in::<u128>(start, run)
        };
        found.unwrap_or_else(Outcome::GaveUp)
    }

    fn search_in<W: Word>(self, start: Position, run: &mut Run<'_>) -> Result<Outcome<Vec<Jump>>, Limit> {
        let endgame = self.endgame::<W>(start, run)?;
        let expander = Expander::<W>::new(self);
        let least = endgame.as_ref().map_or(self.goal.pegs(), EndgameTable::pegs);
        let depth = start.pegs().saturating_sub(least);
        let worth = self.pagoda.map_or(0, |p| p.worth(start));
        let mut levels = vec![vec![Node::root(W::pack(start), worth)]];
        let mut dropped = false;
        for ply in 0..depth {
            let last = &levels[levels.len() - 1];
            let held: usize = levels.iter().map(Vec::len).sum();
            let bytes = held * size_of::<Node<W>>();
            note_level(run, last.len() as u64, held as u64, ply)?;
            run.hold(bytes)?;
            let next = expander.next(last, run.budget().memory - bytes, &mut dropped, run)?;
            levels.push(next);
        }
        let last = &levels[levels.len() - 1];
        Ok(match first_won(last, endgame.as_ref(), run)? {
            Some(index) => {
                let mut line = expander.line(&levels, index);
                line.extend(endgame.iter().flat_map(|endgame| endgame.line(self.board, last[index].word)));
                Outcome::Solved(line)
            }
            None if dropped => Outcome::GaveUp(Limit::Incomplete),
            None => Outcome::Unsolvable(()),
        })
    }

    /// The positions near the goal; `None` where every position with its number of pegs is won.
    fn endgame<W: Word>(&self, start: Position, run: &mut Run<'_>) -> Result<Option<EndgameTable<W>>, Limit> {
        if self.goal.is_by_number() {
            return Ok(None);
        }
        let goals = self.goal.positions(self.board);
        let mut endgame = EndgameTable::new(&goals, self.goal.pegs());
        let most = ENDGAME_SIZE * self.width.min(WIDEST_ENDGAME);
        endgame.extend_back(self.board, most, start.pegs(), run)?;
        Ok(Some(endgame))
    }
}

/// The backward search from the goal stops at this many positions for each position of the beam.
const ENDGAME_SIZE: usize = 8;
/// The widest beam for which the backward search is made larger.
const WIDEST_ENDGAME: usize = 1 << 12;

/// The first position of a level that is in the endgame table; without a table, any.
fn first_won<W: Word>(
    level: &[Node<W>],
    endgame: Option<&EndgameTable<W>>,
    run: &mut Run<'_>,
) -> Result<Option<usize>, Limit> {
    let Some(endgame) = endgame else { return Ok((!level.is_empty()).then_some(0)) };
    let mut ticker = Ticker::default();
    for (index, node) in level.iter().enumerate() {
        ticker.step(run)?;
        if endgame.contains(node.word) {
            return Ok(Some(index));
        }
    }
    Ok(None)
}

/// A jump as masks.
struct BeamJump<W> {
    pegs: W,
    holes: W,
    /// The neighbours of its three holes.
    around_from: W,
    around_over: W,
    around_to: W,
    /// The loss by the pagoda function; never negative.
    loss: i64,
}

impl<W: Word> BeamJump<W> {
    /// The position after this jump, which has this number.
    #[inline]
    fn successor(&self, node: &Node<W>, parent: u32, number: u16) -> Node<W> {
        let word = node.word ^ self.holes;
        let lost = (node.word & self.around_from).count() + (node.word & self.around_over).count();
        let pairs = node.pairs + (word & self.around_to).count() as i32 - lost as i32;
        Node { word, hash: word.hash(), pairs, worth: node.worth - self.loss, parent, jump: number }
    }
}

/// Expands levels: the parameters, and the jumps of the board, packed.
struct Expander<'a, W> {
    beam: Beam<'a>,
    jumps: Vec<BeamJump<W>>,
    /// The worth of the goal by the pagoda function.
    floor: i64,
}

impl<'a, W: Word> Expander<'a, W> {
    fn new(beam: Beam<'a>) -> Self {
        let around = neighbours(beam.board);
        let near = |hole: Hole| W::pack(around[hole.index()]);
        let pack = |jump: &Jump| BeamJump {
            pegs: W::pack(jump.pegs()),
            holes: W::pack(jump.holes()),
            around_from: near(jump.from),
            around_over: near(jump.over),
            around_to: near(jump.to),
            loss: beam.pagoda.map_or(0, |p| p.loss(*jump)),
        };
        let floor = beam.pagoda.map_or(i64::MIN, |p| p.least(beam.board, beam.goal));
        Self { beam, jumps: beam.board.jumps().iter().map(pack).collect(), floor }
    }

    /// The best positions of the next level; [`Limit::Memory`] if those found do not fit into the free memory.
    fn next(
        &self,
        last: &[Node<W>],
        free: usize,
        dropped: &mut bool,
        run: &mut Run<'_>,
    ) -> Result<Vec<Node<W>>, Limit> {
        // The positions found by several threads are copied together, so that they exist twice for a while. One thread
        // may use no more memory, or the answer would depend on the number of threads.
        let room = free / (2 * size_of::<Node<W>>() + TABLE_BYTES);
        let width = self.beam.width;
        let shards = if last.len() < PARALLEL_FROM || run.threads() == 1 {
            vec![keep_best(vec![self.expand_alone(last, room, run)?], width, run)?]
        } else {
            let shards = self.expand_together(last, room, run)?;
            let kept = run.share_out(shards, |shard, run| keep_best(shard, width, run))?;
            kept.into_iter().collect::<Result<_, Limit>>()?
        };
        let mut best = Vec::new();
        for shard in shards {
            *dropped |= shard.dropped;
            append(&mut best, shard.nodes);
        }
        *dropped |= best.len() > width;
        truncate_to_best(&mut best, width, run)?;
        sort(&mut best, run)?;
        // Many more were found than are kept.
        best.shrink_to_fit();
        Ok(best)
    }

    /// All positions of the next level, found by one thread.
    fn expand_alone(&self, last: &[Node<W>], room: usize, run: &mut Run<'_>) -> Result<Vec<Node<W>>, Limit> {
        let mut out = [Vec::new()];
        for (number, chunk) in last.chunks(CHUNK).enumerate() {
            if number > 0 {
                run.ask()?;
            }
            self.expand(chunk, number * CHUNK, &mut out, room)?;
        }
        let [found] = out;
        Ok(found)
    }

    /// All positions of the next level, found by all threads, in shards by hash so that duplicates meet. Each shard has
    /// parts in the order of `last`.
    fn expand_together(
        &self,
        last: &[Node<W>],
        room: usize,
        run: &mut Run<'_>,
    ) -> Result<Vec<Vec<Vec<Node<W>>>>, Limit> {
        let threads = run.threads();
        let made = AtomicUsize::new(0);
        let parts = run.share_out(last.chunks(CHUNK).enumerate().collect(), |(number, chunk), _| {
            let mut out = vec![Vec::new(); threads];
            self.expand(chunk, number * CHUNK, &mut out, room)?;
            let own = out.iter().map(Vec::len).sum::<usize>();
            let fits = made.fetch_add(own, Ordering::Relaxed) + own <= room;
            fits.then_some(out).ok_or(Limit::Memory)
        })?;
        let mut shards = vec![Vec::new(); threads];
        for part in parts {
            shards.iter_mut().zip(part?).for_each(|(shard, found)| shard.push(found));
        }
        Ok(shards)
    }

    /// Adds the successors of the positions of a chunk to `out`, in shards by hash; `room` is the most there may be.
    fn expand(
        &self,
        chunk: &[Node<W>],
        first: usize,
        out: &mut [Vec<Node<W>>],
        room: usize,
    ) -> Result<(), Limit> {
        let mut made: usize = out.iter().map(Vec::len).sum();
        for (parent, node) in (first..).zip(chunk) {
            for (number, jump) in (0..).zip(&self.jumps) {
                if node.word & jump.holes != jump.pegs || node.worth - jump.loss < self.floor {
                    continue;
                }
                let after = jump.successor(node, parent as u32, number);
                let shard = (after.hash >> 40) as usize % out.len();
                out[shard].push(after);
                made += 1;
            }
            if made > room {
                return Err(Limit::Memory);
            }
        }
        Ok(())
    }

    /// The jumps that led to a position of the last level.
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

/// Levels of fewer positions are expanded by one thread: more threads cost more than they gain.
const PARALLEL_FROM: usize = 1 << 12;
/// Positions that a thread takes at a time, and between two looks of the watcher.
const CHUNK: usize = 1 << 12;

/// The neighbours of each hole.
fn neighbours(board: &Board) -> Vec<Position> {
    let around = |hole: Hole| {
        let place = board.place(hole);
        if board.has_listed_jumps() {
            return neighbours_in_jumps(board, hole);
        }
        let near = board.grid().steps().iter().filter_map(|step| {
            let row = place.row.checked_add_signed(step.rows as isize)?;
            let column = place.column.checked_add_signed(step.columns as isize)?;
            board.hole_at(crate::board::Place { row, column })
        });
        near.fold(Position::EMPTY, Position::with)
    };
    board.holes().map(around).collect()
}

/// The holes that a peg of this hole jumps over, or that are jumped over into it.
fn neighbours_in_jumps(board: &Board, hole: Hole) -> Position {
    let jumps = board.jumps().iter().filter(|jump| jump.from == hole || jump.to == hole);
    jumps.map(|jump| jump.over).fold(Position::EMPTY, Position::with)
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use search::{Budget, Stats, Stop, Unwatched};

    use super::*;
    use crate::builtin::named;

    /// The memory held is the memory counted.
    #[test]
    fn levels_take_no_more_room_than_their_positions() {
        let board = named("english").unwrap();
        let goal = Goal::OnePeg;
        let expander = Expander::<u64>::new(Beam { board: &board, goal, pagoda: None, width: 100 });
        let mut watch = Unwatched;
        let mut run = Run::new(Budget::default(), &mut watch);
        let start = board.full().without(board.customary_vacancy());
        let root = Node::root(u64::pack(start), 0);
        let mut level = vec![root];
        let mut dropped = false;
        for _ in 0..12 {
            level = expander.next(&level, usize::MAX, &mut dropped, &mut run).unwrap();
            assert!(level.capacity() < 2 * level.len().max(8), "{} of {}", level.len(), level.capacity());
        }
        assert!(dropped && level.len() == 100);
        assert_eq!(expander.next(&level, 4_000, &mut dropped, &mut run).err(), Some(Limit::Memory));
    }

    /// The level after this many jumps of the English board.
    fn wide_level(expander: &Expander<'_, u64>, plies: u32) -> Vec<Node<u64>> {
        let board = expander.beam.board;
        let start = board.full().without(board.customary_vacancy());
        let root = Node::root(u64::pack(start), 0);
        let mut watch = Unwatched;
        let mut run = Run::new(Budget::default(), &mut watch);
        let next = |level: Vec<_>, _| expander.next(&level, usize::MAX, &mut false, &mut run).unwrap();
        (0..plies).fold(vec![root], next)
    }

    #[test]
    fn the_watcher_is_asked_within_a_wide_level() {
        let board = named("english").unwrap();
        let beam = Beam { board: &board, goal: Goal::OnePeg, pagoda: None, width: 1 << 16 };
        let expander = Expander::<u64>::new(beam);
        let level = wide_level(&expander, 10);
        assert!(level.len() > 10 * CHUNK, "{}", level.len());
        for threads in [1, 2] {
            let mut ticks = 0;
            let mut count = |_: &Stats| {
                ticks += 1;
                ControlFlow::Continue(())
            };
            let mut run = Run::new(Budget::default(), &mut count).with_threads(threads);
            expander.next(&level, usize::MAX, &mut false, &mut run).map(drop).unwrap();
            assert!(threads > 1 || ticks >= level.len() / CHUNK, "{ticks}");
            let mut late = |_: &Stats| ControlFlow::Break(Stop::Time);
            let mut run = Run::new(Budget::default(), &mut late).with_threads(threads);
            let ended = expander.next(&level, usize::MAX, &mut false, &mut run);
            assert_eq!(ended.map(drop), Err(Limit::Time));
        }
    }

    #[test]
    fn what_fits_into_memory_does_not_depend_on_threads() {
        let board = named("english").unwrap();
        let beam = Beam { board: &board, goal: Goal::OnePeg, pagoda: None, width: 1 << 16 };
        let expander = Expander::<u64>::new(beam);
        let level = wide_level(&expander, 9);
        assert!(level.len() > PARALLEL_FROM, "{}", level.len());
        let fits = |free: usize, threads: usize| {
            let mut watch = Unwatched;
            let mut run = Run::new(Budget::default(), &mut watch).with_threads(threads);
            expander.next(&level, free, &mut false, &mut run).map(|next| next.len())
        };
        let (mut least, mut most) = (0, 1 << 26);
        while most - least > 1 {
            let free = usize::midpoint(least, most);
            *if fits(free, 1).is_ok() { &mut most } else { &mut least } = free;
        }
        for threads in [1, 2, 3] {
            assert_eq!(fits(least, threads), Err(Limit::Memory));
            assert_eq!(fits(most, threads), fits(most, 1));
        }
    }
}

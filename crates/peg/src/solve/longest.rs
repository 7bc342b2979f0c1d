//! Solutions with the longest sweep or the longest finish.

use search::{Limit, Run};

use crate::internal_error::replay_found;
use crate::problem::Problem;
use crate::referee::Solution;
use crate::solve::both_ends::WinnableLevels;
use crate::solve::count::CountError;
use crate::solve::levels::{LevelWork, Packed, PackedJump, Packing};
use crate::solve::progress::Ticker;

/// The sweep that is to be long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Longest {
    /// Any sweep of the solution.
    Sweep,
    /// The last sweep.
    Finish,
}

/// A solution with the longest sweep or finish, and the number of jumps of that sweep; `None` if there is no solution.
pub fn longest(
    problem: Problem<'_>,
    which: Longest,
    run: &mut Run<'_>,
) -> Result<Option<(usize, Solution)>, CountError> {
    if problem.start.pegs() < problem.goal.pegs() {
        return Ok(None);
    }
    let packing = Packing::new(problem.board, run)?;
    let class = packing.class(packing.pack(problem.start));
    let mut work = LevelWork::new(&packing, class, run);
    let winnable = WinnableLevels::new(&mut work, problem).map_err(|limit| work.error(limit))?;
    work.hold_more(work.bytes(winnable.pegs())).map_err(|limit| work.error(limit))?;
    let graph = WinnableGraph { packing: &packing, winnable: winnable.with_all_levels(&mut work)? };
    let best = match which {
        Longest::Sweep => graph.longest_sweep(&mut work)?,
        Longest::Finish => graph.longest_finish(work.run)?,
    };
    let jumps = problem.board.jumps();
    let Some(best) = best else { return Ok(None) };
    let line: Vec<_> = graph.line(&best).into_iter().map(|jump| jumps[jump.number]).collect();
    Ok(Some((best.jumps.len(), replay_found(problem, &line)?)))
}

/// A sweep and the position before it.
#[derive(Clone, Default)]
struct Sweep<'a> {
    before: Packed,
    jumps: Vec<&'a PackedJump>,
}

impl Sweep<'_> {
    /// The longest comes first; of equally long ones, the one from the greatest position.
    fn rank(&self) -> (usize, Packed) {
        (self.jumps.len(), self.before)
    }
}

/// The winnable positions, and the jumps between them.
struct WinnableGraph<'a> {
    packing: &'a Packing,
    winnable: WinnableLevels,
}

impl<'a> WinnableGraph<'a> {
    fn is_winnable(&self, position: Packed) -> bool {
        let pegs = position.count_ones();
        let in_range =
            self.winnable.pegs().next_back() <= Some(pegs) && Some(pegs) <= self.winnable.pegs().next();
        in_range && self.winnable.stored(pegs).contains(self.packing, position)
    }

    /// The jumps to winnable positions; with `landed`, only by that peg.
    fn jumps_from(&self, position: Packed, landed: Option<u32>) -> impl Iterator<Item = &'a PackedJump> {
        let able =
            self.packing.jumps.iter().filter(move |jump| landed.is_none_or(|landed| jump.from == landed));
        able.filter(move |jump| {
            jump.starts(self.packing, position) && self.is_winnable(position ^ jump.packed(self.packing))
        })
    }

    /// The jumps from winnable positions that lead here; with `landed`, only by that peg.
    fn jumps_to(&self, position: Packed, landed: Option<u32>) -> impl Iterator<Item = &'a PackedJump> {
        let able =
            self.packing.jumps.iter().filter(move |jump| landed.is_none_or(|landed| jump.to == landed));
        able.filter(move |jump| {
            jump.ends(self.packing, position) && self.is_winnable(position ^ jump.packed(self.packing))
        })
    }

    fn longest_sweep(&self, work: &mut LevelWork<'_, '_>) -> Result<Option<Sweep<'a>>, Limit> {
        let mut best = Sweep::default();
        for pegs in self.winnable.pegs() {
            let level = self.winnable.stored(pegs);
            let positions: Vec<_> = level.positions(self.packing).collect();
            let longest = work.run.share_out(positions.chunks(TASK).collect(), |chunk: &[Packed], run| {
                let mut own = Sweep::default();
                chunk.iter().try_for_each(|&position| self.try_sweeps(position, &mut own, run))?;
                Ok::<_, Limit>(own)
            })?;
            for own in longest {
                let own = own?;
                if own.rank() > best.rank() {
                    best = own;
                }
            }
        }
        Ok((!best.jumps.is_empty()).then_some(best).or_else(|| self.empty_sweep()))
    }

    /// The start may be the goal already.
    fn empty_sweep(&self) -> Option<Sweep<'a>> {
        let level = self.winnable.stored(self.winnable.pegs().next_back()?);
        level.positions(self.packing).next().map(|before| Sweep { before, jumps: Vec::new() })
    }

    /// Tries all sweeps from a position against the longest so far.
    fn try_sweeps(&self, before: Packed, longest: &mut Sweep<'a>, run: &mut Run<'_>) -> Result<(), Limit> {
        let mut ticker = Ticker::default();
        let mut stack: Vec<(Packed, Vec<&PackedJump>)> = self
            .jumps_from(before, None)
            .map(|jump| (before ^ jump.packed(self.packing), vec![jump]))
            .collect();
        while let Some((position, jumps)) = stack.pop() {
            ticker.step(run)?;
            let landed = jumps.last().map(|jump| jump.to);
            for jump in self.jumps_from(position, landed) {
                let longer = jumps.iter().copied().chain([jump]).collect();
                stack.push((position ^ jump.packed(self.packing), longer));
            }
            if jumps.len() > longest.jumps.len() {
                *longest = Sweep { before, jumps };
            }
        }
        Ok(())
    }

    fn longest_finish(&self, run: &mut Run<'_>) -> Result<Option<Sweep<'a>>, Limit> {
        let Some(least) = self.winnable.pegs().next_back() else { return Ok(None) };
        let goals = self.winnable.stored(least);
        let mut ticker = Ticker::default();
        let mut stack: Vec<(Packed, Vec<&PackedJump>)> =
            goals.positions(self.packing).map(|goal| (goal, Vec::new())).collect();
        let mut longest: Option<Sweep<'a>> = None;
        while let Some((before, jumps)) = stack.pop() {
            ticker.step(run)?;
            let landed = jumps.first().map(|jump| jump.from);
            for jump in self.jumps_to(before, landed) {
                let longer = [jump].into_iter().chain(jumps.iter().copied()).collect();
                stack.push((before ^ jump.packed(self.packing), longer));
            }
            if longest.as_ref().is_none_or(|sweep| jumps.len() > sweep.jumps.len()) {
                longest = Some(Sweep { before, jumps });
            }
        }
        Ok(longest)
    }

    /// The jumps from the start to the sweep, through it, and from there to the goal.
    fn line(&self, sweep: &Sweep<'a>) -> Vec<&'a PackedJump> {
        let mut line = Vec::new();
        let mut position = sweep.before;
        while let Some(jump) = self.jumps_to(position, None).next() {
            line.push(jump);
            position ^= jump.packed(self.packing);
        }
        line.reverse();
        line.extend(&sweep.jumps);
        position =
            sweep.jumps.iter().fold(sweep.before, |position, jump| position ^ jump.packed(self.packing));
        while let Some(jump) = self.jumps_from(position, None).next() {
            line.push(jump);
            position ^= jump.packed(self.packing);
        }
        line
    }
}

/// Positions that a thread takes at a time.
const TASK: usize = 1 << 12;

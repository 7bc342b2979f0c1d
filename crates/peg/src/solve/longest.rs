//! Records that enthusiasts ask for: the longest sweep, the longest finish.

use search::{Limit, Run};

use crate::internal_error::vouch;
use crate::problem::Problem;
use crate::referee::Solution;
use crate::solve::both_ends::Winning;
use crate::solve::count::CountError;
use crate::solve::levels::{Frame, Leap, Packed, Stage};
use crate::solve::progress::Ticker;

/// Which sweep is to be long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Longest {
    /// Any one of the solution.
    Sweep,
    /// The last one.
    Finish,
}

/// A solution with the longest sweep or finish, and how many jumps that has; `None` if there is no solution.
pub fn longest(
    problem: Problem<'_>,
    which: Longest,
    run: &mut Run<'_>,
) -> Result<Option<(usize, Solution)>, CountError> {
    if problem.start.pegs() < problem.goal.pegs() {
        return Ok(None);
    }
    let frame = Frame::new(problem.board).ok_or(CountError::TooLarge)?;
    let class = frame.class(frame.pack(problem.start));
    let mut stage = Stage::new(&frame, class, run);
    let winning = Winning::new(&mut stage, problem).map_err(|limit| stage.why(limit))?;
    stage.hold_more(stage.bytes(winning.pegs())).map_err(|limit| stage.why(limit))?;
    let ways = Ways { frame: &frame, winning: winning.laid_out(&mut stage)? };
    let best = match which {
        Longest::Sweep => ways.longest_sweep(&mut stage)?,
        Longest::Finish => ways.longest_finish(stage.run)?,
    };
    let jumps = problem.board.jumps();
    let Some(best) = best else { return Ok(None) };
    let line: Vec<_> = ways.line(&best).into_iter().map(|leap| jumps[leap.jump]).collect();
    Ok(Some((best.leaps.len(), vouch(problem, &line)?)))
}

/// A sweep and the position before it.
#[derive(Clone, Default)]
struct Sweep<'a> {
    before: Packed,
    leaps: Vec<&'a Leap>,
}

impl Sweep<'_> {
    /// The longest comes first; of equally long ones, the one from the greatest position.
    fn rank(&self) -> (usize, Packed) {
        (self.leaps.len(), self.before)
    }
}

/// The positions on the way, and the jumps that stay on it.
struct Ways<'a> {
    frame: &'a Frame,
    winning: Winning,
}

impl<'a> Ways<'a> {
    fn holds(&self, position: Packed) -> bool {
        let pegs = position.count_ones();
        let known = self.winning.pegs().next_back() <= Some(pegs) && Some(pegs) <= self.winning.pegs().next();
        known && self.winning.laid(pegs).contains(self.frame, position)
    }

    /// The jumps that stay on the way; with `hand`, only by that peg.
    fn onward(&self, position: Packed, hand: Option<u32>) -> impl Iterator<Item = &'a Leap> {
        let able = self.frame.leaps.iter().filter(move |leap| hand.is_none_or(|hand| leap.from == hand));
        able.filter(move |leap| {
            leap.starts(self.frame, position) && self.holds(position ^ leap.packed(self.frame))
        })
    }

    /// The jumps that may have led here; with `hand`, only by that peg.
    fn back(&self, position: Packed, hand: Option<u32>) -> impl Iterator<Item = &'a Leap> {
        let able = self.frame.leaps.iter().filter(move |leap| hand.is_none_or(|hand| leap.to == hand));
        able.filter(move |leap| {
            leap.ends(self.frame, position) && self.holds(position ^ leap.packed(self.frame))
        })
    }

    fn longest_sweep(&self, stage: &mut Stage<'_, '_>) -> Result<Option<Sweep<'a>>, Limit> {
        let mut best = Sweep::default();
        for pegs in self.winning.pegs() {
            let level = self.winning.laid(pegs);
            let positions: Vec<_> = level.positions(self.frame).collect();
            let longest = stage.run.share_out(positions.chunks(RUN).collect(), |chunk: &[Packed], run| {
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
        Ok((!best.leaps.is_empty()).then_some(best).or_else(|| self.nothing_to_do()))
    }

    /// The start may be the goal already.
    fn nothing_to_do(&self) -> Option<Sweep<'a>> {
        let level = self.winning.laid(self.winning.pegs().next_back()?);
        level.positions(self.frame).next().map(|before| Sweep { before, leaps: Vec::new() })
    }

    /// Tries all sweeps from a position against the longest so far.
    fn try_sweeps(&self, before: Packed, longest: &mut Sweep<'a>, run: &mut Run<'_>) -> Result<(), Limit> {
        let mut ticker = Ticker::default();
        let mut stack: Vec<(Packed, Vec<&Leap>)> =
            self.onward(before, None).map(|leap| (before ^ leap.packed(self.frame), vec![leap])).collect();
        while let Some((position, leaps)) = stack.pop() {
            ticker.step(run)?;
            let hand = leaps.last().map(|leap| leap.to);
            for leap in self.onward(position, hand) {
                let longer = leaps.iter().copied().chain([leap]).collect();
                stack.push((position ^ leap.packed(self.frame), longer));
            }
            if leaps.len() > longest.leaps.len() {
                *longest = Sweep { before, leaps };
            }
        }
        Ok(())
    }

    fn longest_finish(&self, run: &mut Run<'_>) -> Result<Option<Sweep<'a>>, Limit> {
        let Some(least) = self.winning.pegs().next_back() else { return Ok(None) };
        let goals = self.winning.laid(least);
        let mut ticker = Ticker::default();
        let mut stack: Vec<(Packed, Vec<&Leap>)> =
            goals.positions(self.frame).map(|goal| (goal, Vec::new())).collect();
        let mut longest: Option<Sweep<'a>> = None;
        while let Some((before, leaps)) = stack.pop() {
            ticker.step(run)?;
            let hand = leaps.first().map(|leap| leap.from);
            for leap in self.back(before, hand) {
                let longer = [leap].into_iter().chain(leaps.iter().copied()).collect();
                stack.push((before ^ leap.packed(self.frame), longer));
            }
            if longest.as_ref().is_none_or(|sweep| leaps.len() > sweep.leaps.len()) {
                longest = Some(Sweep { before, leaps });
            }
        }
        Ok(longest)
    }

    /// From the start to the sweep, through it, and on to the goal.
    fn line(&self, sweep: &Sweep<'a>) -> Vec<&'a Leap> {
        let mut line = Vec::new();
        let mut position = sweep.before;
        while let Some(leap) = self.back(position, None).next() {
            line.push(leap);
            position ^= leap.packed(self.frame);
        }
        line.reverse();
        line.extend(&sweep.leaps);
        position = sweep.leaps.iter().fold(sweep.before, |position, leap| position ^ leap.packed(self.frame));
        while let Some(leap) = self.onward(position, None).next() {
            line.push(leap);
            position ^= leap.packed(self.frame);
        }
        line
    }
}

/// Positions that a thread takes at a time.
const RUN: usize = 1 << 12;

//! Positions on the way from a start to a goal: reached from the one, leading to the other.

use std::borrow::Cow;

use search::Limit;

use crate::board::Jump;
use crate::problem::Problem;
use crate::solve::levels::{Canonical, Direction, Layout, Level, LevelWork, Packed, Packing};

/// What is reachable from the start and what leads to the goal, down and up to a common level.
pub(crate) struct MeetInTheMiddle {
    /// Reachable positions, from the start down to the common level.
    upper: Vec<Level>,
    /// Positions that lead to the goal, from the goal up to the common level.
    lower: Lower,
}

enum Lower {
    Levels(Vec<Level>),
    /// Exchanging pegs and holes turns the problem round: the upper levels serve for both.
    Complement,
}

impl MeetInTheMiddle {
    /// The memory that is needed for a problem; `None` if the board is too large.
    pub(crate) fn bytes_of(problem: Problem<'_>) -> Option<usize> {
        Layout::new(problem.board).map(|layout| Self::bytes(&layout, problem))
    }

    fn bytes(layout: &Layout, problem: Problem<'_>) -> usize {
        let (most, least) = (problem.start.pegs(), problem.goal.pegs());
        let class = layout.class(layout.pack(problem.start));
        let meet = meet(layout, problem);
        let goals = goals(layout, class, problem);
        let lower = if is_self_dual(layout, problem, &goals) { least } else { meet };
        // One more level at work.
        let levels = (meet..=most).chain(least..=lower).chain([meet]);
        levels.map(|pegs| Level::bytes(layout, pegs, class)).sum()
    }

    /// Searches from both ends.
    pub(crate) fn new(work: &mut LevelWork<'_, '_>, problem: Problem<'_>) -> Result<Self, Limit> {
        let packing = work.packing;
        let goals = goals(packing, work.class, problem);
        let (most, least) = (problem.start.pegs(), problem.goal.pegs());
        let meet = meet(packing, problem);
        work.hold(Self::bytes(packing, problem))?;
        let mut upper = vec![work.level(most, &[packing.pack(problem.start)])];
        while upper[upper.len() - 1].plan.pegs > meet {
            upper.push(work.step(&upper[upper.len() - 1], Direction::Forward)?);
        }
        if is_self_dual(packing, problem, &goals) {
            return Ok(Self { upper, lower: Lower::Complement });
        }
        let mut lower = vec![work.level(least, &goals)];
        while lower[lower.len() - 1].plan.pegs < meet {
            lower.push(work.step(&lower[lower.len() - 1], Direction::Backward)?);
        }
        Ok(Self { upper, lower: Lower::Levels(lower) })
    }

    /// A line of play through a position that both ends reach, if there is one.
    pub(crate) fn line(
        &self,
        work: &mut LevelWork<'_, '_>,
        problem: Problem<'_>,
    ) -> Result<Option<Vec<Jump>>, Limit> {
        let packing = work.packing;
        let common = self.common(work)?;
        let Some(middle) = common.positions(packing).next() else { return Ok(None) };
        let jumps = problem.board.jumps();
        let mut line = Vec::new();
        let mut position = middle;
        for level in self.upper.iter().rev().skip_while(|level| level.plan.pegs <= middle.count_ones()) {
            let jump = packing
                .jumps
                .iter()
                .find(|jump| {
                    jump.ends(packing, position) && level.contains(packing, position ^ jump.packed(packing))
                })
                .expect("every position but the start was reached by a jump");
            line.push(jumps[jump.number]);
            position ^= jump.packed(packing);
        }
        line.reverse();
        position = middle;
        while position.count_ones() > problem.goal.pegs() {
            let level = self.leading(work, position.count_ones() - 1)?;
            let jump = packing
                .jumps
                .iter()
                .find(|jump| {
                    jump.starts(packing, position) && level.contains(packing, position ^ jump.packed(packing))
                })
                .expect("every position but the goal leads on");
            line.push(jumps[jump.number]);
            position ^= jump.packed(packing);
        }
        Ok(Some(line))
    }

    /// Positions that lead to the goal, with so many pegs.
    fn leading(&self, work: &mut LevelWork<'_, '_>, pegs: u32) -> Result<Cow<'_, Level>, Limit> {
        match &self.lower {
            Lower::Levels(levels) => {
                let at = levels.iter().find(|level| level.plan.pegs == pegs);
                Ok(Cow::Borrowed(at.expect("the lower levels end at the common one")))
            }
            Lower::Complement => {
                let twin = work.packing.holes() as u32 - pegs;
                let at = self.upper.iter().find(|level| level.plan.pegs == twin);
                work.complement(at.expect("the upper levels mirror the lower ones")).map(Cow::Owned)
            }
        }
    }

    /// The level where both ends meet: positions on the way, and only those.
    fn common(&self, work: &mut LevelWork<'_, '_>) -> Result<Level, Limit> {
        let last = &self.upper[self.upper.len() - 1];
        match &self.lower {
            Lower::Levels(levels) => {
                let mut common = last.clone();
                common.retain(work.packing, &levels[levels.len() - 1]);
                Ok(common)
            }
            Lower::Complement if work.packing.holes() as u32 == 2 * last.plan.pegs => {
                let mut common = last.clone();
                common.retain(work.packing, &work.complement(last)?);
                Ok(common)
            }
            // With an odd number of holes the complement level has one peg less.
            Lower::Complement => {
                let mut common = work.complement(last)?;
                work.narrow(&mut common, last, Direction::Forward)?;
                Ok(common)
            }
        }
    }
}

/// The number of pegs of the common level.
fn meet(layout: &Layout, problem: Problem<'_>) -> u32 {
    (layout.holes() as u32).div_ceil(2).clamp(problem.goal.pegs(), problem.start.pegs())
}

/// Does exchanging pegs and holes turn the problem round?
fn is_self_dual(layout: &Layout, problem: Problem<'_>, goals: &[Packed]) -> bool {
    goals.len() == 1 && layout.pack(problem.start) ^ goals[0] == (1 << layout.holes()) - 1
}

/// All positions on the way from the start to the goal, level by level.
pub(crate) struct WinnableLevels {
    /// From the start down; then, unless the rest mirrors these, on to the goal.
    levels: Vec<Level>,
    /// By these symmetries a position stands for all its images.
    pub(crate) canonical: Canonical,
    mirrored: bool,
    most: u32,
    least: u32,
}

impl WinnableLevels {
    /// Keeps, of what both ends reached, what is on the way; each position stands for itself.
    pub(crate) fn new(work: &mut LevelWork<'_, '_>, problem: Problem<'_>) -> Result<Self, Limit> {
        let MeetInTheMiddle { mut upper, lower } = MeetInTheMiddle::new(work, problem)?;
        let mut last = upper.pop().expect("the level of the start is there");
        let mut below = Vec::new();
        let mirrored = matches!(lower, Lower::Complement);
        match lower {
            Lower::Levels(levels) => {
                below = levels;
                below.reverse();
                last.retain(work.packing, &below[0]);
                below[0] = last;
                trim(work, &mut below, Direction::Forward)?;
                last = below.remove(0);
            }
            Lower::Complement => {
                let leading = work.complement(&last)?;
                if leading.plan.pegs == last.plan.pegs {
                    last.retain(work.packing, &leading);
                } else {
                    // With an odd number of holes the complement level has one peg less.
                    work.narrow(&mut last, &leading, Direction::Backward)?;
                }
            }
        }
        upper.push(last);
        upper.reverse();
        trim(work, &mut upper, Direction::Backward)?;
        upper.reverse();
        upper.extend(below);
        let (most, least) = (problem.start.pegs(), problem.goal.pegs());
        Ok(Self { levels: upper, canonical: Canonical::trivial(), mirrored, most, least })
    }

    /// Keeps one position for all its images under the symmetries that keep the start and the goal.
    pub(crate) fn canonical_only(
        mut self,
        work: &mut LevelWork<'_, '_>,
        problem: Problem<'_>,
    ) -> Result<Self, Limit> {
        let won = problem.goal.positions(problem.board);
        self.canonical = Canonical::of_stabilizer(problem.board, work.packing, &[&[problem.start], &won]);
        for level in &mut self.levels {
            self.canonical.keep_forms(work, level)?;
        }
        Ok(self)
    }

    /// Numbers of pegs, from the start's down to the goal's.
    pub(crate) fn pegs(&self) -> impl DoubleEndedIterator<Item = u32> + use<> {
        (self.least..=self.most).rev()
    }

    /// The positions with so many pegs, one for all its images.
    pub(crate) fn level(&self, work: &mut LevelWork<'_, '_>, pegs: u32) -> Result<Cow<'_, Level>, Limit> {
        match self.levels.get((self.most - pegs) as usize) {
            Some(level) => Ok(Cow::Borrowed(level)),
            None => work.complement(self.twin(work.packing, pegs)).map(Cow::Owned),
        }
    }

    /// The same where all levels are laid out.
    pub(crate) fn laid(&self, pegs: u32) -> &Level {
        debug_assert!(!self.mirrored, "half of the levels are not laid out");
        &self.levels[(self.most - pegs) as usize]
    }

    /// Is the problem its own mirror image, pegs and holes complement?
    pub(crate) fn mirrored(&self) -> bool {
        self.mirrored
    }

    /// The level with so many pegs, or the one that mirrors it: it holds equally many positions.
    pub(crate) fn twin(&self, packing: &Packing, pegs: u32) -> &Level {
        let mirror = (self.most + pegs).wrapping_sub(packing.holes() as u32) as usize;
        self.levels.get((self.most - pegs) as usize).unwrap_or_else(|| &self.levels[mirror])
    }

    /// How many positions have so many pegs.
    pub(crate) fn count(&self, packing: &Packing, pegs: u32) -> u64 {
        self.twin(packing, pegs).count()
    }

    /// Lays all levels out, so that each can be borrowed.
    pub(crate) fn laid_out(mut self, work: &mut LevelWork<'_, '_>) -> Result<Self, Limit> {
        for pegs in self.pegs().skip(self.levels.len()) {
            let level = self.level(work, pegs)?.into_owned();
            self.levels.push(level);
        }
        self.mirrored = false;
        Ok(self)
    }
}

/// Cuts each level down to what is one jump from the level before it.
fn trim(work: &mut LevelWork<'_, '_>, levels: &mut [Level], direction: Direction) -> Result<(), Limit> {
    for i in 1..levels.len() {
        let (before, after) = levels.split_at_mut(i);
        work.narrow(&mut after[0], &before[i - 1], direction)?;
    }
    Ok(())
}

/// The won positions of the class, packed.
pub(crate) fn goals(layout: &Layout, class: usize, problem: Problem<'_>) -> Vec<Packed> {
    let all = problem.goal.positions(problem.board).into_iter().map(|goal| layout.pack(goal));
    all.filter(|&goal| layout.class(goal) == class).collect()
}

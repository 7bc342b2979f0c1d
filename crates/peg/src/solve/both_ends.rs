//! Search from both ends, which meet in the middle: the winnable positions, which can be reached from the start and lead
//! to the goal.

use std::borrow::Cow;

use search::Limit;

use crate::position::Position;
use crate::problem::Problem;
use crate::solve::levels::{Canonical, Direction, Layout, Level, LevelWork, Packed, Packing};

/// The positions that the start reaches, and those that lead to the goal, down and up to a common level.
pub(crate) struct MeetInTheMiddle {
    /// Reachable positions, from the start down to the common level.
    upper: Vec<Level>,
    /// Positions that lead to the goal, from the goal up to the common level.
    lower: Lower,
}

enum Lower {
    Levels(Vec<Level>),
    /// The problem is self-dual: the lower levels are the complements of the upper ones.
    Complement,
}

impl MeetInTheMiddle {
    /// The memory needed for a problem; `None` if the board is too large.
    pub(crate) fn bytes_of(problem: Problem<'_>) -> Option<usize> {
        Layout::new(problem.board).map(|layout| Self::bytes(&layout, problem))
    }

    fn bytes(layout: &Layout, problem: Problem<'_>) -> usize {
        let (most, least) = (problem.start.pegs(), problem.goal.pegs());
        let class = layout.class(layout.pack(problem.start));
        let meet = meet(layout, problem);
        let goals = goals(layout, class, problem);
        let lower = if is_self_dual(layout, problem, &goals) { least } else { meet };
        // One more level is in the making.
        let levels = (meet..=most).chain(least..=lower).chain([meet]);
        levels.map(|pegs| Level::bytes(layout, pegs, class)).sum()
    }

    /// Searches from both ends.
    pub(crate) fn new(work: &mut LevelWork<'_, '_>, problem: Problem<'_>) -> Result<Self, Limit> {
        let packing = work.packing;
        let goals = goals(packing, work.class, problem);
        let most = problem.start.pegs();
        let meet = meet(packing, problem);
        work.hold(Self::bytes(packing, problem))?;
        let mut upper = vec![work.level(most, &[packing.pack(problem.start)])];
        while upper[upper.len() - 1].plan.pegs > meet {
            upper.push(work.step(&upper[upper.len() - 1], Direction::Forward)?);
        }
        if is_self_dual(packing, problem, &goals) {
            return Ok(Self { upper, lower: Lower::Complement });
        }
        let mut lower = vec![goal_level(work, problem)];
        while lower[lower.len() - 1].plan.pegs < meet {
            lower.push(work.step(&lower[lower.len() - 1], Direction::Backward)?);
        }
        Ok(Self { upper, lower: Lower::Levels(lower) })
    }
}

/// A position halfway that the start reaches and that leads to the goal; `None` if the problem has no solution.
///
/// Only the last levels of the two ends are held, never all of them: three at once at the most. A solution goes through the
/// position that is found, and either half of it is a smaller problem (Hirschberg's division).
pub(crate) fn halfway(work: &mut LevelWork<'_, '_>, problem: Problem<'_>) -> Result<Option<Position>, Limit> {
    let packing = work.packing;
    let middle = middle(problem);
    work.hold(halfway_bytes(packing, problem))?;
    let start = work.level(problem.start.pegs(), &[packing.pack(problem.start)]);
    let upper = last_level(work, start, middle, Direction::Forward)?;
    let common = if is_self_dual(packing, problem, &goals(packing, work.class, problem)) {
        narrow_by_complement(work, upper)?
    } else {
        let goal = goal_level(work, problem);
        let mut lower = last_level(work, goal, middle, Direction::Backward)?;
        lower.retain(packing, &upper);
        lower
    };
    Ok(common.positions(packing).next().map(|packed| packing.unpack(packed)))
}

/// The level with this many pegs that is reached from another one; those between are dropped.
fn last_level(
    work: &mut LevelWork<'_, '_>,
    mut level: Level,
    pegs: u32,
    direction: Direction,
) -> Result<Level, Limit> {
    while level.plan.pegs != pegs {
        level = work.step(&level, direction)?;
    }
    Ok(level)
}

/// The memory that [`halfway`] needs for a problem; `None` if the board is too large.
pub(crate) fn halfway_bytes_of(problem: Problem<'_>) -> Option<usize> {
    Layout::new(problem.board).map(|layout| halfway_bytes(&layout, problem))
}

/// The most memory that [`halfway`] holds: two neighbouring levels, and the last one of the upper end besides.
fn halfway_bytes(layout: &Layout, problem: Problem<'_>) -> usize {
    let class = layout.class(layout.pack(problem.start));
    let bytes = |pegs| Level::bytes(layout, pegs, class);
    let widest = (problem.goal.pegs()..=problem.start.pegs()).map(bytes).max().unwrap_or(0);
    2 * widest + bytes(middle(problem))
}

/// The number of pegs halfway between start and goal.
fn middle(problem: Problem<'_>) -> u32 {
    (problem.start.pegs() + problem.goal.pegs()).div_ceil(2)
}

/// The number of pegs of the common level.
fn meet(layout: &Layout, problem: Problem<'_>) -> u32 {
    (layout.holes() as u32).div_ceil(2).clamp(problem.goal.pegs(), problem.start.pegs())
}

/// Is the goal the complement of the start? Then every solution, pegs and holes exchanged and read backwards, is one
/// too.
fn is_self_dual(layout: &Layout, problem: Problem<'_>, goals: &[Packed]) -> bool {
    goals.len() == 1 && layout.pack(problem.start) ^ goals[0] == (1 << layout.holes()) - 1
}

/// The winnable positions, level by level.
pub(crate) struct WinnableLevels {
    /// From the start down to the goal; of a self-dual problem, down to the middle.
    levels: Vec<Level>,
    /// The levels hold the canonical forms under these symmetries.
    pub(crate) canonical: Canonical,
    self_dual: bool,
    most: u32,
    least: u32,
}

impl WinnableLevels {
    /// Searches from both ends and keeps the winnable positions; each is its own canonical form.
    pub(crate) fn new(work: &mut LevelWork<'_, '_>, problem: Problem<'_>) -> Result<Self, Limit> {
        let MeetInTheMiddle { mut upper, lower } = MeetInTheMiddle::new(work, problem)?;
        let last = upper.pop().expect("the level of the start is there");
        let self_dual = matches!(lower, Lower::Complement);
        let (common, below) = match lower {
            Lower::Levels(levels) => narrow_lower(work, last, levels)?,
            Lower::Complement => (narrow_by_complement(work, last)?, Vec::new()),
        };
        upper.push(common);
        upper.reverse();
        narrow_each(work, &mut upper, Direction::Backward)?;
        upper.reverse();
        upper.extend(below);
        let (most, least) = (problem.start.pegs(), problem.goal.pegs());
        Ok(Self { levels: upper, canonical: Canonical::trivial(), self_dual, most, least })
    }

    /// Keeps only canonical forms under the symmetries of the problem.
    pub(crate) fn canonical_only(
        mut self,
        work: &mut LevelWork<'_, '_>,
        problem: Problem<'_>,
    ) -> Result<Self, Limit> {
        let won = problem.goal.anchors();
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

    /// The positions with this many pegs.
    pub(crate) fn level(&self, work: &mut LevelWork<'_, '_>, pegs: u32) -> Result<Cow<'_, Level>, Limit> {
        match self.levels.get((self.most - pegs) as usize) {
            Some(level) => Ok(Cow::Borrowed(level)),
            None => work.complement(self.level_or_complement(work.packing, pegs)).map(Cow::Owned),
        }
    }

    /// The positions with this many pegs, after [`with_all_levels`](Self::with_all_levels).
    pub(crate) fn stored(&self, pegs: u32) -> &Level {
        debug_assert!(!self.self_dual, "half of the levels are not stored");
        &self.levels[(self.most - pegs) as usize]
    }

    /// Are only half of the levels stored, because the others are their complements?
    pub(crate) fn is_self_dual(&self) -> bool {
        self.self_dual
    }

    /// The level with this many pegs, or its complement, which holds equally many positions.
    pub(crate) fn level_or_complement(&self, packing: &Packing, pegs: u32) -> &Level {
        let complement = (self.most + pegs).wrapping_sub(packing.holes() as u32) as usize;
        self.levels.get((self.most - pegs) as usize).unwrap_or_else(|| &self.levels[complement])
    }

    /// The number of positions with this many pegs.
    pub(crate) fn count(&self, packing: &Packing, pegs: u32) -> u64 {
        self.level_or_complement(packing, pegs).count()
    }

    /// Stores all levels, so that each can be borrowed.
    pub(crate) fn with_all_levels(mut self, work: &mut LevelWork<'_, '_>) -> Result<Self, Limit> {
        for pegs in self.pegs().skip(self.levels.len()) {
            let level = self.level(work, pegs)?.into_owned();
            self.levels.push(level);
        }
        self.self_dual = false;
        Ok(self)
    }
}

/// Keeps the winnable positions of the lower levels, whose last has as many pegs as `last` of the upper ones: the
/// common level, and those below it.
fn narrow_lower(
    work: &mut LevelWork<'_, '_>,
    mut last: Level,
    mut levels: Vec<Level>,
) -> Result<(Level, Vec<Level>), Limit> {
    levels.reverse();
    last.retain(work.packing, &levels[0]);
    levels[0] = last;
    narrow_each(work, &mut levels, Direction::Forward)?;
    Ok((levels.remove(0), levels))
}

/// Keeps the winnable positions of the last upper level of a self-dual problem.
fn narrow_by_complement(work: &mut LevelWork<'_, '_>, mut last: Level) -> Result<Level, Limit> {
    let lower = work.complement(&last)?;
    if lower.plan.pegs == last.plan.pegs {
        last.retain(work.packing, &lower);
    } else {
        // With an odd number of holes the complement has one peg less.
        work.narrow(&mut last, &lower, Direction::Backward)?;
    }
    Ok(last)
}

/// Keeps of each level the positions that are one jump from the level before it.
fn narrow_each(
    work: &mut LevelWork<'_, '_>,
    levels: &mut [Level],
    direction: Direction,
) -> Result<(), Limit> {
    for i in 1..levels.len() {
        let (before, after) = levels.split_at_mut(i);
        work.narrow(&mut after[0], &before[i - 1], direction)?;
    }
    Ok(())
}

/// The level of the won positions.
pub(crate) fn goal_level(work: &LevelWork<'_, '_>, problem: Problem<'_>) -> Level {
    let pegs = problem.goal.pegs();
    if problem.goal.is_by_number() {
        return Level::full(work.packing, pegs, work.class);
    }
    work.level(pegs, &goals(work.packing, work.class, problem))
}

/// The won positions of the class, packed; none where they are all positions of a level.
fn goals(layout: &Layout, class: usize, problem: Problem<'_>) -> Vec<Packed> {
    if problem.goal.is_by_number() {
        return Vec::new();
    }
    let all = problem.goal.positions(problem.board).into_iter().map(|goal| layout.pack(goal));
    all.filter(|&goal| layout.class(goal) == class).collect()
}

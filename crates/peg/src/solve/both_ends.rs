//! Positions on the way from a start to a goal: reached from the one, leading to the other.

use std::borrow::Cow;

use search::Limit;

use crate::board::Jump;
use crate::problem::Problem;
use crate::solve::levels::{Direction, Fold, Frame, Layout, Level, Packed, Stage};

/// What is reachable from the start and what leads to the goal, down and up to a common level.
pub(crate) struct Meeting {
    /// Reachable positions, from the start down to the common level.
    upper: Vec<Level>,
    /// Positions that lead to the goal, from the goal up to the common level.
    lower: Lower,
}

enum Lower {
    Levels(Vec<Level>),
    /// Exchanging pegs and holes turns the problem round: the upper levels serve for both.
    Exchanged,
}

impl Meeting {
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
    pub(crate) fn new(stage: &mut Stage<'_, '_>, problem: Problem<'_>) -> Result<Self, Limit> {
        let frame = stage.frame;
        let goals = goals(frame, stage.class, problem);
        let (most, least) = (problem.start.pegs(), problem.goal.pegs());
        let meet = meet(frame, problem);
        stage.hold(Self::bytes(frame, problem))?;
        let mut upper = vec![stage.level(most, &[frame.pack(problem.start)])];
        while upper[upper.len() - 1].plan.pegs > meet {
            upper.push(stage.step(&upper[upper.len() - 1], Direction::Forward)?);
        }
        if is_self_dual(frame, problem, &goals) {
            return Ok(Self { upper, lower: Lower::Exchanged });
        }
        let mut lower = vec![stage.level(least, &goals)];
        while lower[lower.len() - 1].plan.pegs < meet {
            lower.push(stage.step(&lower[lower.len() - 1], Direction::Backward)?);
        }
        Ok(Self { upper, lower: Lower::Levels(lower) })
    }

    /// A line of play through a position that both ends reach, if there is one.
    pub(crate) fn line(
        &self,
        stage: &mut Stage<'_, '_>,
        problem: Problem<'_>,
    ) -> Result<Option<Vec<Jump>>, Limit> {
        let frame = stage.frame;
        let common = self.common(stage)?;
        let Some(middle) = common.positions(frame).next() else { return Ok(None) };
        let jumps = problem.board.jumps();
        let mut line = Vec::new();
        let mut position = middle;
        for level in self.upper.iter().rev().skip_while(|level| level.plan.pegs <= middle.count_ones()) {
            let leap = frame
                .leaps
                .iter()
                .find(|leap| {
                    leap.ends(frame, position) && level.contains(frame, position ^ leap.packed(frame))
                })
                .expect("every position but the start was reached by a jump");
            line.push(jumps[leap.jump]);
            position ^= leap.packed(frame);
        }
        line.reverse();
        position = middle;
        while position.count_ones() > problem.goal.pegs() {
            let level = self.leading(stage, position.count_ones() - 1)?;
            let leap = frame
                .leaps
                .iter()
                .find(|leap| {
                    leap.starts(frame, position) && level.contains(frame, position ^ leap.packed(frame))
                })
                .expect("every position but the goal leads on");
            line.push(jumps[leap.jump]);
            position ^= leap.packed(frame);
        }
        Ok(Some(line))
    }

    /// Positions that lead to the goal, with so many pegs.
    fn leading(&self, stage: &mut Stage<'_, '_>, pegs: u32) -> Result<Cow<'_, Level>, Limit> {
        match &self.lower {
            Lower::Levels(levels) => {
                let at = levels.iter().find(|level| level.plan.pegs == pegs);
                Ok(Cow::Borrowed(at.expect("the lower levels end at the common one")))
            }
            Lower::Exchanged => {
                let twin = stage.frame.holes() as u32 - pegs;
                let at = self.upper.iter().find(|level| level.plan.pegs == twin);
                stage.exchanged(at.expect("the upper levels mirror the lower ones")).map(Cow::Owned)
            }
        }
    }

    /// The level where both ends meet: positions on the way, and only those.
    fn common(&self, stage: &mut Stage<'_, '_>) -> Result<Level, Limit> {
        let last = &self.upper[self.upper.len() - 1];
        match &self.lower {
            Lower::Levels(levels) => {
                let mut common = last.clone();
                common.retain(stage.frame, &levels[levels.len() - 1]);
                Ok(common)
            }
            Lower::Exchanged if stage.frame.holes() as u32 == 2 * last.plan.pegs => {
                let mut common = last.clone();
                common.retain(stage.frame, &stage.exchanged(last)?);
                Ok(common)
            }
            // With an odd number of holes the exchanged level has one peg less.
            Lower::Exchanged => {
                let mut common = stage.exchanged(last)?;
                stage.narrow(&mut common, last, Direction::Forward)?;
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
pub(crate) struct Winning {
    /// From the start down; then, unless the rest mirrors these, on to the goal.
    levels: Vec<Level>,
    /// By these symmetries a position stands for all its images.
    pub(crate) fold: Fold,
    mirrored: bool,
    most: u32,
    least: u32,
}

impl Winning {
    /// Keeps, of what both ends reached, what is on the way; each position stands for itself.
    pub(crate) fn new(stage: &mut Stage<'_, '_>, problem: Problem<'_>) -> Result<Self, Limit> {
        let Meeting { mut upper, lower } = Meeting::new(stage, problem)?;
        let mut last = upper.pop().expect("the level of the start is there");
        let mut below = Vec::new();
        let mirrored = matches!(lower, Lower::Exchanged);
        match lower {
            Lower::Levels(levels) => {
                below = levels;
                below.reverse();
                last.retain(stage.frame, &below[0]);
                below[0] = last;
                trim(stage, &mut below, Direction::Forward)?;
                last = below.remove(0);
            }
            Lower::Exchanged => {
                let leading = stage.exchanged(&last)?;
                if leading.plan.pegs == last.plan.pegs {
                    last.retain(stage.frame, &leading);
                } else {
                    // With an odd number of holes the exchanged level has one peg less.
                    stage.narrow(&mut last, &leading, Direction::Backward)?;
                }
            }
        }
        upper.push(last);
        upper.reverse();
        trim(stage, &mut upper, Direction::Backward)?;
        upper.reverse();
        upper.extend(below);
        let (most, least) = (problem.start.pegs(), problem.goal.pegs());
        Ok(Self { levels: upper, fold: Fold::identity(), mirrored, most, least })
    }

    /// Keeps one position for all its images under the symmetries that keep the start and the goal.
    pub(crate) fn folded(mut self, stage: &mut Stage<'_, '_>, problem: Problem<'_>) -> Result<Self, Limit> {
        let won = problem.goal.positions(problem.board);
        self.fold = Fold::keeping(problem.board, stage.frame, &[&[problem.start], &won]);
        for level in &mut self.levels {
            self.fold.pick(stage, level)?;
        }
        Ok(self)
    }

    /// Numbers of pegs, from the start's down to the goal's.
    pub(crate) fn pegs(&self) -> impl DoubleEndedIterator<Item = u32> + use<> {
        (self.least..=self.most).rev()
    }

    /// The positions with so many pegs, one for all its images.
    pub(crate) fn level(&self, stage: &mut Stage<'_, '_>, pegs: u32) -> Result<Cow<'_, Level>, Limit> {
        match self.levels.get((self.most - pegs) as usize) {
            Some(level) => Ok(Cow::Borrowed(level)),
            None => stage.exchanged(self.twin(stage.frame, pegs)).map(Cow::Owned),
        }
    }

    /// The same where all levels are laid out.
    pub(crate) fn laid(&self, pegs: u32) -> &Level {
        debug_assert!(!self.mirrored, "half of the levels are not laid out");
        &self.levels[(self.most - pegs) as usize]
    }

    /// Is the problem its own mirror image, pegs and holes exchanged?
    pub(crate) fn mirrored(&self) -> bool {
        self.mirrored
    }

    /// The level with so many pegs, or the one that mirrors it: it holds equally many positions.
    pub(crate) fn twin(&self, frame: &Frame, pegs: u32) -> &Level {
        let mirror = (self.most + pegs).wrapping_sub(frame.holes() as u32) as usize;
        self.levels.get((self.most - pegs) as usize).unwrap_or_else(|| &self.levels[mirror])
    }

    /// How many positions have so many pegs.
    pub(crate) fn count(&self, frame: &Frame, pegs: u32) -> u64 {
        self.twin(frame, pegs).count()
    }

    /// Lays all levels out, so that each can be borrowed.
    pub(crate) fn laid_out(mut self, stage: &mut Stage<'_, '_>) -> Result<Self, Limit> {
        for pegs in self.pegs().skip(self.levels.len()) {
            let level = self.level(stage, pegs)?.into_owned();
            self.levels.push(level);
        }
        self.mirrored = false;
        Ok(self)
    }
}

/// Cuts each level down to what is one jump from the level before it.
fn trim(stage: &mut Stage<'_, '_>, levels: &mut [Level], direction: Direction) -> Result<(), Limit> {
    for i in 1..levels.len() {
        let (before, after) = levels.split_at_mut(i);
        stage.narrow(&mut after[0], &before[i - 1], direction)?;
    }
    Ok(())
}

/// The won positions of the class, packed.
pub(crate) fn goals(layout: &Layout, class: usize, problem: Problem<'_>) -> Vec<Packed> {
    let all = problem.goal.positions(problem.board).into_iter().map(|goal| layout.pack(goal));
    all.filter(|&goal| layout.class(goal) == class).collect()
}

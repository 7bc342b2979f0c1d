//! Positions on the way from a start to a goal: reached from the one, leading to the other.

use std::borrow::Cow;

use search::Limit;

use crate::board::Jump;
use crate::layers::{Direction, Fold, Frame, Level, Packed, Stage};
use crate::problem::Problem;

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
    /// Searches from both ends.
    pub(crate) fn new(stage: &mut Stage<'_>, problem: Problem<'_>) -> Result<Self, Limit> {
        let frame = stage.frame;
        let goals = goals(frame, stage.class, problem);
        let (most, least) = (problem.start.pegs(), problem.goal.pegs());
        let self_dual = goals.len() == 1 && frame.pack(problem.start) ^ goals[0] == (1 << frame.holes()) - 1;
        let meet = (frame.holes() as u32).div_ceil(2).clamp(least, most);
        let kept = (meet..=most).chain(least..=if self_dual { least } else { meet });
        // One more level at work.
        let held = stage.bytes(kept.chain([meet]));
        stage.hold(held)?;
        let mut upper = vec![stage.level(most, &[frame.pack(problem.start)])];
        while upper[upper.len() - 1].plan.pegs > meet {
            upper.push(stage.step(&upper[upper.len() - 1], Direction::Forward, None)?);
        }
        if self_dual {
            return Ok(Self { upper, lower: Lower::Exchanged });
        }
        let mut lower = vec![stage.level(least, &goals)];
        while lower[lower.len() - 1].plan.pegs < meet {
            lower.push(stage.step(&lower[lower.len() - 1], Direction::Backward, None)?);
        }
        Ok(Self { upper, lower: Lower::Levels(lower) })
    }

    /// A line of play through a position that both ends reach, if there is one.
    pub(crate) fn line(
        &self,
        stage: &mut Stage<'_>,
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
            let level = self.leading(frame, position.count_ones() - 1);
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
    fn leading(&self, frame: &Frame, pegs: u32) -> Cow<'_, Level> {
        match &self.lower {
            Lower::Levels(levels) => {
                let at = levels.iter().find(|level| level.plan.pegs == pegs);
                Cow::Borrowed(at.expect("the lower levels end at the common one"))
            }
            Lower::Exchanged => {
                let twin = frame.holes() as u32 - pegs;
                let at = self.upper.iter().find(|level| level.plan.pegs == twin);
                Cow::Owned(at.expect("the upper levels mirror the lower ones").exchanged(frame))
            }
        }
    }

    /// The level where both ends meet: positions on the way, and only those.
    fn common(&self, stage: &mut Stage<'_>) -> Result<Level, Limit> {
        let last = &self.upper[self.upper.len() - 1];
        match &self.lower {
            Lower::Levels(levels) => {
                let mut common = last.clone();
                common.retain(stage.frame, &levels[levels.len() - 1]);
                Ok(common)
            }
            Lower::Exchanged if stage.frame.holes() as u32 == 2 * last.plan.pegs => {
                let mut common = last.clone();
                common.retain(stage.frame, &last.exchanged(stage.frame));
                Ok(common)
            }
            // With an odd number of holes the exchanged level has one peg less.
            Lower::Exchanged => {
                let leading = last.exchanged(stage.frame);
                stage.step(last, Direction::Forward, Some(&leading))
            }
        }
    }
}

/// All positions on the way from the start to the goal, level by level; one stands for all its images under the
/// symmetries that keep both.
pub(crate) struct Winning {
    /// From the start down; then, unless the rest mirrors these, on to the goal.
    levels: Vec<Level>,
    pub(crate) fold: Fold,
    mirrored: bool,
    most: u32,
    least: u32,
}

impl Winning {
    /// Keeps, of what both ends reached, what is on the way.
    pub(crate) fn new(stage: &mut Stage<'_>, problem: Problem<'_>) -> Result<Self, Limit> {
        let won = problem.goal.positions(problem.board);
        let fold = Fold::keeping(problem.board, stage.frame, &[&[problem.start], &won]);
        let meeting = Meeting::new(stage, problem)?;
        let common = meeting.common(stage)?;
        let Meeting { mut upper, lower } = meeting;
        let below = match lower {
            Lower::Exchanged => None,
            Lower::Levels(mut levels) => {
                levels.pop();
                Some(trimmed(stage, &fold, levels, &common, Direction::Forward)?)
            }
        };
        while upper.last().is_some_and(|level| level.plan.pegs <= common.plan.pegs) {
            upper.pop();
        }
        let mut levels = trimmed(stage, &fold, upper, &common, Direction::Backward)?;
        levels.reverse();
        levels.push(fold.pick(stage.frame, common));
        let mirrored = below.is_none();
        levels.extend(below.into_iter().flatten());
        Ok(Self { levels, fold, mirrored, most: problem.start.pegs(), least: problem.goal.pegs() })
    }

    /// Numbers of pegs, from the start's down to the goal's.
    pub(crate) fn pegs(&self) -> impl DoubleEndedIterator<Item = u32> + use<> {
        (self.least..=self.most).rev()
    }

    /// The positions with so many pegs, one for all its images.
    pub(crate) fn level(&self, frame: &Frame, pegs: u32) -> Cow<'_, Level> {
        let at = (self.most - pegs) as usize;
        if at < self.levels.len() {
            return Cow::Borrowed(&self.levels[at]);
        }
        debug_assert!(self.mirrored, "all levels are there unless half of them mirror the others");
        let twin = self.twin(frame, pegs);
        if self.fold.is_identity() {
            return Cow::Owned(twin.exchanged(frame));
        }
        let everything = (1 << frame.holes()) - 1;
        let exchanged = |position| self.fold.least(everything ^ position);
        let positions: Vec<_> = twin.positions(frame).map(exchanged).collect();
        let class = twin.plan.class ^ frame.class(everything);
        Cow::Owned(Level::of(frame, pegs, class, &positions))
    }

    /// Is the problem its own mirror image, pegs and holes exchanged?
    pub(crate) fn mirrored(&self) -> bool {
        self.mirrored
    }

    /// The level with so many pegs, or the one that mirrors it: it holds equally many positions.
    fn twin(&self, frame: &Frame, pegs: u32) -> &Level {
        let mirror = (self.most + pegs).wrapping_sub(frame.holes() as u32) as usize;
        self.levels.get((self.most - pegs) as usize).unwrap_or_else(|| &self.levels[mirror])
    }

    /// How many positions have so many pegs, up to symmetry.
    pub(crate) fn count(&self, frame: &Frame, pegs: u32) -> u64 {
        self.twin(frame, pegs).count()
    }

    /// How many positions have so many pegs, images and all.
    pub(crate) fn count_all(&self, frame: &Frame, pegs: u32) -> u64 {
        let level = self.twin(frame, pegs);
        if self.fold.is_identity() {
            return level.count();
        }
        level.positions(frame).map(|position| self.fold.orbit(position)).sum()
    }

    /// Lays all levels out, so that each can be borrowed.
    pub(crate) fn laid_out(mut self, frame: &Frame) -> Self {
        for pegs in self.pegs().skip(self.levels.len()) {
            let level = self.level(frame, pegs).into_owned();
            self.levels.push(level);
        }
        self.mirrored = false;
        self
    }

    /// Lays all levels out, each position for itself.
    pub(crate) fn unfold(self, frame: &Frame) -> Self {
        let mut all = self.laid_out(frame);
        let fold = std::mem::replace(&mut all.fold, Fold::identity());
        all.levels = all.levels.into_iter().map(|level| fold.unpick(frame, level)).collect();
        all
    }
}

/// Levels from far to near, cut down to what is one jump from the level before, one position for all its images;
/// returned from near to far.
fn trimmed(
    stage: &mut Stage<'_>,
    fold: &Fold,
    levels: Vec<Level>,
    common: &Level,
    direction: Direction,
) -> Result<Vec<Level>, Limit> {
    let frame = stage.frame;
    let mut near: Vec<Level> = Vec::with_capacity(levels.len());
    let picked = fold.pick(frame, common.clone());
    if picked.count() as usize * SPARSE < picked.words.len() {
        for level in levels.into_iter().rev() {
            near.push(stage.step_singly(near.last().unwrap_or(&picked), fold, direction, &level)?);
        }
        return Ok(near);
    }
    for level in levels.into_iter().rev() {
        near.push(stage.step(near.last().unwrap_or(common), direction, Some(&level))?);
    }
    Ok(near.into_iter().map(|level| fold.pick(frame, level)).collect())
}

/// With fewer positions than one in so many words, they are followed one by one: the work on one is about that on
/// two words.
const SPARSE: usize = 2;

/// The won positions of the class, packed.
pub(crate) fn goals(frame: &Frame, class: usize, problem: Problem<'_>) -> Vec<Packed> {
    let all = problem.goal.positions(problem.board).into_iter().map(|goal| frame.pack(goal));
    all.filter(|&goal| frame.class(goal) == class).collect()
}

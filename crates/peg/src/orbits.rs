//! Counting up to symmetry.

use std::sync::atomic::{AtomicU64, Ordering};

use search::Limit;

use crate::board::Board;
use crate::layers::{Frame, Level, Packed, Stage};
use crate::position::Position;
use crate::symmetry::Symmetry;

/// The symmetries that keep a position, as cycles of packed holes.
pub(crate) struct Orbits {
    kinds: Vec<Kind>,
}

/// Symmetries that others carry onto each other: each leaves equally many positions as they are.
struct Kind {
    /// How many they are.
    size: u64,
    /// The cycles of one of them as masks, longest first.
    cycles: Vec<Packed>,
}

impl Orbits {
    /// The symmetries of the board that carry each of these sets of positions onto itself.
    pub(crate) fn keeping(board: &Board, frame: &Frame, sets: &[&[Position]]) -> Self {
        let all: Vec<_> = board.symmetries().iter().filter(|s| s.keeps(sets)).collect();
        let alike = |s: &Symmetry, t: &Symmetry| {
            let carries =
                |g: &Symmetry| board.holes().all(|hole| g.hole(s.hole(hole)) == t.hole(g.hole(hole)));
            all.iter().any(|g| carries(g))
        };
        let mut kinds: Vec<(&Symmetry, Kind)> = Vec::new();
        for &symmetry in &all {
            match kinds.iter_mut().find(|(other, _)| alike(symmetry, other)) {
                Some((_, kind)) => kind.size += 1,
                None => kinds.push((symmetry, Kind { size: 1, cycles: cycles(frame, symmetry) })),
            }
        }
        Self { kinds: kinds.into_iter().map(|(_, kind)| kind).collect() }
    }

    /// How many positions of the level there are up to symmetry, by Burnside's lemma: the mean number of
    /// positions that a symmetry leaves as they are. The level must be carried onto itself by all of them.
    pub(crate) fn count(&self, stage: &mut Stage<'_>, level: &Level) -> Result<u64, Limit> {
        let frame = stage.frame;
        let sum = AtomicU64::new(0);
        stage.crew.share_out(self.kinds.iter().collect(), |kind| {
            let identity = kind.cycles.len() == frame.holes();
            let kept = if identity { level.count() } else { fixed(frame, level, &kind.cycles) };
            sum.fetch_add(kind.size * kept, Ordering::Relaxed);
        })?;
        Ok(sum.into_inner() / self.kinds.iter().map(|kind| kind.size).sum::<u64>())
    }
}

fn cycles(frame: &Frame, symmetry: &Symmetry) -> Vec<Packed> {
    let mask =
        |cycle: Vec<crate::hole::Hole>| frame.pack(cycle.into_iter().fold(Position::EMPTY, Position::with));
    let mut cycles: Vec<_> = symmetry.cycles().into_iter().map(mask).collect();
    cycles.sort_by_key(|cycle| std::cmp::Reverse(cycle.count_ones()));
    cycles
}

/// The positions of a level that are unions of cycles.
fn fixed(frame: &Frame, level: &Level, cycles: &[Packed]) -> u64 {
    if level.count() == 0 {
        return 0;
    }
    // Pegs that the cycles from each one on could still give.
    let mut after: Vec<u32> = cycles
        .iter()
        .rev()
        .scan(0, |sum, c| {
            *sum += c.count_ones();
            Some(*sum)
        })
        .collect();
    after.reverse();
    after.push(0);
    let mut found = 0;
    let mut stack = vec![(0_usize, 0 as Packed)];
    while let Some((next, packed)) = stack.pop() {
        let missing = level.plan.pegs - packed.count_ones();
        if missing == 0 {
            found += u64::from(level.contains(frame, packed));
            continue;
        }
        if missing > after[next] {
            continue;
        }
        stack.push((next + 1, packed));
        if cycles[next].count_ones() <= missing {
            stack.push((next + 1, packed | cycles[next]));
        }
    }
    found
}

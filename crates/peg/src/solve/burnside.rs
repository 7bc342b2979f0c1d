//! Counting up to symmetry.

use search::{Limit, Run};

use crate::board::Board;
use crate::position::Position;
use crate::solve::levels::{Level, LevelWork, Packed, Packing};
use crate::solve::progress::Ticker;
use crate::symmetry::Symmetry;

/// The symmetries that keep a position, as cycles of packed holes.
pub(crate) struct OrbitCounter {
    /// All but the identity.
    kinds: Vec<Kind>,
}

/// Symmetries that others carry onto each other: each leaves equally many positions as they are.
struct Kind {
    /// How many they are.
    size: u64,
    /// The cycles of one of them as masks, longest first.
    cycles: Vec<Packed>,
}

impl OrbitCounter {
    /// The symmetries of the board that carry each of these sets of positions onto itself.
    pub(crate) fn of_stabilizer(board: &Board, packing: &Packing, sets: &[&[Position]]) -> Self {
        let all: Vec<_> = board.symmetries().iter().filter(|s| s.stabilizes(sets)).collect();
        let alike = |s: &Symmetry, t: &Symmetry| {
            let carries =
                |g: &Symmetry| board.holes().all(|hole| g.hole(s.hole(hole)) == t.hole(g.hole(hole)));
            all.iter().any(|g| carries(g))
        };
        let mut kinds: Vec<(&Symmetry, Kind)> = Vec::new();
        let moves = |s: &Symmetry| board.holes().any(|hole| s.hole(hole) != hole);
        for &symmetry in all.iter().filter(|s| moves(s)) {
            match kinds.iter_mut().find(|(other, _)| alike(symmetry, other)) {
                Some((_, kind)) => kind.size += 1,
                None => kinds.push((symmetry, Kind { size: 1, cycles: cycles(packing, symmetry) })),
            }
        }
        Self { kinds: kinds.into_iter().map(|(_, kind)| kind).collect() }
    }

    /// How many positions of the level there are up to symmetry, by Burnside's lemma: the mean number of
    /// positions that a symmetry leaves as they are. The level must be carried onto itself by all of them.
    pub(crate) fn count(&self, work: &mut LevelWork<'_, '_>, level: &Level) -> Result<u64, Limit> {
        let packing = work.packing;
        let tasks = self.kinds.iter().flat_map(|kind| {
            let decided = kind.cycles.len().min(DECIDED);
            (0..1_usize << decided).map(move |choice| (kind, decided, choice))
        });
        let counts = work.run.share_out(tasks.collect(), |(kind, decided, choice), run| {
            let chosen = (0..decided).filter(|i| choice >> i & 1 == 1);
            let packed = chosen.fold(0, |packed, i| packed | kind.cycles[i]);
            Ok(kind.size * fixed(packing, level, &kind.cycles, (decided, packed), run)?)
        })?;
        let sum = counts.into_iter().sum::<Result<u64, Limit>>()? + level.count();
        Ok(sum / (1 + self.kinds.iter().map(|kind| kind.size).sum::<u64>()))
    }
}

/// Cycles that are decided on before the work is shared out.
const DECIDED: usize = 3;

fn cycles(packing: &Packing, symmetry: &Symmetry) -> Vec<Packed> {
    let mask =
        |cycle: Vec<crate::hole::Hole>| packing.pack(cycle.into_iter().fold(Position::EMPTY, Position::with));
    let mut cycles: Vec<_> = symmetry.cycles().into_iter().map(mask).collect();
    cycles.sort_by_key(|cycle| std::cmp::Reverse(cycle.count_ones()));
    cycles
}

/// The positions of a level that are unions of cycles, begun with a choice of the first ones.
fn fixed(
    packing: &Packing,
    level: &Level,
    cycles: &[Packed],
    begun: (usize, Packed),
    run: &mut Run<'_>,
) -> Result<u64, Limit> {
    if level.count() == 0 {
        return Ok(0);
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
    let mut stack = vec![begun];
    let mut ticker = Ticker::default();
    while let Some((next, packed)) = stack.pop() {
        ticker.step(run)?;
        let Some(missing) = level.plan.pegs.checked_sub(packed.count_ones()) else { continue };
        if missing == 0 {
            found += u64::from(level.contains(packing, packed));
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
    Ok(found)
}

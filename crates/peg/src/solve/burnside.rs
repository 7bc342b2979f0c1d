//! Counting positions up to symmetry, by Burnside's lemma.

use search::{Limit, Run};

use crate::board::Board;
use crate::hole::Hole;
use crate::position::Position;
use crate::solve::levels::{Level, LevelWork, Packed, Packing};
use crate::solve::progress::Ticker;
use crate::symmetry::Symmetry;

/// A group of symmetries, as cycles of packed holes.
pub(crate) struct OrbitCounter {
    /// All but that of the identity.
    classes: Vec<ConjugacyClass>,
}

/// Symmetries that are conjugate to each other: each leaves equally many positions unchanged.
struct ConjugacyClass {
    size: u64,
    /// The cycles of one of them as masks, longest first.
    cycles: Vec<Packed>,
}

impl OrbitCounter {
    /// The symmetries of the board that carry each of these sets of positions onto itself.
    pub(crate) fn of_stabilizer(board: &Board, packing: &Packing, sets: &[&[Position]]) -> Self {
        let all: Vec<_> = board.symmetries().iter().filter(|s| s.stabilizes(sets)).collect();
        let conjugate = |s: &Symmetry, t: &Symmetry| {
            let carries =
                |g: &Symmetry| board.holes().all(|hole| g.hole(s.hole(hole)) == t.hole(g.hole(hole)));
            all.iter().any(|g| carries(g))
        };
        let mut classes: Vec<(&Symmetry, ConjugacyClass)> = Vec::new();
        for &symmetry in all.iter().filter(|s| !s.is_identity()) {
            match classes.iter_mut().find(|(other, _)| conjugate(symmetry, other)) {
                Some((_, class)) => class.size += 1,
                None => {
                    classes.push((symmetry, ConjugacyClass { size: 1, cycles: cycles(packing, symmetry) }));
                }
            }
        }
        Self { classes: classes.into_iter().map(|(_, class)| class).collect() }
    }

    /// The number of positions of the level up to symmetry: the mean number of positions that a symmetry leaves
    /// unchanged. All symmetries must carry the level onto itself.
    pub(crate) fn count(&self, work: &mut LevelWork<'_, '_>, level: &Level) -> Result<u64, Limit> {
        let packing = work.packing;
        let tasks = self.classes.iter().flat_map(|class| {
            let decided = class.cycles.len().min(DECIDED);
            (0..1_usize << decided).map(move |choice| (class, decided, choice))
        });
        let counts = work.run.share_out(tasks.collect(), |(class, decided, choice), run| {
            let chosen = (0..decided).filter(|i| choice >> i & 1 == 1);
            let packed = chosen.fold(0, |packed, i| packed | class.cycles[i]);
            Ok(class.size * count_fixed(packing, level, &class.cycles, (decided, packed), run)?)
        })?;
        let sum = counts.into_iter().sum::<Result<u64, Limit>>()? + level.count();
        Ok(sum / (1 + self.classes.iter().map(|class| class.size).sum::<u64>()))
    }
}

/// Cycles that are full or empty in each task: each conjugacy class is shared out in at most eight tasks.
const DECIDED: usize = 3;

fn cycles(packing: &Packing, symmetry: &Symmetry) -> Vec<Packed> {
    let mask = |cycle: Vec<Hole>| packing.pack(cycle.into_iter().fold(Position::EMPTY, Position::with));
    let mut cycles: Vec<_> = symmetry.cycles().into_iter().map(mask).collect();
    cycles.sort_by_key(|cycle| std::cmp::Reverse(cycle.count_ones()));
    cycles
}

/// The number of positions of a level that are unions of cycles, begun with a choice of the first ones.
fn count_fixed(
    packing: &Packing,
    level: &Level,
    cycles: &[Packed],
    begun: (usize, Packed),
    run: &mut Run<'_>,
) -> Result<u64, Limit> {
    if level.count() == 0 {
        return Ok(0);
    }
    let most_pegs = pegs_from(cycles);
    let mut found = 0;
    let mut stack = vec![begun];
    let mut ticker = Ticker::default();
    while let Some((next, packed)) = stack.pop() {
        ticker.step(run)?;
        let Some(missing) = level.plan.pegs.checked_sub(packed.count_ones()) else { continue };
        if missing == 0 {
            found += u64::from(level.contains(packing, packed));
        } else if missing <= most_pegs[next] {
            stack.push((next + 1, packed));
            if cycles[next].count_ones() <= missing {
                stack.push((next + 1, packed | cycles[next]));
            }
        }
    }
    Ok(found)
}

/// The number of pegs of each cycle and all after it together; 0 at the end.
fn pegs_from(cycles: &[Packed]) -> Vec<u32> {
    let mut pegs = vec![0; cycles.len() + 1];
    for (number, cycle) in cycles.iter().enumerate().rev() {
        pegs[number] = pegs[number + 1] + cycle.count_ones();
    }
    pegs
}

//! The symmetries of a list of jumps, whatever the places of the holes: all maps of the holes that carry jumps to jumps.

use super::Symmetry;
use crate::board::Jump;
use crate::hole::Hole;

/// A cube of three holes each way has 48 symmetries, one of four dimensions 384. With more, comparing images takes longer
/// than it saves.
const MOST: usize = 384;
/// Steps of the search, after which it gives up: a small fraction of a second.
const STEPS: usize = 1 << 20;

/// All symmetries of these jumps, the identity first, unless there are too many or the search takes too long.
pub(crate) fn of_jumps(holes: usize, jumps: &[Jump]) -> Option<Vec<Symmetry>> {
    let mut search =
        Search { jumps, kinds: kinds(holes, jumps), image: Vec::new(), found: Vec::new(), steps: 0 };
    search.run(holes)?;
    Some(search.found)
}

/// A number for each hole; a symmetry carries a hole only to one of its own number.
fn kinds(holes: usize, jumps: &[Jump]) -> Vec<usize> {
    let mut kinds = vec![0; holes];
    loop {
        let next = numbered(&signatures(&kinds, jumps));
        // A signature holds the number of before, so that classes are only ever split.
        if next.iter().max() == kinds.iter().max() {
            return kinds;
        }
        kinds = next;
    }
}

/// For each hole its number, and the numbers of the other holes of each of its jumps with its part in it.
type Signature = (usize, Vec<(u8, usize, usize)>);

fn signatures(kinds: &[usize], jumps: &[Jump]) -> Vec<Signature> {
    let mut signatures: Vec<Signature> = kinds.iter().map(|&kind| (kind, Vec::new())).collect();
    for jump in jumps {
        let [from, over, to] = [jump.from, jump.over, jump.to].map(Hole::index);
        signatures[from].1.push((0, kinds[over], kinds[to]));
        signatures[over].1.push((1, kinds[from], kinds[to]));
        signatures[to].1.push((2, kinds[from], kinds[over]));
    }
    for signature in &mut signatures {
        signature.1.sort_unstable();
    }
    signatures
}

/// The place of each signature among all different ones, in ascending order.
fn numbered(signatures: &[Signature]) -> Vec<usize> {
    let mut different: Vec<_> = signatures.iter().collect();
    different.sort_unstable();
    different.dedup();
    let place = |signature| different.binary_search(&signature).expect("it is one of them");
    signatures.iter().map(place).collect()
}

/// A search for images hole by hole, in ascending order, so that the identity is found first.
struct Search<'a> {
    jumps: &'a [Jump],
    kinds: Vec<usize>,
    /// The images of the first holes.
    image: Vec<Hole>,
    found: Vec<Symmetry>,
    steps: usize,
}

impl Search<'_> {
    /// Finds all symmetries, or gives up.
    fn run(&mut self, holes: usize) -> Option<()> {
        let mut next = 0;
        loop {
            self.steps += 1;
            if self.steps > STEPS || self.found.len() > MOST {
                return None;
            }
            let candidate =
                (self.image.len() < holes).then(|| (next..holes).map(Hole::new).find(|&to| self.fits(to)));
            match candidate {
                Some(Some(to)) => {
                    self.image.push(to);
                    next = 0;
                    continue;
                }
                Some(None) => {}
                None => self.found.push(Symmetry { image: self.image.clone() }),
            }
            let Some(last) = self.image.pop() else { return Some(()) };
            next = last.index() + 1;
        }
    }

    /// May the next hole be carried to `to`?
    fn fits(&self, to: Hole) -> bool {
        let hole = self.image.len();
        if self.kinds[hole] != self.kinds[to.index()] || self.image.contains(&to) {
            return false;
        }
        let image = |from: Hole| if from.index() == hole { to } else { self.image[from.index()] };
        let known = |jump: &&Jump| {
            let holes = [jump.from, jump.over, jump.to].map(Hole::index);
            holes.contains(&hole) && holes.iter().all(|&index| index <= hole)
        };
        self.jumps.iter().filter(known).all(|jump| {
            let carried = Jump { from: image(jump.from), over: image(jump.over), to: image(jump.to) };
            self.jumps.binary_search(&carried).is_ok()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(lines: &[[usize; 3]]) -> Vec<Jump> {
        let jump = |&[from, over, to]: &[usize; 3]| Jump {
            from: Hole::new(from),
            over: Hole::new(over),
            to: Hole::new(to),
        };
        let mut jumps: Vec<_> = lines.iter().map(jump).flat_map(|jump| [jump, jump.back()]).collect();
        jumps.sort_unstable();
        jumps
    }

    fn count(holes: usize, jumps: &[Jump]) -> Option<usize> {
        let found = of_jumps(holes, jumps)?;
        assert!(found[0].is_identity());
        assert!(found.iter().all(|s| jumps.iter().all(|&jump| jumps.contains(&s.jump(jump)))));
        Some(found.len())
    }

    #[test]
    fn a_cycle_can_be_turned_and_mirrored() {
        let cycle = |holes: usize| {
            lines(&(0..holes).map(|i| [i, (i + 1) % holes, (i + 2) % holes]).collect::<Vec<_>>())
        };
        for holes in [5, 6, 9] {
            assert_eq!(count(holes, &cycle(holes)), Some(2 * holes));
        }
    }

    /// Three holes each way: the 27 holes of a cube, in lines along three directions.
    #[test]
    fn a_cube_has_48_symmetries() {
        let mut all = Vec::new();
        for step in [1, 3, 9] {
            all.extend((0..27).filter(|i| i / step % 3 == 0).map(|i| [i, i + step, i + 2 * step]));
        }
        assert_eq!(all.len(), 27);
        assert_eq!(count(27, &lines(&all)), Some(48));
    }

    /// Six lines apart from each other have 6! * 2^6 symmetries.
    #[test]
    fn too_many_symmetries_are_not_listed() {
        let apart: Vec<_> = (0..6).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
        assert_eq!(count(18, &lines(&apart)), None);
        assert_eq!(count(9, &lines(&apart[..3])), Some(48));
    }
}

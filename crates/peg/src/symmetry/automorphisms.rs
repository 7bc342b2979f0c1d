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
    let mut search = Search {
        jumps,
        kinds: kinds(holes, jumps),
        order: connected_order(holes, jumps),
        image: vec![None; holes],
        tried: Vec::new(),
        found: Vec::new(),
        steps: 0,
    };
    search.run(holes)?;
    // The identity is the least of all maps.
    search.found.sort_unstable_by(|one, other| one.image.cmp(&other.image));
    Some(search.found)
}

/// The holes in an order in which each has jumps with as many earlier ones as possible: a wrong image is then seen soon,
/// however the holes are numbered.
fn connected_order(holes: usize, jumps: &[Jump]) -> Vec<usize> {
    let mut order = Vec::new();
    let mut is_placed = vec![false; holes];
    while order.len() < holes {
        let ties = |hole: usize| -> usize {
            let placed = |jump: &Jump| {
                let others = [jump.from, jump.over, jump.to].map(Hole::index);
                if others.contains(&hole) {
                    others.iter().filter(|&&other| is_placed[other]).count()
                } else {
                    0
                }
            };
            // A jump whose two other holes are placed decides more than two jumps with one each.
            jumps.iter().map(placed).map(|placed| placed * placed).sum()
        };
        let free = (0..holes).filter(|&hole| !is_placed[hole]);
        let next = free.max_by_key(|&hole| (ties(hole), holes - hole)).expect("some hole is not placed");
        is_placed[next] = true;
        order.push(next);
    }
    order
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

/// A search for images hole by hole.
struct Search<'a> {
    jumps: &'a [Jump],
    kinds: Vec<usize>,
    /// The order in which holes get their images.
    order: Vec<usize>,
    /// The image of each hole that has one.
    image: Vec<Option<Hole>>,
    /// The images of the first holes of the order.
    tried: Vec<Hole>,
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
            if let Some(&hole) = self.order.get(self.tried.len()) {
                if let Some(to) = (next..holes).map(Hole::new).find(|&to| self.fits(hole, to)) {
                    self.image[hole] = Some(to);
                    self.tried.push(to);
                    next = 0;
                    continue;
                }
            } else {
                let image = self.image.iter().copied().collect::<Option<_>>();
                self.found.push(Symmetry { image: image.expect("every hole has an image") });
            }
            let Some(last) = self.tried.pop() else { return Some(()) };
            self.image[self.order[self.tried.len()]] = None;
            next = last.index() + 1;
        }
    }

    /// May this hole be carried to `to`?
    fn fits(&self, hole: usize, to: Hole) -> bool {
        if self.kinds[hole] != self.kinds[to.index()] || self.tried.contains(&to) {
            return false;
        }
        let image = |from: Hole| if from.index() == hole { Some(to) } else { self.image[from.index()] };
        let touching = |jump: &&Jump| [jump.from, jump.over, jump.to].map(Hole::index).contains(&hole);
        self.jumps.iter().filter(touching).all(|jump| {
            let [Some(from), Some(over), Some(to)] = [jump.from, jump.over, jump.to].map(image) else {
                return true;
            };
            self.jumps.binary_search(&Jump { from, over, to }).is_ok()
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

    /// The same ring, whatever its holes are called.
    #[test]
    fn names_of_holes_do_not_matter() {
        for (holes, factor) in [(12, 5), (14, 3), (20, 7), (40, 11)] {
            let name = |i: usize| i * factor % holes;
            let ring: Vec<_> = (0..holes).map(|i| [i, i + 1, i + 2].map(name)).collect();
            assert_eq!(count(holes, &lines(&ring)), Some(2 * holes));
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

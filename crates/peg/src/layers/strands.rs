//! Which bits of a segment go where when a jump is made.
//!
//! A jump keeps the order of the low parts, so the bits that can make it, cut wherever a word of the one segment or of
//! the other ends, are strands: each is extracted from one word and deposited in one word.

use super::frame::Parts;

/// Some bits of a word of the segment before the jump, and where they lie in a word of the segment after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Strand {
    /// The bits before, and the number of their word.
    pub(crate) take: u64,
    pub(crate) from: u16,
    /// The same after.
    pub(crate) to: u16,
    pub(crate) put: u64,
}

/// The strands of all jumps.
pub(crate) struct Strands {
    list: Vec<Strand>,
    /// By pattern and group: where the strands start in `list`; one more entry at the end.
    start: Vec<usize>,
    groups: usize,
}

impl Strands {
    /// For each pattern, low holes that change and those of them that hold pegs before, and each group of low parts.
    pub(crate) fn new(lows: &Parts, patterns: &[(u32, u32)]) -> Self {
        let groups = lows.start.len() - 1;
        // By low part: its group, and its place there.
        let mut places = vec![(0_u16, 0_u16); lows.list.len()];
        for group in 0..groups {
            for (rank, &low) in (0..).zip(lows.group(group)) {
                places[low as usize] = (group as u16, rank);
            }
        }
        let mut strands = Self { list: Vec::new(), start: vec![0], groups };
        let mut found = vec![Vec::new(); groups];
        for &(holes, pegs) in patterns {
            // All parts that hold the pegs and nothing else of the holes, ascending.
            let mut low = pegs;
            while (low as usize) < places.len() {
                let ((group, from), (_, to)) = (places[low as usize], places[(low ^ holes) as usize]);
                lengthen(&mut found[usize::from(group)], from, to);
                low = ((low | holes) + 1) & !holes | pegs;
            }
            for own in &mut found {
                strands.list.append(own);
                strands.start.push(strands.list.len());
            }
        }
        strands
    }

    /// The strands of a pattern, from the parts of a group.
    pub(crate) fn of(&self, pattern: usize, group: usize) -> &[Strand] {
        let number = pattern * self.groups + group;
        &self.list[self.start[number]..self.start[number + 1]]
    }

    /// What they take.
    pub(crate) fn bytes(&self) -> usize {
        self.list.len() * size_of::<Strand>() + self.start.len() * size_of::<usize>()
    }
}

/// One bit more.
fn lengthen(strands: &mut Vec<Strand>, from: u16, to: u16) {
    let bit = Strand { take: 1 << (from % 64), from: from / 64, to: to / 64, put: 1 << (to % 64) };
    match strands.last_mut().filter(|last| (last.from, last.to) == (bit.from, bit.to)) {
        Some(last) => {
            last.take |= bit.take;
            last.put |= bit.put;
        }
        None => strands.push(bit),
    }
}

#[cfg(test)]
mod tests {
    use super::super::frame::Frame;
    use super::super::kernel::{self, Bits, Work};
    use super::super::level::bits;

    /// Every jump of a board, from random segments of every group, against the parts one by one.
    struct Compare<'a> {
        frame: &'a Frame,
        /// How many jumps were made that way.
        made: &'a mut usize,
    }

    impl Work for Compare<'_> {
        fn with<B: Bits>(self) {
            let lows = &self.frame.lows;
            let mut state = 88_172_645_463_325_252_u64;
            for leap in self.frame.leaps.iter().filter(|leap| leap.low != 0) {
                for group in 0..lows.start.len() - 1 {
                    let strands = self.frame.strands(leap, group);
                    let chosen = lows.group(group).iter().map(|&low| {
                        state = state
                            .wrapping_mul(6_364_136_223_846_793_005)
                            .wrapping_add(1_442_695_040_888_963_407);
                        (low, state >> 62 == 0)
                    });
                    let (mut from, mut landed, mut able) = (Vec::new(), Vec::new(), Vec::new());
                    for (rank, (low, chosen)) in chosen.enumerate() {
                        let jumps = low & leap.low == leap.low_pegs;
                        from.resize(rank / 64 + 1, 0_u64);
                        from[rank / 64] |= u64::from(chosen) << (rank % 64);
                        landed.extend((chosen && jumps).then_some(low ^ leap.low));
                        able.extend((chosen && jumps).then_some(rank));
                    }
                    let Some(target) = (0..lows.start.len() - 1)
                        .find(|&other| landed.first().is_some_and(|low| lows.group(other).contains(low)))
                    else {
                        continue;
                    };
                    let mut to = vec![0; self.frame.low_words(target)];
                    kernel::forth::<B>(strands, &from, &mut to);
                    assert!(bits(&to).map(|rank| lows.group(target)[rank]).eq(landed.iter().copied()));
                    let mut again = vec![0; from.len()];
                    kernel::back::<B>(strands, &to, &mut again);
                    assert!(bits(&again).eq(able.iter().copied()));
                    *self.made += able.len();
                }
            }
        }
    }

    #[test]
    fn strands_take_every_part_to_where_it_jumps() {
        for name in ["english", "triangle21"] {
            let frame = Frame::new(&crate::builtin::named(name).unwrap()).unwrap();
            let (mut quick, mut portable) = (0, 0);
            kernel::run(Compare { frame: &frame, made: &mut quick });
            Compare { frame: &frame, made: &mut portable }.with::<kernel::Portable>();
            assert!(quick > 100_000);
            assert_eq!(quick, portable);
        }
    }
}

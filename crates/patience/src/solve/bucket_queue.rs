//! Which position comes next: the best score, and of these the latest.

/// The number of different scores; higher ones count as the highest.
const SCORES: usize = 8192;

/// Numbers 0, 1, 2, … in the order of their pushes, taken by score.
#[derive(Debug)]
pub(crate) struct BucketQueue {
    /// The latest number of each score.
    heads: Vec<Option<Link>>,
    /// For each number, the one before it of the same score.
    links: Vec<Option<Link>>,
    /// No score above is waiting.
    best: usize,
    /// Only scores in this range have come in.
    least: usize,
    most: usize,
}

type Link = std::num::NonZeroU32;

impl Default for BucketQueue {
    fn default() -> Self {
        Self { heads: vec![None; SCORES], links: Vec::new(), best: 0, least: SCORES, most: 0 }
    }
}

impl BucketQueue {
    /// Forgets all numbers; the next push is number 0.
    pub(crate) fn clear(&mut self) {
        if self.least <= self.most {
            self.heads[self.least..=self.most].fill(None);
        }
        self.links.clear();
        (self.best, self.least, self.most) = (0, SCORES, 0);
    }

    /// Puts the next number in, with its score.
    #[inline]
    pub(crate) fn push(&mut self, score: u32) {
        self.links.push(None);
        self.put(self.links.len() - 1, score);
    }

    /// Gives all numbers that wait new scores; of equal scores, what was better before stays better.
    pub(crate) fn rescore(&mut self, score: impl Fn(u32) -> u32) {
        let waiting: Vec<_> = std::iter::from_fn(|| self.pop()).collect();
        for &number in waiting.iter().rev() {
            self.put(number as usize, score(number));
        }
    }

    #[inline]
    fn put(&mut self, number: usize, score: u32) {
        let score = (score as usize).min(SCORES - 1);
        let link = Link::new(number as u32 + 1);
        self.links[number] = std::mem::replace(&mut self.heads[score], link);
        self.best = self.best.max(score);
        self.least = self.least.min(score);
        self.most = self.most.max(score);
    }

    /// Takes the latest number of the best score.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<u32> {
        loop {
            if let Some(link) = self.heads[self.best] {
                let at = link.get() - 1;
                self.heads[self.best] = self.links[at as usize];
                return Some(at);
            }
            self.best = self.best.checked_sub(1)?;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_score_comes_first_and_of_these_the_latest() {
        let mut queue = BucketQueue::default();
        for _ in 0..2 {
            for score in [5, 9, 5, 0, 1 << 30] {
                queue.push(score);
            }
            assert_eq!(std::iter::from_fn(|| queue.pop()).collect::<Vec<_>>(), [4, 1, 2, 0, 3]);
            queue.clear();
        }
        for score in [1, 2, 3] {
            queue.push(score);
        }
        queue.rescore(|number| u32::from(number == 0));
        assert_eq!(std::iter::from_fn(|| queue.pop()).collect::<Vec<_>>(), [0, 2, 1]);
        queue.push(7);
        queue.clear();
        assert_eq!(queue.pop(), None);
    }
}

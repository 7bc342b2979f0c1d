//! A small seeded source of numbers: the same changes are tried in every run.

pub(super) struct Chance(pub(super) u64);

impl Chance {
    pub(super) fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % limit
    }

    /// Changes up to three of the first `matter` numbers a little.
    pub(super) fn vary(&mut self, numbers: &[i32], matter: usize) -> Vec<i32> {
        let mut tried = numbers.to_vec();
        for _ in 0..=self.below(3) {
            let at = self.below(matter.min(tried.len()));
            tried[at] += self.below(13) as i32 - 6;
        }
        tried
    }
}

//! One level of a beam: each position once, the best of them, best first.
//!
//! A level may have millions of positions, so all that takes long is done in small steps, and the watcher is asked in
//! between.

use search::{Limit, Run};

use crate::solve::progress::Ticker;

use super::word::Word;

/// A position on a level.
#[derive(Clone, Copy)]
pub(super) struct Node<W> {
    pub(super) word: W,
    /// Breaks ties between positions with equally many pairs.
    pub(super) hash: u64,
    /// Pairs of pegs that stand next to each other, up to a constant of the level: more is better.
    pub(super) pairs: i32,
    /// The value of the pagoda function.
    pub(super) worth: i64,
    pub(super) parent: u32,
    pub(super) jump: u16,
}

impl<W: Word> Node<W> {
    /// The only position of the first level.
    pub(super) fn root(word: W, worth: i64) -> Self {
        Self { word, hash: 0, pairs: 0, worth, parent: 0, jump: 0 }
    }

    /// The key by which positions are sorted, best first: the order does not depend on the number of threads.
    fn rank(&self) -> (i32, u64, W) {
        (-self.pairs, self.hash, self.word)
    }
}

/// The positions of a shard that may be kept.
pub(super) struct Kept<W> {
    pub(super) nodes: Vec<Node<W>>,
    /// Were there more?
    pub(super) dropped: bool,
}

/// Removes duplicates from a shard and keeps the best `width` positions. Of equal positions the first is kept.
pub(super) fn keep_best<W: Word>(
    parts: Vec<Vec<Node<W>>>,
    width: usize,
    run: &mut Run<'_>,
) -> Result<Kept<W>, Limit> {
    let mut nodes = Vec::new();
    for part in parts {
        append(&mut nodes, part);
        if nodes.len() >= LARGE {
            run.ask()?;
        }
    }
    remove_duplicates(&mut nodes, run)?;
    let dropped = nodes.len() > width;
    truncate_to_best(&mut nodes, width, run)?;
    Ok(Kept { nodes, dropped })
}

/// Appends positions. If there are none yet, nothing is copied.
pub(super) fn append<W: Word>(nodes: &mut Vec<Node<W>>, more: Vec<Node<W>>) {
    if nodes.is_empty() {
        *nodes = more;
    } else {
        nodes.extend(more);
    }
}

/// Levels of at least this many positions are put into buckets before they are sorted.
const LARGE: usize = 1 << 16;
/// The number of positions in a bucket, on average.
const BUCKET: usize = 1 << 13;

/// Keeps the best positions, in any order.
pub(super) fn truncate_to_best<W: Word>(
    nodes: &mut Vec<Node<W>>,
    width: usize,
    run: &mut Run<'_>,
) -> Result<(), Limit> {
    if nodes.len() <= width {
        return Ok(());
    }
    let (mut first, mut end) = (0, nodes.len());
    if nodes.len() >= LARGE {
        let ends = into_buckets(nodes, run)?;
        let bucket = ends.partition_point(|&end| end <= width);
        (first, end) = (bucket.checked_sub(1).map_or(0, |before| ends[before]), ends[bucket]);
    }
    nodes[first..end].select_nth_unstable_by_key(width - first, Node::rank);
    nodes.truncate(width);
    Ok(())
}

/// Sorts a level, best first.
pub(super) fn sort<W: Word>(nodes: &mut [Node<W>], run: &mut Run<'_>) -> Result<(), Limit> {
    if nodes.len() < LARGE {
        nodes.sort_unstable_by_key(Node::rank);
        return Ok(());
    }
    let ends = into_buckets(nodes, run)?;
    let (mut buckets, mut rest, mut first) = (Vec::new(), nodes, 0);
    for end in ends {
        let (bucket, others) = rest.split_at_mut(end - first);
        buckets.push(bucket);
        (rest, first) = (others, end);
    }
    run.share_out(buckets, |bucket, _| bucket.sort_unstable_by_key(Node::rank)).map(drop)
}

/// Puts positions into buckets, so that those of a bucket are better than those of the next, and returns the end of
/// each bucket. (An American flag sort on the first bits of the rank.)
fn into_buckets<W: Word>(nodes: &mut [Node<W>], run: &mut Run<'_>) -> Result<Vec<usize>, Limit> {
    let mut ticker = Ticker::default();
    let buckets = Buckets::of(nodes, &mut ticker, run)?;
    let mut ends = vec![0; buckets.count];
    for node in &*nodes {
        ticker.step(run)?;
        ends[buckets.number(node)] += 1;
    }
    let mut sum = 0;
    for end in &mut ends {
        sum += *end;
        *end = sum;
    }
    let mut next: Vec<usize> = std::iter::once(0).chain(ends.iter().copied()).collect();
    for (own, &end) in ends.iter().enumerate() {
        while next[own] < end {
            ticker.step(run)?;
            let target = buckets.number(&nodes[next[own]]);
            nodes.swap(next[own], next[target]);
            next[target] += 1;
        }
    }
    Ok(ends)
}

/// Buckets by the number of pairs, then by the first bits of the hash.
struct Buckets {
    most_pairs: i32,
    hash_bits: u32,
    count: usize,
}

impl Buckets {
    fn of<W: Word>(nodes: &[Node<W>], ticker: &mut Ticker, run: &mut Run<'_>) -> Result<Self, Limit> {
        let (mut least, mut most) = (i32::MAX, i32::MIN);
        for node in nodes {
            ticker.step(run)?;
            (least, most) = (least.min(node.pairs), most.max(node.pairs));
        }
        let hash_bits = (nodes.len() / BUCKET).max(2).ilog2();
        let count = (most.abs_diff(least) as usize + 1) << hash_bits;
        Ok(Self { most_pairs: most, hash_bits, count })
    }

    fn number<W: Word>(&self, node: &Node<W>) -> usize {
        let pairs = self.most_pairs.abs_diff(node.pairs) as usize;
        pairs << self.hash_bits | (node.hash >> (u64::BITS - self.hash_bits)) as usize
    }
}

/// The most bytes for each position that the table of [`remove_duplicates`] takes.
pub(super) const TABLE_BYTES: usize = 4 * size_of::<u32>();

/// Keeps the first of equal positions.
fn remove_duplicates<W: Word>(nodes: &mut Vec<Node<W>>, run: &mut Run<'_>) -> Result<(), Limit> {
    let slots = (nodes.len() * 2).next_power_of_two();
    let mut table = vec![0_u32; slots];
    let mut kept = 0;
    let mut ticker = Ticker::default();
    for i in 0..nodes.len() {
        ticker.step(run)?;
        let mut slot = (nodes[i].hash >> 20) as usize & (slots - 1);
        while table[slot] != 0 && nodes[table[slot] as usize - 1].word != nodes[i].word {
            slot = (slot + 1) & (slots - 1);
        }
        if table[slot] == 0 {
            nodes[kept] = nodes[i];
            kept += 1;
            table[slot] = kept as u32;
        }
    }
    nodes.truncate(kept);
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use search::{Budget, Stats, Stop, Unwatched};

    use super::*;

    /// A large level in which each position comes twice, the second time with another parent.
    fn level() -> Vec<Node<u64>> {
        let node = |word: u64, parent| {
            let pairs = (word % 7) as i32 - 3;
            Node { word, hash: word.hash(), pairs, worth: 0, parent, jump: 0 }
        };
        let words = (0..2 * LARGE as u64).map(|word| word.wrapping_mul(0x9e37_79b9) % (1 << 33));
        words.clone().map(|word| node(word, 1)).chain(words.map(|word| node(word, 2))).collect()
    }

    fn ranks(nodes: &[Node<u64>]) -> Vec<(i32, u64, u64)> {
        nodes.iter().map(Node::rank).collect()
    }

    #[test]
    fn large_levels_are_cut_and_sorted_as_small_ones_are() {
        let mut plain = level();
        plain.truncate(2 * LARGE);
        plain.sort_unstable_by_key(Node::rank);
        for threads in [1, 3] {
            let mut watch = Unwatched;
            let mut run = Run::new(Budget::default(), &mut watch).with_threads(threads);
            for width in [1, 1000, LARGE + 1, 2 * LARGE - 1, 2 * LARGE] {
                let kept = keep_best(vec![level()], width, &mut run).unwrap();
                assert_eq!(kept.dropped, width < 2 * LARGE);
                assert!(kept.nodes.iter().all(|node| node.parent == 1), "the first of equal ones is kept");
                let mut nodes = kept.nodes;
                sort(&mut nodes, &mut run).unwrap();
                assert_eq!(ranks(&nodes), ranks(&plain[..width]));
            }
        }
    }

    /// Each pass over a level asks at least once every few thousand positions.
    #[test]
    fn the_watcher_is_asked_all_along() {
        let mut ticks = 0;
        let mut watch = |_: &Stats| {
            ticks += 1;
            ControlFlow::Continue(())
        };
        keep_best(vec![level()], LARGE, &mut Run::new(Budget::default(), &mut watch)).map(drop).unwrap();
        let doubles = 4 * LARGE / Ticker::STEPS as usize;
        let buckets = 2 * (2 * LARGE) / Ticker::STEPS as usize;
        assert!(ticks >= doubles + buckets, "{ticks}");
    }

    #[test]
    fn a_level_half_done_is_given_up_when_time_is_over() {
        for last in [1, 10, 40] {
            let mut ticks = 0;
            let mut watch = |_: &Stats| {
                ticks += 1;
                if ticks < last { ControlFlow::Continue(()) } else { ControlFlow::Break(Stop::Time) }
            };
            let mut run = Run::new(Budget::default(), &mut watch);
            assert_eq!(keep_best(vec![level()], 10, &mut run).err(), Some(Limit::Time));
            assert_eq!(ticks, last);
        }
    }
}

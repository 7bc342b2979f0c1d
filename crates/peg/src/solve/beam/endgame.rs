//! Endgame table: all positions a few jumps before the goal, found backwards.

use search::{Limit, Run};

use crate::board::{Board, Jump};
use crate::position::Position;
use crate::solve::progress::Ticker;

use super::word::Word;

/// All positions from which a goal can be reached in a few jumps, each with a jump that leads there.
pub(crate) struct EndgameTable<W> {
    /// By number of jumps before the goal; sorted by position.
    levels: Vec<Vec<(W, u16)>>,
    /// The number of pegs of the goals.
    pegs: u32,
}

impl<W: Word> EndgameTable<W> {
    /// The table of the goals alone, which all have this many pegs.
    pub(crate) fn new(goals: &[Position], pegs: u32) -> Self {
        let mut level: Vec<_> = goals.iter().map(|&goal| (W::pack(goal), 0)).collect();
        level.sort_unstable();
        Self { levels: vec![level], pegs }
    }

    /// Adds levels backwards while they have fewer than `most` positions, but none with more than `pegs` pegs.
    pub(crate) fn extend_back(
        &mut self,
        board: &Board,
        most: usize,
        pegs: u32,
        run: &mut Run<'_>,
    ) -> Result<(), Limit> {
        let mut ticker = Ticker::default();
        // The holes of each jump, and the one that has a peg after it.
        let jumps: Vec<_> = board
            .jumps()
            .iter()
            .map(|jump| (W::pack(jump.holes()), W::pack(Position::single(jump.to))))
            .collect();
        while self.pegs() < pegs && self.levels[self.levels.len() - 1].len() < most {
            let mut before = Vec::new();
            for &(word, _) in &self.levels[self.levels.len() - 1] {
                ticker.step(run)?;
                for (index, &(holes, landed)) in (0..).zip(&jumps) {
                    if word & holes == landed {
                        before.push((word ^ holes, index));
                    }
                }
            }
            sort(&mut before, run)?;
            before.dedup_by_key(|entry| entry.0);
            self.levels.push(before);
        }
        Ok(())
    }

    /// The number of pegs of the positions farthest from the goal.
    pub(crate) fn pegs(&self) -> u32 {
        self.pegs + self.levels.len() as u32 - 1
    }

    /// Is this one of the positions farthest from the goal?
    pub(crate) fn contains(&self, word: W) -> bool {
        find(&self.levels[self.levels.len() - 1], word).is_some()
    }

    /// The jumps from such a position to the goal.
    pub(crate) fn line(&self, board: &Board, mut word: W) -> Vec<Jump> {
        let mut line = Vec::new();
        for level in self.levels[1..].iter().rev() {
            let jump = board.jumps()[usize::from(find(level, word).expect("each level leads to the next"))];
            line.push(jump);
            word = word ^ W::pack(jump.holes());
        }
        line
    }
}

/// Sorts in steps, and asks the watcher in between.
fn sort<W: Word>(entries: &mut [(W, u16)], run: &mut Run<'_>) -> Result<(), Limit> {
    let mut parts = vec![entries];
    while let Some(part) = parts.pop() {
        if part.len() < LARGE {
            part.sort_unstable();
            continue;
        }
        run.ask()?;
        let (less, _, more) = part.select_nth_unstable(part.len() / 2);
        parts.extend([less, more]);
    }
    Ok(())
}

/// Parts of at least this many positions are divided before they are sorted.
const LARGE: usize = 1 << 17;

fn find<W: Word>(level: &[(W, u16)], word: W) -> Option<u16> {
    level.binary_search_by_key(&word, |entry| entry.0).ok().map(|i| level[i].1)
}

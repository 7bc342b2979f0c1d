//! Best-first search by macro-moves, for tables where cards only go onto cards, whatever their suits.
//!
//! Most moves of such a table take a built card, one that lies on a card one rank higher, to another such card, and can
//! be taken back. A macro-move is the moves that take a dealt card off its place for good, or uncover the next card of
//! a foundation: the cards on it, and those on the card it goes onto, are taken away first. Tables that differ only in
//! where *loose* cards lie are met once: an exposed card is loose if it is built, can be uncovered and finds a place
//! free. Not all ways to take cards away are tried, so that this search finds lines and proves nothing.

use std::collections::BinaryHeap;

use search::{Limit, Run};

use crate::solve::chunked_vec::ChunkedVec;
use crate::solve::packed::{FLOOR, Packed, PackedMove, cards};
use crate::solve::relaxation::{Relaxation, Relaxed};
use crate::solve::rule_masks::{Cards, RuleMasks, bit};
use crate::solve::zobrist_set::ZobristSet;

/// The place of loose cards in keys. No card lies there.
const LOOSE: u8 = 55;
/// All cards of the lowest rank.
const ACES: Cards = 0b1111;
/// The most answers about relaxed games that a search keeps.
const MOST_RELAXED: usize = 1_000_000;
/// How often a card is uncovered again after others went up meanwhile.
const TRIES: usize = 3;
/// States expanded between two looks at the memory.
const BLOCK: u64 = 1024;
/// More than the macro-moves from a state that lead to new ones, and than the moves of each, for the estimate of memory.
const USUAL_MOVES: usize = 8;
const USUAL_LENGTH: usize = 4;
/// The cost of a card that is not up, and of one that is dealt.
const LEFT: i32 = 1;
const DEALT: i32 = 2;

/// One search by macro-moves of a portfolio.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MacroAttempt {
    /// Its name in reports.
    pub(crate) name: &'static str,
    /// The cost of a built card that is not loose.
    pub(crate) stuck: i32,
    /// The most states it may expand.
    pub(crate) nodes: u64,
}

/// A state that was reached.
#[derive(Clone, Copy, Debug)]
struct MacroNode {
    state: Packed,
    parent: u32,
    /// Where its moves end among all moves; they begin where those of the node before end.
    moves_end: u32,
}

/// The exposed cards of a state: those of the run at the end of each column.
struct Exposure {
    exposed: Cards,
    /// Those that lie on a card one rank higher.
    built: Cards,
    loose: Cards,
}

/// The search, with its memory, which serves one search after another.
#[derive(Debug, Default)]
pub(crate) struct MacroSearch {
    visited: ZobristSet,
    nodes: ChunkedVec<MacroNode>,
    moves: ChunkedVec<PackedMove>,
    /// Costs with their sign turned, and the numbers of nodes.
    frontier: BinaryHeap<(i32, u32)>,
    relaxation: Relaxation,
}

impl MacroSearch {
    /// Is there a search for these rules?
    pub(crate) fn accepts(masks: &RuleMasks) -> bool {
        Relaxation::accepts(masks) && !masks.choice
    }

    /// Looks for a line from a state in normal form that is not won.
    pub(crate) fn run(
        &mut self,
        start: &Packed,
        masks: &RuleMasks,
        stuck: i32,
        run: &mut Run<'_>,
    ) -> Result<Option<Vec<PackedMove>>, Limit> {
        self.begin(start);
        while let Some((_, number)) = self.frontier.pop() {
            if run.stats().nodes.is_multiple_of(BLOCK) {
                run.hold(self.bytes_soon())?;
            }
            run.expand(|| (self.nodes.len(), self.bytes_soon()))?;
            if self.expand(number, masks, stuck) {
                return Ok(Some(self.line(self.nodes.len() as u32 - 1)));
            }
        }
        Ok(None)
    }

    fn begin(&mut self, start: &Packed) {
        self.visited.clear();
        self.nodes.release();
        self.moves.release();
        self.frontier.clear();
        self.relaxation.begin(start);
        self.nodes.push(MacroNode { state: *start, parent: 0, moves_end: 0 });
        self.frontier.push((0, 0));
    }

    /// The most bytes in use before the next look: a list that is full doubles, and both are there while it is copied.
    fn bytes_soon(&self) -> usize {
        let more = BLOCK as usize * USUAL_MOVES;
        let waiting = self.frontier.capacity();
        let doubled = if self.frontier.len() + more > waiting { 2 * waiting.max(more) } else { 0 };
        self.visited.bytes_with(more).1
            + self.nodes.bytes_with(more)
            + self.moves.bytes_with(USUAL_LENGTH * more)
            + (waiting + doubled) * size_of::<(i32, u32)>()
            + self.relaxation.bytes_with(more)
    }

    /// Tries all macro-moves from a node; true if the last one wins.
    fn expand(&mut self, number: u32, masks: &RuleMasks, stuck: i32) -> bool {
        let state = self.nodes.get(number as usize).state;
        let Exposure { exposed, built, .. } = Exposure::of(&state);
        let covered = exposed & !state.tops() & state.next_up();
        let uncovered = |card| move |play: &mut Play<'_>| play.uncover(card);
        if cards(covered).any(|card| self.enter(number, masks, stuck, uncovered(card))) {
            return true;
        }
        cards(exposed & !built).any(|card| {
            let hosts = masks.hosts[usize::from(card)] & exposed;
            cards(hosts).any(|to| self.enter(number, masks, stuck, |play| play.take(PackedMove { card, to })))
        })
    }

    /// Adds the node after a macro-move, unless the moves cannot be made, lead to a table that was met, or lose; true
    /// if they win.
    fn enter(
        &mut self,
        parent: u32,
        masks: &RuleMasks,
        stuck: i32,
        moves: impl FnOnce(&mut Play<'_>) -> bool,
    ) -> bool {
        let before = self.moves.len();
        let mut play = Play { state: self.nodes.get(parent as usize).state, masks, line: &mut self.moves };
        let is_made = moves(&mut play);
        let state = play.state;
        if is_made && (state.is_won() || self.is_worth_keeping(&state)) {
            let number = self.nodes.len() as u32;
            self.frontier.push((-cost(&state, stuck), number));
            self.nodes.push(MacroNode { state, parent, moves_end: self.moves.len() as u32 });
            return state.is_won();
        }
        self.moves.truncate(before);
        false
    }

    /// Was no such table met, and may it be won?
    fn is_worth_keeping(&mut self, state: &Packed) -> bool {
        self.visited.make_room(1);
        self.visited.insert(Exposure::of(state).key(state))
            && self.relaxation.ask(state, MOST_RELAXED) != Relaxed::Lost
    }

    /// The moves to this node.
    fn line(&self, last: u32) -> Vec<PackedMove> {
        let mut line = Vec::new();
        let mut at = last as usize;
        while at != 0 {
            let MacroNode { parent, moves_end, .. } = self.nodes.get(at);
            let from = self.nodes.get(at - 1).moves_end;
            line.extend((from..moves_end).rev().map(|number| self.moves.get(number as usize)));
            at = parent as usize;
        }
        line.reverse();
        line
    }
}

/// Low for states near the end whose built cards can move.
fn cost(state: &Packed, stuck: i32) -> i32 {
    let Exposure { built, loose, .. } = Exposure::of(state);
    let count = |set: Cards| set.count_ones() as i32;
    let left = 52 - count(state.up());
    LEFT * left + DEALT * (left - count(built)) + stuck * count(built & !loose)
}

/// The moves of a macro-move, while they are made.
struct Play<'p> {
    state: Packed,
    masks: &'p RuleMasks,
    line: &'p mut ChunkedVec<PackedMove>,
}

impl Play<'_> {
    /// Takes a card onto another one, after both are uncovered; false where that cannot be.
    fn take(&mut self, step: PackedMove) -> bool {
        let PackedMove { card, to } = step;
        // Uncovering one may cover the other.
        let both = self.uncover(card) && self.uncover(to) && self.uncover(card);
        let are_open = bit(card) | bit(to);
        both && self.state.tops() & are_open == are_open && {
            self.play(step);
            true
        }
    }

    /// Takes away the cards on this one, unless that cannot be; it may go up.
    fn uncover(&mut self, card: u8) -> bool {
        for _ in 0..TRIES {
            if (self.state.tops() | self.state.up()) & bit(card) != 0 {
                return true;
            }
            let Some(guest) = self.guest(card) else { return false };
            if !self.uncover(guest) {
                return false;
            }
            if self.state.up() & bit(guest) == 0 {
                let places = self.masks.hosts[usize::from(guest)] & self.state.tops();
                let Some(to) = cards(places).next() else { return false };
                self.play(PackedMove { card: guest, to });
            }
        }
        (self.state.tops() | self.state.up()) & bit(card) != 0
    }

    /// The card one rank lower on this one.
    fn guest(&self, card: u8) -> Option<u8> {
        cards(self.masks.guests[usize::from(card)]).find(|&guest| self.state.beneath(guest) == card)
    }

    fn play(&mut self, step: PackedMove) {
        self.state.play(step, self.masks);
        self.line.push(step);
    }
}

impl Exposure {
    fn of(state: &Packed) -> Self {
        let mut exposure = Self { exposed: 0, built: 0, loose: 0 };
        for top in cards(state.tops()) {
            let mut card = top;
            loop {
                exposure.exposed |= bit(card);
                let on = state.beneath(card);
                if on == FLOOR || on / 4 != card / 4 + 1 {
                    break;
                }
                exposure.built |= bit(card);
                card = on;
            }
        }
        exposure.loosen(state);
        exposure
    }

    /// Finds the loose cards, rank by rank. A card that lies on the next card of a foundation is not loose: taking it
    /// away puts that card up.
    fn loosen(&mut self, state: &Packed) {
        let mut uncoverable = self.exposed & ACES;
        for rank in 0..12 {
            let cards_of_rank = ACES << (4 * rank);
            let free = self.exposed & state.tops() & cards_of_rank << 4;
            if free == 0 {
                continue;
            }
            uncoverable |= free;
            for card in cards(self.built & uncoverable & cards_of_rank) {
                let on = bit(state.beneath(card));
                if on & state.next_up() == 0 {
                    self.loose |= bit(card);
                    uncoverable |= on;
                }
            }
        }
    }

    /// The key of all tables that differ from this one only in the places of loose cards.
    fn key(&self, state: &Packed) -> u128 {
        cards(self.loose).fold(state.key(), |key, card| {
            key ^ state.key() ^ state.key_after(PackedMove { card, to: LOOSE })
        })
    }
}

#[cfg(test)]
mod tests {
    use search::{Budget, Unwatched};

    use super::*;
    use crate::dice::Dice;
    use crate::solve::small_games::{Truth, table_without_room, truth};

    fn searched(table: &crate::Table, nodes: u64) -> Result<Option<Vec<PackedMove>>, Limit> {
        let masks = RuleMasks::of(table);
        let mut run_watch = Unwatched;
        let mut run = Run::new(Budget::default().with_nodes(nodes), &mut run_watch);
        MacroSearch::default().run(&Packed::of(table), &masks, 4, &mut run)
    }

    /// A line wins when the referee plays it; most tables that can be won are.
    #[test]
    fn lines_win_by_the_referee() {
        let mut dice = Dice::new(41);
        let (mut found, mut missed) = (0, 0);
        for game in 0..2000 {
            let mut table = table_without_room(&mut dice, 4 + game % 20);
            table.normalise();
            if table.is_won() {
                continue;
            }
            match searched(&table, u64::MAX).unwrap() {
                Some(line) => {
                    for step in &line {
                        table.try_play(step.to_move()).unwrap();
                    }
                    assert!(table.is_won());
                    found += 1;
                }
                None => missed += u32::from(matches!(truth(&table, 300), Truth::Shortest(_))),
            }
        }
        assert!(found > 300 && missed < 10, "{found} {missed}");
    }

    /// Loose cards may lie anywhere: a table with the same key is in reach, and leads back.
    #[test]
    fn moves_of_loose_cards_keep_the_key() {
        let mut dice = Dice::new(42);
        let mut loose = 0;
        for game in 0..500 {
            let mut table = table_without_room(&mut dice, 10 + game % 30);
            let masks = RuleMasks::of(&table);
            table.normalise();
            for _ in 0..30 {
                let moves = table.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let state = Packed::of(&table);
                let before = Exposure::of(&state);
                let step = PackedMove::of(moves[dice.below(moves.len())]);
                let mut after = state;
                after.play(step, &masks);
                if before.loose & bit(step.card) != 0 {
                    loose += 1;
                    assert_eq!(before.key(&state), Exposure::of(&after).key(&after), "{table:?}");
                }
                table.try_play(step.to_move()).unwrap();
            }
        }
        assert!(loose > 500, "{loose}");
    }

    #[test]
    fn limits_are_kept() {
        let mut table = "bd.1817".parse::<crate::Deal>().unwrap().table().clone();
        table.normalise();
        assert_eq!(searched(&table, 100), Err(Limit::Nodes));
        let memory = 16 << 20;
        let mut watch = Unwatched;
        let mut run = Run::new(Budget { memory, ..Budget::UNLIMITED }, &mut watch);
        let masks = RuleMasks::of(&table);
        let mut search = MacroSearch::default();
        assert_eq!(search.run(&Packed::of(&table), &masks, 4, &mut run), Err(Limit::Memory));
        assert!(run.stats().nodes > 5_000 && run.stats().memory <= memory, "{:?}", run.stats());
    }

    /// The broad searches leave this deal open.
    #[test]
    fn a_deal_is_won_that_single_moves_leave_open() {
        let mut table = "bd.300827".parse::<crate::Deal>().unwrap().table().clone();
        table.normalise();
        assert!(searched(&table, 5000).unwrap().is_some());
    }
}

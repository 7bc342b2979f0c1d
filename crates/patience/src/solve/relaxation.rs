//! The relaxed game of tables where cards only go onto cards, whatever their suits: built cards lie wherever there is
//! room. A table that is lost in the relaxed game is lost.
//!
//! A card is *dealt* while it and all cards beneath it lie as on the first table. A card that is neither dealt nor up is
//! *built*: it lies on a card one rank higher. A card is *exposed* if it is built, or the uppermost dealt one of its
//! column. A dealt card that lies on a card one rank higher counts as built as soon as only built cards lie on it.
//!
//! Built cards of rank r lie on exposed cards of rank r + 1, no two on the same one. So an exposed card of rank r with
//! nothing on it exists if and only if more cards of rank r are exposed than of rank r − 1 are built: rank r is *free*.
//! The relaxed game keeps these counts and forgets which card lies on which. It has two moves:
//! - an uppermost dealt card of rank r, unless at the bottom of its column, leaves, if the ranks r and r + 1 are free;
//! - an exposed card goes up, if it is next on its foundation and its rank is free.
//!
//! A card that can go up and is safe (see [`AutoPlay::SafeByRank`]) goes up at once.
//!
//! **Claim**: from a table that can be won, the relaxed game can be won. *Proof.* Follow a line that wins. When a built
//! card moves, do nothing. When a dealt card goes onto another card, nothing lies on either: both ranks are free, and
//! it leaves. When a card goes up, nothing lies on it: its rank is free. So the relaxed game is won with all moves.
//!
//! *Without cards that leave the bottom of a column.* Let such a card stay. It stays exposed and is not built. So all
//! ranks that were free are free, and it goes up when it did.
//!
//! *With safe cards going up at once.* Let x of rank r be safe. All cards below rank r − 1 are up, and none of them is
//! built. So a card of rank r − 1 can go up whenever it is exposed. Put up x and, whenever one is exposed, each card of
//! rank r − 1; otherwise follow the line, leaving out moves of cards that are up. Fewer cards are dealt than in the line.
//! A card that is exposed only here adds to its rank; if it counts as built, so does the card beneath it to the rank
//! above. No card of rank r − 1 is built here: so rank r is free whenever one of its cards is exposed. Rank r + 1 lacks no
//! exposed card, and x is not built here: so it is free when it was. Other ranks are not concerned. ∎

use rustc_hash::FxHashSet;

use crate::card::Card;
use crate::solve::packed::{FLOOR, Packed, cards, next_up};
use crate::solve::rule_masks::{ALL, AutoPlay, Cards, RuleMasks, bit};

/// A state of the relaxed game. Cards that are neither dealt nor up are built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct RelaxedState {
    dealt: Cards,
    up: Cards,
}

/// A state on the way, with what is still to be tried from it.
#[derive(Clone, Copy, Debug)]
struct Visit {
    state: RelaxedState,
    /// The uppermost dealt card of each column.
    uppermost: Cards,
    rising: Cards,
    leaving: Cards,
}

/// The answer about a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Relaxed {
    /// The relaxed game can be won, which proves nothing.
    Winnable,
    /// The table is lost.
    Lost,
    /// More states than allowed.
    Unknown,
}

/// The relaxed game of a table and of all tables that it leads to. It keeps the answers.
#[derive(Debug)]
pub(crate) struct Relaxation {
    /// The cards of the first table, each after the one beneath it.
    order: Vec<u8>,
    /// The place of each card on the first table.
    beneath: [u8; Card::COUNT],
    /// The cards that lie on a card one rank higher on the first table.
    in_sequence: Cards,
    /// The cards at the bottom of columns on the first table.
    bottoms: Cards,
    lost: FxHashSet<RelaxedState>,
    winnable: FxHashSet<RelaxedState>,
    way: Vec<Visit>,
}

impl Default for Relaxation {
    fn default() -> Self {
        Self {
            order: Vec::new(),
            beneath: [FLOOR; Card::COUNT],
            in_sequence: 0,
            bottoms: 0,
            lost: FxHashSet::default(),
            winnable: FxHashSet::default(),
            way: Vec::new(),
        }
    }
}

impl Relaxation {
    /// Does the relaxed game exist under these rules? Cards must not come back from foundations.
    pub(crate) fn accepts(masks: &RuleMasks) -> bool {
        masks.cells == 0 && masks.fillers == 0 && !masks.returns && masks.hosts[0].count_ones() == 4
    }

    /// Takes this as the first table, and forgets all answers.
    pub(crate) fn begin(&mut self, first: &Packed) {
        self.lost.clear();
        self.winnable.clear();
        self.order.clear();
        (self.in_sequence, self.bottoms) = (0, 0);
        for top in cards(first.tops()) {
            let at = self.order.len();
            let mut card = top;
            while card != FLOOR {
                self.order.push(card);
                let on = first.beneath(card);
                self.beneath[usize::from(card)] = on;
                match on {
                    FLOOR => self.bottoms |= bit(card),
                    on if on / 4 == card / 4 + 1 => self.in_sequence |= bit(card),
                    _ => {}
                }
                card = on;
            }
            self.order[at..].reverse();
        }
    }

    /// How many answers are kept.
    pub(crate) fn len(&self) -> usize {
        self.lost.len() + self.winnable.len()
    }

    /// The most bytes in use while this many answers come in: a table that is full doubles, and both are there while
    /// it is copied.
    pub(crate) fn bytes_with(&self, more: usize) -> usize {
        let held = |capacity: usize| (capacity * 8 / 7).next_power_of_two();
        let places = |set: &FxHashSet<RelaxedState>| {
            let full = set.len() + more > set.capacity();
            held(set.capacity()) + if full { held((set.len() + more).max(2 * set.capacity())) } else { 0 }
        };
        // Each place has one byte of control.
        (places(&self.lost) + places(&self.winnable)) * (size_of::<RelaxedState>() + 1)
    }

    /// Gives back all memory.
    pub(crate) fn release(&mut self) {
        *self = Self::default();
    }

    /// Asks about a table that the first one leads to. At most about `most` answers are kept.
    pub(crate) fn ask(&mut self, table: &Packed, most: usize) -> Relaxed {
        let (state, uppermost) = self.relaxed(table);
        self.answer(state, uppermost, most)
    }

    /// Asks about all tables with these dealt cards, of which these are the uppermost, and these cards up.
    pub(crate) fn ask_of(&mut self, dealt: Cards, mut uppermost: Cards, up: Cards, most: usize) -> Relaxed {
        let mut state = RelaxedState { dealt, up };
        self.settle(&mut state, &mut uppermost);
        self.answer(state, uppermost, most)
    }

    fn answer(&mut self, state: RelaxedState, uppermost: Cards, most: usize) -> Relaxed {
        if state.up == ALL || self.winnable.contains(&state) {
            return Relaxed::Winnable;
        }
        if self.lost.contains(&state) {
            return Relaxed::Lost;
        }
        self.way.clear();
        self.way.push(self.visit(state, uppermost));
        self.search(most)
    }

    /// Depth first: each move brings the game on, so that no state leads back to itself.
    fn search(&mut self, most: usize) -> Relaxed {
        while let Some(visit) = self.way.last_mut() {
            let Some(card) = visit.take_next() else {
                self.lost.insert(visit.state);
                self.way.pop();
                if self.len() > most && !self.way.is_empty() {
                    return Relaxed::Unknown;
                }
                continue;
            };
            let (state, uppermost) = self.after(card);
            if state.up == ALL || self.winnable.contains(&state) {
                self.winnable.extend(self.way.iter().map(|visit| visit.state));
                return Relaxed::Winnable;
            }
            if !self.lost.contains(&state) {
                self.way.push(self.visit(state, uppermost));
            }
        }
        Relaxed::Lost
    }

    /// The state after the move on the way's last state that was taken.
    fn after(&self, (card, goes_up): (u8, bool)) -> (RelaxedState, Cards) {
        let &Visit { mut state, mut uppermost, .. } = self.way.last().expect("a move was taken from it");
        if goes_up {
            state.up |= bit(card);
        }
        if state.dealt & bit(card) != 0 {
            self.leave(&mut state, &mut uppermost, card);
        }
        self.settle(&mut state, &mut uppermost);
        (state, uppermost)
    }

    fn visit(&self, state: RelaxedState, uppermost: Cards) -> Visit {
        let exposed = state.built() | uppermost;
        let free = free_ranks(exposed, state.built());
        Visit {
            state,
            uppermost,
            rising: exposed & next_up(state.up) & free,
            leaving: uppermost & !self.bottoms & free & free >> 4,
        }
    }

    /// The relaxed state of a table, and the uppermost dealt cards.
    fn relaxed(&self, table: &Packed) -> (RelaxedState, Cards) {
        let mut state = RelaxedState { dealt: 0, up: table.up() };
        let mut uppermost = 0;
        for &card in &self.order {
            let on = self.beneath[usize::from(card)];
            if table.beneath(card) == on && (on == FLOOR || state.dealt & bit(on) != 0) {
                state.dealt |= bit(card);
                uppermost |= bit(card);
                uppermost &= !if on == FLOOR { 0 } else { bit(on) };
            }
        }
        self.settle(&mut state, &mut uppermost);
        (state, uppermost)
    }

    /// Takes a card off its dealt place.
    #[inline]
    fn leave(&self, state: &mut RelaxedState, uppermost: &mut Cards, card: u8) {
        state.dealt ^= bit(card);
        *uppermost ^= bit(card);
        let on = self.beneath[usize::from(card)];
        if on != FLOOR {
            *uppermost |= bit(on);
        }
    }

    /// Counts cards in sequence as built, and puts up safe cards, again and again.
    #[inline]
    fn settle(&self, state: &mut RelaxedState, uppermost: &mut Cards) {
        loop {
            let in_sequence = *uppermost & self.in_sequence;
            if in_sequence != 0 {
                self.leave(state, uppermost, in_sequence.trailing_zeros() as u8);
                continue;
            }
            let exposed = state.built() | *uppermost;
            let safe = next_up(state.up) & AutoPlay::SafeByRank.safe(state.up);
            let rising = exposed & safe & free_ranks(exposed, state.built());
            if rising == 0 {
                return;
            }
            let card = rising.trailing_zeros() as u8;
            state.up |= bit(card);
            if state.dealt & bit(card) != 0 {
                self.leave(state, uppermost, card);
            }
        }
    }
}

impl RelaxedState {
    #[inline]
    fn built(self) -> Cards {
        ALL & !self.up & !self.dealt
    }
}

impl Visit {
    /// The next move to try: a card, and whether it goes up. High cards go up first, low ones leave first.
    #[inline]
    fn take_next(&mut self) -> Option<(u8, bool)> {
        if self.rising != 0 {
            let card = 63 - self.rising.leading_zeros() as u8;
            self.rising ^= bit(card);
            Some((card, true))
        } else if self.leaving != 0 {
            let card = self.leaving.trailing_zeros() as u8;
            self.leaving ^= bit(card);
            Some((card, false))
        } else {
            None
        }
    }
}

/// All cards of the ranks that are free: more of their cards are exposed than are built one rank lower.
#[inline]
fn free_ranks(exposed: Cards, built: Cards) -> Cards {
    const SEVENS: Cards = ALL / 15 * 7;
    const EIGHTS: Cards = ALL / 15 * 8;
    // Four bits per rank: 7 and the difference, from −4 to 4, so that the highest bit says whether it is positive.
    let positive = (per_rank(exposed) + SEVENS - (per_rank(built) << 4 & ALL)) & EIGHTS;
    (positive >> 3) * 15
}

/// How many cards of each rank there are, in the four bits of the rank.
#[inline]
fn per_rank(set: Cards) -> Cards {
    const FIVES: Cards = ALL / 3;
    const THREES: Cards = ALL / 15 * 3;
    let pairs = set - (set >> 1 & FIVES);
    (pairs & THREES) + (pairs >> 2 & THREES)
}

#[cfg(test)]
mod tests {
    use search::{Budget, Run, Unwatched};

    use super::*;
    use crate::certificate::RelaxedGames;
    use crate::dice::Dice;
    use crate::solve::small_games::{Truth, table_without_room, truth};

    fn asked(relaxation: &mut Relaxation, table: &crate::Table) -> Relaxed {
        relaxation.ask(&Packed::of(table), usize::MAX)
    }

    fn is_lost_for_the_verifier(games: &mut RelaxedGames, table: &crate::Table) -> bool {
        games.is_lost(table, 0, &mut Run::new(Budget::default(), &mut Unwatched)).unwrap()
    }

    /// Against the plain truth, and against the same rule as the verifier of certificates reads it.
    #[test]
    fn only_lost_tables_are_lost_in_the_relaxed_game() {
        let mut dice = Dice::new(31);
        let mut relaxation = Relaxation::default();
        // It keeps what it knows from one deal to the next, as it may for positions that no game leads to.
        let mut verifiers = RelaxedGames::default();
        let mut seen = [0; 2];
        for game in 0..3000 {
            let mut table = table_without_room(&mut dice, 4 + game % 15);
            table.normalise();
            assert!(Relaxation::accepts(&RuleMasks::of(&table)));
            relaxation.begin(&Packed::of(&table));
            for _ in 0..4 {
                let is_lost = asked(&mut relaxation, &table) == Relaxed::Lost;
                assert_eq!(is_lost, is_lost_for_the_verifier(&mut verifiers, &table), "{table:?}");
                match truth(&table, 300) {
                    Truth::Shortest(_) => assert!(!is_lost, "{table:?}"),
                    Truth::Impossible => seen[usize::from(is_lost)] += 1,
                    Truth::Unknown => {}
                }
                let moves = table.legal_moves();
                if moves.is_empty() {
                    break;
                }
                table.try_play(moves[dice.below(moves.len())]).unwrap();
            }
        }
        assert!(seen[1] > 2000 && seen[1] > 2 * seen[0], "{seen:?}");
    }

    /// The answer about a table does not depend on the table that was the first one: cards that were built are as good
    /// as dealt ones in sequence.
    #[test]
    fn the_first_table_does_not_matter() {
        let mut dice = Dice::new(32);
        let (mut from_first, mut from_itself) = (Relaxation::default(), Relaxation::default());
        for game in 0..300 {
            let mut table = table_without_room(&mut dice, 10 + game % 30);
            table.normalise();
            from_first.begin(&Packed::of(&table));
            for _ in 0..20 {
                from_itself.begin(&Packed::of(&table));
                assert_eq!(asked(&mut from_first, &table), asked(&mut from_itself, &table), "{table:?}");
                let moves = table.legal_moves();
                if moves.is_empty() {
                    break;
                }
                table.try_play(moves[dice.below(moves.len())]).unwrap();
            }
        }
    }

    #[test]
    fn ranks_are_free_by_their_counts() {
        let mut dice = Dice::new(33);
        for _ in 0..10_000 {
            let set = |dice: &mut Dice| (0..52).filter(|_| dice.below(3) == 0).map(bit).sum::<Cards>();
            let (exposed, built) = (set(&mut dice), set(&mut dice));
            let free = free_ranks(exposed, built);
            for rank in 0..13 {
                let count = |set: Cards, rank: u32| (set >> (4 * rank) & 15).count_ones();
                let lower = if rank == 0 { 0 } else { count(built, rank - 1) };
                let expected = if count(exposed, rank) > lower { 15 } else { 0 };
                assert_eq!(free >> (4 * rank) & 15, expected);
            }
        }
    }

    #[test]
    fn a_limit_leaves_the_answer_open() {
        let mut table = "bd.5837".parse::<crate::Deal>().unwrap().table().clone();
        table.normalise();
        let mut relaxation = Relaxation::default();
        relaxation.begin(&Packed::of(&table));
        assert_eq!(relaxation.ask(&Packed::of(&table), 1000), Relaxed::Unknown);
        assert!(relaxation.len() <= 1001);
        assert_eq!(asked(&mut relaxation, &table), Relaxed::Lost);
    }
}

//! The game as the in-suit solvers see it: which runs lie on which, and a position in a few words.
//!
//! Building is in suit, so a card that leaves its place can lie on one card only. The 52 cards are
//! bits of a word, a lane of sixteen for each suit; within a lane the king is bit 1 and the ace bit
//! 13, so that a run reads upwards from its highest card, and bit 0 and 14 are always free.

use crate::card::{Card, Rank, Suit};
use crate::rules::Fill;
use crate::table::Table;

/// The lowest bit of each lane.
const LANES: u64 = 0x0001_0001_0001_0001;
/// All kings.
pub(crate) const KINGS: u64 = LANES << 1;
/// A foundation's next card when the foundation is full: one beyond the king.
const FULL: u64 = LANES;
/// One below each ace.
const BELOW_ACES: u64 = LANES << 14;

/// The place of a card in a word.
pub(crate) fn place(card: Card) -> u32 {
    16 * card.suit() as u32 + 14 - u32::from(card.rank().number())
}

/// The place of the card of a set of one.
#[inline]
pub(crate) fn place_of(card: u64) -> u8 {
    card.trailing_zeros() as u8
}

/// The card as a set of one.
pub(crate) fn bit(card: Card) -> u64 {
    1 << place(card)
}

/// The card at a place.
pub(crate) fn card_at(place: u32) -> Option<Card> {
    Some(Card::new(Rank::new(14_u8.checked_sub((place % 16) as u8)?)?, Suit::ALL[(place / 16) as usize]))
}

/// A maximal run of the start: cards of one suit that lie in a column in order of rank.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct DealtRun {
    /// The highest card of the run beneath; none at the bottom.
    beneath: u64,
    /// The cards that are gone as soon as the run is: those of the run beneath but the highest.
    opens: u64,
    /// The king whose run lies at the bottom beneath, where kings have seats: as good as seated.
    seat: u64,
    /// How many columns for kings its going makes: one at the bottom, where kings have seats at all.
    empties: u32,
    /// The value of a run of the column in the code.
    step: u64,
}

/// The runs of a table, each by its highest card.
#[derive(Clone, Debug)]
pub(crate) struct DealtRuns {
    by_highest: [DealtRun; 64],
    /// The cards over each card at the start.
    over: [u64; 64],
    sets: Sets,
    seats: bool,
    cells: u32,
    code_bits: u32,
}

/// Highest cards of runs of a kind.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sets {
    /// A lower card of the suit lies beneath.
    pub(crate) over_own_lower: u64,
    /// It can never be built: its successor lies beneath, or it is a king where kings have no seats.
    pub(crate) unbuildable: u64,
    /// Two cards or more.
    pub(crate) long: u64,
    /// Nothing lies beneath.
    pub(crate) bottom: u64,
}

/// A position of the game: everything that changes in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct InSuitState {
    /// The cards that have left their places, and those that lie on a top in order: it is all one
    /// whether they came there or lay there at the start.
    pub(crate) gone: u64,
    /// The highest cards of the runs on which nothing else of the start lies.
    pub(crate) tops: u64,
    /// The card that each foundation takes next.
    pub(crate) next: u64,
    /// The kings in empty columns.
    pub(crate) seated: u64,
    /// How many runs are left in each column.
    pub(crate) code: u64,
    /// How many columns are empty or a king's.
    pub(crate) empty: u32,
}

/// A step of a search. Cards are given by their places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InSuitStep {
    /// The pile of a top goes where it can.
    Take(u8),
    /// A king's pile goes into the column of a king that leaves.
    TakeSeat(u8, u8),
    /// A gone king gets the column of a king that leaves.
    Swap(u8, u8),
}

impl DealtRuns {
    /// The runs of a table and its position, once all is put up that can go.
    pub(crate) fn of(table: &Table) -> (Self, InSuitState) {
        let seats = table.rules().fill == Fill::KingsOnly;
        let mut runs = Self {
            by_highest: [DealtRun::default(); 64],
            over: [0; 64],
            sets: Sets::default(),
            seats,
            cells: table.rules().cells.into(),
            code_bits: 0,
        };
        let up = Card::all().filter(|card| table.foundations()[card.suit() as usize] >= card.rank().number());
        let mut start = InSuitState {
            gone: up.chain(table.cells().iter().copied()).map(bit).sum(),
            next: Suit::ALL
                .iter()
                .zip(table.foundations())
                .map(|(&suit, height)| 1 << (16 * suit as u32 + 13 - u32::from(height)))
                .sum(),
            ..InSuitState::default()
        };
        for column in table.columns() {
            runs.lay(column, &mut start);
        }
        runs.put_up(&mut start);
        Self::seat_kings(&mut start);
        (runs, start)
    }

    /// May kings be put into empty columns?
    pub(crate) fn seats(&self) -> bool {
        self.seats
    }

    /// How many cells there are.
    pub(crate) fn cells(&self) -> u32 {
        self.cells
    }

    /// How many bits codes take.
    pub(crate) fn code_bits(&self) -> u32 {
        self.code_bits
    }

    /// Lays a column; the code gets as many bits as counting its runs takes.
    fn lay(&mut self, column: &[Card], start: &mut InSuitState) {
        self.note_cards_over(column);
        let mut parts = column.chunk_by(|&on, &card| bit(card) == bit(on) << 1).peekable();
        let seat = parts.next_if(|base| self.seats && base[0].rank() == Rank::KING).map_or(0, set);
        let mut run = DealtRun {
            opens: seat,
            seat: seat & KINGS,
            empties: u32::from(self.seats),
            step: 1 << self.code_bits,
            beneath: 0,
        };
        let (mut left, mut below) = (0_u64, seat);
        for part in parts {
            let (cards, highest) = (set(part), bit(part[0]));
            self.by_highest[place(part[0]) as usize] = run;
            self.sets.over_own_lower |= if below & lower(highest) == 0 { 0 } else { highest };
            let homeless = part[0].rank() == Rank::KING && !self.seats;
            self.sets.unbuildable |= if homeless { highest } else { (below & (highest >> 1)) << 1 };
            self.sets.long |= if part.len() == 1 { 0 } else { highest };
            self.sets.bottom |= if below == 0 { highest } else { 0 };
            run = DealtRun { beneath: highest, opens: cards ^ highest, seat: 0, empties: 0, step: run.step };
            below |= cards;
            left += 1;
        }
        self.code_bits += u64::BITS - left.leading_zeros();
        start.code += left * run.step;
        start.uncover(&run);
    }

    fn note_cards_over(&mut self, column: &[Card]) {
        let mut over = 0;
        for &card in column.iter().rev() {
            self.over[place(card) as usize] = over;
            over |= bit(card);
        }
    }

    /// Highest cards of runs of a kind.
    #[inline]
    pub(crate) fn sets(&self) -> Sets {
        self.sets
    }

    /// The cards of the start that lie over a card, or lay over it.
    #[inline]
    pub(crate) fn over(&self, card: u64) -> u64 {
        self.over[card.trailing_zeros() as usize & 63]
    }

    /// Plays a step.
    #[inline]
    pub(crate) fn play(&self, state: &mut InSuitState, step: InSuitStep) {
        match step {
            InSuitStep::Take(top) => self.take(state, 1 << top),
            InSuitStep::TakeSeat(king, out) => {
                state.seated ^= 1 << king | 1 << out;
                self.take(state, 1 << king);
            }
            InSuitStep::Swap(king, out) => state.seated ^= 1 << king | 1 << out,
        }
    }

    /// Takes the run of a top away, puts up what can go, seats kings in columns that are left over.
    #[inline]
    pub(crate) fn take(&self, state: &mut InSuitState, top: u64) {
        self.pop(state, top);
        self.put_up(state);
        Self::seat_kings(state);
    }

    /// Takes the run of a top away.
    #[inline]
    pub(crate) fn pop(&self, state: &mut InSuitState, top: u64) {
        let run = &self.by_highest[top.trailing_zeros() as usize & 63];
        state.gone |= top;
        state.tops ^= top;
        state.code -= run.step;
        state.uncover(run);
    }

    /// Puts up what can go. A run goes up whole, its lowest card first.
    #[inline]
    pub(crate) fn put_up(&self, state: &mut InSuitState) {
        loop {
            let goes = state.next & (state.gone | state.tops);
            if goes == 0 {
                break;
            }
            for top in each(goes & state.tops) {
                self.pop(state, top);
            }
            state.next = (state.next ^ goes) | (goes >> 1);
        }
        state.seated &= !state.up();
    }

    #[inline]
    fn seat_kings(state: &mut InSuitState) {
        while state.spare() > 0 && state.kings_without_column() != 0 {
            state.seated |= state.kings_without_column() & state.kings_without_column().wrapping_neg();
        }
    }
}

impl InSuitState {
    #[inline]
    fn uncover(&mut self, run: &DealtRun) {
        self.gone |= run.opens;
        self.tops |= run.beneath;
        self.seated |= run.seat;
        self.empty += run.empties;
    }

    /// The cards on the foundations.
    #[inline]
    pub(crate) fn up(&self) -> u64 {
        BELOW_ACES - (self.next << 1)
    }

    /// The gone cards that lie on their successors in columns, or are kings in columns.
    #[inline]
    pub(crate) fn built(&self) -> u64 {
        self.chains((self.tops << 1) | self.seated)
    }

    /// The chains of gone cards that begin at one of these, which are kings or follow tops.
    ///
    /// Tops are not gone, nor is there a card above kings, so a chain begins at its lowest bit: the
    /// sum carries through it and clears it, up to the first card that is not gone.
    #[inline]
    pub(crate) fn chains(&self, first: u64) -> u64 {
        self.gone & !self.gone.wrapping_add(first & self.gone)
    }

    /// The cards in cells.
    #[inline]
    pub(crate) fn in_cells(&self, built: u64) -> u64 {
        self.gone & !self.up() & !built
    }

    /// How many gone cards follow this one in its suit without a gap.
    #[inline]
    pub(crate) fn chain(&self, card: u64) -> u32 {
        (!(self.gone >> 1 >> card.trailing_zeros())).trailing_zeros()
    }

    /// For each number n from 0, the cards that at least n gone cards follow.
    #[inline]
    pub(crate) fn followed<const N: usize>(&self) -> [u64; N] {
        let mut cards = u64::MAX;
        std::array::from_fn(|by| {
            cards &= if by == 0 { u64::MAX } else { self.gone >> by };
            cards
        })
    }

    /// The gone kings that have no column.
    #[inline]
    pub(crate) fn kings_without_column(&self) -> u64 {
        self.gone & KINGS & !self.seated & !self.up()
    }

    /// How many columns are empty.
    #[inline]
    pub(crate) fn spare(&self) -> u32 {
        self.empty - self.seated.count_ones()
    }

    /// Are all cards on the foundations?
    #[inline]
    pub(crate) fn is_won(&self) -> bool {
        self.next == FULL
    }
}

/// The elements of a set.
#[inline]
pub(crate) fn each(mut set: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let lowest = set & set.wrapping_neg();
        set ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

fn set(cards: &[Card]) -> u64 {
    cards.iter().copied().map(bit).sum()
}

/// The lower cards of the suit.
fn lower(card: u64) -> u64 {
    let place = card.trailing_zeros();
    let lane = 0xffff << (place & !15);
    lane & !(card | (card - 1))
}

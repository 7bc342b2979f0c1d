//! Search over sets of tables that lead to each other, where cards only go onto cards, whatever their suits.
//!
//! On such tables most moves take a built card from one host to another and can be taken back. The search takes all tables
//! for one that differ by such moves alone, and tries only moves that cannot be taken back.
//!
//! A column ends in a run, in which each card lies on one a rank higher. The lowest card of the run is a *base*, the others
//! are *built*; all of them are *exposed*, and the cards beneath the base are *hidden*. A built card is the *guest* of the
//! card it lies on, its *host*. Rank r is *free* if more cards of rank r are exposed than of rank r − 1 are built: then
//! one of them has no guest. Moves within runs change neither who is exposed nor who is built.
//!
//! A built card of rank r is *stuck* if rank r + 1 is not free, if its host is next on its foundation, or if its own
//! guest is stuck; otherwise it is *loose*.
//!
//! **Claim 1**: where nothing goes up, stuck cards stay, and moves of loose ones lead to every table on which these have
//! other hosts, each one that no stuck card lies on. *Proof.* If rank r + 1 is not free, there is nowhere to go for cards
//! of rank r. A card cannot go while it has a guest that stays; and if it leaves a host that is next, that one goes up. So
//! stuck cards stay. A loose card of rank r has no guest or a loose one, and rank r + 1 is free. To clear it, clear its
//! guest first, whose rank is lower; then take the guest to a host without one, which there is, since the guest is loose.
//! To bring the loose cards to given hosts, begin with the highest rank. If another card lies on the host that a card is
//! to get, clear that one and take it to a host without a guest. Then clear the card and take it over. All this moves only
//! loose cards of the rank at hand, once each or to make place, and of lower ranks, which are brought to their hosts
//! later. No host of theirs is next on its foundation, so nothing goes up. ∎
//!
//! So a state says what is hidden, built and up, and which hosts stuck cards have. Two kinds of moves lead to others: a
//! base goes onto a host; or a card leaves a host that is next on its foundation, and that one goes up. Before the move
//! the loose cards may lie as they like. On this it depends which cards go up after it, and who is stuck on whom then. Most
//! of these choices are never felt. So they are made as late as possible: stuck cards of one rank that may lie on some
//! hosts in any way are kept as a [`Group`], and a group is divided when it matters who lies where.
//!
//! **Claim 2**: each table on which all groups of a state are divided in some way can be reached, if its first table can, and
//! no other tables can be reached. *Proof.* By induction over the moves; [`Successors`] lists all ways in which the cards
//! may lie before the move, as far as they differ afterwards. ∎
//!
//! So if nothing is left to expand, the game is lost, and a state in which all cards are up is a line that wins, which
//! [`line`] finds.
//!
//! There are fewer states if all groups of a rank are joined to one, which says who is stuck and which hosts stuck cards
//! have, but nothing of who lies where. **Claim 3**: if nothing is left to expand then, the game is lost. *Proof.* Dividing
//! the joined groups gives all tables of the state before, and others. So the successors of each of its tables are among
//! those of the joined state, and so on. ∎ A state in which all cards are up says nothing then.
//!
//! States that are lost in the [`Relaxation`] are left out; it looks at what is hidden, built and up alone.

mod line;
mod state;
mod successors;
#[cfg(test)]
mod tests;

use search::{Limit, Run};

use crate::solve::breadth_first::Ending;
use crate::solve::chunked_vec::ChunkedVec;
use crate::solve::loose::state::{Dealt, LooseState};
use crate::solve::loose::successors::{Successor, Successors, Which};
use crate::solve::open_states::OpenStates;
use crate::solve::packed::Packed;
use crate::solve::relaxation::{Relaxation, Relaxed};
use crate::solve::rule_masks::RuleMasks;
use crate::solve::zobrist_set::ZobristSet;

#[cfg(doc)]
use crate::solve::loose::state::Group;

/// The most answers about relaxed games that a search keeps.
const MOST_RELAXED: usize = 1_000_000;

/// The cost of a card that is not up, of one that is neither up nor built, and of one that is stuck.
const LEFT: u32 = 1;
const DEALT: u32 = 2;
const STUCK: u32 = 2;

/// How a state was reached: from which one, and as which of its successors.
#[derive(Clone, Copy, Debug)]
struct Link {
    parent: u32,
    which: Which,
}

/// A state that was met.
#[derive(Clone, Copy, Debug)]
struct Met {
    state: LooseState,
    /// Its place among the links.
    number: u32,
}

/// Which states a search over loose cards expands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LooseMode {
    /// All if it has to, the cheapest first.
    BestFirst,
    /// Of each layer this many, the cheapest.
    Beam(usize),
    /// All, the cheapest first, with groups joined. It proves games lost, and finds no lines.
    Joined,
}

/// One search over loose cards of a portfolio.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LooseAttempt {
    /// Its name in reports.
    pub(crate) name: &'static str,
    pub(crate) mode: LooseMode,
    /// The most states it may expand.
    pub(crate) nodes: u64,
}

/// The search, with its memory.
#[derive(Debug, Default)]
pub(crate) struct LooseSearch {
    known: ZobristSet,
    /// States to expand: all of them, or those of one layer.
    open: OpenStates<Met>,
    /// The states of the next layer.
    next: OpenStates<Met>,
    links: ChunkedVec<Link>,
    relaxation: Relaxation,
    /// The successors of the state that is being expanded.
    found: Vec<Successor>,
}

impl LooseSearch {
    /// Can it search games of these rules?
    pub(crate) fn accepts(masks: &RuleMasks) -> bool {
        Relaxation::accepts(masks) && !masks.choice
    }

    /// Searches from a table in normal form that is not won.
    pub(crate) fn run(
        &mut self,
        start: &Packed,
        masks: &RuleMasks,
        mode: LooseMode,
        run: &mut Run<'_>,
    ) -> Result<Ending, Limit> {
        let dealt = Dealt::of(start);
        let first = successors::state_of(start, &dealt);
        self.begin(start, first);
        let width = if let LooseMode::Beam(width) = mode { width } else { usize::MAX };
        let mut is_narrowed = false;
        loop {
            for _ in 0..width {
                let Some(met) = self.open.pop() else { break };
                self.expand(&dealt, &met.state, run)?;
                match self.admit(met.number, mode) {
                    Some(_) if mode == LooseMode::Joined => return Ok(Ending::Narrowed),
                    Some(last) => {
                        let path = self.path(&dealt, first, last);
                        return Ok(Ending::Won(line::of(start, masks, &dealt, &path)));
                    }
                    None => {}
                }
            }
            is_narrowed |= !self.open.is_empty();
            self.open.clear();
            std::mem::swap(&mut self.open, &mut self.next);
            if self.open.is_empty() {
                return Ok(if is_narrowed { Ending::Narrowed } else { Ending::Exhausted });
            }
        }
    }

    fn begin(&mut self, start: &Packed, first: LooseState) {
        self.known.clear();
        self.open.clear();
        self.next.clear();
        self.links.release();
        self.relaxation.begin(start);
        self.known.make_room(1);
        self.known.insert(first.key());
        // No move leads to the first state; this link is never followed.
        self.links.push(Link { parent: 0, which: Which::default() });
        self.open.push(Met { state: first, number: 0 }, cost(&first));
    }

    /// Lists what a state leads to.
    fn expand(&mut self, dealt: &Dealt, state: &LooseState, run: &mut Run<'_>) -> Result<(), Limit> {
        run.expand(|| (self.known.len(), self.bytes_with(0)))?;
        let Self { relaxation, found, .. } = self;
        found.clear();
        let mut may_win = |state: &LooseState, _| {
            relaxation.ask_of(state.dealt(), state.bases(), state.up, MOST_RELAXED) != Relaxed::Lost
        };
        Successors::new(dealt, &mut may_win, found).list(state);
        run.hold(self.bytes_with(self.found.len()))
    }

    /// Adds what is new; the link to a state in which all cards are up ends it.
    fn admit(&mut self, parent: u32, mode: LooseMode) -> Option<Link> {
        let Self { known, open, next, links, found, .. } = self;
        let open = if let LooseMode::Beam(_) = mode { next } else { open };
        known.make_room(found.len());
        for Successor { state, which, .. } in found {
            if mode == LooseMode::Joined {
                state.join_groups();
            }
            let link = Link { parent, which: *which };
            if state.is_won() {
                return Some(link);
            }
            if known.insert(state.key()) {
                let number = links.len() as u32;
                links.push(link);
                open.push(Met { state: *state, number }, cost(state));
            }
        }
        None
    }

    /// The states from the first one to the one that this link leads to.
    fn path(&self, dealt: &Dealt, first: LooseState, last: Link) -> Vec<LooseState> {
        let mut steps = vec![last.which];
        let mut at = last.parent;
        while at != 0 {
            let Link { parent, which } = self.links.get(at as usize);
            steps.push(which);
            at = parent;
        }
        let mut path = vec![first];
        let mut state = first;
        let mut found = Vec::new();
        for which in steps.into_iter().rev() {
            found.clear();
            Successors::new(dealt, &mut |_, outcome| outcome == which.outcome, &mut found).list(&state);
            state = found[which.way as usize].state;
            path.push(state);
        }
        path
    }

    /// The most bytes in use while this many states come in.
    fn bytes_with(&self, more: usize) -> usize {
        self.known.bytes_with(more).1
            + self.open.bytes_with(more)
            + self.next.bytes_with(more)
            + self.links.bytes_with(more)
            + self.relaxation.bytes_with(more)
            + self.found.capacity() * size_of::<Successor>()
    }
}

fn cost(state: &LooseState) -> i32 {
    let left = 52 - state.up.count_ones();
    let stuck: u32 = (0..12).map(|rank| state.stuck(rank).count_ones()).sum();
    (LEFT * left + DEALT * (left - state.built.count_ones()) + STUCK * stuck) as i32
}

//! A lower bound on the moves to a win.

use crate::card::Card;
use crate::solve::packed::{FLOOR, Packed, cards};
use crate::solve::rule_masks::{Cards, bit};

/// A lower bound on the moves to a win, without those to the foundations.
///
/// Say that a card x **waits** for a card u if u lies over a lower card of x's suit. Say that a card **moves aside** if
/// it moves to another place than its foundation.
///
/// **Claim**: each circle of cards, every one of which waits for the next, has a card that moves aside. So at least as
/// many cards move aside, each by a move of its own, as there are circles without common cards. A set of cards that all
/// wait for each other has all but one of them move aside. *Proof.* Let t(x) be the moment when x goes up for the last
/// time. A lower card v of its suit is up by then and stays up, since only the top card of a foundation can come back:
/// t(v) ≤ t(x). If u lies over v and does not move aside, it goes up once and for good before v can move: t(u) < t(v).
/// So t(u) < t(x) wherever x waits for u and u does not move aside. If no card of a circle did, each one's moment would
/// come before itself. In a set of cards that all wait for each other any two are a circle, so no two of them can stay. ∎
pub(crate) fn moves_lower_bound(state: &Packed) -> u32 {
    let waits = waits_of(state);
    let mut left: Cards = 0;
    let mut bound = 0;
    for card in cards(in_columns(state)) {
        // A card that waits for itself is a circle of one.
        if waits[usize::from(card)] & bit(card) != 0 {
            bound += 1;
        } else if waits[usize::from(card)] != 0 {
            left |= bit(card);
        }
    }
    left = on_circles(&waits, left);
    if left == 0 {
        return bound;
    }
    bound += sets_of_all(&waits, &mut left);
    left = on_circles(&waits, left);
    bound += circles_of_three(&waits, &mut left);
    bound + u32::from(on_circles(&waits, left) != 0)
}

/// For each card those it waits for.
type Waits = [Cards; Card::COUNT];

fn in_columns(state: &Packed) -> Cards {
    !state.up() & !state.cells() & ((1 << Card::COUNT) - 1)
}

fn waits_of(state: &Packed) -> Waits {
    let mut over: Waits = [0; Card::COUNT];
    for top in cards(state.tops()) {
        let (mut card, mut above) = (top, 0);
        while card != FLOOR {
            over[usize::from(card)] = above;
            above |= bit(card);
            card = state.beneath(card);
        }
    }
    let mut waits: Waits = [0; Card::COUNT];
    // Card numbers run through the suits rank by rank: four further is the next rank.
    for card in 4..Card::COUNT {
        waits[card] = waits[card - 4] | over[card - 4];
    }
    waits
}

/// Those of the cards left that lie on a circle, or on the way from one to another: each waits for one of them, and one
/// of them waits for it. Where there are any, there is a circle.
fn on_circles(waits: &Waits, mut left: Cards) -> Cards {
    loop {
        let (mut waiting, mut waited_for) = (0, 0);
        for card in cards(left) {
            let others = waits[usize::from(card)] & left;
            waiting |= Cards::from(others != 0) << card;
            waited_for |= others;
        }
        let kept = waiting & waited_for;
        if kept == left {
            return left;
        }
        left = kept;
    }
}

/// Takes sets of cards that all wait for each other out of those left; counts all but one of each.
fn sets_of_all(waits: &Waits, left: &mut Cards) -> u32 {
    let mut count = 0;
    for card in cards(*left) {
        if *left & bit(card) == 0 {
            continue;
        }
        let mut members = bit(card);
        for other in cards(waits[usize::from(card)] & *left) {
            let all_wait = waits[usize::from(other)] & members == members
                && cards(members).all(|member| waits[usize::from(member)] & bit(other) != 0);
            if all_wait {
                members |= bit(other);
            }
        }
        if members != bit(card) {
            count += members.count_ones() - 1;
            *left &= !members;
        }
    }
    count
}

/// Takes circles of three out of the cards left, and counts them.
fn circles_of_three(waits: &Waits, left: &mut Cards) -> u32 {
    let mut count = 0;
    for first in cards(*left) {
        if *left & bit(first) != 0
            && let Some(circle) = circle_of(first, waits, *left)
        {
            count += 1;
            *left &= !circle;
        }
    }
    count
}

/// A circle of three with this card.
fn circle_of(first: u8, waits: &Waits, left: Cards) -> Option<Cards> {
    cards(waits[usize::from(first)] & left).find_map(|second| {
        let closes = |&third: &u8| waits[usize::from(third)] & bit(first) != 0;
        let third = cards(waits[usize::from(second)] & left).find(closes)?;
        Some(bit(first) | bit(second) | bit(third))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Dice;
    use crate::rules::Foundations;
    use crate::solve::rule_masks::RuleMasks;
    use crate::solve::small_games::{Truth, any_table, truth, with_foundations};

    /// The circles of one alone: cards over a lower one of their suit.
    fn over_own_suit(state: &Packed) -> u32 {
        let waits = waits_of(state);
        cards(in_columns(state)).filter(|&card| waits[usize::from(card)] & bit(card) != 0).count() as u32
    }

    #[test]
    fn no_small_game_is_won_in_fewer_moves() {
        let mut dice = Dice::new(41);
        let (mut tight, mut by_circles) = (0, 0);
        for game in 0..6000 {
            let mut table = any_table(&mut dice, 4 + game % 16);
            table.normalise();
            let Truth::Shortest(moves) = truth(&table, 3000) else { continue };
            let state = Packed::of(&table);
            let bound = moves_lower_bound(&state);
            assert!(bound as usize <= moves, "{table:?}");
            tight += usize::from(bound as usize == moves);
            by_circles += usize::from(bound > over_own_suit(&state));
        }
        assert!(tight > 500 && by_circles > 100, "{tight} {by_circles}");
    }

    /// Where cards come back, each card still needs a move up.
    #[test]
    fn no_small_free_game_is_won_in_fewer_moves() {
        let mut dice = Dice::new(42);
        for game in 0..1500 {
            let table = with_foundations(&any_table(&mut dice, 4 + game % 8), Foundations::Free);
            let Truth::Shortest(moves) = truth(&table, 2000) else { continue };
            let mut state = Packed::of(&table);
            let not_up = Card::COUNT as u32 - state.up().count_ones();
            state.normalise(&RuleMasks::of(&table));
            assert!((moves_lower_bound(&state) + not_up) as usize <= moves, "{table:?}");
        }
    }

    /// Two columns whose upper cards wait for each other's lower ones: neither card lies over its own suit.
    #[test]
    fn two_cards_that_wait_for_each_other_need_a_move() {
        let rules = crate::Rules::named("fc").unwrap();
        let board = "Founds: C-Q S-Q H-J D-J\n: QH KD\n: QD KH\n: KC\n: KS\n";
        let deal = crate::Deal::from_board(rules, board).unwrap();
        let mut state = Packed::of(deal.table());
        state.normalise(&RuleMasks::of(deal.table()));
        assert_eq!((over_own_suit(&state), moves_lower_bound(&state)), (0, 1));
    }
}

//! Deadlocks: states that are lost, seen without search.

use crate::solve::packed::{FLOOR, Packed, cards};
use crate::solve::rule_masks::{ALL, Cards, RuleMasks, bit};

/// Is the game lost from this state, whatever is played?
///
/// Let everything that ever becomes possible stay possible: a card once open is open for good, to go and
/// to be gone onto, and a card once up still takes others. If even so not all cards go up, the game is lost.
///
/// **Claim**: it is never said of a state that can be won. *Proof.* Follow a winning line. Say a card is
/// open when nothing lies on it, and has left when it was taken somewhere or went up. By induction over
/// the line, every card that is open in the state at hand is in `open` in the end, every card that has
/// left is in `left`, every card on a foundation in `up`. A card goes up only when it is open and next:
/// the card before it in its suit is in `up`, so it is found too. A card goes onto another only when both
/// are open: it is one of the other's guests, so it leaves. It goes to a cell or a space only when there
/// is one: then the answer was no at once, or as soon as a cell or a column came free. The card it lay on is
/// opened with it. It comes back from a foundation only where the rules allow it: then it was open before it
/// went up, or up from the first and taken for open. So with the winning line all cards are in `up`. ∎
pub(crate) fn is_deadlocked(state: &Packed, masks: &RuleMasks) -> bool {
    let has_room = state.free_cells(masks) > 0 || (masks.fillers != 0 && state.spaces(masks) > 0);
    !has_room && is_locked(state, masks)
}

/// Is the game lost from this state, where no cell is free, and no empty column that takes a card?
pub(crate) fn is_locked(state: &Packed, masks: &RuleMasks) -> bool {
    let mut up = state.up();
    let mut open = state.tops() | state.cells();
    let mut left: Cards = 0;
    // Cards that may come back from the foundations take others again.
    let mut fresh = if masks.returns { open | up } else { open };
    let mut placeable = 0;
    loop {
        for card in cards(fresh) {
            placeable |= masks.guests[usize::from(card)];
        }
        let rising = open & !up & (up << 4 | 0b1111);
        up |= rising;
        let leaving = open & !left & (placeable | up);
        if leaving | rising == 0 {
            return up != ALL;
        }
        if leaving & state.cells() != 0 {
            return false;
        }
        left |= leaving;
        let Some(uncovered) = uncovered_by(leaving, state, masks) else {
            return false;
        };
        fresh = uncovered;
        open |= fresh;
    }
}

/// The cards beneath cards of columns that leave; none where an empty column comes free that can be filled.
#[inline]
fn uncovered_by(leaving: Cards, state: &Packed, masks: &RuleMasks) -> Option<Cards> {
    let mut uncovered = 0;
    for card in cards(leaving) {
        match state.beneath(card) {
            FLOOR if masks.fillers != 0 => return None,
            FLOOR => {}
            on => uncovered |= bit(on),
        }
    }
    Some(uncovered)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::certificate::is_deadlocked as is_deadlocked_for_the_verifier;
    use crate::dice::Dice;
    use crate::solve::small_games::{Truth, any_table, freed, truth};

    /// Against the plain truth, and against the same rule as the verifier of certificates reads it.
    #[test]
    fn only_lost_states_are_deadlocked() {
        let mut dice = Dice::new(12);
        let mut seen = [0; 3];
        for game in 0..6000 {
            let mut table = any_table(&mut dice, 4 + game % 17);
            if game % 3 == 0 {
                table = freed(&table);
            }
            let masks = RuleMasks::of(&table);
            table.normalise();
            let deadlocked = is_deadlocked(&Packed::of(&table), &masks);
            assert_eq!(deadlocked, is_deadlocked_for_the_verifier(&table), "{table:?}");
            match truth(&table, 2000) {
                Truth::Shortest(_) => assert!(!deadlocked, "{table:?}"),
                Truth::Impossible => seen[usize::from(deadlocked)] += 1,
                Truth::Unknown => seen[2] += usize::from(deadlocked),
            }
        }
        assert!(seen[1] > 200, "{seen:?}");
    }

    /// Each queen lies over a king, and over a card that another queen waits for.
    #[test]
    fn queens_wait_for_each_other() {
        let mut table = "bd.218".parse::<crate::Deal>().unwrap().table().clone();
        table.normalise();
        assert!(is_deadlocked(&Packed::of(&table), &RuleMasks::of(&table)));
    }
}

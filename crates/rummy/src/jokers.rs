//! The joker rule: which combinations with jokers were touched, and whether that was allowed.

use crate::meld::Meld;
use crate::multiset::Multiset;
use crate::refusal::Refusal;
use crate::rules::{Rules, melds_beyond};
use crate::tile::Tile;

/// The strict rule on a table that may be rearranged.
///
/// A combination with jokers that lies on the new table exactly as it lay before was left alone. Every other one was
/// touched, so all its jokers must have been replaced by hand tiles that fit, all of which are among the tiles `placed`.
/// From then on its tiles are free. The jokers stay on the table by the rule that no tile leaves it. Leaving a combination
/// alone never makes it harder to free the others, so nothing else has to be tried.
pub(crate) fn check_locked<R: Rules>(
    rules: &R,
    before: &[Meld<R::Tile>],
    after: &[Meld<R::Tile>],
    placed: &Multiset<R::Tile>,
) -> Result<(), Refusal> {
    let mut touched = melds_beyond(rules, before, after);
    touched.retain(|meld| meld.has_joker());
    if let Some(meld) = touched.iter().find(|meld| !can_replace(rules, &[meld], placed)) {
        return Err(Refusal::Locked { meld: rules.meld_text(meld) });
    }
    if !can_replace(rules, &touched, placed) {
        let melds = touched.iter().map(|meld| rules.meld_text(meld)).collect();
        return Err(Refusal::LockedTogether { melds });
    }
    Ok(())
}

/// Can all jokers of all these combinations be replaced out of `from`?
fn can_replace<R: Rules>(rules: &R, melds: &[&Meld<R::Tile>], from: &Multiset<R::Tile>) -> bool {
    let Some((meld, rest)) = melds.split_first() else { return true };
    rules
        .replacements(meld, from)
        .iter()
        .any(|way| can_replace(rules, rest, &from.difference(&way.iter().collect())))
}

/// Where combinations may only be added to: is `after` the combination `before` with tiles added, and with jokers swapped
/// where that is allowed? The old tiles must stay next to each other, except in a combination whose order means nothing.
pub(crate) fn is_enlarged<T: Tile>(before: &[T], after: &[T], ordered: bool, swap_jokers: bool) -> bool {
    let stays = |old: T, new: T| old == new || (swap_jokers && old.is_joker());
    let in_place = after
        .windows(before.len().max(1))
        .any(|part| before.iter().zip(part).all(|(&old, &new)| stays(old, new)));
    if ordered || in_place {
        return in_place;
    }
    let lost = before.iter().collect::<Multiset<T>>().difference(&after.iter().collect());
    lost.iter().all(|tile| swap_jokers && tile.is_joker()) && after.len() >= before.len()
}

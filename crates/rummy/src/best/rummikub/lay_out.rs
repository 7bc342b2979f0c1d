//! From the choices for each number to the combinations on the table.

use super::fewest_changes::Layout;
use super::groups::Groups;
use super::per_colour::PerColour;
use super::reading::Reading;
use crate::meld::Meld;
use crate::rummikub_tile::RummikubTile;
use crate::tile::{Ranked, Tile};

/// The new combinations: runs colour by colour, then groups.
pub(super) fn lay_out(choices: &Layout, groups: &Groups) -> Vec<Meld<RummikubTile>> {
    let mut melds = Vec::new();
    for colour in 0..4 {
        lay_out_runs(choices, colour, &mut melds);
    }
    for (index, choice) in choices.iter().enumerate() {
        for (colours, jokers) in groups.split(choice.grouped, u32::from(choice.group_jokers)) {
            melds.push(group(index, colours, jokers));
        }
    }
    melds
}

fn group(index: usize, colours: PerColour, jokers: u32) -> Meld<RummikubTile> {
    let naturals = (0..4).filter(|&colour| colours.get(colour) == 1);
    let tiles = naturals.map(|colour| RummikubTile::at(index as u8 + 1, colour as u8));
    tiles.chain((0..jokers).map(|_| RummikubTile::JOKER)).collect()
}

/// Follows the runs of one colour: tiles go to short runs first, then to long ones, then start new ones, and jokers are
/// used up before natural tiles.
fn lay_out_runs(choices: &Layout, colour: usize, melds: &mut Vec<Meld<RummikubTile>>) {
    let mut open: Vec<Vec<RummikubTile>> = Vec::new();
    for (index, choice) in choices.iter().enumerate() {
        let jokers = usize::from(choice.run_jokers.get(colour));
        let naturals = usize::from(choice.in_runs.get(colour));
        let tile = RummikubTile::at(index as u8 + 1, colour as u8);
        let tiles =
            std::iter::repeat_n(RummikubTile::JOKER, jokers).chain(std::iter::repeat_n(tile, naturals));
        open.sort_by_key(Vec::len);
        let mut waiting = std::mem::take(&mut open).into_iter();
        for tile in tiles {
            let mut run = waiting.next().unwrap_or_default();
            run.push(tile);
            open.push(run);
        }
        melds.extend(waiting.map(Meld::from));
    }
    melds.extend(open.into_iter().map(Meld::from));
}

/// Puts jokers that are left over where there is room, in the first combinations if possible. Returns how many could not
/// be put down.
pub(super) fn put_down(jokers: u8, melds: &mut [Meld<RummikubTile>]) -> u8 {
    let mut left = jokers;
    for meld in melds {
        while left > 0
            && let Some(longer) = with_joker(meld)
        {
            *meld = longer;
            left -= 1;
        }
    }
    left
}

fn with_joker(meld: &Meld<RummikubTile>) -> Option<Meld<RummikubTile>> {
    let joker = std::iter::once(RummikubTile::JOKER);
    let at_end: Meld<RummikubTile> = meld.iter().copied().chain(joker.clone()).collect();
    let at_front: Meld<RummikubTile> = joker.chain(meld.iter().copied()).collect();
    [at_end, at_front].into_iter().find(|longer| Reading::of(longer).is_some())
}

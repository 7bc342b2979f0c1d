//! What a turn may aim at, the highest score first.

use std::cmp::Reverse;

use crate::best::Objective;

/// So many tiles placed, and the longest new word that long, if that matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Aim {
    /// Hand tiles placed.
    pub(super) placed: usize,
    /// The length of the longest new word; any if there is none given.
    pub(super) longest: Option<usize>,
    /// What it is worth.
    pub(super) worth: i32,
}

/// Everything worth aiming at with this many tiles in the hand and words up to this length.
pub(super) fn aims(hand: usize, longest: usize, objective: Objective) -> Vec<Aim> {
    let mut aims = Vec::new();
    for placed in 1..=hand {
        let tiles = (if placed == hand { 2 * placed } else { placed }) as i32;
        match objective {
            Objective::Tiles | Objective::Value => {
                aims.push(Aim { placed, longest: None, worth: placed as i32 });
            }
            Objective::Points => {
                aims.push(Aim { placed, longest: None, worth: tiles });
                let with =
                    |length: usize| Aim { placed, longest: Some(length), worth: tiles + length as i32 };
                aims.extend((1..=longest).map(with));
            }
        }
    }
    aims.sort_by_key(|aim| Reverse((aim.worth, aim.placed)));
    aims
}

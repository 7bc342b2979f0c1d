//! The targets of a turn, the highest score first.

use std::cmp::Reverse;

use crate::best::Objective;

/// The number of tiles placed, and the length of the longest new word, if that matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Target {
    /// Hand tiles placed.
    pub(super) placed: usize,
    /// The length of the longest new word; any length if none is given.
    pub(super) longest: Option<usize>,
    /// The worth of the target.
    pub(super) worth: i32,
}

/// All targets with this many tiles in the hand and words up to this length.
pub(super) fn targets(hand: usize, longest: usize, objective: Objective) -> Vec<Target> {
    let mut targets = Vec::new();
    for placed in 1..=hand {
        let tiles = (if placed == hand { 2 * placed } else { placed }) as i32;
        match objective {
            Objective::Tiles | Objective::Value => {
                targets.push(Target { placed, longest: None, worth: placed as i32 });
            }
            Objective::Points => {
                targets.push(Target { placed, longest: None, worth: tiles });
                let with =
                    |length: usize| Target { placed, longest: Some(length), worth: tiles + length as i32 };
                targets.extend((1..=longest).map(with));
            }
        }
    }
    targets.sort_by_key(|target| Reverse((target.worth, target.placed)));
    targets
}

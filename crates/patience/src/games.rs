//! The games that come with Tapis, a few words each.

use crate::rules::Build::{AlternateColours, AnySuit, SameSuit};
use crate::rules::Fill::{AnyCard, KingsOnly, Nothing};
use crate::rules::{Build, Extras, Fill, Foundations, Layout, Order, Play, Rules};
use crate::shuffle::Shuffle;

/// A game in a few words; the rest is as in most games.
struct Game {
    name: &'static str,
    short: &'static str,
    columns: &'static [u8],
    in_cells: u8,
    cells: u8,
    build: Build,
    fill: Fill,
    order: Order,
    kings_sink: bool,
    shuffle: Shuffle,
    /// The extras that xpat2 allows, where the game is usually played without.
    xpat2: Extras,
}

const USUAL: Game = Game {
    name: "FreeCell",
    short: "fc",
    columns: &[7, 6, 7, 6, 7, 6, 7, 6],
    in_cells: 0,
    cells: 4,
    build: AlternateColours,
    fill: AnyCard,
    order: Order::Columns,
    kings_sink: false,
    shuffle: Shuffle::Xpat2,
    xpat2: Extras::NONE,
};

const SEAHAVEN: Game = Game {
    name: "Seahaven",
    short: "st",
    columns: &[5; 10],
    in_cells: 2,
    build: SameSuit,
    fill: KingsOnly,
    ..USUAL
};

const GAMES: &[Game] = &[
    USUAL,
    SEAHAVEN,
    Game {
        name: "MidnightOil",
        short: "mo",
        columns: &[3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 1],
        cells: 0,
        build: SameSuit,
        fill: Nothing,
        xpat2: Extras { redeals: 2, fan: 3, rotations: 1 },
        ..USUAL
    },
    Game {
        name: "BakersDozen",
        short: "bd",
        columns: &[4; 13],
        cells: 0,
        build: AnySuit,
        fill: Nothing,
        kings_sink: true,
        ..USUAL
    },
    Game { name: "BakersGame", short: "bg", build: SameSuit, ..USUAL },
    Game {
        name: "EightOff",
        short: "eo",
        columns: &[6; 8],
        in_cells: 4,
        cells: 8,
        build: SameSuit,
        fill: KingsOnly,
        ..USUAL
    },
    Game { name: "SeahavenRelaxed", short: "sr", fill: AnyCard, ..SEAHAVEN },
    Game {
        name: "MicrosoftFreeCell",
        short: "ms",
        columns: &[7, 7, 7, 7, 6, 6, 6, 6],
        order: Order::Rows,
        shuffle: Shuffle::Microsoft,
        ..USUAL
    },
    Game { name: "FreeCell0", short: "fc0", cells: 0, ..USUAL },
    Game { name: "FreeCell1", short: "fc1", cells: 1, ..USUAL },
    Game { name: "FreeCell2", short: "fc2", cells: 2, ..USUAL },
    Game { name: "FreeCell3", short: "fc3", cells: 3, ..USUAL },
    Game { name: "FreeCell4", short: "fc4", ..USUAL },
    Game { name: "FreeCell5", short: "fc5", cells: 5, ..USUAL },
    Game { name: "FreeCell6", short: "fc6", cells: 6, ..USUAL },
    Game { name: "FreeCell7", short: "fc7", cells: 7, ..USUAL },
    Game { name: "FreeCell8", short: "fc8", cells: 8, ..USUAL },
];

impl Game {
    fn rules(&self) -> Rules {
        let layout = Layout {
            columns: self.columns.iter().copied().collect(),
            in_cells: self.in_cells,
            order: self.order,
            kings_sink: self.kings_sink,
            shuffle: self.shuffle,
        };
        let play = Play {
            cells: self.cells,
            build: self.build,
            fill: self.fill,
            foundations: Foundations::Forced,
            extras: Extras::NONE,
        };
        Rules::new(self.name, layout, play).expect("a test builds every game of the list")
    }
}

impl Rules {
    /// The built-in game of this name or short name, in any letter case.
    pub fn named(name: &str) -> Option<Self> {
        let is_named =
            |game: &&Game| game.name.eq_ignore_ascii_case(name) || game.short.eq_ignore_ascii_case(name);
        GAMES.iter().find(is_named).map(Game::rules)
    }

    /// The game with everything that xpat2 allows in it, where that is more than usual: then putting up is
    /// a choice too, since it changes what a redeal deals.
    pub fn xpat2_rules(&self) -> Option<Self> {
        let game =
            GAMES.iter().find(|game| game.rules() == *self).filter(|game| game.xpat2 != Extras::NONE)?;
        Some(self.clone().with_foundations(Foundations::OneWay).with_extras(game.xpat2))
    }

    /// Are these the rules of the built-in game of that name, however its foundations work?
    pub fn is_built_in(&self) -> bool {
        let plain = self.clone().with_foundations(Foundations::Forced).with_extras(Extras::NONE);
        Self::named(self.name()).is_some_and(|game| game == plain)
    }

    /// The names and short names of the built-in games.
    pub fn names() -> impl Iterator<Item = (&'static str, &'static str)> {
        GAMES.iter().map(|game| (game.name, game.short))
    }

    /// FreeCell as xpat2 deals it.
    pub fn freecell() -> Self {
        USUAL.rules()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_of_the_list_is_whole() {
        for (name, short) in Rules::names() {
            let rules = Rules::named(name).unwrap();
            assert_eq!(rules.name(), name);
            assert_eq!(Rules::named(&short.to_uppercase()), Some(rules));
        }
        assert_eq!(Rules::named("klondike"), None);
    }
}

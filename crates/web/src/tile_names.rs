//! The tiles of a rummy view, each with its name, its colour and its rank in the two orders of a hand.

use std::collections::BTreeMap;

use serde::Serialize;
use session::texts::Language;
use session::{HandOrder, RummyView, TileColour, Tiles};

/// A tile as it is drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct TileName {
    name: String,
    colour: Option<&'static str>,
    number: Option<u8>,
    by_colour: usize,
    by_number: usize,
}

/// The tiles that occur in a view, by their form in saved games.
pub(crate) fn tile_names(view: &RummyView, language: Language) -> BTreeMap<String, TileName> {
    let tiles = view.tiles(language);
    let mut all = occurring(view);
    tiles.sort(HandOrder::Number, &mut all);
    let by_number: BTreeMap<String, usize> = all.iter().cloned().zip(0..).collect();
    tiles.sort(HandOrder::Colour, &mut all);
    let name = |(by_colour, tile): (usize, String)| {
        let by_number = by_number[&tile];
        let name = tiles.name(&tile);
        let number = number(&name);
        let colour = tiles.colour(&tile).map(colour_word);
        (tile, TileName { name, colour, number, by_colour, by_number })
    };
    all.into_iter().enumerate().map(name).collect()
}

/// The hand as it is now, in an order.
pub(crate) fn sorted_hand(view: &RummyView, tiles: Tiles, order: HandOrder) -> Vec<String> {
    let mut hand = view.draft.as_ref().map_or(&view.hand, |draft| &draft.hand).clone();
    tiles.sort(order, &mut hand);
    hand
}

fn occurring(view: &RummyView) -> Vec<String> {
    let melds = view.tables.iter().flatten().flatten();
    let bonus = view.players.iter().flat_map(|player| &player.bonus);
    let lists = [&view.hand, &view.drawn, &view.fresh, &view.pile];
    let draft = view.draft.iter();
    let draft = draft.flat_map(|draft| draft.table.iter().flatten().chain(&draft.hand).chain(&draft.loose));
    let mut all: Vec<String> =
        melds.chain(bonus).chain(lists.into_iter().flatten()).chain(draft).cloned().collect();
    all.sort_unstable();
    all.dedup();
    all
}

fn colour_word(colour: TileColour) -> &'static str {
    match colour {
        TileColour::Blue => "blue",
        TileColour::Red => "red",
        TileColour::Yellow => "yellow",
        TileColour::Black => "black",
        TileColour::Joker => "joker",
    }
}

/// The number at the beginning of a name.
fn number(name: &str) -> Option<u8> {
    let end = name.find(|c: char| !c.is_ascii_digit()).unwrap_or(name.len());
    name[..end].parse().ok()
}

//! The steps that the mover can take now.

use crate::apply::Taken;
use crate::draft::Draft;
use crate::judge::judge;
use crate::meld::Meld;
use crate::multiset::Multiset;
use crate::rules::{JokerRule, Rules, TableRule, TurnShape};
use crate::rummy_match::Match;
use crate::turn::{Take, Turn};

/// The steps that the player to move can take. Tiles are in the form of the save files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Legal {
    /// The commands that are accepted as they stand: some of `draw`, `take`, `pass`, `done`, `discard TILE`, `undo`,
    /// `reset`, `redo`, `deal`.
    pub commands: Vec<String>,
    /// The tiles of the hand that can be put on the table, each kind once.
    pub tiles: Vec<String>,
    /// The combinations that may be touched, by their numbers from 1.
    pub combinations: Vec<usize>,
}

impl Legal {
    /// The steps of a turn in the making.
    pub(super) fn of<R: Rules>(game: &Match<R>, draft: &Draft<R::Tile>) -> Self {
        let hand = draft.left();
        let kinds: Vec<R::Tile> = hand.kinds().map(|(tile, _)| tile).collect();
        let mut commands = takes(game, draft);
        let is_legal = |turn: &Turn<R::Tile>| judge(game.rules(), game.position(), turn).is_ok();
        if is_legal(&draft.turn(None)) && (!game.has_drawn() || draft.take() == Take::Stock) {
            let is_pass = draft.is_untouched() && draft.take() == Take::Nothing;
            commands.push(if is_pass { "pass" } else { "done" }.to_owned());
        }
        let discards = kinds.iter().filter(|&&tile| is_legal(&draft.turn(Some(tile))));
        commands.extend(discards.map(|&tile| format!("discard {}", game.rules().tile_text(tile))));
        if !draft.is_untouched() {
            commands.extend(["undo", "reset"].map(str::to_owned));
        }
        let may_touch = |meld: &Meld<R::Tile>| may_touch(game, meld, &hand);
        let combinations = (1..).zip(draft.table()).filter(|(_, meld)| may_touch(meld));
        Self {
            commands,
            tiles: game.rules().tile_texts(&kinds),
            combinations: combinations.map(|(number, _)| number).collect(),
        }
    }
}

/// The commands that take a tile.
fn takes<R: Rules>(game: &Match<R>, draft: &Draft<R::Tile>) -> Vec<String> {
    let (rules, position) = (game.rules(), game.position());
    let can_take = |take| Taken::of(rules, position, take).is_ok();
    let (draws, takes) = if rules.turn_rules().shape == TurnShape::DrawOrPlace {
        let draw = Turn { take: Take::Stock, ..draft.turn(None) };
        (judge(rules, position, &draw).is_ok(), false)
    } else if game.has_drawn() {
        (false, false)
    } else {
        (
            can_take(Take::Stock) && draft.take() == Take::Nothing,
            can_take(Take::Pile) && draft.take() != Take::Pile,
        )
    };
    [(draws, "draw"), (takes, "take")]
        .into_iter()
        .filter(|(can, _)| *can)
        .map(|(_, name)| name.to_owned())
        .collect()
}

/// May a combination be touched? Nobody who has not placed yet touches what lies there, and a locked joker must first
/// be replaced from the hand.
fn may_touch<R: Rules>(game: &Match<R>, meld: &Meld<R::Tile>, hand: &Multiset<R::Tile>) -> bool {
    let position = game.position();
    if !position.table().contains(meld) {
        return true;
    }
    let is_locked =
        game.rules().turn_rules().table_rule == TableRule::Rearrange(JokerRule::Strict) && meld.has_joker();
    position.mover().placed && (!is_locked || !game.rules().replacements(meld, hand).is_empty())
}

//! The judge: is a turn legal, and what is it worth?
//!
//! The judge knows nothing of how turns are found. It sees the position before and the turn, or the positions before and
//! after. It answers with the tiles placed and the points, or with the reason why the turn is not legal.

use thiserror::Error;

use crate::apply::{Taken, apply};
use crate::jokers::{check_locked, is_enlarged};
use crate::meld::tiles_of;
use crate::multiset::Multiset;
use crate::position::Position;
use crate::refusal::{PileBar, Refusal};
use crate::rules::{Change, JokerRule, PileTake, Rules, TableRule, TurnRules, TurnShape, melds_beyond};
use crate::rummy_match::end_of;
use crate::save::Save;
use crate::tile::Tile;
use crate::turn::{Take, Turn};

/// The judge's verdict on a legal turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict<T: Tile> {
    /// The hand tiles placed.
    pub placed: Multiset<T>,
    /// The value of the hand tiles placed.
    pub value: i32,
    /// The points that the turn adds to the score.
    pub points: i32,
    /// The position after it.
    pub after: Position<T>,
}

/// A turn that a search found and the judge has accepted. Nothing else can make one:
///
/// ```compile_fail,E0451
/// use rummy::{Best, Letter, Multiset, Turn};
///
/// let turn = Turn::<Letter>::place(Vec::new());
/// let best = Best { turn, placed: Multiset::EMPTY, value: 0, points: 0, worth: 0 };
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Best<T: Tile> {
    turn: Turn<T>,
    placed: Multiset<T>,
    value: i32,
    points: i32,
    worth: i32,
}

impl<T: Tile> Best<T> {
    /// Shows a turn to the judge. `worth` gives the measure by which the search prefers it, from its points by the rules.
    pub(crate) fn judged<R: Rules<Tile = T>>(
        rules: &R,
        before: &Position<T>,
        turn: Turn<T>,
        worth: impl FnOnce(i32) -> i32,
    ) -> Result<Self, Refusal> {
        let Checked { placed, points, .. } = consider(rules, before, &turn)?;
        Ok(Self { turn, placed, value: value_of(rules, &placed), points, worth: worth(points) })
    }

    /// The turn.
    pub fn turn(&self) -> &Turn<T> {
        &self.turn
    }

    /// The bare turn.
    pub fn into_turn(self) -> Turn<T> {
        self.turn
    }

    /// The hand tiles placed.
    pub fn placed(&self) -> &Multiset<T> {
        &self.placed
    }

    /// The value of the hand tiles placed.
    pub fn value(&self) -> i32 {
        self.value
    }

    /// The points that the turn adds to the score.
    pub fn points(&self) -> i32 {
        self.points
    }

    /// The measure by which the search prefers it.
    pub(crate) fn worth(&self) -> i32 {
        self.worth
    }
}

/// A turn of a search or of a machine that the judge refuses: an error of the program, with the case to reproduce it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("a turn found by the program is not legal: {refusal}; the turn: {turn}; the position: {position}")]
pub struct IllegalTurn {
    /// The judge's reason.
    pub refusal: Refusal,
    /// The turn.
    pub turn: String,
    /// The position as a saved game.
    pub position: String,
}

impl IllegalTurn {
    /// The report of a turn that was refused.
    pub fn new<R: Rules>(
        rules: &R,
        before: &Position<R::Tile>,
        turn: &Turn<R::Tile>,
        refusal: Refusal,
    ) -> Self {
        let position = Save { position: before.clone(), seed: None, deal: 0 }.write(rules);
        Self { refusal, turn: turn.to_text(rules), position }
    }
}

/// Judges a turn.
pub fn judge<R: Rules>(
    rules: &R,
    before: &Position<R::Tile>,
    turn: &Turn<R::Tile>,
) -> Result<Verdict<R::Tile>, Refusal> {
    let checked = consider(rules, before, turn)?;
    let (placed, points) = (checked.placed, checked.points);
    let mut after = before.clone();
    apply(rules, &mut after, turn.clone(), checked.taken, &placed, points);
    Ok(Verdict { placed, value: value_of(rules, &placed), points, after })
}

/// The value of tiles that are placed.
fn value_of<R: Rules>(rules: &R, placed: &Multiset<R::Tile>) -> i32 {
    placed.iter().map(|tile| rules.tile_value(tile)).sum()
}

/// Judges a turn and, if it is legal, applies it in place.
pub(crate) fn play<R: Rules>(
    rules: &R,
    position: &mut Position<R::Tile>,
    turn: Turn<R::Tile>,
) -> Result<(), Refusal> {
    let checked = consider(rules, position, &turn)?;
    apply(rules, position, turn, checked.taken, &checked.placed, checked.points);
    Ok(())
}

/// A legal turn that is not applied yet.
struct Checked<T: Tile> {
    taken: Taken<T>,
    placed: Multiset<T>,
    points: i32,
}

fn consider<R: Rules>(
    rules: &R,
    before: &Position<R::Tile>,
    turn: &Turn<R::Tile>,
) -> Result<Checked<R::Tile>, Refusal> {
    let turn_rules = rules.turn_rules();
    let is_still = melds_beyond(rules, &turn.table, before.table()).is_empty()
        && turn.table.len() == before.table().len()
        && turn.discard.is_none();
    let may_pass = before.stock.is_empty();
    if is_still && may_pass && turn.take != Take::Pile {
        return Ok(Checked {
            taken: Taken::of(rules, before, Take::Nothing)?,
            placed: Multiset::EMPTY,
            points: 0,
        });
    }
    check_take(turn_rules, turn.take, is_still)?;
    let taken = Taken::of(rules, before, turn.take)?;
    if is_still && turn_rules.shape == TurnShape::DrawOrPlace {
        return Ok(Checked { taken, placed: Multiset::EMPTY, points: 0 });
    }
    let change = compare_tables(rules, before, turn, &taken)?;
    check_placing(rules, turn_rules, &change)?;
    check_hand(rules, turn_rules, &change)?;
    let points = if change.placed.is_empty() { 0 } else { rules.points(&change) };
    let placed = change.placed;
    Ok(Checked { taken, placed, points })
}

/// Judges two positions: is there one legal turn from the first to the second?
///
/// The combinations of the second need not be valid: the judge says so. A saved game need not note the turns that passed
/// in a row, so they are compared only where both positions note them.
pub fn judge_positions<R: Rules>(
    rules: &R,
    before: &Position<R::Tile>,
    after: &Position<R::Tile>,
) -> Result<Verdict<R::Tile>, Refusal> {
    if after.players.len() != before.players.len() || after.tables.len() != before.tables.len() {
        return Err(Refusal::Differs("the number of players or of tables has changed".to_owned()));
    }
    if end_of(rules, before).is_some() {
        return Err(Refusal::Over);
    }
    let mut first = None;
    for turn in candidates(rules.turn_rules(), before, after) {
        let refusal = match judge(rules, before, &turn) {
            Ok(verdict) if leads_to(before, &verdict.after, after) => return Ok(verdict),
            Ok(verdict) => Refusal::Differs(difference(rules, &verdict.after, after)),
            Err(refusal) => refusal,
        };
        first.get_or_insert(refusal);
    }
    Err(first.unwrap_or(Refusal::Idle))
}

/// Is the position found the one that is expected? A position without a note of turns that passed fits any number of them.
fn leads_to<T: Tile>(before: &Position<T>, expected: &Position<T>, found: &Position<T>) -> bool {
    let is_noted = before.passes > 0 && found.passes > 0;
    let passes = if expected.passes > 0 && !is_noted { expected.passes } else { found.passes };
    expected.is_same_as(&Position { passes, ..found.clone() })
}

/// The turns that may lie between two positions, the likeliest first: one for each source of the first tile.
fn candidates<T: Tile>(turn_rules: TurnRules, before: &Position<T>, after: &Position<T>) -> Vec<Turn<T>> {
    let table = &after.tables[before.table_of(before.turn)];
    let turn = |take, discard| Turn { take, table: table.clone(), discard };
    let has_drawn = before.stock.len() > after.stock.len();
    let TurnShape::TakeAndDiscard { pile, .. } = turn_rules.shape else {
        let is_still = tiles_of(before.table()) == tiles_of(table);
        let take = if has_drawn && is_still { Take::Stock } else { Take::Nothing };
        return vec![turn(take, None)];
    };
    let rest = match pile {
        PileTake::Top => &before.pile[..before.pile.len().saturating_sub(1)],
        PileTake::Whole => &[],
    };
    let from_stock = turn(Take::Stock, discarded(&before.pile, &after.pile));
    let from_pile = turn(Take::Pile, discarded(rest, &after.pile));
    let from_nowhere = turn(Take::Nothing, discarded(&before.pile, &after.pile));
    if has_drawn {
        return vec![from_stock, from_pile, from_nowhere];
    }
    let is_pile_left = after.pile.starts_with(&before.pile);
    let is_same_hand = before.mover().tiles() == after.players[before.turn].tiles();
    if is_pile_left && (is_same_hand || after.pile.len() > before.pile.len()) {
        vec![from_nowhere, from_pile, from_stock]
    } else {
        vec![from_pile, from_nowhere, from_stock]
    }
}

/// The tile that was discarded, if a pile like this one became that one.
fn discarded<T: Tile>(before: &[T], after: &[T]) -> Option<T> {
    if before == after { None } else { after.last().copied() }
}

/// The first difference between the position that the turn leads to and the one found.
fn difference<R: Rules>(rules: &R, expected: &Position<R::Tile>, found: &Position<R::Tile>) -> String {
    for (want, got) in expected.players.iter().zip(&found.players) {
        if want.score != got.score {
            return format!("{} has {} points, not {}", want.name, want.score, got.score);
        }
        if want.tiles() != got.tiles() {
            let hand: Vec<R::Tile> = want.tiles().iter().collect();
            return format!("{} holds {}", want.name, rules.meld_text(&hand));
        }
        if want.placed != got.placed || want.name != got.name || want.bonus != got.bonus {
            return format!("the name, first placement or bonus tiles of {} are wrong", want.name);
        }
    }
    if expected.turn != found.turn {
        return format!("{} is to move", expected.players[expected.turn].name);
    }
    if expected.stock != found.stock {
        let count = counted(expected.stock.len(), "tile");
        return format!("the stock holds {count}, in the order that they had");
    }
    if expected.pile != found.pile {
        let count = counted(expected.pile.len(), "tile");
        return format!("the pile holds {count}, in the order that they had");
    }
    if expected.passes != found.passes {
        let count = counted(expected.passes, "turn");
        return format!("{count} in a row without placing should be noted");
    }
    "the other side's table has changed".to_owned()
}

/// A number of things: "1 tile", "2 tiles".
fn counted(count: usize, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

fn check_take(turn_rules: TurnRules, take: Take, is_still: bool) -> Result<(), Refusal> {
    match (turn_rules.shape, take) {
        (TurnShape::DrawOrPlace, Take::Pile) => Err(Refusal::NoPile),
        (TurnShape::DrawOrPlace, Take::Nothing) if is_still => Err(Refusal::Idle),
        (TurnShape::DrawOrPlace, Take::Stock) if !is_still => Err(Refusal::DrawnAndPlaced),
        (TurnShape::TakeAndDiscard { .. }, Take::Nothing) => Err(Refusal::TakeFirst),
        _ => Ok(()),
    }
}

/// Compares the tables: which tiles were placed, and which combinations are new.
fn compare_tables<'a, R: Rules>(
    rules: &R,
    before: &'a Position<R::Tile>,
    turn: &'a Turn<R::Tile>,
    taken: &'a Taken<R::Tile>,
) -> Result<Change<'a, R::Tile>, Refusal> {
    let old = tiles_of(before.table());
    let new = tiles_of(&turn.table);
    if let Some(tile) = old.difference(&new).iter().next() {
        return Err(Refusal::TakenFromTable { tile: rules.tile_text(tile) });
    }
    let placed = new.difference(&old);
    let mut hand = before.mover().tiles();
    hand.extend(taken.tiles.iter().copied());
    let spent = turn.discard.iter().fold(placed, |mut spent, &tile| {
        spent.insert(tile);
        spent
    });
    if let Some(tile) = spent.difference(&hand).iter().next() {
        return Err(Refusal::NotInHand { tile: rules.tile_text(tile) });
    }
    Ok(Change {
        before,
        take: turn.take,
        taken: &taken.tiles,
        table: &turn.table,
        formed: melds_beyond(rules, &turn.table, before.table()),
        placed,
        left: hand.difference(&spent),
        discard: turn.discard,
    })
}

/// Everything about the table.
fn check_placing<R: Rules>(
    rules: &R,
    turn_rules: TurnRules,
    change: &Change<'_, R::Tile>,
) -> Result<(), Refusal> {
    let old = change.before.table();
    if change.placed.is_empty() {
        let is_still = change.formed.is_empty() && old.len() == change.table.len();
        return if is_still { Ok(()) } else { Err(Refusal::NothingPlaced) };
    }
    for meld in &change.formed {
        rules.check_meld(meld).map_err(|why| Refusal::NoMeld { meld: rules.meld_text(meld), why })?;
    }
    let is_opening = !change.before.mover().placed;
    if is_opening && let Some(meld) = melds_beyond(rules, old, change.table).first() {
        return Err(Refusal::TouchedTooEarly { meld: rules.meld_text(meld) });
    }
    match turn_rules.table_rule {
        TableRule::Rearrange(JokerRule::Strict) => check_locked(rules, old, change.table, &change.placed)?,
        TableRule::Rearrange(JokerRule::Free) => {}
        TableRule::AddOnly { swap_jokers } => check_additions(rules, change, swap_jokers)?,
    }
    rules.check_table(change)?;
    if is_opening { rules.check_opening(change) } else { Ok(()) }
}

/// Where combinations may only be added to, each keeps its place in the list.
fn check_additions<R: Rules>(
    rules: &R,
    change: &Change<'_, R::Tile>,
    swap_jokers: bool,
) -> Result<(), Refusal> {
    for (i, old) in change.before.table().iter().enumerate() {
        let is_kept =
            change.table.get(i).is_some_and(|new| is_enlarged(old, new, rules.is_ordered(new), swap_jokers));
        if !is_kept {
            return Err(Refusal::OnlyAdd { meld: rules.meld_text(old) });
        }
    }
    Ok(())
}

/// Everything about the pile, the discard and the end of the hand.
fn check_hand<R: Rules>(
    rules: &R,
    turn_rules: TurnRules,
    change: &Change<'_, R::Tile>,
) -> Result<(), Refusal> {
    let TurnShape::TakeAndDiscard { keep_one, .. } = turn_rules.shape else {
        return if change.discard.is_some() { Err(Refusal::NoPile) } else { Ok(()) };
    };
    if change.take == Take::Pile {
        let top = *change.before.pile.last().ok_or(Refusal::Empty("pile"))?;
        if !change.placed.contains(top) {
            return Err(Refusal::Pile(PileBar::PlaceTop(rules.tile_text(top))));
        }
        rules.check_pile(change)?;
    }
    // A player who drew only bonus tiles, because the stock ran out, has no tile to discard.
    let got_nothing = change.take == Take::Stock && change.taken.is_empty();
    match (change.is_out(), change.discard) {
        (true, None) if keep_one => Err(Refusal::KeepOne),
        (true, _) => rules.check_out(change),
        (false, None) if !got_nothing => Err(Refusal::DiscardMissing),
        (false, _) => Ok(()),
    }
}

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
use crate::refusal::Refusal;
use crate::rules::{Change, JokerRule, Rules, TableRule, TurnRules, TurnShape, melds_beyond};
use crate::save::Save;
use crate::tile::Tile;
use crate::turn::{Take, Turn};

/// The judge's verdict on a legal turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict<T: Tile> {
    /// The hand tiles placed.
    pub placed: Multiset<T>,
    /// The points of the turn.
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
/// let best = Best { turn, placed: Multiset::EMPTY, value: 0, points: 0 };
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Best<T: Tile> {
    turn: Turn<T>,
    placed: Multiset<T>,
    value: i32,
    points: i32,
}

impl<T: Tile> Best<T> {
    /// Shows a turn to the judge. `value` gives the value of a placed tile; `points` gives the points that the search
    /// reports, from the points by the rules and the value of all tiles placed.
    pub(crate) fn judged<R: Rules<Tile = T>>(
        rules: &R,
        before: &Position<T>,
        turn: Turn<T>,
        value: impl Fn(T) -> i32,
        points: impl FnOnce(i32, i32) -> i32,
    ) -> Result<Self, Refusal> {
        let Checked { placed, points: scored, .. } = consider(rules, before, &turn)?;
        let value = placed.iter().map(value).sum();
        Ok(Self { turn, placed, value, points: points(scored, value) })
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

    /// The points of the turn.
    pub fn points(&self) -> i32 {
        self.points
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
    pub fn new<T: Tile>(before: &Position<T>, turn: &Turn<T>, refusal: Refusal) -> Self {
        let position = Save { position: before.clone(), seed: None, deal: 0 }.write();
        Self { refusal, turn: turn.to_string(), position }
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
    Ok(Verdict { placed, points, after })
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
pub fn judge_positions<R: Rules>(
    rules: &R,
    before: &Position<R::Tile>,
    after: &Position<R::Tile>,
) -> Result<Verdict<R::Tile>, Refusal> {
    if after.players.len() != before.players.len() || after.tables.len() != before.tables.len() {
        return Err(Refusal::Differs("the number of players or of tables has changed".to_owned()));
    }
    let table = after.tables[before.table_of(before.turn)].clone();
    let mut first = None;
    for (take, discard) in candidates(rules.turn_rules(), before, after) {
        let turn = Turn { take, table: table.clone(), discard };
        let refusal = match judge(rules, before, &turn) {
            Ok(verdict) if verdict.after.is_same_as(after) => return Ok(verdict),
            Ok(verdict) => Refusal::Differs(difference(&verdict.after, after)),
            Err(refusal) => refusal,
        };
        first.get_or_insert(refusal);
    }
    Err(first.unwrap_or(Refusal::Idle))
}

/// The ways in which the turn between two positions may have begun and ended, the likeliest first.
fn candidates<T: Tile>(
    turn_rules: TurnRules,
    before: &Position<T>,
    after: &Position<T>,
) -> Vec<(Take, Option<T>)> {
    if turn_rules.shape == TurnShape::DrawOrPlace {
        let drawn = before.stock.len() > after.stock.len();
        let still = tiles_of(before.table()) == tiles_of(&after.tables[before.table_of(before.turn)]);
        let take = if drawn && still { Take::Stock } else { Take::Nothing };
        return vec![(take, None)];
    }
    let top = after.pile.last().copied();
    let takes = if before.stock.len() > after.stock.len() {
        [Take::Stock, Take::Pile, Take::Nothing]
    } else {
        [Take::Pile, Take::Stock, Take::Nothing]
    };
    takes.into_iter().flat_map(|take| [(take, top), (take, None)]).collect()
}

/// The first difference between the position that the turn leads to and the one found.
fn difference<T: Tile>(expected: &Position<T>, found: &Position<T>) -> String {
    for (want, got) in expected.players.iter().zip(&found.players) {
        if want.score != got.score {
            return format!("{} has {} points, not {}", want.name, want.score, got.score);
        }
        if want.tiles() != got.tiles() {
            let hand: Vec<String> = want.tiles().iter().map(|tile| tile.to_string()).collect();
            return format!("{} holds ({})", want.name, hand.join(" "));
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
        return Err(Refusal::TakenFromTable { tile: tile.to_string() });
    }
    let placed = new.difference(&old);
    let mut hand = before.mover().tiles();
    hand.extend(taken.tiles.iter().copied());
    let spent = turn.discard.iter().fold(placed, |mut spent, &tile| {
        spent.insert(tile);
        spent
    });
    if let Some(tile) = spent.difference(&hand).iter().next() {
        return Err(Refusal::NotInHand { tile: tile.to_string() });
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
        rules
            .check_meld(meld)
            .map_err(|flaw| Refusal::NoMeld { meld: meld.to_string(), why: flaw.to_string() })?;
    }
    let is_opening = !change.before.mover().placed;
    if is_opening && let Some(meld) = melds_beyond(rules, old, change.table).first() {
        return Err(Refusal::TouchedTooEarly { meld: meld.to_string() });
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
            return Err(Refusal::OnlyAdd { meld: old.to_string() });
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
            return Err(Refusal::Pile(format!("{top} must be placed in the same turn")));
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

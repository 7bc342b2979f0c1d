//! The state of a game as clients get it.

use std::collections::BTreeMap;
use std::time::Instant;

use rummy::{FirstPlacement, PileTake, TurnShape, Winner};
use serde::Serialize;
use serde_json::Value;
use session::texts::{Language, LineText, Screen, ServerText, Thing, Word};
use session::{CardChoice, Choices, Ending, Event, HandOrder, JumpChoice, Mark, Seat, TileChoices, View};

use crate::any_game::AnyGame;
use crate::board::BoardView;
use crate::error::sentence;
use crate::games::Viewer;
use crate::playing::{HelpUsed, Playing};
use crate::spoken::{is_news, spoken};
use crate::tile_names::{TileName, sorted_hand, tile_names};
use crate::wording::Wording;
use crate::{export, link, patience_rules, titles};

/// The state of a game, seen from a seat in a language.
#[derive(Serialize)]
pub(crate) struct State {
    id: String,
    version: u64,
    family: &'static str,
    title: String,
    view: View,
    choices: ChoicesView,
    moves: Vec<MoveView>,
    #[serde(flatten)]
    can: Can,
    truth: Option<TruthView>,
    start_truth: Option<TruthView>,
    lost_since: Option<usize>,
    ending: Option<EndingView>,
    elapsed: u64,
    clock_runs: bool,
    help: HelpUsed,
    link: Option<String>,
    exports: Vec<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    new: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    today: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    difficulty: Option<u8>,
    #[serde(flatten)]
    own: Own,
}

/// The buttons that work now.
#[derive(Serialize)]
struct Can {
    #[serde(rename = "can_undo")]
    undo: bool,
    #[serde(rename = "can_redo")]
    redo: bool,
    #[serde(rename = "can_finish")]
    finish: bool,
}

impl Can {
    fn of(playing: &Playing) -> Self {
        Self {
            undo: playing.session.clone().undo(),
            redo: playing.session.clone().redo(),
            finish: playing.next_up().is_some(),
        }
    }
}

/// The part of the state that depends on the family.
#[derive(Serialize)]
#[serde(untagged)]
enum Own {
    Patience { rules: patience_rules::RulesView },
    Peg { board: BoardView },
    Rummy(Box<RummyParts>),
}

#[derive(Serialize)]
struct RummyParts {
    tiles: BTreeMap<String, TileName>,
    hand_by_colour: Vec<String>,
    hand_by_number: Vec<String>,
    turn: TurnView,
    deals: u32,
    /// Does the lowest score win?
    lowest_wins: bool,
    /// Is only the top of the discard pile taken?
    takes_top: bool,
    /// The seconds that a player has for a turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    turn_seconds: Option<u64>,
}

/// The turn at hand.
#[derive(Serialize)]
struct TurnView {
    seat: usize,
    machine: bool,
    /// Can the viewer end the turn now? None where it is another's turn.
    can_end: Option<bool>,
    /// What stands against it.
    reason: Option<String>,
    /// The demands on the viewer's first placement, before it is made.
    #[serde(skip_serializing_if = "Option::is_none")]
    opening: Option<String>,
    /// The time that is left, in milliseconds, where the rules limit it.
    #[serde(skip_serializing_if = "Option::is_none")]
    left: Option<u64>,
}

/// A move of the game.
#[derive(Serialize)]
struct MoveView {
    n: usize,
    /// `drew` or `played`, in rummy.
    #[serde(skip_serializing_if = "Option::is_none")]
    event: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seat: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    input: Option<String>,
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    truth: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    left: Option<usize>,
}

/// Whether a position can be won.
#[derive(Serialize)]
pub(crate) struct TruthView {
    truth: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<usize>,
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    lost_since: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    positions: Option<usize>,
}

#[derive(Serialize)]
struct EndingView {
    #[serde(flatten)]
    ending: Ending,
    text: String,
}

/// The things that a seat can do, with places by their names.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum ChoicesView {
    Cards { moves: Vec<CardChoiceView>, others: Vec<OtherView> },
    Jumps { jumps: Vec<JumpChoiceView> },
    Tiles { commands: Vec<String>, tiles: Vec<String>, combinations: Vec<usize>, broken: Vec<usize> },
}

#[derive(Serialize)]
pub(crate) struct CardChoiceView {
    input: String,
    from: String,
    to: String,
    cards: usize,
}

/// A redeal or a rotation.
#[derive(Serialize)]
pub(crate) struct OtherView {
    input: String,
    text: String,
}

#[derive(Serialize)]
pub(crate) struct JumpChoiceView {
    input: String,
    from: String,
    over: String,
    to: String,
    solvable: Option<bool>,
}

impl State {
    pub(crate) fn of(playing: &Playing, viewer: Viewer) -> Self {
        let Viewer { language, seat } = viewer;
        let view = playing.session.view(Some(seat));
        let ending = playing.session.ending();
        Self {
            id: playing.id.clone(),
            version: playing.version,
            family: playing.session.family(),
            title: titles::of(playing.session.family(), &playing.name(), language),
            choices: choices(playing, seat, language),
            moves: moves(playing, viewer),
            can: Can::of(playing),
            truth: known_truth(playing, playing.moves(), language),
            start_truth: known_truth(playing, 0, language),
            lost_since: playing.marks.losing_move(),
            ending: ending.map(|ending| ending_view(playing, ending, viewer)),
            elapsed: playing.elapsed().as_millis() as u64,
            clock_runs: playing.outcome().is_none(),
            help: playing.remarks.help,
            link: link::of(&playing.session),
            exports: export::possible(playing),
            new: playing.remarks.new.clone(),
            today: playing.remarks.today.clone(),
            difficulty: playing.remarks.difficulty,
            own: own(playing, &view, viewer),
            view,
        }
    }
}

/// The message that shows a change to a window.
pub(crate) fn push(playing: &Playing, events: &[Event], viewer: Viewer, is_resync: bool) -> String {
    #[derive(Serialize)]
    struct Message {
        push: &'static str,
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        resync: bool,
        #[serde(flatten)]
        changed: Changed,
    }
    let changed = Changed::of(playing, events, viewer);
    let message = Message { push: "state", resync: is_resync, changed };
    serde_json::to_string(&message).expect("strings and numbers can be written")
}

/// A change: the events that led to it and the state after it.
#[derive(Serialize)]
pub(crate) struct Changed {
    events: Vec<Value>,
    /// One sentence for the ear.
    say: String,
    state: State,
}

impl Changed {
    pub(crate) fn of(playing: &Playing, events: &[Event], viewer: Viewer) -> Self {
        let seen: Vec<Event> = events.iter().map(|event| event.seen_by(Some(viewer.seat))).collect();
        let words = Wording::of(&playing.session, viewer);
        let say = spoken(&seen, &words);
        let events = seen.iter().map(|event| event_view(event, &words)).collect();
        Self { say, events, state: State::of(playing, viewer) }
    }

    /// The change with another sentence for the ear, if there is one.
    pub(crate) fn saying(self, say: Option<String>) -> Self {
        Self { say: say.unwrap_or(self.say), ..self }
    }
}

/// An event with its words as `text`.
pub(crate) fn event_view(event: &Event, words: &Wording) -> Value {
    let mut value = serde_json::to_value(event).expect("strings and numbers can be written");
    if let Some(fields) = value.as_object_mut() {
        // The notation of a jump is a part of its words.
        if let Some(jump) = fields.remove("text") {
            fields.insert("jump".to_owned(), jump);
        }
        fields.insert("text".to_owned(), words.event(event).into());
    }
    value
}

fn own(playing: &Playing, view: &View, viewer: Viewer) -> Own {
    match (&playing.session, view) {
        (AnyGame::Patience(game), _) => {
            Own::Patience { rules: patience_rules::RulesView::of(game.game().deal().rules()) }
        }
        (AnyGame::Peg(game), _) => Own::Peg { board: BoardView::of(game.game()) },
        (AnyGame::Rummy(game), View::Rummy(view)) => {
            let tiles = view.tiles(viewer.language);
            Own::Rummy(Box::new(RummyParts {
                tiles: tile_names(view, viewer.language),
                hand_by_colour: sorted_hand(view, tiles, HandOrder::Colour),
                hand_by_number: sorted_hand(view, tiles, HandOrder::Number),
                turn: turn(playing, viewer),
                deals: game.game().setup().deals.get(),
                lowest_wins: game.game().turn_rules().winner == Winner::Lowest,
                takes_top: takes_top(game.game().turn_rules().shape),
                turn_seconds: playing.session.turn_time().map(|time| time.as_secs()),
            }))
        }
        (AnyGame::Rummy(_), _) => unreachable!("a game of rummy has a view of rummy"),
    }
}

/// The turn at hand, and whether the viewer may end it as it stands.
fn turn(playing: &Playing, viewer: Viewer) -> TurnView {
    let mover = playing.session.to_move().unwrap_or(Seat(0));
    let machine = playing.waits_for_machine();
    let is_mine = playing.session.to_move() == Some(viewer.seat) && !machine;
    let ended = is_mine.then(|| playing.session.clone().act(viewer.seat, "done"));
    let can_end = ended.as_ref().map(Result::is_ok);
    let reason = ended.and_then(Result::err).map(|why| sentence(&why.words(viewer.language)));
    let left = playing.turn_end().map(|end| end.saturating_duration_since(Instant::now()).as_millis() as u64);
    let opening = opening(playing, viewer).filter(|_| is_mine);
    TurnView { seat: mover.0, machine, can_end, reason, opening, left }
}

fn takes_top(shape: TurnShape) -> bool {
    matches!(shape, TurnShape::TakeAndDiscard { pile: PileTake::Top, .. })
}

/// The demands on the viewer's first placement in words.
fn opening(playing: &Playing, Viewer { language, seat }: Viewer) -> Option<String> {
    let AnyGame::Rummy(game) = &playing.session else { return None };
    match game.game().first_placement(seat)? {
        FirstPlacement { letters: letters @ 1.., .. } => {
            Some(language.fill(ServerText::OpenWord, &[&letters]))
        }
        FirstPlacement { worth: worth @ 1.., pure_run: true, .. } => {
            Some(language.fill(ServerText::OpenPureRun, &[&worth]))
        }
        FirstPlacement { worth: worth @ 1.., .. } => Some(language.fill(ServerText::OpenWorth, &[&worth])),
        _ => None,
    }
}

pub(crate) fn choices(playing: &Playing, seat: Seat, language: Language) -> ChoicesView {
    match playing.session.choices(seat) {
        Choices::Cards(cards) => ChoicesView::Cards {
            moves: cards.moves.into_iter().map(card_choice).collect(),
            others: cards.others.into_iter().map(|input| other(playing, input, language)).collect(),
        },
        Choices::Jumps(jumps) => {
            let AnyGame::Peg(game) = &playing.session else { unreachable!("pegs jump in peg games only") };
            let jump = |choice| jump_choice(game.game().board(), choice);
            ChoicesView::Jumps { jumps: jumps.into_iter().map(jump).collect() }
        }
        Choices::Tiles(TileChoices { commands, tiles, combinations, broken }) => {
            ChoicesView::Tiles { commands, tiles, combinations, broken }
        }
    }
}

fn card_choice(choice: CardChoice) -> CardChoiceView {
    let CardChoice { input, from, to, cards } = choice;
    CardChoiceView { input, from: from.to_string(), to: to.to_string(), cards }
}

/// A redeal or a rotation in words: those of the event that it would be.
fn other(playing: &Playing, input: String, language: Language) -> OtherView {
    let events = playing.session.clone().act(Seat(0), &input).unwrap_or_default();
    let text = events.first().map_or_else(|| input.clone(), |event| event.words(language));
    OtherView { input, text }
}

fn jump_choice(board: &peg::Board, choice: JumpChoice) -> JumpChoiceView {
    let JumpChoice { input, from, over, to, solvable } = choice;
    let name = |place| {
        let hole = board.hole_at(place).expect("jumps go from hole to hole");
        peg::Notation::Standard.hole(board, hole)
    };
    JumpChoiceView { input, from: name(from), over: name(over), to: name(to), solvable }
}

fn moves(playing: &Playing, viewer: Viewer) -> Vec<MoveView> {
    let moves = (1..).zip(playing.log());
    if playing.is_rummy() {
        let words = Wording::of(&playing.session, viewer);
        return moves.flat_map(|(n, events)| rummy_moves(n, events, viewer.seat, &words)).collect();
    }
    let inputs = playing.session.save().moves;
    moves.zip(inputs).map(|((n, events), input)| single_move(playing, n, input, events, viewer)).collect()
}

fn single_move(playing: &Playing, n: usize, input: String, events: &[Event], viewer: Viewer) -> MoveView {
    let texts: Vec<String> = events.iter().map(|event| event.words(viewer.language)).collect();
    let (truth, left) = mark_words(playing.marks.get(n));
    MoveView {
        n,
        event: None,
        seat: None,
        input: Some(input),
        text: texts.join("; "),
        truth: Some(truth),
        left,
    }
}

/// The events of a command that people want to read later.
fn rummy_moves(n: usize, events: &[Event], viewer: Seat, words: &Wording) -> Vec<MoveView> {
    let is_worth_it =
        |event: &&Event| !matches!(event, Event::Arranged { .. } | Event::TookBack) && is_news(event, events);
    let seat = |event: &Event| match event {
        Event::Drew { seat, .. } | Event::Played { seat, .. } => Some(*seat),
        _ => None,
    };
    let kind = |event: &Event| match event {
        Event::Drew { .. } => Some("drew"),
        Event::Played { .. } => Some("played"),
        _ => None,
    };
    let view = |event: &Event| MoveView {
        n,
        event: kind(event),
        seat: seat(event),
        input: None,
        text: words.event(&event.seen_by(Some(viewer))),
        truth: None,
        left: None,
    };
    events.iter().filter(is_worth_it).map(view).collect()
}

/// A mark as a word, and the moves of the way that is known.
pub(crate) fn mark_words(mark: Mark) -> (&'static str, Option<usize>) {
    match mark {
        Mark::Winnable(moves) => ("winnable", moves),
        Mark::Lost => ("lost", None),
        Mark::Unknown => ("unknown", None),
    }
}

/// The truth about the position after some moves, if it is known.
pub(crate) fn known_truth(playing: &Playing, after: usize, language: Language) -> Option<TruthView> {
    let mark = playing.marks.get(after);
    (mark != Mark::Unknown && !playing.is_rummy()).then(|| truth_view(playing, after, language))
}

/// The truth about the position after some moves.
pub(crate) fn truth_view(playing: &Playing, after: usize, language: Language) -> TruthView {
    let mark = playing.marks.get(after);
    let (truth, moves) = mark_words(mark);
    let since = playing.marks.losing_move().filter(|_| mark == Mark::Lost);
    let noun = if matches!(playing.session, AnyGame::Peg(_)) { Thing::Jump } else { Thing::Move };
    let text = match (mark, since) {
        (Mark::Winnable(Some(moves)), _) => {
            language.fill(Word::WinnableIn, &[&language.counted(moves, noun)])
        }
        (Mark::Winnable(None), _) => language.text(Screen::Winnable).to_owned(),
        (Mark::Lost, Some(since)) => language.fill(ServerText::LostSince, &[&since]),
        (Mark::Lost, None) => language.text(Word::ProvenLost).to_owned(),
        (Mark::Unknown, _) => language.text(Word::Unknown).to_owned(),
    };
    let positions = playing.certified.filter(|(at, _)| *at == after).map(|(_, positions)| positions);
    TruthView { truth, moves, text, lost_since: since, positions }
}

impl TruthView {
    /// Nobody knows, and why.
    pub(crate) fn unknown(why: &str, language: Language) -> Self {
        let text = language.fill(LineText::NotKnown, &[&why]);
        Self { truth: "unknown", moves: None, text, lost_since: None, positions: None }
    }
}

fn ending_view(playing: &Playing, ending: Ending, viewer: Viewer) -> EndingView {
    let language = viewer.language;
    let text = match (&ending, playing.session.view(None)) {
        (Ending::Won, _) => language.text(ServerText::Won).to_owned(),
        (Ending::Stuck, View::Peg(_)) => language.text(ServerText::NoJump).to_owned(),
        (Ending::WonBy { seats }, View::Rummy(view)) => {
            let name = |&seat: &usize| view.players.get(seat).map(|player| player.name.clone());
            let over = Event::GameOver { winners: seats.iter().filter_map(name).collect() };
            Wording::of(&playing.session, viewer).event(&over)
        }
        _ => language.text(ServerText::Stuck).to_owned(),
    };
    EndingView { ending, text }
}

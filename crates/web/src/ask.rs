//! Questions about a game: hints, truth, solutions. The work is done elsewhere, on a snapshot.

use std::sync::Arc;

use search::{Limit, Outcome, Run};
use serde::Serialize;
use serde_json::Value;
use session::texts::{Language, LineText, ServerText, Word};
use session::{Hint, Line, Seat, Task, TaskError, Truth, View};

use crate::any_game::AnyGame;
use crate::change::{Asker, keep_help, no_such_move};
use crate::command_words::command_words;
use crate::error::{ApiError, Kind};
use crate::games::{OpenGame, Viewer};
use crate::playing::Playing;
use crate::server::Shared;
use crate::state::{TruthView, event_view, truth_view};
use crate::wording::Wording;
use crate::workers::JobLimits;

/// The positions that a hint or a solution may cost.
const HINT_NODES: u64 = 3_000_000;
/// The positions that the truth may cost.
const TRUTH_NODES: u64 = 1_000_000;

/// Does a task of a game.
pub(crate) async fn run_task<T: Send + 'static>(
    app: &Shared,
    asker: Asker,
    nodes: u64,
    task: Task<T>,
) -> Result<Result<T, TaskError>, ApiError> {
    let limits = JobLimits::nodes(&app.config.limits, nodes);
    app.ask(asker.client, limits, asker.viewer.language, move |run: &mut Run<'_>| task.run(run)).await
}

/// The limit that ended a task, in words; a fault of the program is an error.
pub(crate) fn why_not(error: TaskError, language: Language) -> Result<&'static str, ApiError> {
    match error {
        TaskError::Internal(error) => Err(ApiError::internal(language, error)),
        TaskError::Limit(limit) => Ok(language.text(match limit {
            Limit::Nodes => LineText::NodeLimit,
            Limit::Memory => LineText::MemoryLimit,
            Limit::Time => LineText::TimeLimit,
            Limit::Incomplete => LineText::Incomplete,
            Limit::Cancelled => return Err(ApiError::text(Kind::Cancelled, language, ServerText::Cancelled)),
        })),
    }
}

/// A hint.
#[derive(Serialize)]
pub(crate) struct HintView {
    hint: &'static str,
    inputs: Vec<String>,
    left: Option<usize>,
    text: String,
    events: Vec<Value>,
    #[serde(flatten)]
    places: Places,
}

/// The places that a move leads from and to, and the number of its cards, as far as the game has them.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Places {
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cards: Option<usize>,
}

impl HintView {
    fn none(hint: &'static str, text: String) -> Self {
        Self { hint, inputs: Vec::new(), left: None, text, events: Vec::new(), places: Places::default() }
    }
}

pub(crate) async fn hint(app: &Shared, game: &Arc<OpenGame>, asker: Asker) -> Result<HintView, ApiError> {
    let Viewer { language, seat } = asker.viewer;
    let (task, snapshot) = {
        let mut playing = game.lock().await;
        let task = playing.session.hint(seat).map_err(|why| ApiError::refused(&why, language))?;
        playing.remarks.help.hints += 1;
        keep_help(app, playing.row(), language).await?;
        (task, playing.clone())
    };
    match run_task(app, asker, HINT_NODES, task).await? {
        Ok(hint) => hint_view(&snapshot, hint, asker.viewer),
        Err(error) => {
            let why = why_not(error, language)?;
            Ok(HintView::none("unknown", language.fill(LineText::NoHintFound, &[&why])))
        }
    }
}

fn hint_view(playing: &Playing, hint: Hint, viewer: Viewer) -> Result<HintView, ApiError> {
    let language = viewer.language;
    let reason = hint.reason(language);
    let (inputs, left) = match hint {
        Hint::Over => return Ok(HintView::none("over", language.text(LineText::GameIsOver).to_owned())),
        Hint::Lost => return Ok(HintView::none("lost", language.text(LineText::NoHintLost).to_owned())),
        Hint::Enter { inputs, left, .. } => (inputs, left),
    };
    let Some(first) = inputs.first() else {
        return Ok(HintView::none("unknown", language.text(Word::Unknown).to_owned()));
    };
    if let View::Rummy(view) = playing.session.view(Some(viewer.seat)) {
        // What comes of it is not shown: a tile that is drawn is not known before.
        let words = command_words(&view, &inputs, language);
        let text = reason.map_or(words.clone(), |reason| format!("{words} ({reason})"));
        return Ok(HintView { inputs, left, ..HintView::none("enter", text) });
    }
    let mut after = playing.session.clone();
    let events = after.act(viewer.seat, first).map_err(|why| ApiError::internal(language, why))?;
    let places = Places::of_last_move(&after, first);
    let words = events.iter().map(|event| event.words(language)).collect::<Vec<_>>().join("; ");
    let wording = Wording::of(&after, viewer);
    let events = events.iter().map(|event| event_view(event, &wording)).collect();
    Ok(HintView { hint: "enter", inputs, left, text: words, events, places })
}

impl Places {
    /// Those of the move that was just made.
    pub(crate) fn of_last_move(after: &AnyGame, input: &str) -> Self {
        match after {
            AnyGame::Patience(after) => {
                let last = after.game().moves().last();
                let (from, to) = last.and_then(|acted| acted.played.places).unzip();
                Self {
                    from: from.map(|from| from.to_string()),
                    to: to.map(|to| to.to_string()),
                    cards: last.map(|acted| acted.played.cards.len()),
                }
            }
            AnyGame::Peg(_) => {
                let mut holes = input.split('-').map(str::to_owned);
                Self { from: holes.next(), to: holes.next_back(), cards: None }
            }
            AnyGame::Rummy(_) => Self::default(),
        }
    }
}

/// The number of moves after which a position is asked about, in bodies that say nothing else.
#[derive(Clone, Copy, Debug, Default, serde::Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct AtMove {
    #[serde(rename = "move")]
    pub(crate) after: Option<usize>,
}

pub(crate) async fn truth(
    app: &Shared,
    game: &Arc<OpenGame>,
    asker: Asker,
    after: Option<usize>,
) -> Result<TruthView, ApiError> {
    let language = asker.viewer.language;
    let (task, inputs) = {
        let playing = game.lock().await;
        let after = after.unwrap_or(playing.moves());
        let position = playing.at(after).filter(|_| after <= playing.moves());
        let position = position.ok_or_else(|| no_such_move(playing.moves(), language))?;
        let task = position.truth();
        let task = task.ok_or_else(|| ApiError::text(Kind::NotPossible, language, ServerText::NoTruth))?;
        (task, position.save().moves)
    };
    match run_task(app, asker, TRUTH_NODES, task).await? {
        Ok(truth) => Ok(heard(&mut *game.lock().await, &inputs, truth, language)),
        Err(error) => Ok(TruthView::unknown(why_not(error, language)?, language)),
    }
}

/// Notes the truth about the position after these moves, unless the game has gone another way since; in words either way.
fn heard(playing: &mut Playing, inputs: &[String], truth: Truth, language: Language) -> TruthView {
    let after = inputs.len();
    if playing.session.save().moves.starts_with(inputs) {
        playing.hear(after, truth);
        return truth_view(playing, after, language);
    }
    let mut elsewhere = playing.clone();
    elsewhere.marks = session::Marks::default();
    elsewhere.marks.fit(after);
    elsewhere.marks.note(after, truth);
    truth_view(&elsewhere, after, language)
}

/// A way to win.
#[derive(Serialize)]
pub(crate) struct SolutionView {
    solution: &'static str,
    moves: Vec<StepView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

/// A move of a solution, and the game after it.
#[derive(Serialize)]
struct StepView {
    input: String,
    text: String,
    view: View,
}

pub(crate) async fn solution(
    app: &Shared,
    game: &Arc<OpenGame>,
    asker: Asker,
) -> Result<SolutionView, ApiError> {
    let language = asker.viewer.language;
    let (task, snapshot) = {
        let mut playing = game.lock().await;
        let task = playing.session.solution();
        let task = task.ok_or_else(|| ApiError::text(Kind::NotPossible, language, ServerText::NoSolution))?;
        playing.remarks.help.solutions += 1;
        keep_help(app, playing.row(), language).await?;
        (task, playing.session.clone())
    };
    let none = |solution, text: String| SolutionView { solution, moves: Vec::new(), text: Some(text) };
    match run_task(app, asker, HINT_NODES, task).await? {
        Ok(Line::Enter(inputs)) => {
            let moves = steps(snapshot, inputs, language)?;
            let truth = Truth::Winnable { moves: moves.len() };
            note_solution(game, truth).await;
            Ok(SolutionView { solution: "found", moves, text: None })
        }
        Ok(Line::Lost) => Ok(none("lost", language.text(Word::ProvenLost).to_owned())),
        Err(error) => {
            let why = why_not(error, language)?;
            Ok(none("unknown", language.fill(LineText::NotKnown, &[&why])))
        }
    }
}

/// A position of which a solution is known can be won.
async fn note_solution(game: &OpenGame, truth: Truth) {
    let mut playing = game.lock().await;
    let after = playing.moves();
    if playing.marks.get(after) == session::Mark::Unknown {
        playing.hear(after, truth);
    }
}

/// The moves of a solution, each with the game after it. The referee plays every one.
fn steps(mut session: AnyGame, inputs: Vec<String>, language: Language) -> Result<Vec<StepView>, ApiError> {
    let step = |input: String| {
        let events = session.act(Seat(0), &input).map_err(|why| ApiError::internal(language, why))?;
        let text = events.iter().map(|event| event.words(language)).collect::<Vec<_>>().join("; ");
        Ok(StepView { input, text, view: session.view(None) })
    };
    inputs.into_iter().map(step).collect()
}

/// A certificate that a position cannot be won, and how many positions it has.
pub(crate) async fn certificate(
    app: &Shared,
    game: &Arc<OpenGame>,
    asker: Asker,
) -> Result<Vec<u8>, ApiError> {
    let language = asker.viewer.language;
    let refuse = |kind, text| ApiError::text(kind, language, text);
    let (deal, after) = {
        let playing = game.lock().await;
        let AnyGame::Patience(patience) = &playing.session else {
            return Err(refuse(Kind::NotPossible, ServerText::NoExport));
        };
        (certified_deal(patience.game()), playing.moves())
    };
    let limits = JobLimits::nodes(&app.config.limits, u64::MAX);
    match app.ask(asker.client, limits, language, move |run| proven(&deal, run)).await? {
        Some(Outcome::Unsolvable((bytes, positions))) => {
            let mut playing = game.lock().await;
            playing.certified = Some((after, positions));
            playing.hear(after, Truth::Lost);
            Ok(bytes)
        }
        Some(Outcome::Solved(())) => Err(refuse(Kind::NotPossible, ServerText::NotLost)),
        Some(Outcome::GaveUp(_)) | None => Err(refuse(Kind::NotPossible, ServerText::NotProven)),
    }
}

/// The bytes of a certificate and its positions, if a deal is lost; none if the solver has a fault.
fn proven(deal: &patience::Deal, run: &mut Run<'_>) -> Option<Outcome<(), (Vec<u8>, usize)>> {
    Some(match patience::decide(deal, run).ok()? {
        Outcome::Unsolvable(closure) => {
            let mut bytes = Vec::new();
            closure.write(&mut bytes).ok()?;
            Outcome::Unsolvable((bytes, closure.len()))
        }
        Outcome::Solved(_) => Outcome::Solved(()),
        Outcome::GaveUp(limit) => Outcome::GaveUp(limit),
    })
}

/// The deal of a game in which nothing was played, or a board of the position now.
fn certified_deal(game: &patience::Game) -> patience::Deal {
    if game.moves().len() == 0 {
        return game.deal().clone();
    }
    let rules = game.deal().rules().clone();
    let board = game.table().to_board();
    patience::Deal::from_board(rules, &board).expect("the board of a table is a board of its rules")
}

//! Looking back on a game: each position marked, the move that lost, the one that would have won; in rummy each turn next to
//! the best one.

use std::sync::Arc;

use serde::Serialize;
use serde_json::{Value, json};
use session::texts::{Language, ServerText};
use session::{Event, Hint, Marks, PlayedTurn, Seat, TurnReview, View};

use crate::any_game::AnyGame;
use crate::ask::{Places, run_task, why_not};
use crate::change::Asker;
use crate::command_words::command_words;
use crate::error::{ApiError, Kind};
use crate::games::{OpenGame, Viewer};
use crate::playing::Playing;
use crate::server::Shared;
use crate::spoken::is_news;
use crate::state::{known_truth, mark_words};
use crate::wording::Wording;

/// The positions that the question about one position may cost.
const NODES: u64 = 1_000_000;

/// A review.
#[derive(Serialize)]
#[serde(tag = "review", rename_all = "snake_case")]
pub(crate) enum ReviewView {
    Moves { start: Value, moves: Vec<Row>, lost_since: Option<usize>, best: Option<Best> },
    Turns { turns: Vec<Turn>, steps: Vec<Step> },
}

/// A turn of anybody, or a new deal, to step through the game.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Step {
    /// The number of commands before it.
    from: usize,
    /// The number of commands after it.
    to: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    seat: Option<usize>,
    text: String,
}

/// A move, and the truth after it.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Row {
    n: usize,
    text: String,
    truth: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    left: Option<usize>,
    /// Did this move lose the win?
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    fault: bool,
}

/// The move that would have kept the win.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Best {
    n: usize,
    input: String,
    text: String,
    left: Option<usize>,
    #[serde(flatten)]
    places: Places,
}

/// A turn of rummy next to the best one.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Turn {
    n: usize,
    played: Vec<String>,
    played_text: String,
    best: Vec<String>,
    best_text: String,
    played_points: i32,
    best_points: i32,
    played_tiles: usize,
    best_tiles: usize,
    is_best: bool,
}

/// Looks back; `part` is given each part as soon as it is known.
pub(crate) async fn review(
    app: &Shared,
    game: &Arc<OpenGame>,
    asker: Asker,
    part: impl FnMut(Value) + Send,
) -> Result<ReviewView, ApiError> {
    let snapshot = game.lock().await.clone();
    if snapshot.is_rummy() {
        return turns(app, snapshot.session, asker, part).await;
    }
    moves(app, game, snapshot, asker, part).await
}

async fn moves(
    app: &Shared,
    game: &Arc<OpenGame>,
    mut snapshot: Playing,
    asker: Asker,
    mut part: impl FnMut(Value) + Send,
) -> Result<ReviewView, ApiError> {
    let language = asker.viewer.language;
    let mut asked = Vec::new();
    while let Some(after) = snapshot.marks.next_question(&asked) {
        asked.push(after);
        let Some(task) = snapshot.at(after).and_then(|position| position.truth()) else { continue };
        match run_task(app, asker, NODES, task).await? {
            Ok(truth) => {
                snapshot.hear(after, truth);
                let (truth, left) = mark_words(snapshot.marks.get(after));
                part(json!({"n": after, "truth": truth, "left": left}));
            }
            // Without this answer the others are still worth having.
            Err(error) => drop(why_not(error, language)?),
        }
    }
    let best = match snapshot.marks.losing_move() {
        Some(number) => best(app, snapshot.at(number - 1), number, asker).await?,
        None => None,
    };
    share_marks(game, snapshot.version, snapshot.marks.clone()).await;
    Ok(moves_view(&snapshot, best, language))
}

/// The marks of the review are those of the game, unless it went another way since.
async fn share_marks(game: &OpenGame, version: u64, marks: Marks) {
    let mut playing = game.lock().await;
    if playing.version == version {
        playing.marks = marks;
    }
}

fn moves_view(snapshot: &Playing, best: Option<Best>, language: Language) -> ReviewView {
    let lost_since = snapshot.marks.losing_move();
    let row = |(n, events): (usize, &Vec<session::Event>)| {
        let (truth, left) = mark_words(snapshot.marks.get(n));
        let text = events.iter().map(|event| event.words(language)).collect::<Vec<_>>().join("; ");
        Row { n, text, truth, left, fault: lost_since == Some(n) }
    };
    let start = known_truth(snapshot, 0, language).map(|truth| json!(truth));
    ReviewView::Moves {
        start: start.unwrap_or_else(|| json!({"truth": "unknown"})),
        moves: (1..).zip(snapshot.log()).map(row).collect(),
        lost_since,
        best,
    }
}

/// The move that would have kept the win in the place of a losing one, from the position before it.
async fn best(
    app: &Shared,
    before: Option<AnyGame>,
    number: usize,
    asker: Asker,
) -> Result<Option<Best>, ApiError> {
    let Some(mut position) = before else { return Ok(None) };
    let Ok(task) = position.hint(Seat(0)) else { return Ok(None) };
    let Ok(Hint::Enter { inputs, left, .. }) = run_task(app, asker, NODES, task).await? else {
        return Ok(None);
    };
    let Some(input) = inputs.into_iter().next() else { return Ok(None) };
    let language = asker.viewer.language;
    let events = position.act(Seat(0), &input).map_err(|why| ApiError::internal(language, why))?;
    let text = events.iter().map(|event| event.words(language)).collect::<Vec<_>>().join("; ");
    let places = Places::of_last_move(&position, &input);
    Ok(Some(Best { n: number, input, text, left, places }))
}

async fn turns(
    app: &Shared,
    session: AnyGame,
    asker: Asker,
    mut part: impl FnMut(Value) + Send,
) -> Result<ReviewView, ApiError> {
    let viewer = asker.viewer;
    let steps = steps(session.clone(), viewer).await?;
    part(json!({ "steps": steps }));
    let (mut from, mut turns) = (0, Vec::new());
    loop {
        let task = session.turn_review(viewer.seat, from);
        let task =
            task.ok_or_else(|| ApiError::text(Kind::NotPossible, viewer.language, ServerText::NoTruth))?;
        match run_task(app, asker, u64::MAX, task).await? {
            Ok(Some(review)) => {
                from = review.at + 1;
                let turn = turn(&session, review, viewer);
                part(json!({ "turn": turn }));
                turns.push(turn);
            }
            Ok(None) => break,
            Err(error) => {
                why_not(error, viewer.language)?;
                break;
            }
        }
    }
    Ok(ReviewView::Turns { turns, steps })
}

/// The turns of a game in words, as the viewer saw them. The game is played again, on a thread that may wait.
async fn steps(session: AnyGame, viewer: Viewer) -> Result<Vec<Step>, ApiError> {
    let work = tokio::task::spawn_blocking(move || all_steps(&session, viewer)).await;
    work.map_err(|error| ApiError::internal(viewer.language, error))
}

fn all_steps(session: &AnyGame, viewer: Viewer) -> Vec<Step> {
    let words = Wording::of(session, viewer);
    let step = |turn: PlayedTurn| {
        let seen: Vec<Event> = turn.events.iter().map(|event| event.seen_by(Some(viewer.seat))).collect();
        let is_said = |event: &&Event| {
            !matches!(event, Event::Arranged { .. } | Event::TookBack) && is_news(event, &seen)
        };
        let texts: Vec<String> = seen.iter().filter(is_said).map(|event| words.event(event)).collect();
        Step {
            from: turn.commands.start,
            to: turn.commands.end,
            seat: turn.seat.map(|seat| seat.0),
            text: texts.join("; "),
        }
    };
    session.turns().into_iter().map(step).collect()
}

fn turn(session: &AnyGame, review: TurnReview, viewer: Viewer) -> Turn {
    let TurnReview { at, played, best, is_best, played_gain, best_gain } = review;
    let before = session.earlier(at).map(|earlier| earlier.view(Some(viewer.seat)));
    let texts = |commands: &[String]| match &before {
        Some(View::Rummy(view)) => command_words(view, commands, viewer.language),
        _ => String::new(),
    };
    Turn {
        n: at,
        played_text: texts(&played),
        best_text: texts(&best),
        is_best,
        played,
        best,
        played_points: played_gain.points,
        best_points: best_gain.points,
        played_tiles: played_gain.tiles,
        best_tiles: best_gain.tiles,
    }
}

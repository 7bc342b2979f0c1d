//! The turns of machine players: one after another, each kept and shown before the next.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use search::Budget;
use session::texts::Language;
use session::{Event, MachineTurn};

use crate::any_game::AnyGame;
use crate::change::keep;
use crate::client::Address;
use crate::games::OpenGame;
use crate::server::Shared;
use crate::turn_clock;
use crate::workers::{JobLimits, Ticket};

/// The time between two looks whether anybody still waits.
const BETWEEN_LOOKS: Duration = Duration::from_millis(250);
/// The time that a machine may think; then it plays the best turn that it has found.
const MACHINE_TIME: Duration = Duration::from_secs(8);

/// A machine's turn: the game after it, and the events.
type Turn = Option<(AnyGame, Vec<Event>)>;

/// Lets the machines play, if one is to move and none is thinking.
pub(crate) fn wake(app: &Shared, game: &Arc<OpenGame>, client: Address) {
    if game.is_thinking.swap(true, Ordering::AcqRel) {
        return;
    }
    let (app, game) = (Arc::clone(app), Arc::clone(game));
    tokio::spawn(async move {
        while let Some((before, version)) = next_to_think(&game).await {
            let Some(turn) = think(&app, &game, client, before).await else {
                game.is_thinking.store(false, Ordering::Release);
                return;
            };
            play(&app, &game, turn, version, client).await;
        }
    });
}

/// The game and its version, if a machine is to move. Otherwise the flag is taken down while the game is held, so that
/// no change after it is missed.
async fn next_to_think(game: &OpenGame) -> Option<(AnyGame, u64)> {
    let playing = game.lock().await;
    if playing.waits_for_machine() && !game.is_removed() {
        return Some((playing.session.clone(), playing.version));
    }
    game.is_thinking.store(false, Ordering::Release);
    None
}

/// A turn; none if nobody waits any more or the server stops.
async fn think(
    app: &Shared,
    game: &OpenGame,
    client: Address,
    before: AnyGame,
) -> Option<(AnyGame, Vec<Event>)> {
    let budget = Budget::UNLIMITED.with_memory(app.config.limits.job_memory);
    let limits = JobLimits { budget, time: MACHINE_TIME };
    let work = move |run: &mut search::Run<'_>| -> Turn {
        let mut after = before;
        match after.machine_turn(run) {
            Ok(MachineTurn::Played(events)) => Some((after, events)),
            Ok(MachineTurn::NotAMachine) => None,
            Err(error) => {
                eprintln!("tapis: machine player: {error}");
                None
            }
        }
    };
    let ticket = app.workers.submit(client, limits, work).ok()?;
    wait_while_watched(game, ticket).await.flatten()
}

/// Waits for an answer. If windows looked at the game and all of them close, the work is stopped.
async fn wait_while_watched<T>(game: &OpenGame, ticket: Ticket<T>) -> Option<T> {
    let was_watched = game.is_watched();
    let left = async {
        while !was_watched || game.is_watched() {
            tokio::time::sleep(BETWEEN_LOOKS).await;
        }
    };
    tokio::select! {
        answer = ticket.wait() => answer,
        () = left => None,
    }
}

async fn play(
    app: &Shared,
    game: &Arc<OpenGame>,
    (after, events): (AnyGame, Vec<Event>),
    version: u64,
    client: Address,
) {
    let mut playing = game.lock().await;
    if playing.version != version {
        return;
    }
    let mut next = playing.clone();
    next.machine_played(after, &events);
    next.version += 1;
    if keep(app, next.row(), Language::English).await.is_ok() {
        *playing = next;
        game.publish(&playing, &events, None);
        turn_clock::start(app, game, &playing, client);
    }
}

//! The time of a turn, where the rules limit it. The server keeps it, whatever the windows do.

use std::sync::Arc;

use session::texts::Language;

use crate::change::keep;
use crate::client::Address;
use crate::games::OpenGame;
use crate::machines;
use crate::playing::Playing;
use crate::server::Shared;

/// Watches the time of the turn at hand, if the rules limit it and a person is to move.
pub(crate) fn start(app: &Shared, game: &Arc<OpenGame>, playing: &Playing, client: Address) {
    let Some(end) = playing.turn_end() else { return };
    let (app, game) = (Arc::clone(app), Arc::clone(game));
    tokio::spawn(async move {
        tokio::time::sleep_until(end.into()).await;
        let mut playing = game.lock().await;
        // A turn that ended before has another end.
        if playing.turn_end() != Some(end) {
            return;
        }
        let mut next = playing.clone();
        let Some(events) = next.time_over() else { return };
        next.version += 1;
        if keep(&app, next.row(), Language::English).await.is_ok() {
            *playing = next;
            game.publish(&playing, &events, None);
            start(&app, &game, &playing, client);
        }
        drop(playing);
        machines::wake(&app, &game, client);
    });
}

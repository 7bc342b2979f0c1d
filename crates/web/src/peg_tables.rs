//! Tables of solvable peg positions, shared by all games of one start and made while the game is already played.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use search::Budget;
use session::{LateTable, Peg, PegTables};

use crate::client::Address;
use crate::games::OpenGame;
use crate::server::Shared;
use crate::workers::JobLimits;

/// The tables in memory. They live as long as a game uses them.
#[derive(Debug, Default)]
pub(crate) struct SharedTables {
    tables: Mutex<HashMap<String, Held>>,
}

#[derive(Debug)]
struct Held {
    table: Weak<LateTable>,
    bytes: usize,
}

impl SharedTables {
    /// The table for the start of a game, and whether it is new and must be made; none where there is no room for it.
    fn get(&self, peg: &Peg, most: usize) -> Option<(Arc<LateTable>, bool)> {
        let problem = peg.game().snapshot();
        let (board, goal, start) = (&problem.board, problem.goal, peg.game().start());
        let key = format!("{goal:?}\n{}", peg::to_text(board, start));
        let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        tables.retain(|_, held| held.table.strong_count() > 0);
        if let Some(table) = tables.get(&key).and_then(|held| held.table.upgrade()) {
            return Some((table, false));
        }
        let bytes = PegTables::size_for(board, goal, start).unwrap_or(0);
        let used: usize = tables.values().map(|held| held.bytes).sum();
        if used.saturating_add(bytes) > most {
            return None;
        }
        let table = Arc::new(LateTable::default());
        tables.insert(key, Held { table: Arc::downgrade(&table), bytes });
        Some((table, true))
    }
}

/// A table that is still to be made.
pub(crate) struct Unmade {
    table: Arc<LateTable>,
    peg: Peg,
}

/// The game with a table that another thread makes or reads; [`make`] begins that.
pub(crate) fn with_table(app: &Shared, peg: Peg) -> (Peg, Option<Unmade>) {
    match app.tables.get(&peg, app.config.limits.tables) {
        None => (peg, None),
        Some((table, is_new)) => {
            let unmade = is_new.then(|| Unmade { table: Arc::clone(&table), peg: peg.clone() });
            (peg.knowing(table), unmade)
        }
    }
}

/// Makes a table, and shows the game again when it is there.
pub(crate) fn make(app: &Shared, unmade: Unmade, game: &Arc<OpenGame>, client: Address) {
    let Unmade { table, peg } = unmade;
    let folder = app.config.tables.clone();
    let budget = Budget::UNLIMITED.with_memory(app.config.limits.tables);
    let limits = JobLimits { budget, time: app.config.limits.job_time * 6 };
    let work = move |run: &mut search::Run<'_>| {
        let problem = peg.game().snapshot();
        table.set(folder.for_position(&problem.board, problem.goal, peg.game().start(), run));
    };
    // A server that is full goes without the table; nothing is known of the positions then.
    let Ok(ticket) = app.workers.submit(client, limits, work) else { return };
    let game = Arc::clone(game);
    tokio::spawn(async move {
        if ticket.wait().await.is_some() {
            let playing = game.lock().await;
            game.publish(&playing, &[], None);
        }
    });
}

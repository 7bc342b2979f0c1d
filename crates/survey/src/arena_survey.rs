//! The survey of a match of machines: one row per deal, with the wins, scores, turns and openings of each player.

use std::num::NonZero;

use search::{Limit, Run};

use crate::arena::{Arena, ArenaError, Deals, Variant};
use crate::column::{Cell, Column, Kind};
use crate::dataset::Header;
use crate::key::Key;
use crate::tabular::Tabular;
use crate::work::Work;

/// The columns of all matches.
const COLUMNS: [Column; 6] = [
    Column::full("game", Kind::Word),
    Column::full("digest", Kind::Word),
    Column::full("seed", Kind::Long),
    Column::full("verdict", Kind::Word),
    Column::full("nodes", Kind::Long),
    Column::full("blocked", Kind::Short),
];

/// The columns of each player: the share of games won, the mean score, the turns per game, and the share of games in
/// which the player made a first placement.
const OF_PLAYERS: [[&str; 4]; 6] = [
    ["wins_1", "score_1", "turns_1", "opened_1"],
    ["wins_2", "score_2", "turns_2", "opened_2"],
    ["wins_3", "score_3", "turns_3", "opened_3"],
    ["wins_4", "score_4", "turns_4", "opened_4"],
    ["wins_5", "score_5", "turns_5", "opened_5"],
    ["wins_6", "score_6", "turns_6", "opened_6"],
];

/// Surveys the deals of a match; its items are those of the arena. Times are not kept: rows are the same everywhere.
#[derive(Clone, Debug)]
pub struct ArenaSurvey<R> {
    arena: Arena<R>,
    name: String,
    digest: String,
    columns: Vec<Column>,
}

impl<R: Variant> ArenaSurvey<R> {
    /// The survey of a match; none if it has more players than there are columns.
    pub fn new(arena: Arena<R>) -> Option<Self> {
        let names = OF_PLAYERS.get(..arena.players())?.iter().flatten();
        let columns = names.map(|name| Column::full(name, Kind::Real));
        let columns = COLUMNS.into_iter().chain(columns).collect();
        let (name, digest) = (format!("rummy-{}", arena.rules().name()), arena.key().digest());
        Some(Self { arena, name, digest, columns })
    }

    /// The parameters of a dataset of this many deals.
    pub fn header(&self, deals: NonZero<u64>, chunk_rows: NonZero<u64>) -> Header {
        Header {
            game: self.name.clone(),
            digest: self.digest.clone(),
            key: self.key(),
            rules: None,
            chunk_rows,
            items: (0, deals.get() - 1),
            seeds: None,
        }
    }
}

impl<R: Variant> Work for ArenaSurvey<R> {
    type Row = Deals;
    type Worker = ();
    type Error = ArenaError;

    fn key(&self) -> Key {
        self.arena.key()
    }

    fn worker(&self) {}

    fn row(&self, (): &mut (), item: u64, run: &mut Run<'_>) -> Result<Option<Deals>, ArenaError> {
        self.arena.row(&mut (), item, run)
    }

    fn gave_up(_: &Deals) -> Option<Limit> {
        None
    }
}

impl<R: Variant> Tabular for ArenaSurvey<R> {
    fn name(&self) -> &str {
        &self.name
    }

    fn columns(&self) -> &[Column] {
        &self.columns
    }

    fn cells<'r>(&'r self, item: u64, row: &'r Deals) -> Vec<Cell<'r>> {
        let games = self.arena.players() as f64;
        let mut cells = vec![
            Cell::text(Some(&self.name)),
            Cell::text(Some(&self.digest)),
            Cell::whole(Some(self.arena.seed_of(item))),
            Cell::text(Some(Self::verdict(row))),
            Cell::whole(Some(Self::nodes(row))),
            Cell::whole(Some(row.blocked)),
        ];
        for player in 0..self.arena.players() {
            let sums = [
                row.wins[player],
                row.scores[player] as f64,
                row.turns[player] as f64,
                row.opened[player] as f64,
            ];
            cells.extend(sums.map(|sum| Cell::Real(sum / games)));
        }
        cells
    }

    /// A row is one deal in all seatings: `blocked` if one of its games was.
    fn verdict(row: &Deals) -> &'static str {
        if row.blocked > 0 { "blocked" } else { "played" }
    }

    /// Turns stand for positions.
    fn nodes(row: &Deals) -> u64 {
        row.turns.iter().sum()
    }
}

//! A match as a dataset.

use std::num::NonZero;
use std::path::Path;

use search::{Budget, Deadline};
use serde::Serialize;
use survey::{Arena, ArenaSurvey, Plan, Shard, Survey, Totals, Variant};

use super::Args;
use crate::commands::survey::{SurveyBar, header_fault, survey_fault};
use crate::exit::{Exit, Fault};
use crate::limits::{counted, still, threads};
use crate::{interrupt, output};

/// Deals take long: chunks are small.
const CHUNK_ROWS: NonZero<u64> = NonZero::new(100).unwrap();

/// Plays the match, or goes on with it, and keeps its rows in this folder.
pub(super) fn make<R: Variant>(args: &Args, arena: Arena<R>, folder: &Path) -> Result<Exit, Fault> {
    interrupt::listen();
    let deals = arena.items_for(args.games);
    let work = ArenaSurvey::new(arena).ok_or_else(|| Fault::usage("-o: a dataset has up to 6 players"))?;
    let header = work.header(deals, CHUNK_ROWS);
    let game = header.folder(folder);
    header.establish(&game, None).map_err(|error| header_fault(&game, error))?;
    let deadline = args.time.map_or(Deadline::NEVER, Deadline::after);
    let plan = Plan {
        items: header.range(),
        threads: threads(args.threads),
        limits: Budget::UNLIMITED.into(),
        stop: &|| interrupt::asked() || deadline.has_passed(),
    };
    let place = Survey { game: &game, chunk_rows: CHUNK_ROWS, shard: Shard::WHOLE };
    let bar = SurveyBar::new("deals");
    let surveyed = survey::survey(&work, &plan, &place, |surveyed| bar.show(surveyed));
    drop(bar);
    let surveyed = surveyed.map_err(|error| survey_fault(&game, error))?;
    let (is_complete, left) = (surveyed.is_complete(), surveyed.wanted - surveyed.totals.rows);
    let answer = Answer { game: header.game, totals: surveyed.totals, still_to_do: left };
    output::print(args.json, &answer, |out| {
        let (game, deals) = (&answer.game, counted(answer.totals.rows, "deal"));
        writeln!(out, "{game}: {deals}{}; `tapis survey report` adds them up", still(left))
    })?;
    Ok(if is_complete { Exit::Yes } else { interrupt::exit().unwrap_or(Exit::No) })
}

#[derive(Serialize)]
struct Answer {
    game: String,
    totals: Totals,
    still_to_do: u64,
}

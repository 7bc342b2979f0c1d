//! Is a dataset what it says it is?

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::fs;
use std::path::Path;

use arrow_array::RecordBatch;

use crate::cells::{cell_at, text_at, whole_at};
use crate::column::Cell;
use crate::dataset::{Chunk, GameRows, Header, Manifest, Totals, name_of};
use crate::deal_survey::DealSurvey;
use crate::rows::in_order;
use crate::selection::sample;
use crate::tabular::Tabular;
use crate::work::Plan;

/// The sample of rows that are made again is always this one.
const RANDOM_SEED: u64 = 1;

/// The findings about the dataset of one game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// Rows that were read.
    pub rows: u64,
    /// Rows that were made again and compared.
    pub made_again: u64,
    /// Rows that are wanted and not there.
    pub missing: u64,
    /// Everything that is wrong.
    pub faults: Vec<String>,
}

/// Reads all rows of a game: every item is there exactly once, manifests and rows agree, all are of one survey. Ends
/// early where `stop` answers true.
pub fn verify(game: &GameRows, stop: &dyn Fn() -> bool) -> Verified {
    let mut verified = Verified { missing: game.still_to_do(), ..Verified::default() };
    if game.header().is_none() {
        verified.faults.push("_survey.json is missing, and with it which rows are wanted".to_owned());
    }
    verified
        .faults
        .extend(game.damaged().iter().map(|(folder, fault)| format!("{}: {fault}", name_of(folder))));
    verified.faults.extend(game.overlaps().map(|(one, other)| format!("{one} and {other} share rows")));
    let survey = game.header().and_then(|header| DealSurvey::of_dataset(header, game.folder()).ok());
    let mut reading =
        Reading { survey: survey.as_ref(), digest: None, offset: None, at: 0, totals: Totals::default() };
    for (folder, manifest) in game.chunks() {
        if stop() {
            break;
        }
        let mut faults = of_chunk(game.header(), folder, manifest);
        faults.extend(reading.chunk(folder, manifest));
        verified.rows += reading.totals.rows;
        verified.faults.extend(faults.into_iter().map(|fault| format!("{}: {fault}", name_of(folder))));
    }
    verified
}

/// Faults of a chunk's files.
fn of_chunk(header: Option<&Header>, folder: &Path, manifest: &Manifest) -> Vec<String> {
    let mut faults = Vec::new();
    let is_part = |name: &str| name.ends_with(".parquet") && name != manifest.file;
    let names = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.file_name());
    let others = names.filter_map(|name| name.into_string().ok()).filter(|name| is_part(name));
    faults.extend(others.map(|name| format!("{name} is not in the manifest")));
    if let Some(header) = header {
        faults.extend(place_fault(header, folder, manifest).map(str::to_owned));
    }
    faults
}

/// The fault of a chunk that does not belong where it is. One that is shorter than a survey which has grown since is in
/// its place: the survey makes it again.
fn place_fault(header: &Header, folder: &Path, manifest: &Manifest) -> Option<&'static str> {
    let (first, last) = manifest.items;
    let chunk = Chunk::of(first..=last, header.chunk_rows).filter(|chunk| manifest.is_of(chunk, &header.key));
    let Some(chunk) = chunk else { return Some("the manifest is of another survey") };
    let wanted = chunk.whole(&header.range(), header.chunk_rows);
    if chunk.folder(Path::new("")) != Path::new(&name_of(folder)) {
        Some("the manifest is of another chunk")
    } else if !(wanted.contains(&first) && wanted.contains(&last)) {
        Some("the survey has no such chunk")
    } else {
        None
    }
}

/// A chunk that is being read.
struct Reading<'r> {
    survey: Option<&'r DealSurvey>,
    /// The digest of the first row of all.
    digest: Option<String>,
    /// The seed of item 0, where items are not those of a list of deals.
    offset: Option<i64>,
    /// The next item.
    at: u64,
    totals: Totals,
}

impl Reading<'_> {
    /// Reads a chunk; says what is wrong with its rows.
    fn chunk(&mut self, folder: &Path, manifest: &Manifest) -> Option<String> {
        self.totals = Totals::default();
        self.at = manifest.items.0;
        let mut fault = None;
        let read = GameRows::chunk_batches(folder, manifest, |batch| {
            fault = fault.take().or_else(|| self.fault(batch));
        });
        let unreadable = read.err().map(|error| format!("{}: {}", manifest.file, error.why()));
        let differs = (self.totals != manifest.totals).then(|| "its rows do not add up".to_owned());
        unreadable.or(fault).or(differs)
    }

    /// Adds rows up; says what is wrong with the first bad one.
    fn fault(&mut self, batch: &RecordBatch) -> Option<String> {
        let mut fault = None;
        for row in 0..batch.num_rows() {
            let nodes = whole_at(batch, "nodes", row).unwrap_or(0) as u64;
            self.totals.count(text_at(batch, "verdict", row).unwrap_or_default(), nodes);
            fault = fault.or_else(|| self.row_fault(batch, row));
            self.at += 1;
        }
        fault
    }

    fn row_fault(&mut self, batch: &RecordBatch, row: usize) -> Option<String> {
        let seed = whole_at(batch, "seed", row);
        let expected = match self.survey {
            Some(survey) if !survey.deals().items().contains(&self.at) => None,
            Some(survey) => Some(survey.deals().deal(self.at).seed.number() as i64),
            // Other surveys count from a seed of their own.
            None => self.offset.or_else(|| seed.map(|seed| seed - self.at as i64)).map(|offset| {
                self.offset = Some(offset);
                self.at as i64 + offset
            }),
        };
        if seed != expected {
            let word = |seed: Option<i64>| seed.map_or("no seed".to_owned(), |seed| format!("seed {seed}"));
            return Some(format!("{} stands where {} belongs", word(seed), word(expected)));
        }
        let digest = text_at(batch, "digest", row);
        let first = self.digest.get_or_insert_with(|| digest.unwrap_or_default().to_owned());
        (digest != Some(first))
            .then(|| format!("the row of seed {} has another digest", expected.unwrap_or(0)))
    }
}

/// Makes this many rows again, and compares. Rows that another version made must agree in what is proven.
pub fn verify_sample(
    game: &GameRows,
    survey: &DealSurvey,
    plan: &Plan<'_>,
    count: u64,
) -> (u64, Vec<String>) {
    let items = survey.deals().items();
    let all = items.end() - items.start() + 1;
    let chosen = sample(&items, count.min(all), RANDOM_SEED).unwrap_or_default();
    let same_version = game.header().is_some_and(|header| header.key.version() == env!("CARGO_PKG_VERSION"));
    let mut kept = read_rows(game, &chosen, plan.stop);
    let (mut made, mut faults) = (0, Vec::new());
    for item in chosen {
        let Some(row) = kept.remove(&item) else { continue };
        let plan = Plan { items: item..=item, ..plan.clone() };
        let Ok(()) = in_order::<_, Infallible>(survey, &plan, |item, again| {
            made += 1;
            let names = survey.columns().iter().map(|column| column.name);
            let cells: Vec<_> = names.zip(survey.cells(item, &again)).collect();
            let seed = survey.deals().deal(item).seed.number();
            let fault = difference(&row, &cells, same_version);
            faults.extend(
                fault.map(|name| format!("seed {seed}: `{name}` differs when the row is made again")),
            );
            Ok(())
        });
    }
    (made, faults)
}

/// The rows of some items, ascending, as they are kept.
fn read_rows(
    game: &GameRows,
    items: &[u64],
    stop: &dyn Fn() -> bool,
) -> BTreeMap<u64, Vec<(String, Cell<'static>)>> {
    let mut rows = BTreeMap::new();
    for (folder, manifest) in game.chunks() {
        if stop() {
            break;
        }
        let mut at = manifest.items.0;
        let next = items.get(items.partition_point(|item| *item < at));
        if next.is_none_or(|next| *next > manifest.items.1) {
            continue;
        }
        // A file that cannot be read is a fault already.
        let _ = GameRows::chunk_batches(folder, manifest, |batch| {
            for row in 0..batch.num_rows() {
                if items.binary_search(&at).is_ok() {
                    rows.insert(at, owned_row(batch, row));
                }
                at += 1;
            }
        });
    }
    rows
}

fn owned_row(batch: &RecordBatch, row: usize) -> Vec<(String, Cell<'static>)> {
    let schema = batch.schema();
    let names = schema.fields().iter().map(|field| field.name().clone());
    names.zip(batch.columns().iter().map(|column| cell_at(column, row).into_owned())).collect()
}

/// The first column in which two rows contradict each other.
fn difference<'n>(
    kept: &[(String, Cell<'static>)],
    made: &[(&'n str, Cell<'_>)],
    same_version: bool,
) -> Option<&'n str> {
    let of = |name: &str| kept.iter().find(|(kept, _)| kept == name).map(|(_, cell)| cell);
    if same_version {
        return made.iter().find(|(name, cell)| of(name) != Some(cell)).map(|(name, _)| *name);
    }
    let proven =
        |cell: &Cell<'_>| matches!(cell, Cell::Text(word) if word == "solved" || word == "impossible");
    let contradicts =
        |cell: &Cell<'_>| of("verdict").is_some_and(|kept| proven(kept) && proven(cell) && kept != cell);
    made.iter().find(|(name, cell)| *name == "verdict" && contradicts(cell)).map(|(name, _)| *name)
}

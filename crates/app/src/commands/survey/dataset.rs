//! Datasets that commands read.

use std::io::{self, Write};
use std::path::Path;

use survey::{Cell, Filter, GameRows, ReadError};

use crate::exit::Fault;

/// The games of a dataset in which no row is there twice.
pub(super) fn open(folder: &Path) -> Result<Vec<GameRows>, Fault> {
    let games = survey::open(folder)?;
    for game in &games {
        if let Some((one, other)) = game.overlaps().next() {
            let place = game.folder().display();
            return Err(Fault::data(format!("{place}: {one} and {other} share rows; remove the wrong one")));
        }
    }
    Ok(games)
}

impl From<ReadError> for Fault {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::Io { path, error } => Self::cannot_read(&path, &error),
            error @ ReadError::Damaged { .. } => Self::data(error),
        }
    }
}

/// The condition of `--where` on the rows of a game; none where nothing is asked, or no row is there.
pub(super) fn filter(game: &GameRows, condition: Option<&str>) -> Result<Option<Filter>, Fault> {
    let (Some(text), Some(schema)) = (condition, game.schema()?) else { return Ok(None) };
    let filter = Filter::parse(text, &schema);
    filter.map(Some).map_err(|error| Fault::usage(format!("--where: {error}")))
}

/// The named cells of a row.
pub(super) type NamedCells<'b> = Vec<(&'b str, Cell<'b>)>;

/// Shows the rows of a game that meet a condition, in order, until `show` answers false.
pub(super) fn for_each_row(
    game: &GameRows,
    filter: Option<&Filter>,
    mut show: impl FnMut(NamedCells<'_>) -> Result<bool, Fault>,
) -> Result<(), Fault> {
    if let Some((chunk, fault)) = game.damaged().first() {
        let chunk = chunk.display();
        return Err(Fault::data(format!(
            "{chunk}: {fault}; the command that made the survey makes it again"
        )));
    }
    let choose = |part: survey::PartRows| {
        let Some(filter) = filter else { return part };
        let groups = part.metadata().row_groups().iter().enumerate();
        let chosen = groups.filter(|(_, group)| filter.may_match(group)).map(|(at, _)| at).collect();
        part.with_row_groups(chosen)
    };
    game.for_each_batch::<Fault>(None, choose, |batch| {
        let schema = batch.schema();
        let names: Vec<&str> = schema.fields().iter().map(|field| field.name().as_str()).collect();
        let mask = filter.map(|filter| filter.mask(batch));
        for row in 0..batch.num_rows() {
            if mask.as_ref().is_none_or(|mask| mask.value(row)) {
                let cells = batch.columns().iter().map(|column| survey::cell_at(column, row));
                if !show(names.iter().copied().zip(cells).collect())? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    })
}

/// A row as a JSON object, its keys in the order of the columns.
pub(super) fn json(cells: &NamedCells<'_>, out: &mut impl Write) -> io::Result<()> {
    let mut sign = '{';
    for (name, cell) in cells {
        write!(out, "{sign}\"{name}\":")?;
        serde_json::to_writer(&mut *out, cell)?;
        sign = ',';
    }
    writeln!(out, "}}")
}

/// The number of the deal in a row.
pub(super) fn seed(cells: &NamedCells<'_>) -> Option<i64> {
    cells.iter().find_map(|(name, cell)| match cell {
        Cell::Whole(seed) if *name == "seed" => Some(*seed),
        _ => None,
    })
}

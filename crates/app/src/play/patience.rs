//! A patience in lines.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use session::texts::{Language, LineText, Thing};
use session::{Ending, PatienceView};

const LABEL: Style = Style::new().dimmed();
const RED: Style = AnsiColor::Red.on_default();

/// Shows the table with the names of its places.
pub(super) fn show(out: &mut impl Write, view: &PatienceView, language: Language) -> io::Result<()> {
    writeln!(out, "{}", heading(view, language))?;
    write!(out, "{LABEL}{}{LABEL:#}", language.text(LineText::Home))?;
    let named = |card: &Option<String>| card.as_ref().map(|card| language.card(card));
    view.foundations.iter().try_for_each(|card| place(out, named(card).as_deref()))?;
    if !view.cells.is_empty() {
        write!(out, "    {LABEL}{}{LABEL:#}", language.text(LineText::Cells))?;
        for (letter, card) in "abcdefgijklm".chars().zip(&view.cells) {
            write!(out, "  {LABEL}{letter}{LABEL:#}")?;
            place(out, named(card).as_deref())?;
        }
    }
    writeln!(out)?;
    show_columns(out, view, language)
}

fn show_columns(out: &mut impl Write, view: &PatienceView, language: Language) -> io::Result<()> {
    for number in 1..=view.columns.len() {
        write!(out, "{LABEL}{number:>4}{LABEL:#}")?;
    }
    writeln!(out)?;
    let rows = view.columns.iter().map(Vec::len).max().unwrap_or(0);
    for row in 0..rows {
        let width = view.columns.iter().rposition(|column| column.len() > row).map_or(0, |last| last + 1);
        for column in &view.columns[..width] {
            match column.get(row) {
                Some(card) => place(out, Some(&language.card(card)))?,
                None => write!(out, "    ")?,
            }
        }
        writeln!(out)?;
    }
    Ok(())
}

fn heading(view: &PatienceView, language: Language) -> String {
    let heading = format!("{}, {}", view.deal, language.counted(view.moves, Thing::Move));
    match view.ending {
        Some(Ending::Won) => language.fill(LineText::WonMark, &[&heading]),
        Some(_) => language.fill(LineText::StuckMark, &[&heading]),
        None => heading,
    }
}

/// A card in a field of four.
fn place(out: &mut impl Write, card: Option<&str>) -> io::Result<()> {
    let card = card.unwrap_or("-");
    let style = if card.contains(['♥', '♦']) { RED } else { Style::new() };
    write!(out, "{style}{card:>4}{style:#}")
}

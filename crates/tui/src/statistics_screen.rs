//! The statistics of one's own games, on the screen and as lines.

use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent};
use session::texts::{Language, Screen as Text};

use crate::canvas::{BOLD, Canvas, PLAIN};
use crate::command::{Binding, Command, named};
use crate::context::Context;
use crate::game_screen::draw_foot;
use crate::names;
use crate::running::clock;
use crate::screen::{Next, Screen};
use crate::statistics::{Results, Summary};

const KEYS: &[Binding] = &[named(KeyCode::Esc, Command::Back)];

/// The statistics of one's own games.
pub(crate) struct StatisticsScreen;

/// The statistics as lines, the first one with the names of the columns.
pub fn statistics_lines(results: &Results, language: Language) -> Vec<String> {
    let by_game = results.by_game();
    if by_game.is_empty() {
        return vec![language.text(Text::NoResults).to_owned()];
    }
    let names = [
        Text::ColumnGame,
        Text::ColumnPlayed,
        Text::ColumnWon,
        Text::ColumnAlone,
        Text::ColumnStreak,
        Text::ColumnLongest,
        Text::ColumnBest,
        Text::ColumnMean,
    ]
    .map(|text| language.text(text).to_owned());
    let rows = by_game.iter().map(|(game, sums)| row(&names::game(game, language), sums));
    [names].into_iter().chain(rows).map(|row| aligned(&row)).collect()
}

fn row(game: &str, sums: &Summary) -> [String; 8] {
    let time =
        |millis: Option<u64>| millis.map_or("–".to_owned(), |millis| clock(Duration::from_millis(millis)));
    [
        game.to_owned(),
        sums.played.to_string(),
        sums.won.to_string(),
        sums.alone.to_string(),
        sums.streak.to_string(),
        sums.longest.to_string(),
        time(sums.best_millis),
        time(sums.mean_millis()),
    ]
}

fn aligned(cells: &[String; 8]) -> String {
    let rest: Vec<String> = cells[1..].iter().map(|cell| format!("{cell:>5}")).collect();
    format!("{:<17} {}", cells[0], rest.join(" "))
}

impl Screen for StatisticsScreen {
    fn bindings(&self) -> Vec<Binding> {
        KEYS.to_vec()
    }

    fn command(&mut self, _: Command, _: &mut Context) -> Next {
        Next::Pop
    }

    fn key(&mut self, _: KeyEvent, _: &mut Context) -> Next {
        Next::Pop
    }

    fn draw(&self, canvas: &mut Canvas<'_>, cx: &Context) {
        let area = canvas.area;
        canvas.text(area.x + 1, area.y, cx.text(Text::StatisticsTitle), BOLD);
        for (row, line) in statistics_lines(&cx.store.results(), cx.language).iter().enumerate() {
            canvas.text(area.x + 1, area.y + 2 + row as u16, line, if row == 0 { BOLD } else { PLAIN });
        }
        draw_foot(canvas, KEYS, cx);
    }
}

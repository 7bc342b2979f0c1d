//! The menu: games to go on with, and games to begin.

use crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use rummy::RuleSet;
use session::Peg;
use session::texts::Screen as Text;

use crate::canvas::{BOLD, CURSOR, Canvas, DIM, PLAIN};
use crate::command::{Binding, Command, key, named};
use crate::context::{Context, disk_fault};
use crate::game_screen::{commands, draw_foot};
use crate::input::Leave;
use crate::kept::{Kept, Over};
use crate::names;
use crate::new_game;
use crate::options::{Options, PatienceOptions, PegOptions, RummyOptions};
use crate::running::clock;
use crate::screen::{Next, Screen};
use crate::statistics::GameResult;
use crate::statistics_screen::StatisticsScreen;
use crate::store::{Entry, Listing};

const KEYS: &[Binding] = &[
    named(KeyCode::Enter, Command::Choose),
    key('s', Command::Statistics),
    named(KeyCode::Delete, Command::Remove),
    key('?', Command::Help),
    key('q', Command::Leave),
];

/// The patiences that can be begun from the menu.
const PATIENCES: [&str; 8] = [
    "FreeCell",
    "Seahaven",
    "MidnightOil",
    "BakersDozen",
    "BakersGame",
    "EightOff",
    "SeahavenRelaxed",
    "MicrosoftFreeCell",
];
/// The boards that can be begun from the menu.
const BOARDS: [&str; 7] =
    ["english", "french", "wiegleb", "asymmetric", "diamond", "triangle15", "hexagon37"];
/// The column of the facts about a game.
const FACTS: u16 = 35;
/// The last games that are over, to look back on.
const MOST_OVER: usize = 3;
/// Lines above the list.
const ABOVE: u16 = 2;

/// An entry of the menu.
#[derive(Clone, Debug)]
enum Item {
    /// A game to go on with, or to look back on.
    GoOn(Box<Entry>),
    Patience(&'static str),
    /// A board.
    Peg(&'static str),
    Rummy(RuleSet),
}

/// The menu.
pub(crate) struct Menu {
    items: Vec<Item>,
    at: usize,
    /// The game that is removed when that is said again.
    doomed: Option<String>,
}

impl Menu {
    pub(crate) fn new() -> Self {
        Self { items: Vec::new(), at: 0, doomed: None }
    }

    /// Looks at the store again: games to go on with come first, then the game that was played last.
    fn refresh(&mut self, cx: &mut Context) {
        let Listing { games: entries, unreadable } = cx.store.listing();
        if let Some(file) = unreadable.first().cloned().or_else(|| cx.store.unreadable_results()) {
            cx.say(cx.language.fill(Text::CannotRead, &[&file]));
        }
        let last = entries.first().map(|entry| entry.kept.kind());
        let (open, over): (Vec<Entry>, Vec<Entry>) =
            entries.into_iter().partition(|entry| entry.kept.over.is_none());
        let mut new: Vec<Item> = PATIENCES.map(Item::Patience).into();
        new.extend(BOARDS.map(Item::Peg));
        new.extend(RuleSet::ALL.map(Item::Rummy));
        new.sort_by_key(|item| !last.as_deref().is_some_and(|last| item.is_of(last)));
        let kept = |entry| Item::GoOn(Box::new(entry));
        let over = over.into_iter().take(MOST_OVER).map(kept);
        self.items = open.into_iter().map(kept).chain(new).chain(over).collect();
        self.at = self.at.min(self.items.len() - 1);
    }

    fn choose(&self, cx: &mut Context) -> Next {
        let Some(item) = self.items.get(self.at) else { return Next::Stay };
        match item.open(cx) {
            Ok(screen) => Next::Push(screen),
            Err(why) => {
                cx.say(why);
                Next::Stay
            }
        }
    }

    /// Removes a game when it is said twice.
    fn remove(&mut self, cx: &mut Context) {
        let Some(Item::GoOn(entry)) = self.items.get(self.at) else { return };
        if self.doomed.as_ref() != Some(&entry.name) {
            self.doomed = Some(entry.name.clone());
            let text = if is_given_up(&entry.kept) { Text::GiveUpSurely } else { Text::RemoveSurely };
            cx.say(cx.language.fill(text, &[&entry.kept.title(cx.language)]));
            return;
        }
        cx.message = None;
        self.doomed = None;
        // A game that is open in another window stays.
        match cx.store.lock(&entry.name).map(|_lock| cx.store.remove(&entry.name)) {
            None => cx.say(cx.text(Text::OpenElsewhere)),
            Some(Err(error)) => cx.say(disk_fault(&error, cx.language)),
            Some(Ok(())) => {
                if is_given_up(&entry.kept) {
                    count_as_lost(entry, cx);
                }
                self.refresh(cx);
            }
        }
    }

    /// The first entry that is shown, so that the chosen one is.
    fn first(&self, cx: &Context) -> usize {
        let rows = usize::from(cx.area.height.saturating_sub(ABOVE + 2)).max(1);
        (self.at + 1).saturating_sub(rows)
    }
}

/// Is a game given up when it is removed? Branches and games without a move do not count.
fn is_given_up(kept: &Kept) -> bool {
    kept.over.is_none() && !kept.help.branched && !kept.game.moves.is_empty()
}

fn count_as_lost(entry: &Entry, cx: &mut Context) {
    let mut results = cx.store.results();
    results.add(GameResult::new(&entry.name, &entry.kept, Over::Lost));
    if let Err(error) = cx.store.keep_results(&results) {
        cx.say(cx.language.fill(Text::NotSaved, &[&disk_fault(&error, cx.language)]));
    }
}

impl Item {
    fn is_of(&self, game: &str) -> bool {
        match self {
            Self::GoOn(_) => false,
            Self::Patience(name) => *name == game,
            Self::Peg(board) => game.strip_prefix(Peg::GAME).is_some_and(|rest| rest.trim_start() == *board),
            Self::Rummy(rules) => rules.name() == game,
        }
    }

    fn title(&self, cx: &Context) -> String {
        match self {
            Self::GoOn(entry) => entry.kept.title(cx.language),
            Self::Patience(name) => (*name).to_owned(),
            Self::Peg(board) => {
                format!("{} {}", cx.text(Text::PegSolitaire), names::board(board, cx.language))
            }
            Self::Rummy(rules) => names::rule_set(*rules, cx.language).to_owned(),
        }
    }

    /// The facts to the right of the title.
    fn facts(&self, cx: &Context) -> String {
        match self {
            Self::GoOn(entry) => {
                let time = clock(std::time::Duration::from_millis(entry.kept.millis));
                let text = if entry.kept.over.is_some() { Text::LookBackOn } else { Text::GoOnWith };
                let facts = cx.language.fill(text, &[&entry.kept.length(cx.language), &time]);
                let is_counted = !entry.kept.help.branched;
                if is_counted { facts } else { cx.language.fill(Text::ListNotCounted, &[&facts]) }
            }
            Self::Patience(_) => cx.text(Text::NewPatience).to_owned(),
            Self::Peg(_) => cx.text(Text::NewPeg).to_owned(),
            Self::Rummy(_) => cx.text(Text::NewRummy).to_owned(),
        }
    }

    /// The screen of a game that goes on, or of the choices of a new one.
    fn open(&self, cx: &mut Context) -> Result<Box<dyn Screen>, String> {
        Ok(Box::new(match self {
            Self::GoOn(entry) => {
                let resumed = new_game::resume(entry.name.clone(), &entry.kept, cx);
                return resumed.map_err(|error| new_game::why_not_opened(&error, &entry.kept, cx));
            }
            Self::Patience(name) => Options::new(PatienceOptions(name), cx),
            Self::Peg(board) => Options::new(PegOptions { board: (*board).to_owned() }, cx),
            Self::Rummy(rules) => Options::new(RummyOptions(*rules), cx),
        }))
    }
}

impl Screen for Menu {
    fn bindings(&self) -> Vec<Binding> {
        KEYS.to_vec()
    }

    fn enter(&mut self, cx: &mut Context) -> Next {
        cx.jobs.cancel_all();
        cx.message = None;
        self.refresh(cx);
        Next::Stay
    }

    fn command(&mut self, command: Command, cx: &mut Context) -> Next {
        match command {
            Command::Choose => return self.choose(cx),
            Command::Statistics => return Next::Push(Box::new(StatisticsScreen)),
            Command::Help => return commands(self, cx),
            Command::Leave => return Next::Quit(Leave::Done { finished: cx.finished }),
            Command::Remove => self.remove(cx),
            _ => {}
        }
        Next::Stay
    }

    fn key(&mut self, key: KeyEvent, cx: &mut Context) -> Next {
        let last = self.items.len().saturating_sub(1);
        cx.message = None;
        self.doomed = None;
        match key.code {
            KeyCode::Up => self.at = self.at.saturating_sub(1),
            KeyCode::Down => self.at = (self.at + 1).min(last),
            KeyCode::PageUp => self.at = self.at.saturating_sub(10),
            KeyCode::PageDown => self.at = (self.at + 10).min(last),
            KeyCode::Home => self.at = 0,
            KeyCode::End => self.at = last,
            _ => {}
        }
        Next::Stay
    }

    fn mouse(&mut self, mouse: MouseEvent, cx: &mut Context) -> Next {
        match mouse.kind {
            MouseEventKind::ScrollUp => self.at = self.at.saturating_sub(1),
            MouseEventKind::ScrollDown => self.at = (self.at + 1).min(self.items.len().saturating_sub(1)),
            MouseEventKind::Down(MouseButton::Left) => {
                let row = mouse.row.checked_sub(cx.area.y + ABOVE);
                let item = row.map(|row| usize::from(row) + self.first(cx));
                if let Some(at) = item.filter(|&at| at < self.items.len()) {
                    self.at = at;
                    return self.choose(cx);
                }
            }
            _ => {}
        }
        Next::Stay
    }

    fn draw(&self, canvas: &mut Canvas<'_>, cx: &Context) {
        let area = canvas.area;
        canvas.text(area.x + 1, area.y, cx.text(Text::MenuTitle), BOLD);
        for (row, (at, item)) in self.items.iter().enumerate().skip(self.first(cx)).enumerate() {
            let y = area.y + ABOVE + row as u16;
            if y + 2 >= area.bottom() {
                break;
            }
            let is_chosen = at == self.at;
            let (sign, style) = if is_chosen { ("▸ ", CURSOR) } else { ("  ", PLAIN) };
            let end = canvas.text(area.x + 1, y, sign, BOLD);
            let end = canvas.text(end, y, &item.title(cx), style);
            canvas.text((end + 1).max(area.x + FACTS), y, &item.facts(cx), DIM);
        }
        let rows = area.height.saturating_sub(ABOVE + 2);
        let shown = self.first(cx)..self.first(cx) + usize::from(rows);
        canvas.more(area.y + ABOVE, shown.start > 0, "↑");
        canvas.more(area.y + ABOVE + rows.saturating_sub(1), shown.end < self.items.len(), "↓");
        draw_foot(canvas, KEYS, cx);
    }
}

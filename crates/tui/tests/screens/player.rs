//! A player at a terminal that is only a buffer, with a clock that the test moves.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use session::texts::Language;
use session::{NoWords, Patience, PegTables};
use tempfile::TempDir;
use tui::{Abilities, App, Effect, Input, Job, Leave, NewGame, Resources, Store, Surroundings};

/// The sizes that every screen is shown at.
pub(crate) const SIZES: [(u16, u16); 3] = [(60, 20), (80, 24), (200, 50)];

/// A player with a terminal.
pub(crate) struct Player {
    pub(crate) app: App,
    pub(crate) folder: Arc<TempDir>,
    terminal: Terminal<TestBackend>,
    now: Duration,
    jobs: Vec<Job>,
    pub(crate) left: Option<Leave>,
}

/// How a player sits there.
#[derive(Clone)]
pub(crate) struct Seating {
    pub(crate) size: (u16, u16),
    pub(crate) language: Language,
    pub(crate) abilities: Abilities,
    pub(crate) folder: Arc<TempDir>,
    pub(crate) limits: tui::Limits,
}

impl Default for Seating {
    fn default() -> Self {
        let abilities = Abilities { colour: true, unicode: true };
        Self {
            size: (80, 24),
            language: Language::English,
            abilities,
            folder: Arc::new(TempDir::new().unwrap()),
            limits: tui::Limits::default(),
        }
    }
}

impl Seating {
    pub(crate) fn sized(size: (u16, u16)) -> Self {
        Self { size, ..Self::default() }
    }

    /// A player who sees the menu.
    pub(crate) fn sit(&self) -> Player {
        let resources = Resources {
            words: Arc::new(NoWords),
            tables: PegTables::new(None),
            seed: 7,
            limits: self.limits,
        };
        let store = Store::new(self.folder.path().to_owned());
        let (language, abilities) = (self.language, self.abilities);
        let app = App::new(Surroundings { language, abilities, store, resources });
        let terminal = Terminal::new(TestBackend::new(self.size.0, self.size.1)).unwrap();
        let folder = Arc::clone(&self.folder);
        let mut player = Player { app, folder, terminal, now: Duration::ZERO, jobs: Vec::new(), left: None };
        player.pass(0);
        player
    }

    /// A player with a game.
    pub(crate) fn play(&self, game: NewGame) -> Player {
        let mut player = self.sit();
        player.app.open(game).unwrap();
        player.pass(0);
        player
    }

    /// A player with a deal of a patience.
    pub(crate) fn deal(&self, deal: &str) -> Player {
        self.play(NewGame::Patience(Patience::deal(deal.parse().unwrap())))
    }
}

impl Player {
    fn input(&mut self, input: Input) {
        for effect in self.app.input(input) {
            match effect {
                Effect::Start(job) => self.jobs.push(job),
                Effect::Leave(leave) => self.left = Some(leave),
                Effect::Suspend | Effect::Mouse(_) => {}
            }
        }
    }

    /// Lets time pass, in milliseconds.
    pub(crate) fn pass(&mut self, millis: u64) -> &mut Self {
        self.now += Duration::from_millis(millis);
        self.input(Input::Tick(self.now));
        self
    }

    /// Does the jobs that are under way, and those that follow from them.
    pub(crate) fn think(&mut self) -> &mut Self {
        while !self.jobs.is_empty() {
            let answer = self.jobs.remove(0).run();
            self.input(Input::Answer(answer));
        }
        self
    }

    /// Lets time pass until nothing moves by itself and no job is under way.
    pub(crate) fn settle(&mut self) -> &mut Self {
        self.think();
        for _ in 0..500 {
            if !self.app.is_busy() {
                return self;
            }
            self.pass(700).think();
        }
        panic!("it never comes to rest:\n{}", self.screen());
    }

    pub(crate) fn press_code(&mut self, code: KeyCode) -> &mut Self {
        self.input(Input::Key(KeyEvent::new(code, KeyModifiers::NONE)));
        self
    }

    /// Presses keys; blanks between them are not pressed.
    pub(crate) fn press(&mut self, keys: &str) -> &mut Self {
        for letter in keys.chars().filter(|letter| *letter != ' ') {
            self.press_code(KeyCode::Char(letter));
        }
        self
    }

    pub(crate) fn enter(&mut self) -> &mut Self {
        self.press_code(KeyCode::Enter)
    }

    /// Types a line after `:`.
    pub(crate) fn line(&mut self, line: &str) -> &mut Self {
        self.press(":");
        for letter in line.chars() {
            self.press_code(KeyCode::Char(letter));
        }
        self.enter()
    }

    pub(crate) fn control(&mut self, letter: char) -> &mut Self {
        self.input(Input::Key(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL)));
        self
    }

    pub(crate) fn resize(&mut self, (width, height): (u16, u16)) -> &mut Self {
        self.terminal.backend_mut().resize(width, height);
        self
    }

    /// Where a text stands on the screen: column and row.
    fn find(&mut self, text: &str) -> (u16, u16) {
        let screen = self.screen();
        let (row, line) = screen
            .lines()
            .enumerate()
            .find(|(_, line)| line.contains(text))
            .unwrap_or_else(|| panic!("`{text}` is not there:\n{screen}"));
        (line[..line.find(text).unwrap()].chars().count() as u16, row as u16)
    }

    /// Where a hole of a square board stands, by its row and column, counted from 0.
    pub(crate) fn hole(&mut self, row: usize, column: usize) -> (u16, u16) {
        let screen = self.screen();
        let lines: Vec<&str> = screen.lines().filter(|line| line.contains(['●', '○'])).collect();
        let y = screen.lines().position(|line| line == lines[row]).unwrap();
        let letters: Vec<usize> = screen
            .lines()
            .nth(1)
            .unwrap()
            .chars()
            .enumerate()
            .filter(|(_, c)| c.is_alphabetic())
            .map(|(x, _)| x)
            .collect();
        (letters[column] as u16, y as u16)
    }

    pub(crate) fn mouse_at(&mut self, down: bool, (column, row): (u16, u16)) -> &mut Self {
        let button = MouseButton::Left;
        let kind = if down { MouseEventKind::Down(button) } else { MouseEventKind::Up(button) };
        let modifiers = KeyModifiers::NONE;
        self.input(Input::Mouse(MouseEvent { kind, column, row, modifiers }));
        self
    }

    /// The mouse button goes down or up at a text on the screen.
    pub(crate) fn mouse(&mut self, down: bool, text: &str) -> &mut Self {
        let at = self.find(text);
        self.mouse_at(down, at)
    }

    pub(crate) fn click(&mut self, text: &str) -> &mut Self {
        let at = self.find(text);
        self.mouse_at(true, at).mouse_at(false, at)
    }

    /// The screen as text, without blanks at the ends of lines.
    pub(crate) fn screen(&mut self) -> String {
        self.terminal.draw(|frame| self.app.draw(frame)).unwrap();
        let buffer = self.terminal.backend().buffer();
        let width = usize::from(buffer.area.width);
        let lines = buffer.content.chunks(width).map(|cells| {
            let line: String = cells.iter().map(ratatui::buffer::Cell::symbol).collect();
            format!("{}\n", line.trim_end())
        });
        lines.collect()
    }

    /// The screen with the sequences of a terminal for colours and the like.
    pub(crate) fn ansi(&mut self) -> String {
        self.screen();
        let buffer = self.terminal.backend().buffer();
        let width = usize::from(buffer.area.width);
        let lines = buffer.content.chunks(width).map(|cells| {
            let cells = cells.iter().map(|cell| format!("\x1b[0{}m{}", codes(cell), cell.symbol()));
            format!("{}\x1b[0m\n", cells.collect::<String>())
        });
        lines.collect()
    }

    /// How many colours there are on the screen, with that of plain text.
    pub(crate) fn colours(&mut self) -> usize {
        self.screen();
        let cells = &self.terminal.backend().buffer().content;
        let mut colours: Vec<String> = cells.iter().map(|cell| format!("{:?}", cell.fg)).collect();
        colours.sort();
        colours.dedup();
        colours.len()
    }

    pub(crate) fn shows(&mut self, text: &str) -> &mut Self {
        let screen = self.screen();
        assert!(screen.contains(text), "`{text}` is not shown:\n{screen}");
        self
    }

    pub(crate) fn shows_not(&mut self, text: &str) -> &mut Self {
        let screen = self.screen();
        assert!(!screen.contains(text), "`{text}` is shown:\n{screen}");
        self
    }

    /// Compares the screen with the one that is kept under this name.
    pub(crate) fn looks_like(&mut self, name: &str) -> &mut Self {
        let screen = self.screen();
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/screens/shots/{name}.txt"));
        if std::env::var_os("TAPIS_WRITE_SCREENS").is_some() {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, &screen).unwrap();
        }
        let kept = fs::read_to_string(&path).unwrap_or_default();
        assert!(kept == screen, "{name} looks different (TAPIS_WRITE_SCREENS=1 keeps it):\n{screen}");
        self
    }

    /// A store on the same folder.
    pub(crate) fn store(&self) -> Store {
        Store::new(self.folder.path().to_owned())
    }
}

/// The codes of a terminal for the style of a cell.
fn codes(cell: &ratatui::buffer::Cell) -> String {
    use ratatui::style::{Color, Modifier};
    let colour = match cell.fg {
        Color::Red => ";31",
        Color::Green => ";32",
        Color::Yellow => ";33",
        Color::LightBlue => ";94",
        _ => "",
    };
    let bold = if cell.modifier.contains(Modifier::BOLD) { ";1" } else { "" };
    let dim = if cell.modifier.contains(Modifier::DIM) { ";2" } else { "" };
    let reversed = if cell.modifier.contains(Modifier::REVERSED) { ";7" } else { "" };
    format!("{colour}{bold}{dim}{reversed}")
}

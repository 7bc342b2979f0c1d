//! The terminal game as a state machine: inputs go in, effects come out, a frame is drawn. It knows no terminal and no
//! clock.

use std::mem;
use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::Frame;
use ratatui::layout::Rect;
use session::texts::{Language, Screen as Text};

use crate::canvas::{BOLD, Canvas, wrap};
use crate::command::command_of;
use crate::context::{Context, Resources};
use crate::input::{Effect, Input, Leave};
use crate::jobs::Jobs;
use crate::menu::Menu;
use crate::new_game::{self, NewGame};
use crate::screen::{Back, Next, Screen};
use crate::settings::Abilities;
use crate::store::Store;
use crate::unkept::Unkept;

/// The smallest screen that games are drawn on.
const LEAST: (u16, u16) = (60, 20);

/// How often the clocks of games are written.
const CLOCKS_KEPT_EVERY: Duration = Duration::from_secs(30);

/// Games are not drawn wider.
const WIDEST: u16 = 130;

/// The terminal game.
pub struct App {
    /// The menu at the bottom, the screen that is played on top.
    screens: Vec<Box<dyn Screen>>,
    cx: Context,
    /// When the clocks of games were last written.
    clocks_kept: Duration,
}

/// The surroundings of the game.
#[derive(Debug)]
pub struct Surroundings {
    /// The language that players read.
    pub language: Language,
    /// The abilities of the terminal.
    pub abilities: Abilities,
    /// The games of the player.
    pub store: Store,
    /// The things that games need from outside.
    pub resources: Resources,
}

impl App {
    /// Begins with the menu.
    pub fn new(surroundings: Surroundings) -> Self {
        let Surroundings { language, abilities, store, resources } = surroundings;
        let cx = Context {
            now: Duration::ZERO,
            language,
            settings: store.settings(),
            abilities,
            store,
            jobs: Jobs::within(resources.limits),
            resources,
            effects: Vec::new(),
            message: None,
            unkept: None,
            finished: true,
            area: Rect::new(0, 0, 80, 24),
        };
        cx.store.clean();
        let mut app = Self { screens: vec![Box::new(Menu::new())], cx, clocks_kept: Duration::ZERO };
        app.cx.effects.push(Effect::Mouse(app.cx.settings.mouse));
        app.enter();
        app
    }

    /// Opens a game on top of the menu; a sentence, if another process has it open.
    pub fn open(&mut self, game: NewGame) -> Result<(), String> {
        let screen = new_game::open(game, &mut self.cx)?;
        self.go(Next::Push(screen));
        Ok(())
    }

    /// Opens a game whose deal nobody chose: where one of its kind was begun, asks whether to go on with that one.
    pub fn open_any(&mut self, game: NewGame) -> Result<(), String> {
        let screen = new_game::open_any(game, &mut self.cx)?;
        self.go(Next::Push(screen));
        Ok(())
    }

    /// Goes on with a game of the store, on top of the menu; a sentence, if it cannot be opened.
    pub fn go_on(&mut self, name: String) -> Result<(), String> {
        let screen = new_game::go_on(name, &mut self.cx)?;
        self.go(Next::Push(screen));
        Ok(())
    }

    /// Takes what happened; says what the terminal should do.
    pub fn input(&mut self, input: Input) -> Vec<Effect> {
        let next = match input {
            Input::Tick(now) => {
                self.cx.now = now;
                self.keep_clocks();
                self.wait();
                let (top, cx) = self.top();
                top.tick(cx)
            }
            Input::Key(key) => self.key(key),
            Input::Mouse(_) if self.is_too_small() => Next::Stay,
            Input::Mouse(mouse) => {
                let (top, cx) = self.top();
                top.mouse(mouse, cx)
            }
            Input::Answer(answer) => match self.cx.jobs.hear(answer) {
                Some((kind, found)) => {
                    let (screen, cx) = self.listener();
                    screen.answer(kind, found, cx)
                }
                None => Next::Stay,
            },
        };
        self.go(next);
        mem::take(&mut self.cx.effects)
    }

    /// Keeps everything that is not kept yet.
    pub fn keep(&mut self) {
        for screen in &mut self.screens {
            screen.keep(&mut self.cx);
        }
    }

    /// Leaves all games: they are kept, but for those in which nothing was done.
    pub fn leave(&mut self) {
        for screen in &mut self.screens {
            screen.leave(&mut self.cx);
        }
    }

    /// Writes the clocks of games that nobody moves in, so that a kill loses little of the time.
    fn keep_clocks(&mut self) {
        if self.cx.now.saturating_sub(self.clocks_kept) >= CLOCKS_KEPT_EVERY {
            self.clocks_kept = self.cx.now;
            for screen in &mut self.screens {
                screen.keep_time(&mut self.cx);
            }
        }
    }

    /// Screens that are hidden let the time pass.
    fn wait(&mut self) {
        if let Some((top, hidden)) = self.screens.split_last_mut()
            && !top.shows_clock()
        {
            for screen in hidden {
                screen.wait(&mut self.cx);
            }
        }
    }

    fn is_too_small(&self) -> bool {
        self.cx.area.width < LEAST.0 || self.cx.area.height < LEAST.1
    }

    /// Is a job under way, or does the screen move by itself?
    pub fn is_busy(&self) -> bool {
        !self.cx.jobs.is_empty() || self.screens.last().is_some_and(|screen| screen.is_moving())
    }

    fn top(&mut self) -> (&mut dyn Screen, &mut Context) {
        let top = self.screens.last_mut().expect("the menu is always there");
        (top.as_mut(), &mut self.cx)
    }

    /// The screen that asked for the jobs: the topmost one that is not laid over another one.
    fn listener(&mut self) -> (&mut dyn Screen, &mut Context) {
        let at = self.screens.iter().rposition(|screen| !screen.is_overlay()).unwrap_or(0);
        (self.screens[at].as_mut(), &mut self.cx)
    }

    fn key(&mut self, key: KeyEvent) -> Next {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            match key.code {
                KeyCode::Char('c') => return Next::Quit(Leave::Interrupted),
                KeyCode::Char('z') => self.cx.effects.push(Effect::Suspend),
                _ => {}
            }
            return Next::Stay;
        }
        if self.is_too_small() {
            return self.key_of_small_screen(key);
        }
        let (top, cx) = self.top();
        match command_of(&top.bindings(), key) {
            Some(command) => top.command(command, cx),
            None => top.key(key, cx),
        }
    }

    /// A screen that is too small shows no game: nothing but leaving is possible.
    fn key_of_small_screen(&self, key: KeyEvent) -> Next {
        let last = self.screens.iter().rev().find_map(|screen| screen.is_finished());
        let finished = last.unwrap_or(self.cx.finished);
        if key.code == KeyCode::Char('q') { Next::Quit(Leave::Done { finished }) } else { Next::Stay }
    }

    fn enter(&mut self) {
        let (top, cx) = self.top();
        let next = top.enter(cx);
        self.go(next);
    }

    fn go(&mut self, next: Next) {
        match next {
            Next::Stay => {}
            Next::Push(screen) => {
                self.screens.push(screen);
                self.enter();
            }
            Next::Replace(screen) => {
                self.screens.pop();
                self.screens.push(screen);
                self.enter();
            }
            Next::Pop => self.pop(),
            Next::PopAnd(command) => {
                self.pop();
                let (top, cx) = self.top();
                let next = top.command(command, cx);
                self.go(next);
            }
            Next::PopWith(back) => {
                self.pop();
                let (top, cx) = self.top();
                let next = top.back(back, cx);
                self.go(next);
            }
            Next::Tell(back) => self.tell(back),
            Next::Quit(leave) => self.quit(leave),
            Next::QuitAnyway(leave) => self.cx.effects.push(Effect::Leave(leave)),
        }
    }

    /// The screen below the one on top hears something and goes on lying there.
    fn tell(&mut self, back: Back) {
        if let [.., below, _] = self.screens.as_mut_slice() {
            below.back(back, &mut self.cx);
        }
    }

    /// Leaves, or asks first where a game could not be kept. Whoever says it again while that is asked leaves.
    fn quit(&mut self, leave: Leave) {
        let is_asked = self.screens.last().is_some_and(|screen| screen.asks_to_leave());
        self.leave();
        match self.cx.unkept.clone().filter(|_| !is_asked) {
            Some(why) => self.go(Next::Push(Box::new(Unkept::new(&why, Some(leave), self.cx.language)))),
            None => self.cx.effects.push(Effect::Leave(leave)),
        }
    }

    /// Goes back to the screen below; a screen that was laid over it never hid it.
    fn pop(&mut self) {
        let gone = self.screens.pop();
        let was_over = gone.as_ref().is_none_or(|screen| screen.is_overlay());
        if let Some(finished) = gone.and_then(|screen| screen.is_finished()) {
            self.cx.finished = finished;
        }
        if self.screens.is_empty() {
            self.screens.push(Box::new(Menu::new()));
        }
        if !was_over {
            self.enter();
        }
    }

    /// Draws what is to be seen now.
    pub fn draw(&mut self, frame: &mut Frame<'_>) {
        self.cx.area = middle(frame.area());
        let mut canvas = Canvas::new(frame.buffer_mut());
        canvas.area = self.cx.area;
        if self.is_too_small() {
            let text = self.cx.language.fill(Text::TooSmall, &[&LEAST.0, &LEAST.1]);
            for (row, line) in wrap(&text, self.cx.area.width).iter().enumerate() {
                canvas.text(0, row as u16, line, BOLD);
            }
        } else {
            let first = self.screens.iter().rposition(|screen| !screen.is_overlay()).unwrap_or(0);
            for screen in &self.screens[first..] {
                screen.draw(&mut canvas, &self.cx);
            }
        }
        canvas.fit(self.cx.abilities);
    }
}

/// The middle of a wide screen.
fn middle(area: Rect) -> Rect {
    let width = area.width.min(WIDEST);
    Rect { x: area.x + (area.width - width) / 2, width, ..area }
}

impl std::fmt::Debug for App {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("App").field("screens", &self.screens.len()).finish_non_exhaustive()
    }
}

//! The parts that the screens of all games share.

use ratatui::layout::Rect;
use session::texts::{LineText, Screen as Text, Thing, in_english};
use session::{Hint, Line, Seat, TaskError, Truth};

use crate::canvas::{BAD, BOLD, Canvas, DIM, GOOD, PLAIN, width, wrap_to};
use crate::command::{Binding, Command};
use crate::context::Context;
use crate::help::Help;
use crate::input::Effect;
use crate::jobs::{Found, Kind};
use crate::kept::HelpUsed;
use crate::new_game;
use crate::prompt::Prompt;
use crate::review::Review;
use crate::running::{Running, clock, hint_words, in_words};
use crate::screen::{Back, Next, Purpose, Screen};
use crate::unkept::Unkept;
use crate::watch::Watch;

/// The screen of a game.
pub(crate) trait GameScreen: Screen {
    fn running(&self) -> &Running;
    fn running_mut(&mut self) -> &mut Running;

    /// Looks at the game again after it changed.
    fn look_again(&mut self, cx: &mut Context);

    /// Inputs in the words of players: those of the moves that they stand for.
    fn words_of(&self, inputs: &[String], cx: &Context) -> Vec<String> {
        let mut copy = self.running().session.boxed();
        let seat = self.seat();
        let words = inputs.iter().map(|input| Some(in_words(&copy.act(seat, input).ok()?, cx)));
        words.collect::<Option<_>>().unwrap_or_else(|| inputs.to_vec())
    }

    /// An input as players type it.
    fn shown(&self, input: &str, _: &Context) -> String {
        input.to_owned()
    }

    /// The seat whose hints are asked for.
    fn seat(&self) -> Seat {
        Seat(0)
    }
}

/// Does what the commands of all games do.
pub(crate) fn command(screen: &mut impl GameScreen, command: Command, cx: &mut Context) -> Next {
    let seat = screen.seat();
    match command {
        Command::Undo => screen.running_mut().undo(cx),
        Command::Redo => screen.running_mut().redo(cx),
        Command::Restart if screen.running().is_over() => {
            return new_game::play_again(screen.running_mut(), cx);
        }
        Command::Restart => screen.running_mut().restart(cx),
        Command::LastWinnable => screen.running_mut().go_to_last_winnable(cx),
        Command::Hint => {
            screen.running_mut().ask_hint(seat, cx);
            return Next::Stay;
        }
        Command::Solution => {
            screen.running_mut().ask_solution(cx);
            return Next::Stay;
        }
        other => return shared_command(screen, other, cx),
    }
    screen.look_again(cx);
    Next::Stay
}

/// Does the commands that leave the game as it is.
fn shared_command(screen: &mut impl GameScreen, command: Command, cx: &mut Context) -> Next {
    match command {
        Command::New => return Next::Push(Box::new(Prompt::new(Purpose::NewDeal, Text::AskDeal))),
        Command::Type => return Next::Push(Box::new(Prompt::new(Purpose::Act, Text::AskMove))),
        Command::Help => return commands(screen, cx),
        Command::Review => return Next::Push(Box::new(Review::new(screen.running()))),
        Command::Light => {
            cx.set(|settings| settings.light = !settings.light);
            cx.say(cx.text(if cx.settings.light { Text::LightOn } else { Text::LightOff }));
            screen.running_mut().ask(cx);
        }
        Command::Letters => cx.abilities.unicode = !cx.abilities.unicode,
        Command::Mouse => {
            cx.set(|settings| settings.mouse = !settings.mouse);
            cx.effects.push(Effect::Mouse(cx.settings.mouse));
        }
        Command::Back => return leave(screen.running_mut(), Next::Pop, cx),
        Command::LeaveAnyway => {
            cx.unkept = None;
            return Next::Pop;
        }
        _ => {}
    }
    Next::Stay
}

/// Leaves the game for something else, or asks first where it could not be kept.
pub(crate) fn leave(running: &mut Running, next: Next, cx: &mut Context) -> Next {
    question(running, cx).unwrap_or(next)
}

/// Keeps the game that is left; the question whether to leave it, where it could not be kept.
pub(crate) fn question(running: &mut Running, cx: &mut Context) -> Option<Next> {
    running.leave(cx);
    cx.unkept.as_ref().map(|why| Next::Push(Box::new(Unkept::new(why, None, cx.language))))
}

/// The list of all commands of a screen.
pub(crate) fn commands(screen: &impl Screen, cx: &Context) -> Next {
    Next::Push(Box::new(Help::new(screen.bindings(), screen.about(cx))))
}

/// Continues with the result of a screen that was closed.
pub(crate) fn back(screen: &mut impl GameScreen, back: Back, cx: &mut Context) -> Next {
    let seat = screen.seat();
    match back {
        Back::Typed(_, line) => match &*in_english(&line) {
            "help" | "?" => return commands(screen, cx),
            "hint" => return screen.command(Command::Hint, cx),
            "quit" | "q" => return screen.command(Command::Back, cx),
            "undo" | "u" => return screen.command(Command::Undo, cx),
            "redo" | "r" => return screen.command(Command::Redo, cx),
            "restart" => return screen.command(Command::Restart, cx),
            "moves" => return say_moves(screen, cx),
            "show" => cx.message = None,
            "ask" => cx.say(screen.running().truth_words(cx)),
            command if command == "save" || command.starts_with("save ") => {
                screen.running().keep(cx);
                cx.say(screen.running().place_words(cx));
            }
            _ => {
                screen.running_mut().act(seat, &line, cx);
            }
        },
        Back::GoTo(after) => return new_game::branch(screen.running_mut(), after, cx),
        Back::Learn(after) => return new_game::learn(screen.running_mut(), after, cx),
        Back::Helped => {
            screen.running_mut().note_help(HelpUsed::add_hint, cx);
            return Next::Stay;
        }
        Back::Act(inputs) => screen.running_mut().act_all(&inputs, cx),
    }
    screen.look_again(cx);
    Next::Stay
}

/// Says what can be entered now.
fn say_moves(screen: &impl GameScreen, cx: &mut Context) -> Next {
    let legal = screen.running().session.legal(screen.seat());
    let words: Vec<String> = legal.iter().map(|input| screen.shown(input, cx)).collect();
    cx.say(if words.is_empty() { cx.text(LineText::NothingPossible).to_owned() } else { words.join(", ") });
    Next::Stay
}

/// Hears the answer of a job.
pub(crate) fn answer(
    screen: &mut impl GameScreen,
    kind: Kind,
    found: Result<Found, TaskError>,
    cx: &mut Context,
) -> Next {
    match found {
        Ok(Found::Truth(truth)) => hear_truth(screen, truth, cx),
        Ok(Found::Hint(hint)) => show_hint(screen, &hint, cx),
        Ok(Found::Line(Line::Enter(inputs))) => {
            screen.running_mut().note_help(HelpUsed::add_solution, cx);
            cx.message = None;
            let session = screen.running().session.boxed();
            return Next::Push(Box::new(Watch::new(session, inputs, cx.now)));
        }
        Ok(Found::Line(Line::Lost)) => cx.say(cx.text(session::texts::Word::ProvenLost)),
        Ok(Found::Deal(seed)) => {
            return new_game::typed_deal(screen.running_mut(), &seed.to_string(), cx);
        }
        Ok(_) => {}
        // A light that stays unknown says so in its corner.
        Err(TaskError::Limit(_)) if kind == Kind::Truth => {}
        Err(error) => cx.no_answer(&error),
    }
    Next::Stay
}

/// Hears the answer of the light, which may take back a move of somebody who learns.
fn hear_truth(screen: &mut impl GameScreen, truth: Truth, cx: &mut Context) {
    let before = screen.running().moves();
    screen.running_mut().hear_truth(truth, cx);
    if screen.running().moves() != before {
        screen.look_again(cx);
    }
}

/// Shows a hint in the words of the moves that it stands for.
fn show_hint(screen: &mut impl GameScreen, hint: &Hint, cx: &mut Context) {
    let mut shown = hint.clone();
    if let Hint::Enter { inputs, .. } = &mut shown {
        screen.running_mut().note_help(HelpUsed::add_hint, cx);
        screen.running_mut().hint = Some(inputs.clone());
        *inputs = screen.words_of(inputs, cx);
    }
    cx.say(hint_words(&shown, cx));
}

/// The first line: the game, moves and time, the light.
pub(crate) fn draw_title(canvas: &mut Canvas<'_>, title: &str, running: &Running, cx: &Context) {
    let y = canvas.area.y;
    let end = canvas.text(canvas.area.x + 1, y, title, BOLD);
    let moves = cx.language.counted(running.moves(), Thing::Move);
    let light = running.light(cx);
    let left = end + 2;
    let right = canvas.area.right().saturating_sub(width(&light) + 2);
    let time = format!("{moves}  {}", clock(running.time(cx.now)));
    let counters = format!("{time}{}", help_used(running, cx));
    let counters = if left + width(&counters) < right { counters } else { time };
    let middle = (canvas.area.x + canvas.area.width * 2 / 5).min(right.saturating_sub(width(&counters) + 1));
    canvas.text(middle.max(left), y, &counters, DIM);
    let style = match light.chars().next() {
        Some('✓') => GOOD,
        Some('✗') => BAD,
        _ => DIM,
    };
    canvas.right(y, &light, style);
}

fn help_used(running: &Running, cx: &Context) -> String {
    let used = running.help.answers();
    if used == 0 { String::new() } else { format!("  {}", cx.language.fill(Text::HelpUsed, &[&used])) }
}

/// The last moves in words.
pub(crate) fn draw_moves(canvas: &mut Canvas<'_>, area: Rect, running: &Running, cx: &Context) {
    let words = running.words();
    let first = words.len().saturating_sub(area.height.into());
    for (row, (number, text)) in words.iter().enumerate().skip(first).enumerate() {
        let y = area.y + row as u16;
        let end = canvas.text(area.x, y, &format!("{:>3}  ", number + 1), DIM);
        let is_fault = running.marks.losing_move() == Some(number + 1);
        let loses = format!("  ✗ {}", cx.text(Text::LosesTheWin));
        let room = area.right().saturating_sub(end + 1);
        let sign = match is_fault {
            true if width(text) + width(&loses) <= room => loses.as_str(),
            true => " ✗",
            false => "",
        };
        let line = wrap_to(text, room.saturating_sub(width(sign)), 1).concat() + sign;
        canvas.text(end, y, &line, if is_fault { BAD } else { PLAIN });
    }
}

/// The last lines: one sentence, and the keys as far as there is room.
pub(crate) fn draw_foot(canvas: &mut Canvas<'_>, bindings: &[Binding], cx: &Context) {
    let (x, bottom) = (canvas.area.x + 1, canvas.area.bottom());
    if let Some(message) = &cx.message {
        canvas.wrapped(bottom.saturating_sub(2), message, BOLD);
    }
    let room =
        |binding: &Binding| width(&binding.name(cx.language)) + width(cx.text(binding.command.label())) + 3;
    // The list of keys is always in sight.
    let (always, others): (Vec<&Binding>, Vec<&Binding>) =
        bindings.iter().partition(|binding| binding.command == Command::Help);
    let end = canvas.area.right().saturating_sub(always.iter().copied().map(room).sum());
    let mut at = x;
    let fitting = others.into_iter().scan(x, |end_of, binding| {
        *end_of += room(binding);
        (*end_of <= end).then_some(binding)
    });
    for binding in fitting.chain(always) {
        at = canvas.text(at, bottom - 1, &binding.name(cx.language), BOLD) + 1;
        at = canvas.text(at, bottom - 1, cx.text(binding.command.label()), DIM) + 2;
    }
}

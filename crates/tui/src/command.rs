//! The commands of all screens, their keys and their names. Footer, help and the list of commands are made of these.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use session::texts::{Language, Screen as Label};

/// Makes the list of commands: a name and its label.
macro_rules! commands {
    ($($name:ident => $label:ident,)*) => {
        /// Something that a key does.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub(crate) enum Command { $($name,)* }

        impl Command {
            /// Its name for players.
            pub(crate) fn label(self) -> Label {
                match self { $(Self::$name => Label::$label,)* }
            }
        }
    };
}

commands! {
    Help => CommandHelp,
    Leave => CommandLeave,
    Back => CommandBack,
    Choose => CommandChoose,
    Cancel => CommandCancel,
    Undo => CommandUndo,
    Redo => CommandRedo,
    Restart => CommandRestart,
    ResetTurn => CommandResetTurn,
    New => CommandNew,
    Hint => CommandHint,
    Solution => CommandSolution,
    LastWinnable => CommandLastWinnable,
    Review => CommandReview,
    Finish => CommandFinish,
    Light => CommandLight,
    Colours => CommandColours,
    Letters => CommandLetters,
    Mouse => CommandMouse,
    Type => CommandType,
    Statistics => CommandStatistics,
    Remove => CommandRemove,
    Pause => CommandPause,
    Forward => CommandForward,
    Backward => CommandBackward,
    First => CommandFirst,
    Last => CommandLast,
    Faster => CommandFaster,
    Slower => CommandSlower,
    PlayOn => CommandPlayOn,
    Fault => CommandFault,
    Learn => CommandLearn,
    Lay => CommandLay,
    Mark => CommandMark,
    Draw => CommandDraw,
    Take => CommandTake,
    Done => CommandDone,
    Discard => CommandDiscard,
    Sort => CommandSort,
    Steps => CommandSteps,
    Differs => CommandDiffers,
    Begin => CommandBegin,
    Uncover => CommandUncover,
    NewGame => CommandNewGame,
    NextDeal => CommandNextDeal,
    LeaveAnyway => CommandLeaveAnyway,
    StayHere => CommandStayHere,
    NextValue => CommandNextValue,
    LastValue => CommandLastValue,
}

/// A key and what it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Binding {
    pub(crate) key: KeyCode,
    pub(crate) command: Command,
}

/// A key that does this.
pub(crate) const fn key(key: char, command: Command) -> Binding {
    Binding { key: KeyCode::Char(key), command }
}

/// A key without a letter that does this.
pub(crate) const fn named(key: KeyCode, command: Command) -> Binding {
    Binding { key, command }
}

impl Binding {
    /// The name of the key.
    pub(crate) fn name(self, language: Language) -> String {
        let text = |label| language.text(label).to_owned();
        match self.key {
            KeyCode::Char(' ') => text(Label::KeySpace),
            KeyCode::Char(letter) => letter.to_string(),
            KeyCode::Enter => text(Label::KeyEnter),
            KeyCode::Esc => text(Label::KeyEscape),
            KeyCode::Left => "←".to_owned(),
            KeyCode::Right => "→".to_owned(),
            KeyCode::Home => text(Label::KeyHome),
            KeyCode::End => text(Label::KeyEnd),
            KeyCode::Delete => text(Label::KeyDelete),
            other => other.to_string(),
        }
    }
}

/// The command of a key, if it has one in this list.
pub(crate) fn command_of(bindings: &[Binding], key: KeyEvent) -> Option<Command> {
    let with_others = KeyModifiers::CONTROL | KeyModifiers::ALT;
    if key.modifiers.intersects(with_others) {
        return None;
    }
    bindings.iter().find(|binding| binding.key == key.code).map(|binding| binding.command)
}

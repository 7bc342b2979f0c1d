//! The messages of a WebSocket client.

use serde::Deserialize;
use session::texts::{Language, ServerText};
use thiserror::Error;

use crate::body::{clip, json_fault};
use crate::change::Action;

/// A message: a number for the answer, and what is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The number that the answer has.
    pub id: u64,
    /// The version of the game that the client knows.
    pub version: Option<u64>,
    /// The request.
    pub request: Request,
}

/// A request of a WebSocket client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// Changes the game.
    Change(Action),
    /// Asks for a hint.
    Hint,
    /// Asks whether the position after some moves can be won.
    Truth(Option<usize>),
    /// Asks for a way to win.
    Solution,
    /// Looks back.
    Review,
    /// Asks for the state.
    State,
    /// Asks for the game as it was after some moves.
    At(usize),
    /// Turns the light on or off: the truth after each change, without asking.
    Light(bool),
    /// Stops the work on another request.
    Cancel(u64),
    /// Asks whether anybody is there.
    Ping,
}

/// A message that makes no sense.
#[derive(Debug, Error)]
#[error("{}", self.words(Language::English))]
pub struct BadMessage {
    /// The number of the message, where it has one.
    pub id: Option<u64>,
    why: Fault,
}

#[derive(Debug)]
enum Fault {
    Json(serde_json::Error),
    NotAnObject,
    Missing(&'static str),
    Unknown(String),
}

impl BadMessage {
    /// The reason in words.
    #[must_use]
    pub fn words(&self, language: Language) -> String {
        match &self.why {
            Fault::Json(error) => json_fault(error, language),
            Fault::NotAnObject => language.text(ServerText::NotAnObject).to_owned(),
            Fault::Missing(field) => language.fill(ServerText::MissingField, &[field]),
            Fault::Unknown(action) => language.fill(ServerText::UnknownAction, &[action]),
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fields {
    id: u64,
    #[serde(rename = "do")]
    action: String,
    version: Option<u64>,
    input: Option<String>,
    #[serde(rename = "move")]
    after: Option<usize>,
    of: Option<u64>,
    on: Option<bool>,
}

#[derive(Deserialize)]
struct IdOnly {
    id: Option<u64>,
}

impl Message {
    /// Reads a message.
    pub fn parse(text: &str) -> Result<Self, BadMessage> {
        // The JSON reader would take the values of an array for the fields in their order.
        if text.trim_start().starts_with('[') {
            return Err(BadMessage { id: None, why: Fault::NotAnObject });
        }
        let fields: Fields = serde_json::from_str(text).map_err(|error| {
            let id = serde_json::from_str::<IdOnly>(text).ok().and_then(|only| only.id);
            BadMessage { id, why: Fault::Json(error) }
        })?;
        let (id, version) = (fields.id, fields.version);
        let request = fields.request().map_err(|why| BadMessage { id: Some(id), why })?;
        Ok(Self { id, version, request })
    }
}

impl Fields {
    fn request(self) -> Result<Request, Fault> {
        let missing = Fault::Missing;
        Ok(match self.action.as_str() {
            "act" => Request::Change(Action::Act(self.input.ok_or_else(|| missing("input"))?)),
            "undo" => Request::Change(Action::Undo),
            "redo" => Request::Change(Action::Redo),
            "restart" => Request::Change(Action::Restart),
            "goto" => Request::Change(Action::GoTo(self.after.ok_or_else(|| missing("move"))?)),
            "finish" => Request::Change(Action::Finish),
            "hint" => Request::Hint,
            "truth" => Request::Truth(self.after),
            "solution" => Request::Solution,
            "review" => Request::Review,
            "state" => Request::State,
            "at" => Request::At(self.after.ok_or_else(|| missing("move"))?),
            "light" => Request::Light(self.on.ok_or_else(|| missing("on"))?),
            "cancel" => Request::Cancel(self.of.ok_or_else(|| missing("of"))?),
            "ping" => Request::Ping,
            other => return Err(Fault::Unknown(clip(other))),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_read() {
        let message = Message::parse(r#"{"id":7,"do":"act","input":"3 7","version":2}"#).unwrap();
        let request = Request::Change(Action::Act("3 7".to_owned()));
        assert_eq!(message, Message { id: 7, version: Some(2), request });
        let request = |text| Message::parse(text).unwrap().request;
        assert_eq!(request(r#"{"id":1,"do":"truth"}"#), Request::Truth(None));
        assert_eq!(request(r#"{"id":1,"do":"cancel","of":9}"#), Request::Cancel(9));
        assert_eq!(request(r#"{"id":1,"do":"light","on":true}"#), Request::Light(true));
    }

    #[test]
    fn nonsense_is_answered_with_its_number() {
        let bad = |text| Message::parse(text).unwrap_err();
        assert_eq!(bad(r#"{"id":3,"do":"dance"}"#).id, Some(3));
        assert_eq!(bad(r#"{"id":3,"do":"act"}"#).to_string(), "`input` is missing");
        assert_eq!(bad(r#"{"id":3,"do":"act"}"#).words(Language::French), "`input` manque");
        assert_eq!(bad(r#"{"id":3,"do":"dance"}"#).to_string(), "`dance` is not an action");
        assert_eq!(bad(r#"{"id":3,"do":"undo","extra":1}"#).id, Some(3));
        assert_eq!(bad("nonsense").id, None);
        assert_eq!(bad(r#" [1, "undo"]"#).to_string(), "an object is expected, not an array");
        assert_eq!(bad(r#"{"id":-1,"do":"undo"}"#).id, None);
    }
}

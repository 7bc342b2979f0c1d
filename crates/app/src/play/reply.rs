//! The reply to a line of a player: the news and an answer, or the table.

use std::io::Write;
use std::mem;

use session::{Seat, View};

use super::{Console, Play, patience, peg, rummy};
use crate::exit::Fault;
use crate::output;

impl Play<'_> {
    /// Answers a line of a player.
    pub(super) fn answer(
        &mut self,
        console: &mut Console<impl Write>,
        seat: Seat,
        answer: Option<&str>,
    ) -> Result<(), Fault> {
        self.reply(console, Some(seat), answer)
    }

    /// Tells the news and answers: in words, or with the table where there is nothing to say. Nobody's seat sees what
    /// all may see.
    pub(super) fn reply(
        &mut self,
        console: &mut Console<impl Write>,
        seat: Option<Seat>,
        answer: Option<&str>,
    ) -> Result<(), Fault> {
        let view = self.session.view(seat);
        if self.json {
            let plain = answer.map(|answer| anstream::adapter::strip_str(answer).to_string());
            let reply = Reply { view: &view, news: mem::take(&mut self.news), answer: plain };
            return Ok(output::json_line(console.out(), &reply)?);
        }
        self.tell_news(console)?;
        match (answer, view) {
            (Some(answer), _) => console.say(answer)?,
            (None, View::Patience(view)) => patience::show(console.out(), &view, self.language)?,
            (None, View::Peg(view)) => peg::show(console.out(), &view, self.language)?,
            (None, View::Rummy(view)) => {
                let style = rummy::Style { language: self.language, order: self.order };
                rummy::show(console.out(), &view, style)?;
            }
        }
        Ok(())
    }

    /// Tells what happened since the player last looked.
    fn tell_news(&mut self, console: &mut Console<impl Write>) -> Result<(), Fault> {
        for line in mem::take(&mut self.news) {
            console.say(&line)?;
        }
        Ok(())
    }
}

/// The answer to a line, for machines.
#[derive(serde::Serialize)]
struct Reply<'v> {
    #[serde(flatten)]
    view: &'v View,
    /// The events since the last answer, in words.
    news: Vec<String>,
    answer: Option<String>,
}

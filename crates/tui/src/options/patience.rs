//! The choices of a patience: the number of the deal, or a difficulty.

use ::patience::{Rules, Scale};
use session::Patience;
use session::texts::Screen as Text;

use super::Family;
use super::choice::{Choices, Value};
use crate::context::Context;
use crate::new_game::{NewGame, look_for_difficulty};

/// A patience that has not begun.
pub(crate) struct PatienceOptions(pub(crate) &'static str);

impl PatienceOptions {
    fn rules(&self) -> Option<Rules> {
        Rules::named(self.0)
    }

    fn deal(&self, number: u64) -> Option<NewGame> {
        let deal = format!("{}.{number}", self.0).parse().ok()?;
        Some(NewGame::Patience(Patience::deal(deal)))
    }
}

impl Family for PatienceOptions {
    fn title(&self, _: &Context) -> String {
        self.0.to_owned()
    }

    fn choices(&self, made: &Choices, cx: &Context) -> Choices {
        let mut choices = Choices::default();
        choices.add_number(Text::ChoiceNumber, cx.text(Text::ValueAny), made);
        if self.rules().as_ref().and_then(Scale::of).is_some() {
            let mut values = vec![Value::new("", cx.text(Text::ValueAny))];
            values.extend((0..=10).map(|tenth| {
                Value::new(&(tenth * 10), &cx.language.fill(Text::ValuePercent, &[&(tenth * 10)]))
            }));
            choices.add(Text::ChoiceDifficulty, values, "", made);
        }
        choices
    }

    fn begin(&self, made: &Choices, cx: &mut Context) -> Result<Option<NewGame>, String> {
        let typed = made.get(Text::ChoiceNumber).unwrap_or_default();
        let difficulty = made.number(Text::ChoiceDifficulty).filter(|_| typed.is_empty());
        if let (Some(wanted), Some(rules)) = (difficulty, self.rules())
            && look_for_difficulty(rules, wanted as u8, cx)
        {
            return Ok(None);
        }
        let number = if typed.is_empty() { Some(cx.random()) } else { typed.parse().ok() };
        let game = number.and_then(|number| self.deal(number));
        game.map(Some).ok_or_else(|| cx.language.fill(Text::NotADeal, &[&typed]))
    }

    fn found(&self, seed: u64) -> Option<NewGame> {
        self.deal(seed)
    }
}

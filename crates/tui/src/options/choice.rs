//! Choices with their values.

use session::texts::Screen as Text;

/// No number of a deal is longer.
const MOST_DIGITS: usize = 12;

/// The choices of a game, each with the value that is chosen.
#[derive(Clone, Debug, Default)]
pub(crate) struct Choices(Vec<Choice>);

#[derive(Clone, Debug)]
struct Choice {
    /// Its name, which no other choice of the game has.
    label: Text,
    values: Vec<Value>,
    at: usize,
    /// May a number be typed, as the last value?
    is_typed: bool,
}

/// A value, and its name for players.
#[derive(Clone, Debug)]
pub(crate) struct Value {
    pub(crate) key: String,
    pub(crate) shown: String,
}

impl Value {
    pub(crate) fn new(key: &(impl ToString + ?Sized), shown: &(impl ToString + ?Sized)) -> Self {
        Self { key: key.to_string(), shown: shown.to_string() }
    }
}

impl Choices {
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Adds a choice with the value that was chosen before, or else the usual one.
    pub(crate) fn add(&mut self, label: Text, values: Vec<Value>, usual: &str, made: &Self) {
        let index = |key: &str| values.iter().position(|value| value.key == key);
        let at = made.get(label).and_then(index).or_else(|| index(usual)).unwrap_or(0);
        self.0.push(Choice { label, values, at, is_typed: false });
    }

    /// Adds a choice between any number and one that is typed.
    pub(crate) fn add_number(&mut self, label: Text, any: &str, made: &Self) {
        let mut values = vec![Value::new("", any)];
        values
            .extend(made.get(label).filter(|typed| !typed.is_empty()).map(|typed| Value::new(typed, typed)));
        let at = values.len() - 1;
        self.0.push(Choice { label, values, at, is_typed: true });
    }

    /// The value that is chosen.
    pub(crate) fn get(&self, label: Text) -> Option<&str> {
        let choice = self.0.iter().find(|choice| choice.label == label)?;
        choice.values.get(choice.at).map(|value| value.key.as_str())
    }

    /// The value that is chosen, if it is a number.
    pub(crate) fn number(&self, label: Text) -> Option<usize> {
        self.get(label)?.parse().ok()
    }

    /// Takes the next value or the one before; after the last comes the first.
    pub(crate) fn change(&mut self, row: usize, forward: bool) {
        if let Some(choice) = self.0.get_mut(row).filter(|choice| !choice.values.is_empty()) {
            let count = choice.values.len();
            choice.at = (choice.at + if forward { 1 } else { count - 1 }) % count;
        }
    }

    /// Adds a digit to a number that is typed, or takes the last one off.
    pub(crate) fn type_digit(&mut self, row: usize, digit: Option<char>) {
        let Some(choice) = self.0.get_mut(row).filter(|choice| choice.is_typed) else { return };
        let mut typed = choice.values.get(1).map_or_else(String::new, |value| value.key.clone());
        match digit {
            Some(digit) if typed.len() < MOST_DIGITS => typed.push(digit),
            Some(_) => {}
            None => drop(typed.pop()),
        }
        choice.values.truncate(1);
        if !typed.is_empty() {
            choice.values.push(Value::new(&typed, &typed));
        }
        choice.at = choice.values.len() - 1;
    }

    /// The names of the choices and of their values.
    pub(crate) fn shown(&self) -> impl Iterator<Item = (Text, &str)> {
        self.0.iter().map(|choice| {
            (choice.label, choice.values.get(choice.at).map_or("", |value| value.shown.as_str()))
        })
    }
}

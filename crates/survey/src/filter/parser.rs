//! From words to a condition that fits the columns.

use arrow_schema::{DataType, Schema};

use super::FilterError;
use super::condition::{Comparison, Condition, Value};
use super::lexer::{Placed, Token, tokens};

/// The words of the column of this name: any other one is a slip of the pen.
const VERDICT: &str = "verdict";
const VERDICTS: [&str; 6] = ["solved", "impossible", "gave_up", "failed", "played", "blocked"];

/// No condition that a person writes is nested deeper.
const DEEPEST: usize = 64;

pub(super) fn parse(text: &str, columns: &Schema) -> Result<Condition, FilterError> {
    let tokens = tokens(text)?;
    let mut parser = Parser { tokens, next: 0, end: text.chars().count(), depth: 0, columns };
    let condition = parser.any()?;
    match parser.tokens.get(parser.next) {
        None => Ok(condition),
        Some((at, _)) => Err(FilterError { at: *at, what: "expected `and`, `or` or the end".to_owned() }),
    }
}

struct Parser<'p> {
    tokens: Vec<Placed>,
    next: usize,
    /// The place after the text.
    end: usize,
    depth: usize,
    columns: &'p Schema,
}

impl Parser<'_> {
    fn any(&mut self) -> Result<Condition, FilterError> {
        let mut terms = vec![self.all()?];
        while self.takes_word("or") {
            terms.push(self.all()?);
        }
        Ok(only(terms, Condition::Any))
    }

    fn all(&mut self) -> Result<Condition, FilterError> {
        let mut terms = vec![self.term()?];
        while self.takes_word("and") {
            terms.push(self.term()?);
        }
        Ok(only(terms, Condition::All))
    }

    fn term(&mut self) -> Result<Condition, FilterError> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.fault("the condition is nested too deeply"));
        }
        let term = if self.takes_word("not") {
            Condition::Not(Box::new(self.term()?))
        } else if self.takes(&Token::Open) {
            let inner = self.any()?;
            self.expect(&Token::Close, "`)`")?;
            inner
        } else {
            self.comparison()?
        };
        self.depth -= 1;
        Ok(term)
    }

    fn comparison(&mut self) -> Result<Condition, FilterError> {
        let (name, kind) = self.column()?;
        if self.takes_word("is") {
            let is_not = self.takes_word("not");
            self.expect_word("null")?;
            return Ok(negated(is_not, Condition::IsNull(name)));
        }
        let is_not = self.takes_word("not");
        let condition = if self.takes_word("in") {
            self.one_of(&name, &kind)?
        } else if self.takes_word("between") {
            self.between(&name, &kind)?
        } else if let Some(comparison) = self.takes_comparison().filter(|_| !is_not) {
            let value = self.value(&name, &kind)?;
            Condition::Compare(name, comparison, value)
        } else {
            return Err(self.fault("expected a comparison such as `=`, `<`, `in` or `between`"));
        };
        Ok(negated(is_not, condition))
    }

    fn one_of(&mut self, name: &str, kind: &DataType) -> Result<Condition, FilterError> {
        self.expect(&Token::Open, "`(`")?;
        let mut terms = Vec::new();
        loop {
            terms.push(Condition::Compare(name.to_owned(), Comparison::Equal, self.value(name, kind)?));
            if !self.takes(&Token::Comma) {
                break;
            }
        }
        self.expect(&Token::Close, "`,` or `)`")?;
        Ok(only(terms, Condition::Any))
    }

    fn between(&mut self, name: &str, kind: &DataType) -> Result<Condition, FilterError> {
        let low = self.value(name, kind)?;
        self.expect_word("and")?;
        let high = self.value(name, kind)?;
        let bound = |comparison, value| Condition::Compare(name.to_owned(), comparison, value);
        Ok(Condition::All(vec![bound(Comparison::AtLeast, low), bound(Comparison::AtMost, high)]))
    }

    /// A column, and the kind of its values.
    fn column(&mut self) -> Result<(String, DataType), FilterError> {
        let Some(Token::Word(name)) = self.peek().cloned() else {
            return Err(self.fault("expected the name of a column"));
        };
        let Some((_, field)) = self.columns.column_with_name(&name) else {
            let names: Vec<&str> = self.columns.fields().iter().map(|field| field.name().as_str()).collect();
            return Err(self.fault(&format!("`{name}` is not a column; there are {}", names.join(", "))));
        };
        self.next += 1;
        Ok((name, field.data_type().clone()))
    }

    /// A value of this kind, to be compared with this column.
    fn value(&mut self, name: &str, kind: &DataType) -> Result<Value, FilterError> {
        let is_number = kind.is_numeric();
        let value = match self.peek() {
            Some(Token::Number(text)) if is_number => number(text),
            Some(Token::Word(text) | Token::Quoted(text)) if !is_number => Some(Value::Text(text.clone())),
            _ => None,
        };
        let kind = if is_number { "a number" } else { "a word, or a text in quotes" };
        let value = value.ok_or_else(|| self.fault(&format!("expected {kind}")))?;
        if let Value::Text(word) = &value
            && name == VERDICT
            && !VERDICTS.contains(&word.as_str())
        {
            return Err(self.fault(&format!("`{word}` is not a verdict; there are {}", VERDICTS.join(", "))));
        }
        self.next += 1;
        Ok(value)
    }

    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.next).map(|(_, token)| token)
    }

    fn takes(&mut self, token: &Token) -> bool {
        let is_next = self.peek() == Some(token);
        self.next += usize::from(is_next);
        is_next
    }

    fn takes_word(&mut self, word: &str) -> bool {
        let is_next = matches!(self.peek(), Some(Token::Word(next)) if next.eq_ignore_ascii_case(word));
        self.next += usize::from(is_next);
        is_next
    }

    fn takes_comparison(&mut self) -> Option<Comparison> {
        let Some(Token::Compare(comparison)) = self.peek() else { return None };
        let comparison = *comparison;
        self.next += 1;
        Some(comparison)
    }

    fn expect(&mut self, token: &Token, name: &str) -> Result<(), FilterError> {
        if self.takes(token) { Ok(()) } else { Err(self.fault(&format!("expected {name}"))) }
    }

    fn expect_word(&mut self, word: &str) -> Result<(), FilterError> {
        if self.takes_word(word) { Ok(()) } else { Err(self.fault(&format!("expected `{word}`"))) }
    }

    /// A fault at the next token.
    fn fault(&self, what: &str) -> FilterError {
        let at = self.tokens.get(self.next).map_or(self.end, |(at, _)| *at);
        FilterError { at, what: what.to_owned() }
    }
}

fn number(text: &str) -> Option<Value> {
    let whole = text.parse().ok().map(Value::Whole);
    whole.or_else(|| text.parse().ok().filter(|number: &f64| number.is_finite()).map(Value::Real))
}

/// The one term, or all of them together.
fn only(mut terms: Vec<Condition>, together: fn(Vec<Condition>) -> Condition) -> Condition {
    if terms.len() == 1 { terms.remove(0) } else { together(terms) }
}

fn negated(is_not: bool, condition: Condition) -> Condition {
    if is_not { Condition::Not(Box::new(condition)) } else { condition }
}

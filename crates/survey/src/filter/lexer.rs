//! The words of a condition.

use super::FilterError;
use super::condition::Comparison;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    Word(String),
    Quoted(String),
    Number(String),
    Compare(Comparison),
    Open,
    Close,
    Comma,
}

/// A token and its place in characters.
pub(super) type Placed = (usize, Token);

/// The tokens of a text.
pub(super) fn tokens(text: &str) -> Result<Vec<Placed>, FilterError> {
    let mut chars = Chars { chars: text.chars().collect(), at: 0 };
    let mut tokens = Vec::new();
    while let Some((at, first)) = chars.skip_blanks() {
        tokens.push((at, chars.token(at, first)?));
    }
    Ok(tokens)
}

struct Chars {
    chars: Vec<char>,
    at: usize,
}

impl Chars {
    fn skip_blanks(&mut self) -> Option<(usize, char)> {
        self.take_while(char::is_whitespace);
        self.chars.get(self.at).map(|&first| (self.at, first))
    }

    fn take_while(&mut self, belongs: impl Fn(char) -> bool) -> String {
        let rest = self.chars[self.at..].iter().copied();
        let taken: String = rest.take_while(|&c| belongs(c)).collect();
        self.at += taken.chars().count();
        taken
    }

    fn token(&mut self, at: usize, first: char) -> Result<Token, FilterError> {
        match first {
            '(' => Ok(self.sign(Token::Open)),
            ')' => Ok(self.sign(Token::Close)),
            ',' => Ok(self.sign(Token::Comma)),
            '\'' | '"' => self.quoted(at, first),
            '<' | '>' | '=' | '!' => self.comparison(at),
            '0'..='9' | '-' | '+' | '.' => {
                Ok(Token::Number(self.take_while(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))))
            }
            _ if is_of_word(first) => Ok(Token::Word(self.take_while(is_of_word))),
            _ => Err(FilterError { at, what: format!("`{first}` means nothing here") }),
        }
    }

    fn sign(&mut self, token: Token) -> Token {
        self.at += 1;
        token
    }

    /// A text in quotes; a quote in it is written twice.
    fn quoted(&mut self, at: usize, quote: char) -> Result<Token, FilterError> {
        let mut text = String::new();
        loop {
            self.at += 1;
            text += &self.take_while(|c| c != quote);
            if self.at == self.chars.len() {
                return Err(FilterError { at, what: format!("this text has no closing {quote}") });
            }
            self.at += 1;
            if self.chars.get(self.at) != Some(&quote) {
                return Ok(Token::Quoted(text));
            }
            text.push(quote);
        }
    }

    fn comparison(&mut self, at: usize) -> Result<Token, FilterError> {
        let sign = self.take_while(|c| "<>=!".contains(c));
        let comparison = match sign.as_str() {
            "<" => Comparison::Less,
            "<=" => Comparison::AtMost,
            "=" | "==" => Comparison::Equal,
            "!=" | "<>" => Comparison::Unequal,
            ">=" => Comparison::AtLeast,
            ">" => Comparison::More,
            _ => return Err(FilterError { at, what: format!("`{sign}` is not a comparison") }),
        };
        Ok(Token::Compare(comparison))
    }
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || "_-".contains(c)
}

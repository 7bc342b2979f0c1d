//! A stretch of deals that was looked at, as a line of a ledger.

use std::fmt;
use std::str::FromStr;

/// A stretch of deals, all of which were looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// The number of the first deal.
    pub first: u32,
    /// The number of the last deal.
    pub last: u32,
    /// How many of them can be won.
    pub solved: u32,
    /// The others.
    pub finds: Vec<Find>,
}

/// A deal that is not known to be winnable as the game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Find {
    /// The number of the deal.
    pub seed: u32,
    /// What is known with cards that go up by themselves.
    pub forced: Verdict,
    /// What is known where putting up is a choice and cards may come back.
    pub free: Verdict,
    /// How many positions its certificate has, if there is one.
    pub certified: Option<u64>,
}

/// What is known about a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It can be won.
    Solved,
    /// It cannot.
    Impossible,
    /// Not known.
    GaveUp,
}

impl Verdict {
    const WORDS: [(Self, &'static str); 3] =
        [(Self::Solved, "solved"), (Self::Impossible, "impossible"), (Self::GaveUp, "gave_up")];

    /// The word for it.
    pub fn word(self) -> &'static str {
        Self::WORDS.into_iter().find(|(verdict, _)| *verdict == self).map_or("", |(_, word)| word)
    }

    fn from_word(word: &str) -> Option<Self> {
        Self::WORDS.into_iter().find(|(_, known)| *known == word).map(|(verdict, _)| verdict)
    }
}

/// `1..1000 solved 999 found 77:impossible:solved:1234`
impl fmt::Display for Chunk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{} solved {} found", self.first, self.last, self.solved)?;
        for Find { seed, forced, free, certified } in &self.finds {
            write!(f, " {seed}:{}:{}:{}", forced.word(), free.word(), certified.unwrap_or(0))?;
        }
        Ok(())
    }
}

/// A line that is no chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoChunk;

impl FromStr for Chunk {
    type Err = NoChunk;

    fn from_str(line: &str) -> Result<Self, NoChunk> {
        let mut words = line.split(' ');
        let mut word = || words.next().ok_or(NoChunk);
        let (first, last) = word()?.split_once("..").ok_or(NoChunk)?;
        let (first, last): (u32, u32) = (number(first)?, number(last)?);
        (word()? == "solved").then_some(()).ok_or(NoChunk)?;
        let solved = number(word()?)?;
        (word()? == "found").then_some(()).ok_or(NoChunk)?;
        let finds = words.map(find).collect::<Result<Vec<_>, _>>()?;
        let count = u64::from(last).checked_sub(first.into()).ok_or(NoChunk)? + 1;
        let whole = u64::from(solved) + finds.len() as u64 == count;
        if whole { Ok(Self { first, last, solved, finds }) } else { Err(NoChunk) }
    }
}

fn number<T: FromStr>(text: &str) -> Result<T, NoChunk> {
    text.parse().map_err(|_| NoChunk)
}

fn find(text: &str) -> Result<Find, NoChunk> {
    let parts: Vec<_> = text.split(':').collect();
    let [seed, forced, free, certified] = parts[..] else { return Err(NoChunk) };
    let verdict = |word| Verdict::from_word(word).ok_or(NoChunk);
    let certified: u64 = number(certified)?;
    Ok(Find {
        seed: number(seed)?,
        forced: verdict(forced)?,
        free: verdict(free)?,
        certified: (certified > 0).then_some(certified),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_write_and_read_back() {
        let find =
            Find { seed: 77, forced: Verdict::Impossible, free: Verdict::Solved, certified: Some(1234) };
        let other = Find { seed: 80, forced: Verdict::GaveUp, free: Verdict::GaveUp, certified: None };
        let chunk = Chunk { first: 1, last: 1000, solved: 998, finds: vec![find, other] };
        let line = "1..1000 solved 998 found 77:impossible:solved:1234 80:gave_up:gave_up:0";
        assert_eq!(chunk.to_string(), line);
        assert_eq!(line.parse(), Ok(chunk));
    }

    #[test]
    fn other_lines_are_no_chunks() {
        for line in
            ["", "1..2", "1..2 solved 3 found", "2..1 solved 0 found", "1..1 solved 0 found 1:x:solved:0"]
        {
            assert_eq!(line.parse::<Chunk>(), Err(NoChunk), "{line}");
        }
    }
}

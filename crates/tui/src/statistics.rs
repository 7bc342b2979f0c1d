//! The results of one's own games, and what they add up to.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::kept::{HelpUsed, Kept, Over};

/// The results of games that are over, in the order in which they ended.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Results(Vec<GameResult>);

/// The result of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameResult {
    /// The name of its file.
    pub name: String,
    /// The game: `FreeCell`, `peg english`, `rummikub`.
    pub game: String,
    /// Was it won?
    pub won: bool,
    /// The time spent on it, in milliseconds.
    pub millis: u64,
    /// The help that was used.
    #[serde(default)]
    pub help: HelpUsed,
}

impl GameResult {
    pub(crate) fn new(name: &str, kept: &Kept, result: Over) -> Self {
        let (won, millis, help) = (result == Over::Won, kept.millis, kept.help);
        Self { name: name.to_owned(), game: kept.kind(), won, millis, help }
    }
}

/// The sums over all games of a kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// Games played to an end.
    pub played: u32,
    /// Games won.
    pub won: u32,
    /// Games won without a hint and without a look at the solution.
    pub alone: u32,
    /// Games won in a row, up to now.
    pub streak: u32,
    /// The most games won in a row.
    pub longest: u32,
    /// The shortest time of a win, in milliseconds.
    pub best_millis: Option<u64>,
    /// The time of all wins, in milliseconds.
    pub won_millis: u64,
}

impl Results {
    /// Adds a result; one of the same file is replaced.
    pub(crate) fn add(&mut self, result: GameResult) {
        self.withdraw(&result.name);
        self.0.push(result);
    }

    /// Takes a result back, as if the game had not ended.
    pub(crate) fn withdraw(&mut self, name: &str) {
        self.0.retain(|result| result.name != name);
    }

    /// Is there a result of a file of this name?
    pub(crate) fn has(&self, name: &str) -> bool {
        self.0.iter().any(|result| result.name == name)
    }

    /// The sums for each game.
    pub fn by_game(&self) -> BTreeMap<&str, Summary> {
        let mut sums: BTreeMap<&str, Summary> = BTreeMap::new();
        for result in &self.0 {
            sums.entry(&result.game).or_default().count(result);
        }
        sums
    }
}

impl Summary {
    fn count(&mut self, result: &GameResult) {
        self.played = self.played.saturating_add(1);
        if !result.won {
            self.streak = 0;
            return;
        }
        self.won = self.won.saturating_add(1);
        self.alone = self.alone.saturating_add(u32::from(result.help.answers() == 0));
        self.streak = self.streak.saturating_add(1);
        self.longest = self.longest.max(self.streak);
        self.won_millis = self.won_millis.saturating_add(result.millis);
        self.best_millis = Some(self.best_millis.map_or(result.millis, |best| best.min(result.millis)));
    }

    /// The time of a win on average, in milliseconds.
    pub fn mean_millis(&self) -> Option<u64> {
        self.won_millis.checked_div(self.won.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(name: &str, won: bool, millis: u64) -> GameResult {
        GameResult {
            name: name.to_owned(),
            game: "FreeCell".to_owned(),
            won,
            millis,
            help: HelpUsed::default(),
        }
    }

    #[test]
    fn streaks_and_times_add_up() {
        let mut results = Results::default();
        for (name, won, millis) in
            [("a", true, 10), ("b", true, 30), ("c", false, 5), ("d", true, 20), ("e", true, 40)]
        {
            results.add(result(name, won, millis));
        }
        let sums = results.by_game()["FreeCell"];
        assert_eq!((sums.played, sums.won, sums.streak, sums.longest, sums.alone), (5, 4, 2, 2, 4));
        assert_eq!((sums.best_millis, sums.mean_millis()), (Some(10), Some(25)));
    }

    /// Taking a win back leaves the statistics as they were.
    #[test]
    fn a_win_that_is_taken_back_does_not_count() {
        let mut results = Results::default();
        results.add(result("a", true, 10));
        let before = results.clone();
        results.add(result("b", true, 30));
        results.withdraw("b");
        assert_eq!(results, before);
        results.add(result("a", false, 10));
        assert_eq!(results.by_game()["FreeCell"].played, 1, "one game has one result");
    }

    /// Numbers of a file may be as large as they can be.
    #[test]
    fn sums_stop_at_the_largest_number() {
        let help = HelpUsed { hints: u32::MAX, solutions: u32::MAX, ..HelpUsed::default() };
        let mut results = Results::default();
        for name in ["a", "b"] {
            results.add(GameResult { help, ..result(name, true, u64::MAX) });
        }
        let sums = results.by_game()["FreeCell"];
        assert_eq!((sums.won_millis, sums.alone, sums.won), (u64::MAX, 0, 2));
    }

    #[test]
    fn help_is_told_apart() {
        let mut results = Results::default();
        results
            .add(GameResult { help: HelpUsed { hints: 1, ..HelpUsed::default() }, ..result("a", true, 1) });
        assert_eq!((results.by_game()["FreeCell"].won, results.by_game()["FreeCell"].alone), (1, 0));
    }
}

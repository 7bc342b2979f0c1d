//! Commands of rummy in words: `+ (9b 9r 9k)` is "lay 9b 9r 9k".

use rummy::Node;
use session::texts::{Language, ServerText as T};
use session::{RummyView, Tiles};

/// Commands of one turn in words. The view is the table before them: combinations that lie there already are left out.
pub(crate) fn command_words(before: &RummyView, commands: &[String], language: Language) -> String {
    let words = Words { tiles: before.tiles(language), language, lying: lying(before) };
    let all: Vec<String> = commands.iter().map(|command| words.command(command)).collect();
    // The end of a turn goes without saying, unless nothing else is done.
    let end = language.text(T::CommandDone);
    let said: Vec<&str> = all.iter().map(String::as_str).filter(|said| *said != end).collect();
    if said.is_empty() { all.join(", ") } else { said.join(", ") }
}

/// The combinations on the tables, each in the form of saved games.
fn lying(view: &RummyView) -> Vec<String> {
    view.tables.iter().flatten().map(|tiles| format!("({})", tiles.join(" "))).collect()
}

struct Words {
    tiles: Tiles,
    language: Language,
    lying: Vec<String>,
}

impl Words {
    fn command(&self, command: &str) -> String {
        let Ok(nodes) = Node::parse(command.as_bytes()) else { return command.to_owned() };
        let Some((first, rest)) = nodes.split_first() else { return String::new() };
        match (first.atom(), rest) {
            (None, _) => self.table(&nodes),
            (Some("+"), melds) => self.language.fill(T::CommandLay, &[&self.melds(melds)]),
            (Some("put"), [tile, to]) => self.put(tile, to),
            (Some("move"), [tile, from, to]) => self.moved(tile, from, to),
            (Some("discard"), [tile]) => self.language.fill(T::CommandDiscard, &[&self.name(tile)]),
            (Some(number), []) if is_number(number) => self.language.fill(T::CommandAway, &[&number]),
            (Some(number), melds) if is_number(number) => {
                self.language.fill(T::CommandReplace, &[&self.melds(melds), &number])
            }
            (Some(word), _) => self.plain(word).map_or_else(|| self.tiles.line(command), str::to_owned),
        }
    }

    /// The whole new table: the combinations that are new.
    fn table(&self, melds: &[Node]) -> String {
        let mut lying = self.lying.clone();
        let is_new = |meld: &&Node| {
            let old = lying.iter().position(|old| *old == meld.to_string());
            old.map(|at| lying.swap_remove(at)).is_none()
        };
        let new: Vec<Node> = melds.iter().filter(is_new).cloned().collect();
        self.language.fill(T::CommandLay, &[&self.melds(&new)])
    }

    fn put(&self, tile: &Node, to: &Node) -> String {
        match to.atom() {
            Some("new") => self.language.fill(T::CommandLay, &[&self.name(tile)]),
            _ => self.language.fill(T::CommandPut, &[&self.name(tile), to]),
        }
    }

    fn moved(&self, tile: &Node, from: &Node, to: &Node) -> String {
        match to.atom() {
            Some("new") => self.language.fill(T::CommandMoveNew, &[&self.name(tile), from]),
            _ => self.language.fill(T::CommandMove, &[&self.name(tile), from, to]),
        }
    }

    /// A command of a single word.
    fn plain(&self, word: &str) -> Option<&'static str> {
        let text = match word {
            "draw" => T::CommandDraw,
            "take" => T::CommandTake,
            "pass" => T::CommandPass,
            "done" => T::CommandDone,
            "undo" => T::CommandUndo,
            _ => return None,
        };
        Some(self.language.text(text))
    }

    fn name(&self, tile: &Node) -> String {
        self.tiles.name(&tile.to_string())
    }

    /// Combinations as they are read: `9b 9r 9k and 4r 5r 6r`.
    fn melds(&self, melds: &[Node]) -> String {
        let meld = |meld: &Node| match meld.list() {
            Some(tiles) => tiles.iter().map(|tile| self.name(tile)).collect::<Vec<_>>().join(" "),
            None => self.name(meld),
        };
        melds.iter().map(meld).collect::<Vec<_>>().join(self.language.text(T::CommandAnd))
    }
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use rummy::{Game, RuleSet, Seated, Setup};
    use session::{Rummy, Seat, Session, View};

    use super::*;

    fn words(rules: RuleSet, commands: &[&str]) -> [String; 2] {
        let seats = Seated::from_names(&["Ana".to_owned(), "Ben".to_owned()]).unwrap();
        let game = Rummy::new(Game::deal(Setup::new(rules), None, seats, 7).unwrap());
        let View::Rummy(mut view) = game.view(Some(Seat(0))) else { unreachable!("a game of rummy") };
        view.tables[0].push(["(4 rouge)", "(5 rouge)", "(6 rouge)"].map(str::to_owned).into());
        let commands: Vec<String> = commands.iter().map(|&command| command.to_owned()).collect();
        Language::ALL.map(|language| command_words(&view, &commands, language))
    }

    #[test]
    fn commands_are_put_into_words() {
        let rummikub = |commands: &[&str]| words(RuleSet::Rummikub, commands);
        assert_eq!(
            rummikub(&["+ ((9 bleu) (9 rouge) (9 noir))", "done"]),
            ["lay 9b 9r 9k", "poser 9b 9r 9n"]
        );
        assert_eq!(rummikub(&["done"]), ["end the turn", "finir le tour"]);
        assert_eq!(rummikub(&["draw"]), ["draw", "piocher"]);
        assert_eq!(
            rummikub(&["put (7 rouge) 1", "move (4 rouge) 1 new", "2"])[0],
            "add 7r to combination 1, move 4r from combination 1 to a new one, take combination 2 away"
        );
        assert_eq!(
            words(RuleSet::Rami, &["take", "discard QH"]),
            ["take from the pile, discard Q♥", "prendre la défausse, défausser D♥"]
        );
    }

    #[test]
    fn a_whole_table_names_its_new_combinations() {
        let table = "((4 rouge) (5 rouge) (6 rouge)) ((1 bleu) (1 rouge) *) ((2 bleu) (3 bleu) (4 bleu))";
        assert_eq!(
            words(RuleSet::Rummikub, &[table]),
            ["lay 1b 1r * and 2b 3b 4b", "poser 1b 1r * et 2b 3b 4b"]
        );
    }
}

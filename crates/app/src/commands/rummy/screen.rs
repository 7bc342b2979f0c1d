//! What the players see, and what they type.

use std::io::{self, BufRead, IsTerminal, Read, Write};

use rummy::{Draft, Match, Multiset, Position, Rules, Tile, TurnShape};

/// No line that makes sense is longer.
const LONGEST: u64 = 1 << 16;

/// The terminal or the pipe that the players share.
pub(crate) struct Screen<O> {
    out: O,
    /// Is somebody looking, so that hands must be hidden from each other?
    is_watched: bool,
}

impl<O: Write> Screen<O> {
    /// A screen that writes to `out`.
    pub(crate) fn new(out: O) -> Self {
        Self { out, is_watched: io::stdin().is_terminal() && io::stdout().is_terminal() }
    }

    /// Prints a line.
    pub(crate) fn say(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.out, "{line}")
    }

    /// Makes sure that everything printed can be seen.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    /// Asks, and reads a line without its end; `None` when there is no more to read.
    pub(crate) fn ask(&mut self, question: &str) -> io::Result<Option<Vec<u8>>> {
        write!(self.out, "{question}")?;
        self.out.flush()?;
        let mut line = Vec::new();
        io::stdin().lock().take(LONGEST).read_until(b'\n', &mut line)?;
        if line.is_empty() {
            self.say("")?;
            return Ok(None);
        }
        Ok(Some(line.trim_ascii().to_vec()))
    }

    /// Wipes the screen and waits until `name` alone looks at it. In a pipe nobody looks.
    pub(crate) fn hand_over(&mut self, name: &str) -> io::Result<()> {
        if self.is_watched {
            write!(self.out, "\x1b[2J\x1b[3J\x1b[H")?;
            self.ask(&format!("{name}, press Enter when you alone can see the screen. "))?;
            write!(self.out, "\x1b[2J\x1b[3J\x1b[H")?;
        }
        Ok(())
    }

    /// Shows everything that the player to move may see.
    pub(crate) fn show<R: Rules>(
        &mut self,
        game: &Match<R>,
        draft: &Draft<R::Tile>,
        hand: &Multiset<R::Tile>,
    ) -> io::Result<()> {
        let position = game.position();
        writeln!(self.out, "\n{} to move (deal {})", position.mover().name, game.deal_number() + 1)?;
        for player in &position.players {
            let bonus = if player.bonus.is_empty() {
                String::new()
            } else {
                format!(", laid out {}", spaced(&player.bonus))
            };
            let opened = if player.placed { "" } else { ", nothing placed yet" };
            let (name, score, tiles) = (&player.name, player.score, player.hand.len());
            writeln!(self.out, "  {name}: {score} points, {tiles} tiles{opened}{bonus}")?;
        }
        write!(self.out, "stock: {} tiles", position.stock.len())?;
        if game.rules().conduct().shape != TurnShape::DrawOrPlace {
            write!(self.out, "; pile: {}", spaced(&position.pile))?;
        }
        writeln!(self.out)?;
        self.show_work(position, draft, hand)
    }

    /// Shows the tables and the hand as the draft has them.
    pub(crate) fn show_work<T: Tile>(
        &mut self,
        position: &Position<T>,
        draft: &Draft<T>,
        hand: &Multiset<T>,
    ) -> io::Result<()> {
        self.show_tables(position, draft)?;
        let left: Vec<T> = draft.left(position, hand).iter().collect();
        writeln!(self.out, "hand: {}", spaced(&left))
    }

    fn show_tables<T: Tile>(&mut self, position: &Position<T>, draft: &Draft<T>) -> io::Result<()> {
        let own = position.table_of(position.turn);
        for (side, table) in position.tables.iter().enumerate() {
            let owners: Vec<&str> =
                position.side(side).map(|player| position.players[player].name.as_str()).collect();
            let of = if position.tables.len() > 1 {
                format!(" of {}", owners.join(" and "))
            } else {
                String::new()
            };
            writeln!(self.out, "table{of}:")?;
            let table = if side == own { draft.table() } else { table };
            for (number, meld) in (1..).zip(table) {
                writeln!(self.out, "{number:>4} {meld}")?;
            }
        }
        Ok(())
    }
}

/// Tiles with blanks between them.
pub(crate) fn spaced<T: Tile>(tiles: &[T]) -> String {
    if tiles.is_empty() {
        return "none".to_owned();
    }
    tiles.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

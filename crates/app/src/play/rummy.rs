//! Rummy in lines.

use std::io::{self, Write};

use session::{Ending, PlayerView, RummyView};

use crate::limits::counted;

pub(super) const HELP: &str =
    "  (A B C) (D E F)  the whole new table; where there is nothing to discard this ends the turn
  + (A B C)        lay down a new combination
  2 (A B C)        put this (or several, or nothing) in the place of combination 2
  put TILE 2       put a tile of your hand into combination 2
  move TILE 2 3    move a tile from combination 2 to combination 3
  undo             take back the last change of this turn; restart takes back all
  redo             make it again
  done             end the turn
  draw             draw from the stock          take   take from the discard pile
  discard TILE     discard and end the turn     pass   pass (only with an empty stock)
  moves            commands that are possible   show   show everything again
  hint             what a strong machine would do
  save FILE        save the game
  help             this text                    quit   leave";

/// Shows everything that the viewer may see.
pub(super) fn show(out: &mut impl Write, view: &RummyView) -> io::Result<()> {
    match &view.ending {
        None => {
            let mover = view.players.get(view.turn).map_or("", |player| player.name.as_str());
            writeln!(out, "\n{mover} to move (deal {})", view.deal)?;
        }
        Some(_) => writeln!(out)?,
    }
    view.players.iter().try_for_each(|player| show_player(out, player))?;
    write!(out, "stock: {}", tiles(view.stock))?;
    if !view.pile.is_empty() {
        write!(out, "; pile: {}", view.pile.join(" "))?;
    }
    writeln!(out)?;
    show_tables(out, view)?;
    if let Some(Ending::WonBy { seats }) = &view.ending {
        let names: Vec<&str> = seats.iter().map(|&seat| view.players[seat].name.as_str()).collect();
        return writeln!(out, "the game is over, won by {}", names.join(" and "));
    }
    let hand = view.draft.as_ref().map_or(&view.hand, |draft| &draft.hand);
    writeln!(out, "hand: {}", if hand.is_empty() { "none".to_owned() } else { hand.join(" ") })
}

fn tiles(count: usize) -> String {
    counted(count as u64, "tile")
}

fn show_player(out: &mut impl Write, player: &PlayerView) -> io::Result<()> {
    let PlayerView { name, score, .. } = player;
    let opened = if player.placed { "" } else { ", nothing placed yet" };
    let bonus = if player.bonus.is_empty() {
        String::new()
    } else {
        format!(", laid out {}", player.bonus.join(" "))
    };
    writeln!(out, "  {name}: {score} points, {}{opened}{bonus}", tiles(player.tiles))
}

/// Shows the tables, that of the mover as the turn in the making has it.
fn show_tables(out: &mut impl Write, view: &RummyView) -> io::Result<()> {
    let sides = view.tables.len();
    for (side, table) in view.tables.iter().enumerate() {
        let owners: Vec<&str> =
            view.players.iter().skip(side).step_by(sides).map(|player| player.name.as_str()).collect();
        let of = if sides > 1 { format!(" of {}", owners.join(" and ")) } else { String::new() };
        writeln!(out, "table{of}:")?;
        let own = view.draft.as_ref().filter(|_| side == view.turn % sides);
        for (number, meld) in (1..).zip(own.map_or(table, |draft| &draft.table)) {
            writeln!(out, "{number:>4} ({})", meld.join(" "))?;
        }
    }
    Ok(())
}

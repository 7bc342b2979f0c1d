//! Rummy in lines.

use std::io::{self, Write};

use anstyle::AnsiColor;
use session::texts::{EventText, Help, Language, TableText, Thing};
use session::{Ending, HandOrder, PlayerView, RuleSet, RummyView, TileColour, Tiles};

use super::wrapped::{Piece, folded, screen_width, wrapped};

/// How a table is shown.
#[derive(Clone, Copy)]
pub(super) struct Style {
    pub(super) language: Language,
    pub(super) order: HandOrder,
}

/// The commands, and how tiles are typed.
pub(super) fn help(view: &RummyView, language: Language) -> String {
    let tiles = match view.rules.parse() {
        Ok(RuleSet::Rummikub) => Help::NumberedTiles,
        Ok(RuleSet::Rami | RuleSet::Canasta) => Help::CardTiles,
        Ok(RuleSet::Mahjong) => Help::MahjongTiles,
        Ok(RuleSet::Letters) | Err(_) => Help::LetterTiles,
    };
    language.fill(Help::Rummy, &[&language.text(tiles)])
}

/// Shows everything that the viewer may see.
pub(super) fn show(out: &mut impl Write, view: &RummyView, style: Style) -> io::Result<()> {
    let page = Page { tiles: view.tiles(style.language), language: style.language, width: screen_width() };
    writeln!(out)?;
    if view.ending.is_none() {
        let mover = view.players.get(view.turn).map_or("", |player| player.name.as_str());
        writeln!(out, "{}", page.language.fill(TableText::ToMove, &[&mover, &view.deal]))?;
    }
    view.players.iter().try_for_each(|player| page.player(out, player))?;
    page.stock(out, view)?;
    page.tables(out, view)?;
    if let Some(Ending::WonBy { seats }) = &view.ending {
        let names: Vec<&str> = seats.iter().map(|&seat| view.players[seat].name.as_str()).collect();
        let names = names.join(page.language.text(EventText::And));
        return writeln!(out, "{}", page.language.fill(TableText::WonBy, &[&names]));
    }
    page.hand(out, view, style.order)
}

/// The screen that a table is written on.
struct Page {
    tiles: Tiles,
    language: Language,
    width: Option<usize>,
}

impl Page {
    fn player(&self, out: &mut impl Write, player: &PlayerView) -> io::Result<()> {
        let points = self.language.counted_signed(player.score, Thing::Point);
        let tiles = self.tiles.counted(player.tiles);
        let mut line = self.language.fill(TableText::Player, &[&player.name, &points, &tiles]);
        if !player.placed {
            line = self.language.fill(TableText::NothingPlaced, &[&line]);
        }
        if !player.bonus.is_empty() {
            line = self.language.fill(TableText::LaidOut, &[&line, &self.tiles.names(&player.bonus)]);
        }
        writeln!(out, "{}", folded(&format!("  {line}"), self.width))
    }

    fn stock(&self, out: &mut impl Write, view: &RummyView) -> io::Result<()> {
        let count = self.tiles.counted(view.stock);
        let stock = self.language.fill(TableText::Stock, &[&count]);
        if view.pile.is_empty() {
            return writeln!(out, "{stock}");
        }
        let heading = self.language.fill(TableText::Pile, &[&stock, &""]);
        writeln!(out, "{}", wrapped(&heading, &self.pieces(&view.pile), self.width))
    }

    /// The tables, that of the mover as the turn in the making has it.
    fn tables(&self, out: &mut impl Write, view: &RummyView) -> io::Result<()> {
        let sides = view.tables.len();
        for (side, table) in view.tables.iter().enumerate() {
            let owners: Vec<&str> =
                view.players.iter().skip(side).step_by(sides).map(|player| player.name.as_str()).collect();
            let owners = owners.join(self.language.text(EventText::And));
            match sides {
                1 => writeln!(out, "{}", self.language.text(TableText::Table))?,
                _ => writeln!(out, "{}", self.language.fill(TableText::TableOf, &[&owners]))?,
            }
            let own = view.draft.as_ref().filter(|_| side == view.turn % sides);
            for (number, meld) in (1..).zip(own.map_or(table, |draft| &draft.table)) {
                self.meld(out, number, meld)?;
            }
        }
        match &view.draft {
            Some(draft) if !draft.loose.is_empty() => {
                let heading = self.language.fill(TableText::Loose, &[&""]);
                writeln!(out, "{}", wrapped(&heading, &self.pieces(&draft.loose), self.width))
            }
            _ => Ok(()),
        }
    }

    /// A combination on a line of its own.
    fn meld(&self, out: &mut impl Write, number: usize, meld: &[String]) -> io::Result<()> {
        let mut pieces = self.pieces(meld);
        if let Some(last) = pieces.last_mut() {
            last.text.push(')');
            last.width += 1;
        }
        writeln!(out, "{}", wrapped(&format!("{number:>4} ("), &pieces, self.width))
    }

    /// The hand in order, with marks at the tiles that came last from the stock.
    fn hand(&self, out: &mut impl Write, view: &RummyView, order: HandOrder) -> io::Result<()> {
        let mut hand = view.draft.as_ref().map_or(&view.hand, |draft| &draft.hand).clone();
        if hand.is_empty() {
            let none = self.language.text(TableText::None);
            return writeln!(out, "{}", self.language.fill(TableText::Hand, &[&none]));
        }
        self.tiles.sort(order, &mut hand);
        let mut fresh = view.fresh.clone();
        let mark = |tile: &String| {
            let piece = self.piece(tile);
            match fresh.iter().position(|other| other == tile) {
                Some(at) => {
                    fresh.swap_remove(at);
                    Piece { text: format!("[{}]", piece.text), width: piece.width + 2 }
                }
                None => piece,
            }
        };
        let pieces: Vec<Piece> = hand.iter().map(mark).collect();
        let heading = self.language.fill(TableText::Hand, &[&""]);
        writeln!(out, "{}", wrapped(&heading, &pieces, self.width))
    }

    fn pieces(&self, tiles: &[String]) -> Vec<Piece> {
        tiles.iter().map(|tile| self.piece(tile)).collect()
    }

    /// A tile in its colour.
    fn piece(&self, tile: &str) -> Piece {
        let name = self.tiles.name(tile);
        let width = name.chars().count();
        let colour = match self.tiles.colour(tile) {
            Some(TileColour::Blue) => AnsiColor::Blue,
            Some(TileColour::Red) => AnsiColor::Red,
            Some(TileColour::Yellow) => AnsiColor::Yellow,
            Some(TileColour::Joker) => AnsiColor::Magenta,
            Some(TileColour::Black) | None => return Piece { text: name, width },
        };
        let style = colour.on_default().bold();
        Piece { text: format!("{style}{name}{style:#}"), width }
    }
}

//! The table at hand, with the cells that the player chose, and what a wish does to it.

use super::refusal::Refusal;
use super::run_move::{Step, Waiting, carry, may_wait_in_columns, run_length};
use super::spot::Spot;
use super::wish::{Goal, Wish};
use crate::action::Action;
use crate::card::{Card, Rank, Suit};
use crate::moves::{Move, Target};
use crate::table::{Illegal, Table};

/// A table in normal form, and which card lies in which cell. The table has its cells as a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Position {
    pub(crate) table: Table,
    pub(crate) cells: Vec<Option<Card>>,
}

/// The result of a wish.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Done {
    /// The wish, in places where it names places.
    pub(crate) wish: Wish,
    /// The cards that were asked to go, lowest first.
    pub(crate) cards: Vec<Card>,
    pub(crate) steps: Vec<Step>,
    /// The lines of a solution file for them.
    pub(crate) actions: Vec<Action>,
    /// The cards that went up by themselves.
    pub(crate) went_up: Vec<Card>,
    pub(crate) after: Position,
}

impl Position {
    /// The position of a table as dealt, put up.
    pub(crate) fn of(table: Table) -> Self {
        let mut position = Self { cells: vec![None; table.rules().cells.into()], table };
        position.fit_cells(None);
        // A cell whose card goes up is empty; the other cards stay in theirs.
        position.table.normalise();
        position.fit_cells(None);
        position
    }

    /// Does what a player asks for, or says why not.
    pub(crate) fn fulfil(&self, wish: Wish) -> Result<Done, Refusal> {
        match wish {
            Wish::Carry { from, to, count } => {
                let to = match to {
                    Goal::Spot(to) => to,
                    Goal::Home => Spot::Foundation(self.card_at(from)?.suit()),
                };
                self.carry(from, to, count)
            }
            Wish::Act(Action::Move(Move { card, to })) => self.carry_card(card, to),
            Wish::Act(action) => self.extra(action),
        }
    }

    /// Everything that may be done: of empty columns and of free cells the first.
    pub(super) fn legal(&self) -> Vec<Done> {
        if self.table.is_won() {
            return Vec::new();
        }
        let columns = (0..self.table.columns().len()).map(Spot::Column);
        let cells = (0..self.cells.len()).map(Spot::Cell);
        let sources = columns.clone().chain(cells).chain(Suit::ALL.map(Spot::Foundation));
        let targets: Vec<_> = columns
            .filter(|&spot| !self.is_empty(spot) || Some(spot) == self.first_space())
            .chain(self.first_free_cell())
            .collect();
        let mut legal = Vec::new();
        for from in sources {
            let Ok(card) = self.card_at(from) else { continue };
            let home = Spot::Foundation(card.suit());
            for &to in targets.iter().chain(&[home]).filter(|&&to| to != from) {
                legal.extend(self.ways(from, to));
            }
        }
        let extras =
            self.table.legal_actions().into_iter().filter(|action| !matches!(action, Action::Move(_)));
        legal.extend(extras.filter_map(|action| self.extra(action).ok()));
        legal
    }

    /// The ways to go from one place to another: into an empty column a run may go whole or in part.
    fn ways(&self, from: Spot, to: Spot) -> Vec<Done> {
        let counts = match (from, to) {
            (Spot::Column(at), Spot::Column(_)) if self.is_empty(to) => {
                1..=run_length(self.table.rules(), &self.table.columns()[at])
            }
            _ => return self.carry(from, to, None).into_iter().collect(),
        };
        counts.rev().filter_map(|count| self.carry(from, to, Some(count)).ok()).collect()
    }

    /// Takes cards from place to place.
    fn carry(&self, from: Spot, to: Spot, count: Option<usize>) -> Result<Done, Refusal> {
        self.must_be_there(to)?;
        let top = self.card_at(from)?;
        if from == to {
            return Err(Refusal::SamePlace);
        }
        let (Spot::Column(source), Spot::Column(target)) = (from, to) else {
            return match count {
                None | Some(1) => self.carry_one(top, from, to),
                Some(_) => Err(Refusal::OnePlace),
            };
        };
        let natural = self.natural_count(source, target);
        let count = count.map_or_else(|| natural.clone(), Ok)?;
        let done = self.carry_run(source, target, count)?;
        let said = Some(done.cards.len()).filter(|count| natural != Ok(*count));
        Ok(Done { wish: Wish::Carry { from, to: Goal::Spot(to), count: said }, ..done })
    }

    /// How many cards go from one column to another if the player does not say: onto a card those that fit, into an
    /// empty column as many as can.
    fn natural_count(&self, source: usize, target: usize) -> Result<usize, Refusal> {
        let (play, column) = (self.table.rules(), &self.table.columns()[source]);
        let lowest = |count: &usize| column[column.len() - count];
        let mut counts = 1..=run_length(play, column);
        if let Some(&on) = self.table.columns()[target].last() {
            let fits = counts.find(|count| play.may_build(lowest(count), on));
            return fits.ok_or_else(|| Illegal::Build { card: lowest(&1), on }.into());
        }
        let can = |count: &usize| self.carry_run(source, target, *count).is_ok();
        counts.rev().find(can).ok_or_else(|| Illegal::Fill(play.fill).into())
    }

    /// Takes the top cards of a column to another one, card by card, through free cells and other empty columns.
    ///
    /// Where cards go up by themselves, one of the run may go up while it lies free, and those that should lie on it
    /// are left behind. No other order of the single moves helps: each card lies free before it moves, all but the
    /// lowest after the lowest has left and so after everything has gone up that its leaving sets free. So the moves
    /// are tried, and refused unless they end as if the run had been carried at once.
    fn carry_run(&self, source: usize, target: usize, count: usize) -> Result<Done, Refusal> {
        let (from, to) = (Spot::Column(source), Spot::Column(target));
        let column = &self.table.columns()[source];
        if count == 1 {
            return self.carry_one(self.card_at(from)?, from, to);
        }
        if count == 0 || count > run_length(self.table.rules(), column) {
            return Err(Refusal::NotARun(count));
        }
        let run: Vec<_> = column[column.len() - count..].to_vec();
        self.may_go(run[0], target)?;
        let cells = self.free_cells();
        let spaces: Vec<_> = self.spaces().filter(|&at| at != target).collect();
        let spaces = if may_wait_in_columns(self.table.rules()) { spaces } else { Vec::new() };
        let waiting = Waiting { cells: &cells, spaces: &spaces };
        if count > waiting.room() {
            return Err(Refusal::NoRoom { cards: count, room: waiting.room() });
        }
        let mut steps = Vec::new();
        carry(&run, from, to, waiting, &mut steps);
        self.play_run(run, source, target, steps)
    }

    fn play_run(&self, run: Vec<Card>, from: usize, to: usize, steps: Vec<Step>) -> Result<Done, Refusal> {
        let (lowest, at_once) = (run[0], self.carried_at_once(&run, from, to));
        let mut done = self.begun(run, Spot::Column(from), Spot::Column(to));
        let mut lowest_has_left = false;
        for step in steps {
            // A card that is up when the lowest one has left would have gone up at the end.
            let is_gone = done.after.is_up(step.card);
            if is_gone && !lowest_has_left || !is_gone && done.play(step).is_err() {
                return Err(done.broken());
            }
            lowest_has_left |= step.card == lowest && step.to == Spot::Column(to);
        }
        if done.after.lies_like(&at_once) { Ok(done) } else { Err(done.broken()) }
    }

    /// The table as if a whole run could be carried at once.
    fn carried_at_once(&self, run: &[Card], from: usize, to: usize) -> Table {
        let mut columns = self.table.columns().to_vec();
        let left = columns[from].len() - run.len();
        columns[from].truncate(left);
        columns[to].extend(run.iter().copied());
        let cells = self.table.cells().iter().copied().collect();
        let carried = Table::new(self.table.rules(), columns, cells, self.table.foundations());
        let mut carried = carried.expect("the same cards make a table");
        carried.normalise();
        carried
    }

    /// Do the cards lie as on this table? Cells are a set.
    fn lies_like(&self, table: &Table) -> bool {
        let in_cells = |card: &Card| self.cells.contains(&Some(*card));
        self.table.columns() == table.columns()
            && self.table.foundations() == table.foundations()
            && table.cells().iter().all(in_cells)
    }

    /// Takes one card from place to place.
    fn carry_one(&self, card: Card, from: Spot, to: Spot) -> Result<Done, Refusal> {
        let mut done = self.begun(vec![card], from, to);
        done.play(Step { card, from, to })?;
        Ok(done)
    }

    /// Does what a line of a solution file says of one card.
    fn carry_card(&self, card: Card, to: Target) -> Result<Done, Refusal> {
        // If the move is illegal, the table has the best words for it.
        self.table.clone().try_play(Move { card, to })?;
        let from = self.place_of(card).unwrap_or(Spot::Foundation(card.suit()));
        let to = match to {
            Target::Onto(on) => self.place_of(on),
            Target::EmptyColumn => self.first_space(),
            Target::Cell => self.first_free_cell(),
            Target::Foundation => Some(Spot::Foundation(card.suit())),
        };
        self.carry(from, to.expect("the table allows the move"), Some(1))
    }

    /// The column that a card is on top of, or its cell.
    pub(crate) fn place_of(&self, card: Card) -> Option<Spot> {
        let columns = self.table.columns();
        let column = columns.iter().position(|column| column.last() == Some(&card)).map(Spot::Column);
        column.or_else(|| self.cells.iter().position(|&held| held == Some(card)).map(Spot::Cell))
    }

    /// A redeal or a rotation.
    fn extra(&self, action: Action) -> Result<Done, Refusal> {
        let mut after = self.clone();
        after.table.try_act(action)?;
        after.fit_cells(None);
        let cards = match action {
            Action::Top(card) | Action::Down { card, .. } => vec![card],
            Action::Move(_) | Action::Redeal => Vec::new(),
        };
        let went_up = self.risen_in(&after).collect();
        Ok(Done { wish: Wish::Act(action), cards, steps: Vec::new(), actions: vec![action], went_up, after })
    }

    fn begun(&self, cards: Vec<Card>, from: Spot, to: Spot) -> Done {
        let to = if matches!(to, Spot::Foundation(_)) { Goal::Home } else { Goal::Spot(to) };
        let wish = Wish::Carry { from, to, count: None };
        let after = self.clone();
        Done { wish, cards, steps: Vec::new(), actions: Vec::new(), went_up: Vec::new(), after }
    }

    /// May this card be put on this column?
    fn may_go(&self, card: Card, target: usize) -> Result<(), Illegal> {
        let play = self.table.rules();
        match self.table.columns()[target].last() {
            Some(&on) if !play.may_build(card, on) => Err(Illegal::Build { card, on }),
            None if !play.may_fill(card) => Err(Illegal::Fill(play.fill)),
            _ => Ok(()),
        }
    }

    /// The card that may be taken from a place.
    fn card_at(&self, spot: Spot) -> Result<Card, Refusal> {
        self.must_be_there(spot)?;
        match spot {
            Spot::Column(at) => self.table.columns()[at].last().copied().ok_or(Refusal::EmptyColumn(at + 1)),
            Spot::Cell(at) => self.cells[at].ok_or_else(|| Refusal::EmptyCell(Spot::cell_letter(at))),
            Spot::Foundation(suit) => {
                let top = Rank::new(self.table.foundations()[suit as usize]);
                top.map(|rank| Card::new(rank, suit)).ok_or(Refusal::EmptyFoundation(suit))
            }
        }
    }

    fn must_be_there(&self, spot: Spot) -> Result<(), Refusal> {
        match spot {
            Spot::Column(at) if at >= self.table.columns().len() => Err(Illegal::NoColumn(at + 1).into()),
            Spot::Cell(at) if at >= self.cells.len() => Err(Refusal::NoCell(Spot::cell_letter(at))),
            _ => Ok(()),
        }
    }

    fn is_empty(&self, spot: Spot) -> bool {
        self.card_at(spot).is_err()
    }

    pub(crate) fn is_up(&self, card: Card) -> bool {
        self.table.foundations()[card.suit() as usize] >= card.rank().number()
    }

    fn spaces(&self) -> impl Iterator<Item = usize> {
        let columns = self.table.columns().iter().enumerate();
        columns.filter(|(_, column)| column.is_empty()).map(|(at, _)| at)
    }

    fn first_space(&self) -> Option<Spot> {
        self.spaces().next().map(Spot::Column)
    }

    pub(crate) fn first_free_cell(&self) -> Option<Spot> {
        self.free_cells().first().map(|&cell| Spot::Cell(cell))
    }

    fn free_cells(&self) -> Vec<usize> {
        (0..self.cells.len()).filter(|&at| self.cells[at].is_none()).collect()
    }

    /// The cards that are up there and not here, lowest first.
    fn risen_in(&self, later: &Self) -> impl Iterator<Item = Card> {
        Card::all().filter(|&card| !self.is_up(card) && later.is_up(card))
    }

    /// Lays the cells as the table has them: a new card into the chosen cell, or into the first that is free.
    fn fit_cells(&mut self, chosen: Option<usize>) {
        let held = self.table.cells();
        for cell in &mut self.cells {
            *cell = cell.filter(|card| held.contains(card));
        }
        for &card in held {
            if !self.cells.contains(&Some(card)) {
                let free = self.cells.iter().position(Option::is_none);
                let at = chosen.or(free).expect("no more cards are in cells than there are cells");
                self.cells[at] = Some(card);
            }
        }
    }

    /// The name of a place in solution files.
    fn target(&self, spot: Spot) -> Target {
        match spot {
            Spot::Column(at) => {
                self.table.columns()[at].last().map_or(Target::EmptyColumn, |&on| Target::Onto(on))
            }
            Spot::Cell(_) => Target::Cell,
            Spot::Foundation(_) => Target::Foundation,
        }
    }

    /// Has the referee play one card; says which move that is in a solution file.
    fn play(&mut self, Step { card, to, .. }: Step) -> Result<Move, Refusal> {
        let column = if let Spot::Column(at) = to { Some(at) } else { None };
        if let Some(at) = column.filter(|&at| self.table.columns()[at].is_empty()) {
            self.table.try_fill(card, at)?;
            self.fit_cells(None);
            return Ok(Move { card, to: Target::EmptyColumn });
        }
        let chosen_cell = if let Spot::Cell(at) = to { Some(at) } else { None };
        // A card that is in a cell may not go to another one, whichever: the referee says so.
        if let Some(at) =
            chosen_cell.filter(|&at| self.cells[at].is_some() && !self.cells.contains(&Some(card)))
        {
            return Err(Refusal::TakenCell(Spot::cell_letter(at)));
        }
        let played = Move { card, to: self.target(to) };
        self.table.try_play(played)?;
        self.fit_cells(chosen_cell);
        Ok(played)
    }
}

impl Done {
    /// Why a run cannot come along: its first card that is up.
    fn broken(&self) -> Refusal {
        let up = self.cards.iter().copied().find(|&card| self.after.is_up(card));
        Refusal::GoesUp(up.expect("only a card that goes up stops a run that there is room for"))
    }

    fn play(&mut self, step: Step) -> Result<(), Refusal> {
        let before = self.after.clone();
        self.actions.push(self.after.play(step)?.into());
        let by_hand = matches!(step.to, Spot::Foundation(_)).then_some(step.card);
        self.went_up.extend(before.risen_in(&self.after).filter(|&card| Some(card) != by_hand));
        self.steps.push(step);
        Ok(())
    }
}

//! Short lines of the game with redeals and a rotation.
//!
//! Every card needs one move up, so only the other actions are counted: a breadth-first search has one level for each
//! of them, and a level holds everything that putting up reaches from it. Beams find short lines; the whole levels prove
//! that no line is shorter. Two reductions of the verdict's search hold for the length too, since they exchange
//! actions or leave some out: putting up is forced where no redeal is left, and a rotation waits until its column is
//! used or the cards are dealt again.

use rustc_hash::FxHashSet;
use search::{Limit, Outcome, Run};

use super::row::{Layout, Row};
use crate::action::Action;
use crate::card::Card;
use crate::deal::Seed;
use crate::moves::{Move, Target};
use crate::rules::Extras;
use crate::solve::error::SolveError;
use crate::solve::shortest::Shortest;
use crate::table::Table;

/// The widths of the beams.
const WIDTHS: [usize; 3] = [100, 1_000, 10_000];

/// Shortens a line of the game and raises the lower bound, until they meet or the budget is spent.
pub(crate) fn shorten(table: &Table, shortest: &mut Shortest, run: &mut Run<'_>) -> Result<(), SolveError> {
    let ups = Card::COUNT as u32 - table.foundations().iter().map(|&height| u32::from(height)).sum::<u32>();
    shortest.at_least = ups;
    for width in WIDTHS.map(Some).into_iter().chain([None]) {
        let Some(most) = shorter_than(shortest, ups) else { break };
        let mut levels = Levels::new(table, Plan { width, most }, run);
        let found = levels.search(table);
        if width.is_none() {
            shortest.at_least = ups + levels.searched;
        }
        match found {
            Ok(Some(line)) => {
                let strategy = if width.is_some() { "beam" } else { "breadth-first" };
                shortest.improve(table, line, strategy)?;
            }
            Ok(None) | Err(Limit::Memory | Limit::Incomplete) => {}
            Err(Limit::Time | Limit::Cancelled | Limit::Nodes) => break,
        }
    }
    shortest.report.stats = *run.stats();
    Ok(())
}

/// The most actions besides putting up of a line that is shorter than the one at hand.
fn shorter_than(shortest: &Shortest, ups: u32) -> Option<u32> {
    let Outcome::Solved(solution) = &shortest.report.outcome else { return None };
    (solution.len() as u32).checked_sub(ups + 1)
}

/// How much is searched.
#[derive(Clone, Copy)]
struct Plan {
    /// How many positions of a level are kept; all of them without a width.
    width: Option<usize>,
    /// The most actions besides putting up.
    most: u32,
}

/// A position of a level, and the action that led to it.
#[derive(Clone, Copy)]
struct Node {
    row: Row,
    left: Extras,
    link: u32,
}

/// An action, and the link to the one before it.
struct Link {
    before: u32,
    action: Action,
}

/// No action: the start.
const START: u32 = u32::MAX;

struct Levels<'r, 'w> {
    plan: Plan,
    seed: u64,
    /// How many levels were searched whole, without a win.
    searched: u32,
    visited: FxHashSet<(Layout, u8, u8)>,
    links: Vec<Link>,
    run: &'r mut Run<'w>,
}

impl<'r, 'w> Levels<'r, 'w> {
    fn new(table: &Table, plan: Plan, run: &'r mut Run<'w>) -> Self {
        let seed = table.seed().map_or(0, Seed::number);
        Self { plan, seed, searched: 0, visited: FxHashSet::default(), links: Vec::new(), run }
    }

    /// The first line that wins, if there is one within the plan.
    fn search(&mut self, table: &Table) -> Result<Option<Vec<Action>>, Limit> {
        let mut level = Vec::new();
        self.enter(Row::of(table), table.extras_in_reach(), START, &mut level);
        for done in 0..=self.plan.most {
            if let Some(won) = self.put_up(&mut level)? {
                return Ok(Some(self.line(won)));
            }
            self.searched = done + 1;
            level = self.next_level(&level, self.plan.most - done)?;
            if level.is_empty() {
                self.searched = self.plan.most + 1;
                break;
            }
        }
        Ok(None)
    }

    /// Adds every position that putting up reaches. Ends at a win with its link.
    fn put_up(&mut self, level: &mut Vec<Node>) -> Result<Option<u32>, Limit> {
        let mut at = 0;
        while let Some(&node) = level.get(at) {
            if node.row.is_won() {
                return Ok(Some(node.link));
            }
            for played in node.row.moves().into_iter().filter(|played| played.to == Target::Foundation) {
                self.count()?;
                self.play(&node, played, level);
            }
            at += 1;
        }
        Ok(None)
    }

    /// The positions one action further on that may still win with `left` actions, this one included.
    fn next_level(&mut self, level: &[Node], left: u32) -> Result<Vec<Node>, Limit> {
        let mut next = Vec::new();
        for node in level {
            self.count()?;
            for played in node.row.moves().into_iter().filter(|played| played.to != Target::Foundation) {
                self.play(node, played, &mut next);
            }
            self.redeal(node, &mut next);
            self.rotate(node, &mut next);
        }
        next.retain(|node| node.lower_bound() < left);
        if let Some(width) = self.plan.width.filter(|&width| width < next.len()) {
            next.select_nth_unstable_by_key(width, Node::estimate);
            next.truncate(width);
        }
        Ok(next)
    }

    fn play(&mut self, node: &Node, played: Move, level: &mut Vec<Node>) {
        let mut row = node.row;
        row.play(played);
        let link = self.link(node.link, played.into());
        self.enter(row, node.left, link, level);
    }

    fn redeal(&mut self, node: &Node, level: &mut Vec<Node>) {
        if node.left.redeals > 0 {
            let left = Extras { redeals: node.left.redeals - 1, ..node.left };
            let link = self.link(node.link, Action::Redeal);
            self.enter(node.row.redealt(self.seed, left.fan), left, link, level);
        }
    }

    fn rotate(&mut self, node: &Node, level: &mut Vec<Node>) {
        if node.left.rotations == 0 {
            return;
        }
        let left = Extras { rotations: node.left.rotations - 1, ..node.left };
        for rotation in node.row.rotations() {
            let (row, action) = node.row.rotated(rotation);
            if left.redeals > 0 || row.is_active(rotation) {
                let link = self.link(node.link, action);
                self.enter(row, left, link, level);
            }
        }
    }

    /// Takes a position into a level, if it is new.
    fn enter(&mut self, mut row: Row, left: Extras, mut link: u32, level: &mut Vec<Node>) {
        if left.redeals == 0 {
            let mut ups = Vec::new();
            row.put_up(&mut ups);
            link = ups.into_iter().fold(link, |link, action| self.link(link, action));
        }
        if self.visited.insert((row.layout(), left.redeals, left.rotations)) {
            level.push(Node { row, left, link });
        }
    }

    fn link(&mut self, before: u32, action: Action) -> u32 {
        self.links.push(Link { before, action });
        self.links.len() as u32 - 1
    }

    fn line(&self, mut link: u32) -> Vec<Action> {
        let mut line = Vec::new();
        while link != START {
            let Link { before, action } = self.links[link as usize];
            line.push(action);
            link = before;
        }
        line.reverse();
        line
    }

    fn count(&mut self) -> Result<(), Limit> {
        let positions = self.visited.len();
        // A set is at most three quarters empty; each position may be in a level too.
        let bytes = self.visited.capacity() * 2 * size_of::<Layout>()
            + self.links.capacity() * size_of::<Link>()
            + positions * size_of::<Node>();
        self.run.expand(|| (positions, bytes))
    }
}

impl Node {
    /// A lower bound on the actions to a win, besides putting up: a card over a lower one of its suit must leave it
    /// first. A redeal may help all of them at once, a rotation one column.
    fn lower_bound(&self) -> u32 {
        let buried = self.row.over_lower();
        if self.left.redeals == 0 && self.left.rotations == 0 { buried } else { buried.min(1) }
    }

    /// How far a win may be: the cards that are not up, those that must leave, and the extras that are gone.
    fn estimate(&self) -> u32 {
        let extras = u32::from(self.left.redeals) + u32::from(self.left.rotations);
        2 * self.row.over_lower() + self.row.cards_left() + 4 * (3 - extras.min(3))
    }
}

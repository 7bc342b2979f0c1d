//! One solution, or why there is none.
//!
//! Cheap arguments first: position classes, narrow beams, pagoda functions, wider beams; then a brief search for few
//! moves, wide beams, and, on boards that can be laid out as bits, the exact search from both ends; last, beams as wide
//! as memory allows.

use search::{Budget, Limit, Outcome, Stats};

use crate::beam::{Beam, Purse};
use crate::board::Jump;
use crate::class::Classes;
use crate::crew::Crew;
use crate::fewest;
use crate::layers::{Frame, Stage};
use crate::pagoda::Pagoda;
use crate::position::Position;
use crate::problem::{Effort, Problem};
use crate::programme;
use crate::proof::{Proof, Reason};
use crate::winning::Meeting;

/// What became of a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A line of play that reaches the goal.
    Solved(Vec<Jump>),
    /// There is none, and why.
    Impossible(Reason),
    /// Not decided, and why.
    GaveUp(Limit),
}

/// Finds a solution, or proves that there is none.
pub fn solve(problem: Problem<'_>, effort: &mut Effort<'_>) -> Answer {
    let (start, goal) = (problem.start, problem.goal);
    if goal.is_met(start) {
        return Answer::Solved(Vec::new());
    }
    if start.pegs() <= goal.pegs() {
        return Answer::Impossible(Reason::TooFewPegs);
    }
    let won = goal.positions(problem.board);
    let classes = Classes::of(problem.board);
    let class = classes.class(start);
    let open: Vec<_> = won.iter().copied().filter(|&won| classes.class(won) == class).collect();
    let parities = || classes.parities(start, &won);
    if open.is_empty() {
        return Answer::Impossible(Reason::Argument(Proof { parities: parities(), pagodas: Vec::new() }));
    }
    let purse = Purse {
        nodes_left: effort.budget.nodes,
        memory: effort.budget.memory,
        stats: Stats::default(),
        watch: &mut *effort.watch,
    };
    let mut search = Search { problem, threads: effort.threads, purse, pagoda: None };
    let narrow = search.beams(NARROWEST, NARROW);
    if let Some(answer @ (Answer::Solved(_) | Answer::GaveUp(_))) = narrow {
        return answer;
    }
    // Even where the search is already exhausted: an argument says more.
    if let Some(pagodas) = excluded(problem, &open) {
        return Answer::Impossible(Reason::Argument(Proof { parities: parities(), pagodas }));
    }
    if let Some(exhausted) = narrow {
        return exhausted;
    }
    if let [won] = open[..] {
        search.pagoda = programme::tight(problem.board, start, won);
    }
    let quick = search.beams(NARROW * 2, WIDE).or_else(|| search.few_moves());
    quick.unwrap_or_else(|| search.wide_or_exact())
}

/// Beams up to this width cost less than a linear programme.
const NARROWEST: usize = 8;
const NARROW: usize = 64;
/// Beams up to this width cost less than the exact search, even on small boards; on larger ones, beams whose width is
/// this share of the bytes that the exact search takes.
const WIDE: usize = 1 << 12;
const BYTES_PER_WIDTH: usize = 1 << 14;
/// Positions that the search for few moves may look at: it takes about as long as those beams.
const BRIEF: u64 = 1 << 20;

/// Pagoda functions that exclude all these won positions, if each has one.
fn excluded(problem: Problem<'_>, open: &[Position]) -> Option<Vec<Pagoda>> {
    let mut pagodas: Vec<Pagoda> = Vec::new();
    for &won in open {
        let known = pagodas.iter().any(|pagoda| pagoda.worth(won) > pagoda.worth(problem.start));
        if !known {
            pagodas.push(programme::excluding(problem.board, problem.start, &[won])?);
        }
    }
    Some(pagodas)
}

/// A search in progress.
struct Search<'a> {
    problem: Problem<'a>,
    threads: usize,
    purse: Purse<'a>,
    /// Prunes the beams, once one is known.
    pagoda: Option<Pagoda>,
}

impl Search<'_> {
    /// Beams of doubling width; `None` if all were too narrow.
    fn beams(&mut self, mut width: usize, last: usize) -> Option<Answer> {
        while width <= last {
            let beam = Beam {
                board: self.problem.board,
                goal: self.problem.goal,
                pagoda: self.pagoda.as_ref(),
                width,
                threads: self.threads,
            };
            match beam.search(self.problem.start, &mut self.purse) {
                Outcome::Solved(line) => return Some(Answer::Solved(line)),
                Outcome::Unsolvable(()) => return Some(Answer::Impossible(Reason::Exhausted)),
                Outcome::GaveUp(Limit::Incomplete) => width *= 2,
                Outcome::GaveUp(limit) => return Some(Answer::GaveUp(limit)),
            }
        }
        None
    }

    /// The search for few moves, for a while: `None` if it was too short. Where pagoda functions leave little open it
    /// soon knows that nothing is.
    fn few_moves(&mut self) -> Option<Answer> {
        let nodes = self.purse.nodes_left.min(BRIEF);
        let line = self.with_crew(nodes, fewest::fewest_moves);
        decided(line).filter(|answer| *answer != Answer::GaveUp(Limit::Nodes))
    }

    /// Wider beams as long as they cost less than the exact search; that search; then beams as wide as memory allows.
    fn wide_or_exact(&mut self) -> Answer {
        let wide = self.wide();
        match self.beams(WIDE * 2, wide) {
            None | Some(Answer::GaveUp(Limit::Memory)) => {}
            Some(answer) => return answer,
        }
        let exact = self.exact();
        exact.or_else(|| self.beams(wide * 2, usize::MAX >> 1)).unwrap_or(Answer::GaveUp(Limit::Memory))
    }

    /// How wide a beam may be before the exact search costs less.
    fn wide(&self) -> usize {
        let bytes = Meeting::bytes_of(self.problem).unwrap_or(0);
        WIDE.max((bytes / BYTES_PER_WIDTH).next_power_of_two())
    }

    /// The exact search; `None` if the board or its levels are too large for it.
    fn exact(&mut self) -> Option<Answer> {
        let frame = Frame::new(self.problem.board)?;
        let class = frame.class(frame.pack(self.problem.start));
        decided(self.with_crew(self.purse.nodes_left, |problem, crew| {
            let mut stage = Stage::new(&frame, class, crew.lend());
            Meeting::new(&mut stage, problem).and_then(|meeting| meeting.line(&mut stage, problem))
        }))
    }

    /// Lets a crew work that may look at so many positions, and pays for them.
    fn with_crew<T>(&mut self, nodes: u64, work: impl FnOnce(Problem<'_>, &mut Crew<'_>) -> T) -> T {
        let budget = Budget { nodes, memory: self.purse.memory };
        let mut effort = Effort { budget, threads: self.threads, watch: &mut *self.purse.watch };
        let mut crew = Crew::new(&mut effort);
        let done = work(self.problem, &mut crew);
        self.purse.nodes_left = self.purse.nodes_left.saturating_sub(crew.nodes());
        done
    }
}

/// What a complete search found; `None` if it had too little memory for that.
fn decided(line: Result<Option<Vec<Jump>>, Limit>) -> Option<Answer> {
    match line {
        Ok(Some(line)) => Some(Answer::Solved(line)),
        Ok(None) => Some(Answer::Impossible(Reason::Exhausted)),
        Err(Limit::Memory) => None,
        Err(limit) => Some(Answer::GaveUp(limit)),
    }
}

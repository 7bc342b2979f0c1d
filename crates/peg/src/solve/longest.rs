//! Solutions with the longest sweep or the longest finish.

use search::{Limit, Run};

use crate::internal_error::replay_found;
use crate::problem::Problem;
use crate::referee::Solution;
use crate::solve::both_ends::WinnableLevels;
use crate::solve::count::CountError;
use crate::solve::levels::{Canonical, LevelWork, Packed, PackedJump, Packing, ones};
use crate::solve::progress::Ticker;

/// The sweep that is to be long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Longest {
    /// Any sweep of the solution.
    Sweep,
    /// The last sweep.
    Finish,
}

/// A solution with the longest sweep or finish, and the number of jumps of that sweep; `None` if the problem has no solution.
pub fn longest(
    problem: Problem<'_>,
    which: Longest,
    run: &mut Run<'_>,
) -> Result<Option<(usize, Solution)>, CountError> {
    let (asked, problem) = (problem, problem.with_one_number_of_pegs());
    if problem.start.pegs() < problem.goal.pegs() {
        return Ok(None);
    }
    let packing = Packing::new(problem.board, run)?;
    let class = packing.class(packing.pack(problem.start));
    let mut work = LevelWork::new(&packing, class, run);
    let winnable = WinnableLevels::new(&mut work, problem).map_err(|limit| work.error(limit))?;
    work.hold_more(work.bytes(winnable.pegs())).map_err(|limit| work.error(limit))?;
    let graph = WinnableGraph { packing: &packing, winnable: winnable.with_all_levels(&mut work)? };
    let won = problem.goal.anchors();
    let canonical = Canonical::of_stabilizer(problem.board, &packing, &[&[problem.start], &won]);
    let best = match which {
        Longest::Sweep => graph.longest_sweep(&mut work, &canonical)?,
        Longest::Finish => graph.longest_finish(work.run)?,
    };
    let jumps = problem.board.jumps();
    let Some(best) = best else { return Ok(None) };
    let line: Vec<_> = graph.line(&best).into_iter().map(|jump| jumps[jump.number]).collect();
    Ok(Some((best.jumps.len(), replay_found(asked, &line)?)))
}

/// A sweep and the position before it.
#[derive(Clone, Default)]
struct Sweep<'a> {
    before: Packed,
    jumps: Vec<&'a PackedJump>,
}

impl Sweep<'_> {
    /// The longest comes first; of equally long ones, the one from the greatest position.
    fn rank(&self) -> (usize, Packed) {
        (self.jumps.len(), self.before)
    }
}

/// The winnable positions, and the jumps between them.
struct WinnableGraph<'a> {
    packing: &'a Packing,
    winnable: WinnableLevels,
}

impl<'a> WinnableGraph<'a> {
    fn is_winnable(&self, position: Packed) -> bool {
        let pegs = position.count_ones();
        let in_range =
            self.winnable.pegs().next_back() <= Some(pegs) && Some(pegs) <= self.winnable.pegs().next();
        in_range && self.winnable.stored(pegs).contains(self.packing, position)
    }

    /// The jumps to winnable positions; with `landed`, only by that peg.
    fn jumps_from(&self, position: Packed, landed: Option<u32>) -> impl Iterator<Item = &'a PackedJump> {
        let able =
            self.packing.jumps.iter().filter(move |jump| landed.is_none_or(|landed| jump.from == landed));
        able.filter(move |jump| {
            jump.starts(self.packing, position) && self.is_winnable(position ^ jump.packed(self.packing))
        })
    }

    /// The jumps from winnable positions that lead here; with `landed`, only by that peg.
    fn jumps_to(&self, position: Packed, landed: Option<u32>) -> impl Iterator<Item = &'a PackedJump> {
        let able =
            self.packing.jumps.iter().filter(move |jump| landed.is_none_or(|landed| jump.to == landed));
        able.filter(move |jump| {
            jump.ends(self.packing, position) && self.is_winnable(position ^ jump.packed(self.packing))
        })
    }

    /// The longest sweep from a winnable position to another one. The sweeps of a position and of its images are
    /// equally long, so only canonical forms are tried.
    fn longest_sweep(
        &self,
        work: &mut LevelWork<'_, '_>,
        canonical: &Canonical,
    ) -> Result<Option<Sweep<'a>>, Limit> {
        let packing = self.packing;
        let mut best = Sweep::default();
        let widest = self.winnable.pegs().map(|pegs| work.bytes(pegs..=pegs)).max();
        work.hold_more(widest.unwrap_or(0))?;
        for pegs in self.winnable.pegs() {
            let mut forms = self.winnable.stored(pegs).clone();
            canonical.keep_forms(work, &mut forms)?;
            let known = best.jumps.len();
            let longest = work.run.share_out(forms.tasks(TASK), |(segments, _), run| {
                let mut search = SweepSearch::new(self, known);
                for position in forms.positions_of(packing, segments) {
                    search.try_sweeps(position, run)?;
                }
                Ok::<_, Limit>(search.longest)
            })?;
            for own in longest {
                let own = own?;
                if own.rank() > best.rank() {
                    best = own;
                }
            }
        }
        Ok((!best.jumps.is_empty()).then_some(best).or_else(|| self.empty_sweep()))
    }

    /// The start may be the goal already.
    fn empty_sweep(&self) -> Option<Sweep<'a>> {
        let level = self.winnable.stored(self.winnable.pegs().next_back()?);
        level.positions(self.packing).next().map(|before| Sweep { before, jumps: Vec::new() })
    }

    fn longest_finish(&self, run: &mut Run<'_>) -> Result<Option<Sweep<'a>>, Limit> {
        let Some(least) = self.winnable.pegs().next_back() else { return Ok(None) };
        let goals = self.winnable.stored(least);
        let mut ticker = Ticker::default();
        let mut stack: Vec<(Packed, Vec<&PackedJump>)> =
            goals.positions(self.packing).map(|goal| (goal, Vec::new())).collect();
        let mut longest: Option<Sweep<'a>> = None;
        while let Some((before, jumps)) = stack.pop() {
            ticker.step(run)?;
            let landed = jumps.first().map(|jump| jump.from);
            for jump in self.jumps_to(before, landed) {
                let longer = [jump].into_iter().chain(jumps.iter().copied()).collect();
                stack.push((before ^ jump.packed(self.packing), longer));
            }
            if longest.as_ref().is_none_or(|sweep| jumps.len() > sweep.jumps.len()) {
                longest = Some(Sweep { before, jumps });
            }
        }
        Ok(longest)
    }

    /// The jumps from the start to the sweep, through it, and from there to the goal.
    fn line(&self, sweep: &Sweep<'a>) -> Vec<&'a PackedJump> {
        let mut line = Vec::new();
        let mut position = sweep.before;
        while let Some(jump) = self.jumps_to(position, None).next() {
            line.push(jump);
            position ^= jump.packed(self.packing);
        }
        line.reverse();
        line.extend(&sweep.jumps);
        position =
            sweep.jumps.iter().fold(sweep.before, |position, jump| position ^ jump.packed(self.packing));
        while let Some(jump) = self.jumps_from(position, None).next() {
            line.push(jump);
            position ^= jump.packed(self.packing);
        }
        line
    }
}

/// A search for the longest sweep from winnable positions.
struct SweepSearch<'g, 'a> {
    graph: &'g WinnableGraph<'a>,
    trails: Trails<'a>,
    /// The sweep that is being tried: the position before each of its jumps, and the jump to try next there.
    steps: Vec<Step>,
    jumps: Vec<&'a PackedJump>,
    /// Sweeps of at most this many jumps do not count.
    bound: usize,
    longest: Sweep<'a>,
    ticker: Ticker,
}

/// A jump as masks.
struct Departure<'a> {
    holes: Packed,
    pegs: Packed,
    jump: &'a PackedJump,
}

#[derive(Clone, Copy)]
struct Step {
    position: Packed,
    /// The hole of the peg that jumps.
    hole: u32,
    next: usize,
}

impl<'g, 'a> SweepSearch<'g, 'a> {
    /// A search for sweeps of at least `known` jumps.
    fn new(graph: &'g WinnableGraph<'a>, known: usize) -> Self {
        Self {
            graph,
            trails: Trails::new(graph.packing),
            steps: Vec::new(),
            jumps: Vec::new(),
            bound: known.saturating_sub(1),
            longest: Sweep::default(),
            ticker: Ticker::default(),
        }
    }

    /// Tries the sweeps from a winnable position that may be longer than the longest so far. A sweep that ends in a
    /// winnable position passes only through winnable ones, so the table is asked only about the ends of longer sweeps.
    fn try_sweeps(&mut self, before: Packed, run: &mut Run<'_>) -> Result<(), Limit> {
        self.ticker.step(run)?;
        self.trails.count_open(before);
        for hole in ones(before).map(|hole| hole as u32) {
            if self.trails.most_jumps(before, hole) <= self.bound {
                continue;
            }
            self.steps.push(Step { position: before, hole, next: 0 });
            while let Some(&Step { position, hole, next }) = self.steps.last() {
                self.ticker.step(run)?;
                self.advance(before, position, hole, next);
            }
        }
        Ok(())
    }

    /// Makes the next jump of the last step, or takes the step back where there is none.
    fn advance(&mut self, before: Packed, position: Packed, hole: u32, next: usize) {
        let departures = &self.trails.departures[hole as usize][next..];
        let Some(skipped) = departures.iter().position(|jump| position & jump.holes == jump.pegs) else {
            self.steps.pop();
            self.jumps.pop();
            return;
        };
        let &Departure { holes, jump, .. } = &departures[skipped];
        let after = position ^ holes;
        self.steps.last_mut().expect("it is being tried").next = next + skipped + 1;
        self.steps.push(Step { position: after, hole: jump.to, next: 0 });
        self.jumps.push(jump);
        if self.jumps.len() > self.bound && self.graph.is_winnable(after) {
            self.longest = Sweep { before, jumps: self.jumps.clone() };
            self.bound = self.jumps.len();
        }
    }
}

/// An upper bound for the jumps of a sweep.
///
/// The holes are the vertices of a graph, and an edge joins two holes if a peg can jump from one to the other. A sweep is
/// a trail: it uses no edge twice, because the peg between is gone. It uses only open edges, with a peg between two
/// empty holes, and edges from the hole where it begins. All are in one component of the graph.
struct Trails<'a> {
    /// By hole, as a packed bit: the jumps that start there.
    departures: Vec<Vec<Departure<'a>>>,
    /// By hole: its component.
    component: Vec<usize>,
    /// By component: the holes of each edge that matter, and those that have pegs where it is open.
    edges: Vec<Vec<(Packed, Packed)>>,
    /// By component: the number of open edges.
    open: Vec<usize>,
}

impl<'a> Trails<'a> {
    fn new(packing: &'a Packing) -> Self {
        let holes = packing.holes();
        let mut departures: Vec<Vec<_>> = (0..holes).map(|_| Vec::new()).collect();
        let mut component: Vec<_> = (0..holes).collect();
        for jump in &packing.jumps {
            let pegs = packing.join(jump.high_pegs, jump.low_pegs);
            departures[jump.from as usize].push(Departure { holes: jump.packed(packing), pegs, jump });
            let [joined, kept] = [jump.from, jump.to].map(|hole| component[hole as usize]);
            component.iter_mut().filter(|own| **own == joined).for_each(|own| *own = kept);
        }
        let mut trails = Self { departures, component, edges: vec![Vec::new(); holes], open: vec![0; holes] };
        trails.list_edges();
        trails
    }

    /// Lists each edge once, though it is a jump in either direction.
    fn list_edges(&mut self) {
        let one_way =
            self.departures.iter().flatten().filter(|departure| departure.jump.from < departure.jump.to);
        for Departure { holes, pegs, jump } in one_way {
            let between = pegs ^ (1 << jump.from);
            self.edges[self.component[jump.from as usize]].push((*holes, between));
        }
        // Where jumps are listed, the hole between may be in the component too. A sweep that empties it opens edges, so
        // every edge with a peg between is taken for open.
        for (number, edges) in self.edges.iter_mut().enumerate() {
            let within = |between: Packed| self.component[between.trailing_zeros() as usize] == number;
            if edges.iter().any(|&(_, between)| within(between)) {
                for (holes, between) in edges {
                    *holes = *between;
                }
            }
        }
    }

    /// Counts the open edges of a position.
    fn count_open(&mut self, position: Packed) {
        for (open, edges) in self.open.iter_mut().zip(&self.edges) {
            *open = edges.iter().filter(|(holes, between)| position & holes == *between).count();
        }
    }

    /// No sweep of the peg in this hole has more jumps, in the position whose open edges were counted.
    fn most_jumps(&self, position: Packed, hole: u32) -> usize {
        let departures = &self.departures[hole as usize];
        let first = departures.iter().filter(|jump| position & jump.holes == jump.pegs).count();
        if first == 0 { 0 } else { first + self.open[self.component[hole as usize]] }
    }
}

/// Positions that a thread takes at a time.
const TASK: usize = 1 << 12;

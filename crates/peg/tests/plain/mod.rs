//! Peg solitaire as plainly as can be: positions as lists of truth values, no bits, no symmetry, no pruning.
//! Nothing here is shared with the crate but the shape of the board.

use std::collections::{HashMap, HashSet};

use peg::{Board, Goal, Grid, Position};

#[path = "../../src/test_random.rs"]
mod test_random;

pub(crate) use test_random::Random;

pub(crate) type Pegs = Vec<bool>;

pub(crate) struct Plain {
    /// From, over, to: by number of hole.
    pub(crate) jumps: Vec<[usize; 3]>,
}

impl Plain {
    /// Finds the jumps again, from the places of the holes. Listed jumps have no other source than the board.
    pub(crate) fn new(board: &Board) -> Self {
        if board.has_listed_jumps() {
            let jump = |jump: &peg::Jump| [jump.from, jump.over, jump.to].map(peg::Hole::index);
            return Self { jumps: board.jumps().iter().map(jump).collect() };
        }
        let places: Vec<_> =
            board.holes().map(|h| (board.place(h).row as i64, board.place(h).column as i64)).collect();
        let mut steps = vec![(0, 1), (0, -1), (1, 0), (-1, 0)];
        if board.grid() == Grid::Triangular {
            steps.extend([(1, 1), (-1, -1)]);
        }
        let find = |place| places.iter().position(|&other| other == place);
        let mut jumps = Vec::new();
        for (from, &(row, column)) in places.iter().enumerate() {
            for (down, right) in &steps {
                let over = find((row + down, column + right));
                let to = find((row + 2 * down, column + 2 * right));
                if let (Some(over), Some(to)) = (over, to) {
                    jumps.push([from, over, to]);
                }
            }
        }
        Self { jumps }
    }

    pub(crate) fn next(&self, pegs: &Pegs) -> Vec<([usize; 3], Pegs)> {
        let legal = self.jumps.iter().filter(|&&[from, over, to]| pegs[from] && pegs[over] && !pegs[to]);
        legal
            .map(|&jump| {
                let mut after = pegs.clone();
                (after[jump[0]], after[jump[1]], after[jump[2]]) = (false, false, true);
                (jump, after)
            })
            .collect()
    }

    /// All positions that can be reached, level by level.
    pub(crate) fn reachable(&self, start: &Pegs) -> Vec<HashSet<Pegs>> {
        let mut levels = vec![HashSet::from([start.clone()])];
        loop {
            let last = levels.last().unwrap();
            let next: HashSet<_> = last.iter().flat_map(|p| self.next(p)).map(|(_, after)| after).collect();
            if next.is_empty() {
                return levels;
            }
            levels.push(next);
        }
    }

    /// How many sequences of jumps lead to the goal.
    pub(crate) fn solutions(&self, pegs: &Pegs, goal: Goal, known: &mut HashMap<Pegs, u128>) -> u128 {
        if is_met(pegs, goal) {
            return 1;
        }
        if let Some(&count) = known.get(pegs) {
            return count;
        }
        let count = self.next(pegs).iter().map(|(_, after)| self.solutions(after, goal, known)).sum();
        known.insert(pegs.clone(), count);
        count
    }

    /// The fewest moves to the goal when the peg on `landed` may continue its move, by trying everything.
    pub(crate) fn moves(
        &self,
        pegs: &Pegs,
        landed: Option<usize>,
        goal: Goal,
        known: &mut HashMap<(Pegs, Option<usize>), Option<usize>>,
    ) -> Option<usize> {
        if is_met(pegs, goal) {
            return Some(0);
        }
        let key = (pegs.clone(), landed);
        if let Some(&moves) = known.get(&key) {
            return moves;
        }
        let lines = self.next(pegs).into_iter().filter_map(|([from, _, to], after)| {
            let rest = self.moves(&after, Some(to), goal, known)?;
            Some(rest + usize::from(landed != Some(from)))
        });
        let moves = lines.min();
        known.insert(key, moves);
        moves
    }
}

pub(crate) fn is_met(pegs: &Pegs, goal: Goal) -> bool {
    match goal {
        Goal::OnePeg => left(pegs) == 1,
        Goal::Pegs(number) => left(pegs) == number as usize,
        Goal::AtMost(number) => left(pegs) <= number as usize,
        Goal::Exactly(won) => pegs.iter().enumerate().all(|(i, &peg)| peg == won.has(peg::Hole::new(i))),
    }
}

fn left(pegs: &Pegs) -> usize {
    pegs.iter().filter(|&&peg| peg).count()
}

pub(crate) fn lay(board: &Board, position: Position) -> Pegs {
    board.holes().map(|hole| position.has(hole)).collect()
}

/// A random board of at most `most` holes in a box of five by four.
pub(crate) fn random_board(random: &mut Random, most: usize) -> Board {
    loop {
        let grid = if random.below(2) == 0 { Grid::Square } else { Grid::Triangular };
        let holes = 4 + random.below(most - 3);
        let places = (0..holes).map(|_| peg::Place { row: random.below(4), column: random.below(5) });
        if let Ok(board) = Board::new(grid, places.collect::<Vec<_>>()) {
            return board;
        }
    }
}

/// A random board of at most `most` holes whose jumps are listed: any three holes, or a cycle, with the jumps of the grid
/// or without.
pub(crate) fn random_listed_board(random: &mut Random, most: usize) -> Board {
    loop {
        let holes = 4 + random.below(most - 3);
        let mut text = format!("{}\n", "o".repeat(holes));
        text += ["jumps:", "more jumps:"][random.below(2)];
        let name = |hole: usize| format!("{}1", char::from(b'a' + hole as u8));
        if random.below(3) == 0 {
            let around: Vec<_> = (0..holes + 2).map(|hole| name(hole % holes)).collect();
            text += &around.join("-");
        }
        for _ in 0..random.below(2 * holes) {
            let three = [0; 3].map(|_| random.below(holes));
            if three[0] != three[1] && three[1] != three[2] && three[0] != three[2] {
                text.push(' ');
                text += &three.map(name).join("-");
            }
        }
        if let Ok(setup) = peg::Setup::parse(&text) {
            return setup.board;
        }
    }
}

pub(crate) fn random_position(random: &mut Random, board: &Board) -> Position {
    let pegs = board.holes().filter(|_| random.below(4) > 0).collect::<Vec<_>>();
    pegs.into_iter().fold(Position::EMPTY, Position::with)
}

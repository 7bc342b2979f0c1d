//! Games: random play with undo, redo, record and replay; texts that are not moves.

use std::sync::Arc;

use peg::{BadRecord, Board, End, Game, Goal, Move, Notation, Position, Record, Refused};
use proptest::prelude::*;
use search::{Budget, Outcome, Run, Unwatched};

fn customary(board: Board, goal: Goal) -> Game {
    let start = board.full().without(board.customary_vacancy());
    Game::new(board, start, goal).unwrap()
}

/// Numbers that decide on the moves; after the last one all are 0.
struct Choices(std::vec::IntoIter<u8>);

impl Choices {
    /// A number below this one.
    fn below(&mut self, bound: usize) -> usize {
        usize::from(self.0.next().unwrap_or(0)) % bound
    }
}

/// A sweep of the position: jumps of one peg, as far as is chosen.
fn sweep(choices: &mut Choices, game: &Game) -> Option<Move> {
    let jumps: Vec<_> = game.legal().collect();
    let first = *jumps.get(choices.below(jumps.len().max(1)))?;
    let (mut position, mut holes) = (game.position().play(first), vec![first.from, first.to]);
    while choices.below(3) > 0 {
        let last = holes[holes.len() - 1];
        let Some(next) = game.board().legal_jumps(position).find(|jump| jump.from == last) else { break };
        position = position.play(next);
        holes.push(next.to);
    }
    Move::new(holes)
}

/// Asserts that a game is the one that its record was made of.
fn assert_same(game: &Game, other: &Game) {
    assert_eq!(game.board(), other.board());
    assert_eq!((game.start(), game.goal(), game.notation()), (other.start(), other.goal(), other.notation()));
    assert!(game.moves().eq(other.moves()));
    assert!(game.positions().eq(other.positions()));
    assert_eq!(game.is_over(), other.is_over());
    assert_eq!(game.record(), other.record());
}

fn play_to_the_end(choices: &mut Choices, mut game: Game) {
    let mut seen = vec![game.position()];
    while let Some(made) = sweep(choices, &game) {
        assert_eq!(game.is_over().filter(|end| *end == End::Stuck), None);
        let text = game.notation().made(game.board(), &made);
        assert_eq!(game.act(&text), Ok(1), "{text}");
        assert_eq!(game.moves().last(), Some(&made), "a sweep is one move");
        seen.push(game.position());
        assert_same(&game, &Game::replay(&game.record()).unwrap());
        if choices.below(4) == 0 {
            assert!(game.undo() && game.position() == seen[seen.len() - 2] && game.redo());
        }
    }
    assert!(game.is_over().is_some() && !game.redo());
    assert_eq!(game.solution().is_some(), game.is_over() == Some(End::Won));
    let end = game.record();
    for before in seen[..seen.len() - 1].iter().rev() {
        assert!(game.undo());
        assert_eq!(game.position(), *before);
        assert_same(&game, &Game::replay(&game.record()).unwrap());
    }
    assert!(!game.undo());
    for after in &seen[1..] {
        assert!(game.redo());
        assert_eq!(game.position(), *after);
    }
    assert_eq!(game.record(), end);
}

#[test]
fn a_new_move_forgets_what_was_taken_back() {
    let mut game = customary(peg::named("english").unwrap(), Goal::OnePeg);
    assert_eq!(game.act("d2-d4 d5-d3"), Ok(2));
    assert!(game.undo() && game.undo());
    assert_eq!(game.act("b4-d4"), Ok(1));
    assert!(!game.redo());
    assert_eq!(game.record().moves, ["b4-d4"]);
}

#[test]
fn a_refused_text_changes_nothing() {
    let mut game = customary(peg::named("english").unwrap(), Goal::OnePeg);
    let before = game.record();
    let refused = game.act("d2-d4 d2-d4").unwrap_err();
    assert_eq!(refused, Refused::Illegal { jump: 2, why: peg::Foul::NoPeg });
    assert_eq!(game.act("# nothing"), Err(Refused::Nothing));
    assert!(matches!(game.act("z9-z7"), Err(Refused::Notation(_))));
    assert_eq!(game.record(), before);
}

#[test]
fn what_lies_outside_the_board_is_refused() {
    let board = Arc::new(peg::named("triangle15").unwrap());
    let outside = Position::from_bits(1 << 15);
    assert_eq!(Game::new(board.clone(), outside, Goal::OnePeg).unwrap_err(), peg::BadGame::Start);
    let goal = Goal::Exactly(outside);
    assert_eq!(Game::new(board.clone(), board.full(), goal).unwrap_err(), peg::BadGame::Goal);
}

#[test]
fn bad_records_name_the_place() {
    let mut game = customary(peg::named("english").unwrap(), Goal::OnePeg);
    game.act("d2-d4 d5-d3").unwrap();
    let record = game.record();
    assert_eq!((record.game.as_str(), record.rules.board.as_str()), (Record::GAME, "english"));
    let wrong = |change: &dyn Fn(&mut Record)| {
        let mut bad = record.clone();
        change(&mut bad);
        Game::replay(&bad).unwrap_err()
    };
    let twice = wrong(&|record| record.moves.push("d2-d4".to_owned()));
    assert_eq!(twice.to_string(), "move 3, `d2-d4`: jump 1: there is no peg to move");
    let many = wrong(&|record| record.moves = vec!["d2-d4 d5-d3".to_owned()]);
    assert_eq!(many, BadRecord::ManyMoves { number: 1 });
    assert!(matches!(wrong(&|record| record.game = "chess".to_owned()), BadRecord::Game(_)));
    assert!(matches!(wrong(&|record| record.rules.board = "o".to_owned()), BadRecord::Board(_)));
    assert!(matches!(wrong(&|record| record.start = "ooo\n".to_owned()), BadRecord::Start(_)));
    assert!(matches!(wrong(&|record| record.rules.goal = "z9".to_owned()), BadRecord::Goal(_)));
    assert!(matches!(wrong(&|record| record.rules.notation = String::new()), BadRecord::Notation(_)));
}

#[test]
fn a_snapshot_is_solved_on_another_thread() {
    let mut game = customary(peg::named("triangle15").unwrap(), Goal::OnePeg);
    game.act("a3-a1").unwrap();
    let snapshot = game.snapshot();
    let solve = move || snapshot.solve(&mut Run::new(Budget::default(), &mut Unwatched)).unwrap();
    let Outcome::Solved(solution) = std::thread::spawn(solve).join().unwrap() else {
        panic!("it is solvable")
    };
    assert_eq!(solution.problem().start, game.position());
    for made in solution.moves() {
        game.act(&game.notation().made(game.board(), &made)).unwrap();
    }
    assert_eq!(game.is_over(), Some(End::Won));
    assert_eq!(game.solution().unwrap().end(), solution.end());
}

#[test]
fn games_can_be_kept_anywhere() {
    fn kept<T: Send + Sync + 'static>() {}
    kept::<Game>();
    kept::<peg::OwnedProblem>();
    kept::<peg::Solution>();
    kept::<Record>();
}

/// Built-in boards, and any others.
fn any_board() -> impl Strategy<Value = Board> {
    let named = ["english", "french", "triangle15", "triangle21", "hexagon19", "wiegleb"];
    let named = prop::sample::select(named.map(|name| peg::named(name).unwrap()).to_vec());
    let grid = prop::sample::select(vec!["", "grid: triangular\n"]);
    let drawn = (grid, "([o.#]{3,6}\n){1,5}");
    let drawn = drawn.prop_filter_map("not a board", |(grid, rows)| {
        peg::Setup::parse(&format!("{grid}{rows}")).ok().map(|setup| setup.board)
    });
    prop_oneof![named, drawn]
}

proptest! {
    #[test]
    fn random_play_undo_redo_record_and_replay(
        board in any_board(),
        choices in prop::collection::vec(any::<u8>(), 0..120),
        goal in 0..3,
        notation in prop::sample::select(vec![Notation::Standard, Notation::Course]),
    ) {
        let goal = match goal {
            0 => Goal::OnePeg,
            1 => Goal::hole(board.customary_vacancy()),
            _ => Goal::Exactly(board.full().without(board.customary_vacancy())),
        };
        let square = board.grid() == peg::Grid::Square;
        let game = customary(board, goal).with_notation(notation);
        prop_assert_eq!(game.is_ok(), square || notation == Notation::Standard);
        if let Ok(game) = game {
            play_to_the_end(&mut Choices(choices.into_iter()), game);
        }
    }

    #[test]
    fn garbage_is_refused_without_panic(text in "\\PC{0,40}|([a-h(),0-9 gdhb#-]{0,24}\\n?){0,3}") {
        for name in ["english", "triangle15"] {
            for notation in [Notation::Standard, Notation::Course] {
                let game = customary(peg::named(name).unwrap(), Goal::OnePeg).with_notation(notation);
                let Ok(mut game) = game else { continue };
                let before = game.position();
                let moves = game.act(&text).unwrap_or(0);
                prop_assert_eq!(moves, game.moves().len());
                prop_assert_eq!(moves > 0, before != game.position());
                prop_assert!(Game::replay(&game.record()).is_ok());
            }
        }
    }

    #[test]
    fn garbage_records_are_refused_without_panic(
        board in "\\PC{0,20}|[o.# \\n]{0,60}|english|triangle15",
        goal in "\\PC{0,20}|one peg|[a-g][1-7]",
        start in "\\PC{0,20}|[o.# \\n]{0,60}",
        moves in prop::collection::vec("\\PC{0,12}|[a-g][1-7]-[a-g][1-7]", 0..4),
    ) {
        let notation = "standard".to_owned();
        let rules = peg::Rules { board, goal, notation };
        let record = Record { game: Record::GAME.to_owned(), rules, start, moves };
        if let Ok(game) = Game::replay(&record) {
            prop_assert_eq!(game.moves().len(), record.moves.len());
        }
    }
}

//! Searches and machines that are stopped: what they say then, and that machines still keep to the rules.

mod limits;

use lexicon::{Automaton, Reading, WordList};
use limits::within;
use rummy::{
    AiRules, Answer, Best, BestTurn, Canasta, Letters, Level, MachinePlayer, MachinePlayers, Mahjong, Match,
    Position, Rami, Rummikub, Vocabulary,
};
use search::{Budget, Cancel, Limit, Outcome, Run};

const MOST_TURNS: usize = 60;

fn vocabulary() -> Vocabulary {
    let text = "FACILE\nEXAMEN\nCANTON\nMAISON\nROUTES\nSOLIDE\nPARENT\nTENDRE\nLES\nSEL\nELLE\nTON\n";
    Vocabulary::new(
        Automaton::from_list(&WordList::read(text.as_bytes(), &Reading::default()).unwrap().0).unwrap(),
    )
}

/// Games of machines that may spend `nodes` nodes per turn; `look` sees every position before its turn.
fn play<R: AiRules>(rules: &R, levels: [Level; 2], nodes: u64, look: &mut dyn FnMut(&Position<R::Tile>)) {
    let names = ["Ana".to_owned(), "Ben".to_owned()];
    for seed in 0..4 {
        let mut game = Match::new(rules.clone(), &names, seed).unwrap();
        let mut machines = MachinePlayers::new(levels.map(|level| MachinePlayer::new(level, seed)).to_vec());
        let mut turns = 0;
        while game.end().is_none() && turns < MOST_TURNS {
            look(game.position());
            let budget = Budget::UNLIMITED.with_nodes(nodes);
            let turn = within(budget, |run| machines.turn(&mut game, run)).unwrap();
            machines.play(&mut game, &turn).unwrap();
            turns += 1;
        }
    }
}

fn check<R: AiRules>(rules: &R) {
    for nodes in [0, 1, 300] {
        for level in Level::ALL {
            play(rules, [level, Level::Strong], nodes, &mut |_| ());
        }
    }
    let mut cut = 0;
    play(rules, [Level::Normal; 2], u64::MAX, &mut |position| cut += check_cancelled(rules, position));
    assert!(cut > 5, "{cut} searches were stopped");
}

/// A search that is cancelled says so, unless it is done before anybody asks. 1 if it was stopped.
fn check_cancelled<R: AiRules>(rules: &R, position: &Position<R::Tile>) -> usize {
    let mut cancel = Cancel::default();
    cancel.cancel();
    let mut run = Run::new(rules.usual_budget(), &mut cancel);
    let stopped = rules.best_turn(position, rules.plain_objective(), &mut run).unwrap();
    match stopped {
        Outcome::GaveUp(Limit::Cancelled) | Outcome::Solved(Answer::Unproven(_, Limit::Cancelled)) => 1,
        Outcome::GaveUp(limit) | Outcome::Solved(Answer::Unproven(_, limit)) => panic!("{limit}"),
        Outcome::Solved(Answer::Proven(_)) | Outcome::Unsolvable(_) => {
            let whole = within(rules.usual_budget(), |run| {
                rules.best_turn(position, rules.plain_objective(), run).unwrap()
            });
            assert_eq!(stopped, whole);
            0
        }
    }
}

#[test]
fn rummikub() {
    check(&Rummikub::default());
}

#[test]
fn rami() {
    check(&Rami::default());
}

#[test]
fn canasta() {
    check(&Canasta::default());
}

#[test]
fn mahjong() {
    check(&Mahjong);
}

#[test]
fn letters() {
    check(&Letters::new(&vocabulary()));
}

/// The more nodes, the better the turn; and with enough of them it is proven.
#[test]
fn more_nodes_are_never_worse() {
    let mut proven = 0;
    play(&Rami::default(), [Level::Normal; 2], u64::MAX, &mut |position| {
        let points = |nodes| {
            let budget = Budget::UNLIMITED.with_nodes(nodes);
            let found =
                within(budget, |run| Rami::default().best_turn(position, rummy::Objective::Points, run))
                    .unwrap();
            proven += usize::from(matches!(found, Outcome::Solved(Answer::Proven(_))));
            if let Outcome::Solved(answer) = found { Best::points(answer.best()) } else { i32::MIN }
        };
        let points = [10, 100, 100_000].map(points);
        assert!(points.is_sorted(), "{points:?}");
    });
    assert!(proven > 3, "{proven} proven");
}

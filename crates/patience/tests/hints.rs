//! Hints lead to the win: whoever plays the first move of each answer wins, one move nearer with each.

use patience::{Action, Deal, Review, Solver, Table, replay, review};
use search::{Budget, Run, Unwatched};

/// Deals that are followed per game.
const DEALS: usize = 50;

fn answer(solver: &mut Solver, start: &Table, played: &[Action]) -> Review {
    review(start, played, solver, &mut Run::new(Budget::default(), &mut Unwatched)).unwrap()
}

/// Plays hint after hint to the win; false where the deal cannot be won.
fn follow(solver: &mut Solver, deal: &Deal) -> bool {
    let (mut played, mut left) = (Vec::new(), None);
    loop {
        let Review::Winnable(solution) = answer(solver, deal.table(), &played) else {
            assert_eq!(left, None, "{deal}: lost after {played:?}");
            return false;
        };
        assert!(left.is_none_or(|left| solution.len() + 1 == left), "{deal}: {left:?} {}", solution.len());
        let Some(&next) = solution.actions().first() else { break };
        left = Some(solution.len());
        played.push(next);
    }
    assert!(replay(deal.table(), &played).is_ok(), "{deal}");
    assert_eq!(left, Some(1), "{deal}");
    true
}

fn hints_win(game: &str) {
    let mut solver = Solver::new();
    let deals = (1..).map(|seed: u32| format!("{game}.{seed}").parse().unwrap());
    let won = deals.filter(|deal| follow(&mut solver, deal)).take(DEALS);
    assert_eq!(won.count(), DEALS, "{game}");
}

#[test]
fn hints_win_freecell() {
    hints_win("fc");
}

#[test]
fn hints_win_seahaven() {
    hints_win("st");
}

#[test]
fn hints_win_midnight_oil() {
    hints_win("mo");
}

#[test]
fn hints_win_bakers_dozen() {
    hints_win("bd");
}

/// A player who strays and then follows the hints wins too.
#[test]
fn hints_win_after_moves_of_ones_own() {
    let deal: Deal = "fc.9".parse().unwrap();
    let mut solver = Solver::new();
    let mut table = deal.table().clone();
    table.normalise();
    let (mut played, mut left) = (Vec::new(), usize::MAX);
    for turn in 0.. {
        let Review::Winnable(solution) = answer(&mut solver, deal.table(), &played) else { panic!("lost") };
        let Some(&next) = solution.actions().first() else { break };
        let strays = turn < 3;
        assert!(strays || turn == 3 || solution.len() + 1 == left);
        left = solution.len();
        let own = table.legal_actions().into_iter().rfind(|action| *action != next);
        let action = if strays { own.unwrap() } else { next };
        table.try_act(action).unwrap();
        played.push(action);
    }
    assert!(table.is_won());
}

//! Against the plain truth.

use search::{Budget, Unwatched};

use super::*;
use crate::dice::Dice;
use crate::solve::packed::PackedMove;
use crate::solve::small_games::{Truth, table_without_room, truth};
use crate::table::Table;

fn searched(search: &mut LooseSearch, table: &Table, mode: LooseMode) -> Result<Ending, Limit> {
    let mut watch = Unwatched;
    let mut run = Run::new(Budget::default(), &mut watch);
    search.run(&Packed::of(table), &RuleMasks::of(table), mode, &mut run)
}

/// Verdicts are true, and lines win by the referee.
#[test]
fn small_games_have_the_true_verdict() {
    let mut dice = Dice::new(81);
    let mut search = LooseSearch::default();
    // Won, lost and undecided games of each mode.
    let mut seen = [[0; 3]; 3];
    for game in 0..5000 {
        let mut table = table_without_room(&mut dice, 4 + game % 26);
        table.normalise();
        let truth = truth(&table, 2000);
        if table.is_won() || truth == Truth::Unknown {
            continue;
        }
        for (number, mode) in
            [LooseMode::BestFirst, LooseMode::Beam(1 + game % 3), LooseMode::Joined].into_iter().enumerate()
        {
            let ended = match searched(&mut search, &table, mode).unwrap() {
                Ending::Won(line) => {
                    assert!(line_wins(&table, &line), "{table:?}");
                    0
                }
                Ending::Exhausted => {
                    assert_eq!(truth, Truth::Impossible, "{table:?}");
                    1
                }
                Ending::Narrowed => 2,
            };
            seen[number][ended] += 1;
        }
    }
    let [best_first, beam, joined] = seen;
    assert!(best_first[0] > 500 && best_first[1] > 500 && best_first[2] == 0, "{seen:?}");
    assert!(beam[0] > 500 && beam[1] > 500 && beam[2] > 0, "{seen:?}");
    assert!(joined[0] == 0 && joined[1] > 500 && joined[2] > 500, "{seen:?}");
}

fn line_wins(table: &Table, line: &[PackedMove]) -> bool {
    let mut table = table.clone();
    for step in line {
        table.try_play(step.to_move()).expect("the referee accepts the line");
    }
    table.is_won()
}

/// This deal has 27 million tables and more, but fewer than a million states.
#[test]
fn a_deal_is_lost_that_other_searches_leave_open() {
    let mut search = LooseSearch::default();
    for (deal, mode) in [("bd.300375", LooseMode::BestFirst), ("bd.99269", LooseMode::Joined)] {
        let mut table = deal.parse::<crate::Deal>().unwrap().table().clone();
        table.normalise();
        assert_eq!(searched(&mut search, &table, mode), Ok(Ending::Exhausted), "{deal}");
    }
}

#[test]
fn limits_are_kept() {
    let mut table = "bd.11007".parse::<crate::Deal>().unwrap().table().clone();
    table.normalise();
    let (start, masks) = (Packed::of(&table), RuleMasks::of(&table));
    for mode in [LooseMode::BestFirst, LooseMode::Beam(1000)] {
        let limited = |budget| {
            let mut watch = Unwatched;
            let mut run = Run::new(budget, &mut watch);
            let ended = LooseSearch::default().run(&start, &masks, mode, &mut run);
            (ended, *run.stats())
        };
        let (ended, stats) = limited(Budget::default().with_nodes(500));
        assert_eq!((ended, stats.nodes), (Err(Limit::Nodes), 500));
        let memory = 8 << 20;
        let (ended, stats) = limited(Budget { memory, ..Budget::UNLIMITED });
        assert_eq!(ended, Err(Limit::Memory));
        assert!(stats.nodes > 1000 && stats.memory <= memory, "{stats:?}");
    }
}

//! Certificates of impossibility: evidence that a table cannot be won, for anyone to check.
//!
//! A certificate lists a set of positions that contains the table, contains no won position, and is
//! *closed*: everything that may be done at each of its positions leads, after putting up, to one of its positions.
//! Play that starts at the table can then never leave the set, so it can never win.
//!
//! Positions are listed up to the order of columns and of cells, that of columns only where they cannot be dealt again. That loses nothing: which column or cell is
//! which appears in no rule ([`Target::EmptyColumn`](crate::Target::EmptyColumn) is the first empty one, and
//! all empty ones are alike), so exchanging two columns turns the legal moves of a position into the legal
//! moves of the exchanged one.
//!
//! [`prove`] finds the set by walking it; [`verify`] uses the referee and nothing else.

mod card_set;
mod deadlock;
mod dump;
mod file;
mod fingerprints;
mod loose;
mod position;
mod prove;
mod relaxed;
mod verify;

#[cfg(test)]
pub(crate) use deadlock::is_deadlocked;
pub use dump::dump;
pub use file::{NotVerified, claimed_deal};
pub use prove::{Closure, prove};
#[cfg(test)]
pub(crate) use relaxed::RelaxedGames;
pub use verify::{Verified, verify};

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use search::{Budget, Limit, Outcome, Run, Stats, Stop, Unwatched};

    use super::file::Why;
    use super::*;
    use crate::dice::Dice;
    use crate::solve::small_games::{Truth, table_without_room, truth, with_foundations};
    use crate::table::{Cells, Table};
    use crate::{Deal, Foundations, Rules, Solution, decide};

    fn deal(name: &str) -> Deal {
        name.parse().unwrap()
    }

    fn proven(deal: &Deal, budget: Budget) -> Outcome<Solution, Closure> {
        prove(deal, &mut Run::new(budget, &mut Unwatched)).unwrap()
    }

    fn certificate(deal: &Deal) -> Vec<u8> {
        let Outcome::Unsolvable(closure) = proven(deal, Budget::default()) else {
            panic!("the deal is impossible");
        };
        let mut file = Vec::new();
        closure.write(&mut file).unwrap();
        file
    }

    fn verdict(file: &[u8]) -> Result<Verified, String> {
        verify(Cursor::new(file), &mut Run::new(Budget::default(), &mut Unwatched))
            .map_err(|why| why.to_string())
    }

    /// A position and why it is lost.
    type Given = (Vec<u8>, Why);

    /// The positions of a certificate, to write others that are whole but wrong.
    fn positions(file: &[u8]) -> Vec<Given> {
        let mut positions = Vec::new();
        file::read(file, |_, position, why| {
            positions.push((position.to_vec(), why));
            Ok(())
        })
        .unwrap();
        positions
    }

    fn rewritten(deal: &Deal, positions: &[Given]) -> Result<Verified, String> {
        let mut file = Vec::new();
        let positions = positions.iter().map(|(position, why)| (position.as_slice(), *why));
        file::write(&mut file, deal, positions).unwrap();
        verdict(&file)
    }

    #[test]
    fn impossible_deals_are_proven() {
        for (name, positions) in [("mo.9", 1), ("mo.3", 1), ("st.73", 173), ("st.41", 1175)] {
            let file = certificate(&deal(name));
            assert_eq!(verdict(&file), Ok(Verified { deal: deal(name), positions }));
        }
    }

    #[test]
    fn a_board_is_proven_like_a_deal() {
        let board = |game: &str, text| Deal::from_board(Rules::named(game).unwrap(), text).unwrap();
        let open = board("fc0", "Founds: C-K S-K H-J D-J\n: QH KH QD KD\n");
        assert!(matches!(proven(&open, Budget::default()), Outcome::Solved(line) if !line.is_empty()));
        let stuck = board("mo", "Founds: C-K S-K H-J D-J\n: QH KD\n: QD KH\n");
        assert_eq!(verdict(&certificate(&stuck)), Ok(Verified { deal: stuck, positions: 1 }));
    }

    /// Cards that may be chosen to go up, and cards that may come to the top of their column once.
    #[test]
    fn one_way_foundations_redeals_and_rotations_are_covered() {
        let mo = Rules::named("mo").unwrap();
        let one_way = mo.clone().with_foundations(Foundations::OneWay);
        let seed = mo.seed("1").unwrap();
        let deal = Deal::numbered(one_way, seed);
        assert!(verdict(&certificate(&deal)).is_ok_and(|verified| verified.deal == deal));

        let locks = "Founds: C-J S-J H-J D-J\n: QH KD\n: QD KH\n: QC KS\n: QS KC\n";
        let xpat2 = mo.xpat2_rules().unwrap();
        let board = Deal::from_board(xpat2.clone(), locks).unwrap();
        let file = certificate(&board);
        let verified = verdict(&file).unwrap();
        // One rotation opens one lock of two.
        assert_eq!(verified, Verified { deal: board.clone(), positions: 6 });
        let whole = positions(&file);
        for left_out in 0..whole.len() {
            let mut positions = whole.clone();
            positions.remove(left_out);
            assert!(rewritten(&board, &positions).is_err(), "without position {left_out}");
        }
        let one_lock = "Founds: C-K S-K H-J D-J\n: QH KD\n: QD KH\n";
        let board = Deal::from_board(xpat2, one_lock).unwrap();
        assert!(matches!(proven(&board, Budget::default()), Outcome::Solved(_)));
    }

    /// Where a redeal is in reach the order of the columns counts, and so does what is left.
    #[test]
    fn positions_with_redeals_keep_their_columns() {
        let xpat2 = Rules::named("mo").unwrap().xpat2_rules().unwrap();
        let deal = Deal::numbered(xpat2.clone(), xpat2.seed("1").unwrap());
        let start = position::encode(deal.table());
        assert_eq!(start[..2], [2, 1]);
        assert_eq!(verify::table_of(&deal, &start).as_ref(), Some(deal.table()));
        let mut redealt = deal.table().clone();
        for left in [1, 0] {
            redealt.try_act(crate::Action::Redeal).unwrap();
            let position = position::encode(&redealt);
            assert_eq!(position[0], left);
            let again = verify::table_of(&deal, &position).unwrap();
            assert_eq!(position::encode(&again), position);
        }
        let more = [&[3, 1], &start[2..]].concat();
        assert_eq!(verify::table_of(&deal, &more), None);
    }

    /// A walk that meets a win has the line to it.
    #[test]
    fn a_win_on_the_walk_is_a_solution() {
        let budget = Budget::default().with_nodes(20_000);
        let mut won = 0;
        for seed in 1..=200 {
            let deal = deal(&format!("mo.{seed}"));
            if let Outcome::Solved(solution) = proven(&deal, budget) {
                assert_eq!(solution.start(), deal.table());
                won += 1;
            }
        }
        assert!(won >= 5, "{won}");
    }

    #[test]
    fn a_deal_is_decided_with_evidence() {
        let decided = |deal: &Deal| decide(deal, &mut Run::new(Budget::default(), &mut Unwatched));
        assert!(matches!(decided(&deal("fc.11")), Ok(Outcome::Solved(_))));
        let Ok(Outcome::Unsolvable(closure)) = decided(&deal("st.73")) else { panic!("st.73 is impossible") };
        assert_eq!(closure.len(), 173);
        let few = Budget::default().with_nodes(3);
        let cut_short = decide(&deal("fc.11"), &mut Run::new(few, &mut Unwatched));
        assert!(matches!(cut_short, Ok(Outcome::GaveUp(Limit::Nodes))));
    }

    #[test]
    fn winnable_deals_and_limits_are_not_proofs() {
        let limited = |budget| proven(&deal("fc.11"), budget);
        let few = Budget::default().with_nodes(50);
        assert!(matches!(limited(few), Outcome::GaveUp(Limit::Nodes)));
        let little = Budget::default().with_memory(5000);
        assert!(matches!(limited(little), Outcome::GaveUp(Limit::Memory)));
        let mut stop = |_: &Stats| std::ops::ControlFlow::Break(Stop::Time);
        let mut run = Run::new(Budget::default(), &mut stop);
        assert!(matches!(prove(&deal("st.41"), &mut run), Ok(Outcome::GaveUp(Limit::Time))));
    }

    /// A run that ends is not a certificate that fails.
    #[test]
    fn limits_of_verifying_are_named() {
        let file = certificate(&deal("st.41"));
        let verified = |budget, watch: &mut dyn search::Watch| {
            verify(Cursor::new(&file), &mut Run::new(budget, watch)).unwrap_err()
        };
        let few = Budget::default().with_nodes(50);
        assert!(matches!(verified(few, &mut Unwatched), NotVerified::Limit(Limit::Nodes)));
        let little = Budget::default().with_memory(5000);
        assert!(matches!(verified(little, &mut Unwatched), NotVerified::Limit(Limit::Memory)));
        let mut stop = |_: &Stats| std::ops::ControlFlow::Break(Stop::Cancelled);
        assert!(matches!(verified(Budget::default(), &mut stop), NotVerified::Limit(Limit::Cancelled)));
    }

    #[test]
    fn every_altered_byte_and_every_cut_is_refused() {
        let file = certificate(&deal("mo.9"));
        for at in 0..file.len() {
            for bit in 0..8 {
                let mut altered = file.clone();
                altered[at] ^= 1 << bit;
                assert!(verdict(&altered).is_err(), "bit {bit} of byte {at}");
            }
            assert!(verdict(&file[..at]).is_err(), "cut at {at}");
        }
        assert_eq!(
            verdict(&[&file[..], b"x"].concat()),
            Err("there is trailing data after the end of the certificate".to_owned())
        );
    }

    #[test]
    fn a_set_that_is_not_closed_is_refused() {
        let deal = deal("st.73");
        let whole = positions(&certificate(&deal));
        for left_out in 0..whole.len() {
            let mut positions = whole.clone();
            positions.remove(left_out);
            assert!(rewritten(&deal, &positions).is_err(), "without position {left_out}");
        }
        assert_eq!(rewritten(&deal, &[]), Err("the table itself is not in the certificate".to_owned()));
    }

    #[test]
    fn bytes_that_are_not_positions_are_refused() {
        let deal = deal("st.73");
        let whole = positions(&certificate(&deal));
        let with = |extra: Vec<u8>| {
            let mut positions = whole.clone();
            positions.push((extra, Why::Closed));
            positions.sort_by(|(one, _), (other, _)| one.cmp(other));
            rewritten(&deal, &positions)
        };
        let won = vec![52; 10];
        assert!(with(won).unwrap_err().ends_with("is won"));
        let more_than_a_deck = [&[0; 60][..], &[52; 10]].concat();
        assert!(with(more_than_a_deck).unwrap_err().ends_with("makes no sense"));
        let two_columns = vec![52; 2];
        assert!(with(two_columns).unwrap_err().ends_with("makes no sense"));
        let mut doubled = whole[0].0.clone();
        doubled[1] = doubled[2];
        assert!(with(doubled).unwrap_err().ends_with("makes no sense"));
        let mut repeated = whole.clone();
        repeated.insert(3, whole[3].clone());
        assert_eq!(rewritten(&deal, &repeated), Err("position 5 makes no sense".to_owned()));
    }

    /// Nonsense is refused where it stands: the rest is neither read nor kept.
    #[test]
    fn nonsense_is_refused_at_once() {
        let deal = deal("st.73");
        let nonsense: Vec<Given> =
            (0..100_000_u32).map(|number| (number.to_be_bytes().to_vec(), Why::Closed)).collect();
        let mut file = Vec::new();
        let positions = nonsense.iter().map(|(position, why)| (position.as_slice(), *why));
        file::write(&mut file, &deal, positions).unwrap();
        let mut watch = Unwatched;
        let mut run = Run::new(Budget::default(), &mut watch);
        let refused = verify(Cursor::new(&file), &mut run).unwrap_err();
        assert!(matches!(refused, NotVerified::Position(1)) && refused.is_unreadable());
        assert_eq!((run.stats().nodes, run.stats().memory), (1, 0));
    }

    #[test]
    fn reasons_that_do_not_hold_are_refused() {
        let deal = deal("st.41");
        let whole = positions(&certificate(&deal));
        let (mut closed, mut deadlocked) = (0, 0);
        for (at, (_, why)) in whole.iter().enumerate().step_by(7) {
            let mut positions = whole.clone();
            let other = if *why == Why::Closed { Why::Deadlock } else { Why::Closed };
            positions[at].1 = other;
            let refused = rewritten(&deal, &positions);
            match why {
                Why::Closed => {
                    assert_eq!(
                        refused,
                        Err(format!("position {}: its cards do not lock each other in", at + 1))
                    );
                    closed += 1;
                }
                // A position without any move is lost both ways.
                Why::Deadlock => deadlocked += u32::from(refused.is_err()),
                Why::Relaxed | Why::Loose => panic!("the game has cells"),
            }
        }
        assert!(closed > 5 && deadlocked > 5, "{closed} {deadlocked}");
    }

    /// Queens that wait for each other: nothing has to be tried.
    #[test]
    fn one_position_may_be_proof_enough() {
        let file = certificate(&deal("bd.218"));
        assert_eq!(verdict(&file), Ok(Verified { deal: deal("bd.218"), positions: 1 }));
    }

    /// The position named, with the relaxed game as its reason.
    fn relaxed(name: &str) -> Result<Verified, String> {
        let deal = deal(name);
        let mut start = deal.table().clone();
        start.normalise();
        rewritten(&deal, &[(position::encode(&start).to_vec(), Why::Relaxed)])
    }

    #[test]
    fn a_relaxed_game_that_is_lost_is_proof_enough() {
        let deal = deal("bd.1865");
        let file = certificate(&deal);
        assert_eq!(positions(&file)[0].1, Why::Relaxed);
        assert_eq!(verdict(&file), Ok(Verified { deal, positions: 1 }));
        assert_eq!(relaxed("bd.1865").unwrap().positions, 1);
    }

    #[test]
    fn a_relaxed_game_that_is_won_or_that_does_not_exist_proves_nothing() {
        for name in ["bd.1", "bd.1817", "st.73", "mo.1", "fc.19621"] {
            assert_eq!(relaxed(name), Err("position 1: the relaxed game can be won".to_owned()), "{name}");
        }
    }

    /// A board of Baker's Dozen in normal form with few cards left, and its deal.
    fn small_board(dice: &mut Dice, in_play: usize) -> (Table, Deal) {
        let mut table = table_without_room(dice, in_play);
        table.normalise();
        let deal = Deal::from_board(Rules::named("bd").unwrap(), &table.to_board()).unwrap();
        (table, deal)
    }

    /// The board with one-way foundations.
    fn one_way((table, deal): (Table, Deal)) -> (Table, Deal) {
        let table = with_foundations(&table, Foundations::OneWay);
        let rules = deal.rules().clone().with_foundations(Foundations::OneWay);
        (table, Deal::from_board(rules, &deal.table().to_board()).unwrap())
    }

    fn normalised(deal: &Deal) -> Table {
        let mut table = deal.table().clone();
        table.normalise();
        table
    }

    /// The relaxed game of a later position is lost where that of the table is not. With one-way foundations there is no
    /// game of loose cards, which would prove them all with one position.
    #[test]
    fn later_positions_may_be_lost_in_the_relaxed_game() {
        let mut dice = Dice::new(71);
        let (mut mixed, mut refused) = (0, 0);
        for game in 0..20_000 {
            let (table, deal) = one_way(small_board(&mut dice, 8 + game % 9));
            if table.is_won() || truth(&table, 300) != Truth::Impossible {
                continue;
            }
            let file = certificate(&deal);
            assert!(verdict(&file).is_ok_and(|verified| verified.deal == deal), "{table:?}");
            let whole = positions(&file);
            let is_relaxed = |given: &Given| given.1 == Why::Relaxed;
            if whole.len() == 1 || !whole.iter().any(is_relaxed) {
                continue;
            }
            mixed += 1;
            for left_out in 0..whole.len() {
                let mut positions = whole.clone();
                positions.remove(left_out);
                assert!(rewritten(&deal, &positions).is_err(), "{table:?} without position {left_out}");
            }
            for (at, given) in whole.iter().enumerate().filter(|(_, given)| given.1 == Why::Closed) {
                let mut positions = whole.clone();
                positions[at] = (given.0.clone(), Why::Relaxed);
                let refusal = Err(format!("position {}: the relaxed game can be won", at + 1));
                assert_eq!(rewritten(&deal, &positions), refusal, "{table:?}");
                refused += 1;
            }
        }
        assert!(mixed > 8 && refused > 500, "{mixed} {refused}");
    }

    /// A position that no game leads to, with the same cards in another order, vouches for nothing.
    #[test]
    fn the_order_of_dealt_cards_counts_in_the_relaxed_game() {
        let mut dice = Dice::new(72);
        let mut compared = 0;
        for game in 0..3000 {
            let (table, deal) = small_board(&mut dice, 8 + game % 9);
            if !matches!(truth(&table, 300), Truth::Shortest(1..)) {
                continue;
            }
            let mut columns = table.columns().to_vec();
            for column in &mut columns {
                column.reverse();
            }
            let reversed = Table::new(table.rules(), columns, Cells::new(), table.foundations()).unwrap();
            let alone = Deal::from_board(deal.rules().clone(), &reversed.to_board()).unwrap();
            let lost = |deal: &Deal| (position::encode(&normalised(deal)).to_vec(), Why::Relaxed);
            if normalised(&alone).is_won() || rewritten(&alone, &[lost(&alone)]).is_err() {
                continue;
            }
            let mut both = [lost(&deal), lost(&alone)];
            both.sort_by(|(one, _), (other, _)| one.cmp(other));
            let refused = rewritten(&deal, &both).unwrap_err();
            assert!(refused.ends_with("the relaxed game can be won"), "{refused}");
            compared += 1;
        }
        assert!(compared > 100, "{compared}");
    }

    fn is_lost_when_relaxed(table: &Table) -> bool {
        let mut watch = Unwatched;
        RelaxedGames::default().is_lost(table, 0, &mut Run::new(Budget::default(), &mut watch)).unwrap()
    }

    /// Many small tables in normal form, and whether each can be won, as a search of the tables themselves says. Of those
    /// that are lost in the relaxed game there are few.
    fn decided_tables(seed: u64, games: usize, limit: usize) -> impl Iterator<Item = (Table, bool)> {
        let mut dice = Dice::new(seed);
        (0..games).filter_map(move |game| {
            let mut table = table_without_room(&mut dice, 8 + game % 22);
            table.normalise();
            if game % 16 > 0 && is_lost_when_relaxed(&table) {
                return None;
            }
            match truth(&table, limit) {
                Truth::Shortest(0) | Truth::Unknown => None,
                truth => Some((table, truth != Truth::Impossible)),
            }
        })
    }

    #[test]
    fn the_game_of_loose_cards_is_lost_where_the_game_is_and_nowhere_else() {
        let (mut winnable, mut lost, mut lost_only_so) = (0, 0, 0);
        for (table, can_be_won) in decided_tables(73, 20_000, 1500) {
            let mut watch = Unwatched;
            let is_lost = loose::is_lost(&table, 0, &mut Run::new(Budget::default(), &mut watch));
            assert_eq!(is_lost, Ok(!can_be_won), "{}", table.to_board());
            winnable += u32::from(can_be_won);
            lost += u32::from(!can_be_won);
            lost_only_so += u32::from(!can_be_won && !is_lost_when_relaxed(&table));
        }
        assert!(winnable > 2000 && lost > 500 && lost_only_so > 100, "{winnable} {lost} {lost_only_so}");
    }

    /// The start of the deal, with the game of loose cards as its reason.
    fn loose(deal: &Deal) -> Result<Verified, String> {
        rewritten(deal, &[(position::encode(&normalised(deal)).to_vec(), Why::Loose)])
    }

    #[test]
    fn a_game_of_loose_cards_that_is_lost_is_proof_enough() {
        let (mut proven, mut refused) = (0, 0);
        for (table, can_be_won) in decided_tables(74, 10_000, 300) {
            let deal = Deal::from_board(Rules::named("bd").unwrap(), &table.to_board()).unwrap();
            if can_be_won {
                let refusal = Err("position 1: the game of loose cards can be won".to_owned());
                assert_eq!(loose(&deal), refusal, "{}", table.to_board());
                refused += 1;
                continue;
            }
            let file = certificate(&deal);
            let [(_, why)] = positions(&file)[..] else { panic!("{}", table.to_board()) };
            proven += u32::from(why == Why::Loose);
            assert_eq!(verdict(&file), loose(&deal));
            assert_eq!(verdict(&file), Ok(Verified { deal, positions: 1 }));
        }
        assert!(proven > 50 && refused > 500, "{proven} {refused}");
    }

    #[test]
    fn the_game_of_loose_cards_exists_for_forced_foundations_alone() {
        let refusal = Err("position 1: the game of loose cards can be won".to_owned());
        let lost = deal("bd.1865");
        assert!(loose(&lost).is_ok());
        for foundations in [Foundations::OneWay, Foundations::Free] {
            let rules = lost.rules().clone().with_foundations(foundations);
            assert_eq!(loose(&Deal::numbered(rules, lost.seed().unwrap())), refusal);
        }
        for name in ["mo.1", "st.73"] {
            assert_eq!(loose(&deal(name)), refusal, "{name}");
        }
    }

    #[test]
    fn a_certificate_of_another_deal_is_refused() {
        let positions = positions(&certificate(&deal("st.73")));
        let refused = rewritten(&deal("st.41"), &positions);
        assert_eq!(refused, Err("the table itself is not in the certificate".to_owned()));
    }
}

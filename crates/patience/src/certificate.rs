//! Certificates of impossibility: evidence that a table cannot be won, for anyone to check.
//!
//! A certificate lists a set of positions that contains the table, contains no won position, and is
//! *closed*: every legal move from each of its positions leads, after putting up, to one of its positions.
//! Play that starts at the table can then never leave the set, so it can never win.
//!
//! Positions are listed up to the order of columns and of cells. That loses nothing: which column or cell is
//! which appears in no rule ([`Target::EmptyColumn`](crate::Target::EmptyColumn) is the first empty one, and
//! all empty ones are alike), so exchanging two columns turns the legal moves of a position into the legal
//! moves of the exchanged one.
//!
//! [`prove`] finds the set by walking it; [`verify`] knows the referee and nothing else.

mod doomed;
mod file;
mod fingerprints;
mod position;
mod prove;
mod verify;

#[cfg(test)]
pub(crate) use doomed::is_doomed;
pub use file::{Claim, Refused};
pub use prove::{Closure, Proof, prove};
pub use verify::{Verified, verify};

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use search::{Budget, Unwatched};

    use super::file::Why;
    use super::*;
    use crate::{DealName, Rules};

    fn claim(name: &str) -> Claim {
        let deal: DealName = name.parse().unwrap();
        Claim { table: deal.deal(), seed: Some(deal.seed), rules: deal.rules }
    }

    fn certificate(claim: Claim) -> Vec<u8> {
        let Proof::Impossible(closure) = prove(claim, Budget::default(), &mut Unwatched) else {
            panic!("the deal is impossible");
        };
        let mut file = Vec::new();
        closure.write(&mut file).unwrap();
        file
    }

    fn verdict(file: &[u8]) -> Result<Verified, String> {
        verify(Cursor::new(file), 1 << 30, &mut Unwatched).map_err(|why| why.to_string())
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

    fn rewritten(claim: &Claim, positions: &[Given]) -> Result<Verified, String> {
        let mut file = Vec::new();
        let positions = positions.iter().map(|(position, why)| (position.as_slice(), *why));
        file::write(&mut file, claim, positions).unwrap();
        verdict(&file)
    }

    #[test]
    fn impossible_deals_are_proven() {
        for (name, positions) in [("mo.9", 1), ("mo.3", 1), ("st.73", 173), ("st.41", 1175)] {
            let file = certificate(claim(name));
            assert_eq!(verdict(&file), Ok(Verified { claim: claim(name), positions }));
        }
    }

    #[test]
    fn a_board_is_proven_like_a_deal() {
        let rules = Rules::named("fc0").unwrap();
        let board = "Founds: C-K S-K H-J D-J\n: QH KH QD KD\n";
        let table = rules.read_board(board).unwrap();
        assert!(matches!(
            prove(Claim { rules: rules.clone(), seed: None, table }, Budget::default(), &mut Unwatched),
            Proof::Winnable
        ));
        let stuck = Rules::named("mo").unwrap();
        let table = stuck.read_board("Founds: C-K S-K H-J D-J\n: QH KD\n: QD KH\n").unwrap();
        let claim = Claim { rules: stuck, seed: None, table };
        assert_eq!(verdict(&certificate(claim.clone())), Ok(Verified { claim, positions: 1 }));
    }

    #[test]
    fn winnable_deals_and_limits_are_no_proofs() {
        let limited = |budget| prove(claim("fc.11"), budget, &mut Unwatched);
        assert!(matches!(limited(Budget::default().with_nodes(50)), Proof::GaveUp(search::Limit::Nodes)));
        assert!(matches!(limited(Budget::default().with_memory(5000)), Proof::GaveUp(search::Limit::Memory)));
        let mut stop = |_: &search::Stats| std::ops::ControlFlow::Break(search::Stop::Time);
        assert!(matches!(
            prove(claim("st.41"), Budget::default(), &mut stop),
            Proof::GaveUp(search::Limit::Time)
        ));
    }

    #[test]
    fn every_altered_byte_and_every_cut_is_refused() {
        let file = certificate(claim("mo.9"));
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
            Err("the certificate goes on behind its end".to_owned())
        );
    }

    #[test]
    fn a_set_that_is_not_closed_is_refused() {
        let claim = claim("st.73");
        let whole = positions(&certificate(claim.clone()));
        for left_out in 0..whole.len() {
            let mut positions = whole.clone();
            positions.remove(left_out);
            assert!(rewritten(&claim, &positions).is_err(), "without position {left_out}");
        }
        assert_eq!(rewritten(&claim, &[]), Err("the table itself is not in the certificate".to_owned()));
    }

    #[test]
    fn positions_that_are_none_are_refused() {
        let claim = claim("st.73");
        let whole = positions(&certificate(claim.clone()));
        let with = |extra: Vec<u8>| {
            let mut positions = whole.clone();
            positions.push((extra, Why::Closed));
            positions.sort_by(|(one, _), (other, _)| one.cmp(other));
            rewritten(&claim, &positions)
        };
        let won = vec![52; 10];
        assert!(with(won).unwrap_err().ends_with("is won"));
        let two_columns = vec![52; 2];
        assert!(with(two_columns).unwrap_err().ends_with("makes no sense"));
        let mut doubled = whole[0].0.clone();
        doubled[1] = doubled[2];
        assert!(with(doubled).unwrap_err().ends_with("makes no sense"));
        let mut repeated = whole.clone();
        repeated.insert(3, whole[3].clone());
        assert_eq!(rewritten(&claim, &repeated), Err("position 5 makes no sense".to_owned()));
    }

    #[test]
    fn reasons_that_do_not_hold_are_refused() {
        let claim = claim("st.41");
        let whole = positions(&certificate(claim.clone()));
        let (mut closed, mut doomed) = (0, 0);
        for (at, (_, why)) in whole.iter().enumerate().step_by(7) {
            let mut positions = whole.clone();
            let other = if *why == Why::Closed { Why::Doomed } else { Why::Closed };
            positions[at].1 = other;
            let refused = rewritten(&claim, &positions);
            match why {
                Why::Closed => {
                    assert_eq!(
                        refused,
                        Err(format!("position {}: its cards do not lock each other in", at + 1))
                    );
                    closed += 1;
                }
                // A position without any move is lost both ways.
                Why::Doomed => doomed += u32::from(refused.is_err()),
            }
        }
        assert!(closed > 5 && doomed > 5, "{closed} {doomed}");
    }

    /// Queens that wait for each other: nothing has to be tried.
    #[test]
    fn one_position_may_be_proof_enough() {
        let file = certificate(claim("bd.218"));
        assert_eq!(verdict(&file), Ok(Verified { claim: claim("bd.218"), positions: 1 }));
    }

    #[test]
    fn a_certificate_of_another_deal_is_refused() {
        let positions = positions(&certificate(claim("st.73")));
        let refused = rewritten(&claim("st.41"), &positions);
        assert_eq!(refused, Err("the table itself is not in the certificate".to_owned()));
    }
}

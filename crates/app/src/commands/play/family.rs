//! The families of games, and the options that each of them has.

use rummy::RuleSet;
use session::Peg;

use super::Args;
use crate::exit::Fault;

/// A family of games; letters alone has a word list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Family {
    Patience,
    Peg,
    Rummy(RuleSet),
}

impl Family {
    /// The family of the game that the command line names.
    fn of(args: &Args) -> Option<Self> {
        match args.deal.as_deref() {
            Some(Peg::GAME) => Some(Self::Peg),
            Some(name) => Some(name.parse().map_or(Self::Patience, Self::Rummy)),
            None => args.source.names_a_table().then_some(Self::Patience),
        }
    }
}

/// An option that is given, and the games that it is for.
struct Given {
    option: &'static str,
    games: &'static str,
    is_for: fn(Family) -> bool,
}

/// Refuses options that the game does not have. Without a game the menu opens, where a word list may be of use.
pub(super) fn refuse_options_of_others(args: &Args) -> Result<(), Fault> {
    let family = Family::of(args);
    for Given { option, games, is_for } in given(args) {
        match family {
            Some(family) if is_for(family) => {}
            Some(_) => return Err(Fault::usage(format!("{option} is for {games}"))),
            None if args.load.is_some() => {
                return Err(Fault::usage(format!("{option} is for a new game; leave it out with --load")));
            }
            None => return Err(Fault::usage(format!("{option} is for {games}; name the GAME before it"))),
        }
    }
    match family {
        None | Some(Family::Rummy(RuleSet::Letters)) => Ok(()),
        Some(_) if args.dictionary.is_given() => {
            Err(Fault::usage("--dictionary and --alphabet are for letters"))
        }
        Some(_) => Ok(()),
    }
}

/// The options of single families that are given.
fn given(args: &Args) -> Vec<Given> {
    let peg = [
        ("--board", args.peg_board.is_some()),
        ("--vacate", args.vacate.is_some()),
        ("--to", args.to.is_some()),
    ];
    let rummy = [
        ("--players or --against", !args.players.is_empty() || !args.against.is_empty()),
        ("--rules-file", args.rules_file.is_some()),
        ("--seed", args.seed.is_some()),
    ];
    let of_peg = peg.into_iter().filter(|(_, is_given)| *is_given).map(|(option, _)| Given {
        option,
        games: "peg",
        is_for: |family| family == Family::Peg,
    });
    let of_rummy = rummy.into_iter().filter(|(_, is_given)| *is_given).map(|(option, _)| Given {
        option,
        games: "a rule set of rummy",
        is_for: |family| matches!(family, Family::Rummy(_)),
    });
    let of_patience = args.source.given().map(|option| Given {
        option,
        games: "a patience",
        is_for: |family| family == Family::Patience,
    });
    of_peg.chain(of_rummy).chain(of_patience).collect()
}

//! The hunt for deals that cannot be won: a verdict for each deal, a certificate for each impossible one.

use std::io;

use patience::{Closure, Deal, Foundations, Play, Rules, Seed, SolveError, Solver, prove};
use search::{Limit, Outcome, Run};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::key::Key;
use crate::ledger::Ledger;
use crate::pool::{Ahead, Done, work_through};
use crate::rules_key::of_rules;
use crate::verdict::Verdict;
use crate::work::{Plan, Work};

/// Where certificates go.
pub trait Certificates: Sync {
    /// Is the certificate of this deal there?
    fn is_there(&self, seed: Seed) -> bool;

    /// Writes a certificate, whole or not at all.
    fn write(&self, seed: Seed, certificate: &Closure) -> io::Result<()>;
}

/// A hunt over the deals of a game; its items are the numbers of the deals.
pub struct Hunt<'h> {
    /// The game.
    pub rules: Rules,
    /// Where certificates of impossible deals go, if they are wanted.
    pub certificates: Option<&'h dyn Certificates>,
}

/// The row of one deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HuntRow {
    /// The verdict.
    #[serde(rename = "v")]
    pub verdict: Verdict,
    /// The verdict where putting up is a choice and cards may come back, if the game itself forces cards up and is
    /// not won.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub free: Option<Verdict>,
    /// How certifying an impossible deal went, where certificates can be made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certificate: Option<Certified>,
}

/// How certifying an impossible deal went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Certified {
    /// Its certificate has this many positions.
    Positions(u64),
    /// It would have more than fit the limits.
    GaveUp(#[serde(with = "crate::limit_word")] Limit),
}

/// Why a hunt cannot go on.
#[derive(Debug, Error)]
pub enum HuntError {
    /// A certificate cannot be written.
    #[error("the certificate of deal {0}: {1}")]
    Certificate(u64, io::Error),
    /// A solver has nothing to report.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// Solver and proof contradict each other.
    #[error("deal {0} was found impossible, but the proof finds a way to win")]
    Contradiction(u64),
}

impl Work for Hunt<'_> {
    type Row = HuntRow;
    type Worker = Solver;
    type Error = HuntError;

    fn key(&self) -> Key {
        of_rules(Key::new("hunt"), &self.rules)
    }

    fn worker(&self) -> Solver {
        Solver::new()
    }

    fn row(&self, solver: &mut Solver, item: u64, run: &mut Run<'_>) -> Result<Option<HuntRow>, HuntError> {
        let seed = self.seed(item);
        let Play { foundations, .. } = self.rules.play();
        let verdict = verdict(solver, &self.rules, seed, run)?;
        let mut row = HuntRow { verdict, free: None, certificate: None };
        if verdict != Verdict::Solved && foundations == Foundations::Forced {
            let free = self.rules.clone().with_foundations(Foundations::Free);
            row.free = Some(self::verdict(solver, &free, seed, run)?);
        }
        if verdict == Verdict::Impossible {
            row.certificate = Some(self.certify(seed, run)?);
        }
        Ok(run.ask().is_ok().then_some(row))
    }

    fn gave_up(row: &HuntRow) -> Option<Limit> {
        let uncertified = match row.certificate {
            Some(Certified::GaveUp(limit)) => Some(limit),
            _ => None,
        };
        row.verdict.limit().or(row.free.and_then(Verdict::limit)).or(uncertified)
    }
}

impl Hunt<'_> {
    /// Writes the certificates that are missing for deals found impossible before; says how many are still missing.
    pub fn certify_earlier(&self, plan: &Plan<'_>, ledger: &Ledger<HuntRow>) -> Result<u64, HuntError> {
        let Some(certificates) = self.certificates else { return Ok(0) };
        let mut missing = Vec::new();
        let listed: io::Result<()> = ledger.for_each(&plan.items, |item, row| {
            if matches!(row.certificate, Some(Certified::Positions(_)))
                && !certificates.is_there(self.seed(item))
            {
                missing.push(item);
            }
            Ok(())
        });
        listed.map_err(|error| HuntError::Certificate(0, error))?;
        let mut left = missing.len() as u64;
        let again = Certifying(self);
        let written = |done: &Done<Certified>| matches!(done.row, Ok(Certified::Positions(_)));
        work_through(
            &again,
            plan,
            missing.into_iter(),
            Ahead::Any,
            |error| error,
            |batch| {
                left -= batch.iter().filter(|done| written(done)).count() as u64;
                Ok(0)
            },
        )?;
        Ok(left)
    }

    /// Makes the certificate of an impossible deal.
    fn certify(&self, seed: Seed, run: &mut Run<'_>) -> Result<Certified, HuntError> {
        let deal = Deal::numbered(self.rules.clone(), seed);
        let closure = match run.separately(run.budget(), |run| prove(&deal, run))? {
            Outcome::Unsolvable(closure) => closure,
            Outcome::GaveUp(limit) => return Ok(Certified::GaveUp(limit)),
            Outcome::Solved(_) => return Err(HuntError::Contradiction(seed.number())),
        };
        if let Some(certificates) = self.certificates {
            let written = certificates.write(seed, &closure);
            written.map_err(|error| HuntError::Certificate(seed.number(), error))?;
        }
        Ok(Certified::Positions(closure.len() as u64))
    }

    fn seed(&self, item: u64) -> Seed {
        self.rules.seed(&item.to_string()).expect("items are numbers of deals")
    }
}

fn verdict(solver: &mut Solver, rules: &Rules, seed: Seed, run: &mut Run<'_>) -> Result<Verdict, SolveError> {
    let report = run.separately(run.budget(), |run| solver.solve(&rules.deal(seed), run))?;
    Ok(Verdict::from(&report.outcome))
}

/// The certificates of deals that were found impossible before.
struct Certifying<'h>(&'h Hunt<'h>);

impl Work for Certifying<'_> {
    type Row = Certified;
    type Worker = ();
    type Error = HuntError;

    fn key(&self) -> Key {
        self.0.key()
    }

    fn worker(&self) {}

    fn row(&self, (): &mut (), item: u64, run: &mut Run<'_>) -> Result<Option<Certified>, HuntError> {
        let certified = self.0.certify(self.0.seed(item), run)?;
        Ok(run.ask().is_ok().then_some(certified))
    }

    fn gave_up(_: &Certified) -> Option<Limit> {
        None
    }
}

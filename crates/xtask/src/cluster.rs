//! The test of a survey on Spark: a master and two workers on this machine.

use std::panic::resume_unwind;
use std::process::Command;
use std::thread::{JoinHandle, spawn};

use test_programs::{JAVA, Missing, PYSPARK, PYTHON, python_environment};

use crate::browser::program;
use crate::chore::{Steps, root};
use crate::packages;
use crate::skips::Skips;

/// The test, for which Spark may still be on its way: 400 MB from `PyPI`.
pub(crate) enum ClusterTest {
    /// It cannot run without these programs.
    Missing(Missing),
    /// Spark is fetched while other tests run.
    Fetching(JoinHandle<Result<(), String>>),
}

impl ClusterTest {
    /// Looks for Java and Python, and begins to fetch Spark where it is missing and may be installed.
    pub(crate) fn prepare(skips: &Skips) -> Self {
        let needed: &[_] = if skips.are_allowed() { &[PYTHON, JAVA, PYSPARK] } else { &[PYTHON, JAVA] };
        match Missing::among(needed) {
            Some(missing) => Self::Missing(missing),
            None => Self::Fetching(spawn(|| packages::install(&[PYSPARK]))),
        }
    }

    pub(crate) fn run(self, steps: &mut Steps) {
        match self {
            Self::Missing(missing) => {
                steps.skip(format!("test of a cluster not run: {missing} ({})", missing.remedy()));
            }
            Self::Fetching(spark) => {
                if steps.check("Spark", || spark.join().unwrap_or_else(|panic| resume_unwind(panic))) {
                    steps.run("test of a cluster", test());
                }
            }
        }
    }
}

fn test() -> Command {
    let mut test = Command::new(python_environment().join("bin/python"));
    test.arg("integrations/spark/test_survey.py").env("TAPIS", program()).current_dir(root());
    test
}

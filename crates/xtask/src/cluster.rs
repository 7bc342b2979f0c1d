//! The test of a survey on Spark: a master and two workers on this machine.

use std::process::Command;

use test_programs::{JAVA, Missing, PYSPARK, PYTHON, python_environment};

use crate::browser::program;
use crate::chore::{Steps, root};
use crate::packages;
use crate::skips::Skips;

/// Runs the test where Java and Python are there. Spark, 400 MB, comes from `PyPI` if `all` is asked for.
pub(crate) fn run(steps: &mut Steps, skips: &Skips, all: bool) {
    let installs = all && !skips.are_allowed();
    let needed: &[_] = if installs { &[PYTHON, JAVA] } else { &[PYTHON, JAVA, PYSPARK] };
    if let Some(missing) = Missing::among(needed) {
        steps.skip(format!("test of a cluster not run: {missing} ({})", missing.remedy()));
        return;
    }
    if steps.check("Spark", || packages::install(&[PYSPARK])) {
        steps.run("test of a cluster", test());
    }
}

fn test() -> Command {
    let mut test = Command::new(python_environment().join("bin/python"));
    test.arg("integrations/spark/test_survey.py").env("TAPIS", program()).current_dir(root());
    test
}

//! `cargo xtask fuzz TARGET`: libFuzzer on a stable compiler.

use std::process::ExitCode;

use crate::chore::{Steps, cargo, root};

/// The flags that cargo-fuzz would pass: coverage counters and traced comparisons.
const INSTRUMENTATION: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares --cfg fuzzing";

/// Fuzz one target; what is found stays in fuzz/artifacts
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The target: a folder of fuzz/corpus
    target: String,
    /// For how long
    #[arg(long, default_value_t = 60)]
    seconds: u32,
}

pub(crate) fn run(args: &Args) -> ExitCode {
    let corpus = root().join("fuzz/corpus").join(&args.target);
    if !corpus.is_dir() {
        eprintln!("there is no target `{}`: no such folder in fuzz/corpus", args.target);
        return ExitCode::FAILURE;
    }
    // libFuzzer writes what it finds into the first folder and only reads the second.
    let found = root().join("fuzz/artifacts").join(&args.target);
    if let Err(error) = std::fs::create_dir_all(&found) {
        eprintln!("cannot make {}: {error}", found.display());
        return ExitCode::FAILURE;
    }
    let mut fuzz =
        cargo(&["run", "--quiet", "--release", "--manifest-path", "fuzz/Cargo.toml", "--bin", "any"]);
    // With a target named, the instrumentation stays out of build scripts.
    fuzz.args(["--target", env!("HOST")]).env("RUSTFLAGS", INSTRUMENTATION).env("TARGET", &args.target);
    fuzz.arg("--")
        .arg(&found)
        .arg(corpus)
        .arg(format!("-max_total_time={}", args.seconds))
        .arg("-rss_limit_mb=1024");
    fuzz.arg("-timeout=5").arg(format!("-artifact_prefix={}/", found.display()));
    let mut steps = Steps::default();
    steps.run(&format!("fuzz {}", args.target), fuzz);
    steps.finish()
}

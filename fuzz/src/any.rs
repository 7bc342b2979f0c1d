//! Any target under libFuzzer; the environment variable `TARGET` names it.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;

static TARGET: LazyLock<fn(&[u8])> = LazyLock::new(|| {
    let name = std::env::var("TARGET").expect("TARGET names what is fuzzed");
    fuzz_targets::target(&name).expect("TARGET is one of fuzz_targets::TARGETS")
});

fuzz_target!(|data: &[u8]| TARGET(data));

//! Tells `--version` what the programs were built for.

fn main() {
    println!(
        "cargo:rustc-env=BUILT_FOR={}",
        std::env::var("TARGET").expect("cargo sets TARGET for build scripts")
    );
    println!("cargo:rerun-if-changed=build.rs");
}

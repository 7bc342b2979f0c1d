//! Tells the chores which machine they run on.

fn main() {
    println!("cargo:rustc-env=HOST={}", std::env::var("HOST").expect("cargo sets HOST for build scripts"));
    println!("cargo:rerun-if-changed=build.rs");
}

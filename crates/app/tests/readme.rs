//! The examples of the documentation print what they say.

#[test]
fn the_readme_is_true() {
    std::env::set_current_dir("../..").expect("the root is two folders up");
    trycmd::TestCases::new().case("README.md");
}

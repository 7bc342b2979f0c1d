//! The commands that the README promises to work.

/// The commands in the first block of shell of the section `Two commands`.
pub(super) fn commands(readme: &str) -> Result<Vec<String>, String> {
    let section = readme.split("\n## ").find(|section| section.starts_with("Two commands\n"));
    let block = section.and_then(|section| section.split("```sh\n").nth(1)?.split("```").next());
    let commands: Vec<String> = block.unwrap_or_default().lines().map(str::to_owned).collect();
    if commands.is_empty() {
        return Err("README.md has no section `Two commands` with a block of shell".to_owned());
    }
    Ok(commands)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_commands_are_those_of_the_readme() {
        let commands = commands(include_str!("../../../../README.md")).unwrap();
        assert_eq!(commands, ["cargo run --release -- solve FreeCell.123456", "cargo xtask test"]);
    }

    #[test]
    fn other_sections_have_no_commands() {
        let readme = "# Tapis\n\n## Two commands\n\nText.\n\n## More\n\n```sh\ntrue\n```\n";
        assert!(commands(readme).is_err());
    }
}

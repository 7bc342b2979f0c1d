//! Numbers in messages.

/// A number with its noun: `1 card`, `2 cards`.
pub(crate) fn counted(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// A large number for people: `1,000,000`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let is_start = |at: usize| at > 0 && (digits.len() - at).is_multiple_of(3);
    let grouped = digits.char_indices().flat_map(|(at, digit)| [is_start(at).then_some(','), Some(digit)]);
    grouped.flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        assert_eq!([0, 1, 2].map(|number| counted(number, "card")), ["0 cards", "1 card", "2 cards"]);
        let large = [0, 999, 1_000, 52_000, 1_000_000_000].map(grouped);
        assert_eq!(large, ["0", "999", "1,000", "52,000", "1,000,000,000"]);
    }
}

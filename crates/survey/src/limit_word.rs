//! Limits as words in a file.

use search::Limit;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serializer};

const WORDS: [(Limit, &str); 5] = [
    (Limit::Nodes, "nodes"),
    (Limit::Memory, "memory"),
    (Limit::Time, "time"),
    (Limit::Cancelled, "cancelled"),
    (Limit::Incomplete, "incomplete"),
];

/// The word for a limit.
pub(crate) fn word(limit: Limit) -> &'static str {
    WORDS.iter().find(|(known, _)| *known == limit).map_or("", |(_, word)| word)
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]
pub(crate) fn serialize<S: Serializer>(limit: &Limit, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(word(*limit))
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Limit, D::Error> {
    let word = String::deserialize(deserializer)?;
    let known = WORDS.iter().find(|(_, known)| *known == word).map(|(limit, _)| *limit);
    known.ok_or_else(|| D::Error::custom("unknown limit"))
}

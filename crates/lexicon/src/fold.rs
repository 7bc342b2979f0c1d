//! Folds the characters of a language to plain letters: accents, cedillas and ligatures.

use unicode_normalization::char::{decompose_canonical, is_combining_mark};

use crate::letter::Letter;

/// Gives the letters of `c` to `push`: one, several for a ligature, none for a mark that combines with the letter before
/// it. `false` if `c` is not a letter from A to Z, with or without marks.
pub(crate) fn fold_char(c: char, mut push: impl FnMut(Letter)) -> bool {
    if let Some(letter) = Letter::from_ascii(c) {
        push(letter);
        return true;
    }
    if c.is_ascii() {
        return false;
    }
    let mut plain = true;
    decompose_canonical(c, |part| {
        plain &= is_combining_mark(part)
            || spelling(part).chars().filter_map(Letter::from_ascii).map(&mut push).count() > 0;
    });
    plain
}

/// How a character without accents is spelled in plain letters; empty if it cannot be.
///
/// Ligatures and letters with a stroke have no canonical decomposition, and the compatibility one would also turn signs such as
/// `™` and `№` into letters, so they are listed.
fn spelling(c: char) -> &'static str {
    const ALPHABET: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    if let Some(letter) = Letter::from_ascii(c) {
        return &ALPHABET[letter.index()..=letter.index()];
    }
    match c {
        'œ' | 'Œ' => "OE",
        'æ' | 'Æ' => "AE",
        'ß' | 'ẞ' => "SS",
        'þ' | 'Þ' => "TH",
        'đ' | 'Đ' | 'ð' | 'Ð' => "D",
        'ħ' | 'Ħ' => "H",
        'ı' => "I",
        'ł' | 'Ł' => "L",
        'ŋ' | 'Ŋ' => "N",
        'ø' | 'Ø' => "O",
        'ŧ' | 'Ŧ' => "T",
        'ĳ' | 'Ĳ' => "IJ",
        'ﬀ' => "FF",
        'ﬁ' => "FI",
        'ﬂ' => "FL",
        'ﬃ' => "FFI",
        'ﬄ' => "FFL",
        'ﬅ' | 'ﬆ' => "ST",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folded(text: &str) -> Option<String> {
        let mut letters = String::new();
        let plain = text.chars().all(|c| fold_char(c, |letter| letters.push(letter.to_char())));
        plain.then_some(letters)
    }

    #[test]
    fn accents_cedillas_and_ligatures_are_folded() {
        for (text, letters) in [
            ("élève", "ELEVE"),
            ("e\u{301}le\u{300}ve", "ELEVE"),
            ("ŒUF", "OEUF"),
            ("ex-æquo".trim_start_matches("ex-"), "AEQUO"),
            ("ça", "CA"),
            ("naïf", "NAIF"),
            ("Ǽ", "AE"),
            ("ệ", "E"),
            ("ﬁn", "FIN"),
            ("straße", "STRASSE"),
            ("łódź", "LODZ"),
            ("ŁÓDŹ", "LODZ"),
            ("øre", "ORE"),
            ("Ǿ", "O"),
            ("đak", "DAK"),
            ("þorn", "THORN"),
            ("eyði", "EYDI"),
            ("ħobż", "HOBZ"),
            ("ılık", "ILIK"),
            ("ŧaŋ", "TAN"),
        ] {
            assert_eq!(folded(text).as_deref(), Some(letters), "{text}");
        }
    }

    #[test]
    fn other_characters_are_not_letters() {
        for text in ["aujourd'hui", "porte-clé", "a b", "R2", "Ω", "ж", "™", "№", "½", "a\0", "漢"] {
            assert_eq!(folded(text), None, "{text}");
        }
    }
}

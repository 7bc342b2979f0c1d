//! Folds the characters of a language to the letters of an alphabet: accents, cedillas and ligatures.

use unicode_normalization::char::{compose, decompose_canonical, is_combining_mark};

use crate::alphabet::Alphabet;
use crate::letter::Letter;

/// Gives the letters of `c` to `push`: one, several for a ligature, none for a mark that combines with the letter before
/// it. `false` if `c` is not a letter of the alphabet, with or without marks.
#[inline]
pub(crate) fn fold_char(alphabet: &Alphabet, c: char, mut push: impl FnMut(Letter)) -> bool {
    if let Some(letter) = alphabet.letter(c) {
        push(letter);
        return true;
    }
    !c.is_ascii() && fold_parts(alphabet, c, &mut push)
}

/// Folds a character that is not a letter itself. A mark stays on its letter where the alphabet has both as a letter.
fn fold_parts(alphabet: &Alphabet, c: char, push: &mut impl FnMut(Letter)) -> bool {
    let mut base: Option<char> = None;
    let mut is_folded = true;
    decompose_canonical(c, |part| {
        if is_combining_mark(part) {
            let marked = base.and_then(|base| compose(base, part));
            base = marked.filter(|&marked| alphabet.letter(marked).is_some()).or(base);
        } else {
            is_folded &= base.replace(part).is_none_or(|base| spell(alphabet, base, push));
        }
    });
    is_folded && base.is_none_or(|base| spell(alphabet, base, push))
}

/// Gives the letters by which a character without accents is spelled to `push`; `false` if it cannot be.
fn spell(alphabet: &Alphabet, c: char, push: &mut impl FnMut(Letter)) -> bool {
    if let Some(letter) = alphabet.letter(c) {
        push(letter);
        return true;
    }
    let spelling = spelling(c);
    let mut letters = spelling.chars().map(|c| alphabet.letter(c));
    !spelling.is_empty() && letters.all(|letter| letter.map(&mut *push).is_some())
}

/// How a character that has no accents is spelled in plain letters; empty if it is not in the list.
///
/// Ligatures and letters with a stroke have no canonical decomposition, and the compatibility one would also turn signs such as
/// `™` and `№` into letters, so they are listed.
fn spelling(c: char) -> &'static str {
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
        'ς' => "Σ",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folded(text: &str) -> Option<String> {
        let mut letters = String::new();
        let plain =
            text.chars().all(|c| fold_char(&Alphabet::LATIN, c, |letter| letters.push(letter.to_char())));
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

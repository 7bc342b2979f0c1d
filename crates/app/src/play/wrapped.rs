//! Lines that are as wide as the terminal, broken only between their pieces.

use std::env;
use std::io::{self, IsTerminal};

/// A piece that is never broken, with its width on the screen.
pub(super) struct Piece {
    pub(super) text: String,
    pub(super) width: usize,
}

/// The width of the terminal, or what `COLUMNS` says; none where lines may have any length.
pub(super) fn screen_width() -> Option<usize> {
    let terminal = || crossterm::terminal::size().ok().filter(|_| io::stdout().is_terminal());
    let columns = || env::var("COLUMNS").ok()?.parse().ok();
    let width = terminal().map(|(width, _)| usize::from(width)).or_else(columns);
    width.filter(|&width| width > 0)
}

/// The pieces after a heading, with blanks between them; further lines are indented as far as the heading goes.
pub(super) fn wrapped(heading: &str, pieces: &[Piece], width: Option<usize>) -> String {
    let indent = heading.chars().count();
    let (mut lines, mut column) = (heading.to_owned(), indent);
    for (at, piece) in pieces.iter().enumerate() {
        let is_first = at == 0 || column == indent;
        if !is_first && width.is_some_and(|width| column + 1 + piece.width > width) {
            lines.push('\n');
            lines.push_str(&" ".repeat(indent));
            column = indent;
        } else if !is_first {
            lines.push(' ');
            column += 1;
        }
        lines.push_str(&piece.text);
        column += piece.width;
    }
    lines
}

/// A text whose lines are broken at blanks where they are too long; a combination stays in one piece where it fits.
pub(super) fn folded(text: &str, width: Option<usize>) -> String {
    let fold = |line: &str| match width {
        Some(width) if seen_width(line) > width => {
            let body = line.trim_start();
            let indent = &line[..line.len() - body.len()];
            wrapped(indent, &words(body, width.saturating_sub(indent.len())), Some(width))
        }
        _ => line.to_owned(),
    };
    text.split('\n').map(fold).collect::<Vec<_>>().join("\n")
}

/// The words of a text; those between parentheses are one piece where there is room for it.
fn words(text: &str, room: usize) -> Vec<Piece> {
    let (mut pieces, mut group, mut open) = (Vec::new(), Vec::new(), 0);
    for word in text.split_whitespace() {
        group.push(word);
        open += word.matches('(').count();
        open -= word.matches(')').count().min(open);
        if open == 0 {
            pieces.extend(joined(&group, room));
            group.clear();
        }
    }
    pieces.extend(joined(&group, room));
    pieces
}

fn joined(words: &[&str], room: usize) -> Vec<Piece> {
    let piece = |text: &str| Piece { text: text.to_owned(), width: seen_width(text) };
    match piece(&words.join(" ")) {
        whole if whole.width <= room && !words.is_empty() => vec![whole],
        _ => words.iter().map(|word| piece(word)).collect(),
    }
}

/// The width on the screen, without colours.
fn seen_width(text: &str) -> usize {
    anstream::adapter::strip_str(text).to_string().chars().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(width: Option<usize>) -> String {
        let pieces =
            ["10b", "11b", "12b", "*"].map(|text| Piece { text: text.to_owned(), width: text.len() });
        wrapped("hand: ", &pieces, width)
    }

    #[test]
    fn texts_break_at_blanks_and_keep_combinations_together() {
        let text = "  hint: 1 (10b 11b 12b), then done\nshort";
        assert_eq!(folded(text, None), text);
        assert_eq!(folded(text, Some(80)), text);
        assert_eq!(folded(text, Some(18)), "  hint: 1\n  (10b 11b 12b),\n  then done\nshort");
        assert_eq!(folded(text, Some(10)), "  hint: 1\n  (10b 11b\n  12b),\n  then\n  done\nshort");
        assert_eq!(
            folded("\x1b[31m9r\x1b[0m \x1b[31m8r\x1b[0m", Some(5)),
            "\x1b[31m9r\x1b[0m \x1b[31m8r\x1b[0m"
        );
    }

    #[test]
    fn lines_break_between_pieces() {
        assert_eq!(lines(None), "hand: 10b 11b 12b *");
        assert_eq!(lines(Some(19)), "hand: 10b 11b 12b *");
        assert_eq!(lines(Some(18)), "hand: 10b 11b 12b\n      *");
        assert_eq!(lines(Some(13)), "hand: 10b 11b\n      12b *");
        assert_eq!(lines(Some(1)), "hand: 10b\n      11b\n      12b\n      *");
    }
}

//! Deals and judgements known from xpat2 and from the numbered Windows deals.

use patience::{Card, Column, Deal, Rules, Verdict, check};

/// The fields of every line that is not a comment.
fn rows(file: &str) -> impl Iterator<Item = Vec<&str>> {
    file.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect())
}

fn numbers(cards: &[Card]) -> String {
    cards.iter().map(|card| card.number().to_string()).collect::<Vec<_>>().join(" ")
}

#[test]
fn deals_are_those_of_xpat2() {
    let mut seen = 0;
    for row in rows(include_str!("data/deals.tsv")) {
        let deal: Deal = format!("{}.{}", row[0], row[1]).parse().unwrap();
        let table = deal.table().clone();
        let columns: Vec<_> = table.columns().iter().map(Column::as_slice).map(numbers).collect();
        assert_eq!(columns.join("|"), row[2], "{} {}", row[0], row[1]);
        assert_eq!(numbers(table.cells()), row.get(3).copied().unwrap_or_default());
        seen += 1;
    }
    assert_eq!(seen, 192);
}

#[test]
fn lines_of_play_are_judged_as_known() {
    let mut won = 0;
    for row in rows(include_str!("data/lines.tsv")) {
        let deal: Deal = format!("{}.{}", row[0], row[1]).parse().unwrap();
        let moves = row[2].split(';').filter(|line| !line.is_empty()).map(str::as_bytes);
        let judged = match check(deal.table().clone(), moves, |_, _| {}) {
            Verdict::Won { .. } => "won".to_owned(),
            Verdict::NotWon { moves } => (moves + 1).to_string(),
            Verdict::Illegal { at, .. } => at.to_string(),
        };
        assert_eq!(judged, row[3], "{} {}: {}", row[0], row[1], row[2]);
        won += usize::from(judged == "won");
    }
    assert_eq!(won, 44);
}

/// The rows of a numbered Windows deal, first row first.
fn windows_rows(number: &str) -> Vec<String> {
    let rules = Rules::named("ms").unwrap();
    let table = rules.deal(rules.seed(number).unwrap());
    let row = |row: usize| {
        table.columns().iter().filter_map(move |column| column.get(row)).map(|card| card.ascii().to_string())
    };
    (0..7).map(|at| row(at).collect::<Vec<_>>().join(" ")).collect()
}

#[test]
fn windows_deals_are_as_published() {
    assert_eq!(
        windows_rows("1"),
        [
            "JD 2D 9H JC 5D 7H 7C 5H",
            "KD KC 9S 5S AD QC KH 3H",
            "2S KS 9D QD JS AS AH 3C",
            "4C 5C TS QH 4H AC 4D 7S",
            "3S TD 4S TH 8H 2C JH 7D",
            "6D 8S 8D QS 6C 3D 8C TC",
            "6S 9C 2H 6H",
        ]
    );
    assert_eq!(
        windows_rows("617"),
        [
            "7D AD 5C 3S 5S 8C 2D AH",
            "TD 7S QD AC 6D 8H AS KH",
            "TH QC 3H 9D 6S 8D 3D TC",
            "KD 5H 9S 3C 8S 7H 4D JS",
            "4C QS 9C 9H 7C 6H 2C 2S",
            "4S TS 2H 5D JC 6C JH QH",
            "JD KS KC 4H",
        ]
    );
}

#[test]
fn last_number_of_freecell_pro() {
    let rules = Rules::named("ms").unwrap();
    assert!(rules.seed("8589934591").is_ok());
    assert!(rules.seed("8589934592").is_err());
}

//! The readers of the patience crate.

use std::io::Cursor;

use ::patience::{
    Deal, DealRange, Foundations, Game, Rules, Save, Verdict, Verified, check, lines, prove, verify,
    write_lines,
};
use search::{Budget, Outcome, Run, Unwatched};

/// A board that reads, writes and reads back equal.
pub(crate) fn board(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    for game in ["fc", "st", "mo", "bd"] {
        let rules = Rules::named(game).expect("a built-in game");
        if let Ok(table) = rules.read_board(text) {
            assert_eq!(rules.read_board(&table.to_board()), Ok(table));
        }
    }
}

/// A certificate that holds claims something that exhaustive play confirms.
pub(crate) fn certificate(bytes: &[u8]) {
    let budget = Budget::UNLIMITED.with_memory(1 << 20);
    let verified = verify(Cursor::new(bytes), &mut Run::new(budget, &mut Unwatched));
    if let Ok(Verified { deal, positions }) = verified {
        let budget = Budget::default().with_nodes(positions);
        let proof = prove(&deal, &mut Run::new(budget, &mut Unwatched));
        assert!(matches!(proof, Ok(Outcome::Unsolvable(_) | Outcome::GaveUp(_))));
    }
}

/// A range of deals that reads has its ends in order.
pub(crate) fn deal_name(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    if let Ok(range) = text.parse::<DealRange>() {
        assert!(range.first <= range.last);
        assert_eq!(range.rules.deal(range.first).columns().len(), range.rules.layout().columns.len());
    }
}

/// Input of a player is done or refused; the record of the game plays it again.
pub(crate) fn game(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let full = Rules::named("mo").and_then(|rules| rules.xpat2_rules()).expect("a game with redeals");
    for rules in [Rules::freecell(), Rules::freecell().with_foundations(Foundations::Free), full] {
        let seed = rules.seed("123").expect("a deal");
        let mut game = Game::new(Deal::numbered(rules, seed));
        for line in text.lines().take(12) {
            let before = game.moves().len();
            let done = usize::from(game.act(line).is_ok());
            assert_eq!(game.moves().len(), before + done);
        }
        assert_eq!(Game::replay(&game.record()), Ok(game));
    }
}

/// Rules that read, write and read back equal, and deal.
pub(crate) fn rules(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    if let Ok(rules) = Rules::from_toml(text) {
        assert_eq!(Rules::from_toml(&rules.to_toml()).as_ref(), Ok(&rules));
        let seed = rules.seed("1").expect("every game has a first deal");
        assert_eq!(rules.read_board(&rules.deal(seed).to_board()), Ok(rules.deal(seed)));
    }
}

/// A save that reads writes and reads back equal, and a line of play that it converts to is legal.
pub(crate) fn save(bytes: &[u8]) {
    let Ok(save) = Save::from_bytes(bytes) else { return };
    assert!(Save::is_likely(bytes));
    assert_eq!(Save::from_bytes(&save.to_bytes()).as_ref(), Ok(&save));
    let usual = save.rules().clone();
    let free = usual.clone().with_foundations(Foundations::Free);
    for rules in [usual.xpat2_rules(), Some(usual), Some(free)].into_iter().flatten() {
        if let Ok(moves) = save.to_solution(&rules) {
            let file = write_lines(&moves);
            let verdict = check(rules.deal(save.seed()), lines(file.as_bytes()), |_, _| {});
            assert!(!matches!(verdict, Verdict::Illegal { .. }), "{verdict:?}");
        }
    }
}

/// A line of play gets a verdict that fits its length.
pub(crate) fn solution(bytes: &[u8]) {
    for game in ["fc.123", "st.12345", "mo.12345678", "bd.123456"] {
        let range: DealRange = game.parse().expect("a deal");
        let count = lines(bytes).count();
        match check(range.rules.deal(range.first), lines(bytes), |_, _| {}) {
            Verdict::Won { moves } | Verdict::NotWon { moves } => assert_eq!(moves, count),
            Verdict::Illegal { at, .. } => assert!((1..=count).contains(&at)),
        }
    }
}

//! The pictures of the documentation: one screen of each family.

use std::path::Path;
use std::{env, fs};

use anstyle_svg::Term;
use rummy::RuleSet;

use crate::player::{Player, Seating};
use crate::{peg, rummy as tables};

/// `cargo xtask pictures` sets it.
const WRITE: &str = "TAPIS_WRITE_PICTURES";

#[test]
fn pictures_show_the_screens() {
    let seating = Seating::default();
    let mut patience = seating.deal("fc.123456");
    patience.think().press("1 a 3").think();
    is_kept("play-patience", &mut patience);
    let mut triangle = peg::board(&seating, "english");
    triangle.line("d2-d4").think().enter();
    is_kept("play-peg", &mut triangle);
    let mut rummikub = tables::table(&seating, RuleSet::Rummikub, &["Ana", "ai:normal"]);
    for _ in 0..9 {
        rummikub.press("t").think().enter().settle();
    }
    is_kept("play-rummy", &mut rummikub);
}

fn is_kept(name: &str, player: &mut Player) {
    let svg = Term::new().render_svg(&player.ansi());
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../docs/img/{name}.svg"));
    if env::var_os(WRITE).is_some() {
        fs::write(&path, &svg).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == svg, "docs/img/{name}.svg is out of date: run cargo xtask pictures");
}

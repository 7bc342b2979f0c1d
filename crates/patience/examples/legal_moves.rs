//! Deals FreeCell 123 and plays thirty legal moves, chosen without sense.
//!
//! `cargo run -p patience --example legal_moves`

use patience::{Deal, Face, NoDeal};

fn main() -> Result<(), NoDeal> {
    let deal: Deal = "FreeCell.123".parse()?;
    let mut table = deal.table().clone();
    table.normalise();
    for turn in 0..30 {
        let moves = table.legal_moves();
        let Some(&played) = moves.get(turn * 7 % moves.len().max(1)) else { break };
        println!("{played}");
        table.try_play(played).expect("a listed move is legal");
    }
    print!("{}", table.picture(Face::Ascii));
    Ok(())
}

//! Proofs of "impossible", compared with the peer's complete search.

use std::path::Path;

use crate::bench::figures::Figures;
use crate::bench::patience::{board_line, peer, solve};

/// The impossible deals of Windows, and four of xpat2's.
const DEALS: [&str; 12] = [
    "ms.11982",
    "ms.146692",
    "ms.186216",
    "ms.455889",
    "ms.495505",
    "ms.512118",
    "ms.517776",
    "ms.781948",
    "fc.19621",
    "fc.51031",
    "fc.92066",
    "fc.98218",
];
/// The peer's search that leaves nothing out.
const COMPLETE: &[&str] = &["-g", "freecell", "--method", "soft-dfs", "-to", "01ABCDE", "-sp", "r:tf"];

/// The table of the proofs.
pub(super) fn section(driver: &Path) -> Result<String, String> {
    let usual = sum(&[])?;
    let exhaustive = sum(&["--exhaustive"])?;
    let boards: Result<String, String> = DEALS.iter().map(|deal| board(deal)).collect();
    let peer = peer(driver, &boards?, COMPLETE)?;
    let peer = peer.mean * DEALS.len() as f64 / 1000.0;
    Ok(format!(
        "
## Proofs of \"impossible\"

The processor time of all {} deals together: {}.

| search | ms | part of the peer's |
|---|---:|---:|
| `tapis solve` | {usual:.0} | {:.2} |
| `tapis solve --exhaustive` | {exhaustive:.0} | {:.2} |
| libfreecell-solver, `{}` | {peer:.0} | 1 |
",
        DEALS.len(),
        DEALS.join(", "),
        usual / peer,
        exhaustive / peer,
        COMPLETE[2..].join(" ")
    ))
}

/// Milliseconds for all deals, each of which must be proven.
fn sum(options: &[&str]) -> Result<f64, String> {
    let mut sum = 0.0;
    for deal in DEALS {
        let figures = Figures::of_json_lines(&solve(&[&[deal], options].concat())?)?;
        if figures.impossible != 1 {
            return Err(format!("{deal} is not proven impossible"));
        }
        sum += figures.mean / 1000.0;
    }
    Ok(sum)
}

fn board(deal: &str) -> Result<String, String> {
    let deal: patience::Deal = deal.parse().map_err(|error: patience::NoDeal| error.to_string())?;
    Ok(board_line(deal.seed().map_or(0, patience::Seed::number), deal.table()))
}

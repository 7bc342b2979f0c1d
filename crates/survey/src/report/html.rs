//! Reports as one page that needs nothing else: no network, no scripts.

use std::fmt::Write;

use super::plot::{Plot, plots};
use super::{HardDeal, Report};

const STYLE: &str = "\
:root{color-scheme:light dark;--ink:#1b1b1b;--paper:#fff;--faint:#6b6b6b;--line:#d5d5d5;--bar:#2f6f9f}\
@media(prefers-color-scheme:dark){:root{--ink:#e8e8e8;--paper:#161616;--faint:#a0a0a0;--line:#3a3a3a;--bar:#7db7e0}}\
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:60rem;margin:2rem auto;padding:0 1rem}\
table{border-collapse:collapse;margin:.5rem 0 1.5rem}th,td{text-align:right;padding:.2rem .8rem;border-bottom:1px solid var(--line)}\
th:first-child,td:first-child{text-align:left}figure{margin:1rem 0 2rem}figcaption,.faint{color:var(--faint)}\
svg{width:100%;height:auto}svg text{font:11px system-ui,sans-serif;fill:var(--ink)}svg rect{fill:var(--bar)}\
svg line{stroke:var(--line)}code{overflow-wrap:anywhere}";

/// The reports of some games as a page.
pub fn html(reports: &[Report]) -> String {
    let mut page = String::from("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">");
    page.push_str("<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">");
    let names: Vec<String> = reports.iter().map(|report| escaped(&report.game)).collect();
    let names = names.join(", ");
    let _ = writeln!(page, "<title>Survey of {names}</title><style>{STYLE}</style></head><body>");
    page.extend(reports.iter().map(section));
    page + "</body></html>\n"
}

fn section(report: &Report) -> String {
    let mut text = format!("<h1>{}</h1>\n", escaped(&report.game));
    text += &totals(report);
    text.extend(plots(report).iter().map(Plot::figure));
    text += &hardest(&report.hardest);
    text += &seeds("Impossible deals", &report.impossible, report.totals.of("impossible"));
    let open = report.totals.of("gave_up") + report.totals.of("failed");
    text += &seeds("Deals that stay open", &report.open, open);
    text + &options(report)
}

fn totals(report: &Report) -> String {
    let mut text = String::from("<table><tr><th>verdict</th><th>deals</th><th>share</th></tr>");
    let rows = report.totals.rows.max(1) as f64;
    for (verdict, count) in &report.totals.verdicts {
        let share = 100.0 * *count as f64 / rows;
        let _ = write!(text, "<tr><td>{}</td><td>{count}</td><td>{share:.4} %</td></tr>", escaped(verdict));
    }
    let _ = writeln!(text, "<tr><td>all</td><td>{}</td><td></td></tr></table>", report.totals.rows);
    if report.is_about_solving() {
        text += &share(report);
    }
    if report.still_to_do > 0 {
        let _ = writeln!(text, "<p>The survey is not at its end: {} still to do.</p>", report.still_to_do);
    }
    text + &means(report)
}

fn share(report: &Report) -> String {
    let (low, high) = (100.0 * report.winnable.low, 100.0 * report.winnable.high);
    let mut text = String::new();
    let _ = writeln!(
        text,
        "<p>Share that can be won: {:.4} % solved, 95 % interval {low:.4} to {high:.4} % (Wilson; deals that stay open \
         count as lost for the lower bound and as won for the upper one).</p>",
        100.0 * report.solved_share
    );
    text
}

fn means(report: &Report) -> String {
    let mut rows = String::new();
    for (name, of) in report.means.each() {
        let (name, mean, half) = (escaped(name), of.mean, of.half_width);
        let _ = write!(rows, "<tr><td>{name}</td><td>{mean:.4} ± {half:.4}</td></tr>");
    }
    let title = "<tr><th>column</th><th>mean, 95 % interval</th></tr>";
    if rows.is_empty() { rows } else { format!("<table>{title}{rows}</table>\n") }
}

fn hardest(deals: &[HardDeal]) -> String {
    if deals.is_empty() {
        return String::new();
    }
    let mut text = String::from(
        "<h2>Hardest deals</h2><table><tr><th>seed</th><th>positions</th><th>moves</th><th>difficulty</th></tr>",
    );
    let number = |number: Option<i64>| number.map_or_else(|| "–".to_owned(), |number| number.to_string());
    for HardDeal { seed, nodes, moves, difficulty } in deals {
        let (moves, difficulty) = (number(*moves), number(*difficulty));
        let _ = write!(text, "<tr><td>{seed}</td><td>{nodes}</td><td>{moves}</td><td>{difficulty}</td></tr>");
    }
    text + "</table>\n"
}

fn seeds(title: &str, seeds: &[i64], all: u64) -> String {
    if seeds.is_empty() {
        return String::new();
    }
    let names: Vec<String> = seeds.iter().map(i64::to_string).collect();
    let more = if all > seeds.len() as u64 {
        format!(" and {} more", all - seeds.len() as u64)
    } else {
        String::new()
    };
    format!("<h2>{title}</h2><p>{}{more}</p>\n", names.join(", "))
}

fn options(report: &Report) -> String {
    let mut text = String::from("<h2>Rules and options</h2><table>");
    for (name, value) in &report.options {
        let _ = write!(text, "<tr><td>{}</td><td><code>{}</code></td></tr>", escaped(name), escaped(value));
    }
    let (digest, version) = (escaped(&report.digest), escaped(&report.version));
    text + &format!("</table><p class=\"faint\">Digest {digest}, tapis {version}</p>\n")
}

pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_break_out_of_the_page() {
        assert_eq!(escaped("<b>\"&"), "&lt;b&gt;&quot;&amp;");
    }
}

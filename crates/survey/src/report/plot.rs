//! Plots of a report, as SVG.

use std::fmt::Write;

use super::html::escaped;
use super::{Bar, Histogram, Report};

/// Colours of a plot that stands alone, for light and dark paper.
const STYLE: &str = "<style>text{font:11px system-ui,sans-serif;fill:#1b1b1b}rect{fill:#2f6f9f}line{stroke:#d5d5d5}\
@media(prefers-color-scheme:dark){text{fill:#e8e8e8}rect{fill:#7db7e0}line{stroke:#3a3a3a}}</style>";

const WIDTH: f64 = 800.0;
const HEIGHT: f64 = 240.0;
/// Where bars stand, counted from above.
const BASE: f64 = 210.0;
const TALLEST: f64 = 180.0;

/// The distribution of one column.
#[derive(Clone, Debug)]
pub struct Plot {
    /// The column.
    pub column: &'static str,
    /// The figures in words, for those who do not see the plot.
    caption: String,
    bars: Vec<Bar>,
}

/// The plots of a report.
pub fn plots(report: &Report) -> Vec<Plot> {
    let Report { moves, nodes, difficulty, .. } = report;
    let plots = [
        Plot::new("moves", "Length of solutions, in moves", moves, moves.even_bars()),
        Plot::new("nodes", "Positions searched, on a scale that doubles", nodes, nodes.doubling_bars()),
        Plot::new("difficulty", "Difficulty", difficulty, difficulty.even_bars()),
    ];
    plots.into_iter().flatten().collect()
}

impl Plot {
    fn new(column: &'static str, title: &str, values: &Histogram, bars: Vec<Bar>) -> Option<Self> {
        let of = values.summary()?;
        let caption = format!(
            "{title}: median {}, mean {:.1}, 90 % up to {}, 99 % up to {}, most {}.",
            of.median, of.mean, of.p90, of.p99, of.most
        );
        Some(Self { column, caption, bars })
    }

    /// A part of a page, whose style gives the colours.
    pub(super) fn figure(&self) -> String {
        let caption = &self.caption;
        let svg = format!("<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{caption}\">");
        format!("<figure>{svg}{}</svg><figcaption>{caption}</figcaption></figure>\n", self.drawing())
    }

    /// A file of its own, with the game and the figures above the bars.
    pub fn file(&self, game: &str) -> String {
        let title = format!("{}. {}", escaped(game), self.caption);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" \
             height=\"{HEIGHT}\" role=\"img\"><title>{title}</title>{STYLE}<text x=\"0\" y=\"12\">{title}</text>\
             {}</svg>\n",
            self.drawing()
        )
    }

    fn drawing(&self) -> String {
        let tallest = self.bars.iter().map(|bar| bar.count).max().unwrap_or(1).max(1) as f64;
        let step = WIDTH / self.bars.len().max(1) as f64;
        let between_labels = self.bars.len().div_ceil(12).max(1);
        let mut svg = format!("<line x1=\"0\" y1=\"{BASE}\" x2=\"{WIDTH}\" y2=\"{BASE}\"/>");
        for (at, bar) in self.bars.iter().enumerate() {
            let (x, tall) = (at as f64 * step, TALLEST * bar.count as f64 / tallest);
            let (left, y, wide) = (x + 1.0, BASE - tall, (step - 2.0).max(1.0));
            let Bar { from, to, count } = bar;
            let _ = write!(
                svg,
                "<rect x=\"{left:.1}\" y=\"{y:.1}\" width=\"{wide:.1}\" height=\"{tall:.1}\">\
                 <title>{from} to {to}: {count}</title></rect>"
            );
            if at % between_labels == 0 {
                let _ = write!(svg, "<text x=\"{x:.1}\" y=\"228\">{from}</text>");
            }
        }
        svg
    }
}

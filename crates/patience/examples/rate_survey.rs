//! Rates deals of the four games for the scales of `tapis rate`: `rate_survey FIRST LAST > data/ratings.tsv`.

use patience::{DealRange, Rater, Scale};
use search::{Budget, Run, Unwatched};

fn main() {
    let [first, last] = std::env::args().skip(1).collect::<Vec<_>>().try_into().unwrap_or_default();
    println!(
        "# Percentiles 0 to 100 over the deals {first} to {last} of each game: positions of the yardstick (- not won),"
    );
    println!("# and cards left in 50 greedy games. Made by the example rate_survey.");
    for game in ["FreeCell", "Seahaven", "MidnightOil", "BakersDozen"] {
        let range: DealRange = match format!("{game}.{first}..{last}").parse() {
            Ok(range) => range,
            Err(why) => return eprintln!("{why}; usage: rate_survey FIRST LAST"),
        };
        let mut rater = Rater::new();
        let mut rate =
            |seed| rater.rate(&range.rules.deal(seed), &mut Run::new(Budget::default(), &mut Unwatched));
        match range.seeds().map(&mut rate).collect::<Result<Vec<_>, _>>() {
            Ok(ratings) => print!("{}", Scale::survey(game, &ratings)),
            Err(why) => return eprintln!("{why}"),
        }
    }
}

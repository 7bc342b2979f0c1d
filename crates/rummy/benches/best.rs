//! The best turn of Rummikub: CPU milliseconds per position, and turns per second in games of machines.
//!
//! `cargo bench -p rummy --bench best [-- POSITIONS [TURNS]]`; POSITIONS has one position per line, in the form of
//! tests/data/rummikub-best.txt or as a JSON object with `table` and `hand`.

use std::error::Error;

use cpu_time::ThreadTime;
use rummy::{
    BestTurn, Colour, JokerRule, Level, MachinePlayer, MachinePlayers, Match, Meld, Objective, Player,
    Position, Rummikub, RummikubTile, Tile, judge,
};
use search::{Budget, Outcome, Run, Unwatched};

const OWN: &str = include_str!("../tests/data/rummikub-best.txt");

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1).filter(|arg| !arg.starts_with("--"));
    let text = match args.next() {
        Some(path) => std::fs::read_to_string(path)?,
        None => OWN.to_owned(),
    };
    let turns: u64 = args.next().map_or(Ok(20_000), |turns| turns.parse())?;
    let positions: Vec<Position<RummikubTile>> = text
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(read)
        .collect::<Option<_>>()
        .ok_or("no position")?;
    for (name, jokers, objective) in [
        ("most tiles, free jokers", JokerRule::Free, Objective::Tiles),
        ("most value, free jokers", JokerRule::Free, Objective::Value),
        ("most tiles, strict jokers", JokerRule::Strict, Objective::Tiles),
        ("most value, strict jokers", JokerRule::Strict, Objective::Value),
    ] {
        let rules = Rummikub { jokers, ..Rummikub::default() };
        let mut times: Vec<f64> =
            positions.iter().map(|position| median_time(rules, position, objective)).collect();
        times.sort_by(f64::total_cmp);
        let (mean, median) = (times.iter().sum::<f64>() / times.len() as f64, times[times.len() / 2]);
        println!("{name}\t{mean:.3}\t{median:.3}\t{:.3}", times[times.len() - 1]);
    }
    println!("turns per second, machines at level normal\t{:.0}", turns_per_second(turns)?);
    Ok(())
}

/// The median of five times of one best turn: the speed of a machine wavers.
fn median_time(rules: Rummikub, position: &Position<RummikubTile>, objective: Objective) -> f64 {
    let mut times = [(); 5].map(|()| time(rules, position, objective));
    times.sort_by(f64::total_cmp);
    times[2]
}

/// CPU milliseconds of one best turn, which the judge must accept.
fn time(rules: Rummikub, position: &Position<RummikubTile>, objective: Objective) -> f64 {
    let started = ThreadTime::now();
    let mut watch = Unwatched;
    let mut run = Run::new(rules.usual_budget(), &mut watch);
    let found = rules.best_turn(position, objective, &mut run).expect("the search supports every bag");
    let spent = started.elapsed().as_secs_f64() * 1e3;
    if let Outcome::Solved(answer) = found {
        judge(&rules, position, answer.best().turn()).expect("a best turn is legal");
    }
    spent
}

/// Plays games until `most` turns have been taken.
fn turns_per_second(most: u64) -> Result<f64, Box<dyn Error>> {
    let names = ["Ana".to_owned(), "Ben".to_owned()];
    let started = ThreadTime::now();
    let mut turns = 0;
    for seed in 0.. {
        let mut game = Match::new(Rummikub::default(), &names, seed)?;
        let mut machines = MachinePlayers::new(vec![MachinePlayer::new(Level::Normal, seed); 2]);
        let mut watch = Unwatched;
        let mut run = Run::new(Budget::UNLIMITED, &mut watch);
        while game.end().is_none() && turns < most {
            let turn = machines.turn(&mut game, &mut run)?;
            game.play(&turn)?;
            turns += 1;
        }
        if turns >= most {
            break;
        }
    }
    Ok(turns as f64 / started.elapsed().as_secs_f64())
}

fn read(line: &str) -> Option<Position<RummikubTile>> {
    let (table, hand) = if line.starts_with('{') { read_json(line)? } else { read_text(line)? };
    let ana = Player { hand, placed: true, ..Player::new("Ana") };
    Some(Position::new(vec![ana, Player::new("Ben")], vec![table]))
}

type Tiles = (Vec<Meld<RummikubTile>>, Vec<RummikubTile>);

fn read_text(line: &str) -> Option<Tiles> {
    let mut parts = line.split('|');
    let melds = parts.next()?.split('/').map(tiles).collect::<Option<Vec<_>>>()?;
    let table = melds.into_iter().filter(|meld| !meld.is_empty()).map(Meld::from).collect();
    Some((table, tiles(parts.next()?)?))
}

/// The lists of one JSON object; nothing in them is nested deeper or escaped.
fn read_json(line: &str) -> Option<Tiles> {
    let table = line.split_once("\"table\":[")?.1.split_once("]]").map_or("", |(table, _)| table);
    let hand = line.split_once("\"hand\":[")?.1.split_once(']')?.0;
    let plain = |list: &str| list.replace(['[', ']', '"'], "").replace(',', " ");
    let melds = table.split("],[").map(|meld| tiles(&plain(meld))).collect::<Option<Vec<_>>>()?;
    let table = melds.into_iter().filter(|meld| !meld.is_empty()).map(Meld::from).collect();
    Some((table, tiles(&plain(hand))?))
}

fn tiles(text: &str) -> Option<Vec<RummikubTile>> {
    text.split_whitespace().map(tile).collect()
}

fn tile(text: &str) -> Option<RummikubTile> {
    let mut letters = text.chars();
    let colour = match letters.next()? {
        '*' => return Some(RummikubTile::JOKER),
        'b' => Colour::Blue,
        'r' => Colour::Red,
        'y' => Colour::Yellow,
        'k' => Colour::Black,
        _ => return None,
    };
    RummikubTile::new(letters.as_str().parse().ok()?, colour)
}

//! The time of best turns of letter rummy, and the share of them that are proven best.
//!
//! Plays games of four simple players, who lay the longest word of their hand, and finds the best turn in every position
//! with a table of the wanted size:
//! `cargo run --release -p rummy --example letter_turns -- WORDS [GAMES [LEAST MOST]]`.

use std::env;
use std::error::Error;
use std::fs::File;
use std::io::BufReader;

use cpu_time::ProcessTime;
use lexicon::{Automaton, Reading, WordList};
use rummy::{
    BestTurn, Found, Letter, Letters, Match, Objective, Position, Turn, Vocabulary, judge, tiles_of,
};
use search::{Outcome, Run, Unwatched};

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = env::args().collect();
    let number = |at: usize, usual: usize| args.get(at).map_or(Ok(usual), |text| text.parse());
    let (games, least, most) = (number(2, 20)?, number(3, 50)?, number(4, 70)?);
    let list = BufReader::new(File::open(args.get(1).ok_or("which word list?")?)?);
    let words = Automaton::from_list(&WordList::read(list, &Reading::default())?.0)?;
    let start = ProcessTime::now();
    let words = Vocabulary::new(words);
    println!("the dictionary is prepared in {:.0} ms", start.elapsed().as_secs_f64() * 1e3);
    let rules = Letters::new(&words);
    let mut times = Vec::new();
    let mut proven = 0;
    for seed in 0..games as u64 {
        for position in positions(&rules, seed) {
            let size = tiles_of(position.table()).len();
            if !(least..=most).contains(&size) || !position.mover().placed {
                continue;
            }
            let start = ProcessTime::now();
            let found = best(&rules, &position);
            let time = start.elapsed().as_secs_f64() * 1e3;
            let is_proven = match &found {
                Outcome::Solved(answer) => answer.is_proven(),
                Outcome::Unsolvable(_) => true,
                Outcome::GaveUp(_) => false,
            };
            proven += usize::from(is_proven);
            times.push(time);
        }
    }
    times.sort_by(f64::total_cmp);
    let total = times.len();
    println!(
        "{total} positions, {:.1} % proven; mean {:.1}, median {:.1}, max {:.1} ms",
        100.0 * proven as f64 / total as f64,
        times.iter().sum::<f64>() / total as f64,
        times[total / 2],
        times[total - 1]
    );
    Ok(())
}

fn best(rules: &Letters<&Vocabulary>, position: &Position<Letter>) -> Found<Letter> {
    let mut watch = Unwatched;
    let mut run = Run::new(rules.usual_budget(), &mut watch);
    let found = rules.best_turn(position, Objective::Points, &mut run);
    found.expect("no hand of the bag is too large")
}

/// The turn that was found, if one was.
fn turn_of(found: Found<Letter>) -> Option<Turn<Letter>> {
    if let Outcome::Solved(answer) = found { Some(answer.into_best().into_turn()) } else { None }
}

/// The positions of a game of simple players.
fn positions(rules: &Letters<&Vocabulary>, seed: u64) -> Vec<Position<Letter>> {
    let names: Vec<String> = (1..=4).map(|player| format!("P{player}")).collect();
    let mut game = Match::new(rules.clone(), &names, seed).expect("four can play");
    let mut positions = Vec::new();
    while game.end().is_none() && positions.len() < 400 {
        let position = game.position().clone();
        let turn = simple(rules, &position).unwrap_or_else(|| Turn::draw(&position));
        positions.push(position);
        game.play(&turn).expect("the judge has seen it");
    }
    positions
}

/// The longest word of the hand alone.
fn simple(rules: &Letters<&Vocabulary>, position: &Position<Letter>) -> Option<Turn<Letter>> {
    let mut alone = position.clone();
    alone.players[position.turn].placed = true;
    alone.tables[0].clear();
    let mut table = position.table().to_vec();
    table.extend(turn_of(best(rules, &alone))?.table);
    let turn = Turn::place(table);
    if judge(rules, position, &turn).is_ok() {
        return Some(turn);
    }
    if position.mover().placed {
        return None;
    }
    turn_of(best(rules, position))
}

//! The best turn of letter rummy and of the card games, on positions of games that machines play: CPU milliseconds per
//! position, and the share of answers that are proven best. Then the time of whole games of letters.
//!
//! `cargo bench -p rummy --bench others -- WORDS [POSITIONS]`.

use std::error::Error;
use std::fs::File;
use std::io::BufReader;

use cpu_time::ThreadTime;
use lexicon::{Automaton, Reading, WordList};
use rummy::{
    AiRules, BestTurn, Canasta, Found, Letters, Level, MachinePlayer, MachinePlayers, Mahjong, Match,
    Objective, Position, Rami, Vocabulary, judge, tiles_of,
};
use search::{Budget, Outcome, Run, Unwatched};

/// The whole games that are timed.
const GAMES: u64 = 20;
/// The most turns of a game; games of machines end long before.
const MOST_TURNS: usize = 5000;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1).filter(|arg| !arg.starts_with("--"));
    let list = BufReader::new(File::open(args.next().ok_or("which word list?")?)?);
    let wanted: usize = args.next().map_or(Ok(200), |count| count.parse())?;
    let words = Automaton::from_list(&WordList::read(list, &Reading::default())?.0)?;
    let vocabulary = Vocabulary::new(words);
    let letters = Letters::new(&vocabulary);
    for (name, sizes) in [
        ("letters, 20 to 40 on the table, 7 in hand", 20..=40),
        ("letters, 55 to 65 on the table, 7 in hand", 55..=65),
    ] {
        let is_wanted = |position: &Position<_>| {
            let mover = position.mover();
            mover.placed && mover.hand.len() == 7 && sizes.contains(&tiles_of(position.table()).len())
        };
        time(name, &letters, &positions(&letters, 4, wanted, &is_wanted)?);
    }
    time("rami", &Rami::default(), &positions(&Rami::default(), 3, wanted, &|_| true)?);
    time("canasta", &Canasta::default(), &positions(&Canasta::default(), 4, wanted, &|_| true)?);
    time("mahjong", &Mahjong, &positions(&Mahjong, 4, wanted, &|_| true)?);
    for level in [Level::Normal, Level::Strong] {
        let started = ThreadTime::now();
        for seed in 0..GAMES {
            play(&letters, &[level; 4], seed, &mut |_| ())?;
        }
        let seconds = started.elapsed().as_secs_f64() / GAMES as f64;
        println!("CPU seconds of a whole game of letters, four machines at level {level}\t{seconds:.2}");
    }
    Ok(())
}

/// The first `count` wanted positions of games between machines of all levels.
fn positions<R: AiRules>(
    rules: &R,
    players: usize,
    count: usize,
    is_wanted: &dyn Fn(&Position<R::Tile>) -> bool,
) -> Result<Vec<Position<R::Tile>>, Box<dyn Error>> {
    let mut found = Vec::new();
    for seed in 0.. {
        let levels: Vec<Level> =
            (0..players).map(|seat| Level::ALL[(seat + seed as usize) % Level::ALL.len()]).collect();
        play(rules, &levels, seed, &mut |position| {
            if found.len() < count && is_wanted(position) {
                found.push(position.clone());
            }
        })?;
        if found.len() >= count {
            break;
        }
    }
    Ok(found)
}

/// Plays a game of machines; `look` sees every position before its turn.
fn play<R: AiRules>(
    rules: &R,
    levels: &[Level],
    seed: u64,
    look: &mut dyn FnMut(&Position<R::Tile>),
) -> Result<(), Box<dyn Error>> {
    let names: Vec<String> = (1..=levels.len()).map(|seat| format!("seat{seat}")).collect();
    let mut game = Match::new(rules.clone(), &names, seed)?;
    let players = levels.iter().zip(seed..).map(|(&level, seed)| MachinePlayer::new(level, seed)).collect();
    let mut machines = MachinePlayers::new(players);
    let mut watch = Unwatched;
    let mut run = Run::new(Budget::UNLIMITED, &mut watch);
    for _ in 0..MOST_TURNS {
        if game.end().is_some() {
            break;
        }
        look(game.position());
        let turn = machines.turn(&mut game, &mut run)?;
        machines.play(&mut game, &turn)?;
    }
    Ok(())
}

/// A best turn, and the median of five times that it took: the speed of a machine wavers.
fn median_time<R: BestTurn>(rules: &R, position: &Position<R::Tile>) -> (Found<R::Tile>, f64) {
    let mut found = [(); 5].map(|()| {
        let started = ThreadTime::now();
        let mut watch = Unwatched;
        let mut run = Run::new(rules.usual_budget(), &mut watch);
        let found =
            rules.best_turn(position, Objective::Points, &mut run).expect("the search supports every bag");
        (found, started.elapsed().as_secs_f64() * 1e3)
    });
    found.sort_by(|(_, one), (_, other)| one.total_cmp(other));
    let [_, _, median, _, _] = found;
    median
}

/// Prints the CPU milliseconds of the best turns, which the judge must accept, and the share proven best.
fn time<R: BestTurn>(name: &str, rules: &R, positions: &[Position<R::Tile>]) {
    let mut proven = 0;
    let mut times: Vec<f64> = Vec::new();
    for position in positions {
        let (found, spent) = median_time(rules, position);
        times.push(spent);
        if let Outcome::Solved(answer) = &found {
            judge(rules, position, answer.best().turn()).expect("a best turn is legal");
        }
        let is_proven = match &found {
            Outcome::Solved(answer) => answer.is_proven(),
            Outcome::Unsolvable(_) => true,
            Outcome::GaveUp(_) => false,
        };
        proven += usize::from(is_proven);
    }
    times.sort_by(f64::total_cmp);
    let count = times.len().max(1);
    let mean = times.iter().sum::<f64>() / count as f64;
    let at = |share: usize| times.get((count * share / 100).min(count - 1)).copied().unwrap_or(0.0);
    let (median, most, max) = (at(50), at(95), at(100));
    let share = 100.0 * proven as f64 / count as f64;
    println!("{name}\t{count}\t{mean:.2}\t{median:.2}\t{most:.2}\t{max:.2}\t{share:.1} %");
}

//! Weighing turns: hidden tiles are sampled, each turn is played out on each sample.

use super::Machine;
use super::brain::Memory;
use super::chance::Chance;
use super::view::View;
use crate::game::Game;
use crate::judge::judge;
use crate::multiset::Multiset;
use crate::position::Position;
use crate::save::Save;
use crate::turn::Turn;

/// How often other tiles are sampled for players who could have placed theirs but did not.
const TRIES: usize = 3;

/// The candidate that does best on average; of equals the first one. All candidates meet the same samples.
pub(super) fn weigh<R: Machine>(
    rules: &R,
    view: &View<R::Tile>,
    memory: &Memory<R::Tile>,
    chance: &mut Chance,
) -> Turn<R::Tile> {
    let mut turns = rules.candidates(view);
    if turns.len() < 2 {
        return turns.pop().unwrap_or_else(|| rules.idle_turn(view.position()));
    }
    let mut sums = vec![0.0; turns.len()];
    for _ in 0..rules.samples() {
        let world = likely(rules, view, memory, chance);
        for (turn, sum) in turns.iter().zip(&mut sums) {
            if let Ok(settled) = judge(rules, &world, turn) {
                *sum += rules.play_out(settled.after, view.me());
            }
        }
    }
    let mut best = 0;
    for (i, &sum) in sums.iter().enumerate() {
        if sum > sums[best] {
            best = i;
        }
    }
    turns.swap_remove(best)
}

/// A sample that fits what the others did: somebody who drew could probably not place.
fn likely<R: Machine>(
    rules: &R,
    view: &View<R::Tile>,
    memory: &Memory<R::Tile>,
    chance: &mut Chance,
) -> Position<R::Tile> {
    let mut world = view.imagine(rules, chance);
    for _ in 1..TRIES {
        if fits(rules, view, memory, &world) {
            break;
        }
        world = view.imagine(rules, chance);
    }
    world
}

fn fits<R: Machine>(
    rules: &R,
    view: &View<R::Tile>,
    memory: &Memory<R::Tile>,
    world: &Position<R::Tile>,
) -> bool {
    memory.iter().enumerate().filter(|&(player, _)| player != view.me()).all(|(player, drew_on)| {
        let Some(table) = drew_on else { return true };
        // The last tile of the hand was drawn after that.
        let hand: Multiset<R::Tile> = world.players[player].hand.iter().skip(1).collect();
        !rules.could_place(&hand, table)
    })
}

/// Plays on with plain turns. A game that is not over after `most_turns` is judged by the scores as they
/// stand.
pub(super) fn plain_play_out<R: Machine>(
    rules: &R,
    position: Position<R::Tile>,
    me: usize,
    most_turns: usize,
) -> f64 {
    let mut game = Game::resume(rules.clone(), Save { position, seed: None, deal: 0 });
    for _ in 0..most_turns {
        if game.end().is_some() {
            break;
        }
        let turn = rules.plain_turn(game.position());
        if game.play(&turn).is_err() && game.play(&rules.idle_turn(game.position())).is_err() {
            break;
        }
    }
    let winners = game.winners();
    if winners.contains(&me) { 1.0 / winners.len() as f64 } else { 0.0 }
}

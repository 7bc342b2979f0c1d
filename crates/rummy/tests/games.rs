//! Ten thousand complete games of each rule set, played by somebody who places what comes to hand.
//!
//! Every game ends, keeps every tile at every step, and goes on to the same end after it was saved and
//! loaded at some moment.

mod random;
mod words;

use random::Random;
use rummy::{
    Canasta, End, Letter, Letters, Mahjong, Match, Meld, Multiset, Rami, Rules, Rummikub, Save, Take, Taken,
    Tile, Turn, TurnShape, tiles_of,
};
use words::Few;

const GAMES: u64 = 10_000;

/// The events of all games, so that a test can see that there were some.
#[derive(Default)]
struct Tally {
    turns: usize,
    placing: usize,
    out: usize,
    blocked: usize,
}

/// How a player lays tiles of the hand onto a table.
type Lay<R> = fn(
    &R,
    &Match<R>,
    Vec<Meld<<R as Rules>::Tile>>,
    Multiset<<R as Rules>::Tile>,
    &mut Random,
) -> Vec<Meld<<R as Rules>::Tile>>;

fn play_games<R: Rules + Clone>(rules: &R, lay: Lay<R>) -> Tally {
    let mut tally = Tally::default();
    for seed in 0..GAMES {
        let mut random = Random::new(seed);
        let count = *rules.players().start() + random.below(rules.players().count());
        let names: Vec<String> = (0..count).map(|i| format!("player{i}")).collect();
        let mut game = Match::new(rules.clone(), &names, seed).unwrap();
        if seed % 16 == 0 {
            game.next_deal().unwrap();
        }
        let moment = random.below(80);
        play_on(&mut game, lay, &mut random, moment, &mut tally);
        let mut again = resume(rules, &game);
        for turn in play_on(&mut game, lay, &mut random, usize::MAX, &mut tally) {
            again.play(&turn).unwrap();
        }
        assert_eq!(game.position(), again.position(), "seed {seed}");
        assert_eq!(game.end(), again.end(), "seed {seed}");
        match game.end() {
            Some(End::Out(player)) => {
                assert!(game.position().players[player].hand.is_empty());
                tally.out += 1;
            }
            Some(End::Blocked) => tally.blocked += 1,
            None => panic!("seed {seed}: the game did not end"),
        }
        assert_eq!(game.scores().len(), count);
        assert!(!game.winners().is_empty());
    }
    tally
}

/// The game, saved to text and loaded.
fn resume<R: Rules + Clone>(rules: &R, game: &Match<R>) -> Match<R> {
    let save = game.save();
    let loaded = Save::read(rules, save.write(rules).as_bytes()).unwrap();
    assert_eq!(loaded.save, save);
    assert_eq!(loaded.warnings, [""; 0]);
    Match::resume(rules.clone(), loaded.save)
}

/// Plays at most `turns` turns, and says which.
fn play_on<R: Rules>(
    game: &mut Match<R>,
    lay: Lay<R>,
    random: &mut Random,
    turns: usize,
    tally: &mut Tally,
) -> Vec<Turn<R::Tile>> {
    let bag = game.rules().bag();
    let mut played = Vec::new();
    while game.end().is_none() && played.len() < turns {
        let turn = if game.rules().turn_rules().shape == TurnShape::DrawOrPlace {
            draw_or_place(game, lay, random)
        } else {
            take_and_discard(game, lay, random)
        };
        tally.turns += 1;
        tally.placing += usize::from(turn.1);
        assert_eq!(game.position().tiles(), bag);
        played.push(turn.0);
    }
    played
}

/// A turn that was played, and whether tiles were placed.
type Played<T> = (Turn<T>, bool);

/// Plays a turn if the judge will have it.
fn play<R: Rules>(game: &mut Match<R>, turn: Turn<R::Tile>) -> Option<Played<R::Tile>> {
    let placed = !game.play(&turn).ok()?.placed.is_empty();
    Some((turn, placed))
}

fn draw_or_place<R: Rules>(game: &mut Match<R>, lay: Lay<R>, random: &mut Random) -> Played<R::Tile> {
    let position = game.position();
    let hand = position.mover().tiles();
    if random.below(8) > 0 {
        let table = lay(game.rules(), game, position.table().to_vec(), hand, random);
        if let Some(played) = play(game, Turn::place(table)) {
            return played;
        }
    }
    let turn = Turn::draw(game.position());
    play(game, turn).expect("one may always draw or pass")
}

fn take_and_discard<R: Rules>(game: &mut Match<R>, lay: Lay<R>, random: &mut Random) -> Played<R::Tile> {
    if !game.position().pile.is_empty() && random.below(2) == 0 {
        let taken = Taken::of(game.rules(), game.position(), Take::Pile).unwrap();
        if let Some(played) = try_placing(game, lay, random, Take::Pile, &taken) {
            return played;
        }
    }
    if game.position().stock.is_empty() {
        let turn = Turn::draw(game.position());
        return play(game, turn).expect("with an empty stock one may pass");
    }
    let taken = game.draw().expect("the stock is not empty");
    if let Some(played) = try_placing(game, lay, random, Take::Stock, &taken) {
        return played;
    }
    let table = game.position().table().to_vec();
    let mut hand = game.position().mover().tiles();
    hand.extend(taken.tiles.iter().copied());
    let discard = taken.tiles.first().map(|_| useless(game.rules(), &hand, random));
    play(game, Turn { take: Take::Stock, table, discard }).expect("one may always draw and discard")
}

/// Lays what the hand gives, with a discard or without; `None` if the judge will have none of it.
fn try_placing<R: Rules>(
    game: &mut Match<R>,
    lay: Lay<R>,
    random: &mut Random,
    take: Take,
    taken: &Taken<R::Tile>,
) -> Option<Played<R::Tile>> {
    let before = game.position();
    let mut hand = before.mover().tiles();
    hand.extend(taken.tiles.iter().copied());
    let table = lay(game.rules(), game, before.table().to_vec(), hand, random);
    let placed = tiles_of(&table).difference(&tiles_of(before.table()));
    if placed.is_empty() {
        return None;
    }
    let left = hand.difference(&placed);
    let discard = (!left.is_empty()).then(|| useless(game.rules(), &left, random));
    play(game, Turn { take, table, discard })
}

/// A tile that goes with few others: two tiles go together if a joker makes a combination of them.
fn useless<R: Rules>(rules: &R, hand: &Multiset<R::Tile>, random: &mut Random) -> R::Tile {
    let tiles: Vec<R::Tile> = hand.iter().collect();
    let joker = R::Tile::JOKER;
    let goes = |a: R::Tile, b: R::Tile| {
        let (a, b) = (a.min(b), a.max(b));
        [[a, b, joker], [joker, a, b], [a, joker, b]].iter().any(|meld| rules.check_meld(meld).is_ok())
    };
    let friends = |&tile: &R::Tile| tiles.iter().filter(|&&other| goes(tile, other)).count();
    (0..4).map(|_| tiles[random.below(tiles.len())]).min_by_key(friends).unwrap()
}

/// Adds tiles at the ends of combinations, then lays three tiles wherever they are a combination.
fn lay_threes<R: Rules>(
    rules: &R,
    game: &Match<R>,
    mut table: Vec<Meld<R::Tile>>,
    mut hand: Multiset<R::Tile>,
    random: &mut Random,
) -> Vec<Meld<R::Tile>> {
    let old = if game.position().mover().placed { 0 } else { table.len() };
    let tiles: Vec<R::Tile> = hand.iter().collect();
    for _ in 0..tiles.len().min(6) {
        let tile = tiles[random.below(tiles.len())];
        if hand.contains(tile)
            && let Some((at, meld)) =
                (old..table.len()).find_map(|at| Some((at, enlarge(rules, &table[at], tile)?)))
        {
            hand.remove(tile);
            if table[at].has_joker() && !meld.has_joker() {
                hand.insert(R::Tile::JOKER);
            }
            table[at] = meld;
        }
    }
    let start = random.below(tiles.len());
    for &tile in tiles[start..].iter().chain(&tiles[..start]) {
        if let Some(three) = THREES.iter().find_map(|steps| three_from(rules, tile, steps, &hand)) {
            hand = hand.difference(&three.tiles());
            table.push(three);
        }
    }
    let rest: Vec<R::Tile> = hand.iter().collect();
    if rest.len() == 2 && rules.check_meld(&rest).is_ok() {
        table.push(rest.into());
    }
    table
}

/// Three tiles by the distance of their numbers: runs, tiles alike, groups.
const THREES: [[usize; 3]; 6] = [[0, 1, 2], [0, 0, 0], [0, 13, 26], [0, 13, 39], [0, 26, 39], [0, 0, 13]];

/// A combination of three that begins with `tile`, a joker standing in for one that is missing.
fn three_from<R: Rules>(
    rules: &R,
    tile: R::Tile,
    steps: &[usize; 3],
    hand: &Multiset<R::Tile>,
) -> Option<Meld<R::Tile>> {
    let mut left = *hand;
    let mut three = [tile; 3];
    for (slot, step) in three.iter_mut().zip(steps) {
        let wanted = R::Tile::from_index(tile.index() + step)?;
        *slot = if left.contains(wanted) { wanted } else { R::Tile::JOKER };
        if !left.remove(*slot) {
            return None;
        }
    }
    rules.check_meld(&three).ok().map(|()| three.into_iter().collect())
}

fn enlarge<R: Rules>(rules: &R, meld: &Meld<R::Tile>, tile: R::Tile) -> Option<Meld<R::Tile>> {
    let mut longer = meld.to_vec();
    longer.push(tile);
    for _ in 0..2 {
        if rules.check_meld(&longer).is_ok() {
            return Some(longer.into());
        }
        longer.rotate_right(1);
    }
    let joker = meld.iter().position(|old| old.is_joker()).filter(|_| !tile.is_joker())?;
    let mut swapped = meld.to_vec();
    swapped[joker] = tile;
    rules.check_meld(&swapped).ok().map(|()| swapped.into())
}

/// For Rummikub also cuts a long run in two and puts a tile between.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "other rule sets are not so small")]
fn lay_rummikub(
    rules: &Rummikub,
    game: &Match<Rummikub>,
    mut table: Vec<Meld<rummy::RummikubTile>>,
    mut hand: Multiset<rummy::RummikubTile>,
    random: &mut Random,
) -> Vec<Meld<rummy::RummikubTile>> {
    let long = table.iter().position(|meld| meld.len() >= 5 && !meld.has_joker() && hand.contains(meld[2]));
    if let Some(at) = long.filter(|_| game.position().mover().placed) {
        let tile = table[at][2];
        let (left, right) = (table[at][..3].to_vec(), table[at][3..].to_vec());
        table[at] = left.into();
        table.push(std::iter::once(tile).chain(right).collect());
        hand.remove(tile);
    }
    if hand.is_empty() { table } else { lay_threes(rules, game, table, hand, random) }
}

/// Lays words that the hand gives, or enlarges words of the table by hand letters.
fn lay_words(
    rules: &Letters<Few>,
    game: &Match<Letters<Few>>,
    mut table: Vec<Meld<Letter>>,
    hand: Multiset<Letter>,
    random: &mut Random,
) -> Vec<Meld<Letter>> {
    let list = rules.words.list();
    let start = random.below(list.len());
    let is_first = !game.position().mover().placed;
    let melds: Vec<Multiset<Letter>> = table.iter().map(Meld::tiles).collect();
    for word in list[start..].iter().chain(&list[..start]) {
        let tiles: Multiset<Letter> = word.iter().collect();
        let missing = tiles.difference(&hand);
        let jokers = if missing.is_empty() { 0 } else { hand.count(Letter::JOKER) };
        let may_open = !is_first || word.len() >= 6;
        if may_open && missing.len() <= jokers {
            let mut lacking = missing;
            let tile = |&letter: &Letter| if lacking.remove(letter) { Letter::JOKER } else { letter };
            table.push(word.iter().map(tile).collect());
            return table;
        }
        let grows = |meld: &Multiset<Letter>| {
            let more = tiles.difference(meld);
            meld.is_subset(&tiles) && !more.is_empty() && more.is_subset(&hand)
        };
        if let Some(at) = melds.iter().position(grows).filter(|_| !is_first) {
            table[at] = word.iter().copied().collect();
            return table;
        }
    }
    table
}

/// Some games must go each way, or the test shows nothing.
fn expect(tally: &Tally, placing: usize, out: usize) {
    let Tally { turns, placing: placed, out: went_out, blocked } = *tally;
    println!("{turns} turns, {placed} with tiles placed, {went_out} games out, {blocked} blocked");
    assert!(placed >= placing, "tiles were placed in {placed} of {turns} turns only");
    assert!(went_out >= out, "only {went_out} games ended with an empty hand");
}

#[test]
fn letters() {
    let words = concat!(include_str!("data/judge/words.txt"), include_str!("data/short.txt"));
    expect(&play_games(&Letters::new(Few::new(words)), lay_words), 100_000, 10);
}

#[test]
fn rummikub() {
    expect(&play_games(&Rummikub::default(), lay_rummikub), 100_000, 300);
}

#[test]
fn rami() {
    expect(&play_games(&Rami::default(), lay_threes), 30_000, 1000);
}

#[test]
fn canasta() {
    expect(&play_games(&Canasta::default(), lay_threes), 100_000, 1000);
}

#[test]
fn mahjong() {
    expect(&play_games(&Mahjong, lay_threes), 50_000, 100);
}

//! The deals that are asked for: one, a range, or ranges of several games in any order.

use std::ops::RangeInclusive;

use patience::{DealRange, Rules, Seed};

use crate::key::Key;
use crate::rules_key::{of_game, of_rules};

/// Deals in the order in which they were asked for, kept as ranges: at least one deal, however many there are.
///
/// The item of a deal is its number where there is one range of one game, so that a ledger of it can be continued with
/// a longer one. Otherwise it is the place in the list, counted from 1, and the [`Key`] covers every deal.
///
/// ```
/// use patience::DealRange;
/// use survey::DealList;
///
/// let range = |text: &str| text.parse::<DealRange>().unwrap();
/// let mut deals = DealList::from(range("FreeCell.7..9"));
/// assert_eq!(deals.items(), 7..=9);
/// deals.push(range("bd.5"));
/// assert_eq!((deals.items(), deals.count()), (1..=4, 4));
/// assert_eq!((deals.deal(4).rules.name(), deals.deal(4).seed.number()), ("BakersDozen", 5));
/// ```
#[derive(Clone, Debug)]
pub struct DealList {
    games: Vec<Rules>,
    /// Ascending by place; none continues the one before it.
    spans: Vec<Span>,
}

/// Deals of one game with numbers in sequence.
#[derive(Clone, Copy, Debug)]
struct Span {
    game: usize,
    first: u64,
    last: u64,
    /// The place of the first one in the list, counted from 1.
    place: u64,
}

/// A deal of a list.
#[derive(Clone, Copy, Debug)]
pub struct ListedDeal<'l> {
    /// Which of the list's games it is of.
    pub game: usize,
    /// The game.
    pub rules: &'l Rules,
    /// Its number.
    pub seed: Seed,
}

impl From<DealRange> for DealList {
    fn from(DealRange { rules, first, last }: DealRange) -> Self {
        let span = Span { game: 0, first: first.number(), last: last.number(), place: 1 };
        Self { games: vec![rules], spans: vec![span] }
    }
}

impl DealList {
    /// Adds deals at the end.
    pub fn push(&mut self, DealRange { rules, first, last }: DealRange) {
        let game = self.games.iter().position(|known| *known == rules).unwrap_or_else(|| {
            self.games.push(rules);
            self.games.len() - 1
        });
        let place = self.count() + 1;
        let before = self.last_span_mut();
        if before.game == game && before.last.checked_add(1) == Some(first.number()) {
            before.last = last.number();
        } else {
            self.spans.push(Span { game, first: first.number(), last: last.number(), place });
        }
    }

    /// The games, in the order in which they come up first.
    pub fn games(&self) -> &[Rules] {
        &self.games
    }

    /// How many deals there are.
    pub fn count(&self) -> u64 {
        let last = self.last_span();
        last.place + (last.last - last.first)
    }

    /// The one deal, where there is only one.
    pub fn single(&self) -> Option<ListedDeal<'_>> {
        (self.count() == 1).then(|| self.deal(*self.items().start()))
    }

    /// The items that stand for the deals.
    pub fn items(&self) -> RangeInclusive<u64> {
        match self.spans[..] {
            [only] => only.first..=only.last,
            _ => 1..=self.count(),
        }
    }

    /// The deal of an item.
    pub fn deal(&self, item: u64) -> ListedDeal<'_> {
        let (span, number) = if let [only] = self.spans[..] {
            (only, item)
        } else {
            let after = self.spans.partition_point(|span| span.place <= item);
            let span = self.spans[after - 1];
            (span, span.first + (item - span.place))
        };
        let rules = &self.games[span.game];
        let seed = rules.seed_of(number).expect("items stand for deals of the list");
        ListedDeal { game: span.game, rules, seed }
    }

    /// The key of this kind of work on these deals: their rules, and the deals where items are places in the list.
    pub(crate) fn key(&self, kind: &str) -> Key {
        if let [_] = self.spans[..] {
            return of_rules(Key::new(kind), &self.games[0]);
        }
        let key = Key::new(&format!("{kind} a list")).with("deals", self.digest());
        (1..).zip(&self.games).fold(key, |key, (number, rules)| of_game(key, number, rules))
    }

    /// The numbers of the deals as ranges, one per line, where they are not one range.
    pub fn lines(&self) -> Option<String> {
        let line = |span: &Span| match (span.first, span.last) {
            (first, last) if first == last => format!("{first}\n"),
            (first, last) => format!("{first}..{last}\n"),
        };
        if let [_] = self.spans[..] { None } else { Some(self.spans.iter().map(line).collect()) }
    }

    /// A short text that is another one for every other list.
    pub(crate) fn digest(&self) -> String {
        let mut hasher = blake3::Hasher::new();
        for Span { game, first, last, .. } in &self.spans {
            for number in [*game as u64, *first, *last] {
                hasher.update(&number.to_le_bytes());
            }
        }
        let hash = hasher.finalize().to_hex();
        format!("{} ({})", self.count(), &hash[..32])
    }

    fn last_span(&self) -> &Span {
        self.spans.last().expect("there is at least one deal")
    }

    fn last_span_mut(&mut self) -> &mut Span {
        self.spans.last_mut().expect("there is at least one deal")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(names: &[&str]) -> DealList {
        let mut ranges = names.iter().map(|name| name.parse::<DealRange>().unwrap());
        let mut list = DealList::from(ranges.next().unwrap());
        ranges.for_each(|range| list.push(range));
        list
    }

    fn names(list: &DealList) -> Vec<String> {
        let deals = list.items().map(|item| list.deal(item));
        deals.map(|deal| format!("{}.{}", deal.rules.name(), deal.seed.number())).collect()
    }

    #[test]
    fn deals_keep_their_order() {
        let mixed = list(&["fc.7..8", "bd.5", "fc.9", "fc.10", "fc.2", "fc.2"]);
        let deals = ["FreeCell.7", "FreeCell.8", "BakersDozen.5", "FreeCell.9", "FreeCell.10"];
        assert_eq!(names(&mixed), [&deals[..], &["FreeCell.2", "FreeCell.2"]].concat());
        assert_eq!((mixed.count(), mixed.items(), mixed.games().len()), (7, 1..=7, 2));
        assert_eq!(list(&["st.3"]).single().unwrap().seed.number(), 3);
        assert!(mixed.single().is_none());
    }

    /// Deals in sequence are one range, whichever way they were asked for; it takes no more memory than one deal.
    #[test]
    fn ranges_stay_ranges() {
        let long = list(&["fc.1..500000000", "FreeCell.500000001..999999999", "fc.1000000000"]);
        assert_eq!((long.spans.len(), long.items(), long.count()), (1, 1..=1_000_000_000, 1_000_000_000));
        assert_eq!(long.key("solve"), list(&["fc.1"]).key("solve"), "a ledger goes on with a longer range");
        assert!(std::mem::size_of::<Span>() <= 32);
    }

    #[test]
    fn a_key_covers_every_deal_and_every_rule() {
        let key = |names: &[&str]| list(names).key("solve");
        let lists: [&[&str]; 7] = [
            &["fc.1..3"],
            &["fc.1", "fc.3"],
            &["fc.3", "fc.1"],
            &["fc.1", "fc.3", "fc.3"],
            &["fc.1", "bd.3"],
            &["fc.1", "st.3"],
            &["fc.1", "fc.4"],
        ];
        for (at, one) in lists.iter().enumerate() {
            for other in &lists[at + 1..] {
                assert_ne!(key(one), key(other), "{one:?} {other:?}");
            }
        }
        assert_eq!(key(&["fc.1", "fc.3"]), key(&["FreeCell4.1", "fc4.3"]), "a name is not a key");
        let difference = key(&["fc.1", "bd.3"]).difference(&key(&["fc.1", "st.3"])).unwrap();
        assert!(difference.contains("`cells of game 2` is 0 there and 4 here"), "{difference}");
    }
}

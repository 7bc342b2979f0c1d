//! The choices of a rule set of rummy: people, machines and their levels, deals, house rules.

use ::rummy::{Game, HouseRules, JokerRule, Level, RuleSet, Seated, Setup, StartError};
use session::texts::Screen as Text;
use session::{Refused, Rummy};

use super::Family;
use super::choice::{Choices, Value};
use crate::context::Context;
use crate::names;
use crate::new_game::NewGame;

/// The most people at one keyboard.
const MOST_PEOPLE: usize = 4;
/// The most machines at one table.
const MOST_MACHINES: usize = 3;
/// The names of the machines' levels, in their order.
const LEVELS: [Text; MOST_MACHINES] = [Text::ChoiceLevel1, Text::ChoiceLevel2, Text::ChoiceLevel3];
const NUMBERS_OF_DEALS: [u32; 5] = [1, 2, 3, 5, 10];

/// A number or a word of the house rules that can be chosen: its key in their files and its values.
struct HouseChoice {
    label: Text,
    key: &'static str,
    values: &'static [&'static str],
    usual: &'static str,
}

const fn house(
    label: Text,
    key: &'static str,
    values: &'static [&'static str],
    usual: &'static str,
) -> HouseChoice {
    HouseChoice { label, key, values, usual }
}

const RUMMIKUB: &[HouseChoice] = &[
    house(Text::ChoiceOpening, "opening", &["0", "20", "30", "40", "50", "60"], "30"),
    house(Text::ChoiceHand, "hand_size", &["10", "12", "14", "16"], "14"),
    house(Text::ChoiceJokerTiles, "joker_tiles", &["0", "1", "2", "3", "4"], "2"),
    house(Text::ChoiceScoring, "scoring", &["hands", "official"], "hands"),
];
const RAMI: &[HouseChoice] = &[
    house(Text::ChoiceOpening, "opening", &["0", "31", "41", "51", "61", "71"], "51"),
    house(Text::ChoicePureRun, "pure_run", &["true", "false"], "true"),
    house(Text::ChoiceTarget, "target", &["0", "500", "1000", "2000"], "1000"),
];
const CANASTA: &[HouseChoice] = &[
    house(Text::ChoiceGoingOut, "going_out", &["100", "200"], "100"),
    house(Text::ChoiceTarget, "target", &["0", "2500", "5000", "10000"], "5000"),
];
const ANY: &[HouseChoice] =
    &[house(Text::ChoiceTurnTime, "turn_seconds", &["0", "30", "60", "120", "300"], "0")];

/// The house rules of a rule set that can be chosen.
fn house_choices(rules: RuleSet) -> impl Iterator<Item = &'static HouseChoice> {
    let own = match rules {
        RuleSet::Rummikub => RUMMIKUB,
        RuleSet::Rami => RAMI,
        RuleSet::Canasta => CANASTA,
        RuleSet::Letters | RuleSet::Mahjong => &[],
    };
    own.iter().chain(ANY)
}

/// A game of rummy that has not begun.
pub(crate) struct RummyOptions(pub(crate) RuleSet);

impl RummyOptions {
    /// The number of people and of machines, and the levels of these.
    fn add_players(choices: &mut Choices, made: &Choices, cx: &Context) {
        let numbers = |range: std::ops::RangeInclusive<usize>| {
            range.map(|number| Value::new(&number, &number)).collect()
        };
        choices.add(Text::ChoicePeople, numbers(1..=MOST_PEOPLE), "1", made);
        choices.add(Text::ChoiceMachines, numbers(0..=MOST_MACHINES), "1", made);
        let machines = choices.number(Text::ChoiceMachines).unwrap_or(0);
        for &label in &LEVELS[..machines] {
            let level = |level: Level| Value::new(&level, &names::level(level, cx.language));
            choices.add(label, Level::ALL.map(level).into(), "normal", made);
        }
    }

    fn seats(made: &Choices, cx: &Context) -> Vec<Seated> {
        let people = made.number(Text::ChoicePeople).unwrap_or(1);
        let levels: Vec<Level> = LEVELS.iter().filter_map(|&label| made.get(label)?.parse().ok()).collect();
        names::seats(people, &levels, cx.language)
    }

    fn setup(&self, made: &Choices) -> Setup {
        let chosen = house_choices(self.0).filter_map(|house| {
            let value = made.get(house.label)?;
            let is_word = house.values == ["hands", "official"];
            Some(if is_word {
                format!("{} = {value:?}\n", house.key)
            } else {
                format!("{} = {value}\n", house.key)
            })
        });
        let toml = format!("rules = \"{}\"\n{}", self.0, chosen.collect::<String>());
        let house = HouseRules::from_toml(&toml).expect("the values are those of the rules").house;
        let deals = made.get(Text::ChoiceDeals).and_then(|deals| deals.parse().ok());
        let is_free = made.get(Text::ChoiceJokers) == Some("free");
        let jokers = if is_free { JokerRule::Free } else { JokerRule::Strict };
        let usual = Setup::new(self.0);
        Setup { house, jokers, deals: deals.unwrap_or(usual.deals), ..usual }
    }
}

impl Family for RummyOptions {
    fn title(&self, cx: &Context) -> String {
        names::rule_set(self.0, cx.language).to_owned()
    }

    fn choices(&self, made: &Choices, cx: &Context) -> Choices {
        let mut choices = Choices::default();
        Self::add_players(&mut choices, made, cx);
        let deals = NUMBERS_OF_DEALS.map(|deals| Value::new(&deals, &deals));
        choices.add(Text::ChoiceDeals, deals.into(), "1", made);
        if self.0.has_joker_rule() {
            let rules = [("strict", Text::ValueStrict), ("free", Text::ValueFree)];
            let values = rules.map(|(key, shown)| Value::new(key, cx.text(shown)));
            choices.add(Text::ChoiceJokers, values.into(), "strict", made);
        }
        for house in house_choices(self.0) {
            let value = |key: &&str| Value::new(*key, &shown(house.label, key, cx));
            choices.add(house.label, house.values.iter().map(value).collect(), house.usual, made);
        }
        choices
    }

    fn begin(&self, made: &Choices, cx: &mut Context) -> Result<Option<NewGame>, String> {
        let words = match self.0 {
            RuleSet::Letters => {
                let words = cx.resources.words.words(None);
                Some(words.map_err(|_| cx.text(Text::NoWordList).to_owned())?)
            }
            _ => None,
        };
        let (setup, seats) = (self.setup(made), Self::seats(made, cx));
        let game = Game::deal(setup, words, seats, cx.random());
        let game = game.map_err(|error| match error {
            StartError::Deal(why) => Refused::Rummy { rules: self.0, why: why.into() }.words(cx.language),
            other => other.to_string(),
        })?;
        Ok(Some(NewGame::Rummy(Box::new(Rummy::new(game)))))
    }
}

/// The name of a value of the house rules.
fn shown(label: Text, key: &str, cx: &Context) -> String {
    match (label, key) {
        (Text::ChoiceTurnTime | Text::ChoiceTarget, "0") => cx.text(Text::ValueNone).to_owned(),
        (Text::ChoiceTurnTime, seconds) => format!("{seconds} s"),
        (_, "true") => cx.text(Text::ValueYes).to_owned(),
        (_, "false") => cx.text(Text::ValueNo).to_owned(),
        (_, "hands") => cx.text(Text::ValueHands).to_owned(),
        (_, "official") => cx.text(Text::ValueOfficial).to_owned(),
        (_, number) => number.to_owned(),
    }
}

//! Deals by difficulty, and the deal of the day.

use std::time::{SystemTime, UNIX_EPOCH};

use patience::{Rules, Scale};
use search::{Budget, Run};
use serde::{Deserialize, Serialize};
use session::texts::{Language, ServerText};
use session::{RatedDeal, TaskError, rated_deal};

use crate::client::{Address, random_number};
use crate::error::{ApiError, Kind};
use crate::server::App;
use crate::workers::JobLimits;

/// Deals that are looked at until one is as hard as was asked for.
const MOST_RATED: usize = 400;
/// The game of the day.
const DAILY_GAME: &str = "FreeCell";
/// The difficulty of the day's deal from Monday to Sunday, in percent.
const DAILY_DIFFICULTY: [(u8, u8); 7] = [(5, 20), (15, 30), (25, 40), (35, 50), (45, 60), (55, 75), (70, 95)];

/// A deal with its difficulty.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct GradedDeal {
    pub(crate) deal: String,
    pub(crate) difficulty: u8,
    /// The moves of a solution that is known.
    pub(crate) moves: usize,
}

impl GradedDeal {
    fn of(game: &str, found: RatedDeal) -> Self {
        let RatedDeal { seed, difficulty, moves } = found;
        Self { deal: format!("{game}.{seed}"), difficulty, moves }
    }
}

/// A day of the calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Date {
    year: i64,
    month: u8,
    day: u8,
}

impl Date {
    /// Reads `2026-11-17`.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let is_form = text.len() == 10
            && text.bytes().enumerate().all(|(at, byte)| match at {
                4 | 7 => byte == b'-',
                _ => byte.is_ascii_digit(),
            });
        let date = is_form.then(|| Self {
            year: text[..4].parse().unwrap_or(0),
            month: text[5..7].parse().unwrap_or(0),
            day: text[8..].parse().unwrap_or(0),
        })?;
        // A day that is not in the calendar is carried over to another one.
        (date.year >= 1970 && Self::from_days(date.days()) == date).then_some(date)
    }

    /// The day now, in universal time.
    pub(crate) fn today() -> Self {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self::from_days((now.as_secs() / 86_400).cast_signed())
    }

    /// Days since 1 January 1970, by the algorithm `days_from_civil` of Howard Hinnant.
    pub(crate) fn days(self) -> i64 {
        let (month, day) = (i64::from(self.month), i64::from(self.day));
        let year = if month <= 2 { self.year - 1 } else { self.year };
        let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
        let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
        era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
    }

    fn from_days(days: i64) -> Self {
        let days = days + 719_468;
        let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
        let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year + year / 4 - year / 100);
        let shifted = (5 * of_year + 2) / 153;
        let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
        let day = of_year - (153 * shifted + 2) / 5 + 1;
        Self { year: year + era * 400 + i64::from(month <= 2), month: month as u8, day: day as u8 }
    }

    /// The day of the week, Monday is 0.
    fn weekday(self) -> usize {
        (self.days() + 3).rem_euclid(7) as usize
    }
}

impl std::fmt::Display for Date {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

/// The deal of a day: the same everywhere, because deal, rating and solution depend on nothing but the date.
fn find_daily(date: Date, run: &mut Run<'_>) -> Result<Option<GradedDeal>, TaskError> {
    let rules = Rules::named(DAILY_GAME).expect("a built-in game");
    let scale = Scale::of(&rules).expect("the game of the day is rated");
    let seeds = (0..MOST_RATED).map(|number| {
        let hash = blake3::hash(format!("tapis {DAILY_GAME} {date} {number}").as_bytes());
        let bytes = hash.as_bytes().first_chunk().expect("a hash has 32 bytes");
        u64::from_le_bytes(*bytes) % 1_000_000_000 + 1
    });
    let (from, to) = DAILY_DIFFICULTY[date.weekday()];
    let found = rated_deal(&rules, &scale, from..=to, seeds, run)?;
    Ok(found.map(|deal| GradedDeal::of(DAILY_GAME, deal)))
}

/// The date that a request names; the server's where it names none.
pub(crate) fn requested_date(text: &str, language: Language) -> Result<Date, ApiError> {
    if text.is_empty() {
        return Ok(Date::today());
    }
    let clipped: String = text.chars().take(20).collect();
    let bad = || ApiError::new(Kind::BadRequest, language.fill(ServerText::BadDate, &[&clipped]));
    let date = Date::parse(text).ok_or_else(bad)?;
    // Somewhere it is tomorrow already.
    if date.days() > Date::today().days() + 1 {
        return Err(ApiError::new(Kind::NotPossible, language.fill(ServerText::FutureDate, &[&date])));
    }
    Ok(date)
}

/// The deal of a day; found once, then kept.
pub(crate) async fn daily(
    app: &App,
    date: Date,
    client: Address,
    language: Language,
) -> Result<GradedDeal, ApiError> {
    let day = date.to_string();
    let kept = app.store.daily(&day).await.map_err(|error| ApiError::internal(language, error))?;
    if let Some(deal) = kept.and_then(|text| serde_json::from_str(&text).ok()) {
        return Ok(deal);
    }
    // No limit of nodes: the deal must not depend on how fast the machine is.
    let limits = JobLimits { budget: Budget::default(), time: app.config.limits.job_time * 3 };
    let found = app.ask(client, limits, language, move |run| find_daily(date, run)).await?;
    let deal = found.ok().flatten().ok_or_else(|| not_found(language))?;
    let text = serde_json::to_string(&deal).expect("strings and numbers can be written");
    app.store.keep_daily(&day, text).await.map_err(|error| ApiError::internal(language, error))?;
    Ok(deal)
}

fn not_found(language: Language) -> ApiError {
    ApiError::text(Kind::NotPossible, language, ServerText::NoDealFound)
}

/// A difficulty that is asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Difficulty {
    pub(crate) game: String,
    pub(crate) from: u8,
    pub(crate) to: u8,
}

/// A deal of a difficulty.
pub(crate) async fn by_difficulty(
    app: &App,
    wanted: &Difficulty,
    client: Address,
    language: Language,
) -> Result<GradedDeal, ApiError> {
    let refuse = |kind, text| ApiError::text(kind, language, text);
    let rules = Rules::named(&wanted.game);
    let scale = rules.as_ref().and_then(Scale::of);
    let (Some(rules), Some(scale)) = (rules, scale) else {
        return Err(refuse(Kind::NotPossible, ServerText::NotRated));
    };
    if wanted.from > wanted.to || wanted.to > 100 {
        return Err(refuse(Kind::BadRequest, ServerText::BadPercent));
    }
    let (range, name) = (wanted.from..=wanted.to, rules.name().to_owned());
    let limits = JobLimits { budget: Budget::default(), time: app.config.limits.job_time };
    let last = rules.layout().shuffle.last_seed();
    let found = app.ask(client, limits, language, move |run| {
        let seeds = std::iter::repeat_with(|| random_number() % last + 1).take(MOST_RATED);
        rated_deal(&rules, &scale, range.clone(), seeds, run)
            .map(|deal| deal.filter(|deal| range.contains(&deal.difficulty)))
    });
    let deal = found.await?.ok().flatten().ok_or_else(|| not_found(language))?;
    Ok(GradedDeal::of(&name, deal))
}

#[cfg(test)]
mod tests {
    use search::Unwatched;

    use super::*;

    #[test]
    fn dates_of_the_calendar_are_read() {
        for (text, days, weekday) in [
            ("1970-01-01", 0, 3),
            ("2000-02-29", 11_016, 1),
            ("2026-11-17", 20_774, 1),
            ("2026-12-31", 20_818, 3),
        ] {
            let date = Date::parse(text).unwrap();
            assert_eq!((date.days(), date.weekday(), date.to_string()), (days, weekday, text.to_owned()));
        }
        for text in [
            "",
            "2026-11-31",
            "2026-13-01",
            "2026-1-1",
            "2026-00-10",
            "0000-01-01",
            "２０２６-11-1",
            "2026-11-17x",
        ] {
            assert_eq!(Date::parse(text), None, "{text}");
        }
        for days in -1000..60_000 {
            assert_eq!(Date::from_days(days).days(), days);
        }
    }

    /// A pinned deal: whoever changes it changes the deal of a day that others play.
    #[test]
    fn the_deal_of_a_day_is_the_same_everywhere() {
        let date = Date::parse("2026-11-17").unwrap();
        let find = || find_daily(date, &mut Run::new(Budget::default(), &mut Unwatched)).unwrap().unwrap();
        let deal = find();
        assert_eq!(deal, find());
        assert!((15..=30).contains(&deal.difficulty), "a Tuesday: {deal:?}");
        assert_eq!(deal.deal, "FreeCell.10126681");
    }
}

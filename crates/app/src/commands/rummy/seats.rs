//! Who sits at the table: people, and machines by names such as `ai:strong`.

use rummy::{Brain, IllegalTurn, Intent, Level, Machine, SeatView, Turn};
use search::Run;

use crate::exit::Fault;

/// The machines among the players, and the one that gives hints.
pub(crate) struct Seats<R: Machine> {
    rules: R,
    machines: Vec<Option<Brain<R::Tile>>>,
    adviser: Brain<R::Tile>,
}

impl<R: Machine> Seats<R> {
    /// Seats machines where the names ask for them.
    pub(crate) fn new<'a>(names: impl Iterator<Item = &'a str>, rules: R, seed: u64) -> Result<Self, Fault> {
        let sit = |(place, name): (u64, &str)| {
            Ok(level(name)?.map(|level| Brain::new(level, seed.wrapping_add(place))))
        };
        let machines = (1..).zip(names).map(sit).collect::<Result<_, Fault>>()?;
        Ok(Self { rules, machines, adviser: Brain::new(Level::Strong, seed) })
    }

    /// The wish of the player to move, if that is a machine.
    pub(crate) fn turn(
        &mut self,
        seen: &SeatView<R::Tile>,
        run: &mut Run<'_>,
    ) -> Result<Option<Intent<R::Tile>>, IllegalTurn> {
        let brain = self.machines[seen.turn.0].as_mut();
        brain.map(|brain| brain.turn(&self.rules, seen, run)).transpose()
    }

    /// The wish of a strong player in the place of the player to move.
    pub(crate) fn hint(
        &mut self,
        seen: &SeatView<R::Tile>,
        run: &mut Run<'_>,
    ) -> Result<Intent<R::Tile>, IllegalTurn> {
        self.adviser.turn(&self.rules, seen, run)
    }

    /// Lets the others take notice of a turn.
    pub(crate) fn notice(&mut self, before: &SeatView<R::Tile>, turn: &Turn<R::Tile>) {
        let others = self.machines.iter_mut().enumerate().filter(|(player, _)| *player != before.turn.0);
        for brain in others.filter_map(|(_, brain)| brain.as_mut()).chain([&mut self.adviser]) {
            brain.notice(&self.rules, before, turn);
        }
    }
}

/// Names for the game, in which no two may be the same: a second `ai:easy` becomes `ai:easy.2`.
pub(crate) fn distinct(names: &[String]) -> Vec<String> {
    let mut distinct: Vec<String> = Vec::new();
    for name in names {
        let times = distinct.iter().filter(|other| other.split('.').next() == Some(name)).count();
        let is_again = name.starts_with("ai:") && times > 0;
        distinct.push(if is_again { format!("{name}.{}", times + 1) } else { name.clone() });
    }
    distinct
}

/// The level of a machine's name; none if it is a person's.
fn level(name: &str) -> Result<Option<Level>, Fault> {
    let Some(level) = name.strip_prefix("ai:") else { return Ok(None) };
    level.split('.').next().unwrap_or(level).parse().map(Some).map_err(Fault::usage)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_machines_of_a_level_get_two_names() {
        let names = ["ai:easy", "Ana", "ai:easy", "ai:strong"].map(str::to_owned);
        assert_eq!(distinct(&names), ["ai:easy", "Ana", "ai:easy.2", "ai:strong"]);
        assert_eq!(level("ai:easy.2").ok().flatten(), Some(Level::Easy));
        assert_eq!(level("Ana").ok().flatten(), None);
        assert!(level("ai:hard").is_err());
    }
}

//! Events and refusals in the words for one viewer: the viewer is addressed, machines have the names of their levels.

use rummy::Level;
use session::texts::Language;
use session::{Event, Reader, Refused, RummyView, View};

use crate::any_game::AnyGame;
use crate::error::capital;
use crate::games::Viewer;
use crate::titles;

/// The words for one viewer of a game.
pub(crate) struct Wording {
    pub(crate) language: Language,
    /// The viewer's name, as it is shown.
    you: Option<String>,
    /// Each player's name in the game, and the name that is shown.
    names: Vec<(String, String)>,
}

impl Wording {
    pub(crate) fn of(session: &AnyGame, viewer: Viewer) -> Self {
        let Viewer { language, seat } = viewer;
        let View::Rummy(view) = session.view(None) else {
            return Self { language, you: None, names: Vec::new() };
        };
        let shown = |at: usize| (view.players[at].name.clone(), shown_name(&view, at, language));
        let names: Vec<(String, String)> = (0..view.players.len()).map(shown).collect();
        Self { language, you: names.get(seat.0).map(|(_, shown)| shown.clone()), names }
    }

    /// An event in words.
    pub(crate) fn event(&self, event: &Event) -> String {
        let mut event = event.clone();
        match &mut event {
            Event::Drew { name, .. } | Event::Arranged { name } | Event::Played { name, .. } => {
                self.rename(name);
            }
            Event::DealOver { out, scores } => {
                for name in out.iter_mut().chain(scores.iter_mut().map(|(name, _)| name)) {
                    self.rename(name);
                }
            }
            Event::GameOver { winners } => winners.iter_mut().for_each(|name| self.rename(name)),
            Event::Moved { .. } | Event::Jumped { .. } | Event::TookBack | Event::Dealt { .. } => {}
        }
        event.words_for(Reader { language: self.language, you: self.you.as_deref() })
    }

    /// A refusal with the names that are shown.
    pub(crate) fn refusal(&self, why: &Refused) -> Refused {
        let mut why = why.clone();
        if let Refused::Rummy {
            why: rummy::Refused::NotYourTurn(name) | rummy::Refused::Machine(name), ..
        } = &mut why
        {
            self.rename(name);
        }
        why
    }

    fn rename(&self, name: &mut String) {
        if let Some((_, shown)) = self.names.iter().find(|(known, _)| known == name) {
            name.clone_from(shown);
        }
    }
}

/// The name of a person, or the level of a machine, with a number where several machines have it.
fn shown_name(view: &RummyView, seat: usize, language: Language) -> String {
    let player = &view.players[seat];
    let Some(machine) = &player.machine else { return player.name.clone() };
    let level = Level::ALL.iter().find(|level| level.name() == machine);
    let title = level.map_or(machine.as_str(), |&level| titles::level(level, language));
    let same: Vec<_> = view.players.iter().filter(|other| other.machine == player.machine).collect();
    let place = same.iter().position(|other| other.name == player.name).unwrap_or(0);
    if same.len() > 1 { format!("{} {}", capital(title), place + 1) } else { capital(title) }
}

#[cfg(test)]
mod tests {
    use rummy::{Game, RuleSet, Seated, Setup};
    use session::{Rummy, Seat};

    use super::*;

    fn wording(players: &[&str], language: Language) -> Wording {
        let names: Vec<String> = players.iter().map(|&name| name.to_owned()).collect();
        let seats = Seated::from_names(&names).unwrap();
        let game = Game::deal(Setup::new(RuleSet::Rummikub), None, seats, 7).unwrap();
        Wording::of(&AnyGame::Rummy(Box::new(Rummy::new(game))), Viewer { language, seat: Seat(0) })
    }

    #[test]
    fn players_have_the_names_that_are_shown() {
        let words = wording(&["Player", "ai:easy", "ai:easy"], Language::English);
        let out = |name: &str| Event::DealOver { out: Some(name.to_owned()), scores: Vec::new() };
        assert!(words.event(&out("Player")).starts_with("You are out."));
        let easy = words.names[2].0.clone();
        assert!(words.event(&out(&easy)).starts_with("Easy 2 is out."), "{easy}");
        let french = wording(&["Joueur", "ai:easy"], Language::French);
        let won = Event::GameOver { winners: vec![french.names[1].0.clone()] };
        assert_eq!(french.event(&won), "Gagné par Facile.");
        let why = rummy::Refused::NotYourTurn(french.names[1].0.clone());
        let why = french.refusal(&Refused::Rummy { rules: RuleSet::Rummikub, why });
        assert_eq!(why.words(Language::French), "c’est au tour de Facile");
    }
}

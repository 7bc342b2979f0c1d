//! A cursor that jumps between places: the nearest one in a direction.

use crossterm::event::KeyCode;

/// A direction of the arrow keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    Left,
    Right,
    Up,
    Down,
}

impl Direction {
    pub(crate) fn of(key: KeyCode) -> Option<Self> {
        match key {
            KeyCode::Left => Some(Self::Left),
            KeyCode::Right => Some(Self::Right),
            KeyCode::Up => Some(Self::Up),
            KeyCode::Down => Some(Self::Down),
            _ => None,
        }
    }

    /// How far a place lies ahead and aside of another one, in cells; a line is as high as two cells are wide.
    fn distance(self, from: (u16, u16), to: (u16, u16)) -> (i32, i32) {
        let (x, y) = (i32::from(to.0) - i32::from(from.0), 2 * (i32::from(to.1) - i32::from(from.1)));
        match self {
            Self::Left => (-x, y.abs()),
            Self::Right => (x, y.abs()),
            Self::Up => (-y, x.abs()),
            Self::Down => (y, x.abs()),
        }
    }

    /// The nearest place in this direction: straight ahead if there is one, else as little aside as possible.
    pub(crate) fn nearest<T: Copy>(self, places: &[(T, (u16, u16))], from: (u16, u16)) -> Option<T> {
        let ahead = places.iter().filter_map(|&(what, at)| {
            let (ahead, aside) = self.distance(from, at);
            (ahead > 0).then_some((ahead + 3 * aside, what))
        });
        ahead.min_by_key(|(cost, _)| *cost).map(|(_, what)| what)
    }
}

/// The place after this one, or the one before it; after the last comes the first.
pub(crate) fn cycle<T: Copy + PartialEq>(places: &[T], now: Option<T>, forward: bool) -> Option<T> {
    let count = places.len();
    let at = now.and_then(|now| places.iter().position(|&place| place == now));
    let next = match at {
        None => 0,
        Some(at) if forward => (at + 1) % count,
        Some(at) => (at + count - 1) % count,
    };
    places.get(next).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cursor_goes_straight_if_it_can() {
        let places = [('a', (0, 0)), ('b', (10, 0)), ('c', (11, 3)), ('d', (0, 3))];
        assert_eq!(Direction::Right.nearest(&places, (0, 0)), Some('b'));
        assert_eq!(Direction::Down.nearest(&places, (0, 0)), Some('d'));
        assert_eq!(Direction::Up.nearest(&places, (0, 0)), None);
        assert_eq!(Direction::Left.nearest(&places, (11, 3)), Some('d'));
        assert_eq!(Direction::Down.nearest(&places, (10, 0)), Some('c'));
    }

    #[test]
    fn tab_goes_round() {
        assert_eq!(cycle(&[1, 2, 3], Some(3), true), Some(1));
        assert_eq!(cycle(&[1, 2, 3], Some(1), false), Some(3));
        assert_eq!(cycle(&[1, 2, 3], Some(9), true), Some(1));
        assert_eq!(cycle::<u8>(&[], None, true), None);
    }
}

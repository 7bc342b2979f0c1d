//! The change of a table, broken up into steps that can be followed.

/// One step of a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// Combinations are taken apart.
    Lifted(Vec<Vec<String>>),
    /// Tiles are added to a combination.
    Added { tiles: Vec<String>, to: Vec<String> },
    /// A new combination is laid.
    Laid(Vec<String>),
}

/// The steps from one table to another, each with the table after it. Combinations that grow come first, then those that are
/// taken apart, then the new ones.
pub(crate) fn steps(before: &[Vec<String>], after: &[Vec<String>]) -> Vec<(Step, Vec<Vec<String>>)> {
    let (mut gone, mut new) = (without(before, after), without(after, before));
    let (mut table, mut steps) = (before.to_vec(), Vec::new());
    new.retain(|meld| {
        let Some(at) = gone.iter().position(|old| without(old, meld).is_empty()) else { return true };
        let old = gone.remove(at);
        let place = table.iter().position(|other| *other == old).expect("it lies on the table");
        table[place].clone_from(meld);
        steps.push((Step::Added { tiles: without(meld, &old), to: old }, table.clone()));
        false
    });
    if !gone.is_empty() {
        table = without(&table, &gone);
        steps.push((Step::Lifted(gone), table.clone()));
    }
    for meld in new {
        table.push(meld.clone());
        steps.push((Step::Laid(meld), table.clone()));
    }
    steps
}

/// The first list without the things of the second, each as often as it is there.
fn without<T: Clone + PartialEq>(list: &[T], others: &[T]) -> Vec<T> {
    let mut left = list.to_vec();
    for other in others {
        if let Some(at) = left.iter().position(|thing| thing == other) {
            left.remove(at);
        }
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    fn melds(text: &str) -> Vec<Vec<String>> {
        let meld = |meld: &str| meld.split(' ').map(str::to_owned).collect();
        text.split(", ").filter(|meld| !meld.is_empty()).map(meld).collect()
    }

    #[test]
    fn a_turn_is_followed_step_by_step() {
        let before = melds("1b 2b 3b, 7r 7b 7k, 4y 5y 6y");
        let after = melds("7r 7b 7k, 1b 2b 3b 4b, 3y 4y 5y, 6y 6r 6b");
        let steps = steps(&before, &after);
        let [(grown, _), (lifted, _), (laid, _), (last, table)] = &steps[..] else { panic!("{steps:?}") };
        assert_eq!(*grown, Step::Added { tiles: vec!["4b".to_owned()], to: melds("1b 2b 3b").remove(0) });
        assert_eq!(*lifted, Step::Lifted(melds("4y 5y 6y")));
        assert_eq!(*laid, Step::Laid(melds("3y 4y 5y").remove(0)));
        assert_eq!(*last, Step::Laid(melds("6y 6r 6b").remove(0)));
        assert!(without(table, &after).is_empty() && table.len() == after.len());
        assert!(super::steps(&before, &before).is_empty());
    }
}

//! Tests of the games on the disk.

use super::*;

fn row(id: &str, version: u64) -> Row {
    Row {
        id: id.to_owned(),
        owner: Owner { browser: "b".to_owned(), address: format!("address {id}") },
        version,
        family: "patience",
        title: "FreeCell.1".to_owned(),
        envelope: format!("envelope {version}"),
        moves: 3,
        millis: 1234,
        help: "{}".to_owned(),
        outcome: None,
        played: version,
    }
}

#[tokio::test]
async fn games_are_kept_listed_and_removed() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    assert_eq!(store.get("a").await.unwrap(), None);
    store.begin(row("a", 1)).await.unwrap();
    store.begin(row("b", 2)).await.unwrap();
    store.keep(row("a", 3)).await.unwrap();
    assert_eq!(store.version("a").await, Ok(Some(3)));
    assert_eq!(store.get("a").await.unwrap().unwrap().envelope, "envelope 3");
    let ids = |entries: Vec<Entry>| entries.into_iter().map(|entry| entry.id).collect::<Vec<_>>();
    assert_eq!(ids(store.list("b".to_owned()).await.unwrap()), ["a", "b"]);
    assert!(store.list("other".to_owned()).await.unwrap().is_empty());
    store.remove("a").await.unwrap();
    assert_eq!((store.count(Scope::All).await, store.get("a").await), (Ok(1), Ok(None)));
    assert_eq!(store.keep(row("a", 4)).await, Err(NotKept::Gone), "a removed game does not come back");
    assert_eq!(store.remove("a").await, Err(NotKept::Gone));
    assert_eq!((store.count(Scope::All).await, store.version("a").await), (Ok(1), Ok(None)));
    store.keep_daily("2026-11-17", "x".to_owned()).await.unwrap();
    assert_eq!(store.daily("2026-11-17").await, Ok(Some("x".to_owned())));
}

#[tokio::test]
async fn games_are_there_after_closing() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    assert!(matches!(Store::open(folder.path()), Err(StoreError::InUse)));
    store.begin(row("a", 1)).await.unwrap();
    drop(store);
    let store = Store::open(folder.path()).unwrap();
    assert_eq!(store.get("a").await.unwrap().unwrap().version, 1);
}

/// The transaction of many changes answers each of them.
#[tokio::test]
async fn changes_that_wait_are_written_together() {
    let folder = tempfile::tempdir().unwrap();
    let store = Arc::new(Store::open(folder.path()).unwrap());
    let keeps = (0..500).map(|number| {
        let store = Arc::clone(&store);
        tokio::spawn(async move { store.begin(row(&number.to_string(), number)).await })
    });
    for keep in keeps.collect::<Vec<_>>() {
        assert_eq!(keep.await.unwrap(), Ok(()));
    }
    assert_eq!(store.count(Scope::All).await, Ok(500));
}

#[tokio::test]
async fn the_oldest_finished_game_goes_first() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let keep = |id: &str, moves, outcome, played| Row { moves, outcome, played, ..row(id, 1) };
    for row in [
        keep("under way", 9, None, 1),
        keep("untouched", 0, None, 2),
        keep("lost", 9, Some("lost"), 4),
        keep("won", 9, Some("won"), 3),
    ] {
        store.begin(row).await.unwrap();
    }
    let mut gone = Vec::new();
    while let Some(id) = store.oldest_idle(Scope::All).await.unwrap() {
        store.remove(&id).await.unwrap();
        gone.push(id);
    }
    assert_eq!(gone, ["won", "lost", "untouched"]);
    assert_eq!(store.count(Scope::Browser("b".to_owned())).await, Ok(1));
    assert_eq!(store.count(Scope::Address("address under way".to_owned())).await, Ok(1));
    assert_eq!(store.count(Scope::Address("address won".to_owned())).await, Ok(0));
}

#[tokio::test]
async fn games_of_version_1_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let connection = Connection::open(folder.path().join(file::NAME)).unwrap();
    connection.execute_batch(file::TABLES).unwrap();
    let insert = "INSERT INTO game VALUES ('a', 'b', 1, 'peg', 'english', 'x', 0, 0, '{}', NULL, 7)";
    connection.execute(insert, []).unwrap();
    connection.pragma_update(None, "user_version", 1).unwrap();
    drop(connection);
    let store = Store::open(folder.path()).unwrap();
    let kept = store.get("a").await.unwrap().unwrap();
    assert_eq!((kept.envelope.as_str(), kept.address.as_str()), ("x", ""));
    store.begin(row("c", 1)).await.unwrap();
    assert_eq!(store.count(Scope::All).await, Ok(2));
}

#[test]
fn games_of_a_later_version_are_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let connection = Connection::open(folder.path().join(file::NAME)).unwrap();
    connection.pragma_update(None, "user_version", 9).unwrap();
    drop(connection);
    assert!(matches!(Store::open(folder.path()), Err(StoreError::Version(9))));
}

/// Of games that were begun in the same second, the one begun first is the oldest.
#[tokio::test]
async fn games_of_one_second_go_in_the_order_of_their_beginnings() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    for id in ["m", "z", "a"] {
        store.begin(Row { moves: 0, ..row(id, 1) }).await.unwrap();
    }
    assert_eq!(store.oldest_idle(Scope::All).await, Ok(Some("m".to_owned())));
    let listed = store.list("b".to_owned()).await.unwrap().into_iter().map(|entry| entry.id);
    assert_eq!(listed.collect::<Vec<_>>(), ["a", "z", "m"]);
}

/// The lock lies on the games themselves: the folder has no lock file that somebody could remove.
#[test]
fn the_lock_is_on_the_games() {
    let folder = tempfile::tempdir().unwrap();
    let _store = Store::open(folder.path()).unwrap();
    for entry in std::fs::read_dir(folder.path()).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(name.starts_with(file::NAME), "{name}");
    }
    assert!(matches!(Store::open(folder.path()), Err(StoreError::InUse)));
}

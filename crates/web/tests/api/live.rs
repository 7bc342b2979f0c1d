//! Sockets: requests, the changes of others, the light, limits, stopping.

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};
use web::{Limits, Server};

use crate::site::{Site, path};

/// A server that listens.
struct Running {
    site: Site,
    address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    task: JoinHandle<std::io::Result<()>>,
}

/// A window.
struct Window(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Running {
    async fn start(limits: Limits) -> Self {
        Self::serving(Site::with(limits)).await
    }

    async fn serving(site: Site) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel::<()>();
        let server: Server = site.server.clone();
        let task = tokio::spawn(web::serve(server, listener, async {
            // A test that ends drops its end.
            let _ = stopped.await;
        }));
        Self { site, address, stop: Some(stop), task }
    }

    fn url(&self, state: &Value, query: &str) -> String {
        format!("ws://{}{}", self.address, path(state, &format!("/live{query}")))
    }

    async fn window(&self, state: &Value, query: &str) -> Window {
        Window(connect_async(self.url(state, query)).await.unwrap().0)
    }
}

impl Window {
    async fn send(&mut self, text: impl ToString) {
        self.0.send(Message::text(text.to_string())).await.unwrap();
    }

    /// The next message with text.
    async fn next(&mut self) -> Value {
        loop {
            let frame = tokio::time::timeout(Duration::from_secs(30), self.0.next())
                .await
                .expect("an answer in time");
            match frame.expect("the socket is open").unwrap() {
                Message::Text(text) => return serde_json::from_str(&text).unwrap(),
                Message::Close(frame) => panic!("closed: {frame:?}"),
                _ => {}
            }
        }
    }

    /// The next message of which this is true.
    async fn until(&mut self, is_it: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.next().await;
            if is_it(&message) {
                return message;
            }
        }
    }

    async fn answer(&mut self, id: u64) -> Value {
        self.until(|message| message["id"] == id && message["push"].is_null()).await
    }

    /// The code that the socket is closed with.
    async fn closed(&mut self) -> Option<CloseCode> {
        loop {
            match tokio::time::timeout(Duration::from_secs(30), self.0.next())
                .await
                .expect("it closes in time")
            {
                Some(Ok(Message::Close(frame))) => return frame.map(|frame| frame.code),
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return None,
            }
        }
    }
}

fn limits() -> Limits {
    Limits { threads: 1, ..Limits::default() }
}

#[tokio::test]
async fn two_windows_see_the_same_game() {
    let running = Running::start(limits()).await;
    let state = running.site.begin(json!({"family": "patience", "deal": "fc.123"})).await;
    let mut one = running.window(&state, "").await;
    let mut other = running.window(&state, "?lang=fr").await;
    for window in [&mut one, &mut other] {
        let first = window.next().await;
        assert_eq!(
            (&first["push"], &first["resync"], &first["state"]["version"]),
            (&json!("state"), &json!(true), &json!(1))
        );
    }
    one.send(json!({"id": 7, "do": "act", "input": "1a", "version": 1})).await;
    let answer = one.answer(7).await;
    assert_eq!(answer["ok"]["state"]["version"], 2);
    let push = other.next().await;
    assert_eq!((&push["push"], &push["state"]["view"]), (&json!("state"), &answer["ok"]["state"]["view"]));
    assert!(push["say"].as_str().unwrap().contains("cellule"), "{}", push["say"]);
    one.send(json!({"id": 8, "do": "act", "input": "1-2"})).await;
    assert_eq!(one.answer(8).await["error"]["code"], "illegal_move");
    one.send(json!({"id": 9, "do": "undo", "version": 1})).await;
    let conflict = one.answer(9).await;
    assert_eq!((&conflict["error"]["code"], &conflict["state"]["version"]), (&json!("conflict"), &json!(2)));
    one.send("nonsense").await;
    assert_eq!(one.next().await["error"]["code"], "bad_request");
    let mut again = running.window(&state, "?version=2").await;
    assert_eq!(again.next().await, json!({"push": "ready", "version": 2}));
}

#[tokio::test]
async fn questions_are_answered_and_the_light_follows_the_game() {
    let running = Running::start(limits()).await;
    let state = running.site.begin(json!({"family": "patience", "deal": "fc.11"})).await;
    let mut window = running.window(&state, "").await;
    window.send(json!({"id": 1, "do": "light", "on": true})).await;
    let light = window.until(|message| message["push"] == "truth").await;
    assert_eq!((&light["truth"], &light["version"]), (&json!("winnable"), &json!(1)));
    window.send(json!({"id": 2, "do": "hint"})).await;
    let hint = window.answer(2).await;
    window.send(json!({"id": 3, "do": "act", "input": hint["ok"]["inputs"][0]})).await;
    window.answer(3).await;
    let light = window.until(|message| message["push"] == "truth").await;
    assert_eq!(light["version"], 2);
    window.send(json!({"id": 4, "do": "review"})).await;
    let review = window.answer(4).await;
    assert_eq!(review["ok"]["moves"][0]["truth"], "winnable");
    window.send(json!({"id": 5, "do": "at", "move": 0})).await;
    assert_eq!(window.answer(5).await["ok"]["view"], state["view"]);
}

/// Each machine's turn is a push of its own.
#[tokio::test]
async fn the_turns_of_machines_come_one_by_one() {
    let running = Running::start(limits()).await;
    let players = json!(["human", "ai:easy", "ai:easy", "ai:easy"]);
    let state = running
        .site
        .begin(json!({"family": "rummy", "rules": "rummikub", "players": players, "seed": 7}))
        .await;
    let mut window = running.window(&state, "").await;
    window.next().await;
    window.send(json!({"id": 1, "do": "act", "input": "draw"})).await;
    window.answer(1).await;
    for (version, seat) in [(3, 1), (4, 2), (5, 3)] {
        let push = window.next().await;
        assert_eq!((&push["state"]["version"], &push["events"][0]["seat"]), (&json!(version), &json!(seat)));
        assert!(
            push["events"].as_array().unwrap().iter().all(|event| event["tiles"].is_null()),
            "drawn tiles are hidden"
        );
    }
}

/// A game of which nothing is decided quickly.
fn hard() -> Value {
    json!({"family": "peg", "board": "triangle120", "vacate": "a1", "to": "a1"})
}

async fn load_becomes(running: &Running, load: usize) {
    for _ in 0..1000 {
        if running.site.server.load() == load {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("{} questions are worked on, not {load}", running.site.server.load());
}

#[tokio::test]
async fn a_closed_socket_stops_its_work() {
    let running = Running::start(Limits { tables: 0, ..limits() }).await;
    let state = running.site.begin(hard()).await;
    let mut window = running.window(&state, "").await;
    window.send(json!({"id": 1, "do": "solution"})).await;
    load_becomes(&running, 1).await;
    drop(window);
    load_becomes(&running, 0).await;
    let mut window = running.window(&state, "").await;
    window.send(json!({"id": 1, "do": "solution"})).await;
    load_becomes(&running, 1).await;
    window.send(json!({"id": 2, "do": "cancel", "of": 1})).await;
    assert_eq!(window.answer(2).await["ok"]["cancelled"], true);
    load_becomes(&running, 0).await;
}

/// A client that closes its connection while it waits stops the work too.
#[tokio::test]
async fn a_closed_connection_stops_its_work() {
    use tokio::io::AsyncWriteExt;
    let running = Running::start(Limits { tables: 0, ..limits() }).await;
    let state = running.site.begin(hard()).await;
    let mut stream = TcpStream::connect(running.address).await.unwrap();
    let request = format!(
        "POST {} HTTP/1.1\r\nhost: {}\r\ncontent-length: 0\r\n\r\n",
        path(&state, "/solution"),
        running.address
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    load_becomes(&running, 1).await;
    drop(stream);
    load_becomes(&running, 0).await;
}

#[tokio::test]
async fn sockets_of_other_sites_are_refused() {
    let running = Running::start(limits()).await;
    let state = running.site.begin(json!({"family": "patience", "deal": "fc.1"})).await;
    let connect = |origin: String| {
        let mut request = running.url(&state, "").into_client_request().unwrap();
        request.headers_mut().insert("origin", origin.parse().unwrap());
        connect_async(request)
    };
    match connect("https://evil.example".to_owned()).await {
        Err(Error::Http(response)) => assert_eq!(response.status(), 403),
        other => panic!("{other:?}"),
    }
    assert!(connect(format!("http://{}", running.address)).await.is_ok());
}

#[tokio::test]
async fn large_and_many_messages_close_the_socket() {
    let running = Running::start(Limits { rate: 1, burst: 30, ..limits() }).await;
    let state = running.site.begin(json!({"family": "patience", "deal": "fc.1"})).await;
    let mut window = running.window(&state, "").await;
    window.send("x".repeat(20_000)).await;
    assert!(matches!(window.closed().await, Some(CloseCode::Size) | None));
    let mut window = running.window(&state, "").await;
    for id in 0..60 {
        // The server may close before all are sent.
        let _ = window.0.send(Message::text(json!({"id": id, "do": "ping"}).to_string())).await;
    }
    assert!(matches!(window.closed().await, Some(CloseCode::Policy) | None));
}

#[tokio::test]
async fn a_client_has_a_number_of_sockets() {
    let running = Running::start(Limits { sockets_of_client: 2, ..limits() }).await;
    let state = running.site.begin(json!({"family": "patience", "deal": "fc.1"})).await;
    let windows = [running.window(&state, "").await, running.window(&state, "").await];
    assert!(
        matches!(connect_async(running.url(&state, "")).await, Err(Error::Http(answer)) if answer.status() == 429 && answer.headers()["retry-after"] == "1")
    );
    drop(windows);
    for _ in 0..200 {
        if connect_async(running.url(&state, "")).await.is_ok() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("closed sockets still count");
}

/// A window that does not read gets the whole state later, not silence.
#[tokio::test]
async fn a_window_that_lags_gets_the_whole_state() {
    let running = Running::start(Limits { rate: 10_000, burst: 10_000, ..limits() }).await;
    // A card goes to a cell and back, so that the list of moves is long.
    let state =
        running.site.begin(json!({"link": format!("FreeCell.123456~7-5{}", "_5a_a5".repeat(200))})).await;
    let mut window = running.window(&state, "").await;
    window.next().await;
    let mut last = Value::Null;
    for input in ["5a", "a5"].repeat(120) {
        let done = running.site.post(&path(&state, "/act"), json!({ "input": input })).await.with(200);
        last = done["state"]["version"].clone();
    }
    let mut resynced = false;
    loop {
        let push = window.next().await;
        resynced |= push["resync"] == true;
        if push["state"]["version"] == last {
            break;
        }
    }
    assert!(resynced, "all changes do not fit into the buffers");
}

#[tokio::test]
async fn stopping_closes_the_sockets_as_going_away() {
    let mut running = Running::start(Limits { tables: 0, ..limits() }).await;
    let state = running.site.begin(hard()).await;
    let mut window = running.window(&state, "").await;
    window.send(json!({"id": 1, "do": "solution"})).await;
    load_becomes(&running, 1).await;
    let begun = std::time::Instant::now();
    running.stop.take().unwrap().send(()).unwrap();
    window.until(|message| message["push"] == "closing").await;
    assert_eq!(window.closed().await, Some(CloseCode::Away));
    running.task.await.unwrap().unwrap();
    assert!(begun.elapsed() < Duration::from_secs(6), "{:?}", begun.elapsed());
    assert_eq!(running.site.server.load(), 0);
}

/// Writes bytes past the frames of the client.
async fn write_raw(window: &mut Window, bytes: &[u8]) {
    let MaybeTlsStream::Plain(stream) = window.0.get_mut() else { unreachable!("the server has no TLS") };
    stream.writable().await.unwrap();
    assert_eq!(stream.try_write(bytes).unwrap(), bytes.len());
}

#[tokio::test]
async fn faults_of_the_protocol_close_the_socket_with_their_codes() {
    let running = Running::start(limits()).await;
    let state = running.site.begin(json!({"family": "patience", "deal": "fc.123"})).await;
    let large: Vec<u8> = [0x81, 0xFE, 0x40, 0x00, 0, 0, 0, 0].into_iter().chain([b'x'; 0x4000]).collect();
    for (bytes, code) in [
        (vec![0x81, 0x01, b'a'], CloseCode::Protocol),
        (vec![0x83, 0x80, 0, 0, 0, 0], CloseCode::Protocol),
        (vec![0x81, 0x82, 0, 0, 0, 0, 0xC3, 0x28], CloseCode::Invalid),
        (large, CloseCode::Size),
    ] {
        let mut window = running.window(&state, "").await;
        window.next().await;
        write_raw(&mut window, &bytes).await;
        assert_eq!(window.closed().await, Some(code), "{:?}", &bytes[..2]);
    }
}

/// A client that sends its headers slowly does not hold a connection.
#[tokio::test]
async fn slow_headers_end_the_connection() {
    let running = Running::start(Limits { header_time: Duration::from_millis(300), ..limits() }).await;
    let stream = TcpStream::connect(running.address).await.unwrap();
    stream.writable().await.unwrap();
    stream.try_write(b"GET /api/about HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ").unwrap();
    let ended = async {
        loop {
            stream.readable().await.unwrap();
            match stream.try_read(&mut [0; 1000]) {
                Ok(0) => return,
                Ok(_) => {}
                Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {}
                Err(_) => return,
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(20), ended).await.expect("the connection ends");
}

/// A connection beyond the limit waits until another one ends.
#[tokio::test]
async fn connections_beyond_the_limit_wait() {
    let running = Running::start(Limits { connections: 2, ..limits() }).await;
    let first = TcpStream::connect(running.address).await.unwrap();
    let _second = TcpStream::connect(running.address).await.unwrap();
    let third = TcpStream::connect(running.address).await.unwrap();
    third.writable().await.unwrap();
    third.try_write(b"GET /api/about HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n").unwrap();
    let answer = |millis| tokio::time::timeout(Duration::from_millis(millis), third.readable());
    assert!(answer(300).await.is_err(), "both places are taken");
    drop(first);
    answer(20_000).await.expect("a place is free").unwrap();
}

/// A window is told that its game is gone, and closed; also one that was opened at the last moment.
#[tokio::test]
async fn a_window_hears_that_its_game_was_removed() {
    let running = Running::start(limits()).await;
    let state = running.site.begin(json!({"family": "patience", "deal": "fc.123"})).await;
    let mut window = running.window(&state, "").await;
    window.next().await;
    assert_eq!(running.site.delete(&path(&state, "")).await.status, 204);
    assert_eq!(window.next().await, json!({"push": "removed"}));
    assert_eq!(window.closed().await, Some(CloseCode::from(4404)));
    assert!(connect_async(running.url(&state, "")).await.is_err());
}

/// An address has a share of the connections of an open server; a server for one machine has one address.
#[tokio::test]
async fn an_address_has_a_share_of_the_connections() {
    let limits = Limits { connections_of_address: 3, ..limits() };
    for (is_local, is_refused) in [(false, true), (true, false)] {
        let running = Running::serving(Site::configured(|config| config.is_local = is_local, limits)).await;
        let mut open = Vec::new();
        for _ in 0..3 {
            open.push(TcpStream::connect(running.address).await.unwrap());
        }
        let mut fourth = TcpStream::connect(running.address).await.unwrap();
        let mut byte = [0];
        let end = tokio::time::timeout(Duration::from_millis(500), fourth.read(&mut byte)).await;
        assert_eq!(matches!(end, Ok(Ok(0) | Err(_))), is_refused);
        drop(open);
        let freed = async {
            while connect_and_ask(&running).await.is_err() {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(10), freed).await.expect("closed connections make room");
    }
}

/// Asks for the games that there are over a connection of its own.
async fn connect_and_ask(running: &Running) -> std::io::Result<()> {
    let mut stream = TcpStream::connect(running.address).await?;
    let request = format!("GET /api/about HTTP/1.1\r\nHost: {}\r\n\r\n", running.address);
    stream.write_all(request.as_bytes()).await?;
    let mut start = [0; 12];
    stream.read_exact(&mut start).await?;
    assert_eq!(&start, b"HTTP/1.1 200");
    Ok(())
}

/// Pings count as messages do.
#[tokio::test]
async fn a_window_that_pings_too_often_is_closed() {
    let running = Running::start(Limits { rate: 1, burst: 20, ..limits() }).await;
    let state = running.site.begin(json!({"family": "patience", "deal": "fc.1"})).await;
    let mut window = running.window(&state, "").await;
    window.next().await;
    for _ in 0..40 {
        // The server may have closed already.
        let _ = window.0.send(Message::Ping(Vec::new().into())).await;
    }
    assert!(matches!(window.closed().await, Some(CloseCode::Policy) | None));
}

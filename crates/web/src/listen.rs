//! Connections: accepted, given a time for their request headers, and ended when the server stops.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::task::JoinSet;
use tower::ServiceExt;

use crate::client::Address;
use crate::metered::{Metered, Rate};
use crate::server::closed;

/// The pause after a connection could not be accepted, as when no file can be opened.
const AFTER_ERROR: Duration = Duration::from_millis(200);

/// How fast a client may send: a body of the largest size at once, and in the long run more than any player needs.
const RATE: Rate = Rate { bytes: 256 << 10, burst: Duration::from_secs(8) };

/// The limits of connections.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Connections {
    /// The most connections at once; others wait until one ends.
    pub(crate) most: usize,
    /// The time that the headers of a request may take to arrive.
    pub(crate) header_time: Duration,
    /// The most connections of one address; another one is closed at once.
    pub(crate) of_address: Option<usize>,
}

/// The connections of each address.
#[derive(Clone, Debug, Default)]
struct Shares(Arc<Mutex<HashMap<Address, usize>>>);

/// A connection that counts as long as it is open.
#[derive(Debug)]
struct Share {
    shares: Shares,
    address: Address,
}

impl Shares {
    /// Counts a connection; none if the address has too many.
    fn take(&self, address: Address, most: Option<usize>) -> Option<Share> {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(address).or_default();
        if most.is_some_and(|most| *count >= most) {
            return None;
        }
        *count += 1;
        Some(Share { shares: self.clone(), address })
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        let mut counts = self.shares.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.address);
            }
        }
    }
}

/// Accepts connections until the server stops; then ends them, each after the request that it is answering.
pub(crate) async fn listen(
    listener: TcpListener,
    router: Router,
    limits: Connections,
    mut closing: watch::Receiver<bool>,
) {
    let places = Arc::new(Semaphore::new(limits.most));
    let shares = Shares::default();
    let mut open = JoinSet::new();
    loop {
        let (stream, peer, place) = tokio::select! {
            () = closed(&mut closing) => break,
            accepted = accept(&listener, &places) => accepted,
            // Connections that have ended are forgotten.
            Some(_) = open.join_next() => continue,
        };
        if let Some(share) = shares.take(Address::of(peer.ip()), limits.of_address) {
            let place = (place, share);
            open.spawn(connection(stream, peer, router.clone(), limits.header_time, closing.clone(), place));
        }
    }
    while open.join_next().await.is_some() {}
}

/// The next connection, once there is a place for it.
async fn accept(
    listener: &TcpListener,
    places: &Arc<Semaphore>,
) -> (TcpStream, SocketAddr, OwnedSemaphorePermit) {
    let place = Arc::clone(places).acquire_owned().await.expect("the semaphore is never closed");
    loop {
        match listener.accept().await {
            Ok((stream, peer)) => return (stream, peer, place),
            Err(_) => tokio::time::sleep(AFTER_ERROR).await,
        }
    }
}

async fn connection(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    header_time: Duration,
    mut closing: watch::Receiver<bool>,
    _place: (OwnedSemaphorePermit, Share),
) {
    // Answers are written whole; waiting for more would only delay them.
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |request: Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        router.clone().oneshot(request)
    });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(header_time);
    let served = builder.serve_connection(TokioIo::new(Metered::new(stream, RATE)), service).with_upgrades();
    tokio::pin!(served);
    // A connection that breaks has nobody to tell it to.
    tokio::select! {
        _ = served.as_mut() => {}
        () = closed(&mut closing) => {
            served.as_mut().graceful_shutdown();
            let _ = served.await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_address_has_its_share() {
        let shares = Shares::default();
        let take = |last: u8| shares.take(Address::of([10, 0, 0, last].into()), Some(2));
        let first = take(1).unwrap();
        let _second = take(1).unwrap();
        assert!(take(1).is_none() && take(2).is_some());
        drop(first);
        assert!(take(1).is_some());
        assert_eq!(shares.0.lock().unwrap().len(), 1, "addresses without connections are forgotten");
    }
}

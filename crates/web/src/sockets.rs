//! The open sockets: counted for the limits, and waited for when the server stops.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::client::Address;
use crate::config::Limits;
use crate::error::Kind;

/// The open sockets, by client.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sockets(Arc<Mutex<HashMap<Address, usize>>>);

/// An open WebSocket, as long as it is open.
#[derive(Debug)]
pub(crate) struct Connected {
    sockets: Sockets,
    client: Address,
}

impl Sockets {
    /// Counts a socket in, unless the client, or all together, have too many.
    pub(crate) fn connect(&self, client: Address, limits: &Limits) -> Result<Connected, Kind> {
        let mut open = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let of_client = open.get(&client).copied().unwrap_or(0);
        if of_client >= limits.sockets_of_client {
            return Err(Kind::TooMany);
        }
        if open.values().sum::<usize>() >= limits.sockets {
            return Err(Kind::Busy);
        }
        open.insert(client, of_client + 1);
        Ok(Connected { sockets: self.clone(), client })
    }

    /// How many are open.
    pub(crate) fn count(&self) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).values().sum()
    }

    /// Waits until all are closed, or for this long.
    pub(crate) async fn drained(&self, most: Duration) {
        let closed = async {
            while self.count() > 0 {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        // Those that are left are cut off.
        let _ = tokio::time::timeout(most, closed).await;
    }
}

impl Drop for Connected {
    fn drop(&mut self) {
        let mut open = self.sockets.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = open.get_mut(&self.client) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.client);
            }
        }
    }
}

//! A connection that is read at a limited rate. Some frames of a WebSocket never reach the code that counts messages: in
//! however small pieces bytes come, they cost little.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep_until};

/// How fast a client may send.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rate {
    /// Bytes per second in the long run.
    pub(crate) bytes: u32,
    /// The time whose bytes may come at once.
    pub(crate) burst: Duration,
}

/// A connection that is read at a limited rate.
#[derive(Debug)]
pub(crate) struct Metered {
    stream: TcpStream,
    rate: Rate,
    /// The time by which all bytes that were read are within the rate.
    settled: Instant,
    pause: Pin<Box<Sleep>>,
}

impl Metered {
    pub(crate) fn new(stream: TcpStream, rate: Rate) -> Self {
        let settled = earliest(rate.burst);
        Self { stream, rate, settled, pause: Box::pin(sleep_until(settled)) }
    }

    fn count(&mut self, bytes: usize) {
        let time = Duration::from_secs_f64(bytes as f64 / f64::from(self.rate.bytes));
        self.settled = self.settled.max(earliest(self.rate.burst)) + time;
    }
}

/// The time before which nothing is saved up.
fn earliest(burst: Duration) -> Instant {
    let now = Instant::now();
    now.checked_sub(burst).unwrap_or(now)
}

impl AsyncRead for Metered {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        if this.settled > Instant::now() {
            this.pause.as_mut().reset(this.settled);
            ready!(this.pause.as_mut().poll(cx));
        }
        let before = buf.filled().len();
        ready!(Pin::new(&mut this.stream).poll_read(cx, buf))?;
        this.count(buf.filled().len() - before);
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Metered {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(cx, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    use super::*;

    /// The bytes of the burst come at once, the others at the rate; none is lost.
    #[tokio::test]
    async fn a_client_is_read_at_the_rate() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let client = tokio::spawn(async move {
            let mut stream = TcpStream::connect(address).await.unwrap();
            stream.write_all(&vec![7; 300_000]).await.unwrap();
        });
        let rate = Rate { bytes: 1_000_000, burst: Duration::from_millis(100) };
        let mut server = Metered::new(listener.accept().await.unwrap().0, rate);
        let started = Instant::now();
        let mut read = Vec::new();
        server.read_to_end(&mut read).await.unwrap();
        client.await.unwrap();
        assert_eq!(read, vec![7; 300_000]);
        // A single reading may go beyond the rate; the next one waits for it.
        assert!(started.elapsed() >= Duration::from_millis(100), "{:?}", started.elapsed());
    }
}

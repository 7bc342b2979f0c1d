//! Files to read: whole, bounded, `-` being standard input.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::exit::Fault;

/// No text that Tapis reads is near this size; a larger one is a mistake.
const MOST: u64 = 64 << 20;

/// The byte-order mark that some editors put before a text in UTF-8.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// The bytes of a file, or of standard input for `-`, without a byte-order mark. No other format begins like one.
pub(crate) fn bytes(path: &Path) -> Result<Vec<u8>, Fault> {
    let unreadable = |error| Fault::cannot_read(path, &error);
    let mut bytes = Vec::new();
    if path == Path::new("-") {
        io::stdin().lock().take(MOST + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    } else {
        File::open(path).map_err(unreadable)?.take(MOST + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    }
    if bytes.len() as u64 > MOST {
        return Err(Fault::data(format!("{}: larger than {} MiB", path.display(), MOST >> 20)));
    }
    if bytes.starts_with(BYTE_ORDER_MARK) {
        bytes.drain(..BYTE_ORDER_MARK.len());
    }
    Ok(bytes)
}

/// The text of a file, or of standard input for `-`.
pub(crate) fn text(path: &Path) -> Result<String, Fault> {
    String::from_utf8(bytes(path)?).map_err(|_| Fault::data(format!("{}: not UTF-8 text", path.display())))
}

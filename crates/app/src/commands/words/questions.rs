//! Questions from the command line or, for `-`, one per line from standard input.

use std::io::{self, BufRead, BufReader, Read, Write};

use crate::exit::Fault;

/// A longer line is not a question about words.
const MOST: u64 = 1 << 16;

/// Puts each question to `answer`, which writes what it has to say. Answers to a stream come as soon as
/// nothing more is waiting to be read, so that another program can talk line by line.
pub(crate) fn put<W: Write>(
    questions: &[String],
    mut out: W,
    mut answer: impl FnMut(&mut W, &str) -> io::Result<()>,
) -> Result<(), Fault> {
    for question in questions {
        if question == "-" {
            stream(BufReader::with_capacity(1 << 16, io::stdin().lock()), &mut out, &mut answer)?;
        } else {
            answer(&mut out, question)?;
        }
    }
    out.flush()?;
    Ok(())
}

fn stream<W: Write>(
    mut input: BufReader<impl Read>,
    out: &mut W,
    mut answer: impl FnMut(&mut W, &str) -> io::Result<()>,
) -> Result<(), Fault> {
    let mut line = Vec::new();
    for number in 1.. {
        line.clear();
        let read = (&mut input).take(MOST).read_until(b'\n', &mut line);
        match read.map_err(|error| Fault::data(format!("standard input, line {number}: {error}")))? as u64 {
            0 => break,
            MOST if line.last() != Some(&b'\n') => {
                return Err(Fault::data(format!("standard input, line {number}: longer than {MOST} bytes")));
            }
            _ => answer(out, String::from_utf8_lossy(&line).trim())?,
        }
        if !input.buffer().contains(&b'\n') {
            out.flush()?;
        }
    }
    Ok(())
}

//! The storage of the cells of an automaton: on the heap, or in a file that is mapped into memory.
#![allow(unsafe_code)]

use std::fs::File;
use std::io;

use memmap2::Mmap;

use crate::format::{self, FormatError, Header};

/// The cells of an automaton.
#[derive(Debug)]
pub(crate) enum Storage {
    Owned(Vec<u32>),
    /// A whole file that was checked, on a machine with the file's byte order, and where its cells begin.
    Mapped(Mmap, usize),
}

/// The reason why a file cannot be mapped as an automaton.
#[derive(Debug, thiserror::Error)]
pub enum MapError {
    /// The file cannot be mapped at all.
    #[error(transparent)]
    Map(#[from] io::Error),
    /// It does not hold a sound automaton.
    #[error(transparent)]
    Format(#[from] FormatError),
}

impl Storage {
    /// Maps a file and checks what it holds.
    pub(crate) fn map(file: &File) -> Result<(Self, Header), MapError> {
        // SAFETY: the map is only read. The caller must see to it that nobody changes the file meanwhile. Every cell is
        // read with its index checked and every walk is bounded in length, so that changed cells lead to wrong answers,
        // not to memory that is not ours.
        let bytes = unsafe { Mmap::map(file) }?;
        if cfg!(target_endian = "big") {
            let (header, cells) = format::read(&bytes)?;
            return Ok((Self::Owned(cells), header));
        }
        let header = Header::read(&bytes)?;
        let storage = Self::Mapped(bytes, header.size);
        header.check(storage.cells())?;
        Ok((storage, header))
    }

    #[inline]
    pub(crate) fn cells(&self) -> &[u32] {
        match self {
            Self::Owned(cells) => cells,
            // A map begins at a page, so that only a length that `Header::read` refuses cannot be cast.
            Self::Mapped(bytes, start) => {
                bytes.get(*start..).and_then(|cells| bytemuck::try_cast_slice(cells).ok()).unwrap_or_default()
            }
        }
    }
}

//! What can go wrong in the verbs of the `.dsp/` protocol, with the exit codes of the Python tool.

use std::io;

use crate::dsp::query::TocError;
use crate::dsp::store::StoreError;
use crate::identity::UidError;
use crate::transaction::TransactionError;

/// A verb of the protocol failed.
#[derive(Debug, thiserror::Error)]
pub enum DspError {
    /// `.dsp/` could not be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// `.dsp/` could not be written.
    #[error(transparent)]
    Transaction(#[from] TransactionError),
    /// An argument is no uid.
    #[error(transparent)]
    Uid(#[from] UidError),
    /// No such table of contents.
    #[error(transparent)]
    Toc(#[from] TocError),
    /// The answer could not be printed.
    #[error("cannot write the answer")]
    Output(#[from] io::Error),
}

impl DspError {
    /// 2 for a wrong argument, 1 where the graph cannot answer, 3 where the work could not be done.
    #[must_use]
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Uid(_) => 2,
            Self::Toc(_) | Self::Store(StoreError::Absent(_)) => 1,
            Self::Store(_) | Self::Transaction(_) | Self::Output(_) => 3,
        }
    }
}

/// Where `.dsp/` stands below the root of a project.
pub(super) const DSP: &str = ".dsp";

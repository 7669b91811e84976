//! One file per verb: from arguments to the library and from its answer to text.

pub(crate) mod bootstrap;
pub(crate) mod bundle;
pub(crate) mod edges;
pub(crate) mod explain;
pub(crate) mod fsck;
pub(crate) mod init;
mod job;
pub(crate) mod markers;
pub(crate) mod pending;
pub(crate) mod prompt;
pub(crate) mod read;
pub(crate) mod roots;
pub(crate) mod sync;
pub(crate) mod watch;
pub(crate) mod write;

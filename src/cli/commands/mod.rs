//! One file per verb: from arguments to the library and from its answer to text.

pub(crate) mod edges;
pub(crate) mod explain;

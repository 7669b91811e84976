//! Which files exist.

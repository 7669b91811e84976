//! Texts in, operations, texts out.

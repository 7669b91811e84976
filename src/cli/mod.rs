//! The command line: the only code that prints.

pub mod commands;

//! What the program does, seen from outside: repositories in, texts out.
#![expect(clippy::disallowed_methods, reason = "tests make repositories on disk and run the program")]

mod bootstrap;
mod care;
mod edges;
mod graph;
mod hostile;
mod index;
mod layers;
mod markers;
mod operations;
mod reading;
mod referee;
mod roots;
mod support;
mod sync;

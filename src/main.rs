//! dsp-cli: a map of a repository that is never wrong and never stale.

use std::process::ExitCode;

// Syntax trees are many small pieces of memory: with the system's allocator they take a fifth of a run. To be linked is
// enough to be the allocator here.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
use mimalloc as _;

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    dsp_cli::cli::main(std::env::args_os())
}

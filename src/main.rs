//! dsp-cli: a map of a repository that is never wrong and never stale.

use std::process::ExitCode;

fn main() -> ExitCode {
    dsp_cli::cli::main(std::env::args_os())
}

//! How the program is linked.
#![expect(clippy::disallowed_methods, reason = "what cargo says to a build script stands in the environment")]

use std::env;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let is = |key: &str, value: &str| env::var(key).is_ok_and(|it| it == value);
    let is_static =
        env::var("CARGO_CFG_TARGET_FEATURE").is_ok_and(|it| it.split(',').any(|it| it == "crt-static"));
    // Where the program may lie anywhere in memory, each call begins with writing tens of thousands of addresses, which is a
    // fifth of what a question to `.dsp/` takes. It gives up that its addresses are not known beforehand; who wants that has the
    // feature `pie`.
    if is("CARGO_CFG_TARGET_OS", "linux")
        && is("CARGO_CFG_TARGET_ENV", "gnu")
        && is("CARGO_CFG_TARGET_ARCH", "x86_64")
        && !is_static
        && env::var_os("CARGO_FEATURE_PIE").is_none()
    {
        println!("cargo:rustc-link-arg-bins=-no-pie");
    }
}

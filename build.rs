//! How the program is linked.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let is = |key: &str, value: &str| std::env::var(key).is_ok_and(|it| it == value);
    // At an address of its own choice each call would begin with writing 36,000 addresses into 160 pages, a fifth of what a
    // question takes as a whole.
    if is("CARGO_CFG_TARGET_OS", "linux")
        && is("CARGO_CFG_TARGET_ENV", "gnu")
        && is("CARGO_CFG_TARGET_ARCH", "x86_64")
    {
        println!("cargo:rustc-link-arg-bins=-no-pie");
    }
}

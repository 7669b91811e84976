//! The modules of Node itself.

/// Names that `require` takes without a scheme, sorted (Node 20 and later).
const BUILTINS: [&str; 68] = [
    "_http_agent",
    "_http_client",
    "_http_common",
    "_http_incoming",
    "_http_outgoing",
    "_http_server",
    "_stream_duplex",
    "_stream_passthrough",
    "_stream_readable",
    "_stream_transform",
    "_stream_wrap",
    "_stream_writable",
    "_tls_common",
    "_tls_wrap",
    "assert",
    "assert/strict",
    "async_hooks",
    "buffer",
    "child_process",
    "cluster",
    "console",
    "constants",
    "crypto",
    "dgram",
    "diagnostics_channel",
    "dns",
    "dns/promises",
    "domain",
    "events",
    "fs",
    "fs/promises",
    "http",
    "http2",
    "https",
    "inspector",
    "inspector/promises",
    "module",
    "net",
    "os",
    "path",
    "path/posix",
    "path/win32",
    "perf_hooks",
    "process",
    "punycode",
    "querystring",
    "readline",
    "readline/promises",
    "repl",
    "stream",
    "stream/consumers",
    "stream/promises",
    "stream/web",
    "string_decoder",
    "sys",
    "timers",
    "timers/promises",
    "tls",
    "trace_events",
    "tty",
    "url",
    "util",
    "util/types",
    "v8",
    "vm",
    "wasi",
    "worker_threads",
    "zlib",
];

/// The module's name with its scheme, when `specifier` names one.
pub(super) fn builtin(specifier: &str) -> Option<String> {
    if specifier.starts_with("node:") {
        return Some(specifier.to_owned());
    }
    let known = BUILTINS.binary_search(&specifier).is_ok();
    known.then(|| format!("node:{specifier}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_node() {
        assert!(BUILTINS.is_sorted());
        let check = |specifier, expected: Option<&str>| assert_eq!(builtin(specifier).as_deref(), expected);
        check("fs", Some("node:fs"));
        check("fs/promises", Some("node:fs/promises"));
        check("node:test", Some("node:test"));
        check("zlib", Some("node:zlib"));
        check("test", None);
        check("node", None);
    }
}

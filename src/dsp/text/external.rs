//! What is outside the repository: its name, and for what everybody knows, what it is for. Pure.

use super::quoted;
use crate::graph::External;

/// Modules of Node.js without `node:`, sorted.
const NODE: &[(&str, &str)] = &[
    ("assert", "assertions"),
    ("assert/strict", "strict assertions"),
    ("async_hooks", "context that follows asynchronous calls"),
    ("buffer", "binary data"),
    ("child_process", "starting other programs"),
    ("cluster", "several processes that share a port"),
    ("console", "printing to the console"),
    ("constants", "constants of the operating system"),
    ("crypto", "hashes, ciphers, signatures and random bytes"),
    ("dgram", "UDP sockets"),
    ("diagnostics_channel", "messages for diagnostics"),
    ("dns", "looking up host names"),
    ("dns/promises", "looking up host names, with promises"),
    ("domain", "grouping of I/O errors"),
    ("events", "event emitters"),
    ("fs", "the file system"),
    ("fs/promises", "the file system, with promises"),
    ("http", "HTTP servers and requests"),
    ("http2", "HTTP/2 servers and requests"),
    ("https", "HTTPS servers and requests"),
    ("inspector", "the debugger's protocol"),
    ("module", "loading of modules, `createRequire`"),
    ("net", "TCP servers and sockets"),
    ("os", "the operating system: platform, folders, processors"),
    ("path", "joining and taking apart file paths"),
    ("path/posix", "file paths with `/`"),
    ("path/win32", "file paths of Windows"),
    ("perf_hooks", "measuring time"),
    ("process", "the running process: arguments, environment, exit"),
    ("punycode", "encoding of international host names"),
    ("querystring", "query strings of URLs"),
    ("readline", "reading input line by line"),
    ("readline/promises", "reading input line by line, with promises"),
    ("repl", "interactive prompts"),
    ("sqlite", "SQLite databases"),
    ("stream", "streams"),
    ("stream/consumers", "reading streams whole"),
    ("stream/promises", "streams, with promises"),
    ("stream/web", "streams as the Web has them"),
    ("string_decoder", "decoding bytes into text"),
    ("test", "the test runner"),
    ("timers", "timers"),
    ("timers/promises", "timers, with promises"),
    ("tls", "TLS sockets"),
    ("tty", "terminals"),
    ("url", "parsing URLs, file URLs to paths"),
    ("util", "helpers: `promisify`, `inspect`, formatting"),
    ("v8", "the JavaScript engine: heap, serialisation"),
    ("vm", "running code in contexts of its own"),
    ("wasi", "the WebAssembly system interface"),
    ("worker_threads", "threads"),
    ("zlib", "compression"),
];

/// Tools whose plugins, presets and configurations npm knows by the form of their names.
const TOOLS: &[&str] = &[
    "babel",
    "esbuild",
    "eslint",
    "postcss",
    "prettier",
    "rehype",
    "remark",
    "rollup",
    "stylelint",
    "vite",
    "webpack",
];

pub(super) fn about(external: &External) -> String {
    let name = quoted(&external.name);
    match external.ecosystem {
        "npm" => npm(&external.name)
            .map_or_else(|| format!("npm package {name}"), |about| format!("npm package {name}: {about}")),
        "node" => {
            let module = external.name.strip_prefix("node:").unwrap_or(&external.name);
            let about = look_up(NODE, module).map_or_else(String::new, |about| format!(": {about}"));
            format!("Node.js module {name}{about}")
        }
        "pypi" => format!("Python package {name}"),
        "python" => format!("Module {name} of the Python standard library"),
        ecosystem => format!("External dependency {name} ({ecosystem})"),
    }
}

/// What the form of the name says; what a package does is not written in the repository and is not guessed.
fn npm(name: &str) -> Option<String> {
    if let Some(typed) = name.strip_prefix("@types/") {
        let (scope, local) = typed.split_once("__").unwrap_or(("", typed));
        let typed = if scope.is_empty() { local.to_owned() } else { format!("@{scope}/{local}") };
        return Some(format!("types of {}", quoted(&typed)));
    }
    let local = name.rsplit('/').next().unwrap_or(name);
    let (tool, rest) = local.split_once('-')?;
    TOOLS.contains(&tool).then_some(())?;
    let kind = ["plugin", "config", "preset", "parser"]
        .into_iter()
        .find(|kind| rest.split('-').next() == Some(kind))?;
    Some(format!("{} {tool} {kind}", if tool.starts_with(['e', 'a']) { "an" } else { "a" }))
}

fn look_up(table: &[(&'static str, &'static str)], name: &str) -> Option<&'static str> {
    table.binary_search_by_key(&name, |(key, _)| key).ok().map(|at| table[at].1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(ecosystem: &'static str, name: &str, expected: &str) {
        assert_eq!(about(&External { ecosystem, name: name.to_owned(), version: None }), expected);
    }

    #[test]
    fn the_table_is_sorted() {
        assert!(NODE.is_sorted_by_key(|(key, _)| key), "{:?}", NODE.windows(2).find(|it| it[0].0 >= it[1].0));
    }

    #[test]
    fn what_the_name_or_the_platform_says_is_told() {
        check("node", "node:fs", "Node.js module `node:fs`: the file system");
        check("npm", "@types/node", "npm package `@types/node`: types of `node`");
        check("npm", "@types/babel__core", "npm package `@types/babel__core`: types of `@babel/core`");
        check("npm", "eslint-plugin-vue", "npm package `eslint-plugin-vue`: an eslint plugin");
        check("npm", "@acme/vite-plugin-x", "npm package `@acme/vite-plugin-x`: a vite plugin");
        check("npm", "dataloader", "npm package `dataloader`");
        check("npm", "express", "npm package `express`");
        check("pypi", "numpy", "Python package `numpy`");
    }
}

//! What is outside the repository: its name, and for what everybody knows, what it is for. Pure.

use resolvers::facts::{BindingName, FileFacts, Import, ImportKind};
use resolvers::path::RepoPath;
use rustc_hash::{FxHashMap, FxHashSet};

use super::place::{Role, is_among_tests, role};
use super::{few, quoted, renowned};
use crate::graph::External;

/// How many names of an external are told, and how many folders.
const MOST_TAKEN: usize = 6;
const MOST_AREAS: usize = 4;

/// What the repository does with an external: who takes what of it.
#[derive(Debug, Default)]
pub(in crate::dsp) struct Use<'f> {
    /// Each importer once, in order of paths.
    files: Vec<&'f RepoPath>,
    /// The names that are taken, and by how many imports.
    names: FxHashMap<&'f str, u32>,
    /// Something of it runs.
    runs: bool,
}

impl<'f> Use<'f> {
    /// Takes note of what `path` imports; files come in order of paths.
    pub(in crate::dsp) fn note(&mut self, path: &'f RepoPath, import: &'f Import, facts: &'f FileFacts) {
        if self.files.last() != Some(&path) {
            self.files.push(path);
        }
        let typed = !import.names.is_empty() && import.names.iter().all(|it| it.type_only);
        self.runs |= import.kind != ImportKind::Type && !typed;
        for name in &import.names {
            match &name.name {
                BindingName::Named(name) => *self.names.entry(name).or_default() += 1,
                _ => self.note_whole(name.local.as_deref(), facts),
            }
        }
    }

    /// Of a whole module its members are taken; where none is, it goes by the name that it gets.
    fn note_whole(&mut self, local: Option<&'f str>, facts: &'f FileFacts) {
        let members: FxHashSet<&str> = (facts.references.iter().take(super::declared::MANY))
            .filter(|it| Some(it.binding.as_str()) == local)
            .filter_map(|it| it.member.as_deref())
            .collect();
        let mut members: Vec<&str> = members.into_iter().collect();
        if members.is_empty() {
            members.extend(local);
        }
        members.sort_unstable();
        for member in members {
            *self.names.entry(member).or_default() += 1;
        }
    }

    /// The names that are taken, and in which folders.
    fn told(&self) -> String {
        let mut names: Vec<(&str, u32)> = self.names.iter().map(|(name, count)| (*name, *count)).collect();
        names.sort_unstable_by(|(one, often), (other, oftener)| oftener.cmp(often).then(one.cmp(other)));
        let taken = few(
            if self.runs { "takes " } else { "takes the types " },
            names.into_iter().map(|(name, _)| name),
            MOST_TAKEN,
        );
        let test =
            |path: &RepoPath| is_among_tests(path) || matches!(role(path), Role::Test | Role::Benchmark);
        let tests = !self.files.is_empty() && self.files.iter().all(|path| test(path));
        let place = few("in ", self.areas().iter().map(String::as_str), MOST_AREAS);
        let place = if tests { format!("{place} (tests)") } else { place };
        let bare = if self.names.is_empty() { "used " } else { "" };
        let parts: Vec<String> = [taken, place].into_iter().filter(|it| !it.is_empty()).collect();
        format!("{bare}{}", parts.join(" "))
    }

    /// The folders of the importers: as deep as there are few.
    fn areas(&self) -> Vec<String> {
        if let [only] = self.files[..] {
            return vec![only.to_text()];
        }
        let dirs: Vec<String> =
            self.files.iter().map(|it| String::from_utf8_lossy(it.parent()).into_owned()).collect();
        let at = |depth: usize| {
            let mut areas: Vec<String> = Vec::new();
            for dir in &dirs {
                let end = dir.match_indices('/').nth(depth).map_or(dir.len(), |(at, _)| at);
                let area = if dir.is_empty() { "." } else { &dir[..end] };
                if areas.last().is_none_or(|last| last != area) && !areas.iter().any(|it| it == area) {
                    areas.push(area.to_owned());
                }
                if areas.len() > MOST_AREAS {
                    break;
                }
            }
            areas
        };
        let mut best = at(0);
        for depth in 1..6 {
            let deeper = at(depth);
            if deeper.len() > MOST_AREAS {
                break;
            }
            best = deeper;
        }
        best
    }
}

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

/// What it is, and what the repository takes of it.
pub(super) fn about(external: &External, used: &Use<'_>) -> String {
    let (known, used) = (known(external), used.told());
    if used.is_empty() {
        known
    } else {
        format!("{known}{}{used}", if known.contains("`: ") { "; " } else { ": " })
    }
}

fn known(external: &External) -> String {
    let name = quoted(&external.name);
    match external.ecosystem {
        "npm" => renowned::npm(&external.name)
            .map(str::to_owned)
            .or_else(|| npm(&external.name))
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
        assert_eq!(known(&External { ecosystem, name: name.to_owned(), version: None }), expected);
    }

    #[test]
    fn what_the_repository_takes_is_told() {
        let fixture = crate::testing::Fixture::parse(
            "== src/db/a.ts\nimport npm:acme b\nimport npm:acme c\n== src/db/b.ts\nimport npm:acme c\n== src/ui/deep/c.ts\nimport npm:acme",
        );
        let mut used = Use::default();
        for source in &fixture.sources {
            for import in &source.facts.imports {
                used.note(&source.path, import, &source.facts);
            }
        }
        let acme = External { ecosystem: "npm", name: "acme".to_owned(), version: None };
        assert_eq!(about(&acme, &used), "npm package `acme`: takes `c`, `b` in `src/db`, `src/ui/deep`");
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
        check("npm", "express", "npm package `express`: web server framework");
        check("pypi", "numpy", "Python package `numpy`");
    }
}

//! The files that a manifest's scripts start. The words of a command are read, none is ever run.

use super::entries::Entries;
use super::package::Package;
use crate::path::{self, RepoPath};

/// Scripts that start what the package is, in the order in which people think of them; `start:prod` counts as
/// `start`. What builds, tests and checks starts something else.
const NAMES: [&str; 6] = ["start", "serve", "server", "dev", "develop", "watch"];

/// Programs that run the file they are given.
const RUNNERS: [&str; 22] = [
    "node",
    "nodemon",
    "tsx",
    "ts-node",
    "ts-node-dev",
    "ts-node-esm",
    "tsnd",
    "babel-node",
    "bun",
    "deno",
    "electron",
    "electronmon",
    "pm2",
    "forever",
    "esno",
    "esr",
    "jiti",
    "vite-node",
    "swc-node",
    "sucrase-node",
    "wrangler",
    "supervisor",
];

/// Words between a runner and its file.
const SUBCOMMANDS: [&str; 5] = ["run", "watch", "start", "dev", "serve"];

/// Flags whose next word is no file to run.
const WITH_VALUE: [&str; 21] = [
    "-r",
    "--require",
    "--loader",
    "--experimental-loader",
    "--import",
    "-P",
    "--project",
    "--tsconfig",
    "-w",
    "--watch-path",
    "-e",
    "--ext",
    "-i",
    "--ignore",
    "--env-file",
    "-c",
    "--config",
    "--name",
    "-O",
    "--compiler-options",
    "-C",
];

/// Folders of programs that work on a package rather than in it.
const TOOLS: [&[u8]; 12] = [
    b"scripts",
    b"script",
    b"tools",
    b"tooling",
    b"tasks",
    b"test",
    b"tests",
    b"e2e",
    b"bench",
    b"benchmarks",
    b"config",
    b".config",
];

/// Every file that a script starts, in the order of the scripts' names.
pub(super) fn started(package: &Package<'_, '_>, found: &mut Entries) {
    for wanted in NAMES {
        for (name, command) in package.manifest.scripts() {
            if name != wanted && name.strip_prefix(wanted).is_none_or(|rest| !rest.starts_with(':')) {
                continue;
            }
            for file in files(package, command) {
                found.add(file, || format!("the script `{name}` of {}", package.manifest.path));
            }
        }
    }
}

fn files<'a>(package: &Package<'a, '_>, command: &str) -> Vec<&'a RepoPath> {
    // Quotes hold whole commands (`concurrently "node a.js"`) as often as they hold words.
    let unquoted = command.replace(['"', '\'', '`'], " ");
    let commands = unquoted.split([';', '|', '&', '(', ')', '\n']);
    commands.filter_map(|command| run_by(package, command)).collect()
}

/// The file that a runner in `command` is given.
fn run_by<'a>(package: &Package<'a, '_>, command: &str) -> Option<&'a RepoPath> {
    let mut words = command.split_whitespace();
    words.find(|word| RUNNERS.contains(word))?;
    while let Some(word) = words.next() {
        if word.starts_with('-') {
            // `--watch src` names what is watched, `node --watch src/main.js` what is run.
            let folder = |value: &str| package.resolver.project.is_dir(&joined(package, value));
            let mut ahead = words.clone();
            if WITH_VALUE.contains(&word) || word == "--watch" && ahead.next().is_some_and(folder) {
                words.next();
            }
        } else if !SUBCOMMANDS.contains(&word)
            && !RUNNERS.contains(&word)
            && let Some(file) = package.source_of(word).filter(|file| !is_tool(package, file))
        {
            return Some(file);
        }
    }
    None
}

fn joined(package: &Package<'_, '_>, relative: &str) -> Vec<u8> {
    path::join(package.dir(), relative.as_bytes()).unwrap_or_default()
}

fn is_tool(package: &Package<'_, '_>, file: &RepoPath) -> bool {
    let inside = path::strip_dir(file.parent(), package.dir()).unwrap_or_default();
    let configures = bstr::ByteSlice::contains_str(file.file_name(), ".config.");
    configures || inside.split(|byte| *byte == b'/').any(|segment| TOOLS.contains(&segment))
}

//! What tools that build packages write, where they name it by a rule of their own, and from what.
//!
//! Only the tool that a manifest names is asked, and the source must exist.

use bstr::ByteSlice;

use super::build_output::{source_at, stem};
use super::manifest::{Manifest, texts};
use super::probe::{Pass, Probe};
use super::workspace::glob_set;
use crate::path::{self, RepoPath};

/// The source of `path`, which lies in the package in `package` and is not there.
pub(super) fn source_of<'a>(probe: Probe<'a, '_>, package: &[u8], path: &[u8]) -> Option<&'a RepoPath> {
    packaged(probe, package, path).or_else(|| preconstructed(probe, path))
}

/// `svelte-package` copies a folder file by file and compiles what is TypeScript.
fn packaged<'a>(probe: Probe<'a, '_>, package: &[u8], path: &[u8]) -> Option<&'a RepoPath> {
    let manifest = probe.workspaces.manifest_in(package)?;
    let mut sources = folders(manifest).into_iter().filter_map(|(input, output)| {
        let inside = path::strip_dir(path, &path::join(package, output.as_bytes())?)?;
        path::join(&path::join(package, input.as_bytes())?, inside)
    });
    sources.find_map(|source| {
        let found = probe.replaced(&source, Pass::All);
        found.or_else(|| source_at(probe, stem(&source), path))
    })
}

/// From where to where each tool in the scripts of `manifest` copies.
pub(super) fn folders(manifest: &Manifest) -> Vec<(&str, &str)> {
    manifest.scripts().flat_map(|(_, script)| svelte_folders(script)).collect()
}

/// From where to where each `svelte-package` in a script copies.
fn svelte_folders(script: &str) -> Vec<(&str, &str)> {
    let commands = script.split(['&', '|', ';', '(', ')', '\n']);
    let folders = |command| {
        let mut words = str::split_whitespace(command);
        words.find(|word| *word == "svelte-package")?;
        let (mut input, mut output) = ("src/lib", "dist");
        while let Some(word) = words.next() {
            let (flag, value) = match word.split_once('=') {
                Some((flag, value)) => (flag, Some(value)),
                None => (word, None),
            };
            let folder = match flag {
                "-i" | "--input" => &mut input,
                "-o" | "--output" => &mut output,
                _ => continue,
            };
            *folder = value.or_else(|| words.next())?;
        }
        Some((input, output))
    };
    commands.filter_map(folders).collect()
}

/// Preconstruct calls what it builds by the name of the package and the path of the entry point below `src`, with a dash
/// for each slash.
fn preconstructed<'a>(probe: Probe<'a, '_>, path: &[u8]) -> Option<&'a RepoPath> {
    if path::file_name(path::parent(path)) != b"dist" {
        return None;
    }
    // An entry point may have a manifest of its own, which has no name.
    let manifests = || path::ancestors(path).filter_map(|dir| probe.workspaces.manifest_in(dir));
    let (manifest, name) = manifests().find_map(|manifest| Some((manifest, manifest.name()?)))?;
    let options = |manifest: &Manifest| manifest.field("preconstruct").cloned();
    manifests().find_map(options)?;
    let name = name.trim_start_matches('@').replace('/', "-");
    let rest = path::file_name(path).strip_prefix(name.as_bytes())?;
    let entry = match rest.split(|byte| *byte == b'.').next()? {
        b"" => b"",
        dashed => dashed.strip_prefix(b"-")?,
    };
    let globs = texts(options(manifest).as_ref().and_then(|it| it.get("entrypoints")));
    let globs = if globs.is_empty() { vec!["index.{js,jsx,ts,tsx}".to_owned()] } else { globs };
    let globs = glob_set(globs.iter());
    let sources = path::join(manifest.dir(), b"src")?;
    let below = [&sources, &b"/"[..]].concat();
    probe.project.below(&below).iter().find(|file| {
        let inside = &file.as_bytes()[below.len()..];
        entry_name(inside) == entry && globs.is_match(inside.to_str_lossy().as_ref())
    })
}

fn entry_name(inside: &[u8]) -> Vec<u8> {
    let stem = stem(inside);
    let stem = if stem == b"index" { b"" } else { stem.strip_suffix(b"/index").unwrap_or(stem) };
    stem.replace("/", "-")
}

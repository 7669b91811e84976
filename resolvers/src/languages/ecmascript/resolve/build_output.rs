//! From a build output that is not in the tree to its source.
//!
//! A tool that names what it writes by a rule of its own says it, or `outDir` and `rootDir` of the package's configs; else
//! folders that builds write to are taken off, as few as possible, and `src/` tried. The source must exist: nothing is
//! guessed.

use std::sync::Arc;

use serde_json::Value;

use super::super::Flavor;
use super::builders;
use super::configs::Configs;
use super::manifest::Manifest;
use super::probe::{Pass, Probe};
use super::tsconfig::TsConfig;
use crate::path::{self, RepoPath};

/// Folders that builds write to.
const BUILD_DIRS: [&[u8]; 22] = [
    b"dist",
    b"lib",
    b"build",
    b"out",
    b"es",
    b"esm",
    b"cjs",
    b"umd",
    b"types",
    b"dts",
    b"dist-types",
    b"output",
    b"bundle",
    b".build",
    b"dist-cjs",
    b"dist-esm",
    b"npm",
    b"lib-commonjs",
    b"lib-cjs",
    b"lib-esm",
    b"lib-es6",
    b"lib-dts",
];
/// Those of them that tell how modules are written, and nothing else (`es` is Spanish too): builds put one of them below
/// their own folders.
const FORMAT_DIRS: [&[u8]; 6] = [b"cjs", b"commonjs", b"es6", b"esm", b"mjs", b"umd"];
/// What bundlers put between a name and its extension.
const INFIXES: [&[u8]; 9] =
    [b".cjs", b".esm", b".umd", b".global", b".prod", b".min", b".bundler", b".modern", b".legacy"];
/// Where sources lie.
const SOURCE_DIRS: [&[u8]; 4] = [b"src", b"", b"lib", b"source"];
/// Config files that builds are commonly run with: they go before others of the package.
const CONFIG_NAMES: [&str; 6] = [
    "tsconfig.json",
    "tsconfig.build.json",
    "tsconfig.lib.json",
    "tsconfig.esm.json",
    "tsconfig.cjs.json",
    "tsconfig.types.json",
];

/// The file that `target`, as a manifest in `package` writes it, means: itself if it is in the tree, else its source.
pub(super) fn source_of<'a>(
    probe: Probe<'a, '_>,
    configs: &Configs<'_>,
    package: &[u8],
    target: &[u8],
) -> Option<&'a RepoPath> {
    let path = path::join(package, target)?;
    // The manifest of a folder in a package may name what the whole package is built to: `../dist/hooks.js`.
    let climbs = path::strip_dir(&path, package).is_none() && path != package;
    let package = if climbs { probe.workspaces.nearest(path::parent(&path))?.dir() } else { package };
    let inside = path::strip_dir(&path, package)?;
    probe
        .lenient(&path)
        .or_else(|| builders::source_of(probe, package, &path))
        .or_else(|| by_config(probe, common(probe, configs, package), &path))
        .or_else(|| candidates(package, inside).iter().find_map(|path| source_at(probe, path, target)))
        // A build of something else in the package may write there too.
        .or_else(|| by_config(probe, others(probe, configs, package), &path))
}

/// Whether `inside` lies in a folder of its package that builds write to.
pub(super) fn is_built(inside: &[u8]) -> bool {
    inside.split(|byte| *byte == b'/').next().is_some_and(|dir| BUILD_DIRS.contains(&dir))
}

fn by_config<'a>(
    probe: Probe<'a, '_>,
    mut builds: impl Iterator<Item = Arc<TsConfig>>,
    path: &[u8],
) -> Option<&'a RepoPath> {
    builds.find_map(|config| {
        let root = config.root_dir.as_ref().or(config.common_root.as_ref())?;
        let mut outs = config.outs(root);
        outs.find_map(|out| source_at(probe, &path::join(root, stem(path::strip_dir(path, out)?))?, path))
    })
}

/// The configs of a package that builds are commonly run with.
fn common(
    probe: Probe<'_, '_>,
    configs: &Configs<'_>,
    package: &[u8],
) -> impl Iterator<Item = Arc<TsConfig>> {
    let common = CONFIG_NAMES.iter().filter_map(|name| path::join(package, name.as_bytes()));
    common.filter_map(move |path| configs.load(&path, probe.workspaces))
}

/// Any other `tsconfig*.json` in the package: a script may name each.
fn others(
    probe: Probe<'_, '_>,
    configs: &Configs<'_>,
    package: &[u8],
) -> impl Iterator<Item = Arc<TsConfig>> {
    let prefix = path::join(package, b"tsconfig").unwrap_or_default();
    let is_other = move |file: &&RepoPath| {
        let name = file.file_name();
        let is_common = CONFIG_NAMES.iter().any(|common| common.as_bytes() == name);
        file.parent() == package && name.ends_with(b".json") && !is_common
    };
    let others = probe.project.below(&prefix).iter().filter(is_other).map(|file| file.as_bytes().to_vec());
    others.filter_map(move |path| configs.load(&path, probe.workspaces))
}

/// What the configs of the package that `path` lies in say it is compiled from, and the config that says so. Nothing
/// is guessed: the config names both folders, and the file is one that the compiler writes under that name.
pub(super) fn compiled_from<'a>(
    probe: Probe<'a, '_>,
    configs: &Configs<'_>,
    path: &[u8],
    directory: bool,
    explicit: bool,
) -> Option<(&'a RepoPath, Arc<TsConfig>)> {
    let package = probe.workspaces.nearest(path)?.dir();
    if is_compiled(path) {
        return None;
    }
    common(probe, configs, package).chain(others(probe, configs, package)).find_map(|config| {
        let root = config.root_dir.as_ref()?;
        let file = config.outs(root).find_map(|out| {
            let inside = if path == out { Some(&b""[..]) } else { path::strip_dir(path, out) };
            let source = path::join(root, inside?)?;
            if explicit {
                return probe.replaced(&source, Pass::Implementation);
            }
            probe.typescript(&source, directory, config.resolution, true)
        })?;
        is_compiled(file.as_bytes()).then_some((file, config))
    })
}

/// Whether the compiler makes something else of the file.
fn is_compiled(path: &[u8]) -> bool {
    let flavor = Flavor::of_name(path::file_name(path));
    matches!(flavor, Some(Flavor::Ts | Flavor::Tsx | Flavor::Mts | Flavor::Cts))
}

/// Stems of possible sources, the smallest change of the path first.
fn candidates(package: &[u8], target: &[u8]) -> Vec<Vec<u8>> {
    let segments: Vec<&[u8]> = target.split(|b| *b == b'/').collect();
    let dirs = &segments[..segments.len() - 1];
    let builds = dirs.iter().take_while(|dir| BUILD_DIRS.contains(dir)).count();
    let mut tails: Vec<Vec<&[u8]>> =
        (usize::from(builds > 0)..=builds).map(|strip| segments[strip..].to_vec()).collect();
    // dist/types/<package>/x.d.ts
    if builds > 0 && dirs.get(builds).is_some_and(|dir| *dir == path::file_name(package)) {
        tails.push(segments[builds + 1..].to_vec());
    }
    // dist/feature/esm/x.js
    tails.extend(without_format(&segments[builds..]));
    let mut out = Vec::new();
    for tail in tails {
        let tail = tail.join(&b'/');
        let tail = stem(&tail);
        if tail.starts_with(b"src/") {
            out.extend(path::join(package, tail));
        } else {
            out.extend(SOURCE_DIRS.iter().filter_map(|dir| path::join(&path::join(package, dir)?, tail)));
        }
    }
    // Last, that it is a folder of a build.
    if segments.last().is_some_and(|last| BUILD_DIRS.contains(last)) {
        out.extend(candidates(package, &[target, b"/index"].concat()));
    }
    out
}

/// `segments` without the last folder that tells a format, if there is one.
fn without_format<'s>(segments: &[&'s [u8]]) -> Option<Vec<&'s [u8]>> {
    let (_, dirs) = segments.split_last()?;
    let at = dirs.iter().rposition(|dir| FORMAT_DIRS.contains(dir))?;
    Some([&segments[..at], &segments[at + 1..]].concat())
}

/// A path without its extension and without what a bundler put before it.
pub(super) fn stem(path: &[u8]) -> &[u8] {
    let extensions = [
        &b".d.ts"[..],
        b".d.mts",
        b".d.cts",
        b".ts",
        b".mts",
        b".cts",
        b".tsx",
        b".js",
        b".mjs",
        b".cjs",
        b".jsx",
    ];
    let mut stem = extensions.iter().find_map(|end| path.strip_suffix(*end)).unwrap_or(path);
    while let Some(shorter) = INFIXES.iter().find_map(|end| stem.strip_suffix(*end)) {
        stem = shorter;
    }
    stem
}

/// The source at `path` that `target` may be built from.
pub(super) fn source_at<'a>(probe: Probe<'a, '_>, path: &[u8], target: &[u8]) -> Option<&'a RepoPath> {
    let file = probe.file(path, Pass::All).or_else(|| probe.lenient(path)).or_else(|| styles(probe, path))?;
    // What the manifest itself hands to `require` is not what something else is built from.
    let is_handed = || {
        let manifest = probe.workspaces.nearest(file.parent());
        manifest.and_then(Manifest::exports).is_some_and(|map| names(map, file.file_name()))
    };
    let is_other = is_for_require(file.as_bytes()) && !is_for_require(target) && is_handed();
    // Data is copied under its own name.
    let is_data = file.extension() == b"json" && file.as_bytes() != path;
    (!is_other && !is_data).then_some(file)
}

/// What the style sheet `x.css` is made from.
fn styles<'a>(probe: Probe<'a, '_>, path: &[u8]) -> Option<&'a RepoPath> {
    let stem = path.strip_suffix(b".css")?;
    [".scss", ".sass", ".less", ".styl"].iter().find_map(|end| probe.exact(&[stem, end.as_bytes()].concat()))
}

/// Whether what lies at `path` is written for `require` alone.
pub(super) fn is_for_require(path: &[u8]) -> bool {
    [&b".cjs"[..], b".cts"].iter().any(|end| path.ends_with(end))
}

/// Whether a target somewhere in `map` is a file of that name.
fn names(map: &Value, name: &[u8]) -> bool {
    let mut open = vec![map];
    while let Some(value) = open.pop() {
        match value {
            Value::String(target) if path::file_name(target.as_bytes()) == name => return true,
            Value::Array(more) => open.extend(more),
            Value::Object(more) => open.extend(more.values()),
            _ => {}
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use bstr::ByteSlice;

    #[test]
    fn changes_as_little_as_possible() {
        let check = |package: &str, target: &str, expected: &[&str]| {
            let found = candidates(package.as_bytes(), target.as_bytes());
            let found: Vec<_> = found.iter().map(|path| path.to_str().unwrap()).collect();
            assert_eq!(found, expected, "{package} {target}");
        };
        check("p", "dist/index.js", &["p/src/index", "p/index", "p/lib/index", "p/source/index"]);
        check("p", "dist/src/index.d.ts", &["p/src/index"]);
        let kept = ["p/src/a/esm/x", "p/a/esm/x", "p/lib/a/esm/x", "p/source/a/esm/x"];
        let taken = ["p/src/a/x", "p/a/x", "p/lib/a/x", "p/source/a/x"];
        check("p", "dist/a/esm/x.js", &[kept, taken].concat());
        check("p", "a/esm/x.js", &[kept, taken].concat());
        check(
            "p",
            "dist/types/a.d.ts",
            &[
                "p/src/types/a",
                "p/types/a",
                "p/lib/types/a",
                "p/source/types/a",
                "p/src/a",
                "p/a",
                "p/lib/a",
                "p/source/a",
            ],
        );
        check(
            "packages/x",
            "dist/x/a.js",
            &[
                "packages/x/src/x/a",
                "packages/x/x/a",
                "packages/x/lib/x/a",
                "packages/x/source/x/a",
                "packages/x/src/a",
                "packages/x/a",
                "packages/x/lib/a",
                "packages/x/source/a",
            ],
        );
        check(
            "",
            "vue.esm-browser.js",
            &["src/vue.esm-browser", "vue.esm-browser", "lib/vue.esm-browser", "source/vue.esm-browser"],
        );
        check("", "dist/x.cjs.prod.js", &["src/x", "x", "lib/x", "source/x"]);
        let folder = ["p/src/lib", "p/lib", "p/lib/lib", "p/source/lib"];
        let index = ["p/src/index", "p/index", "p/lib/index", "p/source/index"];
        check("p", "lib", &[folder, index].concat());
    }
}

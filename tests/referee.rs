//! A second opinion: what `oxc_resolver` says of the paths and tracked packages of every fixture.
//!
//! It resolves as Node and bundlers do, without any config; ours follows TypeScript first. Wherever both lead to a
//! file and the files differ, the row stands in the golden file, and each row there has been read and has its reason:
//! a script that names a `.js` runs that file, not the `.ts` beside it; `moduleSuffixes` is not known over there.

use std::fmt::Write;
use std::path::Path;

use oxc_resolver::{ResolveOptions, Resolver};

use crate::support::{FIXTURES, Repo, golden};

#[test]
fn another_resolver_agrees_on_paths_and_tracked_packages() {
    let mut compared = 0;
    let mut differences = String::new();
    for name in FIXTURES {
        let repo = Repo::fixture(name);
        for row in repo.edges().lines().skip(1) {
            let fields: Vec<&str> = row.split('\t').collect();
            let [importer, specifier, kind @ ("runtime" | "dynamic"), "source", target, how, ..] = fields[..]
            else {
                continue;
            };
            if !matches!(how, "relative" | "node-modules") || row.contains('\\') {
                continue;
            }
            let theirs = theirs(repo.dir(), importer, specifier);
            compared += usize::from(theirs.is_some());
            if let Some(theirs) = theirs.filter(|theirs| theirs != target) {
                writeln!(differences, "{name}: {importer} {specifier} ({kind}): {target}, not {theirs}")
                    .expect("a text takes it");
            }
        }
    }
    assert!(compared > 100, "only {compared} rows could be compared");
    golden!("referee", differences);
}

/// The file that the other resolver finds, from the top of the repository.
fn theirs(root: &Path, importer: &str, specifier: &str) -> Option<String> {
    let alias = |from: &str, to: &[&str]| (from.to_owned(), to.iter().map(|&to| to.to_owned()).collect());
    let options = ResolveOptions {
        extensions: [".ts", ".tsx", ".js", ".jsx", ".json", ".d.ts"].map(str::to_owned).to_vec(),
        extension_alias: vec![
            alias(".js", &[".ts", ".tsx", ".js", ".jsx", ".d.ts"]),
            alias(".jsx", &[".tsx", ".jsx"]),
            alias(".mjs", &[".mts", ".mjs", ".d.mts"]),
            alias(".cjs", &[".cts", ".cjs", ".d.cts"]),
        ],
        condition_names: ["import", "require", "types"].map(str::to_owned).to_vec(),
        ..ResolveOptions::default()
    };
    let dir = root.join(importer).parent()?.to_owned();
    let found = Resolver::new(options).resolve(dir, specifier).ok()?;
    let inside = found.path().strip_prefix(root).ok()?;
    Some(inside.to_str()?.replace('\\', "/"))
}

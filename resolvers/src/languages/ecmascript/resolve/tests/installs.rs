//! What an install would link, and what a package then answers.

use super::check;

#[test]
fn the_root_of_a_workspace_by_its_name() {
    let tree = |globs: &str, lock: &str, range: &str| {
        format!(
            r#"
== package.json
{{"name": "nit", "version": "3.1.0", "exports": {{".": "./index.mjs", "./tsconfig": "./base.json"}}{globs}
== base.json
{{"compilerOptions": {{"paths": {{"~/*": ["${{configDir}}/*"]}}}}}}
== index.mjs
== examples/e/package.json
{{"name": "e", "devDependencies": {{"nit": "{range}"}}}}
== examples/e/tsconfig.json
{{"extends": "nit/tsconfig"}}
== examples/e/a.ts
== examples/e/b.ts
== examples/f/package.json
{{"name": "f", "dependencies": {{"mine": "workspace:nit@*"}}}}
== examples/f/a.ts
{lock}"#
        )
    };
    let pnpm = "}\n== pnpm-workspace.yaml\npackages: [examples/*]";
    let members = ", \"workspaces\": [\"examples/*\"]}";
    let berry = "== yarn.lock\n__metadata:\n  version: 8\n\n\"nit@^3.0.0, nit@workspace:.\":\n  version: 0\n";
    let classic = "== yarn.lock\n\"nit@^3.0.0\":\n  version \"3.0.4\"\n";
    let linked = "== pnpm-lock.yaml\nimporters:\n  examples/e:\n    devDependencies:\n      nit:\n        version: link:../..\n";
    let installed = linked.replace("link:../..", "3.0.4");
    let link = "workspace index.mjs";
    for (globs, lock, range, expected) in [
        (pnpm, "", "workspace:*", link),
        (pnpm, "", "^3.0.0", link),
        (pnpm, "", "^2.0.0", "declared nit@^2.0.0"),
        (pnpm, linked, "^2.0.0", link),
        (pnpm, &installed, "^3.0.0", "declared nit@^3.0.0"),
        (members, "", "workspace:^", link),
        (members, berry, "^3.0.0", link),
        (members, berry, "^2.0.0", "declared nit@^2.0.0"),
        // npm and the first yarn link members alone.
        (members, "", "^3.0.0", "declared nit@^3.0.0"),
        (members, classic, "^3.0.0", "declared nit@^3.0.0"),
        (members, "", "*", "declared nit@*"),
    ] {
        let alias = if expected == link { "paths examples/e/b.ts" } else { "none unknown-alias" };
        let own = [("examples/e/a.ts nit", expected), ("examples/e/a.ts ~/b", alias)];
        let others = [("examples/f/a.ts mine", link), ("examples/f/a.ts nit", "undeclared nit")];
        check(&tree(globs, lock, range), &[own, others].concat());
    }
}

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

#[test]
fn what_the_importer_would_get_comes_before_what_others_get() {
    let package = |name: &str, manifest: &str, files: &str| {
        let files: Vec<_> = files.split(' ').map(|file| format!("== p/{name}/{file}\n")).collect();
        format!("== p/{name}/package.json\n{{\"name\": \"{name}\", {manifest}}}\n{}", files.concat())
    };
    let tree = [
        "== package.json\n{\"workspaces\": [\"p/*\"]}\n== a.ts\n== b.cjs\n".to_owned(),
        package(
            "dual",
            r#""exports": {".": {"types": "./dist/p.d.ts", "import": "./dist/p.mjs", "require": "./index.js"}}"#,
            "index.js src/index.ts",
        ),
        package(
            "turned",
            r#""exports": {"require": "./dist/p.cjs", "import": "./index.mjs"}"#,
            "index.mjs src/index.ts",
        ),
        package(
            "web",
            r#""exports": {"browser": "./b.js", "default": "./dist/x.js"}"#,
            "b.js src/index.ts",
        ),
        package("field", r#""main": "./dist/x.js", "browser": "./b.js""#, "b.js src/index.ts"),
        package("shim", r#""main": "./dist/x.js", "browser": "./b.js""#, "b.js"),
        package("page", r#""browser": "./b.js""#, "b.js"),
        package("paged", r#""browser": "./dist/page.js""#, "src/page.ts"),
        package(
            "said",
            r#""exports": {"my-source": "./code/x.ts", "default": "./dist/y.js"}"#,
            "code/x.ts src/index.ts",
        ),
        package(
            "stub",
            r#""exports": {"source": "./src/index.ts", "types": "./dist/index.d.ts", "default": "./dist/Stub.js"}"#,
            "src/index.ts Stub.js",
        ),
        package(
            "draft",
            r#""exports": {"development": "./src/draft.ts", "default": "./dist/index.js"}"#,
            "src/index.ts src/draft.ts",
        ),
        package("only", r#""exports": {"bun": "./code/x.ts", "default": "./dist/y.js"}"#, "code/x.ts"),
    ]
    .concat();
    check(
        &tree,
        &[
            ("a.ts dual", "build-output p/dual/src/index.ts"),
            ("require b.cjs dual", "workspace p/dual/index.js"),
            ("require b.cjs turned", "build-output p/turned/src/index.ts"),
            ("a.ts turned", "workspace p/turned/index.mjs"),
            ("a.ts web", "build-output p/web/src/index.ts"),
            ("a.ts field", "build-output p/field/src/index.ts"),
            ("a.ts shim", "none no-such-file"),
            ("a.ts page", "build-output p/page/b.js"),
            ("a.ts paged", "build-output p/paged/src/page.ts"),
            ("a.ts said", "build-output p/said/code/x.ts"),
            ("a.ts stub", "build-output p/stub/src/index.ts"),
            ("a.ts draft", "build-output p/draft/src/index.ts"),
            ("a.ts only", "build-output p/only/code/x.ts"),
        ],
    );
}

#[test]
fn require_reads_exports_whatever_the_config_says_of_imports() {
    check(
        r##"
== package.json
{"workspaces": ["p/*"]}
== p/lib/package.json
{"name": "lib", "main": "./main.js", "exports": {".": {"types": "./t.d.ts", "import": "./esm.mjs", "require": {"node": "./cjs.js", "default": "./web.js"}}, "./sub": "./s.js"}}
== p/lib/main.js
== p/lib/esm.mjs
== p/lib/cjs.js
== p/lib/web.js
== p/lib/t.d.ts
== p/lib/sub.js
== p/lib/s.js
== p/lib/private.js
== p/own/package.json
{"name": "own", "imports": {"#x": "./x.js"}, "exports": {"./y": "./x.js"}}
== p/own/tsconfig.json
{"compilerOptions": {"module": "commonjs", "moduleResolution": "node"}}
== p/own/r.js
== p/own/r.ts
== p/own/x.js
"##,
        &[
            ("require p/own/r.js lib", "workspace p/lib/cjs.js"),
            ("require p/own/r.ts lib", "workspace p/lib/cjs.js"),
            ("require p/own/r.js lib/sub", "workspace p/lib/s.js"),
            ("require p/own/r.js lib/private", "none not-exported"),
            ("require p/own/r.js #x", "imports p/own/x.js"),
            ("require p/own/r.js own/y", "self p/own/x.js"),
            // What TypeScript checks and compiles goes by the config.
            ("p/own/r.ts lib", "workspace p/lib/main.js"),
            ("p/own/r.ts lib/sub", "workspace p/lib/sub.js"),
            ("p/own/r.ts lib/private", "workspace p/lib/private.js"),
        ],
    );
}

#[test]
fn paths_to_what_a_config_compiles() {
    let tree = |options: &str, more: &str| {
        format!(
            r#"
== package.json
{{"workspaces": ["p", "q"]}}
== p/package.json
{{"name": "p", "main": "./dist/index.js"}}
== p/tsconfig.json
{{"compilerOptions": {{{options}}}, "include": ["src"]}}
== p/src/index.ts
== p/src/a.ts
== p/src/b.min.ts
== p/src/b.ts
== p/src/c.d.ts
== p/src/d.css
== p/src/e.js
== p/src/f/index.ts
== p/src/g.mts
== p/test/t.ts
== p/test/t.js
== p/test/tsconfig.json
{{"compilerOptions": {{"noEmit": true}}, "include": ["."]}}
== q/t.ts
{more}"#
        )
    };
    check(
        &tree(r#""outDir": "dist", "rootDir": "src""#, ""),
        &[
            ("p/test/t.ts ..", "build-output p/src/index.ts"),
            ("p/test/t.ts ../", "build-output p/src/index.ts"),
            ("p/test/t.ts ../../p", "build-output p/src/index.ts"),
            ("q/t.ts ../p", "build-output p/src/index.ts"),
            ("q/t.ts ../p/dist/a.js", "build-output p/src/a.ts"),
            ("p/test/t.ts ../dist", "build-output p/src/index.ts"),
            ("p/test/t.ts ../dist/a", "build-output p/src/a.ts"),
            ("type p/test/t.ts ../dist/a.js", "build-output p/src/a.ts"),
            ("type p/test/t.ts ../dist/a.d.ts", "build-output p/src/a.ts"),
            ("require p/test/t.js ..", "build-output p/src/index.ts"),
            ("require p/test/t.js ../dist/a", "build-output p/src/a.ts"),
            ("p/test/t.ts ../dist/f", "build-output p/src/f/index.ts"),
            ("p/test/t.ts ../dist/g.mjs", "build-output p/src/g.mts"),
            ("p/test/t.ts ../dist/b.min.js", "build-output p/src/b.min.ts"),
            // The compiler writes none of these.
            ("p/test/t.ts ../dist/a.min.js", "none no-such-file"),
            ("p/test/t.ts ../dist/a.mjs", "none no-such-file"),
            ("p/test/t.ts ../dist/a.ts", "none no-such-file"),
            ("p/test/t.ts ../dist/c.d.ts", "none no-such-file"),
            ("p/test/t.ts ../dist/d.css", "none no-such-file"),
            ("p/test/t.ts ../dist/e.js", "none no-such-file"),
            ("p/test/t.ts ../build/a.js", "none no-such-file"),
        ],
    );
    check(
        &tree(r#""outDir": "dist", "rootDir": "src""#, "== p/dist/a.js\n== p/index.js\n"),
        &[("p/test/t.ts ../dist/a.js", "relative p/dist/a.js"), ("p/test/t.ts ..", "relative p/index.js")],
    );
    let modules = tree(
        r#""outDir": "dist", "rootDir": "src""#,
        "== p/m/tsconfig.json\n{\"compilerOptions\": {\"module\": \"nodenext\"}}\n== p/m/t.mts\n",
    );
    check(
        &modules,
        &[
            ("p/m/t.mts ../dist/a.js", "build-output p/src/a.ts"),
            ("p/m/t.mts ../dist/a", "none no-such-file"),
            ("p/m/t.mts ..", "none no-such-file"),
        ],
    );
    // A `rootDir` that only the included files suggest says nothing.
    for options in [r#""outDir": "dist""#, r#""rootDir": "src""#] {
        check(
            &tree(options, ""),
            &[
                ("p/test/t.ts ..", "build-output p/src/index.ts"),
                ("p/test/t.ts ../dist/a.js", "none no-such-file"),
            ],
        );
    }
}

#[test]
fn a_dependency_may_be_a_bare_path() {
    check(
        r#"
== package.json
{"name": "whole", "exports": {".": "./dist/index.js"}}
== src/index.ts
== test/app/package.json
{"dependencies": {"whole": "../../", "part": "./part", "gone": "../gone", "odd": ".x"}}
== test/app/a.ts
== test/app/part/package.json
{"name": "part", "main": "m.js"}
== test/app/part/m.js
"#,
        &[
            ("test/app/a.ts whole", "build-output src/index.ts"),
            ("test/app/a.ts part", "workspace test/app/part/m.js"),
            ("test/app/a.ts gone", "declared gone@../gone"),
            ("test/app/a.ts odd", "declared odd@.x"),
        ],
    );
}

#[test]
fn null_under_a_condition_that_holds_ends_the_search() {
    check(
        r##"
== package.json
{"workspaces": ["p"]}
== p/package.json
{"name": "p", "imports": {"#n": {"import": null, "default": "./d.js"}, "#o": {"import": "./d.js", "default": null}}, "exports": {"./x": {"import": null, "default": "./d.js"}, "./y": {"types": "./t.d.ts", "import": null}, "./z": ["./d.js", null], "./gone": {"import": "./dist/d.js", "default": null}}}
== p/d.js
== p/t.d.ts
== p/i.js
== p/i.ts
== a.mjs
== a.cjs
"##,
        &[
            ("a.mjs p/x", "none not-exported"),
            ("require a.cjs p/x", "workspace p/d.js"),
            ("a.mjs p/y", "none not-exported"),
            ("a.mjs p/z", "workspace p/d.js"),
            ("a.mjs p/gone", "build-output p/d.js"),
            ("p/i.js #n", "none not-in-imports"),
            ("require p/i.js #n", "imports p/d.js"),
            ("p/i.js #o", "imports p/d.js"),
        ],
    );
}

#[test]
fn what_a_declaration_describes_is_what_runs_under_the_conditions() {
    let exports = r#"{ ".": { "types": "./index.d.ts", "import": "./index.mjs", "require": "./index.js" }, "./only": { "types": "./only.d.ts" } }"#;
    let tree = format!(
        "== package.json\n{{ \"workspaces\": [\"p\", \"q\"] }}\n\
         == p/package.json\n{{ \"name\": \"p\", \"exports\": {exports} }}\n\
         == p/index.d.ts\n== p/index.mjs\n== p/index.js\n== p/only.d.ts\n== p/only.js\n\
         == q/package.json\n{{ \"name\": \"q\", \"dependencies\": {{ \"p\": \"*\" }} }}\n\
         == q/m.mjs\n== q/c.cjs\n== q/t.ts\n"
    );
    check(
        &tree,
        &[
            ("q/m.mjs p", "workspace p/index.mjs"),
            ("require q/c.cjs p", "workspace p/index.js"),
            ("type q/t.ts p", "workspace p/index.d.ts"),
            ("q/m.mjs p/only", "workspace p/only.js"),
        ],
    );
}

#[test]
fn what_runs_is_exported_whatever_node10_reads() {
    check(
        r#"
== p/package.json
{ "name": "p", "types": "./index.d.ts", "main": "./index.cjs", "exports": { "import": "./index.js", "require": "./index.cjs" } }
== p/index.d.ts
== p/index.js
== p/index.cjs
== q/package.json
{ "dependencies": { "p": "file:../p" } }
== q/jsconfig.json
{ "compilerOptions": { "moduleResolution": "Node" } }
== q/m.mjs
== q/c.cjs
== r/package.json
{ "dependencies": { "p": "file:../p" } }
== r/tsconfig.json
{ "compilerOptions": { "module": "commonjs" } }
== r/c.ts
== r/m.mts
== s/package.json
{ "dependencies": { "p": "file:../p" } }
== s/tsconfig.json
{ "compilerOptions": { "module": "esnext", "moduleResolution": "node10" } }
== s/m.ts
"#,
        &[
            ("q/m.mjs p", "workspace p/index.js"),
            ("require q/c.cjs p", "workspace p/index.cjs"),
            ("jsdoc q/m.mjs p", "workspace p/index.d.ts"),
            ("type q/m.mjs p", "workspace p/index.js"),
            ("r/c.ts p", "workspace p/index.cjs"),
            ("r/m.mts p", "workspace p/index.js"),
            ("s/m.ts p", "workspace p/index.js"),
        ],
    );
}

#[test]
fn what_base_url_makes_of_a_folder_is_no_package() {
    check(
        r#"
== tsconfig.json
{ "compilerOptions": { "baseUrl": "." } }
== app/a.ts
== all/tsconfig.json
{ "compilerOptions": { "paths": { "*": ["./lib/*"] } } }
== all/lib/mine/b.ts
== all/m.ts
"#,
        &[
            ("app/a.ts app/gone", "none alias-without-file"),
            ("app/a.ts other/gone", "undeclared other"),
            ("all/m.ts mine/gone", "none alias-without-file"),
            ("all/m.ts mine/b", "paths all/lib/mine/b.ts"),
        ],
    );
}

#[test]
fn an_alias_onto_a_package_that_is_not_built_leads_to_its_source() {
    check(
        r#"
== a/tsconfig.json
{ "compilerOptions": { "paths": { "lib": ["../lib"], "/served/lib.js": ["../lib"], "bare": ["../bare"] } } }
== a/m.ts
== lib/package.json
{ "main": "dist/index.js", "exports": { ".": "./dist/other.js" } }
== lib/src/index.ts
== lib/src/other.ts
== bare/package.json
{ "main": "dist/nowhere.js" }
== bare/readme.md
"#,
        &[
            ("a/m.ts lib", "build-output lib/src/index.ts"),
            ("a/m.ts /served/lib.js", "build-output lib/src/index.ts"),
            ("a/m.ts bare", "none alias-without-file"),
        ],
    );
}

#[test]
fn rush_links_its_projects() {
    check(
        r#"
== rush.json
{ /* of Rush */ "projects": [{ "packageName": "@x/a", "projectFolder": "apps/a" }, { "projectFolder": "libs/b" }] }
== apps/a/package.json
{"name": "@x/a", "dependencies": {"@x/b": "workspace:^1.0.0", "@x/gone": "workspace:^2.0.0"}}
== apps/a/a.ts
== libs/b/package.json
{"name": "@x/b", "main": "lib/index.js"}
== libs/b/src/index.ts
"#,
        &[
            ("apps/a/a.ts @x/b", "build-output libs/b/src/index.ts"),
            ("apps/a/a.ts @x/gone", "declared @x/gone"),
        ],
    );
}

#[test]
fn a_member_goes_before_the_root_of_that_name() {
    check(
        r#"
== pnpm-workspace.yaml
packages: [packages/*]
== package.json
{"name": "solid", "private": true}
== packages/solid/package.json
{"name": "solid", "main": "./src/index.ts"}
== packages/solid/src/index.ts
== packages/element/package.json
{"name": "element", "dependencies": {"solid": "workspace:*"}}
== packages/element/a.ts
"#,
        &[("packages/element/a.ts solid", "workspace packages/solid/src/index.ts")],
    );
}

#[test]
fn what_runs_is_no_declaration() {
    check(
        r#"
== package.json
{"workspaces": ["p/*"]}
== a.ts
== p/beside/package.json
{"name": "beside", "exports": {".": {"types": "./types/index.d.ts", "default": "./lib/index.js"}}}
== p/beside/src/index.d.ts
== p/beside/src/index.js
== p/apart/package.json
{"name": "apart", "main": "lib/index.js", "source": "src/main.js", "types": "index.d.ts"}
== p/apart/index.d.ts
== p/apart/src/main.js
== p/only/package.json
{"name": "only", "types": "index.d.ts"}
== p/only/index.d.ts
== p/thrown/package.json
{"name": "thrown", "exports": {".": {"import": "./dist/index.js", "require": "./index.cjs"}}}
== p/thrown/index.cjs
"#,
        &[
            ("a.ts beside", "build-output p/beside/src/index.js"),
            ("a.ts apart", "build-output p/apart/src/main.js"),
            ("type a.ts apart", "workspace p/apart/index.d.ts"),
            ("a.ts only", "workspace p/only/index.d.ts"),
            ("a.ts thrown", "none no-such-file"),
        ],
    );
}

#[test]
fn a_path_into_what_is_installed_means_its_name() {
    check(
        r#"
== package.json
{"dependencies": {"chai": "^5.0.0"}, "workspaces": ["p"]}
== p/package.json
{"name": "p", "main": "p.js"}
== p/p.js
== build/a.ts
== apart/package.json
{"dependencies": {"p": "^2.0.0"}}
== apart/a.js
"#,
        &[
            ("require apart/a.js ./node_modules/p", "declared p@^2.0.0"),
            ("build/a.ts ../node_modules/chai/chai.js", "declared chai@^5.0.0"),
            ("build/a.ts ../node_modules/p", "workspace p/p.js"),
            ("build/a.ts ../node_modules/.bin/x", "none no-such-file"),
        ],
    );
}

#[test]
fn a_folder_is_entered_by_its_own_manifest_wherever_the_path_to_it_begins() {
    check(
        r#"
== package.json
{"workspaces": ["w"], "main": "dist/index.js"}
== src/index.ts
== test/t.js
== w/package.json
{"name": "w", "module": "lib/w.mjs"}
== w/src/w.ts
== w/hooks/package.json
{"main": "./dist/hooks.js"}
== w/hooks/src/index.js
== w/deep/package.json
{"main": "../dist/deep.js"}
== w/src/deep.ts
== w/gone/package.json
{"main": "../dist/gone.js"}
== w/silent/package.json
{"type": "module"}
== w/silent/src/index.js
== closed/package.json
{"name": "closed", "exports": "./src/a.js"}
== closed/hooks/package.json
{"main": "dist/hooks.js"}
== closed/hooks/src/hooks.js
== user/package.json
{"dependencies": {"closed": "file:../closed"}}
== user/u.js
== strict/tsconfig.json
{"compilerOptions": {"module": "nodenext"}}
== strict/s.mts
"#,
        &[
            ("require test/t.js ../", "build-output src/index.ts"),
            ("test/t.js ..", "build-output src/index.ts"),
            ("test/t.js ../w", "build-output w/src/w.ts"),
            ("type test/t.js ../w", "build-output w/src/w.ts"),
            ("test/t.js ../w/hooks", "build-output w/hooks/src/index.js"),
            ("test/t.js w/hooks", "build-output w/hooks/src/index.js"),
            ("test/t.js ../w/deep", "build-output w/src/deep.ts"),
            ("test/t.js ../w/gone", "none no-such-file"),
            ("test/t.js ../w/silent", "none no-such-file"),
            ("user/u.js ../closed/hooks", "build-output closed/hooks/src/hooks.js"),
            ("user/u.js closed/hooks", "none not-exported"),
            ("strict/s.mts ../w", "none no-such-file"),
            ("strict/s.mts w/hooks", "none no-such-file"),
        ],
    );
}

#[test]
fn what_runs_follows_what_runs_and_types_follow_types() {
    check(
        r#"
== package.json
{"workspaces": ["p/*"]}
== a.ts
== tsconfig.json
{"compilerOptions": {"paths": {"alias": ["p/fields"]}}}
== p/fields/package.json
{"name": "fields", "main": "dist/main.js", "types": "dist/types.d.ts"}
== p/fields/src/main.ts
== p/fields/src/types.ts
== p/styles/package.json
{"name": "styles", "exports": {".": {"types": "./lib/styles/styles.d.ts", "default": "./lib/styles/main.css"}, "./less": {"types": "./lib/less.d.ts", "import": "./lib/less.css"}}}
== p/styles/src/styles/main.sass
== p/styles/src/styles/styles.ts
== p/styles/src/less.less
== p/styles/src/less.ts
== p/sides/package.json
{"name": "sides", "exports": {"types": "./build/index.types.d.ts", "node": "./build/index.server.js", "import": "./build/index.client.js"}}
== p/sides/src/index.types.ts
== p/sides/src/index.server.ts
== p/sides/src/index.client.ts
== p/typed/package.json
{"name": "typed", "exports": {"types": "./dist/index.d.ts", "default": "./bundle.js"}}
== p/typed/src/index.ts
== p/hand/package.json
{"main": "dist/main.js", "types": "index.d.ts"}
== p/hand/index.d.ts
== p/hand/src/main.js
"#,
        &[
            ("a.ts fields", "build-output p/fields/src/main.ts"),
            ("import() a.ts fields", "build-output p/fields/src/main.ts"),
            ("type a.ts fields", "build-output p/fields/src/types.ts"),
            ("a.ts alias", "build-output p/fields/src/main.ts"),
            ("type a.ts alias", "build-output p/fields/src/types.ts"),
            ("a.ts ./p/fields", "build-output p/fields/src/main.ts"),
            ("type a.ts ./p/fields", "build-output p/fields/src/types.ts"),
            ("a.ts styles", "build-output p/styles/src/styles/main.sass"),
            ("type a.ts styles", "build-output p/styles/src/styles/styles.ts"),
            ("a.ts styles/less", "build-output p/styles/src/less.less"),
            // What runs depends on where; the types describe both.
            ("a.ts sides", "build-output p/sides/src/index.types.ts"),
            // Nothing that runs has a source here.
            ("a.ts typed", "build-output p/typed/src/index.ts"),
            ("a.ts ./p/hand", "build-output p/hand/src/main.js"),
            ("type a.ts ./p/hand", "relative p/hand/index.d.ts"),
        ],
    );
}

#[test]
fn a_declaration_by_hand_is_not_what_a_subpath_runs() {
    check(
        r#"
== package.json
{"workspaces": ["p"]}
== a.ts
== p/package.json
{"name": "p", "exports": {
  "./rules": {"types": "./types/rules.d.ts", "default": "./dist/rules/index.js"},
  "./all/*": {"types": "./types/*.d.ts", "default": "./dist/*.js"},
  "./only": {"types": "./types/only.d.ts"}}}
== p/types/rules.d.ts
== p/types/x.d.ts
== p/types/only.d.ts
== p/src/rules/index.ts
== p/src/x.ts
== p/src/only.ts
== p/src/own.ts
"#,
        &[
            ("a.ts p/rules", "build-output p/src/rules/index.ts"),
            ("type a.ts p/rules", "workspace p/types/rules.d.ts"),
            ("a.ts p/all/x", "build-output p/src/x.ts"),
            ("p/src/own.ts p/rules", "build-output p/src/rules/index.ts"),
            ("type p/src/own.ts p/rules", "self p/types/rules.d.ts"),
            // Nothing is said of what runs.
            ("a.ts p/only", "workspace p/types/only.d.ts"),
        ],
    );
}

#[test]
fn flow_knows_no_declarations() {
    check(
        r#"
== package.json
{"workspaces": ["p/*"]}
== p/fs/package.json
{"name": "@p/fs", "main": "lib/index.js", "source": "src/index.js", "types": "index.d.ts"}
== p/fs/index.d.ts
== p/fs/src/index.js
== p/map/package.json
{"name": "@p/map", "exports": {"types": "./index.d.ts", "default": "./index.js"}}
== p/map/index.d.ts
== p/map/index.js
== a.js
== a.jsx
== a.ts
== b.d.ts
== b.js
"#,
        &[
            ("type a.js @p/fs", "build-output p/fs/src/index.js"),
            ("type a.jsx @p/map", "workspace p/map/index.js"),
            ("type a.js ./b", "relative b.js"),
            ("jsdoc a.js @p/fs", "workspace p/fs/index.d.ts"),
            ("jsdoc a.js ./b", "relative b.d.ts"),
            ("type a.ts @p/fs", "workspace p/fs/index.d.ts"),
        ],
    );
}

#[test]
fn any_config_beside_the_manifest_may_be_the_one_that_builds() {
    check(
        r#"
== package.json
{"workspaces": ["p"]}
== a.ts
== p/package.json
{"name": "p", "main": "./made/index.js", "scripts": {"build": "tsc -p tsconfig.dist.json"}}
== p/tsconfig.dist.json
{"compilerOptions": {"outDir": "made", "rootDir": "code"}}
== p/tsconfig/other.json
{"compilerOptions": {"outDir": "made", "rootDir": "other"}}
== p/code/index.ts
== p/code/b.ts
== p/other/c.ts
"#,
        &[
            ("a.ts p", "build-output p/code/index.ts"),
            ("a.ts ./p/made/b", "build-output p/code/b.ts"),
            ("a.ts ./p/made/c", "none no-such-file"),
        ],
    );
}

#[test]
fn what_is_exported_and_not_there_is_no_such_file() {
    check(
        r#"
== package.json
{"workspaces": ["p/*"]}
== a.ts
== p/all/package.json
{"name": "all", "exports": {"./*": "./*", "./no/*": null, "./cjs/*": {"require": "./cjs/*"}}}
== p/open/package.json
{"name": "open"}
"#,
        &[
            ("a.ts all/dist/json/map.json", "none no-such-file"),
            ("a.ts all/no/x", "none not-exported"),
            ("a.ts all/cjs/x", "none not-exported"),
            ("require a.ts all/cjs/x", "none no-such-file"),
            ("a.ts all", "none not-exported"),
            ("a.ts open/x", "none no-such-file"),
        ],
    );
}

#[test]
fn assets_of_tracked_packages_are_there() {
    check(
        r#"
== a/b.js
== a/node_modules/test/package.json
{"name": "test", "main": "index.js"}
== a/node_modules/test/index.css
== a/node_modules/test/icons/i.svg
== a/node_modules/mapped/package.json
{"name": "mapped", "exports": {"./*": "./*", "./theme": {"types": "./theme.d.ts", "default": "./theme.css"}}}
== a/node_modules/mapped/x.css
== a/node_modules/mapped/theme.d.ts
== a/node_modules/mapped/theme.css
"#,
        &[
            ("require a/b.js test/index.css", "node-modules a/node_modules/test/index.css"),
            ("a/b.js test/icons/i.svg?url", "node-modules a/node_modules/test/icons/i.svg"),
            ("a/b.js test/none.css", "undeclared test"),
            ("a/b.js mapped/x.css", "node-modules a/node_modules/mapped/x.css"),
            ("a/b.js mapped/theme", "node-modules a/node_modules/mapped/theme.css"),
        ],
    );
}

#[test]
fn what_preconstruct_builds() {
    let tree = |own: &str, root: &str| {
        format!(
            r#"
== package.json
{{"workspaces": ["p/*"]{root}}}
== p/core/package.json
{{"name": "@big/core", "main": "dist/big-core.cjs.js", "exports": {{".": "./dist/big-core.js", "./access": {{"types": "./dist/big-core-access.cjs.d.ts", "default": "./dist/big-core-access.cjs.js"}}, "./fields/text": "./dist/big-core-fields-text.js", "./lib": "./dist/big-core-lib.js", "./other": "./dist/core-access.js"}}{own}}}
== p/core/src/index.ts
== p/core/src/access.ts
== p/core/src/fields/text/index.tsx
== p/core/src/lib.ts
== p/old/package.json
{{"name": "old", "main": "dist/old.cjs.js"{own}}}
== p/old/fields/package.json
{{"main": "dist/old-access.cjs.js", "module": "dist/old-access.esm.js"}}
== p/old/src/access.js
== a.ts
"#
        )
    };
    let entries =
        r#", "preconstruct": {"entrypoints": ["index.ts", "access.{js,ts}", "fields/*/index.tsx"]}"#;
    for root in ["", r#", "preconstruct": {"packages": ["p/*"]}"#] {
        check(
            &tree(entries, root),
            &[
                ("a.ts @big/core", "build-output p/core/src/index.ts"),
                ("a.ts @big/core/access", "build-output p/core/src/access.ts"),
                ("type a.ts @big/core/access", "build-output p/core/src/access.ts"),
                ("a.ts @big/core/fields/text", "build-output p/core/src/fields/text/index.tsx"),
                ("a.ts old/fields", "build-output p/old/src/access.js"),
                // No entry point is there, and none is called so.
                ("a.ts @big/core/lib", "none no-such-file"),
                ("a.ts @big/core/other", "none no-such-file"),
            ],
        );
    }
    check(&tree("", ""), &[("a.ts @big/core/access", "none no-such-file")]);
}

#[test]
fn what_svelte_package_builds() {
    let tree = |script: &str| {
        format!(
            r#"
== package.json
{{"workspaces": ["p"]}}
== p/package.json
{{"name": "kit", "scripts": {{"build": "{script}"}}, "exports": {{".": {{"types": "./dist/index.d.ts", "svelte": "./dist/index.js", "default": "./dist/index.js"}}, "./Box.svelte": "./dist/Box.svelte", "./state": "./dist/state.svelte.js", "./*": "./out/*.js"}}}}
== p/src/lib/index.ts
== p/src/lib/Box.svelte
== p/src/lib/state.svelte.ts
== p/code/more.js
== a.ts
"#
        )
    };
    check(
        &tree("svelte-kit sync && svelte-package && publint"),
        &[
            ("a.ts kit", "build-output p/src/lib/index.ts"),
            ("type a.ts kit", "build-output p/src/lib/index.ts"),
            ("a.ts kit/Box.svelte", "build-output p/src/lib/Box.svelte"),
            ("a.ts kit/state", "build-output p/src/lib/state.svelte.ts"),
            ("a.ts kit/more", "none no-such-file"),
        ],
    );
    check(
        &tree("svelte-package --input=code -o out -w"),
        &[("a.ts kit/more", "build-output p/code/more.js"), ("a.ts kit", "none no-such-file")],
    );
    check(&tree("vite build"), &[("a.ts kit", "none no-such-file")]);
}

#[test]
fn what_runs_is_no_declaration_that_paths_lead_to() {
    check(
        r#"
== package.json
{ "name": "lib", "exports": { ".": { "types": "./types/index.d.ts", "default": "./src/server.js" }, "./bare": "./gone.js" } }
== tsconfig.json
{ "compilerOptions": { "moduleResolution": "bundler", "paths": { "lib": ["./src/index.d.ts"], "lib/bare": ["./src/index.d.ts"] } } }
== src/index.d.ts
== src/server.js
== a.ts
== b.d.ts
== c.d.ts
== c.js
"#,
        &[
            ("a.ts lib", "self src/server.js"),
            ("type a.ts lib", "paths src/index.d.ts"),
            ("a.ts lib/bare", "paths src/index.d.ts"),
            ("b.d.ts lib", "paths src/index.d.ts"),
            ("b.d.ts ./c", "relative c.d.ts"),
            ("a.ts ./c", "relative c.js"),
        ],
    );
}

#[test]
fn attributes_of_types_say_how_they_are_resolved() {
    check(
        r#"
== package.json
{"workspaces": ["p/*"]}
== p/dual/package.json
{"name": "dual", "exports": {"import": {"types": "./esm.d.ts"}, "require": {"types": "./cjs.d.ts"}}}
== p/dual/esm.d.ts
== p/dual/cjs.d.ts
== p/own/package.json
{"name": "own", "dependencies": {"dual": "*"}}
== p/own/tsconfig.json
{"compilerOptions": {"module": "nodenext"}}
== p/own/a.ts
== p/own/b.mts
"#,
        &[
            ("type p/own/a.ts dual", "workspace p/dual/cjs.d.ts"),
            ("type p/own/a.ts dual as-import", "workspace p/dual/esm.d.ts"),
            ("type p/own/a.ts dual as-require", "workspace p/dual/cjs.d.ts"),
            ("type p/own/b.mts dual", "workspace p/dual/esm.d.ts"),
            ("type p/own/b.mts dual as-require", "workspace p/dual/cjs.d.ts"),
        ],
    );
}

#[test]
fn a_package_of_the_repository_may_have_the_types_of_another_one() {
    check(
        r#"
== package.json
{"workspaces": ["types/*", "app"]}
== tsconfig.json
{}
== types/plain/package.json
{"name": "@types/plain", "types": "index.d.ts"}
== types/plain/index.d.ts
== app/package.json
{"dependencies": {"plain": "^1", "@types/plain": "workspace:*"}}
== app/a.ts
== other/package.json
{"dependencies": {"plain": "^1"}}
== other/a.ts
"#,
        &[
            ("type app/a.ts plain", "workspace types/plain/index.d.ts"),
            ("app/a.ts plain", "declared plain@^1"),
            ("type other/a.ts plain", "declared plain@^1"),
        ],
    );
}

//! Resolution as texts: a tree of files, and for each question `importer specifier` the answer `how target`.

mod aliases;
mod amd;
mod installs;

use crate::facts::{Import, ImportKind, ImportSyntax, Pattern, ResolutionMode, Span};
use crate::path::RepoPath;
use crate::project::Project;
use crate::target::Target;
use crate::{LANGUAGES, Resolver};

/// `tree` is a list of `== path` lines, each followed by the file's text; `-> text` after a path makes it a link.
/// A question is `importer specifier`, with `type`, `jsdoc`, `require`, `define`, `define-require`, `import()` or `reference` before it where it is not an `import`,
/// and `as-import` or `as-require` behind it where its attributes say so.
fn check(tree: &str, answers: &[(&str, &str)]) {
    with_resolver(tree, |resolver| {
        for (question, expected) in answers {
            assert_eq!(answer(resolver, question), *expected, "{question}\n{tree}");
        }
    });
}

/// A resolver of the project that `tree` describes.
pub(super) fn with_resolver(tree: &str, ask: impl FnOnce(&dyn Resolver)) {
    let (texts, links) = parse(tree);
    let files = texts.iter().map(|(path, _)| path.clone()).collect();
    let reader =
        |path: &RepoPath| Some(texts.iter().find(|(known, _)| known == path)?.1.clone().into_bytes());
    let project = Project::new(files, &links, &reader);
    ask(&*LANGUAGES[0].resolver(&project));
}

type Tree = (Vec<(RepoPath, String)>, Vec<(RepoPath, Vec<u8>)>);

fn parse(tree: &str) -> Tree {
    let (mut texts, mut links): Tree = (Vec::new(), Vec::new());
    for file in tree.split("== ").skip(1) {
        let (head, text) = file.split_once('\n').unwrap();
        match head.split_once(" -> ") {
            Some((link, target)) => links.push((path(link), target.trim().as_bytes().to_vec())),
            None => texts.push((path(head), text.to_owned())),
        }
    }
    texts.sort();
    (texts, links)
}

fn path(text: &str) -> RepoPath {
    RepoPath::new(text.trim().as_bytes()).unwrap()
}

fn answer(resolver: &dyn Resolver, question: &str) -> String {
    let words: Vec<&str> = question.split(' ').collect();
    let (syntax, kind, words) = match words[0] {
        "type" => (ImportSyntax::Import, ImportKind::Type, &words[1..]),
        "jsdoc" => (ImportSyntax::JsDoc, ImportKind::Type, &words[1..]),
        "require" => (ImportSyntax::Require, ImportKind::Runtime, &words[1..]),
        "define" => (ImportSyntax::Define, ImportKind::Runtime, &words[1..]),
        "define-require" => (ImportSyntax::DefineRequire, ImportKind::Runtime, &words[1..]),
        "import()" => (ImportSyntax::DynamicImport, ImportKind::Dynamic, &words[1..]),
        "types" => (ImportSyntax::ReferenceTypes, ImportKind::Type, &words[1..]),
        "reference" => (ImportSyntax::ReferencePath, ImportKind::Type, &words[1..]),
        "glob" => (ImportSyntax::Glob, ImportKind::Dynamic, &words[1..]),
        _ => (ImportSyntax::Import, ImportKind::Runtime, &words[..]),
    };
    let mode = match words.get(2) {
        Some(&"as-import") => Some(ResolutionMode::Import),
        Some(&"as-require") => Some(ResolutionMode::Require),
        _ => None,
    };
    let pattern = (syntax == ImportSyntax::Glob)
        .then(|| Pattern::Glob(words[1..].iter().map(|&glob| glob.to_owned()).collect()));
    let specifier = words.get(1).copied().unwrap_or_default().to_owned();
    let import = Import { specifier, syntax, kind, names: vec![], pattern, mode, span: Span::default() };
    let (explained, _) = resolver.explain(&path(words[0]), &import);
    let answer = resolver.resolve(&path(words[0]), &import);
    assert_eq!(explained, answer, "explaining changes nothing");
    let targets = answer.targets.iter().map(|target| match target {
        Target::Source(path) => path.to_text(),
        Target::External { package, version, .. } => {
            format!("{package}{}", version.as_ref().map(|version| format!("@{version}")).unwrap_or_default())
        }
        Target::Builtin { name, .. } => name.clone(),
        Target::Missing(reason) => reason.name().to_owned(),
        other => format!("{other:?}"),
    });
    format!("{} {}", answer.how.name(), targets.collect::<Vec<_>>().join(" "))
}

#[test]
fn paths_as_written() {
    check(
        "== a.ts\n== b.ts\n== b.js\n== c.jsx\n== d/index.ts\n== e.json\n== f.d.ts\n== f.js\n== k.d.ts\n== k.ts\n== g.css\n== g.d.css.ts\n== h.mts\n== h.mjs\n== x/y.ts\n== x.ts\n== x/index.ts\n== i#j.ts\n== main.js\n",
        &[
            ("a.ts ./b", "relative b.ts"),
            ("a.ts ./b.js", "relative b.ts"),
            ("main.js ./b.js", "relative b.js"),
            ("a.ts ./c", "relative c.jsx"),
            ("a.ts ./d", "relative d/index.ts"),
            ("a.ts ./d/", "relative d/index.ts"),
            ("d/index.ts ..", "none no-such-file"),
            ("d/index.ts ../a", "relative a.ts"),
            ("x/y.ts .", "relative x/index.ts"),
            ("x/y.ts ./", "relative x/index.ts"),
            ("a.ts ./x", "relative x.ts"),
            ("a.ts ./x/", "relative x/index.ts"),
            ("a.ts ./e.json", "relative e.json"),
            ("a.ts ./f", "relative f.js"),
            ("type a.ts ./f", "relative f.d.ts"),
            ("a.ts ./g.css", "relative g.css"),
            ("type a.ts ./g.css", "relative g.d.css.ts"),
            ("a.ts ./h.mjs", "relative h.mts"),
            ("a.ts ./i#j", "relative i#j.ts"),
            ("a.ts ./gone", "none no-such-file"),
            ("d/index.ts ../../x", "none outside-repository"),
            ("a.ts /x", "none server-absolute"),
            ("a.ts ", "none empty"),
            ("reference a.ts f.d.ts", "relative f.d.ts"),
            ("reference a.ts k.d.ts", "relative k.d.ts"),
            ("reference a.ts ./k", "relative k.ts"),
            ("type a.ts ./k.d.ts", "relative k.ts"),
        ],
    );
}

#[test]
fn what_only_bundlers_know() {
    check(
        "== a.ts\n== raw.txt\n== v.vue\n== s/index.svelte\n== loader.js\n",
        &[
            ("a.ts ./raw.txt?raw", "relative raw.txt"),
            ("a.ts !!style!./raw.txt", "relative raw.txt"),
            ("a.ts ./v", "relative v.vue"),
            ("a.ts ./s", "relative s/index.svelte"),
            ("a.ts ./loader?worker&inline", "relative loader.js"),
            ("a.ts raw-loader!./gone.js", "none no-such-file"),
            ("a.ts worker:./loader", "relative loader.js"),
            ("a.ts worker:./gone.js", "scheme worker:./gone.js"),
            ("a.ts virtual:pwa", "scheme virtual:pwa"),
            ("a.ts https://x.y/z.js", "scheme https://x.y/z.js"),
            ("a.ts node:test", "builtin node:test"),
            ("a.ts fs/promises", "builtin node:fs/promises"),
            ("a.ts ~/x", "none unknown-alias"),
            ("a.ts @/x", "none unknown-alias"),
            ("a.ts #imports", "none not-in-imports"),
            ("a.ts left-pad/x", "undeclared left-pad"),
        ],
    );
}

#[test]
fn node_for_its_own() {
    check(
        r#"
== a.js
== b.ts
== b.js
== c/package.json
{"main": "lib"}
== c/lib/index.js
== d/package.json
{"main": "./gone.js"}
== d/index.js
== e.json
"#,
        &[
            ("require a.js ./b", "relative b.js"),
            ("a.js ./b", "relative b.ts"),
            ("require a.js ./c", "relative c/lib/index.js"),
            ("require a.js ./d", "relative d/index.js"),
            ("require a.js ./e", "relative e.json"),
        ],
    );
}

#[test]
fn aliases_of_the_config_that_includes_the_file() {
    check(
        r#"
== tsconfig.json
{"files": [], "references": [{"path": "./tsconfig.app.json"}, {"path": "./node.v2"}]}
== tsconfig.app.json
// comments and trailing commas are fine
{"include": ["src"], "compilerOptions": {"baseUrl": ".", "paths": {"@/*": ["src/*"], "@/deep/*": ["src/other/*"], "one": ["src/x"],}}}
== node.v2/tsconfig.json
{"include": ["../scripts"], "compilerOptions": {"paths": {"@/*": ["../scripts/*"]}}}
== src/a.ts
== src/x.ts
== src/deep/y.ts
== src/other/z.ts
== src/pic.svg
== scripts/b.ts
== scripts/x.ts
== loose/c.ts
"#,
        &[
            ("src/a.ts @/x", "paths src/x.ts"),
            ("src/a.ts @/deep/z", "paths src/other/z.ts"),
            ("src/a.ts @/deep/y", "none alias-without-file"),
            ("src/a.ts one", "paths src/x.ts"),
            ("src/a.ts src/x", "base-url src/x.ts"),
            ("src/a.ts @/pic.svg", "paths src/pic.svg"),
            ("scripts/b.ts @/x", "paths scripts/x.ts"),
            ("loose/c.ts @/x", "none unknown-alias"),
        ],
    );
}

#[test]
fn aliases_of_a_config_that_does_not_include_the_file() {
    check(
        r#"
== package.json
{"name": "lib", "workspaces": ["member", "linked", "old"], "dependencies": {"own": "1"}}
== member/package.json
{"name": "member", "version": "2.0.0", "main": "dist/bundle.js"}
== member/src/start.ts
== linked/package.json
{"dependencies": {"member": "^2.0.0"}}
== linked/a.js
== built/package.json
{"dependencies": {"lib": "file:../dist", "member": "workspace:*"}}
== built/a.js
== copied/package.json
{"dependencies": {"lib": "^4"}}
== copied/node_modules/lib/package.json
{"main": "copy.js"}
== copied/node_modules/lib/copy.js
== copied/a.js
== vendored/package.json
{"dependencies": {"lib": "file:./vendor"}}
== vendored/vendor/package.json
{"name": "lib", "main": "it.js"}
== vendored/vendor/it.js
== vendored/a.js
== old/package.json
{"dependencies": {"member": "^1.0.0"}}
== old/a.js
== tsconfig.json
{"include": ["src"], "compilerOptions": {"baseUrl": ".", "paths": {
    "member": ["./member/src/start.ts"], "lib": ["./src/index.ts"], "lib/*": ["./src/*.ts"], "own": ["./src/index.ts"], "@/*": ["./src/*"]}}}
== src/index.ts
== src/core.ts
== src/used/package.json
{"dependencies": {"lib": "^1"}}
== src/used/a.ts
== shared/b.ts
== tests/a.test.ts
== demo/package.json
{"dependencies": {"lib": "^4.3.9", "shared": "2"}}
== demo/src/App.jsx
== demo/none/package.json
{"dependencies": {"react": "19"}}
== demo/none/b.js
== sample/package.json
{"dependencies": {"react": "19"}}
== sample/a.js
"#,
        &[
            // What the nearer manifest declares is installed from elsewhere.
            ("demo/src/App.jsx lib", "declared lib@^4.3.9"),
            ("demo/src/App.jsx lib/core", "declared lib@^4.3.9"),
            ("demo/src/App.jsx shared/b", "declared shared@2"),
            ("demo/none/b.js lib", "declared lib@^4.3.9"),
            ("old/a.js member", "declared member@^1.0.0"),
            ("copied/a.js lib", "node-modules copied/node_modules/lib/copy.js"),
            ("vendored/a.js lib", "workspace vendored/vendor/it.js"),
            // What an install links, or is built in the repository, may be meant, and what no manifest speaks of.
            ("linked/a.js member", "paths member/src/start.ts"),
            ("built/a.js lib", "paths src/index.ts"),
            ("demo/src/App.jsx own", "paths src/index.ts"),
            ("demo/src/App.jsx @/core", "paths src/core.ts"),
            ("sample/a.js lib", "paths src/index.ts"),
            ("sample/a.js shared/b", "base-url shared/b.ts"),
            // A manifest beside the config says nothing against it, nor one below it where the config includes the file.
            ("tests/a.test.ts lib", "paths src/index.ts"),
            ("tests/a.test.ts own", "paths src/index.ts"),
            ("src/used/a.ts lib", "paths src/index.ts"),
        ],
    );
}

#[test]
fn inherited_options() {
    check(
        r#"
== package.json
{"workspaces": ["packages/*", "config"]}
== config/package.json
{"name": "@r/config"}
== config/base.json
{"compilerOptions": {"paths": {"~/*": ["${configDir}/lib/*"], "up": ["./shared.ts"]}}}
== config/shared.ts
== packages/a/tsconfig.json
{"extends": ["@r/config/base.json", "@not/installed", "./local"]}
== packages/a/local.json
{"compilerOptions": {"rootDirs": ["src", "gen"]}}
== packages/a/lib/x.ts
== packages/a/src/m.ts
== packages/a/gen/n.ts
== packages/c/package.json
{"devDependencies": {"@r/config": "1.0.0"}}
== packages/c/tsconfig.json
{"extends": "./node_modules/@r/config/base.json"}
== packages/c/lib/x.ts
== packages/c/m.ts
== packages/d/tsconfig.json
{"extends": "../../node_modules/@r/config/base"}
== packages/d/lib/x.ts
== packages/d/m.ts
== packages/b/tsconfig.json
{"extends": "./tsconfig.json"}
== packages/b/m.ts
== packages/b/n.ts
"#,
        &[
            ("packages/a/src/m.ts ~/x", "paths packages/a/lib/x.ts"),
            ("packages/a/src/m.ts up", "paths config/shared.ts"),
            ("packages/a/src/m.ts ./n", "root-dirs packages/a/gen/n.ts"),
            ("packages/b/m.ts ./n", "relative packages/b/n.ts"),
            ("packages/c/m.ts ~/x", "paths packages/c/lib/x.ts"),
            ("packages/d/m.ts ~/x", "paths packages/d/lib/x.ts"),
        ],
    );
    let own = "== tsconfig.json\n{\"compilerOptions\": {\"paths\": {\"~/*\": [\"${configDir}/lib/*\"]}}}\n";
    check(&format!("{own}== lib/x.ts\n== m.ts\n"), &[("m.ts ~/x", "paths lib/x.ts")]);
}

#[test]
fn packages_of_the_repository() {
    check(
        r##"
== pnpm-workspace.yaml
packages: ['packages/*', '!packages/skipped']
== pnpm-lock.yaml
importers:
  packages/app:
    dependencies:
      '@r/lib':
        specifier: workspace:*
        version: link:../lib
      lib-alias:
        specifier: npm:@r/lib@^2.0.0
        version: link:../lib
      registry-alias:
        specifier: npm:@r/lib@^1.0.0
        version: '@r/lib@1.0.3'
  examples/shop:
    dependencies:
      '@r/lib':
        specifier: ^1.0.0
        version: 1.0.3
== examples/shop/package.json
{"dependencies": {"@r/lib": "^1.0.0"}}
== examples/shop/main.ts
== packages/app/package.json
{"name": "app", "dependencies": {"@r/lib": "workspace:*", "lib-alias": "npm:@r/lib@^2.0.0", "registry-alias": "npm:@r/lib@^1.0.0", "react": "^18.0.0"}, "imports": {"#dep": "@r/lib", "#loop": "#loop", "#own/*": "./src/*.js", "#built": "./dist/built.js"}}
== packages/app/src/main.ts
== packages/app/src/built.ts
== packages/lib/package.json
{"name": "@r/lib", "exports": {".": {"types": "./dist/types/index.d.ts", "import": "./dist/index.js"}, "./feature": {"custom": "./src/custom.ts", "default": "./dist/feature.js"}, "./deep/*": "./dist/deep/*.js", "./private/*": null}}
== packages/lib/src/index.ts
== packages/lib/src/feature.ts
== packages/lib/src/custom.ts
== packages/lib/src/deep/x.ts
== packages/plain/package.json
{"name": "plain", "main": "lib/main.js"}
== packages/plain/src/main.ts
== packages/plain/data.json
== packages/skipped/package.json
{"name": "skipped"}
== packages/skipped/index.ts
== packages/tsup/package.json
{"name": "tsup-like", "module": "./out/esm/entry.mjs"}
== packages/tsup/tsconfig.json
{"compilerOptions": {"outDir": "out/esm", "rootDir": "code"}}
== packages/tsup/code/entry.mts
== packages/parts/package.json
{"name": "parts", "exports": {"./*": {"import": "./dist/*/esm/index.js"}, "./es": "./dist/esm/core/es/es.js"}}
== packages/parts/src/button/index.ts
== packages/parts/src/core/es/es.ts
== packages/parts/src/core/es.ts
"##,
        &[
            ("packages/app/src/main.ts @r/lib", "build-output packages/lib/src/index.ts"),
            ("packages/app/src/main.ts @r/lib/feature", "build-output packages/lib/src/feature.ts"),
            ("packages/app/src/main.ts @r/lib/deep/x", "build-output packages/lib/src/deep/x.ts"),
            ("packages/app/src/main.ts @r/lib/private/x", "none not-exported"),
            ("packages/app/src/main.ts @r/lib/gone", "none not-exported"),
            ("packages/lib/src/custom.ts @r/lib", "build-output packages/lib/src/index.ts"),
            ("packages/app/src/main.ts #own/built", "imports packages/app/src/built.ts"),
            ("packages/app/src/main.ts #dep", "build-output packages/lib/src/index.ts"),
            ("packages/app/src/main.ts #loop", "none not-in-imports"),
            ("packages/app/src/main.ts lib-alias", "build-output packages/lib/src/index.ts"),
            ("packages/app/src/main.ts registry-alias", "declared registry-alias@npm:@r/lib@^1.0.0"),
            ("packages/app/src/main.ts #built", "build-output packages/app/src/built.ts"),
            ("packages/app/src/main.ts react/jsx-runtime", "declared react@^18.0.0"),
            ("packages/app/src/main.ts plain", "build-output packages/plain/src/main.ts"),
            ("packages/app/src/main.ts parts/button", "build-output packages/parts/src/button/index.ts"),
            ("packages/app/src/main.ts parts/es", "build-output packages/parts/src/core/es/es.ts"),
            ("packages/app/src/main.ts plain/data.json", "workspace packages/plain/data.json"),
            ("packages/app/src/main.ts skipped", "undeclared skipped"),
            ("packages/app/src/main.ts tsup-like", "build-output packages/tsup/code/entry.mts"),
            ("examples/shop/main.ts @r/lib", "declared @r/lib@^1.0.0"),
        ],
    );
}

#[test]
fn conditions_by_format_and_config() {
    check(
        r#"
== package.json
{"name": "me", "workspaces": ["p"], "type": "module"}
== p/package.json
{"name": "dual", "exports": {"custom": "./custom.ts", "node": "./node.ts", "require": "./cjs.ts", "import": "./esm.ts"}}
== p/custom.ts
== p/node.ts
== p/cjs.ts
== p/esm.ts
== bundler/tsconfig.json
{"compilerOptions": {"module": "esnext", "moduleResolution": "bundler"}}
== bundler/a.ts
== bundler/b.cts
== custom/tsconfig.json
{"compilerOptions": {"module": "esnext", "moduleResolution": "bundler", "customConditions": ["custom"]}}
== custom/a.ts
== node/tsconfig.json
{"compilerOptions": {"module": "nodenext"}}
== node/a.ts
== node/b.ts
== old/tsconfig.json
{"compilerOptions": {"module": "commonjs"}}
== old/a.ts
"#,
        &[
            ("bundler/a.ts dual", "workspace p/esm.ts"),
            ("require bundler/a.ts dual", "workspace p/cjs.ts"),
            ("bundler/b.cts dual", "workspace p/cjs.ts"),
            ("custom/a.ts dual", "workspace p/custom.ts"),
            ("node/a.ts dual", "workspace p/node.ts"),
            ("node/a.ts ./b", "relative node/b.ts"),
            ("node/a.ts ./b.js", "relative node/b.ts"),
            ("old/a.ts dual", "workspace p/esm.ts"),
        ],
    );
}

#[test]
fn suffixes_type_roots_and_self_reference() {
    check(
        r#"
== package.json
{"name": "me", "exports": {"./x": "./src/x.ts"}, "dependencies": {"server": "1"}, "devDependencies": {"@types/server": "1"}}
== types/server/index.d.ts
== tsconfig.json
{"compilerOptions": {"moduleSuffixes": [".ios", ""], "module": "esnext", "moduleResolution": "bundler", "typeRoots": ["types"]}}
== src/x.ts
== src/a.ios.ts
== src/a.ts
== src/b.ts
== types/untyped/index.d.ts
"#,
        &[
            ("src/x.ts ./a", "relative src/a.ios.ts"),
            ("src/x.ts ./b", "relative src/b.ts"),
            ("src/b.ts me/x", "self src/x.ts"),
            ("src/b.ts untyped", "type-roots types/untyped/index.d.ts"),
            // What is installed goes before what adds to it.
            ("src/b.ts server", "declared server@1"),
        ],
    );
}

#[test]
fn tracked_modules_and_links() {
    check(
        r#"
== a.ts
== node_modules/single.js
== node_modules/pkg/package.json
{"main": "./lib/main.js", "module": "./gone.js"}
== node_modules/pkg/lib/main.js
== node_modules/pkg/node_modules/inner/index.js
== node_modules/only/package.json
{"exports": {"deno": "./deno.js"}}
== node_modules/only/deno.js
== real/b.ts
== alias -> real
== loop -> loop
== out -> ../elsewhere
"#,
        &[
            ("a.ts single", "node-modules node_modules/single.js"),
            ("a.ts pkg", "node-modules node_modules/pkg/lib/main.js"),
            (
                "node_modules/pkg/lib/main.js inner",
                "node-modules node_modules/pkg/node_modules/inner/index.js",
            ),
            ("a.ts inner", "undeclared inner"),
            ("a.ts only", "undeclared only"),
            ("a.ts ./alias/b", "relative real/b.ts"),
            ("a.ts ./loop/b", "none no-such-file"),
            ("a.ts ./out/b", "none no-such-file"),
        ],
    );
}

#[test]
fn patterns_mean_sets_of_files() {
    check(
        "== package.json\n{}\n== app/main.ts\n== app/pages/a.vue\n== app/pages/b.vue\n== app/pages/b.test.vue\n== app/pages/deep/c.vue\n",
        &[
            ("glob app/main.ts ./pages/*.vue !**/*.test.vue", "glob app/pages/a.vue app/pages/b.vue"),
            ("glob app/main.ts /app/pages/**/c.vue", "glob app/pages/deep/c.vue"),
            ("glob app/main.ts ./none/*.vue", "none no-match"),
            ("glob app/main.ts ./[", "none no-match"),
        ],
    );
}

#[test]
fn broken_configuration_is_a_problem_with_its_line() {
    let (texts, links) = parse(
        "== package.json\n{\n \"name\": }\n== tsconfig.json\n{\n  \"compilerOptions\": {},\n  \"extends\": \"./tsconfig.json\"\n}\n== a.ts\n== sub/tsconfig.json\n{\n\n  \"extends\" 1\n}\n== sub/b.ts\n",
    );
    let files = texts.iter().map(|(path, _)| path.clone()).collect();
    let reader =
        |path: &RepoPath| Some(texts.iter().find(|(known, _)| known == path)?.1.clone().into_bytes());
    let project = Project::new(files, &links, &reader);
    let resolver = LANGUAGES[0].resolver(&project);
    assert_eq!(answer(&*resolver, "a.ts ./sub/b"), "relative sub/b.ts");
    assert_eq!(answer(&*resolver, "sub/b.ts ../a"), "relative a.ts");
    let shown: Vec<String> =
        resolver.problems().iter().map(|p| format!("{}:{:?}: {}", p.path, p.line, p.message)).collect();
    assert_eq!(
        shown,
        [
            "package.json:Some(2): cannot be read: expected value",
            "sub/tsconfig.json:Some(3): cannot be read: expected `:`",
            "tsconfig.json:Some(3): `extends` \"./tsconfig.json\" leads back to this config",
        ]
    );
}

#[test]
fn parents_that_multiply_are_read_once() {
    let level =
        |n: usize| format!("== t{n}.json\n{{\"extends\": [\"./t{0}.json\", \"./t{0}.json\"]}}\n", n + 1);
    let diamond: String = (0..60).map(level).collect();
    let last = "== t60.json\n{\"compilerOptions\": {\"paths\": {\"x\": [\"./a.ts\"]}}}\n== a.ts\n";
    let tree = format!("{diamond}{last}== tsconfig.json\n{{\"extends\": \"./t0.json\"}}\n");
    check(&tree, &[("a.ts x", "paths a.ts")]);

    let all: Vec<String> = (0..25).map(|n| format!("\"./m{n}.json\"")).collect();
    let everyone = all.join(",");
    let node = |n: usize| format!("== m{n}.json\n{{\"extends\": [{everyone}]}}\n");
    let mesh: String = (0..25).map(node).collect();
    check(
        &format!("{mesh}== tsconfig.json\n{{\"extends\": \"./m0.json\"}}\n== a.ts\n== b.ts\n"),
        &[("a.ts ./b", "relative b.ts")],
    );
}

#[test]
fn a_child_without_a_list_inherits_each_list() {
    check(
        r#"
== base.json
{"include": ["src"], "compilerOptions": {"paths": {"x": ["./x.ts"]}}}
== tsconfig.json
{"extends": "./base.json", "files": []}
== x.ts
== src/a.ts
"#,
        &[("src/a.ts x", "paths x.ts")],
    );
}

#[test]
fn targets_that_grow_without_bound_are_no_targets() {
    let stars = "*/".repeat(20_000);
    let long = "a".repeat(10_000);
    let tree = format!(
        "== package.json\n{{\"workspaces\": [\"b\"]}}\n== b/package.json\n{{\"name\": \"b\", \"exports\": {{\"./*\": \"./{stars}\"}}}}\n== a.ts\n"
    );
    check(&tree, &[(&format!("a.ts b/{long}"), "none not-exported")]);
}

#[test]
fn types_that_nobody_declares_come_from_the_packages_of_types() {
    check(
        "== a.ts\n== package.json\n{ \"devDependencies\": { \"vite\": \"6\" } }\n",
        &[
            ("types a.ts node", "undeclared @types/node"),
            ("types a.ts vite", "declared vite@6"),
            ("types a.ts a/client", "undeclared a"),
            ("a.ts node", "undeclared node"),
        ],
    );
}

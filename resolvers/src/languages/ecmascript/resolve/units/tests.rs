//! Units as texts: a tree of files, and for each unit `dir: entry (why; why), entry (why)`.

use super::super::tests::with_resolver;

fn check(tree: &str, expected: &str) {
    with_resolver(tree, |resolver| {
        let units = resolver.units();
        let lines = units.iter().map(|unit| {
            let entries = unit.entries.iter().map(|entry| {
                let part = entry.subpath.as_ref().map_or_else(String::new, |it| format!(" enters {it}"));
                format!("{}{part} ({})", entry.path, entry.whys.join("; "))
            });
            let entries = entries.collect::<Vec<_>>().join(", ");
            format!("{}: {entries}\n", String::from_utf8_lossy(&unit.dir))
        });
        assert_eq!(lines.collect::<String>(), expected, "{tree}");
    });
}

/// The first entry of each unit as `dir: entry`.
fn first(tree: &str, expected: &[&str]) {
    with_resolver(tree, |resolver| {
        let units = resolver.units();
        let told = units.iter().map(|unit| {
            let entry = unit.entries.first().map_or_else(|| "none".to_owned(), |entry| entry.path.to_text());
            format!("{}: {entry}", String::from_utf8_lossy(&unit.dir))
        });
        assert_eq!(told.collect::<Vec<_>>(), expected, "{tree}");
    });
}

/// The first entry of the only unit of `tree`.
fn entry(tree: &str, expected: &str) {
    first(tree, &[&format!(": {expected}")]);
}

#[test]
fn a_manifest_names_its_entries() {
    check(
        r#"
== package.json
{ "name": "a", "exports": { ".": { "types": "./dist/index.d.ts", "default": "./dist/index.js" } },
  "main": "dist/index.js", "bin": { "a": "./dist/cli.js" }, "scripts": { "start": "node dist/server.js" } }
== src/index.ts
== src/cli.ts
== src/server.ts
"#,
        ": src/index.ts (`exports` of package.json; `main` of package.json), \
         src/cli.ts (`bin` of package.json), src/server.ts (the script `start` of package.json)\n",
    );
    check(
        "== package.json\n{ \"name\": \"a\", \"types\": \"a.d.ts\", \"main\": \"b.js\" }\n== a.d.ts\n== b.js\n",
        ": b.js (`main` of package.json), a.d.ts (`types` of package.json)\n",
    );
    let beside = "== package.json\n{ \"name\": \"a\", \"types\": \"lib/a.d.ts\", \"main\": \"lib/a\" }\n";
    check(
        &format!("{beside}== lib/a.d.ts\n== lib/a.js\n"),
        ": lib/a.js (`main` of package.json; `types` of package.json)\n",
    );
    check(
        "== package.json\n{ \"exports\": { \"./a\": \"./src/a.ts\", \"./*\": \"./src/*\" } }\n== src/a.ts\n",
        ": src/a.ts enters a (`exports[\"./a\"]` of package.json)\n",
    );
    entry(
        "== package.json\n{ \"exports\": { \"./a\": \"./src/a.ts\" } }\n== src/a.ts\n== src/index.ts\n",
        "none",
    );
}

#[test]
fn an_app_of_next_may_have_routes_alone() {
    let app = "== package.json\n{ \"name\": \"a\", \"dependencies\": { \"next\": \"16\" } }\n== app/github/stars/route.ts\n== app/route.ts\n";
    entry(app, "app/route.ts");
    entry(&format!("{app}== app/(site)/page.tsx\n"), "app/(site)/page.tsx");
}

#[test]
fn a_launcher_starts_what_it_loads() {
    entry(
        "== package.json\n{ \"bin\": { \"a\": \"bin/a\" }, \"scripts\": { \"start\": \"node b.js\" } }\n== bin/a\n#!/usr/bin/env node\nrequire('../lib/start.js');\n== src/start.ts\n== b.js\n",
        "src/start.ts",
    );
}

#[test]
fn the_words_of_scripts_are_read() {
    let check = |command: &str, expected: &str| {
        let manifest = format!("{{ \"scripts\": {{ \"start\": {command:?} }} }}");
        let sources = "== server.js\n== src/main.ts\n== src/index.ts\n== scripts/dev.js\n== a.test.ts\n";
        entry(&format!("== package.json\n{manifest}\n{sources}"), expected);
    };
    check("node server.js", "server.js");
    check("node server", "server.js");
    check("NODE_ENV=production node --enable-source-maps ./dist/main.js", "src/main.ts");
    check("node --watch src/main.ts", "src/main.ts");
    check(
        "nodemon --watch src --ext ts --exec 'ts-node -r tsconfig-paths/register src/main.ts'",
        "src/main.ts",
    );
    check("tsx watch src/main.ts", "src/main.ts");
    check("cross-env A=b npx tsx src/main.ts && echo done", "src/main.ts");
    check("concurrently \"tsc -w\" \"bun run src/main.ts\"", "src/main.ts");
    check("tsc; node scripts/dev.js", "none");
    check("jest a.test.ts", "none");
    check("node ../server.js", "none");
}

#[test]
fn scripts_count_in_the_order_of_what_they_start() {
    check(
        r#"
== package.json
{ "scripts": { "dev": "tsx a.ts", "build": "node b.js", "start:prod": "node c.js", "started": "node b.js" } }
== a.ts
== b.js
== c.js
"#,
        ": c.js (the script `start:prod` of package.json), a.ts (the script `dev` of package.json)\n",
    );
}

#[test]
fn an_app_is_the_module_script_of_its_page() {
    let app = r#"
== package.json
{ "name": "a", "private": true, "main": "other.js", "devDependencies": { "vite": "7" } }
== index.html
<!doctype html><SCRIPT src="/no.js"></SCRIPT>
<script type="module" crossorigin src="/src/main.tsx?v=1"></script>
== src/main.tsx
== other.js
"#;
    check(app, ": src/main.tsx (the module script of index.html), other.js (`main` of package.json)\n");
    let library = app.replace("\"private\": true", "\"files\": [\"dist\"]");
    check(&library, ": other.js (`main` of package.json), src/main.tsx (the module script of index.html)\n");
    entry(
        "== package.json\n{ \"devDependencies\": { \"vite\": \"7\" } }\n== vite.config.ts\nexport default {\n  root: path.join(__dirname, 'web'),\n}\n== web/index.html\n<script type=module src=./go.js></script>\n== web/go.js\n",
        "web/go.js",
    );
    entry(
        "== index.html\n<script type=\"module\">\nimport { a } from './a.js'\nimport 'https://x/y.js'\n</script>\n== a.js\n",
        "a.js",
    );
    entry(
        "== package.json\n{ \"name\": \"a\" }\n== index.html\n<script type=\"module\" src=\"/gone.js\">\n",
        "none",
    );
}

#[test]
fn a_bundler_is_told_its_inputs() {
    let tree = |input: &str| {
        format!(
            "== package.json\n{{ \"name\": \"a\", \"private\": true }}\n== vite.config.ts\nexport default {{ build: {{ rollupOptions: {{\n  onwarn(w, warn) {{ warn(w); }},\n  input: {input},\n}} }} }}\n== app/main.tsx\n== app/page.html\n<script type=\"module\" src=\"./other.ts\"></script>\n== app/other.ts\n"
        )
    };
    let main = ": app/main.tsx (`input` of vite.config.ts)\n";
    check(&tree("{ main: './app/main.tsx', gone: './gone.ts' }"), main);
    check(&tree("['app/main.tsx']"), main);
    check(&tree("resolve(__dirname, \"app/main.tsx\")"), main);
    check(&tree("'app/page.html'"), ": app/other.ts (the module script of app/page.html)\n");
    check(&tree("{ main: here }"), ": \n");
}

#[test]
fn frameworks_say_where_an_app_starts() {
    let check = |package: &str, files: &[&str], expected: &str| {
        let manifest =
            format!("== package.json\n{{ \"private\": true, \"dependencies\": {{ {package:?}: \"1\" }} }}\n");
        let files = files.iter().flat_map(|file| ["== ", file, "\n"]).collect::<String>();
        entry(&(manifest + &files), expected);
    };
    check("next", &["app/layout.tsx", "app/a/layout.tsx", "pages/_app.tsx"], "app/layout.tsx");
    check("next", &["src/app/(main)/layout.tsx", "src/app/layout.config.ts"], "src/app/(main)/layout.tsx");
    check("next", &["pages/_app.tsx", "pages/index.tsx", "pages/about.tsx"], "pages/_app.tsx");
    check("nuxt", &["app.vue", "pages/index.vue", "nuxt.config.ts"], "app.vue");
    check("nuxt", &["docs/x.vue", "nuxt.config.ts"], "nuxt.config.ts");
    check(
        "@sveltejs/kit",
        &["src/routes/+layout.ts", "src/routes/+layout.svelte", "src/routes/a/+layout.svelte"],
        "src/routes/+layout.svelte",
    );
    check("@remix-run/react", &["app/root.tsx", "app/routes/_index.tsx"], "app/root.tsx");
    check("@react-router/dev", &["app/root.tsx", "app/entry.server.tsx"], "app/root.tsx");
    check("astro", &["src/pages/index.astro", "src/pages/about.astro"], "src/pages/index.astro");
    check("astro", &["src/pages/[lang]/index.astro", "astro.config.mjs"], "src/pages/[lang]/index.astro");
    check("@nestjs/core", &["src/main.ts", "src/app.module.ts"], "src/main.ts");
    check("@angular/core", &["src/main.ts", "src/app/app.component.ts"], "src/main.ts");
    check("react-scripts", &["src/index.tsx", "src/App.tsx"], "src/index.tsx");
    check("express", &["app/layout.tsx"], "none");
}

#[test]
fn a_package_for_a_framework_is_no_app_of_it() {
    entry(
        r#"
== package.json
{ "name": "a", "peerDependencies": { "next": "15" }, "module": "src/a.ts" }
== src/a.ts
== src/app/layout.tsx
"#,
        "src/a.ts",
    );
}

#[test]
fn configurations_name_apps() {
    let nest = "== package.json\n{ \"dependencies\": { \"@nestjs/core\": \"11\" } }\n== nest-cli.json\n";
    entry(
        &format!(
            "{nest}{{ \"sourceRoot\": \"server\", \"entryFile\": \"boot\" }}\n== server/boot.ts\n== src/main.ts\n"
        ),
        "server/boot.ts",
    );
    entry(
        &format!(
            "{nest}{{ \"projects\": {{ \"x\": {{ \"root\": \"src\", \"sourceRoot\": \"src\" }} }} }}\n== src/main.ts\n"
        ),
        "src/main.ts",
    );
    first(
        &format!(
            "{nest}{{ \"projects\": {{ \"x\": {{ \"root\": \"apps/x\", \"sourceRoot\": \"apps/x/src\" }},
             \"y\": {{ \"root\": \"libs/y\", \"sourceRoot\": \"libs/y/src\", \"entryFile\": \"index\" }} }} }}
== apps/x/src/main.ts
== libs/y/src/index.ts
"
        ),
        &[": none", "apps/x: apps/x/src/main.ts", "libs/y: libs/y/src/index.ts"],
    );
    first(
        r#"
== package.json
{ "dependencies": { "@angular/core": "20" } }
== angular.json
{ "projects": { "app": { "root": "", "architect": { "build": { "options": { "browser": "src/go.ts" } } } },
                "lib": { "root": "projects/lib", "projectType": "library" } } }
== src/go.ts
== src/main.ts
== projects/lib/src/public-api.ts
"#,
        &[": src/go.ts", "projects/lib: projects/lib/src/public-api.ts"],
    );
    first(
        r#"
== package.json
{ "name": "lib" }
== ng-package.json
{ "lib": { "entryFile": "./index.ts" } }
== index.ts
== src/index.ts
"#,
        &[": index.ts"],
    );
    first(
        r#"
== package.json
{ "name": "nx" }
== apps/a/project.json
{ "name": "a", "sourceRoot": "apps/a/src", "targets": { "build": { "options": { "main": "apps/a/src/main.ts" } } } }
== apps/a/src/main.ts
== other/project.json
{ "name": "somebody else's" }
== other/x.ts
"#,
        &[": none", "apps/a: apps/a/src/main.ts"],
    );
}

#[test]
fn electron_and_clouds() {
    let page = "== index.html\n<script type=\"module\" src=\"/page.ts\"></script>\n== page.ts\n";
    let electron = "== package.json\n{ \"private\": true, \"main\": \"out/main/index.js\",\n\"devDependencies\": { \"electron\": \"1\", \"vite\": \"7\" } }\n== src/main/index.ts\n";
    entry(&format!("{electron}{page}"), "src/main/index.ts");
    let serverless =
        "== serverless.yml\nfunctions:\n  hello:\n    handler: src/hello.handler\n== src/hello.ts\n";
    entry(
        &format!(
            "== package.json\n{{ \"scripts\": {{ \"start\": \"tsx client.ts\" }} }}\n== client.ts\n{serverless}"
        ),
        "src/hello.ts",
    );
    entry(
        "== package.json\n{ \"name\": \"w\" }\n== wrangler.toml\nname = \"w\"\nmain = \"src/w.ts\"\n== src/w.ts\n",
        "src/w.ts",
    );
    entry(
        "== package.json\n{ \"name\": \"w\" }\n== vercel.json\n{}\n== api/index.ts\n== api/other.ts\n",
        "api/index.ts",
    );
}

#[test]
fn what_is_no_package_is_no_unit() {
    let manifest = "{ \"name\": \"x\" }";
    first(
        &format!(
            "== package.json\n{{ \"workspaces\": [\"packages/*\", \"test/**\", \"tests\"] }}
== packages/a/package.json\n{manifest}\n== packages/a/i.ts\n
== packages/a/esm/package.json\n{{ \"type\": \"module\" }}
== packages/a/test/fixtures/b/package.json\n{manifest}
== frontend/package.json\n{manifest}
== tests/package.json\n{manifest}
== tests/c/package.json\n{manifest}
== test/member/package.json\n{{ \"name\": \"m\", \"main\": \"m.js\" }}\n== test/member/m.js
== test/data/package.json\n{manifest}
== template-x/package.json\n{manifest}
== node_modules/y/package.json\n{manifest}
"
        ),
        &[": none", "frontend: none", "packages/a: none", "tests: none"],
    );
}

#[test]
fn a_configuration_of_deno_is_a_manifest() {
    check(
        r#"
== deno.json
{ "workspace": ["./lib", "./app"], "tasks": { "test": "deno test" } }
== lib/deno.json
{ "name": "@x/lib", "exports": { ".": "./mod.ts", "./sub": "./sub.ts" } }
== lib/mod.ts
== lib/sub.ts
== app/deno.json
{ "tasks": { "start": "deno run -A --watch serve.ts" } }
== app/serve.ts
== app/main.ts
== tool/deno.json
{ "tasks": {} }
== tool/main.ts
== both/package.json
{ "name": "both", "main": "a.js" }
== both/deno.json
{ "exports": "./b.ts" }
== both/a.js
== both/b.ts
"#,
        ": \napp: app/serve.ts (the script `start` of app/deno.json)\n\
         both: both/a.js (`main` of both/package.json)\nlib: lib/mod.ts (`exports` of lib/deno.json)\ntool: tool/main.ts (what Deno's guides call an entry)\n",
    );
}

#[test]
fn a_bundler_enters_what_its_configuration_says() {
    check(
        r#"
== package.json
{ "name": "app", "scripts": { "start": "node server.js" } }
== config/webpack.common.js
module.exports = { entry: { app: ["./client/app/index.js", "./client/main.less"], admin: "./client/admin" } };
== client/app/index.js
== client/main.less
== client/admin.tsx
== server.js
"#,
        ": client/app/index.js (`entry` of config/webpack.common.js), client/admin.tsx (`entry` of config/webpack.common.js), \
         server.js (the script `start` of package.json)\n",
    );
    entry(
        "== package.json\n{ \"name\": \"a\" }\n== webpack.config.js\nmodule.exports = { entry: './build/public/client.js' };\n== public/client.js\n== public/a.js\n",
        "public/client.js",
    );
    let own = |name: &str, text: &str| {
        entry(
            &format!(
                "== package.json\n{{ \"name\": \"a\" }}\n== {name}\n{text}\n== modules/id.ts\n== a.js\n== index.html\n"
            ),
            "modules/id.ts",
        );
    };
    own(
        "config/esbuild.config.min.mjs",
        "import * as e from 'esbuild'; e.build({ entryPoints: ['./modules/id.ts'] })",
    );
    own("build.js", "require('esbuild').build({ entryPoints: { a: 'modules/id.ts' } })");
    own("bundle.mjs", "const o = { entryPoints: [{ in: 'modules/id.ts', out: 'id' }] }; esbuild.context(o)");
    own("rollup.config.js", "export default [{ input: 'modules/id.ts', output: { file: 'x.js' } }]");
    own("tsup.config.ts", "export default defineConfig({ entry: ['modules/none.ts', 'modules/id.ts'] })");
    own(
        "vite.config.ts",
        "export default { build: { lib: { entry: resolve(__dirname, 'modules/id.ts') } } }",
    );
    // What does not call esbuild builds something else.
    entry(
        "== package.json\n{ \"name\": \"a\" }\n== build.js\nrun({ entryPoints: ['a.js'] })\n== a.js\n== index.js\n",
        "none",
    );
}

#[test]
fn what_only_names_a_folder_is_no_package() {
    check(
        r#"
== package.json
{ "name": "a", "main": "./lib/cjs/index.js" }
== src/index.ts
== lib/cjs/package.json
{ "name": "a", "type": "commonjs" }
== files/package.json
{ "name": "<%= dasherize(name) %>", "main": "x.js" }
== files/x.js
== b/package.json
{ "name": "b", "type": "module", "version": "1.0.0" }
== b/index.js
"#,
        ": src/index.ts (`main` of package.json)\nb: \n",
    );
}

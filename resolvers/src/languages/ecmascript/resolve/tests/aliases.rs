//! Names that only a bundler's configuration or a framework knows.

use super::check;

#[test]
fn a_configuration_says_what_names_stand_for() {
    check(
        r#"
== package.json
{"dependencies": {"react": "19"}}
== vite.config.ts
export default { resolve: { alias: { '@': path.resolve(__dirname, 'src'), react: './src/react', x: './x' } } }
== src/a.js
== src/lib/index.ts
== src/logo.svg
== src/Page.vue
== src/react.js
== tsconfig.json
{"compilerOptions": {"paths": {"x": ["./src/a.js"]}}}
== web/vite.config.mts
export default { resolve: { alias: [{ find: '@', replacement: fileURLToPath(new URL('./own', import.meta.url)) }] } }
== web/own/b.js
== web/c.js
== web/public/vite.svg
== none/d.js
== bare/vite.config.js
export default { plugins: [] };
== bare/public/vite.svg
== bare/src/a.js
"#,
        &[
            ("src/a.js @/lib", "alias src/lib/index.ts"),
            ("src/a.js @/logo.svg?url", "alias src/logo.svg"),
            ("src/a.js @/Page", "alias src/Page.vue"),
            ("src/a.js @/none", "none alias-without-file"),
            ("src/a.js @/none?raw", "none alias-without-file"),
            ("src/a.js react", "alias src/react.js"),
            ("src/a.js react/jsx-runtime", "declared react@19"),
            ("src/a.js x", "paths src/a.js"),
            ("web/c.js @/b", "alias web/own/b.js"),
            ("web/c.js @/lib", "none alias-without-file"),
            ("web/c.js /vite.svg", "alias web/public/vite.svg"),
            ("web/c.js /own/b.js", "alias web/own/b.js"),
            ("web/c.js /own/none.js", "none server-absolute"),
            ("web/c.js /", "none server-absolute"),
            ("bare/src/a.js /vite.svg", "alias bare/public/vite.svg"),
        ],
    );
}

#[test]
fn a_name_that_stands_for_a_build_output_means_its_source() {
    check(
        r"
== webpack.config.js
module.exports = { resolve: {
  modules: ['build/public/src/modules', 'node_modules'],
  alias: { forum: path.resolve(__dirname, 'build/public/src/client'), kept: path.resolve(__dirname, 'lib'), up: path.resolve(__dirname, 'gone') } } };
== build/.gitignore
== public/src/client/topic.js
== public/src/client/topic/tag.js
== public/src/modules/alerts.js
== lib/a.js
== src/b.js
== src/gone/b.js
",
        &[
            ("public/src/client/topic.js forum/topic/tag", "build-output public/src/client/topic/tag.js"),
            (
                "define public/src/client/topic.js forum/topic/tag",
                "build-output public/src/client/topic/tag.js",
            ),
            ("public/src/client/topic.js forum/topic/none", "none alias-without-file"),
            ("public/src/client/topic.js alerts", "build-output public/src/modules/alerts.js"),
            // The folder is there: nothing builds it.
            ("lib/a.js kept/b", "none alias-without-file"),
            ("lib/a.js up/b", "none alias-without-file"),
        ],
    );
}

#[test]
fn a_configuration_in_a_folder_aside_holds_for_its_package() {
    check(
        r"
== app/package.json
{}
== app/build/webpack.base.conf.js
function resolve(dir) { return path.join(__dirname, '..', dir); }
module.exports = { resolve: { alias: { '@': resolve('src'), 'exact$': path.resolve('src/a.js') } } };
== app/src/a.js
== app/src/b.js
== other/c.js
",
        &[
            ("app/src/a.js @/b", "alias app/src/b.js"),
            ("app/src/b.js exact", "alias app/src/a.js"),
            ("app/src/b.js exact/x", "undeclared exact"),
            ("app/src/b.js other/x", "undeclared other"),
            ("other/c.js @/b", "none unknown-alias"),
        ],
    );
}

#[test]
fn frameworks_make_names_up() {
    check(
        r#"
== kit/package.json
{"devDependencies": {"@sveltejs/kit": "2"}}
== kit/svelte.config.js
export default { kit: { alias: { $content: 'content', '$own/*': './own/*' } } };
== kit/src/lib/index.ts
== kit/src/lib/Button.svelte
== kit/src/routes/+page.svelte
== kit/content/a.md
== kit/own/b.ts
== plain/svelte.config.js
export default {};
== plain/src/lib/x.ts
== plain/src/a.ts
== nuxt/nuxt.config.ts
export default defineNuxtConfig({});
== nuxt/package.json
{"dependencies": {"nuxt": "4"}}
== nuxt/app/pages/index.vue
== nuxt/shared/types.ts
== nuxt/modules/m.ts
== module/package.json
{"devDependencies": {"nuxt": "^4"}}
== module/src/runtime/x.ts
== wxt/package.json
{"devDependencies": {"wxt": "1"}}
== wxt/wxt.config.ts
== wxt/a.ts
== old/nuxt.config.js
export default { srcDir: 'client/' };
== old/client/a.js
== cli/package.json
{"devDependencies": {"@vue/cli-service": "5"}}
== cli/src/main.js
== docs/docusaurus.config.js
== docs/package.json
{"dependencies": {"@docusaurus/core": "3", "@docusaurus/preset-classic": "3"}}
== docs/src/components/A.js
== docs/src/theme/Footer.js
== docs/src/theme/Badge.tsx
== docs/src/theme/DocItem/index.tsx
"#,
        &[
            ("kit/src/routes/+page.svelte $lib", "alias kit/src/lib/index.ts"),
            ("kit/src/routes/+page.svelte $lib/Button.svelte", "alias kit/src/lib/Button.svelte"),
            ("kit/src/routes/+page.svelte $library", "none unknown-alias"),
            ("kit/src/routes/+page.svelte $app/navigation", "declared @sveltejs/kit@2"),
            ("kit/src/routes/+page.svelte $env/static/public", "declared @sveltejs/kit@2"),
            ("kit/src/routes/+page.svelte $content/a.md", "alias kit/content/a.md"),
            ("kit/src/routes/+page.svelte $own/b", "alias kit/own/b.ts"),
            ("plain/src/a.ts $lib/x", "none unknown-alias"),
            ("nuxt/modules/m.ts ~/pages/index.vue", "alias nuxt/app/pages/index.vue"),
            ("nuxt/modules/m.ts ~~/shared/types", "alias nuxt/shared/types.ts"),
            ("nuxt/modules/m.ts #shared/types", "alias nuxt/shared/types.ts"),
            ("nuxt/modules/m.ts #app", "declared nuxt@4"),
            ("nuxt/modules/m.ts #imports", "declared nuxt@4"),
            ("nuxt/modules/m.ts #build/app.config", "declared nuxt@4"),
            ("nuxt/modules/m.ts #components", "declared nuxt@4"),
            ("module/src/runtime/x.ts #imports", "declared nuxt@^4"),
            ("module/src/runtime/x.ts #own", "none not-in-imports"),
            ("wxt/a.ts #imports", "declared wxt@1"),
            ("plain/src/a.ts #imports", "none not-in-imports"),
            ("old/client/a.js @/a", "alias old/client/a.js"),
            ("cli/src/main.js @/main", "alias cli/src/main.js"),
            ("docs/src/components/A.js @site/src/components/A", "alias docs/src/components/A.js"),
            ("docs/src/components/A.js @theme/Footer", "alias docs/src/theme/Footer.js"),
            ("docs/src/components/A.js @theme/Layout", "declared @docusaurus/preset-classic@3"),
            ("type docs/src/theme/DocItem/index.tsx @theme/DocItem", "declared @docusaurus/preset-classic@3"),
            ("type docs/src/theme/Badge.tsx @theme/Badge", "declared @docusaurus/preset-classic@3"),
            ("type docs/src/theme/Badge.tsx @theme/DocItem", "alias docs/src/theme/DocItem/index.tsx"),
            ("docs/src/theme/DocItem/index.tsx @theme/Badge", "alias docs/src/theme/Badge.tsx"),
            ("docs/src/components/A.js @docusaurus/Link", "declared @docusaurus/core@3"),
            ("docs/src/components/A.js @theme-original/Layout", "declared @docusaurus/preset-classic@3"),
            ("docs/src/components/A.js @docusaurus/types", "undeclared @docusaurus/types"),
            ("docs/src/components/A.js @docusaurus/preset-classic", "declared @docusaurus/preset-classic@3"),
        ],
    );
}

#[test]
fn deno_maps_names_and_links_its_members() {
    check(
        r#"
== deno.json
{ "workspace": ["./packages/*", "./www"],
  "imports": { "preact": "npm:preact@^10", "@std/path": "jsr:@std/path@1", "fresh": "jsr:@fresh/core@^2",
               "old": "jsr:@fresh/core@^1", "$std/": "https://deno.land/std/", "~/": "./www/" } }
== packages/core/deno.json
{ "name": "@fresh/core", "version": "2.3.0", "exports": { ".": "./src/mod.ts", "./dev": "./src/dev.ts" } }
== packages/core/src/mod.ts
== packages/core/src/dev.ts
== packages/one/deno.jsonc
{ /* one */ "name": "@fresh/one", "exports": "./mod.ts", "imports": { "preact": "npm:preact@^11" } }
== packages/one/mod.ts
== deep/er/deno.json
{ "name": "@fresh/deep", "exports": "./mod.ts", "importMap": "./map.json" }
== deep/er/map.json
{ "imports": { "@/": "./" } }
== deep/er/mod.ts
== www/main.ts
== node/package.json
{ "dependencies": { "preact": "10.1" } }
== node/a.ts
"#,
        &[
            ("www/main.ts preact", "declared preact@^10"),
            ("www/main.ts preact/hooks", "declared preact@^10"),
            ("packages/one/mod.ts preact", "declared preact@^11"),
            ("www/main.ts @std/path/posix", "declared @std/path@1"),
            ("www/main.ts fresh", "workspace packages/core/src/mod.ts"),
            ("www/main.ts fresh/dev", "workspace packages/core/src/dev.ts"),
            ("www/main.ts old", "declared @fresh/core@^1"),
            ("www/main.ts @fresh/core/none", "none not-exported"),
            ("www/main.ts jsr:@fresh/core@2/none", "none not-exported"),
            ("www/main.ts npm:", "scheme npm:"),
            ("www/main.ts @fresh/one", "workspace packages/one/mod.ts"),
            ("www/main.ts jsr:@fresh/core@2/dev", "workspace packages/core/src/dev.ts"),
            ("www/main.ts @fresh/deep", "undeclared @fresh/deep"),
            ("deep/er/mod.ts @/mod.ts", "alias deep/er/mod.ts"),
            ("www/main.ts $std/fs/mod.ts", "declared https://deno.land/std/fs/mod.ts"),
            ("www/main.ts ~/main.ts", "alias www/main.ts"),
            ("www/main.ts ~/none.ts", "none alias-without-file"),
            ("www/main.ts npm:chalk@5/sub", "scheme chalk@5"),
            ("node/a.ts preact", "declared preact@10.1"),
            ("deep/er/mod.ts @fresh/deep", "workspace deep/er/mod.ts"),
        ],
    );
}

#[test]
fn of_several_configurations_the_plain_one_and_the_first_name_hold() {
    check(
        r#"
== package.json
{"dependencies": {"vscode": "1", "long": "2"}}
== vite.config.demo.ts
export default { resolve: { alias: { '@': '/demo', only: '/demo' } } };
== vite.config.ts
export default { resolve: { alias: { '@': '/src', '@/deep': '/deep', short: 'long/inner', gone: '/gone' } } };
== vitest.config.ts
export default { resolve: { alias: { vscode: '/test/vscode.ts' } } };
== demo/b.ts
== deep/c.ts
== src/a.ts
== src/b.ts
== test/vscode.ts
== src/webpack.ts
export const alias = 1;
== tests/vite.config.ts
export default {};
== tests/a.ts
== rooted/vite.config.ts
export default { root: 'client', resolve: { alias: { '@': '/src' } } };
== rooted/client/src/d.ts
== desk/electron.vite.config.ts
export default { main: { resolve: { alias: { '@': resolve('src/main') } } },
                 renderer: { resolve: { alias: { '@': resolve('src/renderer') } } } };
== desk/src/main/u.ts
== desk/src/renderer/u.ts
== desk/src/other/u.ts
== packs/webpack.config.js
module.exports = { resolve: { modules: ['node_modules', 'app'] } };
== packs/app/utils/e.js
== packs/app/f.js
"#,
        &[
            ("src/a.ts @/b", "alias src/b.ts"),
            ("src/a.ts @/deep/c", "none alias-without-file"),
            ("src/a.ts only/b", "alias demo/b.ts"),
            ("src/a.ts vscode", "declared vscode@1"),
            ("src/a.ts short/x", "declared long@2"),
            ("src/a.ts gone/x", "none alias-without-file"),
            ("tests/a.ts @/b", "alias src/b.ts"),
            ("rooted/client/src/d.ts @/d", "alias rooted/client/src/d.ts"),
            ("desk/src/main/u.ts @/u", "alias desk/src/main/u.ts"),
            ("desk/src/renderer/u.ts @/u", "alias desk/src/renderer/u.ts"),
            ("desk/src/other/u.ts @/u", "none unknown-alias"),
            ("packs/app/f.js utils/e", "alias packs/app/utils/e.js"),
            ("packs/app/f.js other", "undeclared other"),
        ],
    );
}

#[test]
fn nuxt_looks_for_sources_by_its_version() {
    check(
        r#"
== four/nuxt.config.ts
export default defineNuxtConfig({ pwa: { srcDir: 'sw' } });
== four/package.json
{"dependencies": {"nuxt": "^4.1"}}
== four/app/types/t.ts
== four/layers/base/nuxt.config.ts
export default {};
== four/layers/base/app/u.ts
== four/shared/k.ts
== three/nuxt.config.ts
export default {};
== three/package.json
{"dependencies": {"nuxt": "^3.5"}}
== three/app.vue
== three/b.ts
== three/app/components/b.ts
== three/app/b.ts
== ahead/nuxt.config.ts
export default { future: { compatibilityVersion: 4 } };
== ahead/package.json
{"dependencies": {"nuxt": "^3.15"}}
== ahead/app/b.ts
"#,
        &[
            ("four/app/types/t.ts ~/types/t", "alias four/app/types/t.ts"),
            ("four/layers/base/app/u.ts ~/u", "alias four/layers/base/app/u.ts"),
            ("four/layers/base/app/u.ts #shared/k", "alias four/shared/k.ts"),
            ("three/b.ts ~/b", "alias three/b.ts"),
            ("ahead/app/b.ts ~/b", "alias ahead/app/b.ts"),
        ],
    );
}

#[test]
fn regular_expressions_with_a_group_put_it_where_they_say() {
    check(
        r#"
== package.json
{"dependencies": {"bootstrap": "5"}}
== vite.config.js
export default { resolve: { alias: [
  { find: /^@x\/(.*)/, replacement: path.resolve(__dirname, 'src/$1') },
  { find: /^@p\/([^\/]+)$/, replacement: resolve('packages/$1/src') },
  { find: /^@s(\/|$)/, replacement: '/src$1' },
  { find: /^~(.*)$/, replacement: '$1' },
] } }
== src/a.js
== src/deep/b.js
== packages/one/src/index.ts
"#,
        &[
            ("src/a.js @x/deep/b", "alias src/deep/b.js"),
            ("src/a.js @x/none", "none alias-without-file"),
            ("src/a.js @x", "none unknown-alias"),
            ("src/a.js @p/one", "alias packages/one/src/index.ts"),
            ("src/a.js @p/one/more", "undeclared @p/one"),
            ("src/a.js @s/deep/b.js", "alias src/deep/b.js"),
            ("src/a.js @sx/deep/b.js", "undeclared @sx/deep"),
            ("src/a.js ~bootstrap/scss", "declared bootstrap@5"),
        ],
    );
}

#[test]
fn a_loader_before_a_name_loads_what_the_name_means() {
    check(
        r#"
== package.json
{"dependencies": {"@m/svg": "1", "sqlite": "2", "path": "3", "test": "4", "x": "5"}, "workspaces": ["p"]}
== p/package.json
{"name": "p", "main": "p.js"}
== p/p.js
== p/w.wasm
== a.js
"#,
        &[
            ("a.js url:@m/svg/dist/x.wasm", "declared @m/svg@1"),
            ("a.js url:p/w.wasm", "workspace p/w.wasm"),
            ("a.js worker:p", "workspace p/p.js"),
            ("a.js url:other/x.wasm", "scheme url:other/x.wasm"),
            // What has a meaning of its own.
            ("a.js bun:sqlite", "scheme bun:sqlite"),
            ("a.js virtual:x", "scheme virtual:x"),
            ("a.js some:path", "scheme some:path"),
            ("a.js test:p", "scheme test:p"),
        ],
    );
}

#[test]
fn ember_has_one_name_for_a_package_and_its_folder() {
    check(
        r#"
== package.json
{"name": "@corp/shop", "devDependencies": {"ember-cli": "5", "ember-cli-mirage": "3"}, "ember-addon": {"paths": ["lib/engine"]}}
== ember-cli-build.js
module.exports = () => {};
== app/app.js
== app/utils/a.js
== app/config/environment.d.ts
== config/environment.js
== mirage/factories/user.js
== tests/helpers/b.js
== lib/engine/package.json
{"name": "engine", "keywords": ["ember-addon"]}
== lib/engine/index.js
== lib/engine/addon/engine.js
== lib/engine/addon/routes.js
== plain/package.json
{"name": "plain", "devDependencies": {"ember-cli": "5"}}
== plain/app/utils/a.js
== plain/b.js
"#,
        &[
            ("app/app.js shop/utils/a", "alias app/utils/a.js"),
            ("app/app.js shop/config/environment", "alias config/environment.js"),
            ("tests/helpers/b.js shop/app", "alias app/app.js"),
            ("tests/helpers/b.js shop/tests/helpers/b", "alias tests/helpers/b.js"),
            ("tests/helpers/b.js shop/mirage/factories/user", "alias mirage/factories/user.js"),
            ("app/app.js shop/gone", "none alias-without-file"),
            ("tests/helpers/b.js ../../app", "alias app/app.js"),
            ("tests/helpers/b.js ../../utils/a", "alias app/utils/a.js"),
            ("tests/helpers/b.js ../gone", "none no-such-file"),
            ("plain/b.js ./utils/a", "none no-such-file"),
            ("app/app.js shopping/utils/a", "undeclared shopping"),
            ("app/app.js engine/engine", "alias lib/engine/addon/engine.js"),
            ("lib/engine/addon/engine.js engine/routes", "alias lib/engine/addon/routes.js"),
            // Nothing there says what is built.
            ("plain/b.js plain/utils/a", "undeclared plain"),
        ],
    );
    check(
        r#"
== package.json
{"name": "shop", "exports": {"./tests/*": "./tests/*", "./*": "./app/*"}}
== ember-cli-build.mjs
== app/router.js
== app/config/environment.js
== config/environment.js
== tests/helper.js
"#,
        &[
            ("app/router.js shop/config/environment", "alias app/config/environment.js"),
            ("app/router.js shop/tests/helper", "alias tests/helper.js"),
        ],
    );
    let addon = |format: &str| {
        format!(
            r#"
== package.json
{{"workspaces": ["*"]}}
== widgets/package.json
{{"name": "widgets", "keywords": ["ember-addon"], "ember-addon": {{"version": {format}}}}}
== widgets/ember-cli-build.js
module.exports = () => {{}};
== widgets/index.js
== widgets/addon/index.js
== widgets/addon/button.ts
== widgets/addon-test-support/index.js
== widgets/addon-test-support/click.js
== widgets/addon-test-support/widgets/page.js
== widgets/tests/unit/t.js
== widgets/tests/dummy/app/router.js
== widgets/tests/dummy/config/environment.js
== bare/package.json
{{"name": "bare", "keywords": ["ember-addon"]}}
== bare/index.js
== bare/addon/a.js
== shop/app/a.js
== shop/node.js
"#
        )
    };
    check(
        &addon("1"),
        &[
            ("shop/app/a.js widgets", "workspace widgets/addon/index.js"),
            ("shop/app/a.js widgets/button", "workspace widgets/addon/button.ts"),
            ("shop/app/a.js widgets/test-support", "workspace widgets/addon-test-support/index.js"),
            ("shop/app/a.js widgets/test-support/click", "workspace widgets/addon-test-support/click.js"),
            ("shop/app/a.js widgets/page", "workspace widgets/addon-test-support/widgets/page.js"),
            ("shop/app/a.js bare", "none no-such-file"),
            ("shop/app/a.js bare/index", "none no-such-file"),
            ("require shop/node.js bare", "workspace bare/index.js"),
            ("require shop/node.js widgets", "workspace widgets/index.js"),
            ("widgets/tests/unit/t.js dummy/router", "alias widgets/tests/dummy/app/router.js"),
            ("widgets/tests/unit/t.js dummy/tests/unit/t", "alias widgets/tests/unit/t.js"),
            (
                "widgets/tests/unit/t.js dummy/config/environment",
                "alias widgets/tests/dummy/config/environment.js",
            ),
            (
                "widgets/tests/dummy/app/router.js ./config/environment",
                "alias widgets/tests/dummy/config/environment.js",
            ),
            ("widgets/tests/unit/t.js widgets/button", "workspace widgets/addon/button.ts"),
        ],
    );
    // One of the second format says itself what it is entered by.
    check(&addon("2"), &[("shop/app/a.js widgets", "workspace widgets/index.js")]);
}

#[test]
fn meteor_counts_from_the_application() {
    check(
        "== shop/.meteor/release\nMETEOR@3.0\n== shop/imports/api/a.js\n== shop/imports/startup/index.js\n== shop/client/main.js\n== shop/packages/p/package.js\nPackage.describe({});\n== shop/packages/p/lib/x.js\n== shop/packages/p/main.js\n== shop/lib/x.js\n== other/imports/api/a.js\n== other/b.js\n",
        &[
            ("shop/client/main.js /imports/api/a", "alias shop/imports/api/a.js"),
            ("shop/client/main.js /imports/startup", "alias shop/imports/startup/index.js"),
            ("shop/client/main.js /imports/gone", "none server-absolute"),
            ("shop/packages/p/main.js /lib/x", "alias shop/packages/p/lib/x.js"),
            ("other/b.js /imports/api/a", "none server-absolute"),
        ],
    );
}

#[test]
fn plug_ins_make_names_up() {
    check(
        r#"
== app/package.json
{"devDependencies": {"react-native-dotenv": "^3"}}
== app/a.js
== nuxt/package.json
{"devDependencies": {"nuxt": "4", "@nuxtjs/i18n": "9"}}
== nuxt/a.ts
== icons/package.json
{"devDependencies": {"unplugin-icons": "22", "unocss": "66"}}
== icons/a.ts
== plain/a.js
"#,
        &[
            ("app/a.js @env", "declared react-native-dotenv@^3"),
            ("icons/a.ts ~icons/mdi/home?raw", "declared unplugin-icons@22"),
            ("icons/a.ts uno.css", "declared unocss@66"),
            ("plain/a.js ~icons/mdi/home", "none unknown-alias"),
            ("nuxt/a.ts #i18n", "declared @nuxtjs/i18n@9"),
            ("plain/a.js @env", "none unknown-alias"),
            ("plain/a.js #i18n", "none not-in-imports"),
        ],
    );
}

#[test]
fn parcel_resolves_globs_where_it_is_told_to() {
    let tree = |config: &str| {
        format!(
            "== .parcelrc\n{config}\n== p/package.json\n{{}}\n== p/intl/de.json\n== p/intl/en.json\n== p/intl/deep/fr.json\n== p/src/a.ts\n== p/src/b.ts\n== icons/x.svg\n"
        )
    };
    check(
        &tree(r#"{"resolvers": ["@parcel/resolver-glob", "..."]}"#),
        &[
            ("p/src/a.ts ../intl/*.json", "glob p/intl/de.json p/intl/en.json"),
            ("p/src/a.ts ./*.ts", "glob p/src/b.ts"),
            ("p/src/a.ts /icons/*.svg", "glob icons/x.svg"),
            ("p/src/a.ts url:/icons/*.svg", "glob icons/x.svg"),
            ("p/src/a.ts ../intl/**/*.json?as=x", "glob p/intl/de.json p/intl/deep/fr.json p/intl/en.json"),
            ("p/src/a.ts ../gone/*.json", "none no-match"),
        ],
    );
    check(&tree("{}"), &[("p/src/a.ts ../intl/*.json", "none no-such-file")]);
}

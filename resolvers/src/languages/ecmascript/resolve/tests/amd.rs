//! What loaders of AMD have names stand for.

use super::super::units::html::entered_by_require;
use super::check;

#[test]
fn a_page_has_require_look_for_names() {
    check(
        r#"
== lib/require.js
== web/index.html
<html><script src="../lib/require.js" data-main="js/main"></script></html>
== web/js/main.js
requirejs.config({
    paths: { view: 'views', tpl: ['//cdn.x/tpl', 'lib/template'], far: 'https://x.y/far', there: '../node_modules/there/x' },
    packages: ['pack', { name: 'other', location: 'lib/other', main: 'start' }],
    map: { '*': { old: 'view/new' }, 'view/a': { only: 'b' } }
});
if (testing) require.config({ paths: { sometimes: 'b' } });
require(['app'], () => {});
== web/js/app.js
== web/js/b.js
== web/js/views/a.js
== web/js/views/a.html
== web/js/views/new.js
== web/js/lib/template.js
== web/js/pack/main.js
== web/js/lib/other/start.js
== web/js/lib/other/x.js
== tests/run.html
<script data-main="run.js"
    src="../lib/require.js"></script>
== tests/run.js
require.config({ baseUrl: '../web/js', paths: { spec: '../../tests/spec', app: '../../tests/mock' } });
== tests/mock.js
== tests/spec/one.js
== else/c.js
"#,
        &[
            ("define web/js/main.js app", "alias web/js/app.js"),
            ("define-require web/js/views/a.js app", "alias web/js/app.js"),
            ("require web/js/views/a.js app", "undeclared app"),
            ("web/js/views/a.js app", "undeclared app"),
            ("define web/js/app.js view/a", "alias web/js/views/a.js"),
            ("define web/js/app.js text!view/a.html", "alias web/js/views/a.html"),
            ("define web/js/app.js domReady!", "undeclared domReady"),
            ("define web/js/app.js tpl", "alias web/js/lib/template.js"),
            ("define web/js/app.js far", "undeclared far"),
            ("define web/js/app.js there/deep", "undeclared there"),
            ("define web/js/app.js pack", "alias web/js/pack/main.js"),
            ("define web/js/app.js other", "alias web/js/lib/other/start.js"),
            ("define web/js/app.js other/x", "alias web/js/lib/other/x.js"),
            ("define web/js/app.js old", "alias web/js/views/new.js"),
            ("define web/js/app.js only", "undeclared only"),
            ("define web/js/app.js sometimes", "undeclared sometimes"),
            ("define web/js/app.js lib/gone", "none alias-without-file"),
            ("define-require web/js/app.js lib/gone", "none alias-without-file"),
            ("require web/js/app.js lib/gone", "undeclared lib"),
            ("define web/js/app.js elsewhere/x", "none unknown-alias"),
            ("define web/js/app.js ./b", "relative web/js/b.js"),
            ("define tests/spec/one.js app", "alias tests/mock.js"),
            ("define tests/spec/one.js spec/one", "alias tests/spec/one.js"),
            ("define tests/spec/one.js view/a", "none unknown-alias"),
            ("define tests/spec/one.js b", "alias web/js/b.js"),
            ("define else/c.js app", "undeclared app"),
            ("define else/c.js view/a", "none unknown-alias"),
        ],
    );
}

#[test]
fn a_loader_of_modules_knows_the_package_that_it_is_in() {
    check(
        r#"
== package.json
{"name": "kit", "devDependencies": {"kit": "1", "more": "2"}}
== form/text.js
== form/text.html
== tests/a.js
"#,
        &[
            ("define tests/a.js kit/form/text", "self form/text.js"),
            ("define tests/a.js kit/text!kit/form/text.html", "self form/text.html"),
            ("define tests/a.js kit/gone", "declared kit@1"),
            ("define tests/a.js more/x", "declared more@2"),
            ("tests/a.js kit/form/text", "declared kit@1"),
        ],
    );
}

#[test]
fn what_is_no_request_of_a_loader_is_not_asked_of_it() {
    // The aliases of a configuration above hold beside it, for its own requests too.
    check(
        r#"
== vite.config.js
export default { resolve: { alias: { '@': '/src', lib: '/src/app', both: '/src/app' } } }
== src/require.js
== src/page.html
<script src="require.js" data-main="legacy"></script>
== src/legacy.js
require.config({ paths: { both: 'old/both' } });
== src/app/x.ts
== src/old/both/x.js
== src/lodash.js
== src/config/a.js
== src/pkg/package.json
{ "name": "pkg", "dependencies": { "lodash": "4" } }
== src/pkg/m.ts
"#,
        &[
            ("src/app/a.ts @/app/x", "alias src/app/x.ts"),
            ("src/app/a.ts lib/x", "alias src/app/x.ts"),
            ("src/app/a.ts both/x", "alias src/app/x.ts"),
            ("define src/legacy.js both/x", "alias src/old/both/x.js"),
            ("define src/legacy.js lib/x", "alias src/app/x.ts"),
            ("src/pkg/m.ts lodash", "declared lodash@4"),
            ("src/pkg/m.ts config/a", "undeclared config"),
            ("src/pkg/m.ts config/gone", "undeclared config"),
            ("require src/pkg/m.ts config/a", "undeclared config"),
            ("define src/pkg/m.ts config/a", "alias src/config/a.js"),
        ],
    );
}

#[test]
fn of_the_places_of_a_name_the_first_one_where_something_is_counts() {
    check(
        r#"
== web/require.js
== web/index.html
<script src="require.js" data-main="js/main"></script>
== web/js/main.js
require.config({ paths: {
    x: ['//cdn/x', '../vendor/gone', '../vendor/x', '../vendor/y'],
    far: ['//cdn/far', 'https://cdn/far'],
    a: 'one',
    'a/b': ['two'],
} });
requirejs.config({ paths: { a: 'three' }, map: { '*': { old: 'a/b', gone: 'nowhere' } } });
== web/js/far.js
== web/js/two/c.js
== web/js/three/d.js
== web/vendor/x.js
== web/vendor/y.js
"#,
        &[
            ("define web/js/main.js x", "alias web/vendor/x.js"),
            // What lies on another host is not what lies here by that name.
            ("define web/js/main.js far", "undeclared far"),
            ("define web/js/main.js a/b/c", "alias web/js/two/c.js"),
            ("define web/js/main.js old/c", "alias web/js/two/c.js"),
            ("define web/js/main.js gone", "none alias-without-file"),
            ("define web/js/main.js a/d", "alias web/js/three/d.js"),
        ],
    );
}

#[test]
fn names_are_kept_up_to_a_bound_that_all_of_a_file_share() {
    let paths = |from: usize| {
        let names = (from..from + 1000).map(|at| format!("n{at}: 'x/{at}'")).collect::<Vec<_>>();
        format!("require.config({{ paths: {{ {} }} }});\n", names.join(", "))
    };
    let config = (0..4000).step_by(1000).map(paths).collect::<String>();
    check(
        &format!(
            "== require.js\n== i.html\n<script data-main=main></script>\n== main.js\n{config}== x/0.js\n== x/3999.js\n"
        ),
        &[("define main.js n0", "alias x/0.js"), ("define main.js n3999", "undeclared n3999")],
    );
}

#[test]
fn what_a_page_enters() {
    for (page, expected) in [
        (r#"<script src="require.js" data-main="js/main"></script>"#, Some("js/main")),
        ("<SCRIPT async data-main='main.js'\n src=require.js></SCRIPT>", Some("main.js")),
        ("<script data-main=js/main></script><script data-main=other></script>", Some("js/main")),
        (r#"<script data-main="js/main?v=2" src="require.js"></script>"#, Some("js/main")),
        (r#"<script data-main="js/main#top" src="require.js"></script>"#, Some("js/main")),
        ("<!-- <script data-main='gone'></script> --><script data-main='main'></script>", Some("main")),
        ("<!-- <script data-main='gone'></script>", None),
        (r#"<script>"<p data-main='text'>"</script><div data-main="x"></div>"#, None),
        (r#"<script data-main=""></script>"#, None),
        (r#"<script data-main="?v=2"></script>"#, None),
        ("<script data-main", None),
    ] {
        assert_eq!(entered_by_require(page), expected, "{page}");
    }
}

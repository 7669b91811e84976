//! Files that are new.

use super::{Way, check, leads_to_the_same, synced};

#[test]
fn new_sources_are_followed() {
    let files = [
        (
            "package.json",
            "{ \"name\": \"new\", \"main\": \"main.ts\", \"dependencies\": { \"acme\": \"^3.1.0\", \"other\": \"1\" } }\n",
        ),
        (
            "main.ts",
            "import { a } from './a';\nimport { g } from './gone';\nimport lib from './lib';\na(g, lib);\n",
        ),
        ("a.ts", "import { one } from 'acme';\nexport const a = (...all: unknown[]) => one(all);\n"),
        ("lib/index.js", "module.exports = 1;\n"),
        ("part/package.json", "{ \"name\": \"part\" }\n"),
        ("part/m.ts", "export const m = 1;\n"),
        ("z.ts", "import { m } from './part/m';\nexport const z = m;\n"),
    ];
    check(
        &files,
        |_| (),
        &[
            // Nobody imports it, and then somebody does.
            ("b.ts", "/** Doubles. */\nexport function double(it: number) { return 2 * it; }\n", Way::OfFew),
            (
                "z.ts",
                "import { double } from './b';\nimport { m } from './part/m';\nexport const z = double(m);\n",
                Way::OfFew,
            ),
            // It imports what is there, also outside.
            (
                "deep/er/c.ts",
                "import { one } from 'acme';\nimport { z } from '../../z';\nimport { a } from '../../a';\nexport class C { run() { return a(one, z); } }\n",
                Way::OfFew,
            ),
            ("b.test.ts", "import { double } from './b';\ntest('doubles', () => double(1));\n", Way::OfFew),
            // A circle with what is new.
            (
                "b.ts",
                "import { C } from './deep/er/c';\nexport function double(it: number) { return C; }\n",
                Way::OfFew,
            ),
            // A folder beside a file of that name, which comes first.
            ("a/index.ts", "export const a = 2;\n", Way::OfFew),
            // What nobody found till now, what comes before what was found, and what describes a file.
            ("gone.ts", "export const g = 1;\n", Way::OfFew),
            ("lib.ts", "export default 2;\n", Way::OfFew),
            ("lib/index.d.ts", "declare const it: number;\nexport default it;\n", Way::OfAll),
            // By what a package is entered where nothing says so.
            ("part/n.ts", "export const n = 1;\n", Way::OfFew),
            ("part/l.ts", "export const l = 1;\n", Way::OfAll),
            // Others say what it says, or it is none of the sources that say only what they say.
            ("all.ts", "export * from './a';\n", Way::OfFew),
            ("first.ts", "import other from 'other';\nexport const first = other;\n", Way::OfFew),
            ("vite.config.ts", "export default {};\n", Way::OfFew),
            ("said.ts", "// @dsp obj-1234abcd\nexport const said = 1;\n", Way::OfAll),
            ("broken.ts", "export const = ;\n", Way::OfAll),
            ("c.gen.ts", "export const generated = 1;\n", Way::OfAll),
            ("node_modules/x/index.js", "module.exports = 1;\n", Way::OfAll),
            ("tool.py", "import os\n", Way::OfFew),
            // What no language reads, and who asks for it then.
            ("look.css", "a { color: red }\n", Way::Nothing),
            ("z.ts", "import './look.css';\nexport const z = 1;\n", Way::OfFew),
            ("docs/more.md", "More.\n", Way::Nothing),
            ("db/1.sql", "select 1;\n", Way::Nothing),
            (".github/workflows/ci.yml", "on: push\n", Way::Nothing),
            (".github/workflows/package.json", "{}\n", Way::Nothing),
            ("docs/README.md", "More.\n", Way::Nothing),
            ("more.json", "{}\n", Way::Nothing),
        ],
    );
}

#[test]
fn what_was_looked_for_before_it_was_there_is_seen() {
    let component = "import { Component } from '@angular/core';\n\n@Component({ selector: 'app-logo', templateUrl: './logo.svg' })\nexport class Logo {}\n";
    check(
        &[("package.json", "{ \"name\": \"a\", \"main\": \"logo.ts\" }\n"), ("logo.ts", component)],
        |_| (),
        &[("logo.svg", "<svg><title>Our logo</title></svg>\n", Way::OfFew)],
    );
    // With one configuration it is looked for, with another one not, and then it is again.
    let config = |to: &str| format!("{{ \"compilerOptions\": {{ \"paths\": {{ \"@/*\": [{to}] }} }} }}\n");
    let (both, one) = (config("\"./lib/*\", \"./src/a/*\""), config("\"./src/a/*\""));
    check(
        &[
            ("package.json", "{ \"name\": \"a\", \"main\": \"src/main.ts\" }\n"),
            ("tsconfig.json", &both),
            ("src/main.ts", "import { A } from '@/foo';\nexport const go = () => A();\n"),
            ("src/a/foo.ts", "export const A = () => 1;\n"),
            ("lib/x.ts", "export const x = 1;\n"),
        ],
        |_| (),
        &[
            ("tsconfig.json", &one, Way::Nothing),
            ("tsconfig.json", &both, Way::Nothing),
            ("lib/foo.ts", "export const A = () => 2;\n", Way::OfFew),
        ],
    );
    // The same where nothing but the import is another one meanwhile.
    let import = |name: &str| format!("export * from './{name}';\n");
    let (one, other) = (import("one"), import("other"));
    check(
        &[("package.json", "{ \"name\": \"x\", \"main\": \"m.ts\" }\n"), ("m.ts", &one)],
        |_| (),
        &[
            ("m.ts", &other, Way::OfFew),
            ("m.ts", &one, Way::OfFew),
            ("one.ts", "export const one = 1;\n", Way::OfFew),
        ],
    );
}

#[test]
fn what_is_new_in_another_table_is_counted_once() {
    let repo = synced(
        &[
            (
                "package.json",
                "{ \"name\": \"x\", \"main\": \"src/main.ts\", \"workspaces\": [\"packages/*\"] }\n",
            ),
            ("src/main.ts", "export const m = 1;\n"),
            ("packages/p/package.json", "{ \"name\": \"p\", \"main\": \"index.ts\" }\n"),
            ("packages/p/index.ts", "import { a } from './a';\nexport const i = a;\n"),
            ("packages/p/a.ts", "export const a = 1;\n"),
            ("dsp.toml", "[files]\ninclude = [\"bower_components/\"]\n"),
            ("bower_components/q/v.js", "export const v = 1;\n"),
        ],
        |_| (),
    );
    repo.write("src/n.ts", "export const n = 1;\n");
    repo.write("packages/p/a.ts", "import { n } from '../../src/n';\nexport const a = n;\n");
    assert_eq!(leads_to_the_same(&repo, "two tables"), Way::OfFew);
    // A copy of what others keep, whatever the settings say.
    repo.write("bower_components/q/w.js", "export const w = 1;\n");
    assert_eq!(leads_to_the_same(&repo, "a copy"), Way::OfAll);
}

#[test]
fn more_may_be_new_than_there_was() {
    let repo = synced(
        &[("package.json", "{ \"name\": \"a\", \"main\": \"a.ts\" }\n"), ("a.ts", "export const a = 1;\n")],
        |_| (),
    );
    for name in ["b", "c", "d"] {
        repo.write(format!("{name}.ts"), format!("export const {name} = 1;\n"));
    }
    assert_eq!(leads_to_the_same(&repo, "three more"), Way::OfFew);
}

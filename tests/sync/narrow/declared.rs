//! Packages that are declared, and no longer, drawn at random: whoever speaks of them is answered anew, and nobody else.

use std::fs;

use super::super::random::Dice;
use super::anew::put;
use super::{Way, Ways, check, leads_to_the_same, synced};
use crate::support::Repo;

/// What may be declared: a package, and in which way.
const DECLARED: &[(&str, &[&str])] = &[
    ("acme", &["^1.0.0", "^2.0.0", "file:../lib"]),
    ("yup", &["1", "2"]),
    ("@types/acme", &["1"]),
    ("@types/a__b", &["1"]),
    ("@a/b", &["3"]),
    ("p", &["^1.0.0", "workspace:*"]),
    ("lib", &["1"]),
    ("src", &["1"]),
    ("~", &["1"]),
    ("@vue/cli-service", &["5"]),
    ("requirejs", &["2"]),
    ("buffer", &["6"]),
    ("idle", &["1", "2"]),
    ("shown words", &["1"]),
];

const FIELDS: [&str; 4] = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"];

/// Where manifests lie, and what else they say.
const MANIFESTS: &[(&str, &str)] = &[
    ("package.json", "\"name\": \"all\", \"main\": \"src/main.ts\", \"workspaces\": [\"parts/*\"]"),
    ("parts/p/package.json", "\"name\": \"p\", \"version\": \"1.2.0\", \"main\": \"index.ts\""),
    ("src/inner/package.json", "\"private\": true"),
];

/// Other configuration, texts and sources of another language, each with what it may hold; an empty text is none.
const OTHERS: &[(&str, &[&str])] = &[
    (
        "tsconfig.json",
        &[
            "{ \"compilerOptions\": { \"baseUrl\": \".\", \"paths\": { \"lib/*\": [\"./none/*\"] } } }\n",
            "{ \"compilerOptions\": { \"baseUrl\": \".\", \"strict\": true, \"paths\": { \"lib/*\": [\"./none/*\"] } } } // Said\n",
            "{ \"compilerOptions\": { \"paths\": { \"yup\": [\"./src/a.ts\"] } } }\n",
            "{ \"compilerOptions\": { \"paths\": { \"yup\": [\"./src/a.ts\"], \"@/*\": [\"./src/*\"], \"~/*\": [\"./src/inner/*\", \"./src/*\"] } } }\n",
            // These do not include what lies below `src`.
            "{ \"include\": [\"parts\"], \"compilerOptions\": { \"baseUrl\": \".\", \"paths\": { \"acme\": [\"./src/a.ts\"], \"yup*\": [\"./src/*\"] } } }\n",
            "{ \"include\": [\"parts\"], \"compilerOptions\": { \"baseUrl\": \".\", \"paths\": { \"*\": [\"./src/a.ts\"] } } }\n",
            "{ \"compilerOptions\": { \"paths\": { \"@/*\": [\"./none/*\"], \"acme*\": [\"./src/main\"], \"acme/*\": [\"./src/inner/b\"] } } }\n",
            "{ \"compilerOptions\": { \"paths\": { \"acme/*\": [\"./src/inner/b\"], \"@/*\": [\"./src/*\"], \"./*\": [\"./parts/*\"] } } }\n",
        ],
    ),
    (
        "vite.config.ts",
        &[
            "export default { resolve: { alias: { '#a': './src/a.ts' } } };\n",
            "export default { resolve: { alias: { renamed: 'acme', '#a': './src/a.ts' } } };\n",
            "export default { resolve: { alias: { renamed: '@a' } } };\n",
        ],
    ),
    (
        "locales/en.json",
        &["{ \"nav\": { \"home\": \"Home\" } }\n", "{ \"nav\": { \"home\": \"At home, with acme\" } }\n", ""],
    ),
    ("acme.py", &["", "def one(): pass\n", "import acme\n"]),
    ("tools/acme.py", &["def one(): pass\n", "import acme\n\ndef one(): return acme\n", ""]),
    ("tools/use.py", &["import acme\nprint(acme)\n", "import yup\n"]),
    ("fixtures/more.json", &["", "{}\n"]),
];

/// What sources may say.
const LINES: &[&str] = &[
    "import { one } from 'acme';\nexport const l0 = one();\n",
    "import * as deep from 'acme/deep';\nexport const l1 = deep;\n",
    "import type { T } from '@a/b';\nexport type L2 = T;\n",
    "/// <reference types=\"acme\" />\n",
    "/// <reference types=\"@a/b\" />\n",
    "export const l5 = require('yup');\n",
    "import { p } from 'p';\nexport const l6 = p;\n",
    "import { x } from 'lib/x';\nexport const l7 = x;\n",
    "import { a } from 'src/a';\nexport const l8 = a;\n",
    "import { a as b } from '~/a';\nexport const l9 = b;\n",
    "import { a as c } from '@/a';\nexport const l10 = c;\n",
    "import renamed from 'renamed';\nexport const l11 = renamed;\n",
    "import { Buffer } from 'buffer';\nexport const l12 = Buffer;\n",
    "export const l13 = () => h('p', 'acme or yup, with shown words');\n",
    "import { a as d } from '#a';\nexport const l14 = d;\n",
    "export const l15 = (name: string) => import(`acme/${name}`);\n",
    "import part from 'renamed/b';\nexport const l16 = part;\n",
    "export const l17 = () => h('a', t('nav.home'));\n",
    "export const texts = { title: 'nav.home' };\n",
    "import { texts as other } from './a';\nexport const l19 = () => h('a', t(other.title));\n",
    "import { l17 as l20 } from './none';\nexport { l20 };\n",
    "export { texts as more } from '../a';\n",
];

const SOURCES: [&str; 5] = ["src/main.ts", "src/a.ts", "src/inner/b.ts", "parts/p/index.ts", "src/none.ts"];

/// What the manifests declare: field by field the packages with their ranges.
type Manifest = Vec<Vec<(&'static str, &'static str)>>;

fn manifest(rest: &str, declared: &Manifest) -> String {
    let field = |(name, packages): (&&str, &Vec<(&str, &str)>)| {
        let packages: Vec<String> =
            packages.iter().map(|(package, range)| format!("\"{package}\": \"{range}\"")).collect();
        format!(",\n  \"{name}\": {{ {} }}", packages.join(", "))
    };
    let is_said = |(_, packages): &(&&str, &Vec<_>)| !packages.is_empty();
    let fields: String = FIELDS.iter().zip(declared).filter(is_said).map(field).collect();
    format!("{{ {rest}{fields} }}\n")
}

/// Declares a package otherwise, or no more.
fn redeclare(dice: &mut Dice, manifest: &mut Manifest) {
    let (package, ranges) = *dice.pick(DECLARED);
    let range = *dice.pick(ranges);
    let field = &mut manifest[dice.below(FIELDS.len())];
    match field.iter().position(|(known, _)| *known == package) {
        Some(at) if dice.below(2) == 0 => _ = field.remove(at),
        Some(at) => field[at].1 = range,
        None => field.insert(dice.below(field.len() + 1), (package, range)),
    }
}

fn source(dice: &mut Dice) -> String {
    let lines: String = (0..=dice.below(4)).map(|_| *dice.pick(LINES)).collect();
    format!("{lines}export const a = {};\n", dice.below(9))
}

#[test]
fn who_speaks_of_a_package_is_told_as_by_a_sync_of_all() {
    let mut ways = Ways::default();
    for seed in 1..=4 {
        let mut dice = Dice::new(0x9e_37b1 * seed);
        let repo = Repo::of(&[]);
        let mut manifests: Vec<Manifest> = vec![vec![Vec::new(); FIELDS.len()]; MANIFESTS.len()];
        for ((path, rest), declared) in MANIFESTS.iter().zip(&manifests) {
            repo.write(path, manifest(rest, declared));
        }
        for path in SOURCES {
            repo.write(path, source(&mut dice));
        }
        for (path, texts) in OTHERS {
            put(&repo, path, texts[0]);
        }
        repo.table(&["bootstrap", "--markers", "off", "-q"]);
        repo.commit();
        repo.table(&["sync", "--staged", "-q"]);
        let mut done = Vec::new();
        for step in 0..14 {
            let at = dice.below(MANIFESTS.len());
            for _ in 0..=dice.below(2) {
                redeclare(&mut dice, &mut manifests[at]);
            }
            let mut edits = vec![(MANIFESTS[at].0, manifest(MANIFESTS[at].1, &manifests[at]))];
            if dice.below(3) == 0 {
                let is_gone = dice.below(4) == 0;
                edits.push((*dice.pick(&SOURCES), if is_gone { String::new() } else { source(&mut dice) }));
            }
            if dice.below(3) == 0 {
                let (path, texts) = dice.pick(OTHERS);
                edits.push((*path, (*dice.pick(texts)).to_owned()));
            }
            // Not always what is declared.
            for (path, text) in edits.into_iter().skip(usize::from(dice.below(4) == 0)) {
                put(&repo, path, &text);
                done.push(format!("{path}: {text}"));
            }
            ways.count(leads_to_the_same(&repo, &format!("seed {seed}, {step}: {done:#?}")));
        }
    }
    ways.are_often_short();
}

/// A manifest with these dependencies.
fn root(dependencies: &str) -> String {
    format!("{{ \"name\": \"one\", \"main\": \"main.ts\", \"dependencies\": {{ {dependencies} }} }}\n")
}

#[test]
fn what_a_package_is_declared_for_is_followed() {
    let takes = "import { one } from 'acme';\nexport const main = one();\n";
    check(
        &[
            ("package.json", &root("")),
            ("main.ts", takes),
            ("other.ts", "export const other = 'acme';\n"),
            ("alias.ts", "import { x } from 'lib/x';\nexport const alias = x;\n"),
            ("lib/y.ts", "export const y = 1;\n"),
            ("tsconfig.json", "{ \"compilerOptions\": { \"baseUrl\": \".\", \"strict\": true } }\n"),
        ],
        |_| (),
        &[
            ("package.json", &root("\"acme\": \"1\""), Way::OfFew),
            ("package.json", &root("\"acme\": \"1\", \"yup\": \"2\""), Way::Nothing),
            // The folder is a package from elsewhere then.
            ("package.json", &root("\"lib\": \"1\""), Way::OfFew),
            ("package.json", &root(""), Way::OfFew),
            ("tsconfig.json", "{ \"compilerOptions\": { \"baseUrl\": \".\" } } // Less\n", Way::Nothing),
            ("tsconfig.json", "{ \"compilerOptions\": {} }\n", Way::OfFew),
        ],
    );
}

#[test]
fn a_nearer_manifest_has_the_word_against_an_alias() {
    let inner = |dependencies: &str| format!("{{ \"dependencies\": {{ {dependencies} }} }}\n");
    check(
        &[
            ("package.json", &root("")),
            ("main.ts", "import './inner/a';\nexport const main = 1;\n"),
            ("lib/y.ts", "export const y = 1;\n"),
            ("tsconfig.json", "{ \"files\": [\"main.ts\"], \"compilerOptions\": { \"baseUrl\": \".\" } }\n"),
            ("inner/package.json", &inner("")),
            ("inner/a.ts", "import { y } from 'lib/y';\nexport const a = y;\n"),
        ],
        |_| (),
        &[
            ("inner/package.json", &inner("\"lib\": \"1\""), Way::OfFew),
            ("inner/package.json", &inner("\"lib\": \"2\""), Way::OfFew),
            ("inner/package.json", &inner(""), Way::OfFew),
            ("inner/package.json", &inner("\"lib\": \"file:../out\""), Way::Nothing),
            ("inner/package.json", &inner("\"lib\": \"2\""), Way::OfFew),
        ],
    );
}

#[test]
fn another_name_may_mean_a_package() {
    check(
        &[
            ("package.json", &root("")),
            ("main.ts", "import renamed from 'renamed';\nexport const main = renamed;\n"),
            ("vite.config.ts", "export default { resolve: { alias: { renamed: 'acme' } } };\n"),
        ],
        |_| (),
        &[
            ("package.json", &root("\"acme\": \"1\""), Way::OfFew),
            ("package.json", &root("\"acme\": \"1\", \"yup\": \"1\""), Way::Nothing),
            ("package.json", &root(""), Way::OfFew),
        ],
    );
}

#[test]
fn json_is_looked_for_where_it_may_lie() {
    check(
        &[
            ("package.json", "{ \"name\": \"json\", \"main\": \"main.tsx\" }\n"),
            (
                "main.tsx",
                "import data from './data.json';\nimport './inner/b';\nexport const Main = () => <a title={data}>{t('nav.home')}</a>;\n",
            ),
            ("inner/b.ts", "import { x } from 'x';\nexport const b = x;\n"),
        ],
        |_| (),
        &[
            ("fixtures/one.json", "{}\n", Way::Nothing),
            // It comes to be an entity.
            ("data.json", "{}\n", Way::OfFew),
            ("locales/en.json", "{ \"nav\": { \"home\": \"Home\" } }\n", Way::OfFew),
            ("locales/en.json", "{ \"nav\": { \"home\": \"At home\" } }\n", Way::OfFew),
            (
                "inner/tsconfig.json",
                "{ \"compilerOptions\": { \"paths\": { \"x\": [\"../x\"] } } }\n",
                Way::OfFew,
            ),
            ("x.ts", "export const x = 1;\n", Way::OfFew),
            ("inner/package.json", "{ \"name\": \"inner\", \"main\": \"b.ts\" }\n", Way::OfAll),
        ],
    );
}

#[test]
fn another_name_may_mean_what_is_made_of_parts() {
    let aliased = |alias: &str, import: &str| {
        let config = format!("const scope = '@acme';\nexport default {{ resolve: {{ alias: {alias} }} }};\n");
        let main = format!("import it from '{import}';\nexport const main = it;\n");
        check(
            &[("package.json", &root("")), ("main.ts", &main), ("vite.config.ts", &config)],
            |_| (),
            &[("package.json", &root("\"@acme/button\": \"1\""), Way::OfAll)],
        );
    };
    aliased("{ ui: '@acme' }", "ui/button");
    aliased("[{ find: /^ui-(.*)$/, replacement: '@acme/$1' }]", "ui-button");
    aliased("{ ui: scope + '/button' }", "ui");
    aliased("{ ui: `${scope}/button` }", "ui");
}

#[test]
fn what_is_declared_is_no_matter_of_other_languages() {
    let repo = synced(
        &[
            ("package.json", "{ \"name\": \"two\", \"main\": \"main.ts\" }\n"),
            ("main.ts", "import redis from 'redis';\nexport const main = redis;\n"),
            ("pyproject.toml", "[project]\nname = \"tools\"\n"),
            ("tools/redis.py", "def get(): pass\n"),
            ("tools/use.py", "import redis\nprint(redis)\n"),
            ("use.py", "import redis\nprint(redis)\n"),
        ],
        |_| (),
    );
    repo.write(
        "package.json",
        "{ \"name\": \"two\", \"main\": \"main.ts\", \"dependencies\": { \"redis\": \"1\" } }\n",
    );
    repo.write("tools/redis.py", "import redis\n\ndef get(): return redis\n");
    assert_eq!(leads_to_the_same(&repo, "both"), Way::OfAll);
}

#[test]
fn who_shows_another_text_may_lead_elsewhere_too() {
    let title = |text: &str| format!("{{ \"nav\": {{ \"home\": \"{text}\" }} }}\n");
    let repo = synced(
        &[
            ("package.json", "{ \"name\": \"texts\", \"main\": \"main.tsx\" }\n"),
            (
                "main.tsx",
                "import { z } from './z';\nexport const Main = () => <a title={z}>{t('nav.home')}</a>;\n",
            ),
            ("z.ts", "export const z = 'z';\n"),
            ("z/index.ts", "export const z = 'other';\n"),
            ("locales/en.json", &title("Home")),
        ],
        |_| (),
    );
    fs::remove_file(repo.path("z.ts")).expect("it is there");
    repo.write("locales/en.json", title("At home"));
    assert_eq!(leads_to_the_same(&repo, "one goes"), Way::OfFew);
}

#[test]
fn texts_may_stand_behind_what_changed() {
    let title = |text: &str| format!("{{ \"page\": {{ \"title\": \"{text}\" }} }}\n");
    let repo = synced(
        &[
            ("package.json", "{ \"name\": \"texts\", \"main\": \"main.tsx\" }\n"),
            (
                "main.tsx",
                "import { texts } from './barrel';\nexport const Main = () => <a>{t(texts.title)}</a>;\n",
            ),
            ("barrel.ts", "export { texts } from './m1';\n"),
            ("m1.ts", "export const texts = { title: 'page.title' };\n"),
            ("z.ts", "export const z = 1;\n"),
            ("locales/en.json", &title("Home")),
        ],
        |_| (),
    );
    repo.write("locales/en.json", title("At home"));
    assert_eq!(leads_to_the_same(&repo, "alone"), Way::OfFew);
    repo.write("barrel.ts", "export { z } from './z';\nexport { texts } from './m1';\n");
    repo.write("locales/en.json", title("Away"));
    assert_eq!(leads_to_the_same(&repo, "both"), Way::OfAll);
}

#[test]
fn what_is_wrong_is_told_where_it_stands() {
    check(
        &[
            ("package.json", "{ \"name\": \"one\", \"main\": \"main.ts\" }\n"),
            ("main.ts", "import { x } from 'acme';\nexport const main = x;\n"),
            ("tsconfig.json", "{\n \"extends\": \"../x/none\",\n \"include\": \"src\"\n}\n"),
        ],
        |_| (),
        &[(
            "tsconfig.json",
            "// More\n{\n \"extends\": \"../x/none\",\n \"include\": \"src\"\n}\n",
            Way::NothingOfAll,
        )],
    );
    // Only who looks for roots asks for it.
    let repo = synced(
        &[
            ("package.json", "{ \"name\": \"one\", \"exports\": \"./dist/index.js\" }\n"),
            ("src/index.ts", "export const x = 1;\n"),
        ],
        |_| (),
    );
    repo.write("tsconfig.json", "{ \"extends\": \"@org/bar/tsconfig.json\" }\n");
    assert_eq!(leads_to_the_same(&repo, "wrong"), Way::NothingOfAll);
    repo.write("other.json", "{}\n");
    assert_eq!(leads_to_the_same(&repo, "other"), Way::Nothing);
    repo.write("tsconfig.json", "{ \"extends\": \"./none\" }\n");
    assert_eq!(leads_to_the_same(&repo, "wrong otherwise"), Way::NothingOfAll);
    repo.write("none.json", "{}\n");
    assert_eq!(leads_to_the_same(&repo, "there"), Way::NothingOfAll);
    repo.write("tsconfig.json", "{ \"extends\": \"@org/bar/tsconfig.json\" }\n");
    assert_eq!(leads_to_the_same(&repo, "as it was"), Way::NothingOfAll);
    fs::remove_file(repo.path("tsconfig.json")).expect("it is there");
    assert_eq!(leads_to_the_same(&repo, "mended"), Way::NothingOfAll);
}

#[test]
fn other_fields_of_a_manifest_may_mean_a_package() {
    let root = |dependencies: &str| {
        format!(
            "{{ \"name\": \"one\", \"main\": \"main.ts\", \"imports\": {{ \"#u\": \"utils/x\" }}, \"dependencies\": {{ {dependencies} }} }}\n"
        )
    };
    check(
        &[
            ("package.json", &root("")),
            ("tsconfig.json", "{ \"compilerOptions\": { \"baseUrl\": \".\" } }\n"),
            ("main.ts", "import { x } from '#u';\nexport const main = x;\n"),
            ("utils/y.ts", "export const y = 1;\n"),
        ],
        |_| (),
        &[("package.json", &root("\"utils\": \"1\""), Way::OfAll)],
    );
}

/// A config with these aliases.
fn aliases(paths: &str) -> String {
    format!("{{ \"compilerOptions\": {{ \"paths\": {{ {paths} }} }} }}\n")
}

#[test]
fn who_writes_an_alias_is_told_where_it_leads() {
    let one = "\"@u/*\": [\"./utils/*\"]";
    let edits = [
        ("tsconfig.base.json", aliases("\"@u/*\": [\"./other/*\"]"), Way::OfFew),
        ("tsconfig.base.json", aliases("\"@u/*\": [\"./other/*\"], \"@v/*\": [\"./other/*\"]"), Way::OfFew),
        ("tsconfig.base.json", aliases(one), Way::OfFew),
        // Nobody writes it.
        ("tsconfig.base.json", aliases(&format!("{one}, \"@w/*\": [\"./other/*\"]")), Way::Nothing),
        ("main.ts", "import { y } from '@v/y';\nexport const main = y;\n".to_owned(), Way::OfFew),
        (
            "tsconfig.base.json",
            aliases(&format!("{one}, \"@v/y\": [\"./other/y.ts\", \"./utils/x.ts\"]")),
            Way::OfFew,
        ),
        ("tsconfig.base.json", aliases(&format!("{one}, \"@v/*\": [\"./none/*\"]")), Way::OfFew),
        ("part/tsconfig.json", aliases("\"@v/*\": [\"../other/*\"]"), Way::OfFew),
        ("part/tsconfig.json", aliases("\"@v/*\": [\"../utils/*\"]"), Way::OfFew),
    ];
    let edits: Vec<_> = edits.iter().map(|(path, text, way)| (*path, &text[..], *way)).collect();
    check(
        &[
            ("package.json", "{ \"name\": \"one\", \"main\": \"main.ts\" }\n"),
            ("tsconfig.json", "{ \"extends\": \"./tsconfig.base.json\" }\n"),
            ("tsconfig.base.json", &aliases(one)),
            ("main.ts", "import { x } from './all';\nimport { y } from '@v/y';\nexport const main = x(y);\n"),
            ("all.ts", "export * from '@u/x';\n"),
            ("part/tsconfig.json", &aliases("\"@v/*\": [\"./*\"]")),
            (
                "part/use.ts",
                "import { y } from '@v/y';\nimport { x } from '@u/x';\nexport const use = x(y);\n",
            ),
            ("utils/x.ts", "export const x = (it: unknown) => it;\n"),
            ("utils/y.ts", "export const y = 2;\n"),
            ("other/x.ts", "export function x(it: number) { return it; }\n"),
            ("other/y.ts", "export const y = 1;\n"),
        ],
        |_| (),
        &edits,
    );
}

#[test]
fn an_alias_may_be_meant_by_who_does_not_write_it() {
    let check = |files: &[(&str, &str)], before: &str, now: &str, way| {
        let (before, now) = (aliases(before), aliases(now));
        let common = [
            ("tsconfig.json", &before[..]),
            ("src/x.ts", "export const x = 1;\n"),
            ("other/x.ts", "export const x = 2;\n"),
            ("src/types/foo.d.ts", "declare const foo: number;\n"),
            ("other/types/foo.d.ts", "declare const foo: string;\n"),
        ];
        check(&[files, &common].concat(), |_| (), &[("tsconfig.json", &now, way)]);
    };
    let deep = "import { x } from '#u/deep/x';\nexport const main = x;\n";
    check(
        &[
            ("package.json", "{ \"main\": \"main.ts\", \"imports\": { \"#u/*\": \"lib/*\" } }\n"),
            ("main.ts", deep),
        ],
        "\"lib/deep/*\": [\"./src/*\"]",
        "\"lib/deep/*\": [\"./other/*\"]",
        Way::OfAll,
    );
    let types = "/// <reference types=\"foo\" />\nexport const main = foo;\n";
    check(
        &[
            ("package.json", "{ \"main\": \"main.ts\", \"devDependencies\": { \"@types/foo\": \"1\" } }\n"),
            ("main.ts", types),
        ],
        "\"@*\": [\"./src/*\"]",
        "\"@*\": [\"./other/*\"]",
        Way::OfFew,
    );
    let named = "import { x } from '@ui/x';\nexport const main = x;\n";
    check(
        &[
            ("package.json", "{ \"main\": \"main.ts\" }\n"),
            (
                "vite.config.ts",
                "import { resolve } from 'node:path';\nexport default { resolve: { alias: { '@ui': resolve('node_modules/ui-lib') } } };\n",
            ),
            ("main.ts", named),
        ],
        "\"a\": []",
        "\"a\": [], \"ui-lib/*\": [\"./none/*\"]",
        Way::OfFew,
    );
}

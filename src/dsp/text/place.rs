//! What the path of a file says. Pure.

use resolvers::facts::FileFacts;
use resolvers::path::{RepoPath, ancestors, file_name, parent};

use super::quoted;
use super::words::split;

/// What kind of file its name or its folders make it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::dsp) enum Role {
    /// `*.test.*`, `*.spec.*`, `__tests__/`
    Test,
    /// `*.bench.*`
    Benchmark,
    /// `*.stories.*`, `stories.tsx`
    Story,
    /// The tool that it configures.
    Config(String),
    /// `*.d.ts`
    Declarations,
    /// In a folder `migrations`.
    Migration,
    /// A file that a framework finds by its name: the word for it, and the place it serves.
    Routed(&'static str, String),
    /// None of these.
    Plain,
}

/// The extension as text, empty where it is none.
pub(in crate::dsp) fn extension(path: &RepoPath) -> &str {
    std::str::from_utf8(path.extension()).unwrap_or_default()
}

pub(super) fn name(path: &RepoPath) -> String {
    String::from_utf8_lossy(path.file_name()).into_owned()
}

/// The file's name without its extension and what it says of the file's kind.
pub(in crate::dsp) fn stem(path: &RepoPath) -> String {
    #[rustfmt::skip]
    const KINDS: &[&str] = &[
        ".d", ".test", ".test-d", ".fixture", ".tst", ".spec", ".browser", ".unit", ".node", ".ssr", ".stories", ".story", ".e2e", ".cy", ".bench", ".min", ".client", ".server",
        ".gen", ".generated", "-test", "_test",
    ];
    let name = name(path);
    let mut stem = name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem);
    if is_python_test(&name) {
        stem = &stem["test_".len()..];
    }
    let shortened = |stem: &'_ str| {
        let mut kinds = KINDS.iter().filter_map(|kind| Some((stem.strip_suffix(kind)?.len(), *kind)));
        kinds.find(|(end, kind)| *end > 0 && !serves(path, &stem[..*end], kind)).map(|it| it.0)
    };
    while let Some(end) = shortened(stem) {
        stem = &stem[..end];
    }
    stem.to_owned()
}

/// Whether what stands before the kind of a file among those that serve tests says that it is none: `child-for` of
/// `fixtures/child-for-test.js`.
fn serves(path: &RepoPath, before: &str, kind: &str) -> bool {
    let folder = folder(path);
    let mut around = folder.split('/');
    kind.starts_with('-')
        && before.ends_with("-for")
        && around.any(|it| matches!(it, "__fixtures__" | "fixture" | "fixtures" | "helpers" | "support"))
}

/// Pytest and unittest find tests by the start of the file's name.
fn is_python_test(name: &str) -> bool {
    let own = name.strip_prefix("test_").and_then(|rest| rest.strip_suffix(".py"));
    own.is_some_and(|own| !own.is_empty())
}

/// Names that say no more than that the folder is meant.
const NAMELESS: &[&str] = &[
    "index", "__init__", "__main__", "main", "mod", "default", "page", "layout", "route", "+page", "+layout",
    "+server",
];
/// Names that need the folder's beside them.
#[rustfmt::skip]
const VAGUE: &[&str] = &[
    "actions", "api", "base", "body", "card", "client", "common", "component", "components", "config", "const",
    "constants", "container", "content", "context", "controller", "core", "create", "data", "demo", "details",
    "dialog", "edit", "engine", "entry", "enums", "errors", "events", "example", "exec", "expected", "ext", "factory", "fixture", "fixtures", "footer",
    "form", "handler", "handlers", "header", "helper", "helpers", "hook", "hooks", "icon", "init", "input",
    "interface", "interfaces", "item", "items", "lib", "list", "misc", "mock", "mocks", "modal", "model",
    "models", "mutations", "new", "options", "output", "props", "provider", "queries", "query", "reducer", "register",
    "root", "router", "routes", "row", "schema", "schemas", "server", "service", "setup", "shared", "show",
    "state", "store", "stories", "story", "style", "styled", "styles", "table", "test", "tests", "type", "types", "util",
    "utilities", "utils", "view", "views", "wrapper",
];
/// Folders that say for what the same is made there as beside them.
const FRAMEWORKS: &[&str] = &["angular", "js", "preact", "react", "solid", "svelte", "ts", "vue"];
/// Folders that say nothing of what is in them.
const HOLLOW: &[&str] = &["src", "lib", "source", "dist", "app", "packages", "__tests__", "test", "tests"];

/// The words of what the file is about: its name's, with its folder's where the name is vague. Empty where neither
/// says anything.
pub(in crate::dsp) fn about_words(path: &RepoPath) -> String {
    let stem = stem(path);
    // Dates and serial numbers say nothing.
    let own = split(without_i(without_stamp(&stem)))
        .into_iter()
        .skip_while(|it| it.bytes().all(|b| b.is_ascii_digit()) || is_hash(it));
    let own = own.collect::<Vec<_>>().join(" ");
    let folder = || folder_words(path.parent());
    if NAMELESS.contains(&stem.as_str()) {
        let inner = folder();
        let vague = VAGUE.contains(&inner.as_str()) || FRAMEWORKS.contains(&inner.as_str());
        let above = parent_of(path.parent(), &inner).filter(|_| vague);
        match above {
            Some(above) if FRAMEWORKS.contains(&inner.as_str()) => above,
            Some(above) => format!("{above} {inner}"),
            None => inner,
        }
    } else if VAGUE.contains(&own.to_lowercase().as_str())
        || own.chars().count() < 3
        || is_kind(&stem, path.parent())
    {
        // `components/header` is about more than components.
        let inner = folder_words(path.parent());
        let folder = if matches!(inner.as_str(), "component" | "components") {
            let above = path.parent();
            folder_words(parent(above))
        } else {
            inner
        };
        if folder == own { own } else { format!("{folder} {own}").trim().to_owned() }
    } else {
        own
    }
}

/// Whether a folder further out is called so, for what the folders in it have one each of: `storage/git/storage.js`.
fn is_kind(stem: &str, dir: &[u8]) -> bool {
    let outer = ancestors(parent(dir)).map(file_name);
    let is_it =
        |name: &[u8]| name.strip_prefix(stem.as_bytes()).is_some_and(|rest| matches!(rest, b"" | b"s"));
    file_name(dir) != stem.as_bytes() && outer.into_iter().any(is_it)
}

/// `456a945560f6`: the number that Alembic gives to a migration.
fn is_hash(word: &str) -> bool {
    let hex = |b: u8| b.is_ascii_digit() || matches!(b, b'a'..=b'f');
    word.len() >= 10 && word.bytes().all(hex) && word.bytes().any(|b| b.is_ascii_digit())
}

/// The name without the time that it begins with: `20250528T221913281Z-add-tags`.
fn without_stamp(stem: &str) -> &str {
    let rest = stem.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '-' | '_' | 'T' | 'Z'));
    let digits = stem.bytes().take_while(u8::is_ascii_digit).count();
    let ends = stem[..stem.len() - rest.len()].ends_with(['-', '_']);
    if digits >= 8 && ends && !rest.is_empty() { rest } else { stem }
}

/// The words of what is around the innermost folder of that name.
fn parent_of(mut dir: &[u8], inner: &str) -> Option<String> {
    while !dir.is_empty() && split(&String::from_utf8_lossy(file_name(dir))).join(" ") != inner {
        dir = parent(dir);
    }
    Some(folder_words(parent(dir))).filter(|words| !dir.is_empty() && !words.is_empty())
}

/// `IStore` is called after the store.
pub(in crate::dsp) fn without_i(name: &str) -> &str {
    without_letter(name, 'I')
}

/// `TUser` and `ZUser` are called after the user too, where `prefix` is the letter.
pub(in crate::dsp) fn without_letter(name: &str, prefix: char) -> &str {
    let rest = name.strip_prefix(prefix).unwrap_or_default();
    let mut chars = rest.chars();
    let named = chars.next().is_some_and(char::is_uppercase) && chars.next().is_some_and(char::is_lowercase);
    if named { rest } else { name }
}

/// Whether a file called so is known by its folder.
pub(in crate::dsp) fn is_vague(stem: &str) -> bool {
    VAGUE.contains(&split(stem).join(" ").to_lowercase().as_str())
}

/// What a file right in a folder `demos` shows: what the folder around that is about.
pub(super) fn demo_of(path: &RepoPath) -> Option<String> {
    let dir = path.parent();
    let of = folder_words(parent(dir));
    (matches!(file_name(dir), b"__demos__" | b"demo" | b"demos") && !of.is_empty()).then_some(of)
}

/// What a file right in a folder of `examples` shows: the words of that folder.
pub(super) fn example_of(path: &RepoPath) -> Option<String> {
    let dir = path.parent();
    let around = file_name(parent(dir));
    let words = split(&String::from_utf8_lossy(file_name(dir))).join(" ");
    // Folders that hold what several examples take.
    let of_several = ["common", "components", "helpers", "shared", "types", "utils"];
    let says = !HOLLOW.contains(&words.as_str()) && !of_several.contains(&words.as_str());
    (matches!(around, b"demos" | b"examples") && !words.is_empty() && says).then_some(words)
}

/// The words of the innermost folder that says something.
pub(in crate::dsp) fn folder_words(mut dir: &[u8]) -> String {
    while !dir.is_empty() {
        let name = String::from_utf8_lossy(file_name(dir)).into_owned();
        let said = !HOLLOW.contains(&name.as_str()) && !name.starts_with(['[', '(', ':']);
        let words = split(&name).join(" ");
        if said && !words.is_empty() {
            return words;
        }
        dir = parent(dir);
    }
    String::new()
}

/// The folder that holds the file, for people; empty at the repo root.
pub(in crate::dsp) fn folder(path: &RepoPath) -> String {
    String::from_utf8_lossy(path.parent()).into_owned()
}

/// What names of tests have in them.
#[rustfmt::skip]
const TESTS: &[&str] = &[
    ".test.", ".spec.", ".e2e-spec.", ".e2e.", ".cy.", "-spec.", "-test.", "_spec.", "_test.", ".test-d.", ".tst.",
];

/// What the stories of a file are about: `switch` of `switch stories`, which are `switch/stories.tsx`.
pub(super) fn without_stories(about: &str) -> &str {
    about.strip_suffix(" stories").unwrap_or(about)
}

/// What the path and the exports make of a source file: React is given a page by the default export of its file, and without
/// one a folder of pages is but a folder.
pub(in crate::dsp) fn role_of(path: &RepoPath, facts: &FileFacts) -> Role {
    match role(path) {
        Role::Routed("Page", _)
            if matches!(extension(path), "jsx" | "tsx")
                && !facts.exports.iter().any(|it| it.name == "default") =>
        {
            Role::Plain
        }
        Role::Plain if shows_a_page(path, facts) => {
            let (text, name) = (path.to_text(), name(path));
            routed(&text, &name, true).filter(|it| matches!(it, Role::Routed(..))).unwrap_or(Role::Plain)
        }
        role => role,
    }
}

/// Whether a script, whose name does not say that it has markup, is one that Next or Gatsby shows: there are components and
/// pages of other routers in folders of these names too.
fn shows_a_page(path: &RepoPath, facts: &FileFacts) -> bool {
    let text = path.to_text();
    let is_script = matches!(extension(path), "js" | "ts") && !facts.markup.is_empty();
    if !is_script || !facts.exports.iter().any(|it| it.name == "default") {
        return false;
    }
    let is_framework = |it: &str| matches!(it, "gatsby" | "next") || it.starts_with("next/");
    let asks = ["getInitialProps", "getServerSideProps", "getStaticPaths", "getStaticProps"];
    text.starts_with("pages/")
        || text.starts_with("app/")
        || facts.imports.iter().any(|it| is_framework(&it.specifier))
        || facts.exports.iter().any(|it| asks.contains(&&*it.name))
}

/// What the path makes of a source file.
pub(in crate::dsp) fn role(path: &RepoPath) -> Role {
    let (text, name) =
        (&*String::from_utf8_lossy(path.as_bytes()), &*String::from_utf8_lossy(path.file_name()));
    let within = |folder: &str| text.split('/').rev().skip(1).any(|segment| segment == folder);
    let serves = |tag: &str| name.split_once(tag).is_some_and(|(before, _)| serves(path, before, tag));
    let tagged = |tags: &[&str]| tags.iter().any(|tag| name.contains(tag) && !serves(tag));
    if tagged(&[".bench."]) {
        return Role::Benchmark;
    }
    // What runs the tests of a folder lies among them.
    if within("__tests__")
        && !tagged(TESTS)
        && name.contains(".config.")
        && let Some(tool) = configured(name).filter(|tool| TOOLS.contains(&tool.as_str()))
    {
        return Role::Config(tool);
    }
    if tagged(TESTS)
        || is_python_test(name)
        || matches!(name.split('.').next(), Some("spec" | "test")) && text.contains('/')
        || within("__tests__") && !within("__fixtures__")
    {
        return Role::Test;
    }
    // `switch/stories.tsx`
    let alone = || {
        matches!(name, "stories.jsx" | "stories.mdx" | "stories.tsx") && !within("app") && !within("pages")
    };
    if tagged(&[".stories.", ".story."]) || alone() {
        return Role::Story;
    }
    if tagged(&[".d.ts", ".d.mts", ".d.cts"]) {
        return Role::Declarations;
    }
    if let Some(tool) = configured(name) {
        return Role::Config(tool);
    }
    if name == "conf.py" && (within("docs") || within("doc")) {
        return Role::Config("Sphinx".to_owned());
    }
    if within(".storybook") && matches!(name.split('.').next(), Some("main" | "manager" | "preview")) {
        return Role::Config("Storybook".to_owned());
    }
    if within("migrations") {
        return Role::Migration;
    }
    // What others are made after is served nowhere.
    if ["boilerplate", "scaffold", "template", "templates"].iter().any(|it| within(it)) {
        return Role::Plain;
    }
    let markup = [".tsx", ".jsx", ".vue", ".svelte", ".astro"].iter().any(|end| name.ends_with(end));
    routed(text, name, markup).unwrap_or(Role::Plain)
}

/// Whether the folders make a file without exports a test.
pub(in crate::dsp) fn is_among_tests(path: &RepoPath) -> bool {
    let folder = folder(path);
    let within = |names: &[&str]| folder.split('/').any(|it| names.contains(&it));
    within(&["test", "tests", "type-tests"]) && !within(&["fixtures", "__fixtures__", "support"])
}

/// In a folder of tests, and no test by its name.
pub(super) fn is_helper(path: &RepoPath) -> bool {
    let (text, name) = (path.to_text(), name(path));
    text.split('/').any(|it| it == "__tests__")
        && !["test.", "spec.", "e2e."].iter().any(|tag| name.contains(tag))
}

/// What a helper or a fixture in a folder of tests serves: the tests of the folders around it. What takes the place of other
/// code serves whichever tests ask for that.
pub(in crate::dsp) fn test_place(path: &RepoPath) -> Option<String> {
    let folder = folder(path);
    let segments: Vec<&str> = folder.split('/').collect();
    if segments.contains(&"__mocks__") {
        return Some("tests, as a mock".to_owned());
    }
    let at = segments
        .iter()
        .position(|it| matches!(*it, "test" | "tests" | "type-tests" | "__tests__" | "e2e"))?;
    // Whatever lies there may serve any of them.
    if segments[at + 1..].contains(&"support") {
        return Some("tests".to_owned());
    }
    let is_fixtures = |it: &str| matches!(it, "__fixtures__" | "fixture" | "fixtures");
    // Folders that say what their files are to tests, and not what is tested.
    let hollow = [
        "__fixtures__",
        "__tests__",
        "assets",
        "base",
        "benchmark",
        "benchmarks",
        "bin",
        "common",
        "data",
        "deprecated",
        "entities",
        "entity",
        "fakes",
        "fixture",
        "fixtures",
        "functional",
        "helper",
        "helpers",
        "integration",
        "lib",
        "mock",
        "mocks",
        "model",
        "models",
        "mutations",
        "queries",
        "resources",
        "routes",
        "samples",
        "schema",
        "schemas",
        "scripts",
        "setup",
        "shared",
        "stubs",
        "src",
        "test",
        "tests",
        "unit",
        "util",
        "utils",
    ];
    let fixtures =
        segments.iter().skip(at).position(|it| is_fixtures(it)).map(|start| &segments[at + start + 1..]);
    if let Some(inner) = fixtures.filter(|it| it.first().is_some_and(|name| !hollow.contains(name))) {
        let telling: Vec<&str> =
            inner.iter().copied().filter(|it| !hollow.contains(it)).take(MOST_FOLDERS).collect();
        return Some(format!("tests, among the fixtures in {}", super::quoted(&telling.join("/"))));
    }
    let rest: Vec<&str> = segments[at + 1..].iter().copied().filter(|it| !hollow.contains(it)).collect();
    let Some(start) = rest.len().checked_sub(1) else {
        // They lie in what they test.
        let around = segments[..at].iter().rev().find(|it| !hollow.contains(it));
        return Some(around.map_or("tests".to_owned(), |it| format!("tests of {}", super::quoted(it))));
    };
    Some(format!("tests in {}", super::quoted(&rest[start.saturating_sub(1)..].join("/"))))
}

/// How many folders of fixtures are told.
const MOST_FOLDERS: usize = 2;

/// Tools whose names tell which word of a file's name is the tool.
const TOOLS: &[&str] = &[
    "babel",
    "cypress",
    "esbuild",
    "eslint",
    "jest",
    "karma",
    "metro",
    "next",
    "nuxt",
    "playwright",
    "postcss",
    "prettier",
    "rollup",
    "rspack",
    "svelte",
    "tailwind",
    "tsup",
    "vite",
    "vitest",
    "webpack",
];

/// Whether the name of a tool is one that everybody knows.
pub(super) fn is_known_tool(name: &str) -> bool {
    TOOLS.contains(&name)
}

/// The tool that a file of that name configures.
fn configured(name: &str) -> Option<String> {
    // `metro.base.config.ts`, `app.vite.config.ts`
    let head = |mark: &str| {
        let mut words = name.split_once(mark)?.0.split('.');
        let tool = words.clone().find(|it| TOOLS.contains(it)).or_else(|| words.find(|it| !it.is_empty()));
        tool.map(str::to_owned)
    };
    let known = match name.split('.').find(|part| !part.is_empty())? {
        "gulpfile" | "Gulpfile" => Some("gulp"),
        "gruntfile" | "Gruntfile" => Some("grunt"),
        "gatsby-config" => Some("gatsby"),
        _ if name.starts_with("jest.setup") => Some("jest"),
        _ if name.starts_with("vitest.setup") => Some("vitest"),
        _ => None,
    };
    known
        .map(str::to_owned)
        .or_else(|| head(".config."))
        .or_else(|| head(".conf."))
        .or_else(|| {
            name.strip_prefix('.').and_then(|rest| rest.split_once("rc.")).map(|(tool, _)| tool.to_owned())
        })
        .filter(|tool| !tool.is_empty())
}

/// For what the file configures something: `` for `packages/ui` ``. A folder of configurations is not configured itself.
pub(super) fn for_folder(path: &RepoPath) -> String {
    let folder = folder(path);
    let last = folder.rsplit('/').next().unwrap_or_default();
    if matches!(last, "" | "conf" | "config" | "configs" | "settings") {
        String::new()
    } else {
        format!(" for {}", quoted(&folder))
    }
}

/// What is called for a route instead of shown.
pub(super) const HANDLERS: &str = "Request handlers of";
/// What the two files of the pages of Next are that are no page.
const NEXT_AROUND: &[(&str, &str)] = &[
    ("_app", "App of Next around all pages below"),
    ("_document", "HTML document of Next around all pages below"),
];

/// What Next makes of a file of that name, which has `markup` or not; empty where it makes nothing of it.
fn word_of_next(stem: &str, markup: bool) -> &'static str {
    match stem {
        "page" if markup => "Page",
        "layout" if markup => "Layout",
        "loading" if markup => "Loading state of page",
        "not-found" if markup => "Page for what is not found below",
        "error" if markup => "Page for errors below",
        "global-error" if markup => "Page for errors of all pages below",
        "route" => HANDLERS,
        "opengraph-image" => "Open Graph image of page",
        "twitter-image" => "Twitter image of page",
        "apple-icon" | "icon" if markup => "Icon of the pages below",
        "robots" => "What robots may read (`robots.txt`) below",
        "sitemap" => "Site map (`sitemap.xml`) of",
        "manifest" => "Manifest of the web app below",
        _ => "",
    }
}

/// Whether a routed file is there for one address alone, and not for what lies below.
fn is_of_one(word: &str) -> bool {
    word == HANDLERS
        || matches!(word.rsplit(' ').next(), Some("Page" | "page"))
        || word.starts_with("Icon")
        || word.starts_with("Site map")
}

/// Files that Next, SvelteKit, Nuxt, Astro or Remix find by their names and folders; with `markup` or without.
fn routed(text: &str, name: &str, markup: bool) -> Option<Role> {
    // Most files are in none of these, and this is asked for each declaration.
    if !["app/", "layouts/", "pages/", "routes/"].iter().any(|folder| text.contains(folder)) {
        return None;
    }
    let stem = name.split('.').next().unwrap_or_default();
    let below = |folder: &str| {
        let inner = format!("{folder}/");
        let mut at = text
            .rfind(&format!("/{inner}"))
            .map(|at| at + 1)
            .or_else(|| text.starts_with(&inner).then_some(0))?;
        // `app/app/users` is the route `/app/users`.
        while text[..at].ends_with(&format!("/{inner}")) || text[..at] == inner {
            at -= inner.len();
        }
        Some(text[at + inner.len()..].to_owned())
    };
    // Folders in parentheses group routes, and are no part of the address.
    let is_shown = |part: &&str| !(part.starts_with('(') && part.ends_with(')'));
    let folders = |rest: &str| rest.rsplit_once('/').map_or("", |(folders, _)| folders).to_owned();
    let dir =
        |rest: &str| format!("/{}", folders(rest).split('/').filter(is_shown).collect::<Vec<_>>().join("/"));
    // What stands around the pages of a group is around no others.
    let group = |word: &str, address: String, folders: &str| {
        let last = folders.rsplit('/').next().filter(|it| !it.is_empty() && !is_shown(it));
        match last.filter(|_| !is_of_one(word)) {
            Some(group) => format!("{}/{group}", address.trim_end_matches('/')),
            None => address,
        }
    };
    if let Some(rest) = below("routes").filter(|_| stem.starts_with('+')) {
        let word = match stem {
            "+page" if markup => "Page",
            "+layout" if markup => "Layout",
            "+error" => "Error page",
            "+page" => "Data of the page",
            "+layout" => "Data of the layout",
            _ => HANDLERS,
        };
        return Some(Role::Routed(word, group(word, dir(&rest), &folders(&rest))));
    }
    let next = word_of_next(stem, markup);
    // Other folders `app` hold parts that no router reads.
    let parts = ["components", "hooks", "screens", "ui", "utils", "views"];
    let is_part = |rest: &str| rest.split('/').any(|it| parts.contains(&it));
    // `app/routes/users/route.tsx` is Remix's.
    let is_remix = |rest: &str| stem == "route" && rest.starts_with("routes/");
    if let Some(rest) = below("app").filter(|rest| !next.is_empty() && !is_part(rest) && !is_remix(rest)) {
        let folders = folders(&rest);
        // What fills a slot of a layout is not all of the page.
        let slot = folders.split('/').rev().find(|it| it.starts_with('@'));
        let slot = slot.map_or_else(String::new, |it| format!(" (slot {it})"));
        return Some(Role::Routed(next, group(next, address_of_next(&folders), &folders) + &slot));
    }
    let path = |rest: &str| {
        // `[...rest].astro`, `a.client.vue`
        let path = rest.rsplit_once('.').map_or(rest, |(path, _)| path);
        let path = [".client", ".server", "/index"]
            .iter()
            .fold(path, |path, end| path.strip_suffix(end).unwrap_or(path));
        format!("/{}", if path == "index" { "" } else { path })
    };
    // Folders of pages that no router reads are often called so too; there the names are those of components.
    // In Vue `_id` is a parameter; `_partials` are parts.
    let parts = ["_components", "_layouts", "_partial", "_partials", "_shared"];
    let is_hidden =
        |it: &str| it.starts_with('_') && (name.rsplit('.').next() != Some("vue") || parts.contains(&it));
    let is_index = stem == "index";
    let is_part = |it: &str| {
        let folders = ["context", "contexts", "hooks", "icons", "utils"];
        let is_hook = it.strip_prefix("use").is_some_and(|rest| rest.starts_with(char::is_uppercase));
        it == "components"
            || folders.contains(&it) && !is_index
            || is_hook
            || it.starts_with(char::is_uppercase)
            || is_hidden(it)
    };
    // `core/components/pages/editor`: there pages are what the app is about.
    let parts_around = ["components", "hooks", "services", "store", "stores"];
    let around = |rest: &str| &text[..text.len() - rest.len()];
    let page = |rest: &String| {
        !rest.split('/').any(is_part) && !around(rest).split('/').any(|it| parts_around.contains(&it))
    };
    let script = [".js", ".jsx", ".ts", ".tsx"].iter().any(|end| name.ends_with(end));
    if let Some(rest) = below("pages").filter(|rest| script && rest.starts_with("api/") && page(rest)) {
        return Some(Role::Routed(HANDLERS, path(&rest)));
    }
    if let Some(rest) = below("pages").filter(|_| script)
        && let Some((_, word)) =
            NEXT_AROUND.iter().find(|(stem, _)| rest.split_once('.').is_some_and(|it| it.0 == *stem))
    {
        return Some(Role::Routed(word, around(&rest).trim_end_matches('/').to_owned()));
    }
    if let Some(rest) = below("pages").filter(|rest| markup && page(rest)) {
        return Some(Role::Routed("Page", path(&rest)));
    }
    below("layouts")
        .filter(|_| matches!(name.rsplit('.').next(), Some("vue" | "astro")))
        .map(|rest| Role::Routed("Layout", path(&rest).trim_start_matches('/').to_owned()))
}

/// The address of a file without markup in a folder of pages, which Astro calls for requests.
pub(super) fn address_below_pages(path: &RepoPath) -> Option<String> {
    let text = path.to_text();
    let (_, rest) = text.rsplit_once("/pages/")?;
    let route = rest.rsplit_once('.').map_or(rest, |(route, _)| route);
    let route = route.strip_suffix("/index").unwrap_or(route);
    Some(format!("/{}", if route == "index" { "" } else { route }))
}

/// The address that Next makes of the folders of a page: groups and slots are no part of it, and what stands in for another
/// route says where that lies, from its own folder (`(.)`), the one above (`(..)`) or the top (`(...)`).
fn address_of_next(folders: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for mut part in folders.split('/') {
        if part.starts_with('@') || part.starts_with('(') && part.ends_with(')') {
            continue;
        }
        if let Some(rest) = part.strip_prefix("(...)") {
            (parts, part) = (Vec::new(), rest);
        }
        part = part.strip_prefix("(.)").unwrap_or(part);
        while let Some(rest) = part.strip_prefix("(..)") {
            parts.pop();
            part = rest;
        }
        parts.push(part);
    }
    format!("/{}", parts.join("/"))
}

/// Whether Python reads the file.
pub(in crate::dsp) fn is_python(path: &RepoPath) -> bool {
    matches!(extension(path), "py" | "pyi" | "pyw")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::path;

    #[test]
    fn a_path_says_what_a_file_is_about() {
        for (file, expected) in [
            ("src/parseConfig.ts", "parse config"),
            ("src/db/index.ts", "db"),
            ("migrations/20250528T221913281Z-add-tags.ts", "add tags"),
            ("migrations/20250528-Tags.ts", "tags"),
            ("src/db/utils.ts", "db utils"),
            ("demos/SortList/React/index.tsx", "sort list"),
            ("packages/react/src/index.ts", "react"),
            ("src/index.ts", ""),
            ("plugins/discord/server/index.ts", "discord server"),
            ("src/user.service.ts", "user service"),
            ("a/user/__tests__/create.test.ts", "user create"),
            ("packages/core/src/index.ts", "core"),
            ("tests/test_views_of.py", "views of"),
            ("fixtures/optional-chain/fixture.ts", "optional chain fixture"),
        ] {
            assert_eq!(about_words(&path(file)), expected, "{file}");
        }
    }

    #[test]
    fn folders_say_which_tests_a_file_is_for() {
        let place = |file: &str| test_place(&path(file)).unwrap_or_default();
        assert_eq!(
            place("node/test/fixtures/prerender/src/pages/dogs/a.ts"),
            "tests, among the fixtures in `prerender/pages`"
        );
        assert_eq!(place("tests/fixtures/docker.py"), "tests");
        assert_eq!(place("tests/api/client.py"), "tests in `api`");
        assert_eq!(place("src/client.py"), "");
        let address = |file: &str| address_below_pages(&path(file)).unwrap_or_default();
        assert_eq!(address("src/pages/api/users/index.ts"), "/api/users");
        assert_eq!(address("src/pages/feed.xml.ts"), "/feed.xml");
        assert_eq!(address("src/users.ts"), "");
    }

    #[test]
    fn a_path_says_what_a_file_is() {
        for (file, expected) in [
            ("a/b.test.ts", Role::Test),
            ("a/__tests__/b.bench.ts", Role::Benchmark),
            ("tests/test_views.py", Role::Test),
            ("tests/test_apps/wsgi.py", Role::Plain),
            ("vite.config.ts", Role::Config("vite".into())),
            (".eslintrc.cjs", Role::Config("eslint".into())),
            ("metro.base.config.ts", Role::Config("metro".into())),
            ("app.vite.config.ts", Role::Config("vite".into())),
            ("types/a.tst.ts", Role::Test),
            ("types/a.d.ts", Role::Declarations),
            ("src/routes/users/+page.svelte", Role::Routed("Page", "/users".into())),
            ("src/routes/settings/(nav)/+server.ts", Role::Routed(HANDLERS, "/settings".into())),
            ("app/a/opengraph-image.tsx", Role::Routed("Open Graph image of page", "/a".into())),
            ("app/(shop)/page.tsx", Role::Routed("Page", "/".into())),
            ("app/users/[id]/page.tsx", Role::Routed("Page", "/users/[id]".into())),
            ("src/app/app/users/page.tsx", Role::Routed("Page", "/app/users".into())),
            ("pages/users/index.vue", Role::Routed("Page", "/users".into())),
            ("app/a/@modal/(.)b/[id]/page.tsx", Role::Routed("Page", "/a/b/[id] (slot @modal)".into())),
            ("app/feed/(..)photo/[id]/page.tsx", Role::Routed("Page", "/photo/[id]".into())),
            ("app/a/b/(...)login/page.tsx", Role::Routed("Page", "/login".into())),
            ("src/routes/@[handle]/+page.svelte", Role::Routed("Page", "/@[handle]".into())),
            ("pages/use-cases.tsx", Role::Routed("Page", "/use-cases".into())),
            ("pages/docs/hooks/index.tsx", Role::Routed("Page", "/docs/hooks".into())),
            ("src/pages/demo/useDemo.tsx", Role::Plain),
            ("src/pages/demo/icons/api.tsx", Role::Plain),
            ("src/pages/a/[...b].astro", Role::Routed("Page", "/a/[...b]".into())),
            ("src/pages/SignIn/index.tsx", Role::Plain),
            ("pages/g/_slug/index.vue", Role::Routed("Page", "/g/_slug".into())),
            ("a/pages/_app.tsx", Role::Routed("App of Next around all pages below", "a/pages".into())),
            ("src/pages/_partials/card.vue", Role::Plain),
            (
                "apps/web/pages/api/v1/links/[id]/index.ts",
                Role::Routed(HANDLERS, "/api/v1/links/[id]".into()),
            ),
            ("pages/api/me.tsx", Role::Routed(HANDLERS, "/api/me".into())),
            ("src/pages/api/Api.tsx", Role::Plain),
            ("src/a.ts", Role::Plain),
        ] {
            assert_eq!(role(&path(file)), expected, "{file}");
        }
    }
}

//! What is outside the repository: its name, and for what everybody knows, what it is for. Pure.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use resolvers::facts::{
    BindingName, Export, ExportSource, FileFacts, Import, ImportKind, ImportedName, Reference,
};
use resolvers::path::RepoPath;
use serde::{Deserialize, Serialize};

use super::super::bound::uses_of as uses_of_import;
use super::place::{Role, is_among_tests, role};
use super::words::lowered;
use super::{doc, few, go_modules, quoted, renowned, standard, suite};
use crate::graph::External;

/// How many names of an external are told, and how many folders.
const MOST_TAKEN: usize = 6;
const MOST_AREAS: usize = 4;
/// How many names that a file goes by, and how many that use it.
const MOST_LOCALS: usize = 2;
const MOST_USERS: usize = 3;
/// As how many things it is told to be used.
const MOST_ROLES: usize = 2;
/// How many parts are told of what nobody knows.
const MOST_PARTS: usize = 6;
/// How many uses are told of what nobody knows, and how much of what is said of a user, in characters.
const MOST_USES: usize = 2;
const LONGEST_SAID: usize = 90;
/// Words that no sentence ends with.
const CUT_AFTER: &[&str] = &["a", "an", "and", "for", "from", "in", "is", "of", "or", "the", "to", "with"];
/// So many files stand for themselves.
const MOST_FILES: usize = 3;

/// What the repository does with an external: who takes what of it.
#[derive(Debug, Default)]
pub(in crate::dsp) struct Use<'f> {
    /// Each importer once, in order of paths.
    pub(in crate::dsp) files: Vec<&'f RepoPath>,
    /// What these take.
    pub(in crate::dsp) taken: Taken<'f>,
}

/// What is taken of an external, and how often.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::dsp) struct Taken<'f> {
    /// The names that are taken, and by how many imports.
    names: Counts<'f>,
    /// What all of it is called where it is taken whole and nothing of it is named, and how often.
    wholes: Counts<'f>,
    /// How many imports have something of it run.
    runs: u32,
    /// How many imports take names that their files do nothing with.
    idle: u32,
    /// What of it is used by what, where nobody knows what it is for, and how often.
    uses: Counts<'f>,
    /// Which parts of it are taken, where nobody knows what it is for, and how often.
    parts: Counts<'f>,
    /// As what a file is used that no language reads, and how often.
    roles: Counts<'f>,
    /// By what, in which file, where another one hands it on, and how often.
    behind: Counts<'f>,
}

type Counts<'f> = BTreeMap<Cow<'f, str>, u32>;

impl<'f> Taken<'f> {
    /// Takes note of what `import` of the file that says `facts` takes.
    pub(in crate::dsp) fn note(&mut self, import: &'f Import, facts: &'f FileFacts) {
        let typed = !import.names.is_empty() && import.names.iter().all(|it| it.type_only);
        self.runs += u32::from(import.kind != ImportKind::Type && !typed);
        if !is_known(&import.specifier) {
            for told in uses_of(import, facts) {
                *self.uses.entry(told.into()).or_default() += 1;
            }
            if facts.header.package.is_none()
                && let Some(part) = inside(&import.specifier)
            {
                *self.parts.entry(part.into()).or_default() += 1;
            }
        }
        // A feature of Python is used by being turned on.
        let is_turned_on = import.specifier == "__future__";
        let is_idle = |it: &ImportedName| {
            !is_turned_on && it.local.as_deref().is_some_and(|local| !is_used(local, facts))
        };
        let (idle, taken): (Vec<&ImportedName>, Vec<&ImportedName>) =
            import.names.iter().partition(|it| is_idle(it));
        self.idle += u32::from(!idle.is_empty() && taken.is_empty());
        for name in taken {
            match &name.name {
                BindingName::Named(name) => *self.names.entry(name.into()).or_default() += 1,
                _ => self.note_whole(name.local.as_deref(), import, facts),
            }
        }
    }

    /// Of a whole module its members are taken; where none is, it goes by the name that it gets.
    fn note_whole(&mut self, local: Option<&'f str>, import: &'f Import, facts: &'f FileFacts) {
        let uses = facts.references.iter().take(super::declared::MANY);
        let uses = uses.filter(|it| Some(it.binding.as_str()) == local);
        let uses = local.and_then(|local| uses_of_import(import, local, facts, uses)).unwrap_or_default();
        let members: BTreeSet<&str> = uses.into_iter().filter_map(|it| it.member.as_deref()).collect();
        if let Some(local) = local.filter(|_| members.is_empty()) {
            // Packages of Go are told as what they are a part of.
            let specifier = import.specifier.as_str();
            match inside(specifier).filter(|_| facts.header.package.is_none()) {
                Some(part) if part.rsplit('/').next() == Some(local) => {
                    *self.names.entry(specifier.into()).or_default() += 1;
                }
                Some(_) => *self.names.entry(format!("{specifier}` as `{local}").into()).or_default() += 1,
                None => *self.wholes.entry(local.into()).or_default() += 1,
            }
        }
        for member in members {
            *self.names.entry(member.into()).or_default() += 1;
        }
    }

    /// With what `others` take too.
    pub(in crate::dsp) fn add(&mut self, others: Self) {
        let sum = |all: &mut Counts<'f>, more: Counts<'f>| {
            for (name, count) in more {
                *all.entry(name).or_default() += count;
            }
        };
        sum(&mut self.names, others.names);
        sum(&mut self.wholes, others.wholes);
        sum(&mut self.uses, others.uses);
        sum(&mut self.parts, others.parts);
        sum(&mut self.roles, others.roles);
        sum(&mut self.behind, others.behind);
        self.runs += others.runs;
        self.idle += others.idle;
    }

    /// Takes note of where the file that says `facts` uses what `import` makes of a file that no language reads.
    pub(in crate::dsp) fn note_file(&mut self, import: &'f Import, facts: &'f FileFacts) {
        self.runs += 1;
        for local in import.names.iter().filter_map(|it| it.local.as_deref()) {
            *self.wholes.entry(local.into()).or_default() += 1;
            self.note_roles(local, facts);
            for user in users_in(facts, |it| it.binding == local) {
                *self.names.entry(user.into()).or_default() += 1;
            }
        }
    }

    /// Takes note of where the file at `path`, which says `facts`, uses one that no language reads and that another hands on to it
    /// as `name`, by `import`.
    pub(in crate::dsp) fn note_behind(
        &mut self,
        (import, name): (&'f Import, &str),
        (path, facts): (&RepoPath, &'f FileFacts),
    ) {
        for it in &import.names {
            let Some(local) = it.local.as_deref() else { continue };
            let users = match &it.name {
                BindingName::Named(outer) if outer == name => {
                    self.note_roles(local, facts);
                    users_in(facts, |it| it.binding == local)
                }
                BindingName::Namespace => {
                    users_in(facts, |it| it.binding == local && it.member.as_deref() == Some(name))
                }
                _ => continue,
            };
            for user in users {
                let told = format!("{user} of {}", path.to_text());
                *self.behind.entry(told.into()).or_default() += 1;
            }
        }
    }

    fn note_roles(&mut self, local: &str, facts: &'f FileFacts) {
        for it in facts.roles.iter().filter(|it| it.name == local) {
            *self.roles.entry(it.role.as_str().into()).or_default() += 1;
        }
    }

    /// Without what `others` took; `None` where that is not among it.
    pub(in crate::dsp) fn remove(&mut self, others: &Self) -> Option<()> {
        let less = |all: &mut Counts<'f>, less: &Counts<'_>| {
            for (name, count) in less {
                let known = all.get_mut(&**name)?;
                *known = known.checked_sub(*count)?;
            }
            all.retain(|_, count| *count > 0);
            Some(())
        };
        less(&mut self.names, &others.names)?;
        less(&mut self.wholes, &others.wholes)?;
        less(&mut self.uses, &others.uses)?;
        less(&mut self.parts, &others.parts)?;
        less(&mut self.roles, &others.roles)?;
        less(&mut self.behind, &others.behind)?;
        self.runs = self.runs.checked_sub(others.runs)?;
        self.idle = self.idle.checked_sub(others.idle)?;
        Some(())
    }

    /// The same, of which nothing is borrowed.
    pub(in crate::dsp) fn into_owned(self) -> Taken<'static> {
        let owned = |all: Counts<'f>| {
            let all = all.into_iter();
            all.map(|(name, count)| (Cow::Owned(name.into_owned()), count)).collect()
        };
        Taken {
            names: owned(self.names),
            wholes: owned(self.wholes),
            uses: owned(self.uses),
            parts: owned(self.parts),
            roles: owned(self.roles),
            behind: owned(self.behind),
            runs: self.runs,
            idle: self.idle,
        }
    }
}

/// The declarations in which something is used, each once.
fn users_in(facts: &FileFacts, is_it: impl Fn(&Reference) -> bool) -> BTreeSet<&str> {
    let used = facts.references.iter().filter(|it| is_it(it));
    let users = used.filter_map(|it| facts.symbols.get(it.symbol? as usize)).map(|it| it.name.as_str());
    users.filter(|it| *it != "default").collect()
}

/// What is imported so of a package of npm that is a part of it: `link` of `next/link`, `part` of `@scope/package/part`.
fn inside(specifier: &str) -> Option<&str> {
    let package = specifier.split('/').take(if specifier.starts_with('@') { 2 } else { 1 });
    let package = package.map(|part| part.len() + 1).sum::<usize>();
    let is_package = specifier.starts_with(|it: char| it == '@' || it.is_ascii_alphanumeric())
        && !specifier.contains([':', '!', '`'])
        && standard::node(specifier).is_none();
    specifier.get(package..).filter(|part| is_package && !part.is_empty())
}

/// Whether it is known what a package is for that is imported so, also by the form of its name.
fn is_known(specifier: &str) -> bool {
    let parts = if specifier.starts_with('@') { 2 } else { 1 };
    let end = specifier.match_indices('/').nth(parts - 1).map_or(specifier.len(), |(at, _)| at);
    let package = &specifier[..end];
    let root = specifier.split(['.', '/']).next().unwrap_or(specifier);
    renowned::npm(package).is_some()
        || standard::node(specifier.strip_prefix("node:").unwrap_or(specifier)).is_some()
        || npm(package).is_some_and(|it| !it.contains(" for ") && !it.starts_with("part of "))
        || renowned::pypi(root).is_some()
        || standard::python(root).is_some()
        || standard::go(specifier).is_some()
        || go_modules::go(specifier).is_some()
}

/// `` `GameDig.query` by `Monitor.check` ``: what a file does with what it imports, the first ones.
fn uses_of(import: &Import, facts: &FileFacts) -> impl Iterator<Item = String> {
    // Not in order of use: statements may change places.
    let mut told: BTreeSet<String> = BTreeSet::new();
    for it in facts.references.iter().take(super::declared::MANY).filter(|it| !it.in_types) {
        let name =
            import.names.iter().find(|name| name.local.as_deref() == Some(&it.binding) && !name.type_only);
        let is_own = || {
            uses_of_import(import, &it.binding, facts, std::iter::once(it)).is_some_and(|it| !it.is_empty())
        };
        let Some(name) = name.filter(|_| is_own()) else { continue };
        let outer = match &name.name {
            BindingName::Named(name) => name.as_str(),
            _ => it.binding.as_str(),
        };
        let Some(symbol) = it.symbol.and_then(|at| facts.symbols.get(at as usize)) else {
            let test = it.title.and_then(|at| facts.titles.get(at as usize)).filter(|it| it.is_test());
            told.extend(test.map(|it| format!("{} by {}", quoted(outer), suite::title(it))));
            continue;
        };
        let owner = symbol.container.and_then(|at| facts.symbols.get(at as usize));
        let user =
            owner.map_or_else(|| symbol.name.clone(), |owner| format!("{}.{}", owner.name, symbol.name));
        if matches!(user.as_str(), "default" | "module.exports") || user == outer {
            continue;
        }
        let what = it.member.as_ref().map_or_else(|| outer.to_owned(), |member| format!("{outer}.{member}"));
        let says = symbol.doc.as_deref().and_then(|doc| doc::purpose(doc, &symbol.name));
        let says = says.map(|it| doc::first_sentence(&it).trim_end_matches('.').to_owned());
        // What is cut at the end of its line says nothing.
        let is_cut = |it: &String| it.rsplit(' ').next().is_some_and(|last| CUT_AFTER.contains(&last));
        let says = says.filter(|it| it.chars().count() <= LONGEST_SAID && !is_cut(it));
        let says = says.map_or_else(String::new, |it| format!(" ({})", lowered(&it)));
        told.insert(format!("{} by {}{says}", quoted(&what), quoted(&user)));
    }
    told.into_iter().take(MOST_USES)
}

/// Whether a file does something with what it imports by that name, or passes it on.
fn is_used(local: &str, facts: &FileFacts) -> bool {
    let passes = |it: &Export| matches!(&it.source, ExportSource::Local(name) if name == local);
    let is_used = || facts.references.iter().any(|it| it.binding == local);
    facts.references.is_empty() || is_used() || facts.exports.iter().any(passes)
}

impl<'f> Use<'f> {
    /// Takes note of an import of `path`, which says these facts, of an external or of a file that no language reads; files come
    /// in order of paths.
    pub(in crate::dsp) fn note(
        &mut self,
        path: &'f RepoPath,
        (import, facts): (&'f Import, &'f FileFacts),
        is_asset: bool,
    ) {
        if self.files.last() != Some(&path) {
            self.files.push(path);
        }
        if is_asset { self.taken.note_file(import, facts) } else { self.taken.note(import, facts) }
    }

    /// The names that are taken, and in which folders; who uses what, where it is not told what it is for.
    fn told(&self, is_told: bool) -> String {
        let Taken { names, wholes, runs, idle, uses, parts: inner, .. } = &self.taken;
        let taken = few(if *runs > 0 { "gives " } else { "gives the types " }, by_count(names), MOST_TAKEN);
        let whole = if taken.is_empty() { "used as " } else { "and itself as " };
        let whole = few(whole, by_count(wholes), MOST_TAKEN);
        let test =
            |path: &RepoPath| is_among_tests(path) || matches!(role(path), Role::Test | Role::Benchmark);
        let tests = !self.files.is_empty() && self.files.iter().all(|path| test(path));
        // Which of several files take which of it is not told.
        let bare = match (taken.is_empty(), whole.is_empty()) {
            (true, true) if self.taken.runs > *idle => "loaded by ",
            (true, true) if *idle > 0 => "imported in ",
            (true, true) => "used in ",
            // Not all of these use it.
            (false, _) | (_, false) if *idle > 0 => "; imported in ",
            (true, false) => "in ",
            _ if self.files.len() > 1 => "; used in ",
            _ => "to ",
        };
        let place = few(bare, self.areas().iter().map(String::as_str), MOST_AREAS);
        let place = if tests { format!("{place} (tests)") } else { place };
        let taken = if taken.is_empty() || whole.is_empty() { taken } else { taken + "," };
        let parts: Vec<String> = [taken, whole, place].into_iter().filter(|it| !it.is_empty()).collect();
        let told = parts.join(" ").replace(" ;", ";");
        if is_told {
            return told;
        }
        // What is taken as a whole is told by where it is.
        let is_open = inner.len() > 1 && !names.keys().any(|it| it.contains('/'));
        let parts = few("parts ", by_count(inner).filter(|_| is_open), MOST_PARTS);
        let told = if parts.is_empty() { told } else { format!("{parts}; {told}") };
        // Each says something else of it.
        let what = |it: &str| it.split(" by ").next().unwrap_or_default().to_owned();
        let mut seen: Vec<String> = Vec::new();
        let uses = by_count(uses).filter(|it| {
            !seen.contains(&what(it)) && {
                seen.push(what(it));
                true
            }
        });
        let uses: Vec<&str> = uses.take(MOST_USES).collect();
        if uses.is_empty() { told } else { format!("{told}; {}", uses.join(", ")) }
    }

    /// Whether a package of which nobody knows more is there for how pages look: of one that is loaded and nothing else, as its
    /// name says.
    fn is_style(&self, name: &str, known: &str) -> bool {
        let Taken { names, wholes, runs, .. } = &self.taken;
        let says = ["css", "styles"].iter().any(|it| {
            name.strip_suffix(it).is_some_and(|rest| rest.is_empty() || rest.ends_with(['-', '.', '/']))
        });
        says && *runs > 0 && names.is_empty() && wholes.is_empty() && !known.contains(": ")
    }

    /// As what a file is used that no language reads, by what, and in which files; empty where nobody uses it.
    pub(super) fn of_file(&self) -> String {
        if self.files.is_empty() {
            return String::new();
        }
        let Taken { names, wholes, roles, behind, .. } = &self.taken;
        let local = few("used as ", by_count(wholes), MOST_LOCALS);
        let roles: Vec<&str> = by_count(roles).take(MOST_ROLES).collect();
        let roles = if roles.is_empty() { String::new() } else { format!("({})", roles.join(", ")) };
        if !behind.is_empty() {
            let told = by_count(behind).take(MOST_USERS).filter_map(|it| it.split_once(" of "));
            let told = told.map(|(user, path)| format!("{} in {}", quoted(user), quoted(path)));
            let told = format!("by {}", told.collect::<Vec<String>>().join(" and "));
            let parts = [local, roles, told];
            return parts.into_iter().filter(|it| !it.is_empty()).collect::<Vec<String>>().join(" ");
        }
        let users = few("by ", by_count(names), MOST_USERS);
        let bare = match (local.is_empty(), users.is_empty()) {
            (true, _) => "loaded by ",
            (false, true) => "in ",
            (false, false) => "of ",
        };
        let place = few(bare, self.areas().iter().map(String::as_str), MOST_AREAS);
        let parts = [local, roles, users, place];
        parts.into_iter().filter(|it| !it.is_empty()).collect::<Vec<String>>().join(" ")
    }

    /// The importers where there are few, else their folders, as deep as there are few.
    fn areas(&self) -> Vec<String> {
        if self.files.len() <= MOST_FILES {
            return self.files.iter().map(|it| it.to_text()).collect();
        }
        let dirs: Vec<String> =
            self.files.iter().map(|it| String::from_utf8_lossy(it.parent()).into_owned()).collect();
        let at = |depth: usize| {
            let mut areas: Vec<String> = Vec::new();
            for dir in &dirs {
                let end = dir.match_indices('/').nth(depth).map_or(dir.len(), |(at, _)| at);
                let area = if dir.is_empty() { "./" } else { &dir[..end] };
                if areas.last().is_none_or(|last| last != area) && !areas.iter().any(|it| it == area) {
                    areas.push(area.to_owned());
                }
                if areas.len() > MOST_AREAS {
                    break;
                }
            }
            areas
        };
        let mut best = at(0);
        for depth in 1..6 {
            let deeper = at(depth);
            if deeper.len() > MOST_AREAS {
                break;
            }
            best = deeper;
        }
        best
    }
}

/// The names, those that stand most often first.
fn by_count<'c>(names: &'c Counts<'_>) -> impl Iterator<Item = &'c str> {
    let mut names: Vec<(&str, u32)> = names.iter().map(|(name, count)| (&**name, *count)).collect();
    names.sort_unstable_by(|(one, often), (other, oftener)| oftener.cmp(often).then(one.cmp(other)));
    names.into_iter().map(|(name, _)| name)
}

/// Tools whose plugins, presets and configurations npm knows by the form of their names.
const TOOLS: &[&str] = &[
    "babel",
    "esbuild",
    "eslint",
    "postcss",
    "prettier",
    "rehype",
    "remark",
    "rollup",
    "stylelint",
    "vite",
    "webpack",
];

/// Frameworks and platforms for which others have packages that are called so in their scopes.
#[rustfmt::skip]
const HOSTS: &[&str] = &[
    "angular", "astro", "expo", "express", "fastify", "gatsby", "hono", "koa", "nestjs", "next", "nextjs", "node", "nuxt", "preact",
    "react", "react-native", "remix", "solid", "svelte", "sveltekit", "vue",
];

/// Scopes of tools that have plugins: `@rollup/plugin-json`.
#[rustfmt::skip]
const WITH_PLUGINS: &[&str] = &[
    "babel", "docusaurus", "elysiajs", "opentelemetry", "octokit", "prettier", "rollup", "swc", "tauri-apps", "uppy", "vitejs",
    "vue",
];

/// How names of npm begin that are called after what they belong to, and what they are to it.
const KIN: &[(&str, &str)] = &[
    ("@ai-sdk/", "part of the AI SDK"),
    ("@angular/", "part of Angular"),
    ("@apollo/", "part of Apollo"),
    ("@auth/", "part of Auth.js"),
    ("@aws-sdk/client-", "client of a service of AWS"),
    ("@babel/plugin-", "plugin of Babel"),
    ("@babel/preset-", "preset of Babel"),
    ("@capacitor/", "part of Capacitor"),
    ("@chakra-ui/", "part of Chakra UI"),
    ("@codemirror/", "part of CodeMirror"),
    ("@docusaurus/", "part of Docusaurus"),
    ("@fastify/", "part of Fastify"),
    ("@feathersjs/", "part of Feathers"),
    ("@graphql-tools/", "part of GraphQL Tools"),
    ("@hono/", "part of Hono"),
    ("@ionic/", "part of Ionic"),
    ("@langchain/", "part of LangChain"),
    ("@lexical/", "part of Lexical"),
    ("@mantine/", "part of Mantine"),
    ("@mikro-orm/", "part of MikroORM"),
    ("@mui/", "part of Material UI"),
    ("@nestjs/", "part of NestJS"),
    ("@nuxt/", "part of Nuxt"),
    ("@nuxtjs/", "module of Nuxt"),
    ("@nx/", "plugin of Nx"),
    ("@opentelemetry/", "part of OpenTelemetry"),
    ("@payloadcms/", "part of Payload"),
    ("@prisma/", "part of Prisma"),
    ("@react-native-community/", "part of React Native by its community"),
    ("@react-navigation/", "part of React Navigation"),
    ("@remix-run/", "part of Remix"),
    ("@rollup/plugin-", "plugin of Rollup"),
    ("@sentry/", "part of Sentry"),
    ("@storybook/addon-", "addon of Storybook"),
    ("@supabase/", "part of Supabase"),
    ("@sveltejs/", "part of Svelte"),
    ("@tanstack/", "part of TanStack"),
    ("@tiptap/extension-", "extension of Tiptap"),
    ("@trpc/", "part of tRPC"),
    ("@vitejs/plugin-", "plugin of Vite"),
    ("@vue/", "part of Vue"),
    ("@vueuse/", "part of VueUse"),
    ("d3-", "part of D3"),
    ("gatsby-plugin-", "plugin of Gatsby"),
    ("grunt-", "plugin of Grunt"),
    ("gulp-", "plugin of gulp"),
    ("karma-", "plugin of Karma"),
    ("lodash.", "function of Lodash"),
    ("markdown-it-", "plugin of markdown-it"),
    ("prosemirror-", "part of ProseMirror"),
    ("rehype-", "plugin of rehype"),
    ("remark-", "plugin of remark"),
];

/// Packages of Radix that are no components which people see.
#[rustfmt::skip]
const PARTS_OF_RADIX: &[&str] = &[
    "arrow", "collection", "compose-refs", "context", "direction", "dismissable-layer", "focus-guards", "focus-scope", "icons", "id",
    "popper", "portal", "presence", "primitive", "roving-focus", "slot",
];

/// What it is, and what the repository takes of it.
pub(super) fn about(external: &External, used: &Use<'_>) -> String {
    let known = known(external);
    let is_told = known.contains(": ") && !known.contains(": part of ") && !known.contains(" for ");
    let known = if used.is_style(&external.name, &known) { format!("{known}: a style sheet") } else { known };
    let used = used.told(is_told || external.ecosystem == "node" || external.name == "C");
    if used.is_empty() {
        known
    } else {
        format!("{known}{}{used}", if known.contains(": ") { "; " } else { ": " })
    }
}

fn known(external: &External) -> String {
    let name = quoted(&external.name);
    match external.ecosystem {
        "npm" => renowned::npm(&external.name)
            .map(str::to_owned)
            .or_else(|| npm(&external.name))
            .map_or_else(|| format!("npm package {name}"), |about| format!("npm package {name}: {about}")),
        "node" => {
            let module = external.name.strip_prefix("node:").unwrap_or(&external.name);
            format!("Node.js module {name}{}", after_colon(standard::node(module)))
        }
        "pypi" => format!("Python package {name}{}", after_colon(renowned::pypi(&external.name))),
        "python" => {
            let about = after_colon(standard::python(&external.name));
            format!("Module {name} of the Python standard library{about}")
        }
        "go" => match standard::go(&external.name) {
            Some(about) => format!("Package {name} of the Go standard library: {about}"),
            None if external.name == "C" => "C code that is called by cgo".to_owned(),
            // A module is called by the address that it is fetched from.
            None if external.name.contains('.') => {
                format!("Go module {name}{}", after_colon(go_modules::go(&external.name)))
            }
            None => format!("Go package {name}"),
        },
        "virtual" => {
            let about = after_colon(renowned::made_up::about(&external.name));
            format!("Module {name} that a plugin makes while building (virtual){about}")
        }
        ecosystem => {
            let about = after_colon(renowned::made_up::about(&external.name));
            format!("External dependency {name} ({ecosystem}){about}")
        }
    }
}

fn after_colon(about: Option<&str>) -> String {
    about.map_or_else(String::new, |about| format!(": {about}"))
}

/// What the form of the name says; what a package does is not written in the repository and is not guessed.
fn npm(name: &str) -> Option<String> {
    if let Some(typed) = name.strip_prefix("@types/") {
        let (scope, local) = typed.split_once("__").unwrap_or(("", typed));
        let typed = if scope.is_empty() { local.to_owned() } else { format!("@{scope}/{local}") };
        return Some(format!("types of {}", quoted(&typed)));
    }
    if let Some(part) = name
        .strip_prefix("@radix-ui/react-")
        .filter(|it| !it.starts_with("use-") && !PARTS_OF_RADIX.contains(it))
    {
        return Some(format!("unstyled component of React: {}", part.replace('-', " ")));
    }
    // `@acme/plugin-search`
    if let Some((scope, what)) = name.strip_prefix('@').and_then(|it| it.split_once("/plugin-"))
        && WITH_PLUGINS.contains(&scope)
    {
        return Some(format!("plugin of {}: {}", scope.trim_end_matches("js"), what.replace('-', " ")));
    }
    if let Some(face) = ["@fontsource/", "@fontsource-variable/"].iter().find_map(|it| name.strip_prefix(it))
    {
        return Some(format!("the font {}", quoted(face)));
    }
    let mut kin = KIN.iter().filter_map(|(start, what)| Some((name.strip_prefix(start)?, what)));
    // What runs a tool, or is a set of its plugins, is none of them.
    let is_plugin = !name.ends_with("-cli") && !name.ends_with("-config") && !name.contains("-preset-");
    if let Some((part, what)) = kin.next().filter(|_| is_plugin) {
        return Some(format!("{what}: {}", part.replace(['-', '/'], " ")));
    }
    if let Some((scope, tool)) = name.strip_prefix('@').and_then(|it| it.split_once('/'))
        && (TOOLS.contains(&tool) || HOSTS.contains(&tool))
    {
        return Some(format!("{} for {tool}", scope.replace('-', " ")));
    }
    let local = name.rsplit('/').next().unwrap_or(name);
    let (tool, rest) = local.split_once('-')?;
    TOOLS.contains(&tool).then_some(())?;
    let kind = ["plugin", "config", "preset", "parser"]
        .into_iter()
        .find(|kind| rest.split('-').next() == Some(kind))?;
    Some(format!("{} {tool} {kind}", if tool.starts_with(['e', 'a']) { "an" } else { "a" }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(ecosystem: &'static str, name: &str, expected: &str) {
        assert_eq!(known(&External { ecosystem, name: name.to_owned(), version: None }), expected);
    }

    #[test]
    fn what_the_repository_takes_is_told() {
        let check = |fixture: &str, expected: &str| {
            let fixture = crate::testing::Fixture::parse(fixture);
            let mut used = Use::default();
            for source in &fixture.sources {
                for import in &source.facts.imports {
                    used.note(&source.path, (import, &source.facts), false);
                }
            }
            let acme = External { ecosystem: "npm", name: "acme".to_owned(), version: None };
            assert_eq!(about(&acme, &used), format!("npm package `acme`: {expected}"));
        };
        check(
            "== src/db/a.ts\nimport npm:acme b\nimport npm:acme c\n== src/db/b.ts\nimport npm:acme c\n== src/ui/deep/c.ts\nimport npm:acme",
            "gives `c`, `b`; used in `src/db/a.ts`, `src/db/b.ts`, `src/ui/deep/c.ts`",
        );
        check(
            "== src/db/a.ts\nimport npm:acme b\n== src/db/b.ts\nimport npm:acme b\n== src/db/c.ts\nimport npm:acme b\n== src/ui/deep/c.ts\nimport npm:acme",
            "gives `b`; used in `src/db`, `src/ui/deep`",
        );
        check(
            "== a.ts\nimport npm:acme default:one\n== b.ts\nimport npm:acme default:other",
            "used as `one`, `other` in `a.ts`, `b.ts`",
        );
        check(
            "== a.ts\nimport npm:acme default:one\nimport npm:acme b",
            "gives `b`, and itself as `one` to `a.ts`",
        );
    }

    #[test]
    fn who_imports_something_and_does_nothing_with_it_does_not_use_it() {
        let told = |sources: &[(&str, &str)]| {
            let extract = |(file, source): &(&str, &str)| {
                let path = crate::testing::path(file);
                let (language, dialect) = resolvers::language_of(&path).unwrap();
                (path, language.extract(dialect, source.as_bytes()))
            };
            let files: Vec<(RepoPath, FileFacts)> = sources.iter().map(extract).collect();
            let mut used = Use::default();
            for (path, facts) in &files {
                let of_acme = facts.imports.iter().filter(|it| it.specifier.starts_with("acme"));
                of_acme.for_each(|import| used.note(path, (import, facts), false));
            }
            used.told(true)
        };
        // What functions call alike is told apart.
        let alike = "exports.one = () => { const engine = require('acme'); engine.load() }
            exports.two = () => { const engine = require('other'); engine.stop() }";
        assert_eq!(told(&[("a.js", alike)]), "gives `load` to `a.js`");
        // What stands inside of a package is no other name of it.
        let inside = "import link from 'acme/link'; import Part from 'acme/lib/part'; import all from 'acme'; run(link, Part, all)";
        assert_eq!(
            told(&[("a.js", inside)]),
            "gives `acme/lib/part as Part`, `acme/link`, and itself as `all` to `a.js`"
        );
        let parts = "import { one } from 'acme/lib/one'; import * as codes from 'acme/codes'; export const f = () => one(codes.OK); export const g = () => codes.OK";
        let extract = |source: &str| {
            let path = crate::testing::path("a.js");
            let (language, dialect) = resolvers::language_of(&path).unwrap();
            language.extract(dialect, source.as_bytes())
        };
        let (path, facts) = (crate::testing::path("a.js"), extract(parts));
        let mut used = Use::default();
        facts.imports.iter().for_each(|import| used.note(&path, (import, &facts), false));
        assert_eq!(
            used.told(false),
            "parts `codes`, `lib/one`; gives `OK`, `one` to `a.js`; `codes.OK` by `f`, `one` by `f`"
        );
        let idle = ("a.ts", "import { b, c } from 'acme'; import all from 'acme'; c()");
        let used = ("b.ts", "import { b } from 'acme'; b()");
        assert_eq!(told(&[used]), "gives `b` to `b.ts`");
        assert_eq!(told(&[idle, used]), "gives `b`, `c`; imported in `a.ts`, `b.ts`");
        assert_eq!(
            told(&[("a.ts", "import all from 'acme'; import { d } from './d'; d()")]),
            "imported in `a.ts`"
        );
    }

    #[test]
    fn what_the_name_or_the_platform_says_is_told() {
        check("node", "node:fs", "Node.js module `node:fs`: the file system");
        check("npm", "@types/node", "npm package `@types/node`: types of `node`");
        check("npm", "@types/babel__core", "npm package `@types/babel__core`: types of `@babel/core`");
        check("npm", "eslint-plugin-vue", "npm package `eslint-plugin-vue`: lints Vue");
        check("npm", "@acme/vite-plugin-x", "npm package `@acme/vite-plugin-x`: a vite plugin");
        check("npm", "gulp-git-push", "npm package `gulp-git-push`: plugin of gulp: git push");
        check("npm", "@acme/loader", "npm package `@acme/loader`");
        check("npm", "@acme-css/vite", "npm package `@acme-css/vite`: acme css for vite");
        check("npm", "gulp-pages-cli", "npm package `gulp-pages-cli`");
        check(
            "npm",
            "@radix-ui/react-odd-card",
            "npm package `@radix-ui/react-odd-card`: unstyled component of React: odd card",
        );
        check(
            "virtual",
            "virtual:icons",
            "Module `virtual:icons` that a plugin makes while building (virtual): icons as components",
        );
        check("npm", "express", "npm package `express`: web server framework");
        check("pypi", "numpy", "Python package `numpy`: arrays of numbers");
        check("pypi", "acme", "Python package `acme`");
        check("python", "re", "Module `re` of the Python standard library: regular expressions");
        check("python", "os.path", "Module `os.path` of the Python standard library: file paths");
        check("go", "net/http", "Package `net/http` of the Go standard library: HTTP servers and requests");
        check("go", "golang.org/x/sync", "Go module `golang.org/x/sync`: groups of goroutines and their kin");
        check("go", "C", "C code that is called by cgo");
        check("go", "acme/lib", "Go package `acme/lib`");
    }
}

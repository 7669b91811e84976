//! What `RequireJS` has names stand for: a page names the file that it enters by `data-main`, and that file says to
//! `require.config` where modules lie. Read from its syntax: nothing is executed. It holds for what stands in `define`
//! and `require` of AMD alone.
//!
//! What is said under a condition holds for some of its pages only and is left out; so is what lies on another host.

use std::borrow::Cow;
use std::sync::Arc;

use bstr::ByteSlice;
use oxc_ast::ast::{
    CallExpression, ConditionalExpression, Expression, IfStatement, ObjectExpression, ObjectPropertyKind,
};
use oxc_ast_visit::{Visit, walk};
use rustc_hash::{FxHashMap, FxHashSet};

use super::frameworks;
use super::request::Request;
use super::specifier;
use super::units::html;
use super::workspace::Workspaces;
use crate::languages::ecmascript::Flavor;
use crate::languages::ecmascript::extract::literals::{argument, literal};
use crate::languages::ecmascript::extract::with_syntax;
use crate::path::{self, RepoPath};
use crate::project::Project;

/// What `RequireJS` is called where a copy of it is kept.
const COPIES: [&[u8]; 4] = [b"require.js", b"require.min.js", b"requirejs.js", b"requirejs.min.js"];
/// Bytes of the longest page that is read.
const LONGEST: usize = 1 << 20;
/// How many texts of one file are kept.
const MOST: usize = 4096;

/// The loaders of a project, by the folder in which they hold.
#[derive(Default)]
pub(super) struct Loaders(FxHashMap<Vec<u8>, Vec<Arc<Loader>>>);

/// What holds for the modules that one page loads.
pub(super) struct Loader {
    /// The file that the page enters, which says the rest.
    pub(super) main: RepoPath,
    /// The folder in which any name is looked for.
    pub(super) base: Vec<u8>,
    said: Arc<Said>,
}

/// What `require.config` is given, as it is written.
#[derive(Default)]
struct Said {
    base: Option<String>,
    /// By the beginnings of names; of several places the first one where something is counts.
    paths: FxHashMap<String, Vec<String>>,
    /// The module in a package that its name alone means.
    mains: FxHashMap<String, String>,
    /// Names for the beginnings of others.
    map: FxHashMap<String, String>,
    /// How many texts these are.
    kept: usize,
}

impl Loaders {
    pub(super) fn read(project: &Project<'_>, workspaces: &Workspaces) -> Self {
        let mut loaders = Self::default();
        let is_used =
            || workspaces.manifests().iter().any(|manifest| manifest.declares(frameworks::REQUIREJS));
        if project.files().iter().any(is_copy) || is_used() {
            loaders.add(of_pages(project));
        }
        loaders
    }

    /// What a page loads lies in the folder in which it looks for names. Where that is another one's, as for a page of
    /// tests, what the page enters lies apart, and only what is there means what this page says.
    fn add(&mut self, loaders: Vec<Loader>) {
        let is_inside = |it: &Arc<Loader>| {
            it.main.parent() == it.base || path::strip_dir(it.main.parent(), &it.base).is_some()
        };
        let (inside, apart): (Vec<_>, Vec<_>) = loaders.into_iter().map(Arc::new).partition(is_inside);
        for loader in inside {
            self.0.entry(loader.base.clone()).or_default().push(loader);
        }
        for loader in apart {
            let base = self.0.entry(loader.base.clone()).or_default();
            if base.is_empty() {
                base.push(loader.clone());
            }
            self.0.entry(loader.main.parent().to_vec()).or_default().push(loader);
        }
    }

    /// What holds for `request`, if it is a loader's.
    pub(super) fn of(&self, request: &Request<'_>) -> &[Arc<Loader>] {
        let is_name = !request.specifier.starts_with(['/', '#']);
        let is_installed = || request.dir.split_str("/").any(|it| it == b"node_modules");
        if self.0.is_empty() || !request.by_amd || !is_name || is_installed() {
            return &[];
        }
        path::ancestors(request.dir).find_map(|dir| self.0.get(dir)).map_or(&[], Vec::as_slice)
    }
}

/// Whether the file is a copy of such a loader.
pub(super) fn is_copy(file: &RepoPath) -> bool {
    COPIES.contains(&file.file_name())
}

/// The loaders of all pages, in the order of these.
fn of_pages(project: &Project<'_>) -> Vec<Loader> {
    let is_page = |file: &&RepoPath| matches!(file.extension(), b"html" | b"htm");
    let pages = project.files().iter().filter(is_page);
    // What many pages enter is read once, and is one loader where they look for names in one folder.
    let mut said: FxHashMap<&RepoPath, Arc<Said>> = FxHashMap::default();
    let mut known = FxHashSet::default();
    let loaders = pages.filter_map(|page| {
        let main = entered(project, page)?;
        let said = said.entry(main).or_insert_with(|| Arc::new(Said::by(project, main)));
        let base = match &said.base {
            Some(base) => place(page.parent(), base)?,
            None => main.parent().to_vec(),
        };
        known.insert((main, base.clone())).then(|| Loader { main: main.clone(), base, said: said.clone() })
    });
    loaders.collect()
}

/// The file that `page` has `RequireJS` enter.
fn entered<'p>(project: &'p Project<'_>, page: &RepoPath) -> Option<&'p RepoPath> {
    let text = project.read(page.as_bytes()).filter(|text| text.len() <= LONGEST)?;
    let text = String::from_utf8_lossy(&text);
    let entered = html::entered_by_require(&text)?;
    let main = format!("{}.js", entered.strip_suffix(".js").unwrap_or(entered));
    project.file(&place(page.parent(), &main)?)
}

/// A path that does not begin at a server.
fn place(dir: &[u8], written: &str) -> Option<Vec<u8>> {
    let is_elsewhere = written.starts_with('/') || specifier::scheme(written).is_some();
    if is_elsewhere { None } else { path::join(dir, written.as_bytes()) }
}

/// What is known of the longest beginning of `name` of which anything is, and what follows that.
fn longest<'m, 'n, T>(known: &'m FxHashMap<String, T>, name: &'n str) -> Option<(&'m T, &'n str)> {
    let mut ends = std::iter::once(name.len()).chain(name.rmatch_indices('/').map(|(at, _)| at));
    ends.find_map(|end| Some((known.get(&name[..end])?, &name[end..])))
}

impl Loader {
    /// The places that `specifier` may stand for, likely ones first.
    pub(super) fn places(&self, specifier: &str) -> Vec<Vec<u8>> {
        let name = self.said.name(specifier);
        match longest(&self.said.paths, &name) {
            Some((paths, rest)) => {
                paths.iter().filter_map(|path| place(&self.base, &format!("{path}{rest}"))).collect()
            }
            None => place(&self.base, &name).into_iter().collect(),
        }
    }

    /// Whether it is told where in the repository `specifier` lies.
    pub(super) fn names(&self, specifier: &str) -> bool {
        let said = &self.said;
        let is_told = longest(&said.map, specifier).is_some() || longest(&said.paths, specifier).is_some();
        let is_ours = |place: &Vec<u8>| !place.split_str("/").any(|it| it == b"node_modules");
        is_told && self.places(specifier).iter().any(is_ours)
    }
}

impl Said {
    /// What the file `main` says.
    fn by(project: &Project<'_>, main: &RepoPath) -> Self {
        let find = |program: &oxc_ast::ast::Program<'_>| {
            let mut finder = Finder(Self::default());
            finder.visit_program(program);
            finder.0
        };
        let said = Flavor::of_name(main.file_name())
            .and_then(|flavor| with_syntax(flavor, &project.read(main.as_bytes())?, find));
        said.unwrap_or_default()
    }

    /// The module that `specifier` means.
    fn name<'s>(&self, specifier: &'s str) -> Cow<'s, str> {
        let name = match longest(&self.map, specifier) {
            Some((to, rest)) => Cow::Owned(format!("{to}{rest}")),
            None => Cow::Borrowed(specifier),
        };
        match self.mains.get(&*name) {
            Some(main) => Cow::Owned(format!("{name}/{main}")),
            None => name,
        }
    }

    fn take_paths(&mut self, object: &ObjectExpression<'_>) {
        for (name, value) in properties(object) {
            let places: Vec<String> = match value {
                Expression::ArrayExpression(it) => {
                    let texts = it.elements.iter().filter_map(|it| literal(it.as_expression()?));
                    texts.map(str::to_owned).collect()
                }
                value => literal(value).map(str::to_owned).into_iter().collect(),
            };
            if self.has_room(1 + places.len()) {
                self.paths.insert(name.into_owned(), places);
            }
        }
    }

    /// `'name'`, or `{ name, location, main }`.
    fn take_package(&mut self, listed: &Expression<'_>) {
        let text = |key: &str| match listed {
            Expression::ObjectExpression(it) => {
                properties(it).find_map(|(name, value)| literal(value).filter(|_| name == key))
            }
            _ => None,
        };
        if let Some(name) = literal(listed).or_else(|| text("name"))
            && self.has_room(3)
        {
            let folder = text("location").unwrap_or(name).to_owned();
            self.paths.insert(name.to_owned(), vec![folder]);
            self.mains.insert(name.to_owned(), text("main").unwrap_or("main").to_owned());
        }
    }

    /// What holds for some modules alone is left out.
    fn take_map(&mut self, object: &ObjectExpression<'_>) {
        let all = properties(object).find(|(name, _)| name == "*").map(|(_, value)| value);
        let Some(Expression::ObjectExpression(all)) = all else { return };
        for (name, value) in properties(all) {
            if let Some(to) = literal(value).filter(|_| self.has_room(2)) {
                self.map.insert(name.into_owned(), to.to_owned());
            }
        }
    }

    /// Whether so many texts more can be kept, which then are.
    fn has_room(&mut self, texts: usize) -> bool {
        let has_room = self.kept + texts <= MOST;
        self.kept += if has_room { texts } else { 0 };
        has_room
    }
}

/// Collects what is said to `require.config`.
struct Finder(Said);

impl<'a> Visit<'a> for Finder {
    fn visit_if_statement(&mut self, _: &IfStatement<'a>) {}

    fn visit_conditional_expression(&mut self, _: &ConditionalExpression<'a>) {}

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        if let Expression::StaticMemberExpression(callee) = &it.callee
            && callee.property.name == "config"
            && (callee.object.is_specific_id("require") || callee.object.is_specific_id("requirejs"))
            && let Some(Expression::ObjectExpression(given)) = argument(it, 0)
        {
            self.take(given);
        }
        walk::walk_call_expression(self, it);
    }
}

impl Finder {
    fn take(&mut self, given: &ObjectExpression<'_>) {
        for (name, value) in properties(given) {
            match (name.as_ref(), value) {
                ("baseUrl", value) => self.0.base = literal(value).map(str::to_owned).or(self.0.base.take()),
                ("paths", Expression::ObjectExpression(it)) => self.0.take_paths(it),
                ("packages", Expression::ArrayExpression(it)) => {
                    it.elements
                        .iter()
                        .filter_map(|it| it.as_expression())
                        .for_each(|it| self.0.take_package(it));
                }
                ("map", Expression::ObjectExpression(it)) => self.0.take_map(it),
                _ => {}
            }
        }
    }
}

fn properties<'b, 'a>(
    object: &'b ObjectExpression<'a>,
) -> impl Iterator<Item = (Cow<'b, str>, &'b Expression<'a>)> {
    object.properties.iter().filter_map(|property| match property {
        ObjectPropertyKind::ObjectProperty(it) => Some((it.key.static_name()?, &it.value)),
        ObjectPropertyKind::SpreadProperty(_) => None,
    })
}

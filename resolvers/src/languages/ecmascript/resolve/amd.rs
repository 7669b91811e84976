//! What `RequireJS` has names stand for: a page names the file that it enters by `data-main`, and that file says to
//! `require.config` where modules lie. Read from its syntax: nothing is executed.
//!
//! What is said under a condition holds for some of its pages only and is left out; so is what lies on another host.

use oxc_ast::ast::{
    CallExpression, ConditionalExpression, Expression, IfStatement, ObjectExpression, ObjectPropertyKind,
};
use oxc_ast_visit::{Visit, walk};

use super::configuration::Behind;
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
/// How many names of one page are kept.
const MOST: usize = 1000;

/// What holds for the modules that one page loads.
pub(super) struct Loader {
    /// The file that the page enters, which says the rest.
    pub(super) main: RepoPath,
    /// The folder in which any name is looked for.
    pub(super) base: Vec<u8>,
    /// Names, and paths from the repo root; longer names first.
    pub(super) names: Vec<(String, Behind, Vec<u8>)>,
}

/// What `require.config` is given, as it is written.
#[derive(Default)]
struct Said {
    base: Option<String>,
    paths: Vec<(String, String)>,
    /// Name, folder and the module in it that the name itself means.
    packages: Vec<(String, String, String)>,
    map: Vec<(String, String)>,
}

/// The loaders of all pages, in the order of these.
pub(super) fn loaders(project: &Project<'_>, workspaces: &Workspaces) -> Vec<Loader> {
    let is_used = || workspaces.manifests().iter().any(|manifest| manifest.declares("requirejs"));
    let is_kept = |file: &RepoPath| COPIES.contains(&file.file_name());
    if !project.files().iter().any(is_kept) && !is_used() {
        return vec![];
    }
    let is_page = |file: &&RepoPath| matches!(file.extension(), b"html" | b"htm");
    project.files().iter().filter(is_page).filter_map(|page| loader(project, page)).collect()
}

fn loader(project: &Project<'_>, page: &RepoPath) -> Option<Loader> {
    let text = project.read(page.as_bytes()).filter(|text| text.len() <= LONGEST)?;
    let text = String::from_utf8_lossy(&text);
    let entered = html::entered_by_require(&text)?;
    let main = format!("{}.js", entered.strip_suffix(".js").unwrap_or(entered));
    let main = project.file(&place(page.parent(), &main)?)?;
    let said = said(main, &project.read(main.as_bytes())?);
    let base = match &said.base {
        Some(base) => place(page.parent(), base)?,
        None => main.parent().to_vec(),
    };
    Some(Loader { main: main.clone(), names: names(&base, &said), base })
}

/// A path that does not begin at a server.
fn place(dir: &[u8], written: &str) -> Option<Vec<u8>> {
    let is_elsewhere = written.starts_with('/') || specifier::scheme(written).is_some();
    if is_elsewhere { None } else { path::join(dir, written.as_bytes()) }
}

/// The names with their places; what lies elsewhere has none.
fn names(base: &[u8], said: &Said) -> Vec<(String, Behind, Vec<u8>)> {
    let mut names: Vec<(String, Behind, Vec<u8>)> = Vec::new();
    let by_paths = |name: &str| {
        let fits = said.paths.iter().filter_map(|(known, path)| {
            let rest = name.strip_prefix(known.as_str())?;
            (rest.is_empty() || rest.starts_with('/')).then(|| (known.len(), format!("{path}{rest}")))
        });
        fits.max_by_key(|(len, _)| *len).map_or_else(|| name.to_owned(), |(_, path)| path)
    };
    for (from, to) in &said.map {
        names.extend(place(base, &by_paths(to)).map(|place| (from.clone(), Behind::Path, place)));
    }
    for (name, folder, main) in &said.packages {
        let folder = place(base, folder);
        let main = folder.as_ref().and_then(|folder| place(folder, main));
        names.extend(main.map(|main| (name.clone(), Behind::Nothing, main)));
        names.extend(folder.map(|folder| (name.clone(), Behind::Path, folder)));
    }
    for (name, path) in &said.paths {
        names.extend(place(base, path).map(|place| (name.clone(), Behind::Path, place)));
    }
    names.sort_by_key(|(name, ..)| std::cmp::Reverse(name.len()));
    names
}

/// Collects what is said to `require.config`.
struct Finder(Said);

fn said(file: &RepoPath, source: &[u8]) -> Said {
    let Some(flavor) = Flavor::of_name(file.file_name()) else { return Said::default() };
    let find = |program: &oxc_ast::ast::Program<'_>| {
        let mut finder = Finder(Said::default());
        finder.visit_program(program);
        finder.0
    };
    with_syntax(flavor, source, find).unwrap_or_default()
}

impl<'a> Visit<'a> for Finder {
    fn visit_if_statement(&mut self, _: &IfStatement<'a>) {}

    fn visit_conditional_expression(&mut self, _: &ConditionalExpression<'a>) {}

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        if let Expression::StaticMemberExpression(callee) = &it.callee
            && matches!(callee.property.name.as_str(), "config")
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
                ("paths", Expression::ObjectExpression(it)) => add(&mut self.0.paths, it),
                ("packages", Expression::ArrayExpression(it)) => {
                    let listed = it.elements.iter().filter_map(|it| it.as_expression()).filter_map(package);
                    self.0.packages.extend(listed.take(MOST));
                }
                ("map", Expression::ObjectExpression(it)) => {
                    // What holds for some modules alone is left out.
                    let all = properties(it).find(|(name, _)| name == "*").map(|(_, value)| value);
                    if let Some(Expression::ObjectExpression(all)) = all {
                        add(&mut self.0.map, all);
                    }
                }
                _ => {}
            }
        }
    }
}

/// Names with texts, of which what is said last holds. Of several places the first one is no other host's.
fn add(names: &mut Vec<(String, String)>, object: &ObjectExpression<'_>) {
    for (name, value) in properties(object).take(MOST) {
        let text = match value {
            Expression::ArrayExpression(it) => {
                let mut texts = it.elements.iter().filter_map(|it| literal(it.as_expression()?));
                texts.find(|text| place(b"", text).is_some())
            }
            value => literal(value),
        };
        names.retain(|(known, _)| *known != name);
        names.extend(text.map(|text| (name.into_owned(), text.to_owned())));
    }
}

/// `'name'`, or `{ name, location, main }`.
fn package(listed: &Expression<'_>) -> Option<(String, String, String)> {
    if let Some(name) = literal(listed) {
        return Some((name.to_owned(), name.to_owned(), "main".to_owned()));
    }
    let Expression::ObjectExpression(it) = listed else { return None };
    let text = |key: &str| properties(it).find_map(|(name, value)| literal(value).filter(|_| name == key));
    let name = text("name")?;
    let (folder, main) = (text("location").unwrap_or(name), text("main").unwrap_or("main"));
    Some((name.to_owned(), folder.to_owned(), main.to_owned()))
}

fn properties<'b, 'a>(
    object: &'b ObjectExpression<'a>,
) -> impl Iterator<Item = (std::borrow::Cow<'b, str>, &'b Expression<'a>)> {
    object.properties.iter().filter_map(|property| match property {
        ObjectPropertyKind::ObjectProperty(it) => Some((it.key.static_name()?, &it.value)),
        ObjectPropertyKind::SpreadProperty(_) => None,
    })
}

//! `setup.py`, as far as it is literal: the arguments of `setup(…)` and of `find_packages(…)`.

use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{Expr, ExprCall, Stmt};

use super::{EntryPoint, Group, Manifest, Requirement, Unreadable, ini};
use crate::languages::python::extract;

#[expect(clippy::unnecessary_wraps, reason = "a reader like the others")]
pub(super) fn read(text: &str) -> Result<Manifest, Unreadable> {
    // What does not parse is reported as a source.
    let found = extract::with_module(text, |body| {
        let mut calls = Calls { said: Manifest::default() };
        calls.visit_body(body);
        calls.said
    });
    let names_tools = || ["setuptools", "distutils"].iter().any(|tool| text.contains(tool));
    Ok(found.unwrap_or_else(|| Manifest { is_distribution: names_tools(), ..Manifest::default() }))
}

struct Calls {
    said: Manifest,
}

impl<'a> Visitor<'a> for Calls {
    fn visit_stmt(&mut self, it: &'a Stmt) {
        // A module may be called `setup.py` and be none: whatever sets up calls that, or takes the tools for it.
        let is_tool = |module: &str| {
            let mut parts = module.split('.');
            parts.any(|part| matches!(part, "setuptools" | "distutils" | "skbuild"))
        };
        self.said.is_distribution |= match it {
            Stmt::Import(it) => it.names.iter().any(|name| is_tool(&name.name)),
            Stmt::ImportFrom(it) => it.module.as_ref().is_some_and(|module| is_tool(module)),
            _ => false,
        };
        extract::with_step(|| visitor::walk_stmt(self, it));
    }

    fn visit_expr(&mut self, it: &'a Expr) {
        if let Expr::Call(call) = it {
            self.call(call);
        }
        extract::with_step(|| visitor::walk_expr(self, it));
    }
}

impl Calls {
    fn call(&mut self, it: &ExprCall) {
        let called = match &*it.func {
            Expr::Name(name) => name.id.as_str(),
            Expr::Attribute(attribute) => attribute.attr.as_str(),
            _ => return,
        };
        let keyword = |name: &str| it.arguments.find_keyword(name).map(|it| &it.value);
        let said = &mut self.said;
        if let Some(Expr::Dict(dirs)) = keyword("package_dir") {
            for item in &dirs.items {
                if let (Some(name), Some(dir)) = (item.key.as_ref().and_then(text), text(&item.value)) {
                    said.package_dir(name, dir);
                }
            }
        }
        if matches!(called, "find_packages" | "find_namespace_packages") {
            let first = it.arguments.args.first().or_else(|| keyword("where"));
            said.roots.extend(first.and_then(text).map(str::to_owned));
        }
        if called != "setup" {
            return;
        }
        said.is_distribution = true;
        let own = |name: &str| keyword(name).and_then(text).map(str::to_owned);
        said.name = own("name");
        said.version = own("version");
        said.description = own("description");
        said.requires_python = own("python_requires");
        said.modules.extend(keyword("py_modules").into_iter().chain(keyword("packages")).flat_map(texts));
        said.requirements.extend(
            keyword("install_requires").into_iter().flat_map(texts).filter_map(|it| Requirement::parse(&it)),
        );
        if let Some(Expr::Dict(extras)) = keyword("extras_require") {
            let listed = extras.items.iter().flat_map(|it| texts(&it.value));
            said.requirements.extend(listed.filter_map(|it| Requirement::parse(&it)));
        }
        entry_points(keyword("entry_points"), said);
        let scripts = keyword("scripts").into_iter().flat_map(texts);
        said.entry_points.extend(scripts.map(|it| EntryPoint {
            group: Group::Script,
            name: it.clone(),
            module: it,
        }));
    }
}

fn entry_points(points: Option<&Expr>, said: &mut Manifest) {
    match points {
        Some(Expr::Dict(groups)) => {
            for item in &groups.items {
                let Some(group) = item.key.as_ref().and_then(text).map(Group::of) else { continue };
                let lines = texts(&item.value);
                said.entry_points.extend(lines.iter().filter_map(|line| EntryPoint::line(&group, line)));
            }
        }
        Some(Expr::StringLiteral(written)) => {
            let mut group = None;
            for line in ini::lines(written.value.to_str()) {
                match (line.strip_prefix('[').and_then(|it| it.strip_suffix(']')), &group) {
                    (Some(name), _) => group = Some(Group::of(name.trim())),
                    (None, Some(group)) => said.entry_points.extend(EntryPoint::line(group, line)),
                    (None, None) => {}
                }
            }
        }
        _ => {}
    }
}

fn text(it: &Expr) -> Option<&str> {
    let Expr::StringLiteral(it) = it else { return None };
    Some(it.value.to_str())
}

/// The literal texts of a list or tuple; a lone text, line by line.
fn texts(it: &Expr) -> Vec<String> {
    match it {
        Expr::List(it) => it.elts.iter().filter_map(text).map(str::to_owned).collect(),
        Expr::Tuple(it) => it.elts.iter().filter_map(text).map(str::to_owned).collect(),
        Expr::StringLiteral(it) => ini::lines(it.value.to_str()).map(str::to_owned).collect(),
        _ => Vec::new(),
    }
}

//! `setup.py`, as far as it is literal: the arguments of `setup(…)` and of `find_packages(…)`.
//!
//! A name stands for what is assigned to it: for all of that where a list may have several parts, for nothing where one
//! text is asked for.

use std::borrow::Cow;

use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{Expr, ExprCall, Operator, Stmt};
use rustc_hash::FxHashMap;

use super::{EntryPoint, Group, Manifest, Requirement, Unreadable, ini};
use crate::languages::python::extract;

#[expect(clippy::unnecessary_wraps, reason = "a reader like the others")]
pub(super) fn read(text: &str) -> Result<Manifest, Unreadable> {
    // What does not parse is reported as a source.
    let found = extract::with_module(text, |body| {
        let mut calls = Calls::default();
        calls.visit_body(body);
        calls.said
    });
    let names_tools = || ["setuptools", "distutils"].iter().any(|tool| text.contains(tool));
    Ok(found.unwrap_or_else(|| Manifest { is_distribution: names_tools(), ..Manifest::default() }))
}

/// Names lead to names so often at most.
const MOST_NAMES: u32 = 8;
/// So many values are looked at for one argument.
const MOST_VALUES: usize = 256;

#[derive(Default)]
struct Calls<'a> {
    said: Manifest,
    /// What has been assigned to each name so far.
    names: FxHashMap<&'a str, Vec<&'a Expr>>,
    /// What has been assigned to keys: the name of the dictionary, and the key.
    keys: FxHashMap<(&'a str, &'a str), Vec<&'a Expr>>,
}

impl<'a> Visitor<'a> for Calls<'a> {
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
        if let Stmt::Assign(it) = it {
            it.targets.iter().for_each(|target| self.assign(target, &it.value));
        }
        extract::with_step(|| visitor::walk_stmt(self, it));
    }

    fn visit_expr(&mut self, it: &'a Expr) {
        if let Expr::Call(call) = it {
            self.call(call);
        }
        extract::with_step(|| visitor::walk_expr(self, it));
    }
}

impl<'a> Calls<'a> {
    fn assign(&mut self, target: &'a Expr, value: &'a Expr) {
        match target {
            Expr::Name(name) => self.names.entry(name.id.as_str()).or_default().push(value),
            Expr::Subscript(it) => {
                if let (Expr::Name(name), Expr::StringLiteral(key)) = (&*it.value, &*it.slice) {
                    self.keys.entry((name.id.as_str(), key.value.to_str())).or_default().push(value);
                }
            }
            _ => {}
        }
    }

    /// What `it` may be, or what is added up to it: itself, or what the name has that it is.
    fn values(&self, it: &'a Expr) -> Vec<&'a Expr> {
        let mut values = Vec::new();
        let mut left = vec![(it, 0)];
        while let Some((it, depth)) = left.pop().filter(|_| left.len() + values.len() < MOST_VALUES) {
            match it {
                Expr::Name(name) => {
                    let named = self.names.get(name.id.as_str()).into_iter().flatten().rev();
                    left.extend(named.filter(|_| depth < MOST_NAMES).map(|it| (*it, depth + 1)));
                }
                Expr::BinOp(it) if it.op == Operator::Add => {
                    left.extend([(&*it.right, depth), (&*it.left, depth)]);
                }
                it => values.push(it),
            }
        }
        values
    }

    /// What a call is given as `name`, by that name or in a dictionary.
    fn given(&self, call: &'a ExprCall, name: &str) -> Vec<&'a Expr> {
        if let Some(it) = call.arguments.find_keyword(name) {
            return self.values(&it.value);
        }
        let spread = call.arguments.keywords.iter().filter(|it| it.arg.is_none()).map(|it| &it.value);
        let mut given = Vec::new();
        for spread in spread {
            let entries = self.values(spread).into_iter().flat_map(entries);
            given.extend(entries.filter(|(key, _)| *key == name).map(|(_, value)| value));
            if let Expr::Name(of) = spread {
                given.extend(self.keys.get(&(of.id.as_str(), name)).into_iter().flatten());
            }
        }
        given.into_iter().flat_map(|it| self.values(it)).collect()
    }

    fn call(&mut self, it: &'a ExprCall) {
        let called = match &*it.func {
            Expr::Name(name) => name.id.as_str(),
            Expr::Attribute(attribute) => attribute.attr.as_str(),
            _ => return,
        };
        if matches!(called, "find_packages" | "find_namespace_packages") {
            let first = match it.arguments.args.first() {
                Some(first) => self.values(first),
                None => self.given(it, "where"),
            };
            self.said.roots.extend(one(&first));
        }
        let dirs: Vec<(&str, &Expr)> = self.given(it, "package_dir").into_iter().flat_map(entries).collect();
        for (name, dir) in dirs {
            if let Some(dir) = one(&self.values(dir)) {
                self.said.package_dir(name, &dir);
            }
        }
        if called == "setup" {
            self.setup(it);
        }
    }

    fn setup(&mut self, it: &'a ExprCall) {
        let own = |name: &str| one(&self.given(it, name));
        let listed = |name: &str| self.given(it, name).into_iter().flat_map(texts);
        let extras = self.given(it, "extras_require").into_iter().flat_map(entries);
        let extras = extras.flat_map(|(_, value)| self.values(value)).flat_map(texts);
        let required = listed("install_requires").chain(extras);
        let scripts = listed("scripts").map(|it| EntryPoint {
            group: Group::Script,
            name: it.to_string(),
            module: it.into_owned(),
        });
        let points = self.given(it, "entry_points").into_iter().flat_map(|it| self.entry_points(it));
        let said = Manifest {
            name: own("name"),
            version: own("version"),
            description: own("description"),
            requires_python: own("python_requires"),
            is_distribution: true,
            modules: listed("py_modules").chain(listed("packages")).map(Cow::into_owned).collect(),
            requirements: required.filter_map(|it| Requirement::parse(&it)).collect(),
            entry_points: points.chain(scripts).collect(),
            ..Manifest::default()
        };
        let (roots, moved) = (std::mem::take(&mut self.said.roots), std::mem::take(&mut self.said.moved));
        self.said = Manifest { roots, moved, ..said };
    }

    fn entry_points(&self, points: &'a Expr) -> Vec<EntryPoint> {
        let mut found = Vec::new();
        if let Expr::StringLiteral(written) = points {
            let mut group = None;
            for line in ini::lines(written.value.to_str()) {
                match (line.strip_prefix('[').and_then(|it| it.strip_suffix(']')), &group) {
                    (Some(name), _) => group = Some(Group::of(name.trim())),
                    (None, Some(group)) => found.extend(EntryPoint::line(group, line)),
                    (None, None) => {}
                }
            }
        }
        for (group, points) in entries(points) {
            let group = Group::of(group);
            let lines = self.values(points).into_iter().flat_map(texts);
            found.extend(lines.filter_map(|line| EntryPoint::line(&group, &line)));
        }
        found
    }
}

/// What a dictionary has under literal keys, whether it is written `{…}` or `dict(…)`.
fn entries(it: &Expr) -> Vec<(&str, &Expr)> {
    match it {
        Expr::Dict(it) => {
            let items = it.items.iter();
            items.filter_map(|it| Some((text(it.key.as_ref()?)?, &it.value))).collect()
        }
        Expr::Call(it) if it.func.as_name_expr().is_some_and(|name| name.id.as_str() == "dict") => {
            let keywords = it.arguments.keywords.iter();
            keywords.filter_map(|it| Some((it.arg.as_ref()?.as_str(), &it.value))).collect()
        }
        _ => Vec::new(),
    }
}

/// The literal texts of a list or tuple; a lone text, line by line.
fn texts(it: &Expr) -> Vec<Cow<'_, str>> {
    match it {
        Expr::List(it) => it.elts.iter().filter_map(text).map(Cow::Borrowed).collect(),
        Expr::Tuple(it) => it.elts.iter().filter_map(text).map(Cow::Borrowed).collect(),
        Expr::StringLiteral(it) => {
            ini::lines(it.value.to_str()).map(|it| Cow::Owned(it.to_owned())).collect()
        }
        _ => Vec::new(),
    }
}

/// The one text that `values` are.
fn one(values: &[&Expr]) -> Option<String> {
    let [one] = values else { return None };
    text(one).map(str::to_owned)
}

fn text(it: &Expr) -> Option<&str> {
    let Expr::StringLiteral(it) = it else { return None };
    Some(it.value.to_str())
}

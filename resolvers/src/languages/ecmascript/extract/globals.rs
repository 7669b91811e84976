//! What a file adds to the global scope: `declare global { interface Window { store: Store } }`.

use oxc_ast::ast::{Declaration, Statement, TSGlobalDeclaration, TSInterfaceDeclaration, TSSignature};

use super::literals::key_name;
use crate::facts::{FileFacts, Shown, ShownSort};

/// How many names of a file are listed.
const MOST: usize = 12;

/// Lists the names, members of interfaces behind these.
pub(super) fn read(it: &TSGlobalDeclaration, facts: &mut FileFacts) {
    for statement in &it.body.body {
        match statement {
            Statement::TSInterfaceDeclaration(it) => interface(it, facts),
            Statement::TSTypeAliasDeclaration(it) => list(it.id.name.to_string(), facts),
            Statement::FunctionDeclaration(it) => {
                it.id.iter().for_each(|id| list(id.name.to_string(), facts));
            }
            Statement::VariableDeclaration(it) => {
                let names = it.declarations.iter().filter_map(|it| it.id.get_binding_identifier());
                names.for_each(|id| list(id.name.to_string(), facts));
            }
            Statement::ExportDeclaration(it) => {
                if let Declaration::TSInterfaceDeclaration(it) = &it.declaration {
                    interface(it, facts);
                }
            }
            _ => {}
        }
    }
}

fn interface(it: &TSInterfaceDeclaration, facts: &mut FileFacts) {
    let members = it.body.body.iter().filter_map(|it| match it {
        TSSignature::TSPropertySignature(it) => key_name(&it.key),
        TSSignature::TSMethodSignature(it) => key_name(&it.key),
        _ => None,
    });
    let members: Vec<&str> = members.collect();
    if members.is_empty() {
        list(it.id.name.to_string(), facts);
    }
    for member in members {
        list(format!("{}.{member}", it.id.name), facts);
    }
}

fn list(name: String, facts: &mut FileFacts) {
    let own = facts.shown.iter().filter(|it| it.sort == ShownSort::Global);
    if own.count() < MOST && !name.contains('`') {
        facts.shown.push(Shown { text: name, sort: ShownSort::Global, symbol: None });
    }
}

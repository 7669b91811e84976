//! What other declarations say of themselves that the head of one names: what it is a kind of, its type, what makes it.
//! Pure.

use resolvers::facts::{FileFacts, Symbol, SymbolKind};
use resolvers::path::RepoPath;

use super::declared::Declared;
use super::initial::Initial;
use super::place::extension;
use super::used::mentions;
use super::{doc, signature};
use crate::kept::Key;

/// What another file declares.
#[derive(Debug, Clone, Copy)]
pub(in crate::dsp) struct Named<'f> {
    /// As the heads of the file name it that is told of.
    pub(in crate::dsp) name: &'f str,
    pub(in crate::dsp) path: &'f RepoPath,
    pub(in crate::dsp) facts: &'f FileFacts,
    /// As of [`SourceFile::key`](crate::facts::SourceFile::key).
    pub(in crate::dsp) key: Option<Key>,
    /// The position of its declaration there.
    pub(in crate::dsp) symbol: u32,
}

/// How many things that a value is made of are asked.
const MOST_HANDED: usize = 1;

/// By what the head of an undocumented declaration at the top level of the file at `path` says what it is, and of what a value
/// is made.
pub(in crate::dsp) fn names_in<'f>(path: &RepoPath, it: &'f Symbol) -> Vec<&'f str> {
    let is_told = || it.doc.as_deref().is_some_and(|doc| doc::purpose(doc, &it.name).is_some());
    let Some(head) = it.signature.as_deref().filter(|_| it.container.is_none() && !is_told()) else {
        return Vec::new();
    };
    let is_go = extension(path) == "go";
    match it.kind {
        SymbolKind::Class | SymbolKind::Interface => signature::heritage(head).0,
        SymbolKind::Variable => {
            let annotation = if is_go { signature::go::annotation } else { signature::annotation };
            let initial = Initial::of(head, false);
            let maker = || initial.as_ref().and_then(Initial::callee);
            let handed: Vec<&str> = initial.iter().flat_map(Initial::handed).take(MOST_HANDED).collect();
            annotation(head).or_else(maker).map(root).into_iter().chain(handed).collect()
        }
        // `const format: Formatter = () => …`
        SymbolKind::Function if ["const ", "let ", "var "].iter().any(|it| head.starts_with(it)) => {
            signature::annotation(head).map(root).into_iter().collect()
        }
        SymbolKind::Function if is_go => {
            // What the function itself declares between brackets is a parameter.
            let own = head.split('(').next().unwrap_or_default();
            let result = signature::go::call(head).result.map(root);
            result.filter(|it| !mentions(own, it)).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// Whether what is called so is an error.
pub(super) fn is_error(name: &str) -> bool {
    name.ends_with("Error") || name.ends_with("Exception")
}

impl Declared<'_> {
    /// `ErrGone` of Go.
    pub(super) fn is_error_value(&self) -> bool {
        let rest = self.symbol.name.strip_prefix("Err").unwrap_or_default();
        self.is_go() && self.kind() == SymbolKind::Variable && rest.starts_with(char::is_uppercase)
    }
}

/// `Rule` of `Rule<A, B>`, `pkg.Rule` of `*pkg.Rule`.
fn root(kind: &str) -> &str {
    let kind = kind.trim_start_matches('*');
    kind[..kind.find(['<', '[', ',', ' ']).unwrap_or(kind.len())].trim_end()
}

impl Declared<'_> {
    /// What declares `name`, which the head names: the same file, or another one.
    pub(super) fn behind(&self, name: &str) -> Option<Declared<'_>> {
        let elsewhere = || {
            let it = self.named.iter().find(|it| it.name == name)?;
            Declared::of(it.path, it.facts, &[it.symbol])
        };
        self.beside(|it| it == name).filter(|it| it.at != self.at).or_else(elsewhere)
    }

    /// Whether the class `base`, which the head names, is an error by what it extends itself.
    pub(super) fn extends_error(&self, base: &str) -> bool {
        let extends = self.behind(base).map(|it| signature::heritage(it.signature()).0);
        extends.unwrap_or_default().into_iter().any(is_error)
    }

    /// What the documentation of `kind`, which the head names, says of it in a few words.
    pub(super) fn said_of(&self, kind: &str) -> Option<String> {
        let name = root(kind);
        let declared = self.behind(name)?;
        let (doc, phrase) = (declared.documented()?, declared.phrase());
        // What only repeats the names says nothing.
        let plain = |text: &str| text.to_lowercase().replace(|c: char| !c.is_alphanumeric(), "");
        let own = plain(name.rsplit('.').next().unwrap_or(name));
        let hollow = plain(&phrase) == own || doc.starts_with("Deprecated");
        // A lone `A` may be a name, unless a word follows it.
        let phrase = phrase.strip_prefix("A ").map(|rest| format!("a {rest}")).unwrap_or(phrase);
        (!hollow && phrase.contains(' ')).then_some(phrase)
    }

    /// The same in brackets; empty where nothing is said.
    pub(super) fn aside(&self, kind: &str) -> String {
        self.said_of(kind).map_or_else(String::new, |said| format!(" ({said})"))
    }
}

//! Python 2: in a package, an import without dots looks beside the importer before it looks on the path.
//!
//! A file that only Python 2 reads is known to import so. One that both versions read tells nothing by itself; then
//! the files around it do: those of one folder are run by one version, and what a package of Python 2 has beside an
//! importer is what it means by a name that nothing else has. A file that asks for absolute imports is never meant,
//! nor is a script: that is in no package when it runs, by whatever version.

use super::find::Pass;
use super::tree::{Dir, File};
use super::{Asked, PythonResolver, is_here, is_lost};
use crate::facts::{ImportSyntax, Rules};
use crate::target::{How, Resolved};
use crate::trace::Trace;

impl PythonResolver<'_> {
    /// What Python 2 finds in the package of the importer before it looks anywhere else.
    pub(super) fn beside(&self, asked: Asked<'_>, trace: &mut Trace) -> Option<Resolved> {
        if !self.tree.is_package(asked.dir) {
            return None;
        }
        trace.say(|| "Python 2 looks beside the importer first".to_owned());
        let asked = Asked { level: 1, ..asked };
        let beside = self.relative(asked, trace);
        // Namespaces came later.
        if !is_lost(&beside) {
            return (beside.how != How::Namespace).then_some(beside);
        }
        let compiled = self.relative(Asked { pass: Pass::Built, ..asked }, &mut Trace::silent());
        compiled.targets.iter().any(is_here).then_some(Resolved { how: How::StubOnly, ..compiled })
    }

    /// Whether an import looks beside the importer first: its file is for Python 2 alone, or another one of its folder.
    pub(super) fn looks_beside_first(&self, asked: Asked<'_>, syntax: ImportSyntax) -> bool {
        match syntax {
            ImportSyntax::ImplicitImport => true,
            ImportSyntax::Import => self.may_look_beside(asked, |dir| self.is_old(dir)),
            _ => false,
        }
    }

    /// Whether an import that leads nowhere looks beside the importer: a package around it is for Python 2.
    pub(super) fn looks_beside_last(&self, asked: Asked<'_>, syntax: ImportSyntax) -> bool {
        let packages = |dir| self.tree.upwards(dir).take_while(|dir| self.tree.is_package(*dir));
        let is_old = |dir| packages(dir).any(|dir| self.is_old(dir));
        syntax == ImportSyntax::Import && self.may_look_beside(asked, is_old)
    }

    /// Whether something else that is called so lies beside the importer, in a package that may be for Python 2 and
    /// `is_old`.
    fn may_look_beside(&self, asked: Asked<'_>, is_old: impl Fn(Dir) -> bool) -> bool {
        let head = asked.module.split('.').next().unwrap_or(asked.module);
        let is_other = |file: File| self.tree.file(file) != asked.importer;
        let beside = self.tree.get(asked.dir, head.as_bytes());
        asked.level == 0
            && beside.is_some_and(|entry| entry.source.is_none_or(is_other))
            && self.externals.versions(asked.importer.parent()).first == 0
            && is_old(asked.dir)
            && self.project.header(asked.importer).rules == Rules::Unsaid
            && !self.is_script(asked.importer)
    }

    /// Whether a file of the package in `dir` is for Python 2 alone.
    fn is_old(&self, dir: Dir) -> bool {
        let is_for_it = |file: File| {
            let file = self.tree.file(file);
            self.project.header(file).rules == Rules::Beside && !self.is_script(file)
        };
        self.old.get(&dir).is_some_and(|known| {
            *known.get_or_init(|| {
                let entries = self.tree.names(dir).iter().filter_map(|name| self.tree.get(dir, name));
                entries.filter_map(|entry| entry.source).any(is_for_it)
            })
        })
    }
}

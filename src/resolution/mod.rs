//! What every import of every source file means.
//!
//! Asks each language's resolver and keeps the answers beside the facts. What depends on another file's exports is
//! decided here too, never inside a resolver; reading files is not.

pub mod bindings;
pub mod members;
pub mod packages;
pub mod table;

use rayon::prelude::*;
use resolvers::facts::Import;
use resolvers::project::{Project, ReadFile};
use resolvers::target::Resolved;
use resolvers::{LANGUAGES, Language, Resolver, Unit};

use crate::event::{Event, Reporter, Stage};
use crate::facts::SourceFile;
use crate::universe::{Problem, Universe};

/// The answers for one source file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResolvedFile {
    /// In the order of `FileFacts::imports`.
    pub imports: Vec<Resolved>,
}

/// What the resolvers may see of `universe`, which `reader` reads.
#[must_use]
pub fn project<'s>(universe: &Universe, reader: &'s dyn ReadFile) -> Project<'s> {
    let files = universe.files.iter().map(|file| file.path.clone()).collect();
    Project::new(files, &universe.links, reader)
}

/// One resolver for each language.
pub struct Resolvers<'p>(Vec<Box<dyn Resolver + 'p>>);

impl<'p> Resolvers<'p> {
    /// Builds them; each reads the configuration it wants through `project`.
    #[must_use]
    pub fn new(project: &'p Project<'p>) -> Self {
        Self(LANGUAGES.iter().map(|language| language.resolver(project)).collect())
    }

    /// The resolver of `language`.
    ///
    /// # Panics
    /// Never: every language has a resolver.
    #[must_use]
    pub fn of(&self, language: &dyn Language) -> &dyn Resolver {
        let at = LANGUAGES.iter().position(|known| known.id() == language.id());
        &*self.0[at.unwrap_or_default()]
    }

    /// Resolves every import of `sources`; the answers are in the same order. Weak imports, which can mean thousands
    /// of files each, are answered only if `weak`.
    pub fn resolve(&self, sources: &[SourceFile], weak: bool, reporter: &dyn Reporter) -> Vec<ResolvedFile> {
        reporter.report(Event::Begin { stage: Stage::Resolution, total: sources.len() });
        let one = |source: &SourceFile| {
            let resolver = self.of(source.language);
            let answer = |import: &Import| {
                if import.syntax.is_weak() && !weak {
                    Resolved::unasked()
                } else {
                    resolver.resolve(&source.path, import)
                }
            };
            let imports = source.facts.imports.iter().map(answer).collect();
            reporter.report(Event::Advance);
            ResolvedFile { imports }
        };
        let mut resolved: Vec<ResolvedFile> = sources.par_iter().map(one).collect();
        members::settle(sources, &mut resolved);
        reporter.report(Event::End);
        resolved
    }

    /// The packages of the project, of all languages, by directory.
    #[must_use]
    pub fn units(&self) -> Vec<Unit> {
        let mut units: Vec<_> = self.0.iter().flat_map(|resolver| resolver.units()).collect();
        units.sort_by(|a, b| (&a.dir, &a.manifest).cmp(&(&b.dir, &b.manifest)));
        units
    }

    /// What is wrong in the configuration that was read so far.
    #[must_use]
    pub fn problems(&self) -> Vec<Problem> {
        self.0.iter().flat_map(|resolver| resolver.problems()).map(Problem::from).collect()
    }
}

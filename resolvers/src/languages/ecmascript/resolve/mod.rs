//! What an import of a TypeScript or JavaScript file means.
use crate::facts::Import;
use crate::path::RepoPath;
use crate::project::Project;
use crate::target::{How, Reason, Resolved, Target};
use crate::{ConfigProblem, Resolver, Unit};
pub(crate) struct EcmaScriptResolver<'p> {
    project: &'p Project<'p>,
}
impl<'p> EcmaScriptResolver<'p> {
    pub(crate) fn new(project: &'p Project<'p>) -> Self {
        Self { project }
    }
}
impl Resolver for EcmaScriptResolver<'_> {
    fn resolve(&self, _importer: &RepoPath, _import: &Import) -> Resolved {
        let _ = self.project;
        Resolved { targets: vec![Target::Missing(Reason::NoSuchFile)], how: How::None, config: None }
    }
    fn explain(&self, importer: &RepoPath, import: &Import) -> (Resolved, Vec<String>) {
        (self.resolve(importer, import), Vec::new())
    }
    fn units(&self) -> Vec<Unit> {
        Vec::new()
    }
    fn problems(&self) -> Vec<ConfigProblem> {
        Vec::new()
    }
}

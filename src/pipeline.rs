//! The stages called in order, and nothing else.

use crate::event::Reporter;
use crate::facts::{self, SourceFile, cache::Cache};
use crate::resolution::{self, ResolvedFile, Resolvers};
use crate::universe::{Problem, Universe};
use resolvers::Unit;
use resolvers::path::RepoPath;

/// What a repository's files say and what their imports mean.
pub struct Analysis {
    /// Every source file, in path order.
    pub sources: Vec<SourceFile>,
    /// The answers, in the same order.
    pub resolved: Vec<ResolvedFile>,
    /// The packages.
    pub units: Vec<Unit>,
    /// How many source files came out of the cache.
    pub reused: usize,
    /// Everything that is wrong, sorted by place.
    pub problems: Vec<Problem>,
}

/// Facts and resolution of `universe`. Must run on threads with [`facts::STACK_SIZE`] bytes of stack.
pub fn analyse(universe: &Universe, cache: Cache, reporter: &dyn Reporter) -> Analysis {
    let reader = |path: &RepoPath| universe.snapshot.read(path).ok();
    let project = resolution::project(universe, &reader);
    let (extracted, resolvers) =
        rayon::join(|| facts::extract(universe, &cache, reporter), || Resolvers::new(&project));
    cache.save();
    let resolved = resolvers.resolve(&extracted.sources, reporter);
    let mut problems = universe.problems.clone();
    problems.extend(extracted.problems);
    problems.extend(resolvers.problems());
    problems.sort();
    problems.dedup();
    Analysis {
        resolved,
        units: resolvers.units(),
        sources: extracted.sources,
        reused: extracted.reused,
        problems,
    }
}

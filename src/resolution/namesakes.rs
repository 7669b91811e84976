//! Files of Python that are called like what they import: `redis.py` with `import redis`.
//!
//! Whoever asks for that name beside such a file would get the file, if its folder were on the path; then the file would
//! get itself. So the folder is not, or comes last, and the name means something else. The same holds for a file that
//! asks for a part of that name which only something else has. Only what was found in a folder that is thought to be on
//! the path is judged so: no other language has such folders. Decided after every import was resolved, from what the
//! files say.

use resolvers::Resolver;
use resolvers::facts::{Import, ImportKind, ImportSyntax};
use resolvers::path::RepoPath;
use resolvers::target::{How, Resolved, Target};
use rustc_hash::FxHashMap;

use super::bindings::position;
use super::{ResolvedFile, Resolvers};
use crate::facts::SourceFile;

/// Asks anew for all of `resolved` that lead to such a file.
pub(super) fn settle(resolvers: &Resolvers<'_>, sources: &[SourceFile], resolved: &mut [ResolvedFile]) {
    let mut known: FxHashMap<RepoPath, bool> = FxHashMap::default();
    let mut changed = Vec::new();
    for (at, source) in sources.iter().enumerate() {
        let answers = &resolved[at];
        let is_namesake = |path: &RepoPath| {
            *known.entry(path.clone()).or_insert_with(|| {
                let at = position(sources, path.as_bytes()).map(|at| at as usize);
                at.is_some_and(|at| asks_elsewhere(&sources[at], &resolved[at], stem(path)))
            })
        };
        changed.extend(
            others(resolvers.of(source.language), source, answers, is_namesake)
                .map(|(import, answer)| (at, import, answer)),
        );
    }
    for (at, import, answer) in changed {
        resolved[at].imports[import] = answer;
    }
}

/// The answers for `source` that are others then, by the number of the import; `is_namesake` says whether a file
/// [asks for its own name elsewhere](asks_elsewhere).
pub(super) fn others(
    resolver: &dyn Resolver,
    source: &SourceFile,
    answers: &ResolvedFile,
    mut is_namesake: impl FnMut(&RepoPath) -> bool,
) -> impl Iterator<Item = (usize, Resolved)> {
    let pairs = source.facts.imports.iter().zip(&answers.imports).enumerate();
    pairs.filter_map(move |(at, (import, answer))| {
        let path = guessed(import, answer)?;
        let is_other = is_namesake(path) || asks_elsewhere(source, answers, head(import));
        is_other.then(|| (at, resolver.resolve_without(&source.path, import, path)))
    })
}

/// Whether `source` imports `name`, or a part of it, from elsewhere: what is declared, or has parts as no file has. A
/// program may import itself, to be a module by its name.
pub(super) fn asks_elsewhere(source: &SourceFile, answers: &ResolvedFile, name: &[u8]) -> bool {
    let mut pairs = source.facts.imports.iter().zip(&answers.imports);
    pairs.any(|(import, answer)| {
        import.syntax == ImportSyntax::Import
            && import.kind == ImportKind::Runtime
            && head(import) == name
            && matches!(answer.targets[..], [Target::External { .. }])
            && (answer.how == How::Declared || import.specifier.contains('.'))
    })
}

/// The module that was found for the name in a folder that is thought to be on the path.
fn guessed<'a>(import: &Import, answer: &'a Resolved) -> Option<&'a RepoPath> {
    match &answer.targets[..] {
        [Target::Source(path)] if answer.how == How::OwnFolder && head(import) == stem(path) => Some(path),
        _ => None,
    }
}

/// The first part of what is imported.
pub(crate) fn head(import: &Import) -> &[u8] {
    import.specifier.split('.').next().unwrap_or_default().as_bytes()
}

/// What a module is called by.
pub(crate) fn stem(path: &RepoPath) -> &[u8] {
    path.file_name().split(|byte| *byte == b'.').next().unwrap_or_default()
}

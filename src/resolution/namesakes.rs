//! Files of Python that are called like what they import: `redis.py` with `import redis`.
//!
//! Whoever asks for that name beside such a file would get the file, if its folder were on the path; then the file would
//! get itself. So the folder is not, or comes last, and both mean what the file means. Only what was found in a folder
//! that is thought to be on the path is judged so. Decided after every import was resolved, from what the files say.

use resolvers::facts::{Import, ImportKind, ImportSyntax};
use resolvers::path::RepoPath;
use resolvers::target::{How, Resolved, Target};
use rustc_hash::FxHashMap;

use super::ResolvedFile;
use super::bindings::position;
use crate::facts::SourceFile;

/// Gives all of `resolved` that lead to such a file what that file itself gets.
pub(super) fn settle(sources: &[SourceFile], resolved: &mut [ResolvedFile]) {
    let mut own: FxHashMap<RepoPath, Resolved> = FxHashMap::default();
    for (source, answers) in sources.iter().zip(&*resolved) {
        for (import, answer) in source.facts.imports.iter().zip(&answers.imports) {
            let Some(path) = guessed(import, answer).filter(|path| !own.contains_key(*path)) else {
                continue;
            };
            let at = position(sources, path.as_bytes()).map(|at| at as usize);
            if let Some(meant) = at.and_then(|at| own_name(&sources[at], &resolved[at])) {
                own.insert(path.clone(), meant);
            }
        }
    }
    if own.is_empty() {
        return;
    }
    for (source, answers) in sources.iter().zip(resolved) {
        settle_one(source, answers, |path| own.get(path).cloned());
    }
}

/// The same for one file; `own` says what a file gets for [its own name](own_name).
pub(super) fn settle_one(
    source: &SourceFile,
    answers: &mut ResolvedFile,
    own: impl Fn(&RepoPath) -> Option<Resolved>,
) {
    for (import, answer) in source.facts.imports.iter().zip(&mut answers.imports) {
        if let Some(meant) = guessed(import, answer).and_then(&own) {
            *answer = meant;
        }
    }
}

/// What `source` gets for its own name, if it imports that from elsewhere: what is declared, or has parts as no file has.
/// A program may import itself, to be a module by its name.
pub(super) fn own_name(source: &SourceFile, answers: &ResolvedFile) -> Option<Resolved> {
    let mut pairs = source.facts.imports.iter().zip(&answers.imports);
    let is_own = |import: &Import| {
        import.syntax == ImportSyntax::Import
            && import.kind == ImportKind::Runtime
            && head(import) == stem(&source.path)
    };
    let is_elsewhere = |answer: &Resolved| matches!(answer.targets[..], [Target::External { .. }]);
    let is_library = |import: &Import, answer: &Resolved| {
        is_elsewhere(answer) && (answer.how == How::Declared || import.specifier.contains('.'))
    };
    let own = pairs.find(|(import, answer)| is_own(import) && is_library(import, answer));
    own.map(|(_, answer)| answer.clone())
}

/// The module that was found for the name in a folder that is thought to be on the path.
fn guessed<'a>(import: &Import, answer: &'a Resolved) -> Option<&'a RepoPath> {
    match &answer.targets[..] {
        [Target::Source(path)] if answer.how == How::OwnFolder && head(import) == stem(path) => Some(path),
        _ => None,
    }
}

fn head(import: &Import) -> &[u8] {
    import.specifier.split('.').next().unwrap_or_default().as_bytes()
}

fn stem(path: &RepoPath) -> &[u8] {
    path.file_name().split(|byte| *byte == b'.').next().unwrap_or_default()
}

//! Imports that mean a set of files: `import.meta.glob` and `require.context` with literal patterns, and what Parcel takes
//! for one.

use std::borrow::Cow;

use bstr::{BStr, ByteSlice};
use globset::{GlobBuilder, GlobMatcher};
use regex::bytes::Regex;

use super::manifest::texts;
use super::request::Request;
use super::{EcmaScriptResolver, json, missing, settled, specifier};
use crate::facts::Pattern;
use crate::path::{self, RepoPath};
use crate::target::{How, Reason, Resolved, Target};
use crate::trace::Trace;

impl EcmaScriptResolver<'_> {
    /// Every file that the pattern of an import in `importer` takes in.
    pub(super) fn pattern(
        &self,
        importer: &RepoPath,
        specifier: &str,
        pattern: &Pattern,
        trace: &mut Trace,
    ) -> Resolved {
        let found = match pattern {
            Pattern::Glob(globs) => self.globbed(importer, globs),
            Pattern::Context { recursive, filter } => {
                // What Rust's engine cannot read, look-around among it, takes nothing in: no guess.
                let Ok(filter) = filter.as_deref().map(Regex::new).transpose() else {
                    trace.say(|| "the filter is no regular expression that can be read here".to_owned());
                    return missing(Reason::UnreadablePattern);
                };
                self.in_context(importer, specifier, *recursive, filter.as_ref())
            }
        };
        let mut targets: Vec<_> =
            found.into_iter().filter(|file| *file != importer).cloned().map(Target::Source).collect();
        targets.sort();
        trace.say(|| format!("the pattern takes in {} files", targets.len()));
        if targets.is_empty() {
            return missing(Reason::NoMatch);
        }
        Resolved { targets, how: How::Glob, config: None }
    }

    fn globbed(&self, importer: &RepoPath, globs: &[String]) -> Vec<&RepoPath> {
        let place = |glob: &str| place(self.from(importer, glob), glob);
        let taken: Vec<_> =
            globs.iter().filter(|glob| !glob.starts_with('!')).filter_map(|glob| place(glob)).collect();
        let left: Vec<_> = globs.iter().filter_map(|glob| place(glob.strip_prefix('!')?)).collect();
        let matches = |list: &[(Vec<u8>, GlobMatcher)], file: &RepoPath| {
            list.iter().any(|(_, glob)| glob.is_match(text(file).as_ref()))
        };
        let mut found: Vec<_> = taken
            .iter()
            .flat_map(|(prefix, glob)| {
                self.project.below(prefix).iter().filter(|file| glob.is_match(text(file).as_ref()))
            })
            .filter(|file| !matches(&left, file))
            .collect();
        found.sort();
        found.dedup();
        found
    }

    /// From where a glob counts: the importer, or with a leading `/` the importer's package.
    fn from<'i>(&'i self, importer: &'i RepoPath, glob: &str) -> &'i [u8] {
        let package =
            || self.workspaces.nearest(importer.parent()).map_or(&b""[..], |manifest| manifest.dir());
        if glob.starts_with('/') { package() } else { importer.parent() }
    }

    /// A specifier that is a glob, where Parcel is told to resolve these: relative to the importer, or with a leading `/`
    /// to the folder of Parcel's configuration.
    pub(super) fn by_parcel(&self, request: &Request<'_>, trace: &mut Trace) -> Option<Resolved> {
        let rooted = request.specifier.starts_with('/');
        if !request.specifier.contains('*') || !(rooted || specifier::is_relative(request.specifier)) {
            return None;
        }
        let mut places =
            path::ancestors(request.dir).filter_map(|dir| self.project.file(&path::join(dir, b".parcelrc")?));
        let config = places.next()?;
        let said = json::parse(&self.project.read(config.as_bytes())?).ok()?;
        if !texts(said.get("resolvers")).iter().any(|it| it == "@parcel/resolver-glob") {
            return None;
        }
        let from = if rooted { config.parent() } else { request.dir };
        let (prefix, glob) = place(from, request.specifier)?;
        let fits = |file: &&RepoPath| *file != request.importer && glob.is_match(text(file).as_ref());
        let found = self.project.below(&prefix).iter().filter(fits);
        let mut targets: Vec<_> = found.cloned().map(Target::Source).collect();
        targets.sort();
        trace.say(|| format!("{config} resolves globs; this one takes in {} files", targets.len()));
        let config = Some(config.clone());
        if targets.is_empty() {
            return Some(settled(Target::Missing(Reason::NoMatch), How::None, config));
        }
        Some(Resolved { targets, how: How::Glob, config })
    }

    fn in_context(
        &self,
        importer: &RepoPath,
        dir: &str,
        recursive: bool,
        filter: Option<&Regex>,
    ) -> Vec<&RepoPath> {
        let Some(dir) = path::join(importer.parent(), dir.as_bytes()) else { return vec![] };
        let prefix = if dir.is_empty() { vec![] } else { [&dir, &b"/"[..]].concat() };
        let fits = |file: &&RepoPath| {
            let inner: &BStr = file.as_bytes()[prefix.len()..].as_bstr();
            (recursive || !inner.contains(&b'/'))
                && filter.is_none_or(|filter| filter.is_match(&[b"./", inner.as_bytes()].concat()))
        };
        self.project.below(&prefix).iter().filter(fits).collect()
    }
}

/// A glob made repo-relative, counted from `dir`, with the literal text it starts with.
fn place(dir: &[u8], glob: &str) -> Option<(Vec<u8>, GlobMatcher)> {
    let path = path::join(dir, glob.as_bytes())?;
    let literal = path.find_byteset(b"*?[{").unwrap_or(path.len());
    let matcher =
        GlobBuilder::new(path.to_str().ok()?).literal_separator(true).build().ok()?.compile_matcher();
    Some((path[..literal].to_vec(), matcher))
}

fn text(file: &RepoPath) -> Cow<'_, str> {
    file.as_bstr().to_str_lossy()
}

//! TypeScript and JavaScript, alone and in the scripts of Vue, Svelte and Astro components.
//!
//! `extract` reads one file, `resolve` says what its imports mean. They share the file names' grammar, which stands here;
//! and the configurations of bundlers, which `resolve` reads, are parsed by `extract`.

mod extract;
mod resolve;

pub use extract::words_of_template;

use crate::bumps::Bumps;
use crate::facts::FileFacts;
use crate::marker::Places;
use crate::path::RepoPath;
use crate::project::Project;
use crate::{Dialect, Language, Resolver};

/// TypeScript and JavaScript.
#[derive(Debug, Clone, Copy)]
pub struct EcmaScript;

/// The grammars of the family, by file name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Flavor {
    Ts,
    Tsx,
    Mts,
    Cts,
    /// `.d.ts`, `.d.mts`, `.d.cts` and `.d.<anything>.ts`
    Declaration,
    Js,
    Jsx,
    Mjs,
    Cjs,
    Vue,
    Svelte,
    Astro,
}

const FLAVORS: [Flavor; 12] = [
    Flavor::Ts,
    Flavor::Tsx,
    Flavor::Mts,
    Flavor::Cts,
    Flavor::Declaration,
    Flavor::Js,
    Flavor::Jsx,
    Flavor::Mjs,
    Flavor::Cjs,
    Flavor::Vue,
    Flavor::Svelte,
    Flavor::Astro,
];

impl Flavor {
    fn of_name(name: &[u8]) -> Option<Self> {
        let (stem, extension) = name.rsplit_once_byte(b'.')?;
        Some(match extension {
            b"ts" | b"mts" | b"cts" if is_declaration_stem(stem) => Self::Declaration,
            b"ts" => Self::Ts,
            b"tsx" => Self::Tsx,
            b"mts" => Self::Mts,
            b"cts" => Self::Cts,
            b"js" => Self::Js,
            b"jsx" => Self::Jsx,
            b"mjs" => Self::Mjs,
            b"cjs" => Self::Cjs,
            b"vue" => Self::Vue,
            b"svelte" => Self::Svelte,
            b"astro" => Self::Astro,
            _ => return None,
        })
    }

    fn of_dialect(dialect: Dialect) -> Self {
        FLAVORS.get(usize::from(dialect.0)).copied().unwrap_or(Self::Js)
    }

    fn is_javascript(self) -> bool {
        matches!(self, Self::Js | Self::Jsx | Self::Mjs | Self::Cjs)
    }

    fn is_component(self) -> bool {
        matches!(self, Self::Vue | Self::Svelte | Self::Astro)
    }
}

/// `x.d` of `x.d.ts`, or `x.d.css` of `x.d.css.ts`.
fn is_declaration_stem(stem: &[u8]) -> bool {
    stem.ends_with(b".d") || stem.rsplit_once_byte(b'.').is_some_and(|(head, _)| head.ends_with(b".d"))
}

trait RsplitOnce {
    fn rsplit_once_byte(&self, byte: u8) -> Option<(&[u8], &[u8])>;
}

impl RsplitOnce for [u8] {
    fn rsplit_once_byte(&self, byte: u8) -> Option<(&[u8], &[u8])> {
        let at = memchr::memrchr(byte, self)?;
        Some((&self[..at], &self[at + 1..]))
    }
}

/// What the language is called.
pub(crate) const ID: &str = "ecmascript";

impl Language for EcmaScript {
    fn id(&self) -> &'static str {
        ID
    }

    fn dialect(&self, path: &RepoPath) -> Option<Dialect> {
        Flavor::of_name(path.file_name()).map(|flavor| Dialect(flavor as u8))
    }

    fn version(&self) -> u32 {
        114
    }

    fn extract(&self, dialect: Dialect, source: &[u8]) -> FileFacts {
        extract::extract(Flavor::of_dialect(dialect), source)
    }

    fn places(&self, dialect: Dialect, source: &[u8], facts: &FileFacts) -> Option<Places> {
        extract::layout(Flavor::of_dialect(dialect), source)?.places(source, facts)
    }

    fn is_same_code(&self, dialect: Dialect, one: &[u8], other: &[u8]) -> bool {
        extract::is_same_code(Flavor::of_dialect(dialect), one, other)
    }

    fn heeds(&self, path: &RepoPath) -> bool {
        match crate::language_of(path) {
            Some(_) => resolve::heeds(path),
            None => !crate::is_idle(path) || resolve::is_installed(path),
        }
    }

    fn has_aliases(&self, path: &RepoPath) -> bool {
        resolve::has_aliases(path)
    }

    fn bumps(&self, path: &RepoPath, before: &[u8], now: &[u8]) -> Option<Bumps> {
        resolve::bumps(path, before, now)
    }

    fn resolver<'p>(&self, project: &'p Project<'p>) -> Box<dyn Resolver + 'p> {
        Box::new(resolve::EcmaScriptResolver::new(project))
    }
}

/// See [`extract::same_tree`].
#[cfg(test)]
pub(crate) fn same_tree(dialect: Dialect, one: &[u8], other: &[u8]) -> bool {
    extract::same_tree(Flavor::of_dialect(dialect), one, other)
}

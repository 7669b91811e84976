//! Which of the files that exist count: `dsp.toml`, `.dspignore` and the folders that are never input. Pure.

use resolvers::path::{self, RepoPath};

use super::class::{Class, classify};
use crate::git::{Globs, Matcher};
use crate::settings::Settings;

/// The name of a file with patterns for the directory it lies in.
pub(super) const IGNORE_FILE: &[u8] = b".dspignore";

/// Files at the repo root that may say where the stan folder is.
pub(super) const STAN_CONFIGS: [&[u8]; 3] = [b"stan.config.yml", b"stan.config.yaml", b"stan.config.json"];

/// The directories that are never input, from the repo root: the entity graph, the stan folder (`.stan`, or where
/// the first of `stan_configs` puts it).
pub(super) fn reserved(stan_configs: impl IntoIterator<Item = Vec<u8>>) -> Vec<Vec<u8>> {
    let moved = stan_configs.into_iter().find_map(|text| stan_path(&text));
    let stan = moved.unwrap_or_else(|| b".stan".to_vec());
    // Beside `.dsp` in a folder without git lie its lock, its journal and what a run is about to rename into place.
    let own = [&b".dsp"[..], b".dsp.lock", b".dsp.journal", b".dsp.incoming"];
    own.iter().map(|name| name.to_vec()).chain([stan]).collect()
}

/// The value of `stanPath` in a YAML or JSON text. Reads the one spelling that people use, a plain or quoted value
/// on the key's own line, and answers `None` to anything else.
fn stan_path(text: &[u8]) -> Option<Vec<u8>> {
    let text = std::str::from_utf8(text).ok()?;
    let key_ends = text.match_indices("stanPath").map(|(at, key)| (&text[..at], &text[at + key.len()..]));
    let (_, rest) = key_ends.into_iter().find(|(before, _)| {
        let line = before.rsplit('\n').next().unwrap_or_default();
        !line.contains('#') && !line.contains("//")
    })?;
    let value = rest.trim_start_matches(['"', '\'']).trim_start_matches([' ', '\t']).strip_prefix(':')?;
    let value = value.trim_start_matches([' ', '\t']).split(['\n', '\r', ',', '}', '#']).next()?;
    let value = value.trim().trim_matches(['"', '\'']);
    path::join(b"", value.as_bytes()).filter(|path| !path.is_empty())
}

/// The rules, compiled.
pub(super) struct Selection {
    include: Globs,
    exclude: Globs,
    ignore: Globs,
    reserved: Vec<Vec<u8>>,
}

impl Selection {
    pub(super) fn new(settings: &Settings, reserved: Vec<Vec<u8>>) -> Self {
        Self {
            include: Globs::of_patterns(settings.files.include.iter().map(String::as_str)),
            exclude: Globs::of_patterns(settings.files.exclude.iter().map(String::as_str)),
            ignore: Globs::default(),
            reserved,
        }
    }

    /// What is wanted although git ignores it.
    pub(super) fn include(&self) -> &Globs {
        &self.include
    }

    pub(super) fn reserved(&self) -> &[Vec<u8>] {
        &self.reserved
    }

    /// Adds a `.dspignore`; those of outer directories first, because the last match decides.
    pub(super) fn add_ignore_file(&mut self, file: &RepoPath, text: &[u8]) {
        self.ignore.add_file(file.parent(), text);
    }

    /// Whether it is, or lies in, what is never input.
    pub(super) fn is_reserved(&self, path: &RepoPath) -> bool {
        let path = path.as_bytes();
        self.reserved.iter().any(|dir| path == dir || path::strip_dir(path, dir).is_some())
    }

    /// Starts to judge.
    pub(super) fn judge(&self) -> Judge<'_> {
        Judge {
            selection: self,
            include: self.include.matcher(),
            exclude: self.exclude.matcher(),
            ignore: self.ignore.matcher(),
        }
    }
}

/// Judges paths; quick when they come in order.
pub(super) struct Judge<'s> {
    selection: &'s Selection,
    include: Matcher<'s>,
    exclude: Matcher<'s>,
    ignore: Matcher<'s>,
}

impl Judge<'_> {
    /// The class of a file that counts, `None` for one that does not. `exclude` beats `include`, which beats
    /// `.dspignore`, which beats git.
    pub(super) fn class(&mut self, path: &RepoPath, ignored: bool) -> Option<Class> {
        if self.selection.is_reserved(path) || self.exclude.matches(path) {
            return None;
        }
        if self.include.matches(path) {
            return Some(Class::Ordinary);
        }
        (!ignored && !self.ignore.matches(path)).then(|| classify(path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_stan_folder_in_plain_spellings_only() {
        let check = |text: &str, expected: &str| {
            let reserved = reserved([text.as_bytes().to_vec()]);
            assert_eq!(reserved.last().unwrap(), expected.as_bytes(), "{text}");
        };
        check("stanPath: .ctx\n", ".ctx");
        check("stan-core:\n  stanPath: \"tools/stan/\" # here\n", "tools/stan");
        check("{\"stan-core\": {\"stanPath\": \"./out\"}}", "out");
        check("# stanPath: x\nstanPath: y", "y");
        check("stanPath: ../../up", ".stan");
        check("stanPath: .", ".stan");
        check("other: 1", ".stan");
    }

    #[test]
    fn the_last_word_is_exclude_and_the_first_is_git() {
        let mut settings = Settings::default();
        settings.files.include = vec!["back/".to_owned(), "lib/vendor/own".to_owned()];
        settings.files.exclude = vec!["back/out.ts".to_owned()];
        let mut selection = Selection::new(&settings, reserved([]));
        selection.add_ignore_file(&RepoPath::new(b".dspignore").unwrap(), b"*.tmp\nback/\n");
        let check = |path: &str, ignored: bool, expected: Option<Class>| {
            let path = RepoPath::new(path.as_bytes()).unwrap();
            assert_eq!(selection.judge().class(&path, ignored), expected, "{path}");
        };
        check("a.ts", false, Some(Class::Ordinary));
        check("a.ts", true, None);
        check("a.tmp", false, None);
        check("back/a.ts", true, Some(Class::Ordinary));
        check("back/out.ts", false, None);
        check("lib/vendor/x.go", false, Some(Class::Vendored));
        check("lib/vendor/own/x.go", false, Some(Class::Ordinary));
        check(".dsp/TOC", false, None);
        check("sub/.dsp/TOC", false, Some(Class::Ordinary));
        check(".stan/x", false, None);
    }
}

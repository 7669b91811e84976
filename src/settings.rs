//! What `dsp.toml` at the repo root asks for. Pure: text in, settings and problems out.
//!
//! ```toml
//! [files]
//! include = ["generated/api/**"]   # back in although ignored or vendored; as in .gitignore
//! exclude = ["fixtures/"]          # out, whatever else is said
//! ```
//!
//! A mistake never stops a run: what can be understood holds, the rest is a problem with its line and the default.

use resolvers::ConfigProblem;
use resolvers::path::RepoPath;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Where the settings are kept, from the repo root.
pub const FILE: &str = "dsp.toml";

/// What the user asked for.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Settings {
    /// Which files count.
    pub files: FileSettings,
}

/// `[files]`: patterns as in `.gitignore`, from the repo root.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FileSettings {
    /// Back in although git or `.dspignore` ignores them, and read although they are vendored or generated.
    pub include: Vec<String>,
    /// Out; the last word.
    pub exclude: Vec<String>,
}

/// Reads the text of `file`.
#[must_use]
pub fn parse(file: &RepoPath, text: &[u8]) -> (Settings, Vec<ConfigProblem>) {
    let mut reader = Reader { file, text, problems: Vec::new() };
    let settings = reader.settings().unwrap_or_default();
    reader.problems.sort();
    (settings, reader.problems)
}

struct Reader<'t> {
    file: &'t RepoPath,
    text: &'t [u8],
    problems: Vec<ConfigProblem>,
}

impl<'t> Reader<'t> {
    fn settings(&mut self) -> Option<Settings> {
        let text = std::str::from_utf8(self.text)
            .map_err(|error| self.problem(error.valid_up_to(), "is no UTF-8; the defaults hold".to_owned()))
            .ok()?;
        let table = DeTable::parse(text.strip_prefix('\u{feff}').unwrap_or(text))
            .map_err(|error| self.broken(&error))
            .ok()?;
        let mut settings = Settings::default();
        for (key, value) in table.get_ref() {
            match key.get_ref().as_ref() {
                "files" => settings.files = self.files(value),
                other => self.unknown(key.span().start, other),
            }
        }
        Some(settings)
    }

    fn files(&mut self, value: &Spanned<DeValue<'t>>) -> FileSettings {
        let mut files = FileSettings::default();
        let Some(table) = value.get_ref().as_table() else {
            self.problem(value.span().start, "`files` must be a table".to_owned());
            return files;
        };
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "include" => files.include = self.patterns("files.include", value),
                "exclude" => files.exclude = self.patterns("files.exclude", value),
                other => self.unknown(key.span().start, &format!("files.{other}")),
            }
        }
        files
    }

    fn patterns(&mut self, key: &str, value: &Spanned<DeValue<'t>>) -> Vec<String> {
        let Some(items) = value.get_ref().as_array() else {
            self.problem(value.span().start, format!("`{key}` must be a list of patterns"));
            return Vec::new();
        };
        let mut patterns = Vec::with_capacity(items.len());
        for item in items {
            match item.get_ref().as_str() {
                Some(pattern) if !pattern.is_empty() => patterns.push(pattern.to_owned()),
                _ => {
                    self.problem(
                        item.span().start,
                        format!("`{key}` must hold patterns, none of them empty"),
                    );
                }
            }
        }
        patterns
    }

    fn broken(&mut self, error: &toml::de::Error) {
        let offset = error.span().map_or(0, |span| span.start);
        self.problem(offset, format!("is no TOML: {}; the defaults hold", error.message()));
    }

    fn unknown(&mut self, offset: usize, key: &str) {
        self.problem(offset, format!("unknown key `{key}`"));
    }

    fn problem(&mut self, offset: usize, message: String) {
        let before = self.text.get(..offset).unwrap_or(self.text);
        let line = before.split(|byte| *byte == b'\n').count();
        self.problems.push(ConfigProblem {
            path: self.file.clone(),
            line: u32::try_from(line).ok(),
            message,
        });
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use super::*;

    /// Reads `text` and prints the settings and then the problems, a line each.
    fn check(text: &[u8], expected: &str) {
        let (settings, problems) = parse(&RepoPath::new(FILE.as_bytes()).unwrap(), text);
        let FileSettings { include, exclude } = settings.files;
        let mut printed = format!("include {include:?} exclude {exclude:?}\n");
        for problem in problems {
            writeln!(printed, "{}: {}", problem.line.unwrap_or(0), problem.message).unwrap();
        }
        assert_eq!(printed, expected);
    }

    #[test]
    fn reads_both_lists() {
        check(
            b"[files]\ninclude = ['a/**', \"b\"]\nexclude = [\"c\"]\n",
            "include [\"a/**\", \"b\"] exclude [\"c\"]\n",
        );
        check(b"", "include [] exclude []\n");
    }

    #[test]
    fn mistakes_are_problems_with_their_line_and_the_rest_holds() {
        check(
            b"colour = 1\n[files]\ninclude = 'a'\nexclude = ['x',\n 7]\nfoo = 2\n",
            "include [] exclude [\"x\"]\n\
             1: unknown key `colour`\n\
             3: `files.include` must be a list of patterns\n\
             5: `files.exclude` must hold patterns, none of them empty\n\
             6: unknown key `files.foo`\n",
        );
        check(b"files = 3", "include [] exclude []\n1: `files` must be a table\n");
    }

    #[test]
    fn a_broken_file_leaves_the_defaults() {
        check(
            b"[files]\ninclude = [\n  'a'\n  'b']\n",
            "include [] exclude []\n\
             4: is no TOML: missing comma between array elements, expected `,`; the defaults hold\n",
        );
        check(b"\n\xff", "include [] exclude []\n2: is no UTF-8; the defaults hold\n");
    }
}

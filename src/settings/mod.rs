//! What `dsp.toml` at the repo root asks for, and what earlier runs recorded. Pure: text in, settings and problems out.
//!
//! ```toml
//! [files]
//! include = ["generated/api/**"]   # back in although ignored or vendored; as in .gitignore
//! exclude = ["fixtures/"]          # out, whatever else is said
//!
//! [bootstrap]
//! cover = "reachable"              # or "all"
//! granularity = "files"            # or "shared", "members"
//!
//! [[root]]
//! path = "src/main.ts"
//! scope = "."                      # a directory; name and description may follow
//! ```
//!
//! A mistake never stops a run: what can be understood holds, the rest is a problem with its line and the default.

mod choices;
mod record;

use resolvers::ConfigProblem;
use resolvers::path::{self, RepoPath};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

pub use choices::{Choices, Cover, GivenRoot, Granularity, Places};
pub use record::{RECORD, place as record_place, record};

/// Where the settings are kept, from the repo root.
pub const FILE: &str = "dsp.toml";

/// What the user asked for.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Settings {
    /// Which files count.
    pub files: FileSettings,
    /// How `.dsp/` is made.
    pub choices: Choices,
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
    let settings = reader.settings(true).unwrap_or_default();
    reader.problems.sort();
    (settings, reader.problems)
}

/// Reads what earlier runs recorded in [`RECORD`]. Keys that another version wrote are passed over.
#[must_use]
pub fn recorded(text: &[u8]) -> (Choices, Vec<ConfigProblem>) {
    let file = record_place();
    let mut reader = Reader { file: &file, text, problems: Vec::new() };
    let settings = reader.settings(false).unwrap_or_default();
    reader.problems.sort();
    (settings.choices, reader.problems)
}

struct Reader<'t> {
    file: &'t RepoPath,
    text: &'t [u8],
    problems: Vec<ConfigProblem>,
}

impl<'t> Reader<'t> {
    /// `strict`: a key that means nothing is a mistake.
    fn settings(&mut self, strict: bool) -> Option<Settings> {
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
                "bootstrap" => self.bootstrap(value, &mut settings.choices, strict),
                "root" => settings.choices.roots = self.roots(value, strict),
                other if strict => self.unknown(key.span().start, other),
                _ => {}
            }
        }
        Some(settings)
    }

    fn bootstrap(&mut self, value: &Spanned<DeValue<'t>>, choices: &mut Choices, strict: bool) {
        let Some(table) = value.get_ref().as_table() else {
            self.problem(value.span().start, "`bootstrap` must be a table".to_owned());
            return;
        };
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "cover" => choices.cover = self.one_of("bootstrap.cover", value, &Cover::ALL, Cover::name),
                "granularity" => {
                    let (all, name) = (&Granularity::ALL, Granularity::name);
                    choices.granularity = self.one_of("bootstrap.granularity", value, all, name);
                }
                other if strict => self.unknown(key.span().start, &format!("bootstrap.{other}")),
                _ => {}
            }
        }
    }

    fn one_of<T: Copy>(
        &mut self,
        key: &str,
        value: &Spanned<DeValue<'t>>,
        all: &[T],
        name: fn(T) -> &'static str,
    ) -> Option<T> {
        let text = value.get_ref().as_str();
        let found = all.iter().copied().find(|one| Some(name(*one)) == text);
        if found.is_none() {
            let names: Vec<_> = all.iter().map(|one| format!("\"{}\"", name(*one))).collect();
            self.problem(value.span().start, format!("`{key}` must be one of {}", names.join(", ")));
        }
        found
    }

    fn roots(&mut self, value: &Spanned<DeValue<'t>>, strict: bool) -> Vec<GivenRoot> {
        let Some(tables) = value.get_ref().as_array() else {
            self.problem(value.span().start, "roots are tables, each headed `[[root]]`".to_owned());
            return Vec::new();
        };
        tables.iter().filter_map(|table| self.root(table, strict)).collect()
    }

    fn root(&mut self, value: &Spanned<DeValue<'t>>, strict: bool) -> Option<GivenRoot> {
        let start = value.span().start;
        let Some(table) = value.get_ref().as_table() else {
            self.problem(start, "roots are tables, each headed `[[root]]`".to_owned());
            return None;
        };
        let (mut file, mut scope, mut name, mut description) = (None, None, None, None);
        for (key, value) in table {
            let slot = match key.get_ref().as_ref() {
                "path" => &mut file,
                "scope" => &mut scope,
                "name" => &mut name,
                "description" => &mut description,
                other => {
                    if strict {
                        self.unknown(key.span().start, &format!("root.{other}"));
                    }
                    continue;
                }
            };
            *slot = value.get_ref().as_str().filter(|text| !text.is_empty());
            if slot.is_none() {
                self.problem(value.span().start, format!("`root.{}` must be a text", key.get_ref()));
            }
        }
        let Some(path) = file.and_then(|file| RepoPath::new(&path::join(b"", file.as_bytes())?).ok()) else {
            self.problem(start, "a root must have a `path` in the repository; it is left out".to_owned());
            return None;
        };
        let scope = scope.and_then(|scope| path::join(b"", scope.as_bytes()));
        let [name, description] = [name, description].map(|text| text.map(str::to_owned));
        Some(GivenRoot { path, scope, name, description, line: self.line(start) })
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
        let line = self.line(offset);
        self.problems.push(ConfigProblem { path: self.file.clone(), line, message });
    }

    fn line(&self, offset: usize) -> Option<u32> {
        let before = self.text.get(..offset).unwrap_or(self.text);
        u32::try_from(before.split(|byte| *byte == b'\n').count()).ok()
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

    /// Reads `text` and prints the choices and then the problems, a line each.
    fn check_choices(text: &str, expected: &str) {
        let (settings, problems) = parse(&RepoPath::new(FILE.as_bytes()).unwrap(), text.as_bytes());
        let Choices { cover, granularity, roots } = settings.choices;
        let (cover, granularity) = (cover.map(Cover::name), granularity.map(Granularity::name));
        let mut printed = format!("{} {}\n", cover.unwrap_or("-"), granularity.unwrap_or("-"));
        for root in roots {
            let scope = root.scope.map(|scope| String::from_utf8(scope).unwrap());
            let line = root.line.unwrap_or(0);
            writeln!(printed, "{line}: {} {scope:?} {:?} {:?}", root.path, root.name, root.description)
                .unwrap();
        }
        for problem in problems {
            writeln!(printed, "{}: {}", problem.line.unwrap_or(0), problem.message).unwrap();
        }
        assert_eq!(printed, expected);
    }

    #[test]
    fn reads_choices_and_roots() {
        check_choices("[bootstrap]\ncover = 'reachable'\ngranularity = 'members'\n", "reachable members\n");
        check_choices(
            "[[root]]\npath = './src/a.ts'\n\n[[root]]\npath = 'b.ts'\nscope = '.'\nname = 'B'\ndescription = 'd'\n",
            "- -\n1: src/a.ts None None None\n4: b.ts Some(\"\") Some(\"B\") Some(\"d\")\n",
        );
    }

    #[test]
    fn a_wrong_choice_is_a_problem() {
        check_choices(
            "[bootstrap]\ncover = 1\ngranularity = 'x'\ny = 0\n[[root]]\nscope = 's'\n[[root]]\npath = '../a'\n",
            "- -\n\
             2: `bootstrap.cover` must be one of \"all\", \"reachable\"\n\
             3: `bootstrap.granularity` must be one of \"files\", \"shared\", \"members\"\n\
             4: unknown key `bootstrap.y`\n\
             5: a root must have a `path` in the repository; it is left out\n\
             7: a root must have a `path` in the repository; it is left out\n",
        );
    }

    #[test]
    fn what_another_version_recorded_is_no_problem() {
        let (choices, problems) = recorded(b"new = 1\n[bootstrap]\nmore = 2\ncover = 'reachable'\n");
        assert_eq!((choices.cover, problems), (Some(Cover::Reachable), vec![]));
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

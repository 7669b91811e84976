//! From the TOML of settings to values: what can be understood, and a problem with its line for the rest.

use resolvers::ConfigProblem;
use resolvers::path::{self, RepoPath};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{Choices, Cover, FileSettings, GivenRoot, Granularity, Markers, Settings};

/// Reads one text.
pub(super) struct Reader<'t> {
    file: &'t RepoPath,
    text: &'t [u8],
    problems: Vec<ConfigProblem>,
}

impl<'t> Reader<'t> {
    pub(super) fn of(file: &'t RepoPath, text: &'t [u8]) -> Self {
        let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
        Self { file, text, problems: Vec::new() }
    }

    /// `strict`: a key that means nothing is a mistake.
    pub(super) fn read(mut self, strict: bool) -> (Settings, Vec<ConfigProblem>) {
        let mut settings = self.settings(strict).unwrap_or_default();
        self.problems.sort();
        settings.mistakes = self.problems.iter().filter(|it| it.hides).cloned().collect();
        (settings, self.problems)
    }

    fn settings(&mut self, strict: bool) -> Option<Settings> {
        let text = std::str::from_utf8(self.text)
            .map_err(|error| self.problem(error.valid_up_to(), "is no UTF-8".to_owned()))
            .ok()?;
        let table = DeTable::parse(text).map_err(|error| self.broken(&error)).ok()?;
        let mut settings = Settings::default();
        for (key, value) in table.get_ref() {
            match key.get_ref().as_ref() {
                "files" => settings.files = self.files(value, strict),
                "bootstrap" => self.bootstrap(value, &mut settings.choices, strict),
                "markers" => self.markers(value, &mut settings.choices, strict),
                "root" => settings.choices.roots = self.roots(value, strict),
                "python" => settings.python_roots = self.python(value, strict),
                other if strict => self.unknown(key.span().start, other),
                _ => {}
            }
        }
        Some(settings)
    }

    fn python(&mut self, value: &Spanned<DeValue<'t>>, strict: bool) -> Vec<Vec<u8>> {
        let mut roots = Vec::new();
        let Some(table) = value.get_ref().as_table() else {
            self.problem(value.span().start, "`python` must be a table".to_owned());
            return roots;
        };
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "roots" => roots = self.directories(value),
                other if strict => self.unknown(key.span().start, &format!("python.{other}")),
                _ => {}
            }
        }
        roots
    }

    fn directories(&mut self, value: &Spanned<DeValue<'t>>) -> Vec<Vec<u8>> {
        let Some(items) = value.get_ref().as_array() else {
            self.problem(value.span().start, "`python.roots` must be a list of directories".to_owned());
            return Vec::new();
        };
        let mut directories = Vec::with_capacity(items.len());
        for item in items {
            let text = item.get_ref().as_str();
            // One that begins at the top of the disk is none of the repository's.
            let inside = text.filter(|text| !text.starts_with('/'));
            match (text, inside.and_then(|text| path::join(b"", text.as_bytes()))) {
                (_, Some(dir)) => directories.push(dir),
                (Some(text), None) => {
                    let message = format!("`python.roots` must lie in the repository, and `{text}` does not");
                    self.problem(item.span().start, message);
                }
                (None, None) => {
                    let message = "`python.roots` must be a list of directories";
                    self.problem(item.span().start, message.to_owned());
                }
            }
        }
        directories
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

    fn markers(&mut self, value: &Spanned<DeValue<'t>>, choices: &mut Choices, strict: bool) {
        let Some(table) = value.get_ref().as_table() else {
            self.problem(value.span().start, "`markers` must be a table".to_owned());
            return;
        };
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "insert" => {
                    choices.markers = self.one_of("markers.insert", value, &Markers::ALL, Markers::name);
                }
                other if strict => self.unknown(key.span().start, &format!("markers.{other}")),
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
        let mut scope_start = start;
        for (key, value) in table {
            let slot = match key.get_ref().as_ref() {
                "path" => &mut file,
                "scope" => {
                    scope_start = value.span().start;
                    &mut scope
                }
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
            self.problem(start, "a root must have a `path` in the repository".to_owned());
            return None;
        };
        let inside = scope.map(|scope| path::join(b"", scope.as_bytes()));
        if inside == Some(None) {
            self.problem(scope_start, "`root.scope` must lie in the repository".to_owned());
        }
        let scope = inside.flatten();
        let [name, description] = [name, description].map(|text| text.map(str::to_owned));
        Some(GivenRoot { path, scope, name, description, line: self.line(start) })
    }

    fn files(&mut self, value: &Spanned<DeValue<'t>>, strict: bool) -> FileSettings {
        let mut files = FileSettings::default();
        let Some(table) = value.get_ref().as_table() else {
            self.problem(value.span().start, "`files` must be a table".to_owned());
            return files;
        };
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "include" => files.include = self.patterns("files.include", value),
                "exclude" => files.exclude = self.patterns("files.exclude", value),
                other if strict => self.unknown(key.span().start, &format!("files.{other}")),
                _ => {}
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
        self.problem(offset, format!("is no TOML: {}", error.message()));
    }

    /// A key of another version, or of somebody else: all that is known holds.
    fn unknown(&mut self, offset: usize, key: &str) {
        self.tell(offset, format!("unknown key `{key}`"), false);
    }

    fn problem(&mut self, offset: usize, message: String) {
        self.tell(offset, message, true);
    }

    fn tell(&mut self, offset: usize, message: String, hides: bool) {
        let line = self.line(offset);
        self.problems.push(ConfigProblem { path: self.file.clone(), line, message, hides });
    }

    fn line(&self, offset: usize) -> Option<u32> {
        let before = self.text.get(..offset).unwrap_or(self.text);
        u32::try_from(before.split(|byte| *byte == b'\n').count()).ok()
    }
}

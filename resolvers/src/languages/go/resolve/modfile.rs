//! The texts of go.mod, go.work and vendor/modules.txt.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use crate::ConfigProblem;
use crate::path::RepoPath;

/// What a go.mod or go.work says, as far as it decides where imports lead.
#[derive(Debug, Default)]
pub(super) struct ModFile {
    /// `module`
    pub(super) module: Option<String>,
    /// `go`: the two first numbers.
    pub(super) go: Option<(u32, u32)>,
    /// `require`: paths with versions.
    pub(super) requires: Vec<(String, String)>,
    /// `replace`
    pub(super) replaces: Vec<Replace>,
    /// `ignore`: `./dir` of the module, or `dir` at any depth.
    pub(super) ignores: Vec<String>,
    /// `use` of a go.work: directories.
    pub(super) uses: Vec<String>,
}

/// `replace old [version] => new [version]`
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Replace {
    pub(super) old: String,
    pub(super) version: Option<String>,
    pub(super) new: String,
}

impl Replace {
    /// The directory that takes the place of the module, if it is no other module.
    pub(super) fn dir(&self) -> Option<&str> {
        let is_path = matches!(self.new.as_str(), "." | "..");
        (is_path || self.new.starts_with("./") || self.new.starts_with("../")).then_some(&self.new)
    }
}

/// Reads `text` of the file at `path`; lines that cannot be read are problems.
pub(super) fn read(path: &RepoPath, text: &[u8], problems: &mut BTreeSet<ConfigProblem>) -> ModFile {
    let text = String::from_utf8_lossy(text);
    let mut file = ModFile::default();
    let mut block: Option<String> = None;
    for (line, number) in text.lines().zip(1..) {
        let words = match words(line) {
            Ok(words) => words,
            Err(message) => {
                problems.insert(problem(path, number, message));
                continue;
            }
        };
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let understood = match (&words[..], block.as_deref()) {
            ([], _) => true,
            ([")"], Some(_)) => {
                block = None;
                true
            }
            ([verb, "("], None) => {
                block = Some((*verb).to_owned());
                true
            }
            (words, Some(verb)) => file.take(verb, words),
            ([verb, rest @ ..], None) => file.take(verb, rest),
        };
        if !understood {
            problems.insert(problem(path, number, "cannot be read and counts for nothing"));
        }
    }
    if block.is_some() {
        problems.insert(ConfigProblem {
            path: path.clone(),
            line: None,
            message: "ends inside of parentheses".to_owned(),
            hides: true,
        });
    }
    file
}

fn problem(path: &RepoPath, line: u32, message: &str) -> ConfigProblem {
    ConfigProblem { path: path.clone(), line: Some(line), message: message.to_owned(), hides: true }
}

impl ModFile {
    /// What is required in another version by `now`, with that of before and that of now; `None` where that says something
    /// else, or which version it is decides on what takes its place.
    pub(super) fn bumped<'m>(
        &'m self,
        now: &'m Self,
    ) -> Option<impl Iterator<Item = (&'m str, &'m str, &'m str)>> {
        let rest = |it: &Self| (it.module.clone(), it.go, it.ignores.clone(), it.uses.clone());
        let paths = |it: &'m Self| it.requires.iter().map(|(path, _)| path);
        let is_same = rest(self) == rest(now) && self.replaces == now.replaces && paths(self).eq(paths(now));
        let pairs = self.requires.iter().zip(&now.requires);
        let other = pairs.filter(|((_, was), (_, is))| was != is);
        let other = other.map(|((path, was), (_, is))| (&path[..], &was[..], &is[..]));
        let mut told = FxHashSet::default();
        let is_one = paths(self).all(|path| told.insert(path));
        (is_same && is_one).then_some(other)
    }

    /// Whether the line could be understood.
    fn take(&mut self, verb: &str, words: &[&str]) -> bool {
        match (verb, words) {
            ("module", [path, ..]) => self.module = Some((*path).to_owned()),
            ("go", [version]) => self.go = go_version(version),
            ("require", [path, version]) => self.requires.push(((*path).to_owned(), (*version).to_owned())),
            ("use", [dir, ..]) => self.uses.push((*dir).to_owned()),
            ("ignore", [dir, ..]) => self.ignores.push((*dir).to_owned()),
            ("replace", words) => match replace(words) {
                Some(replace) => self.replaces.push(replace),
                None => return false,
            },
            ("module" | "go" | "require" | "use", _) => return false,
            // `exclude`, `retract`, `toolchain`, `tool`, `godebug` and what is yet to come.
            (verb, _) => return verb.bytes().all(|byte| byte.is_ascii_lowercase()),
        }
        true
    }
}

fn replace(words: &[&str]) -> Option<Replace> {
    let arrow = words.iter().position(|word| *word == "=>")?;
    let (old, version) = match &words[..arrow] {
        [old] => (*old, None),
        [old, version] => (*old, Some((*version).to_owned())),
        _ => return None,
    };
    let new = match &words[arrow + 1..] {
        [new] | [new, _] => (*new).to_owned(),
        _ => return None,
    };
    Some(Replace { old: old.to_owned(), version, new })
}

fn go_version(text: &str) -> Option<(u32, u32)> {
    let mut numbers = text.split(['.', 'r', 'b']).map(str::parse);
    Some((numbers.next()?.ok()?, numbers.next().and_then(Result::ok).unwrap_or(0)))
}

/// The words of a line; parentheses at its end are words too.
fn words(line: &str) -> Result<Vec<String>, &'static str> {
    let mut words = Vec::new();
    let mut rest = line.trim_start();
    while let Some(first) = rest.chars().next() {
        if rest.starts_with("//") {
            break;
        }
        let len = match first {
            '"' | '`' => {
                let end = rest[1..].find(first).ok_or("has a quote that nothing ends")?;
                words.push(rest[1..=end].to_owned());
                end + 2
            }
            '(' | ')' | ',' => {
                words.push(first.to_string());
                1
            }
            _ => {
                let len = rest.find([' ', '\t', '\r', '(', ')', '"', '`', ',']).unwrap_or(rest.len());
                let len =
                    rest[..len].find("//").filter(|at| *at > 0 && !rest[..*at].ends_with(':')).unwrap_or(len);
                words.push(rest[..len].to_owned());
                len
            }
        };
        rest = rest[len..].trim_start();
    }
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str) -> (ModFile, Vec<String>) {
        let mut problems = BTreeSet::new();
        let file = read(&RepoPath::new(b"go.mod").unwrap(), text.as_bytes(), &mut problems);
        let told = problems.iter().map(|it| format!("{}: {}", it.line.unwrap_or(0), it.message));
        (file, told.collect())
    }

    #[test]
    fn reads_what_decides() {
        let (file, problems) = check(
            "// Deprecated: no.\nmodule \"example.com/a\" // x\r\ngo 1.21rc2\ntoolchain go1.22.0\n\
             require example.com/b v1.0.0 // indirect\nrequire (\n\texample.com/c v2.0.0+incompatible\n)\n\
             replace example.com/b => ../b\nreplace (\n`example.com/c` v2.0.0 => example.com/d v1.2.3\n)\n\
             exclude example.com/e v1.0.0\nexclude (\nexample.com/e v1.1.0\n)\nretract [v1.0.0, v1.9.9] // why\n\
             retract (\nv1.0.0\n[v1.1.0, v1.2.0]\n)\ntool example.com/e/cmd\ntool (\nexample.com/f\n)\ngodebug (\ndefault=go1.21\n)\n\
             ignore ./a\nignore (\nb\n./c/d\n)\nuse (\n./x\n)\nuse ./y\n",
        );
        assert_eq!((file.module.as_deref(), file.go), (Some("example.com/a"), Some((1, 21))));
        let requires: Vec<String> =
            file.requires.iter().map(|(path, version)| format!("{path}@{version}")).collect();
        assert_eq!(requires, ["example.com/b@v1.0.0", "example.com/c@v2.0.0+incompatible"]);
        let dirs: Vec<_> = file.replaces.iter().map(|it| (it.version.as_deref(), it.dir())).collect();
        assert_eq!(dirs, [(None, Some("../b")), (Some("v2.0.0"), None)]);
        assert_eq!(file.uses, ["./x", "./y"]);
        assert_eq!(file.ignores, ["./a", "b", "./c/d"]);
        assert_eq!(problems, [""; 0]);
    }

    #[test]
    fn a_broken_line_costs_itself_alone() {
        let (file, problems) = check(
            "module \"example.com/a\n<<<<<<< HEAD\nrequire example.com/b\nreplace x y\nmodule m\nrequire (\n",
        );
        assert_eq!(file.module.as_deref(), Some("m"));
        let broken = "cannot be read and counts for nothing";
        let expected = [
            "0: ends inside of parentheses".to_owned(),
            "1: has a quote that nothing ends".to_owned(),
            format!("2: {broken}"),
            format!("3: {broken}"),
            format!("4: {broken}"),
        ];
        assert_eq!(problems, expected);
    }
}

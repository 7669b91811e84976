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
//! [markers]
//! insert = "files,shared"          # or "shared", "files", "off"
//!
//! [python]
//! roots = ["backend", "libs/shared/src"]   # directories on the path of Python
//!
//! [[root]]
//! path = "src/main.ts"
//! scope = "."                      # a directory; name and description may follow
//! ```
//!
//! A mistake never stops a question: what can be understood holds, the rest is a problem with its line and the default.
//! Nothing is written by settings with a mistake: what it would undo was asked for.

mod choices;
mod read;
mod record;

use resolvers::ConfigProblem;
use resolvers::path::RepoPath;

use read::Reader;

pub use choices::{Choices, Cover, GivenRoot, Granularity, Markers, Places};
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
    /// `[python] roots`: directories on the path of Python; empty for the repo root.
    pub python_roots: Vec<Vec<u8>>,
    /// What was asked for and is not known.
    pub mistakes: Vec<ConfigProblem>,
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
    Reader::of(file, text).read(true)
}

/// Reads what earlier runs recorded in [`RECORD`]. Keys that another version wrote are passed over.
#[must_use]
pub fn recorded(text: &[u8]) -> (Choices, Vec<ConfigProblem>) {
    let (settings, _) = Reader::of(&record_place(), text).read(false);
    (settings.choices, settings.mistakes)
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
        let Choices { cover, granularity, markers, roots } = settings.choices;
        let names = [cover.map(Cover::name), granularity.map(Granularity::name), markers.map(Markers::name)];
        let mut printed = names.map(|name| name.unwrap_or("-")).join(" ") + "\n";
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
        check_choices("[bootstrap]\ncover = 'reachable'\ngranularity = 'members'\n", "reachable members -\n");
        check_choices("[markers]\ninsert = 'files,shared'\n", "- - files,shared\n");
        check_choices(
            "[[root]]\npath = './src/a.ts'\n\n[[root]]\npath = 'b.ts'\nscope = '.'\nname = 'B'\ndescription = 'd'\n",
            "- - -\n1: src/a.ts None None None\n4: b.ts Some(\"\") Some(\"B\") Some(\"d\")\n",
        );
    }

    #[test]
    fn a_wrong_choice_is_a_problem() {
        check_choices(
            "[bootstrap]\ncover = 1\ngranularity = 'x'\ny = 0\n[markers]\ninsert = 'all'\nx = 1\n[[root]]\nscope = 's'\n[[root]]\npath = '../a'\n",
            "- - -\n\
             2: `bootstrap.cover` must be one of \"all\", \"reachable\"\n\
             3: `bootstrap.granularity` must be one of \"files\", \"shared\", \"members\"\n\
             4: unknown key `bootstrap.y`\n\
             6: `markers.insert` must be one of \"off\", \"shared\", \"files\", \"files,shared\"\n\
             7: unknown key `markers.x`\n\
             8: a root must have a `path` in the repository\n\
             10: a root must have a `path` in the repository\n",
        );
    }

    #[test]
    fn a_scope_outside_is_a_problem() {
        check_choices(
            "[[root]]\npath = 'a.ts'\nscope = '../..'\n",
            "- - -\n1: a.ts None None None\n3: `root.scope` must lie in the repository\n",
        );
    }

    #[test]
    fn reads_roots_of_python() {
        let text = b"[python]\nroots = ['./lib', '.', 7,\n '../out', '/abs']\n";
        let (settings, problems) = parse(&RepoPath::new(FILE.as_bytes()).unwrap(), text);
        assert_eq!(settings.python_roots, [b"lib".to_vec(), b"".to_vec()]);
        let told: Vec<_> = problems.iter().map(|it| (it.line.unwrap_or(0), it.message.as_str())).collect();
        assert_eq!(
            told,
            [
                (2, "`python.roots` must be a list of directories"),
                (3, "`python.roots` must lie in the repository, and `../out` does not"),
                (3, "`python.roots` must lie in the repository, and `/abs` does not"),
            ]
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
             4: is no TOML: missing comma between array elements, expected `,`\n",
        );
        check(b"\n\xff", "include [] exclude []\n2: is no UTF-8\n");
    }
}

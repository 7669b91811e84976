//! Who keeps a file, judged by its path alone. No file is opened here and none is dropped.

use bstr::ByteSlice;
use resolvers::path::{RepoPath, file_name, strip_dir};

/// Who keeps a file, as far as its path tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// The project itself.
    Ordinary,
    /// Somebody else: a copy of foreign code.
    Vendored,
    /// A Python environment.
    VirtualEnv,
    /// A tool: lock files, generated code, source maps.
    Generated,
    /// A minifier or bundler.
    Minified,
}

impl Class {
    /// Every class, in the order in which they are counted.
    pub const ALL: [Self; 5] =
        [Self::Ordinary, Self::Vendored, Self::VirtualEnv, Self::Generated, Self::Minified];

    /// The word used in every output.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Ordinary => "ordinary",
            Self::Vendored => "vendored",
            Self::VirtualEnv => "virtualenv",
            Self::Generated => "generated",
            Self::Minified => "minified",
        }
    }
}

/// The class of `path`: that of its outermost telling directory, else that of its name.
#[must_use]
pub fn classify(path: &RepoPath) -> Class {
    let mut dirs = path.parent().split(|byte| *byte == b'/');
    dirs.find_map(class_of_dir).unwrap_or_else(|| class_of_name(path.file_name()))
}

/// The folders of `files` in which the go command keeps copies of other modules: its list stands in each.
#[must_use]
pub fn go_vendors<'f>(files: impl IntoIterator<Item = &'f RepoPath>) -> Vec<&'f [u8]> {
    let lists = files.into_iter().filter(|file| file.file_name() == b"modules.txt");
    lists.map(RepoPath::parent).filter(|dir| file_name(dir) == b"vendor").collect()
}

/// Whether `path` lies where a package manager puts what it installs, or where the go command keeps copies of other
/// modules: in one of `vendors`. That is a surer sign than a name such as `vendor`, which a shop may have too.
#[must_use]
pub fn is_installed(path: &RepoPath, vendors: &[&[u8]]) -> bool {
    let is_place = |dir: &[u8]| {
        matches!(dir, b"node_modules" | b"bower_components" | b"jspm_packages" | b"web_modules")
            || class_of_dir(dir) == Some(Class::VirtualEnv)
    };
    let within = |vendor: &&[u8]| strip_dir(path.as_bytes(), vendor).is_some();
    path.parent().split(|byte| *byte == b'/').any(is_place) || vendors.iter().any(within)
}

fn class_of_dir(name: &[u8]) -> Option<Class> {
    match name {
        b"node_modules" | b"vendor" | b"third_party" | b"third-party" | b"bower_components"
        | b"jspm_packages" | b"web_modules" | b".yarn" | b"Pods" | b"Carthage" => Some(Class::Vendored),
        b".venv" | b"venv" | b"virtualenv" | b"site-packages" | b"dist-packages" | b".tox" | b".nox"
        | b"__pypackages__" => Some(Class::VirtualEnv),
        b"__generated__" => Some(Class::Generated),
        _ => None,
    }
}

fn class_of_name(name: &[u8]) -> Class {
    if is_minified(name) {
        Class::Minified
    } else if LOCK_FILES.contains(&name) || is_generated(name) {
        Class::Generated
    } else {
        Class::Ordinary
    }
}

/// Files that a package manager or a build tool writes.
const LOCK_FILES: [&[u8]; 20] = [
    b"package-lock.json",
    b"npm-shrinkwrap.json",
    b"yarn.lock",
    b"pnpm-lock.yaml",
    b"bun.lock",
    b"bun.lockb",
    b"deno.lock",
    b".pnp.cjs",
    b".pnp.loader.mjs",
    b"Cargo.lock",
    b"go.sum",
    b"go.work.sum",
    b"poetry.lock",
    b"uv.lock",
    b"pdm.lock",
    b"Pipfile.lock",
    b"Gemfile.lock",
    b"composer.lock",
    b"pubspec.lock",
    b"gradle.lockfile",
];

fn is_minified(name: &[u8]) -> bool {
    let Some((stem, b"js" | b"mjs" | b"cjs" | b"css")) = split_extension(name) else { return false };
    [&b".min"[..], b"-min", b".bundle", b".chunk"].iter().any(|end| stem.ends_with(end))
}

fn is_generated(name: &[u8]) -> bool {
    const ENDS: [&[u8]; 14] = [
        b".js.map",
        b".mjs.map",
        b".cjs.map",
        b".css.map",
        b".d.ts.map",
        b".tsbuildinfo",
        b".pb.go",
        b"_pb2.py",
        b"_pb2.pyi",
        b"_pb2_grpc.py",
        b"_pb.js",
        b"_pb.ts",
        b"_pb.d.ts",
        b"_generated.go",
    ];
    ENDS.iter().any(|end| name.ends_with(end)) || has_generated_infix(name)
}

/// `x.generated.ts`, `x.gen.go`, `x.pb.ts`, `x.g.dart`, `x.freezed.dart` and their kin.
fn has_generated_infix(name: &[u8]) -> bool {
    let Some((stem, extension)) = split_extension(name) else { return false };
    let infix = split_extension(stem).map_or(&b""[..], |(_, infix)| infix);
    match infix {
        b"generated" | b"gen" | b"pb" => true,
        b"g" | b"freezed" | b"gr" => extension == b"dart",
        _ => false,
    }
}

fn split_extension(name: &[u8]) -> Option<(&[u8], &[u8])> {
    name.rfind_byte(b'.').filter(|dot| *dot > 0).map(|dot| (&name[..dot], &name[dot + 1..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_tell_their_keeper() {
        let cases = [
            ("src/vendor.ts", Class::Ordinary),
            ("src/generated.ts", Class::Ordinary),
            ("gen.ts", Class::Ordinary),
            ("a/node_modules/b/x.min.js", Class::Vendored),
            ("go/vendor/x.go", Class::Vendored),
            (".yarn/releases/yarn.cjs", Class::Vendored),
            ("py/.venv/lib/node_modules/x.js", Class::VirtualEnv),
            ("lib/site-packages/x.py", Class::VirtualEnv),
            ("x/__generated__/a.ts", Class::Generated),
            ("a.generated.ts", Class::Generated),
            ("api.pb.ts", Class::Generated),
            ("api_pb2.py", Class::Generated),
            ("m.g.dart", Class::Generated),
            ("deep/yarn.lock", Class::Generated),
            ("x.js.map", Class::Generated),
            ("jquery.min.js", Class::Minified),
            ("app.bundle.js", Class::Minified),
            ("x-min.css", Class::Minified),
        ];
        for (path, expected) in cases {
            assert_eq!(classify(&RepoPath::new(path.as_bytes()).unwrap()), expected, "{path}");
        }
    }

    #[test]
    fn what_is_installed_has_a_witness() {
        let path = |text: &str| RepoPath::new(text.as_bytes()).unwrap();
        let files = ["a/vendor/modules.txt", "govendor/modules.txt", "vendor/x/modules.txt"].map(path);
        let vendors = go_vendors(&files);
        let is = |text| is_installed(&path(text), &vendors);
        assert_eq!(vendors, [b"a/vendor"]);
        assert!(is("a/vendor/x.org/y/y.go") && is("web/node_modules/x/i.js") && is(".venv/lib/x.py"));
        assert!(!is("govendor/y.go") && !is("vendor/shop.ts") && !is("a/vendors/y.go"));
    }
}

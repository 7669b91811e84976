//! One tsconfig.json or jsconfig.json with all that it extends: the options that resolution depends on.
//!
//! Which config belongs to a file is decided in `configs`. A broken or missing parent is a problem that is
//! reported; what can be read still holds.

use std::collections::BTreeSet;

use bstr::ByteSlice;
use serde_json::Value;

use super::include::{FileSet, Glob};
use super::manifest::texts;
use crate::path::{self, RepoPath};

/// How `moduleResolution` searches, as far as it matters here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ModuleResolution {
    /// `node`, `node10`: no `exports`, no `imports` but for `require`, TypeScript files in a pass of their own.
    Node10,
    /// `node16`, `nodenext`: the condition `node`, and `require` or `import` by the importer's format.
    Node16,
    /// `bundler`, and everything that would be `classic`.
    Bundler,
}

/// Where the types of packages lie that have none themselves.
const TYPES: &str = "@types/";
/// Whoever writes one of more is not looked for.
const MOST_LEADS: usize = 16;

/// `paths` of a config.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Paths {
    /// The directory to which targets are relative.
    pub(super) base: Vec<u8>,
    /// Patterns with their targets, in file order.
    pub(super) patterns: Vec<(String, Vec<String>)>,
}

/// A config with everything inherited merged in; paths are repo-relative.
#[derive(Debug)]
pub(super) struct TsConfig {
    pub(super) path: Vec<u8>,
    pub(super) base_url: Option<Vec<u8>>,
    pub(super) paths: Option<Paths>,
    pub(super) root_dirs: Vec<Vec<u8>>,
    pub(super) type_roots: Vec<Vec<u8>>,
    pub(super) resolution: ModuleResolution,
    /// Imports are compiled to `require`.
    pub(super) emits_require: bool,
    pub(super) custom_conditions: Vec<String>,
    pub(super) module_suffixes: Vec<String>,
    /// `outDir` and `declarationDir`.
    pub(super) out_dirs: Vec<Vec<u8>>,
    /// Where the sources of `out_dirs` lie: `rootDir`, or what `composite` makes it.
    pub(super) root_dir: Option<Vec<u8>>,
    /// The folder of all that is included: the likely `rootDir` where there is none.
    pub(super) common_root: Option<Vec<u8>>,
    pub(super) set: FileSet,
    /// Configs that `references` name.
    pub(super) references: Vec<Vec<u8>>,
    /// Something is wrong in it, or in what it inherits, and was told.
    pub(super) is_flawed: bool,
}

/// A path as written and the directory that it is relative to.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Located {
    dir: Vec<u8>,
    text: String,
}

impl Located {
    /// Repo-relative; `None` when it leaves the repository.
    fn place(&self, leaf_dir: &[u8]) -> Option<Vec<u8>> {
        match self.text.strip_prefix("${configDir}") {
            Some(rest) => path::join(leaf_dir, rest.as_bytes()),
            None if self.text.starts_with('/') => None,
            None => path::join(&self.dir, self.text.as_bytes()),
        }
    }
}

/// The fields of one config file, each with the directory it was written in; a child's win over its parents'.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(super) struct Fields {
    base_url: Option<Located>,
    paths: Option<Paths>,
    root_dirs: Option<Vec<Located>>,
    type_roots: Option<Vec<Located>>,
    module_resolution: Option<String>,
    module: Option<String>,
    target: Option<String>,
    custom_conditions: Option<Vec<String>>,
    module_suffixes: Option<Vec<String>>,
    out_dir: Option<Located>,
    declaration_dir: Option<Located>,
    root_dir: Option<Located>,
    composite: Option<bool>,
    files: Option<Vec<Located>>,
    include: Option<Vec<Located>>,
    exclude: Option<Vec<Located>>,
    /// Something is wrong in a config that these are from, and was told.
    pub(super) is_flawed: bool,
    /// One of these configs cannot be understood.
    pub(super) is_hidden: bool,
}

impl Fields {
    /// The fields of the config `json` that lies in `dir`.
    pub(super) fn read(json: &Value, dir: &[u8]) -> Self {
        let options = json.get("compilerOptions").unwrap_or(&Value::Null);
        let locate = |text: &str| Located { dir: dir.to_vec(), text: text.to_owned() };
        let path = |field: &str| options.get(field)?.as_str().map(locate);
        let word = |field: &str| Some(options.get(field)?.as_str()?.to_lowercase());
        let list = |value: Option<&Value>| value.filter(|v| v.is_array()).map(|v| texts(Some(v)));
        let located = |value| list(value).map(|texts| texts.iter().map(|text| locate(text)).collect());
        Self {
            base_url: path("baseUrl"),
            paths: options.get("paths").and_then(Value::as_object).map(|paths| {
                let pattern = |(pattern, targets): (&String, &Value)| (pattern.clone(), texts(Some(targets)));
                Paths { base: dir.to_vec(), patterns: paths.iter().map(pattern).collect() }
            }),
            root_dirs: located(options.get("rootDirs")),
            type_roots: located(options.get("typeRoots")),
            module_resolution: word("moduleResolution"),
            module: word("module"),
            target: word("target"),
            custom_conditions: list(options.get("customConditions")),
            module_suffixes: list(options.get("moduleSuffixes")),
            out_dir: path("outDir"),
            declaration_dir: path("declarationDir"),
            root_dir: path("rootDir"),
            composite: options.get("composite").and_then(Value::as_bool),
            files: located(json.get("files")),
            include: located(json.get("include")),
            exclude: located(json.get("exclude")),
            is_flawed: false,
            is_hidden: false,
        }
    }

    /// How the specifiers begin that another state of the same config has `paths` for that this has not, or the other way
    /// round; `None` where it says something else too, or any specifier may be meant.
    pub(super) fn aliased(&self, other: &Self) -> Option<BTreeSet<String>> {
        let rest = |it: &Self| Self { paths: None, ..it.clone() };
        match (&self.paths, &other.paths) {
            _ if rest(self) != rest(other) => None,
            (None, None) => Some(BTreeSet::new()),
            (Some(paths), Some(others)) => paths.differing(others),
            // Those of a parent hold where it has none.
            _ => None,
        }
    }

    /// Takes from `parent` what this config leaves open.
    pub(super) fn inherit(self, parent: Self) -> Self {
        Self {
            base_url: self.base_url.or(parent.base_url),
            paths: self.paths.or(parent.paths),
            root_dirs: self.root_dirs.or(parent.root_dirs),
            type_roots: self.type_roots.or(parent.type_roots),
            module_resolution: self.module_resolution.or(parent.module_resolution),
            module: self.module.or(parent.module),
            target: self.target.or(parent.target),
            custom_conditions: self.custom_conditions.or(parent.custom_conditions),
            module_suffixes: self.module_suffixes.or(parent.module_suffixes),
            out_dir: self.out_dir.or(parent.out_dir),
            declaration_dir: self.declaration_dir.or(parent.declaration_dir),
            root_dir: self.root_dir.or(parent.root_dir),
            composite: self.composite.or(parent.composite),
            files: self.files.or(parent.files),
            include: self.include.or(parent.include),
            exclude: self.exclude.or(parent.exclude),
            is_flawed: self.is_flawed || parent.is_flawed,
            is_hidden: self.is_hidden || parent.is_hidden,
        }
    }

    /// Settles the merged fields of the config at `path`.
    pub(super) fn settle(self, path: &[u8], references: Vec<Vec<u8>>) -> TsConfig {
        let dir = path::parent(path);
        let place = |located: Option<&Located>| located.and_then(|located| located.place(dir));
        let base_url = place(self.base_url.as_ref());
        let out_dirs: Vec<_> = [&self.out_dir, &self.declaration_dir]
            .into_iter()
            .filter_map(|dir| place(dir.as_ref()))
            .collect();
        let set = self.file_set(dir, &out_dirs);
        let composite = || (self.composite == Some(true)).then(|| dir.to_vec());
        let root_dir = place(self.root_dir.as_ref()).or_else(composite);
        let resolution = self.resolution();
        // Where nothing is said of either, a bundler is taken to be at work.
        let is_said = self.module_resolution.is_some() || resolution == ModuleResolution::Node10;
        let emits_require = self.emits_commonjs() && is_said;
        TsConfig {
            path: path.to_vec(),
            paths: self.paths.map(|paths| paths.settle(dir, base_url.as_deref())),
            base_url,
            root_dirs: self.root_dirs.iter().flatten().filter_map(|located| located.place(dir)).collect(),
            type_roots: self.type_roots.iter().flatten().filter_map(|located| located.place(dir)).collect(),
            resolution,
            emits_require,
            custom_conditions: self.custom_conditions.unwrap_or_default(),
            module_suffixes: self.module_suffixes.unwrap_or_default(),
            out_dirs,
            root_dir,
            common_root: common_base(&set.include),
            set,
            references,
            is_flawed: self.is_flawed,
        }
    }

    fn file_set(&self, dir: &[u8], out_dirs: &[Vec<u8>]) -> FileSet {
        let place = |list: &Option<Vec<Located>>| -> Option<Vec<Vec<u8>>> {
            Some(list.as_ref()?.iter().filter_map(|located| located.place(dir)).collect())
        };
        let everything = || if self.files.is_some() { vec![] } else { vec![below(dir, b"**/*")] };
        let packages = || {
            let folders = [&b"node_modules"[..], b"bower_components", b"jspm_packages"];
            folders.iter().map(|folder| below(dir, folder)).chain(out_dirs.iter().cloned()).collect()
        };
        let include = place(&self.include).unwrap_or_else(everything);
        let exclude = place(&self.exclude).unwrap_or_else(packages);
        let mut files = place(&self.files).unwrap_or_default();
        files.sort();
        FileSet {
            files,
            include: include.iter().filter_map(|glob| Glob::include(glob)).collect(),
            // An empty glob would be the repo root: an `outDir` of "." takes nothing out.
            exclude: exclude.iter().filter(|glob| !glob.is_empty()).map(|glob| Glob::exclude(glob)).collect(),
        }
    }

    /// TypeScript's defaults, with `bundler` wherever it would fall back to `classic`.
    fn resolution(&self) -> ModuleResolution {
        match self.module_resolution.as_deref() {
            Some("node" | "node10") => return ModuleResolution::Node10,
            Some("node16" | "nodenext") => return ModuleResolution::Node16,
            Some("bundler" | "classic") => return ModuleResolution::Bundler,
            _ => {}
        }
        match self.module.as_deref() {
            Some(module) if module.starts_with("node") => ModuleResolution::Node16,
            _ if self.emits_commonjs() => ModuleResolution::Node10,
            _ => ModuleResolution::Bundler,
        }
    }

    /// `module` is `commonjs`, which is also what an old or no `target` makes it.
    fn emits_commonjs(&self) -> bool {
        match self.module.as_deref() {
            Some(module) => module == "commonjs",
            None => matches!(self.target.as_deref(), None | Some("es3" | "es5")),
        }
    }
}

fn below(dir: &[u8], rest: &[u8]) -> Vec<u8> {
    path::join(dir, rest).unwrap_or_default()
}

/// The deepest directory that holds everything that the globs can take in, when it is not the whole project.
fn common_base(include: &[Glob]) -> Option<Vec<u8>> {
    let mut bases = include.iter().map(Glob::base);
    let first = bases.next()?;
    let common = bases.fold(first, |common, base| {
        path::ancestors(&common)
            .find(|dir| path::strip_dir(&base, dir).is_some() || *dir == base)
            .unwrap_or_default()
            .to_vec()
    });
    (!common.is_empty()).then_some(common)
}

impl TsConfig {
    /// The longest pattern of `paths` that matches `specifier`, and the targets that it leads to, repo-relative;
    /// `None` in a target's place when it leaves the repository.
    pub(super) fn mapped(&self, specifier: &str) -> Option<(&str, Vec<Option<Vec<u8>>>)> {
        let paths = self.paths.as_ref()?;
        let (pattern, star, targets) = paths.find(specifier)?;
        let place = |target: &String| {
            let text = target.replacen('*', star, 1);
            if text.starts_with('/') { None } else { path::join(&paths.base, text.as_bytes()) }
        };
        Some((pattern, targets.iter().map(place).collect()))
    }

    /// The folders that the sources in `root` are compiled to.
    pub(super) fn outs(&self, root: &[u8]) -> impl Iterator<Item = &Vec<u8>> {
        self.out_dirs.iter().filter(move |out| *out != root && !out.is_empty())
    }

    /// The file, as far as it is one of the universe.
    pub(super) fn file(&self) -> Option<RepoPath> {
        RepoPath::new(&self.path).ok()
    }
}

impl Paths {
    /// See [`Fields::aliased`].
    fn differing(&self, others: &Self) -> Option<BTreeSet<String>> {
        let parted = |one: &Self, other: &Self| {
            let patterns = one.patterns.iter().cloned();
            patterns.partition::<Vec<_>, _>(|pattern| other.patterns.contains(pattern))
        };
        let ((kept, gone), (still, new)) = (parted(self, others), parted(others, self));
        // Of patterns that are as long the first one holds.
        if self.base != others.base || kept != still {
            return None;
        }
        let lead = |(pattern, _): &(String, Vec<String>)| {
            let lead = pattern.split('*').next().unwrap_or_default();
            // Some specifiers are asked for in other words than they are written in.
            let is_of_types = TYPES.starts_with(lead) || lead.starts_with(TYPES);
            (!is_of_types && !lead.starts_with(['.', '/'])).then(|| lead.to_owned())
        };
        let leads: BTreeSet<String> = gone.iter().chain(&new).map(lead).collect::<Option<_>>()?;
        (leads.len() <= MOST_LEADS).then_some(leads)
    }

    /// Makes targets relative to `baseUrl`, where there is one, and those in `${configDir}` to the config that is used.
    fn settle(self, leaf_dir: &[u8], base_url: Option<&[u8]>) -> Self {
        let base = base_url.map_or(self.base, <[u8]>::to_vec);
        let depth = base.split(|b| *b == b'/').filter(|segment| !segment.is_empty()).count();
        let place = |target: String| match target.strip_prefix("${configDir}") {
            Some(rest) => format!("./{}{}{rest}", "../".repeat(depth), leaf_dir.to_str_lossy()),
            None => target,
        };
        let patterns = self.patterns.into_iter();
        let patterns =
            patterns.map(|(pattern, targets)| (pattern, targets.into_iter().map(place).collect())).collect();
        Self { base, patterns }
    }

    fn find<'p, 's>(&'p self, specifier: &'s str) -> Option<(&'p str, &'s str, &'p [String])> {
        let mut best: Option<(usize, &'p str, &'s str, &'p [String])> = None;
        for (pattern, targets) in &self.patterns {
            let Some((prefix, suffix)) = pattern.split_once('*') else {
                if pattern == specifier {
                    return Some((pattern, "", targets));
                }
                continue;
            };
            let middle = specifier.strip_prefix(prefix).and_then(|rest| rest.strip_suffix(suffix));
            if let Some(star) = middle.filter(|_| best.is_none_or(|(length, ..)| prefix.len() > length)) {
                best = Some((prefix.len(), pattern, star, targets));
            }
        }
        best.map(|(_, pattern, star, targets)| (pattern, star, targets))
    }
}

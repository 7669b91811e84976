//! `explain`: the steps that lead from an import to its target.

use std::io::{self, Write};
use std::process::ExitCode;

use resolvers::facts::{FileFacts, Import, ImportKind, ImportSyntax, Span};
use resolvers::path::RepoPath;
use resolvers::target::{How, Reason, Resolved, Target};
use resolvers::{Dialect, Language};
use serde_json::{Value, json};

use super::super::args::{ExplainArgs, Format};
use super::super::failure::Failure;
use super::super::render;
use super::super::scene::Scene;
use crate::facts::SourceFile;
use crate::resolution::table::{self, Status};
use crate::resolution::{self, Reading, Resolvers};
use crate::universe::Universe;

/// One import with its answer and the way there.
struct Explained {
    import: Import,
    resolved: Resolved,
    steps: Vec<String>,
}

pub(crate) fn run(args: &ExplainArgs, scene: &Scene) -> Result<ExitCode, Failure> {
    let universe = scene.universe(&args.place)?;
    let file = Scene::repo_path(&universe, &args.file)?;
    let (language, dialect) = language_of(&universe, &file)?;
    let (written, explained) = Scene::on_threads(1, || {
        let mut imports = imports(&universe, &file, language, dialect)?;
        let is_written = imports.iter().any(|import| import.specifier == args.specifier);
        if !is_written {
            imports.push(supposed(&args.specifier));
        }
        let explained = explain(&universe, &file, (language, dialect), imports, &args.specifier);
        Ok::<_, Failure>((is_written, explained))
    })??;
    let mut out = io::stdout().lock();
    match args.format {
        Format::Text => text(&file, written, &explained, &mut out)?,
        Format::Json => writeln!(out, "{}", json(&file, written, &explained))?,
    }
    Ok(ExitCode::SUCCESS)
}

fn language_of(universe: &Universe, file: &RepoPath) -> Result<(&'static dyn Language, Dialect), Failure> {
    if universe.files.binary_search_by(|known| known.path.cmp(file)).is_err() {
        let name = render::plain(file.as_bytes());
        let failure = Failure::usage(format!("`{name}` is no file of the repository"));
        return Err(failure.hint("ignored files, links and files of submodules do not count"));
    }
    resolvers::language_of(file).ok_or_else(|| {
        Failure::usage(format!("`{}` is in no language that is read here", render::plain(file.as_bytes())))
    })
}

/// The imports of `file`, by kind.
fn imports(
    universe: &Universe,
    file: &RepoPath,
    language: &dyn Language,
    dialect: Dialect,
) -> Result<Vec<Import>, Failure> {
    let bytes = universe.snapshot.read(file).map_err(|error| {
        let message = format!("`{}` {}", render::plain(file.as_bytes()), error.reason());
        Failure { code: 3, ..Failure::usage(message) }
    })?;
    let mut imports = language.extract(dialect, &bytes).imports;
    imports.sort_by_key(|import| (import.kind, import.syntax));
    Ok(imports)
}

/// What the file might write.
fn supposed(specifier: &str) -> Import {
    Import {
        specifier: specifier.to_owned(),
        syntax: ImportSyntax::Import,
        kind: ImportKind::Runtime,
        names: Vec::new(),
        pattern: None,
        mode: None,
        span: Span::default(),
    }
}

/// The answers for all of `imports` with that specifier: what else the file says may decide.
fn explain(
    universe: &Universe,
    file: &RepoPath,
    (language, dialect): (&'static dyn Language, Dialect),
    imports: Vec<Import>,
    specifier: &str,
) -> Vec<Explained> {
    let reading = Reading::of(universe);
    let project = resolution::project(universe, &reading);
    let resolvers = Resolvers::new(&project);
    let facts = FileFacts { imports, ..FileFacts::default() };
    let asked = SourceFile { path: file.clone(), language, dialect, facts, key: None };
    let steps = |import: &Import, resolved: &Resolved| {
        let (alone, mut steps) = resolvers.of(language).explain(file, import);
        if alone.how == How::OwnFolder && resolved.how != How::OwnFolder {
            let step = "but what lies there is not meant: it, or this file, asks for that name elsewhere";
            steps.push(step.to_owned());
        }
        steps
    };
    let answers = resolvers.resolve_one(&asked, true, |path| source(universe, path));
    let one = |(import, resolved): (&Import, Resolved)| Explained {
        import: import.clone(),
        steps: steps(import, &resolved),
        resolved,
    };
    let pairs = asked.facts.imports.iter().zip(answers.imports);
    let mut explained: Vec<Explained> =
        pairs.filter(|(import, _)| import.specifier == specifier).map(one).collect();
    // Of statements that mean the same, one; in Python two names of one specifier may mean two files.
    let mut told: Vec<(ImportKind, ImportSyntax, Resolved)> = Vec::new();
    explained.retain(|it| {
        let told_of = (it.import.kind, it.import.syntax, it.resolved.clone());
        let is_new = !told.contains(&told_of);
        told.extend(is_new.then_some(told_of));
        is_new
    });
    explained
}

/// What a file says.
fn source(universe: &Universe, path: &RepoPath) -> Option<SourceFile> {
    let (language, dialect) = resolvers::language_of(path)?;
    let facts = language.extract(dialect, &universe.snapshot.read(path).ok()?);
    Some(SourceFile { path: path.clone(), language, dialect, facts, key: None })
}

fn text(file: &RepoPath, written: bool, explained: &[Explained], out: &mut impl Write) -> io::Result<()> {
    if !written {
        writeln!(out, "{} does not import this; if it did:", render::plain(file.as_bytes()))?;
    }
    for Explained { import, resolved, steps } in explained {
        let specifier = render::plain(import.specifier.as_bytes());
        writeln!(out, "{specifier} in {} ({})", render::plain(file.as_bytes()), import.kind.name())?;
        for step in steps {
            writeln!(out, "  {}", render::plain(step.as_bytes()))?;
        }
        for target in &resolved.targets {
            writeln!(out, "  => {}", shown(target))?;
        }
    }
    Ok(())
}

fn shown(target: &Target) -> String {
    match target {
        Target::Source(path) => render::plain(path.as_bytes()),
        Target::Package(dir) => render::plain(resolvers::path::shown(dir)),
        Target::Parent(path) => format!("{}, which runs first", render::plain(path.as_bytes())),
        Target::Member { package, .. } => render::plain(package.as_bytes()),
        Target::Namespace(dirs) => {
            let dirs: Vec<_> = dirs.iter().map(|dir| render::plain(dir.as_bytes())).collect();
            format!("the namespace of {}", dirs.join(", "))
        }
        Target::External { ecosystem, package, version } => {
            let version = version.as_ref().map(|version| format!(" {}", render::plain(version.as_bytes())));
            let version = version.unwrap_or_default();
            format!("{} ({ecosystem}{version})", render::plain(package.as_bytes()))
        }
        Target::Builtin { name, .. } => render::plain(name.as_bytes()),
        Target::Missing(reason) => format!("nowhere: {}", reason.sentence()),
    }
}

/// As the rows of `edges` have them.
fn targets(resolved: &Resolved) -> Vec<Value> {
    let mut told = Vec::new();
    for target in &resolved.targets {
        table::each(target, |status, name, reason| {
            told.push(json!({
                "status": status.name(),
                "target": (status != Status::Missing).then(|| render::text(name)),
                "how": table::how(resolved, target),
                "reason": reason.map(Reason::sentence),
            }));
        });
    }
    told
}

fn json(file: &RepoPath, written: bool, explained: &[Explained]) -> Value {
    let one = |explained: &Explained| {
        json!({
            "kind": explained.import.kind.name(),
            "how": explained.resolved.how.name(),
            "steps": explained.steps,
            "targets": targets(&explained.resolved),
        })
    };
    json!({
        "file": file.to_text(),
        "specifier": explained.first().map(|first| first.import.specifier.clone()),
        "written": written,
        "imports": explained.iter().map(one).collect::<Vec<_>>(),
    })
}

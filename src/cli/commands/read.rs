//! The verbs that answer questions about `.dsp/` (specification §5.11 to §5.22).

use std::fmt::Display;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use bstr::ByteSlice;
use serde::Serialize;

use super::super::args::{FindBySourceArgs, Format, OneEntity, PathArgs, ReadTocArgs, Reading, TreeArgs};
use super::super::failure::Failure;
use super::super::render;
use super::super::scene::Scene;
use crate::dsp::model::TocName;
use crate::dsp::query::{self, Asked, Files, Way};
use crate::dsp::reader::Reader;
use crate::identity::{Uid, UidError};

/// Prints the answer as the Python tool does, or as JSON. 1 where the answer is that there is none.
pub(crate) fn run(verb: &Reading, scene: &Scene) -> Result<ExitCode, Failure> {
    let ask = |question: &dyn Fn(&Reader) -> Result<ExitCode, Failure>| scene.ask(question);
    match verb {
        Reading::GetEntity(args) => ask(&|it| answer(&query::entity(it, args.uid)?, args.format)),
        Reading::GetShared(args) => ask(&|it| answer(&query::shared(it, args.uid)?, args.format)),
        Reading::GetRecipients(args) => ask(&|it| recipients(args, it, scene)),
        Reading::GetChildren(args) => tree(args, scene, Direction::Down),
        Reading::GetParents(args) => tree(args, scene, Direction::Up),
        Reading::GetPath(args) => path(args, scene),
        Reading::Search(args) => ask(&|it| answer(&query::search(it, &args.query)?, args.format)),
        Reading::FindBySource(args) => ask(&|it| find_by_source(args, it)),
        Reading::ReadToc(args) => ask(&|it| read_toc(args, it)),
        Reading::DetectCycles(args) if args.files => ask(&|it| answer(&Files::of(it)?.cycles(), args.format)),
        Reading::DetectCycles(args) => ask(&|it| cycles(args.format, it, scene)),
        Reading::GetOrphans(args) if args.files => ask(&|it| answer(&Files::of(it)?.orphans(), args.format)),
        Reading::GetOrphans(args) => ask(&|it| answer(&query::orphans(it)?, args.format)),
        Reading::GetStats(args) if args.files => ask(&|it| answer(&Files::of(it)?.stats(), args.format)),
        Reading::GetStats(args) => ask(&|it| answer(&query::stats(it)?, args.format)),
    }
}

/// Prints an answer.
fn answer(answer: &(impl Display + Serialize), format: Format) -> Result<ExitCode, Failure> {
    let mut out = BufWriter::new(io::stdout().lock());
    match format {
        Format::Text => write!(out, "{answer}")?,
        Format::Json => render::json(&mut out, answer)?,
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// Prints an answer that may be "no".
fn found(value: &(impl Display + Serialize), is_found: bool, format: Format) -> Result<ExitCode, Failure> {
    Failure::unless_closed(answer(value, format).map(|_| ()))?;
    Ok(ExitCode::from(u8::from(!is_found)))
}

/// Who imports a part of an entity does not show among those who import the whole.
fn recipients(args: &OneEntity, reader: &Reader, scene: &Scene) -> Result<ExitCode, Failure> {
    let recipients = query::recipients(reader, args.uid)?;
    let code = answer(&recipients, args.format)?;
    if recipients.is_used_in_parts && args.format == Format::Text {
        let uid = args.uid;
        scene.hint(&format!(
            "nobody imports the whole of it; `get-shared {uid}` tells who imports what it shares, `get-parents \
             {uid} --files` which files do"
        ));
    }
    Ok(code)
}

/// A circle of files through what they share is none of entities.
fn cycles(format: Format, reader: &Reader, scene: &Scene) -> Result<ExitCode, Failure> {
    let cycles = query::cycles(reader)?;
    let code = answer(&cycles, format)?;
    if cycles.is_empty() && format == Format::Text {
        scene.hint("this is about entities; `detect-cycles --files` tells the files that reach each other");
    }
    Ok(code)
}

/// An argument that names an entity.
fn uid(argument: &[u8]) -> Result<Uid, Failure> {
    let hint = "a path needs --files; `dsp-cli find-by-source PATH` tells the uids of a file";
    argument.to_str_lossy().parse().map_err(|error: UidError| Failure::from(error).hint(hint))
}

/// Which way a tree grows.
#[derive(Clone, Copy)]
enum Direction {
    Down,
    Up,
}

fn tree(args: &TreeArgs, scene: &Scene, direction: Direction) -> Result<ExitCode, Failure> {
    let start = if args.files { Asked::parse(&args.start) } else { Asked::Uid(uid(&args.start)?) };
    scene.ask(|reader| {
        let tree = match (direction, &start) {
            (Direction::Down, Asked::Uid(uid)) if !args.files => query::children(reader, *uid, args.depth)?,
            (Direction::Up, Asked::Uid(uid)) if !args.files => query::parents(reader, *uid, args.depth)?,
            (Direction::Down, file) => Files::of(reader)?.children(file, args.depth)?,
            (Direction::Up, file) => Files::of(reader)?.parents(file, args.depth)?,
        };
        answer(&tree, args.format)
    })
}

fn path(args: &PathArgs, scene: &Scene) -> Result<ExitCode, Failure> {
    let print = |way: Way| found(&way, way.is_found(), args.format);
    if args.files {
        let (from, to) = (Asked::parse(&args.from), Asked::parse(&args.to));
        return scene.ask(|reader| print(Files::of(reader)?.path(&from, &to)?));
    }
    let (from, to) = (uid(&args.from)?, uid(&args.to)?);
    scene.ask(|reader| print(query::path(reader, from, to)?))
}

fn find_by_source(args: &FindBySourceArgs, reader: &Reader) -> Result<ExitCode, Failure> {
    let sources = query::find_by_source(reader, &args.source)?;
    found(&sources, sources.is_found(), args.format)
}

/// `default` is the plain table, which is also meant when nothing is said.
fn read_toc(args: &ReadTocArgs, reader: &Reader) -> Result<ExitCode, Failure> {
    answer(&query::toc(reader, args.toc.unwrap_or(TocName::Plain))?, args.format)
}

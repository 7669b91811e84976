//! What an unfinished merge comes to where there is one right answer: bytes with marks in, bytes without out.
//!
//! Of a list every line of both sides stays, for no line is worth a lost one, and what the code does not show goes with
//! the next sync. Where the tool wrote one side, the other one stays; where it wrote both, either will do. Two texts
//! that people wrote are theirs to join.

use bstr::ByteSlice;

use super::super::format::{import_lines, is_auto};
use super::super::model::TocName;

/// A stretch of a file.
enum Part<'b> {
    /// A line that both sides have.
    Common(&'b [u8]),
    /// What the sides have instead of each other.
    Torn { ours: Vec<&'b [u8]>, theirs: Vec<&'b [u8]> },
}

/// The lines of both sides that belong together; `None` where they cannot be told apart.
fn parts(bytes: &[u8]) -> Option<Vec<Part<'_>>> {
    let mut parts = Vec::new();
    let mut lines = bytes.lines_with_terminator();
    while let Some(line) = lines.next() {
        if !line.starts_with(b"<<<<<<< ") {
            let is_mark = line.starts_with(b">>>>>>> ");
            parts.push((!is_mark).then_some(Part::Common(line))?);
            continue;
        }
        let (mut ours, mut base, mut theirs) = (Vec::new(), Vec::new(), Vec::new());
        let mut side = &mut ours;
        loop {
            let line = lines.next()?;
            match line.trim_end() {
                b"=======" => side = &mut theirs,
                _ if line.starts_with(b"||||||| ") => side = &mut base,
                _ if line.starts_with(b">>>>>>> ") => break,
                _ if line.starts_with(b"<<<<<<< ") => return None,
                _ => side.push(line),
            }
        }
        parts.push(Part::Torn { ours, theirs });
    }
    Some(parts)
}

/// The file at `path`, from `.dsp/`, without marks.
pub(super) fn resolved(path: &[u8], bytes: &[u8]) -> Option<Vec<u8>> {
    let parts = parts(bytes)?;
    let names: Vec<&[u8]> = path.split(|byte| *byte == b'/').collect();
    let lines = match names[..] {
        [toc] if TocName::parse(toc).is_some() => listed(parts)?,
        [_, b"imports" | b"shared"] => listed(parts)?,
        [_, b"description"] => described(parts)?,
        [_, b"exports", ..] => told(&parts)?,
        _ => return None,
    };
    let ended = |line: &[u8]| if line.ends_with(b"\n") { line.to_vec() } else { [line, b"\n"].concat() };
    Some(lines.into_iter().flat_map(ended).collect())
}

/// Every line of both sides, once; `None` where one names no entity.
fn listed(parts: Vec<Part<'_>>) -> Option<Vec<&[u8]>> {
    let mut lines: Vec<&[u8]> = Vec::new();
    for part in parts {
        match part {
            Part::Common(line) => lines.push(line),
            Part::Torn { mut ours, theirs } => {
                for line in theirs {
                    if !ours.iter().any(|known| known.trim() == line.trim()) {
                        ours.push(line);
                    }
                }
                if !ours.iter().all(|line| import_lines(line).all(|line| line.imported().is_some())) {
                    return None;
                }
                lines.extend(ours);
            }
        }
    }
    Some(lines)
}

/// Fields that the tool writes, in one line each; whatever else differs is somebody's.
fn described(parts: Vec<Part<'_>>) -> Option<Vec<&[u8]>> {
    let mut lines = Vec::new();
    for part in parts {
        match part {
            Part::Common(line) => lines.push(line),
            Part::Torn { mut ours, mut theirs } => {
                for key in [&b"purpose:"[..], b"version:"] {
                    let [mine, yours] =
                        [&ours, &theirs].map(|side| side.iter().position(|it| it.starts_with(key)));
                    match (mine, yours) {
                        (Some(mine), Some(yours)) => {
                            let line = theirs.remove(yours);
                            let text = |line: &[u8]| line[key.len()..].to_vec();
                            if key == b"purpose:" && !is_first_chosen(&text(ours[mine]), &text(line))? {
                                ours[mine] = line;
                            }
                        }
                        (None, Some(yours)) => ours.push(theirs.remove(yours)),
                        (_, None) => {}
                    }
                }
                let rest = |line: &&&[u8]| !line.starts_with(b"purpose:") && !line.starts_with(b"version:");
                if !ours.iter().filter(rest).eq(theirs.iter().filter(rest)) {
                    return None;
                }
                lines.extend(ours);
            }
        }
    }
    Some(lines)
}

/// A text that is all of its file.
fn told<'b>(parts: &[Part<'b>]) -> Option<Vec<&'b [u8]>> {
    let side = |is_ours: bool| {
        let lines = parts.iter().flat_map(|part| match part {
            Part::Common(line) => vec![*line],
            Part::Torn { ours, .. } if is_ours => ours.clone(),
            Part::Torn { theirs, .. } => theirs.clone(),
        });
        lines.collect::<Vec<&'b [u8]>>()
    };
    let (ours, theirs) = (side(true), side(false));
    Some(if is_first_chosen(&ours.concat(), &theirs.concat())? { ours } else { theirs })
}

/// Which of two texts stays; `None` where somebody wrote either.
fn is_first_chosen(first: &[u8], second: &[u8]) -> Option<bool> {
    match (is_auto(first), is_auto(second)) {
        (_, true) => Some(true),
        (true, false) => Some(false),
        (false, false) => (first.trim() == second.trim()).then_some(true),
    }
}

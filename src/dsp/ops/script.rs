//! The lines of `apply`: an operation each, and what lets one line speak of another.
//!
//! A line that creates something may give it a name, `"as": "x"`; in a line below, `"$x"` stands for the uid that it
//! got, wherever a uid is expected. `"about"` may hold anything: it is for whoever reads the line, and passed over.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error as _, MapAccess, Visitor};
use serde_json::{Map, Value};

use super::op::Op;
use super::{Answer, Draft, OpError, run};
use crate::identity::{Family, Uid};

/// Members in which a name may stand for a uid.
const UIDS: [&str; 10] =
    ["uid", "uids", "importer", "imported", "exporter", "shared", "owner", "toc", "from", "to"];

/// What names stand for.
type Names = BTreeMap<String, Uid>;

/// An operation and the line it stands on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Which line, counted from 1.
    pub number: usize,
    /// What later lines call the entity that it makes.
    name: Option<String>,
    spelled: Spelled,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Spelled {
    Op(Op),
    /// It names what a line above makes.
    Open(Map<String, Value>),
}

impl From<Op> for Line {
    fn from(op: Op) -> Self {
        Self { number: 1, name: None, spelled: Spelled::Op(op) }
    }
}

/// A line is no operation.
#[derive(Debug, thiserror::Error)]
#[error("line {number}: {source}")]
pub struct LineError {
    /// Which line, counted from 1.
    pub number: usize,
    /// What is wrong with it.
    source: Wrong,
}

#[derive(Debug, thiserror::Error)]
enum Wrong {
    #[error("{}", in_the_line(.0))]
    Json(#[from] serde_json::Error),
    #[error("`source` is empty")]
    NoSource,
    #[error("`as` must be a word of letters, digits, `-` and `_`")]
    NoName,
    #[error("`as` is for operations that create an entity")]
    NothingMade,
    #[error("the name `{name}` is taken by line {by}")]
    Taken { name: String, by: usize },
    #[error("`${0}` is not the name of anything that a line above makes")]
    Unknown(String),
}

/// An error in the words of JSON, and without the number of its line, which is always the first of the one that was parsed.
fn in_the_line(error: &serde_json::Error) -> String {
    let (told, column) = (error.to_string(), error.column());
    let told = match told.strip_suffix(&format!(" at line {} column {column}", error.line())) {
        Some(bare) => format!("{bare} at column {column}"),
        None => told,
    };
    if error.is_syntax() || error.is_eof() {
        return format!("this is no JSON object: {told}");
    }
    let kind = if told.contains("`create-object`") { "operation" } else { "value" };
    let words = [
        ("unknown variant", &*format!("unknown {kind}")),
        ("a byte string", "a string"),
        ("invalid type: sequence", "invalid type: array"),
        ("invalid type: map", "invalid type: object"),
    ];
    words.iter().fold(told, |told, (one, other)| told.replacen(one, other, 1))
}

/// Reads the lines of `apply`; blank ones are passed over, and a byte order mark before all of them.
///
/// # Errors
/// Names the first line that is no operation.
pub fn read_lines(text: &[u8]) -> Result<Vec<Line>, LineError> {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let lines = text.split(|byte| *byte == b'\n').zip(1..);
    let lines = lines.map(|(line, number)| (number, line.trim_ascii())).filter(|(_, line)| !line.is_empty());
    let mut reader = Reader::default();
    lines
        .map(|(number, line)| reader.read(number, line).map_err(|source| LineError { number, source }))
        .collect()
}

/// Runs operations, each seeing those before it.
///
/// # Errors
/// Which one was refused, counted from 0, and why; the draft is then not to be committed.
pub fn run_lines(draft: &mut Draft<'_>, lines: &[Line]) -> Result<Vec<Answer>, (usize, OpError)> {
    let mut names = Names::new();
    let mut answers = Vec::with_capacity(lines.len());
    for (at, line) in lines.iter().enumerate() {
        let answer = line.op(&names).and_then(|op| run(draft, &op)).map_err(|error| (at, error))?;
        if let (Some(name), Answer::Created { uid, .. }) = (&line.name, &answer) {
            names.insert(name.clone(), *uid);
        }
        answers.push(answer);
    }
    Ok(answers)
}

impl Line {
    fn op(&self, names: &Names) -> Result<Cow<'_, Op>, OpError> {
        match &self.spelled {
            Spelled::Op(op) => Ok(Cow::Borrowed(op)),
            Spelled::Open(members) => Ok(Cow::Owned(op(filled(members, names))?)),
        }
    }
}

/// Reads lines in order. A uid that is not known yet is stood for by another one of its family, so that all else can
/// be checked before anything runs.
#[derive(Default)]
struct Reader {
    made: BTreeMap<String, usize>,
    stand_ins: Names,
}

impl Reader {
    fn read(&mut self, number: usize, line: &[u8]) -> Result<Line, Wrong> {
        let Members(mut members) = serde_json::from_slice(line)?;
        members.shift_remove("about");
        if members.get("source").and_then(Value::as_str).is_some_and(|source| source.trim().is_empty()) {
            return Err(Wrong::NoSource);
        }
        let name = members.shift_remove("as").map(name).transpose()?;
        if let Some(unknown) = references(&members).find(|name| !self.stand_ins.contains_key(*name)) {
            return Err(Wrong::Unknown(unknown.to_owned()));
        }
        let is_open = references(&members).next().is_some();
        let spelled = if is_open {
            op(filled(&members, &self.stand_ins))?;
            Spelled::Open(members)
        } else {
            Spelled::Op(op(members)?)
        };
        if let Some(name) = &name {
            self.declare(number, name, &spelled)?;
        }
        Ok(Line { number, name, spelled })
    }

    fn declare(&mut self, number: usize, name: &str, spelled: &Spelled) -> Result<(), Wrong> {
        let verb = match spelled {
            Spelled::Op(Op::CreateObject(_)) => "create-object",
            Spelled::Op(Op::CreateFunction(_)) => "create-function",
            Spelled::Open(members) => members.get("op").and_then(Value::as_str).unwrap_or_default(),
            Spelled::Op(_) => "",
        };
        let family = match verb {
            "create-object" => Family::Object,
            "create-function" => Family::Function,
            _ => return Err(Wrong::NothingMade),
        };
        if let Some(by) = self.made.insert(name.to_owned(), number) {
            return Err(Wrong::Taken { name: name.to_owned(), by });
        }
        self.stand_ins.insert(name.to_owned(), Uid::new(family, 0));
        Ok(())
    }
}

fn name(value: Value) -> Result<String, Wrong> {
    let is_name = |text: &String| {
        !text.is_empty() && text.chars().all(|char| char.is_ascii_alphanumeric() || "-_".contains(char))
    };
    match value {
        Value::String(text) if is_name(&text) => Ok(text),
        _ => Err(Wrong::NoName),
    }
}

fn op(members: Map<String, Value>) -> Result<Op, serde_json::Error> {
    serde_json::from_value(Value::Object(members))
}

/// The names that stand for uids.
fn references(members: &Map<String, Value>) -> impl Iterator<Item = &str> {
    let values = members.iter().filter(|(key, _)| UIDS.contains(&key.as_str())).map(|(_, value)| value);
    let texts = values.flat_map(|value| match value {
        Value::Array(values) => values.as_slice(),
        one => std::slice::from_ref(one),
    });
    texts.filter_map(|value| value.as_str()?.strip_prefix('$'))
}

/// The members with uids in the place of names.
fn filled(members: &Map<String, Value>, names: &Names) -> Map<String, Value> {
    let fill = |value: &mut Value| {
        let uid = value.as_str().and_then(|text| names.get(text.strip_prefix('$')?));
        if let Some(uid) = uid {
            *value = Value::String(uid.to_string());
        }
    };
    let mut filled = members.clone();
    for (_, value) in filled.iter_mut().filter(|(key, _)| UIDS.contains(&key.as_str())) {
        match value {
            Value::Array(values) => values.iter_mut().for_each(fill),
            one => fill(one),
        }
    }
    filled
}

/// An object in which no member stands twice.
struct Members(Map<String, Value>);

impl<'de> Deserialize<'de> for Members {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Once)
    }
}

struct Once;

impl<'de> Visitor<'de> for Once {
    type Value = Members;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an operation: a JSON object with `op`")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Members, A::Error> {
        let mut members = Map::new();
        while let Some((key, value)) = access.next_entry::<String, Value>()? {
            if members.insert(key.clone(), value).is_some() {
                return Err(A::Error::custom(format_args!("duplicate field `{key}`")));
            }
        }
        Ok(Members(members))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dsp::model::TocName;

    /// Every operation with all of its members.
    const ALL: [&str; 13] = [
        r#"{"op":"create-object","source":"a","purpose":"p","kind":"external","uid":"obj-00000001","toc":["default"],"new_root":true,"scope":"."}"#,
        r#"{"op":"create-function","source":"a","purpose":"p","owner":"obj-00000001","uid":"func-00000001","toc":["default"]}"#,
        r#"{"op":"create-shared","exporter":"obj-00000001","shared":["func-00000001"]}"#,
        r#"{"op":"add-import","importer":"obj-00000001","imported":"obj-00000002","why":"w","exporter":"obj-00000003"}"#,
        r#"{"op":"update-description","uid":"obj-00000001","source":"a","purpose":"p","kind":"object","scope":".","sections":{"notes":"n"}}"#,
        r#"{"op":"update-import-why","importer":"obj-00000001","imported":"obj-00000002","why":"w","exporter":"obj-00000003"}"#,
        r#"{"op":"move-entity","uid":"obj-00000001","source":"a"}"#,
        r#"{"op":"remove-import","importer":"obj-00000001","imported":"obj-00000002","exporter":"obj-00000003"}"#,
        r#"{"op":"remove-shared","exporter":"obj-00000001","shared":"func-00000001"}"#,
        r#"{"op":"remove-entity","uid":"obj-00000001"}"#,
        r#"{"op":"add-to-toc","uids":["obj-00000001"],"toc":["default"]}"#,
        r#"{"op":"move-to-toc","uids":["obj-00000001"],"from":"default","to":"obj-00000001"}"#,
        r#"{"op":"rebuild-cache"}"#,
    ];

    /// The members that hold uids or tables are those in which names count.
    #[test]
    fn names_count_wherever_a_uid_may_stand() {
        let mut found = std::collections::BTreeSet::new();
        for line in ALL {
            let members: Map<String, Value> = serde_json::from_str(line).unwrap();
            let told = format!("{:?}", op(members.clone()).unwrap());
            assert!(!told.contains("None") && !told.contains("[]"), "a member is missing: {told}");
            for (key, value) in members {
                let one = value.as_array().and_then(|values| values.first()).unwrap_or(&value);
                if one.as_str().is_some_and(|text| TocName::from_argument(text).is_ok()) {
                    found.insert(key);
                }
            }
        }
        assert_eq!(found, UIDS.into_iter().map(str::to_owned).collect());
    }
}

//! Entities that say something (specification §5.17).

use std::fmt;

use bstr::Finder;
use rayon::prelude::*;
use serde::Serialize;

use super::super::format::Description;
use super::super::reader::Reader;
use super::super::store::StoreError;
use super::text::text;
use crate::identity::Uid;

/// Where a text was found.
#[derive(Debug, Serialize)]
pub struct Found {
    query: String,
    results: Vec<Hit>,
}

/// The first place in an entity.
#[derive(Debug, Serialize)]
struct Hit {
    uid: String,
    /// The key in its description, or `exports`.
    field: String,
    /// The whole value, or the name in `exports/`.
    text: String,
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.results.is_empty() {
            return writeln!(f, "no matches");
        }
        self.results.iter().try_for_each(|hit| writeln!(f, "{}  [{}] {}", hit.uid, hit.field, hit.text))
    }
}

/// `search` (specification §5.17): each entity with the first field of its description that holds `query`, upper and
/// lower case alike, else the first uid in its `exports/` that does; by name.
///
/// # Errors
/// See [`StoreError`].
pub fn search(reader: &Reader, query: &str) -> Result<Found, StoreError> {
    let wanted = query.to_lowercase();
    let descriptions = reader.descriptions()?;
    let exports = if may_be_uid(&wanted) { Some(reader.export_names()?) } else { None };
    let finder = Finder::new(wanted.as_bytes());
    let names = reader.names()?;
    let hit = |at: usize| {
        let description = descriptions.get(at).filter(|raw| may_hold(raw, &finder));
        let field = description.and_then(|raw| field(raw, &wanted));
        let export = || {
            let names = exports?.get(at)?.split(|byte| *byte == 0);
            let mut uids = names.filter_map(|name| Uid::parse(name.strip_suffix(b"/").unwrap_or(name)));
            let uid = uids.find(|uid| uid.to_string().contains(&wanted))?;
            Some(("exports".to_owned(), uid.to_string()))
        };
        let (field, text_found) = field.or_else(export)?;
        Some(Hit { uid: text(&names[at]), field, text: text_found })
    };
    let results = (0..names.len()).into_par_iter().with_min_len(64).filter_map(hit).collect();
    Ok(Found { query: query.to_owned(), results })
}

/// Whether some uid holds `wanted`. Nothing else that stands in `exports/` names anybody.
fn may_be_uid(wanted: &str) -> bool {
    const DIGITS: &str = "########";
    let fits = |uid: &[u8], wanted: &[u8]| {
        let mut pairs = uid.iter().zip(wanted);
        pairs.all(|(uid, wanted)| if *uid == b'#' { is_digit(*wanted) } else { uid == wanted })
    };
    let is_in =
        |uid: String| uid.as_bytes().windows(wanted.len().max(1)).any(|part| fits(part, wanted.as_bytes()));
    ["obj-", "func-"].into_iter().any(|family| is_in(family.to_owned() + DIGITS))
}

fn is_digit(byte: u8) -> bool {
    matches!(byte, b'0'..=b'9' | b'a'..=b'f')
}

/// Whether it is worth while to take `raw` apart: quick to say of ASCII, whose letters have one lower case.
fn may_hold(raw: &[u8], wanted: &Finder<'_>) -> bool {
    !raw.is_ascii() || raw.contains(&b'\r') || wanted.find(raw.to_ascii_lowercase()).is_some()
}

/// The first field that holds `wanted`.
fn field(raw: &[u8], wanted: &str) -> Option<(String, String)> {
    let description = Description::parse(raw.to_vec());
    let fields = description.fields().into_iter().map(|(key, value)| (text(key), text(value)));
    fields.into_iter().find(|(_, value)| value.to_lowercase().contains(wanted))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_a_uid_is_told_from_other_words() {
        for part in ["obj-0", "bj-", "c-00", "nc-", "cafe", "deadbeef", "-", "f", "", "obj-deadbeef", "func-"]
        {
            assert!(may_be_uid(part), "{part}");
        }
        for word in ["cache", "obj-x", "deadbeef0", "func-deadbeef0", "obj--", "#", "nj-", "use"] {
            assert!(!may_be_uid(word), "{word}");
        }
    }
}

//! Entities that say something (specification §5.17).

use std::fmt;

use bstr::Finder;
use rayon::prelude::*;
use serde::Serialize;

use super::super::format::Description;
use super::super::reader::Reader;
use super::super::store::StoreError;
use super::text::text;

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
/// lower case alike, else the first name in its `exports/` that does; by name.
///
/// # Errors
/// See [`StoreError`].
pub fn search(reader: &Reader, query: &str) -> Result<Found, StoreError> {
    let wanted = query.to_lowercase();
    let (descriptions, exports) = (reader.descriptions()?, reader.export_names()?);
    let finder = Finder::new(wanted.as_bytes());
    let hit = |(at, name): (usize, &Vec<u8>)| {
        let description = descriptions.get(at).filter(|raw| may_hold(raw, &finder));
        let field = description.and_then(|raw| field(raw, &wanted));
        let export = || {
            let names = exports.get(at)?.iter().map(|name| text(name));
            let name = names.into_iter().find(|name| name.to_lowercase().contains(&wanted))?;
            Some(("exports".to_owned(), name))
        };
        let (field, text_found) = field.or_else(export)?;
        Some(Hit { uid: text(name), field, text: text_found })
    };
    let results = reader.names().par_iter().enumerate().with_min_len(64).filter_map(hit).collect();
    Ok(Found { query: query.to_owned(), results })
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

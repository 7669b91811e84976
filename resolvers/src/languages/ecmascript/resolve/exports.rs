//! The `exports` and `imports` maps of package.json: which targets a name leads to.
//!
//! Pure: whether a target exists is the caller's question. Follows TypeScript where Node differs: a target that does
//! not exist lets the next condition have its turn. `null` under a condition ends the search, as in Node.

use serde_json::Value;

/// The value under a key and what its `*` stands for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Match<'m, 'k> {
    value: &'m Value,
    star: Star<'k>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Star<'k> {
    None,
    /// Put in place of every `*`.
    Pattern(&'k str),
    /// Appended: a key that ends in `/`, deprecated but alive.
    Folder(&'k str),
}

impl Star<'_> {
    /// Whether it would lead out of where the pattern points.
    fn climbs(self) -> bool {
        let (Star::Pattern(text) | Star::Folder(text)) = self else { return false };
        text.split('/').any(|segment| segment == "..")
    }
}

/// The longest path that any system takes: a longer target names nothing.
const LONGEST_TARGET: usize = 4096;

impl Match<'_, '_> {
    /// The target that `text` means; `None` when it is too long to be a path, or climbs out of the package.
    fn target(&self, text: &str) -> Option<String> {
        let grown = match self.star {
            Star::None => text.len(),
            Star::Pattern(star) => text.len() + text.matches('*').count().saturating_mul(star.len()),
            Star::Folder(rest) => text.len() + rest.len(),
        };
        let climbs = text.split('/').skip(1).any(|segment| segment == "..") || self.star.climbs();
        (grown <= LONGEST_TARGET && !climbs).then(|| match self.star {
            Star::None => text.to_owned(),
            Star::Pattern(star) => text.replace('*', star),
            Star::Folder(rest) => format!("{text}{rest}"),
        })
    }
}

/// Finds `key` (`.`, `./x` or `#x`) in a map: exact keys first, then the longest prefix.
pub(super) fn find<'m, 'k>(map: &'m Value, key: &'k str) -> Option<Match<'m, 'k>> {
    let keyed = map.as_object().filter(|map| map.keys().any(|key| key.starts_with(['.', '#'])));
    let Some(object) = keyed else {
        return (key == ".").then_some(Match { value: map, star: Star::None });
    };
    if let Some(value) = object.get(key).filter(|_| !key.contains('*')) {
        return Some(Match { value, star: Star::None });
    }
    let candidates = object.iter().filter_map(|(pattern, value)| {
        let (prefix, star) = match pattern.split_once('*') {
            Some((prefix, suffix)) => {
                let middle = key.strip_prefix(prefix)?.strip_suffix(suffix)?;
                (prefix, Star::Pattern(middle))
            }
            None if pattern.ends_with('/') => {
                (pattern.as_str(), Star::Folder(key.strip_prefix(pattern.as_str())?))
            }
            None => return None,
        };
        Some(((prefix.len(), pattern.len()), Match { value, star }))
    });
    candidates.max_by_key(|(rank, _)| *rank).map(|(_, found)| found)
}

/// What the walk over conditions came to.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Outcome<T> {
    /// A target was accepted.
    Found(T),
    /// No target was accepted.
    Nothing,
    /// `null` says that nobody gets anything here.
    Refused,
}

/// Offers the targets in the order in which `holds` lets their conditions through; the first that `accept` takes wins.
pub(super) fn choose<T>(
    found: Match<'_, '_>,
    holds: &dyn Fn(&str) -> bool,
    accept: &mut dyn FnMut(&str) -> Option<T>,
) -> Outcome<T> {
    match found.value {
        Value::String(text) => {
            let accepted = found.target(text).and_then(|target| accept(&target));
            accepted.map_or(Outcome::Nothing, Outcome::Found)
        }
        // In a list `null` is one target among others.
        Value::Array(values) => first(
            values
                .iter()
                .filter(|value| !value.is_null())
                .map(|value| choose(Match { value, ..found }, holds, accept)),
        ),
        Value::Object(object) => {
            let open = object.iter().filter(|(condition, _)| holds(condition));
            first(open.map(|(_, value)| choose(Match { value, ..found }, holds, accept)))
        }
        Value::Null => Outcome::Refused,
        _ => Outcome::Nothing,
    }
}

fn first<T>(mut outcomes: impl Iterator<Item = Outcome<T>>) -> Outcome<T> {
    outcomes.find(|outcome| !matches!(outcome, Outcome::Nothing)).unwrap_or(Outcome::Nothing)
}

/// Whether `null` is the first that the conditions in `holds` lead to.
pub(super) fn is_refused(found: Match<'_, '_>, holds: &dyn Fn(&str) -> bool) -> bool {
    choose(found, holds, &mut |_| Some(())) == Outcome::Refused
}

/// The targets of a manifest for one name, by how near they are to what the importer would get.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Likely {
    /// Under a condition whose name says that it is the source.
    pub(super) sources: Vec<String>,
    /// Under the conditions that hold.
    pub(super) matched: Vec<String>,
    /// Under another condition, whose name says that it is for those who work on the package.
    pub(super) drafts: Vec<String>,
    /// What everyone else would get.
    pub(super) others: Vec<String>,
}

impl Likely {
    /// All of them, the likeliest first.
    pub(super) fn all(&self) -> impl Iterator<Item = &String> {
        self.sources.iter().chain(&self.matched).chain(&self.drafts).chain(&self.others)
    }
}

/// Every target that the match can lead to, whether or not it exists.
pub(super) fn likely_targets(found: Match<'_, '_>, holds: &dyn Fn(&str) -> bool) -> Likely {
    let mut likely = Likely::default();
    let mut note = |target: &str| -> Option<()> {
        likely.matched.push(target.to_owned());
        None
    };
    choose(found, holds, &mut note);
    collect(found, LAST, &mut likely);
    likely
}

/// Adds the targets under every condition, each kind in the order of `distance_from_source`; `least` is that of the
/// conditions around.
fn collect(found: Match<'_, '_>, least: u8, out: &mut Likely) {
    match found.value {
        Value::String(text) => {
            let list = match least {
                SOURCE => &mut out.sources,
                DRAFT => &mut out.drafts,
                _ => &mut out.others,
            };
            list.extend(found.target(text));
        }
        Value::Array(values) => {
            for value in values {
                collect(Match { value, ..found }, least, out);
            }
        }
        Value::Object(object) => {
            let mut entries: Vec<_> = object.iter().collect();
            entries.sort_by_key(|(condition, _)| distance_from_source(condition));
            for (condition, value) in entries {
                collect(Match { value, ..found }, least.min(distance_from_source(condition)), out);
            }
        }
        _ => {}
    }
}

const SOURCE: u8 = 0;
const DRAFT: u8 = 1;
const LAST: u8 = 5;

/// How likely a condition names source text rather than a build output; smaller is likelier.
fn distance_from_source(condition: &str) -> u8 {
    let is_source = ["source", "src"].iter().any(|word| condition.contains(word));
    let is_draft =
        condition.contains("development") || condition.ends_with("dev") || condition.ends_with("ts");
    match condition {
        _ if is_source => SOURCE,
        _ if is_draft => DRAFT,
        "types" => 2,
        "import" => 3,
        "default" => LAST,
        _ => 4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Chooses with the given conditions among the targets in `exist`, `*` meaning any.
    fn check(map: &str, key: &str, conditions: &[&str], exist: &[&str], expected: &str) {
        let map: Value = serde_json::from_str(map).unwrap();
        let outcome = find(&map, key).map(|found| {
            choose(found, &|c| c == "default" || conditions.contains(&c), &mut |target| {
                (exist == ["*"] || exist.contains(&target)).then(|| target.to_owned())
            })
        });
        let shown = match outcome {
            None => "no key".to_owned(),
            Some(Outcome::Found(target)) => target,
            Some(Outcome::Nothing) => "nothing".to_owned(),
            Some(Outcome::Refused) => "refused".to_owned(),
        };
        assert_eq!(shown, expected, "{map} {key}");
    }

    #[test]
    fn chooses_targets() {
        let any = &["*"][..];
        check(r#""./a.js""#, ".", &[], any, "./a.js");
        check(r#""./a.js""#, "./x", &[], any, "no key");
        check(r#"{"import":"./i.js","require":"./r.js"}"#, ".", &["require"], any, "./r.js");
        check(
            r#"{".":{"import":{"types":"./t.d.ts","default":"./i.js"}}}"#,
            ".",
            &["import", "types"],
            any,
            "./t.d.ts",
        );
        check(r#"{"./*":"./src/*.js"}"#, "./a/b", &[], any, "./src/a/b.js");
        check(r#"{"./*":"./src/*.js","./a/*":"./other/*.js"}"#, "./a/b", &[], any, "./other/b.js");
        check(r#"{"./*.css":"./css/*.css","./*":"./js/*.js"}"#, "./a.css", &[], any, "./css/a.css");
        check(r#"{"./lib/":"./src/"}"#, "./lib/x.js", &[], any, "./src/x.js");
        check(r#"{"./*":"./src/*","./private/*":null}"#, "./private/x", &[], any, "refused");
        check(r#"{"a":null,"default":"./b.js"}"#, ".", &["a"], any, "refused");
        check(r#"{"a":null,"default":"./b.js"}"#, ".", &[], any, "./b.js");
        check(r#"[null,"./b.js"]"#, ".", &[], any, "./b.js");
        check(
            r#"{"types":"./gone.d.ts","default":"./src/a.ts"}"#,
            ".",
            &["types"],
            &["./src/a.ts"],
            "./src/a.ts",
        );
        check(r#"[{"import":"./gone.js"},"./b.js"]"#, ".", &["import"], &["./b.js"], "./b.js");
        check(r##"{"#x":"./x.js"}"##, "#x", &[], any, "./x.js");
        check(r#"{"a":7}"#, ".", &["a"], any, "nothing");
    }

    #[test]
    fn puts_sources_first() {
        let map = r#"{".":{"require":"./d.cjs","types":"./d.d.ts","my-source":"./s.ts","import":"./d.mjs"}}"#;
        let map: Value = serde_json::from_str(map).unwrap();
        let likely = likely_targets(find(&map, ".").unwrap(), &|condition| condition == "import");
        assert_eq!(likely.sources, ["./s.ts"]);
        assert_eq!(likely.matched, ["./d.mjs"]);
        assert!(likely.drafts.is_empty());
        assert_eq!(likely.others, ["./d.d.ts", "./d.mjs", "./d.cjs"]);
    }
}

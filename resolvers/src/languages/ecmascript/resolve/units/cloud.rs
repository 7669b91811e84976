//! What a cloud starts: handlers and functions that a deployment's configuration names.

use super::entries::Entries;
use super::package::Package;

/// Adds the handlers of a serverless configuration, the `main` of a worker, functions in `api/`.
pub(super) fn handlers(package: &Package<'_, '_>, found: &mut Entries) {
    for name in ["serverless.yml", "serverless.yaml", "template.yml", "template.yaml"] {
        let Some(config) = package.file(name) else { continue };
        for handler in values(&package.text(config).unwrap_or_default(), "handler", ':') {
            // `src/hello.handler` is the function `handler` of `src/hello`.
            let stem = handler.rsplit_once('.').map_or(handler.as_str(), |(stem, _)| stem);
            if let Some(file) = package.at(stem).or_else(|| package.source_of(stem)) {
                found.add(file, || format!("a handler of {config}"));
            }
        }
    }
    for (name, separator) in [("wrangler.toml", '='), ("wrangler.json", ':'), ("wrangler.jsonc", ':')] {
        let Some(config) = package.file(name) else { continue };
        for main in values(&package.text(config).unwrap_or_default(), "main", separator) {
            if let Some(file) = package.source_of(&main) {
                found.add(file, || format!("`main` of {config}"));
            }
        }
    }
    let deployed = [("vercel.json", "api"), ("netlify.toml", "netlify/functions")];
    for (config, dir) in deployed {
        if let Some(file) = package.file(config).and_then(|_| package.shallowest(dir, "index")) {
            found.add(file, || format!("a function of {config}"));
        }
    }
}

/// The values of every `key` at the start of a line; enough of YAML, TOML and JSON for one word behind a key.
fn values(text: &str, key: &str, separator: char) -> Vec<String> {
    let trimmed =
        |text: &str| text.trim_matches(|c: char| c.is_whitespace() || "\"',".contains(c)).to_owned();
    let lines = text.lines().filter_map(|line| {
        let (name, value) = line.split_once(separator)?;
        (trimmed(name.trim_start_matches([' ', '-'])) == key).then(|| trimmed(value))
    });
    lines.filter(|value| !value.is_empty()).collect()
}

//! What a vite config says of an app's entries, read by its text: nothing is executed.

/// The text behind `root:`, as in `path.resolve(__dirname, 'client')` too.
pub(super) fn root(config: &str) -> Option<&str> {
    let line = config.lines().map(str::trim).find_map(|line| line.strip_prefix("root:"))?;
    quoted(line).next()
}

/// The paths behind `input:` of `rollupOptions`, and of `rolldownOptions`, its later name: one text, or those of a
/// list or an object.
pub(super) fn inputs(config: &str) -> Vec<&str> {
    let options = ["rollupOptions", "rolldownOptions"].iter().find_map(|name| config.split_once(name));
    let Some((_, value)) = options.and_then(|(_, options)| options.split_once("input:")) else {
        return Vec::new();
    };
    let value = value.trim_start();
    let closing = match value.as_bytes().first() {
        Some(b'{') => '}',
        Some(b'[') => ']',
        _ => '\n',
    };
    quoted(value.split(closing).next().unwrap_or_default()).filter(|text| text.contains('.')).collect()
}

/// The texts between quotes.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    const QUOTES: [char; 3] = ['\'', '"', '`'];
    let parts: Vec<&str> = text.split(QUOTES).collect();
    let closed = parts.len().saturating_sub(1) / 2;
    parts.into_iter().skip(1).step_by(2).take(closed).collect::<Vec<_>>().into_iter()
}

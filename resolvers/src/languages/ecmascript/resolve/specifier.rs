//! The shapes of a specifier: text in, parts out. Nothing here asks whether a file exists.

use bstr::ByteSlice;

/// `./x`, `../x`, `.` or `..`.
pub(super) fn is_relative(specifier: &str) -> bool {
    matches!(specifier, "." | "..") || specifier.starts_with("./") || specifier.starts_with("../")
}

/// Whether the specifier can only mean a directory: it ends in `/`, `.` or `..`.
pub(super) fn means_directory(specifier: &str) -> bool {
    matches!(specifier.rsplit('/').next(), Some("" | "." | ".."))
}

/// The package name and the subpath of a bare specifier: (`@scope/name`, `sub/path`).
pub(super) fn split_package(specifier: &str) -> (&str, &str) {
    let slashes = usize::from(specifier.starts_with('@'));
    match specifier.match_indices('/').nth(slashes) {
        Some((at, _)) => (&specifier[..at], &specifier[at + 1..]),
        None => (specifier, ""),
    }
}

/// The folder of the innermost `node_modules` on a path, and what the path has below that.
pub(super) fn split_installed(path: &[u8]) -> Option<(&[u8], &str)> {
    let folder = b"node_modules/";
    let at = path.rfind_iter(folder).find(|at| *at == 0 || path[at - 1] == b'/')?;
    let dir = path[..at].strip_suffix(b"/").unwrap_or(&path[..at]);
    Some((dir, path[at + folder.len()..].to_str().ok()?))
}

/// Whether `name` could be published: `@/x`, `~`, `$lib` and the like are aliases that nothing here defines.
pub(super) fn is_package_name(name: &str) -> bool {
    let plain = |part: &str| {
        !part.is_empty()
            && !part.starts_with(['.', '_', '~', '$', '#'])
            && part.chars().all(|c| {
                c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '~' | '!' | '\'' | '(' | ')' | '*')
            })
    };
    match name.strip_prefix('@') {
        Some(scoped) => scoped.split_once('/').is_some_and(|(scope, name)| plain(scope) && plain(name)),
        None => plain(name),
    }
}

/// The scheme of `https://x`, `virtual:x`, `jsr:@a/b`; `None` for paths, Windows drives and plain names.
pub(super) fn scheme(specifier: &str) -> Option<&str> {
    let (scheme, _) = specifier.split_once(':')?;
    let mut chars = scheme.chars();
    let fine = chars.next().is_some_and(|c| c.is_ascii_alphabetic())
        && chars.all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'));
    (fine && scheme.len() > 1).then_some(scheme)
}

/// What is loaded by a specifier of AMD: the plug-in itself where what follows it is no path, as in `domReady!` and
/// `has!a?./b:./c`.
pub(super) fn loaded_by_plugin(specifier: &str) -> &str {
    match specifier.split_once('!') {
        Some((plugin, rest)) if rest.contains([':', '?']) || !rest.contains(['/', '.']) => plugin,
        _ => specifier,
    }
}

/// The specifier without webpack's loaders (`a!b!./x`, `!=!`) and without a query or fragment (`./x?raw`, `./x#y`);
/// `None` when it has neither.
pub(super) fn without_decoration(specifier: &str) -> Option<&str> {
    let bare = specifier.rsplit('!').next().unwrap_or(specifier);
    let end =
        bare.char_indices().skip(1).find(|(_, c)| matches!(c, '?' | '#')).map_or(bare.len(), |(at, _)| at);
    let bare = &bare[..end];
    (bare.len() < specifier.len() && !bare.is_empty()).then_some(bare)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_package_names() {
        let check = |specifier, package, sub| assert_eq!(split_package(specifier), (package, sub));
        check("react", "react", "");
        check("react/jsx-runtime", "react", "jsx-runtime");
        check("@a/b", "@a/b", "");
        check("@a/b/c/d", "@a/b", "c/d");
        check("@/x/y", "@/x", "y");
        check("@a", "@a", "");
    }

    #[test]
    fn tells_packages_from_aliases() {
        for name in ["react", "@a/b", "lodash.get", "JSONStream", "3d-view"] {
            assert!(is_package_name(name), "{name}");
        }
        for name in ["@/x", "~", "$lib", "@a", "", "#x", ".x", "a b"] {
            assert!(!is_package_name(name), "{name}");
        }
    }

    #[test]
    fn finds_schemes() {
        let check = |specifier, expected| assert_eq!(scheme(specifier), expected, "{specifier}");
        check("https://x.y/z", Some("https"));
        check("virtual:pwa", Some("virtual"));
        check("node:fs", Some("node"));
        check("C:/x", None);
        check("./a:b", None);
        check("plain", None);
    }

    #[test]
    fn tells_plugins_from_what_they_load() {
        let check = |specifier, expected| assert_eq!(loaded_by_plugin(specifier), expected, "{specifier}");
        check("./a", "./a");
        check("text!./a.html", "text!./a.html");
        check("i18n!nls/a", "i18n!nls/a");
        check("domReady!", "domReady");
        check("a/has!b?./c:./d", "a/has");
        check("query!css3", "query");
    }

    #[test]
    fn takes_decoration_off() {
        let check = |specifier, expected| assert_eq!(without_decoration(specifier), expected, "{specifier}");
        check("./a?raw", Some("./a"));
        check("./a.svg#icon", Some("./a.svg"));
        check("style!css!./a.css", Some("./a.css"));
        check("!!raw-loader!./a", Some("./a"));
        check("./a.ts!=!./b.css?x", Some("./b.css"));
        check("#internal/x", None);
        check("./plain", None);
        check("?x", None);
    }
}

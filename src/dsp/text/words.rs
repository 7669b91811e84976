//! What the words of a name say. Pure; knows no facts and no paths.

/// Verbs that functions are named by, in their base form, sorted. Words that are as often nouns (`state`, `type`,
/// `item`) are not here: a wrong sentence is worse than a plain one.
#[rustfmt::skip]
const VERBS: &[&str] = &[
    "abort", "accept", "accumulate", "acquire", "activate", "adapt", "add", "adjust", "advance", "aggregate",
    "align", "allocate", "allow", "analyse", "analyze", "animate", "annotate", "append", "apply", "archive",
    "ask", "assemble", "assert", "assign", "attach", "augment", "authenticate", "authorize", "avoid", "await",
    "ban", "bind", "block", "blur", "boot", "bootstrap", "broadcast", "build", "bump", "bundle", "cache",
    "calc", "calculate", "call", "cancel", "capitalize", "capture", "cast", "catch", "center", "change",
    "check", "choose", "chunk", "clamp", "clean", "cleanup", "clear", "click", "clip", "clone", "close",
    "coerce", "collapse", "collect", "combine", "commit", "compare", "compile", "compose", "compress",
    "compute", "concat", "configure", "confirm", "connect", "construct", "consume", "convert", "copy", "count",
    "crawl", "create", "crop", "debounce", "decode", "decorate", "decrease", "decrement", "decrypt", "dedent",
    "dedupe", "deduplicate", "defer", "define", "delay", "delete", "deliver", "derive", "deserialize",
    "destroy", "destructure", "detach", "detect", "determine", "diff", "disable", "disconnect", "discover",
    "dismiss", "dispatch", "display", "dispose", "distribute", "divide", "download", "drain", "draw", "drop",
    "dump", "duplicate", "echo", "edit", "emit", "enable", "encode", "encrypt", "enforce", "enhance",
    "enqueue", "ensure", "enter", "enumerate", "erase", "escape", "establish", "estimate", "evaluate", "evict",
    "exclude", "execute", "exit", "expand", "expect", "expire", "explain", "export", "expose", "extend",
    "extract", "fail", "fetch", "fill", "filter", "finalize", "find", "finish", "fix", "flatten", "flip",
    "flush", "focus", "follow", "force", "format", "forward", "freeze", "gen", "generate", "get", "give", "go",
    "grab", "grant", "greet", "group", "guard", "guess", "handle", "hash", "hide", "highlight", "hoist",
    "hydrate", "identify", "ignore", "implement", "import", "include", "increase", "increment", "indent",
    "infer", "inherit", "init", "initialise", "initialize", "inject", "inline", "insert", "inspect", "install",
    "instantiate", "instrument", "intercept", "interpolate", "intersect", "invalidate", "invert", "invite",
    "invoke", "iter", "iterate", "join", "jump", "keep", "kill", "launch", "leave", "lift", "limit", "link",
    "lint", "list", "listen", "load", "locate", "lock", "log", "login", "logout", "lookup", "lower", "make",
    "map", "mark", "mask", "match", "measure", "memoize", "merge", "migrate", "minify", "mock", "modify",
    "monitor", "mount", "move", "multiply", "mutate", "mute", "navigate", "negate", "normalise", "normalize",
    "notify", "observe", "obtain", "offset", "omit", "open", "optimize", "order", "orient", "override", "pack",
    "pad", "paginate", "paint", "parse", "partition", "patch", "pause", "perform", "persist", "pick", "pipe",
    "place", "play", "poll", "pop", "populate", "position", "post", "prefetch", "prefix", "preload", "prepare",
    "prepend", "present", "preserve", "prevent", "preview", "print", "process", "produce", "prompt",
    "propagate", "protect", "provide", "proxy", "prune", "publish", "pull", "purge", "push", "put", "query",
    "queue", "quote", "raise", "randomize", "rank", "read", "rebuild", "receive", "recompute", "reconcile",
    "record", "recover", "redirect", "redo", "reduce", "refetch", "refresh", "refuse", "register", "reject",
    "release", "reload", "remove", "rename", "render", "reorder", "repair", "repeat", "replace", "reply",
    "report", "request", "require", "reroute", "rerun", "reserve", "reset", "resize", "resolve", "respond",
    "restart", "restore", "restrict", "resume", "rethrow", "retrieve", "retry", "return", "revalidate",
    "reveal", "reverse", "revert", "revoke", "rewrite", "rollback", "rotate", "round", "route", "run",
    "sanitize", "save", "scaffold", "scale", "scan", "schedule", "scroll", "search", "seed", "select", "send",
    "separate", "serialize", "serve", "set", "setup", "shift", "show", "shuffle", "shutdown", "sign",
    "simplify", "simulate", "skip", "sleep", "slice", "slugify", "snap", "sort", "spawn", "split", "spread",
    "spy", "start", "stop", "store", "stringify", "strip", "stub", "submit", "subscribe", "substitute",
    "subtract", "sum", "suppress", "swap", "switch", "sync", "synchronize", "take", "teardown", "terminate",
    "test", "throttle", "throw", "toggle", "tokenize", "touch", "trace", "track", "transfer", "transform",
    "translate", "transpile", "traverse", "trigger", "trim", "truncate", "try", "unban", "unblock", "undo",
    "unescape", "unflatten", "unify", "uninstall", "unlink", "unlock", "unmount", "unpack", "unregister",
    "unsubscribe", "unwrap", "update", "upgrade", "upload", "upsert", "validate", "verify", "visit", "wait",
    "walk", "warn", "watch", "widen", "wrap", "write", "yield", "zip", "zoom",
];

/// Of [`VERBS`], those that need no object.
#[rustfmt::skip]
const INTRANSITIVE: &[&str] = &[
    "abort", "advance", "boot", "bootstrap", "cleanup", "close", "connect", "crawl", "disconnect", "exit",
    "finish", "flush", "init", "initialize", "launch", "listen", "login", "logout", "pause", "poll", "redo",
    "refresh", "reload", "render", "reset", "restart", "resume", "retry", "rollback", "run", "setup",
    "shutdown", "sleep", "start", "stop", "sync", "teardown", "undo", "wait",
];

/// Of [`VERBS`], those that name a thing unless a function is named by them.
#[rustfmt::skip]
const ALSO_NOUNS: &[&str] = &[
    "archive", "block", "blur", "boot", "bootstrap", "build", "bundle", "cache", "call", "cast", "center",
    "change", "check", "chunk", "cleanup", "click", "clip", "clone", "commit", "copy", "count", "decrease",
    "delay", "diff", "display", "download", "draw", "drop", "dump", "echo", "edit", "exit", "export", "filter",
    "fix", "focus", "force", "format", "group", "guard", "hash", "highlight", "import", "increase", "install",
    "invite", "join", "jump", "limit", "link", "lint", "list", "load", "lock", "log", "login", "logout",
    "lookup", "lower", "map", "mark", "mask", "match", "mock", "mount", "move", "offset", "open", "order",
    "override", "pack", "pad", "paint", "patch", "pause", "pick", "pipe", "place", "play", "poll", "position",
    "post", "prefix", "present", "preview", "process", "prompt", "proxy", "query", "queue", "quote", "rank",
    "record", "redirect", "refresh", "release", "repeat", "report", "request", "reset", "retry", "return",
    "round", "route", "scale", "scroll", "search", "seed", "select", "set", "setup", "shift", "show", "sign",
    "slice", "snap", "sort", "split", "spread", "spy", "start", "stop", "store", "stub", "sum", "switch",
    "sync", "test", "throw", "toggle", "touch", "trace", "track", "transfer", "transform", "trigger", "try",
    "update", "upgrade", "upload", "visit", "wait", "watch", "wrap", "zip", "zoom",
];

/// What ends like a verb and is a name.
const NAMES: &[&str] = &["apify", "coolify", "fastify", "netlify", "shopify", "spotify"];

/// What begins like a verb for doing something again and names a thing.
const AGAIN_NOUNS: &[&str] = &["recall", "remark", "replay", "research", "resign", "resort"];

/// Last words of the names of things.
#[rustfmt::skip]
const THINGS: &[&str] = &[
    "action", "api", "args", "atom", "button", "class", "client", "color", "component", "config", "control", "count", "data", "date",
    "dialog", "driver", "duration", "event", "factory", "fragment", "icon", "id", "image", "interceptor", "item", "iterator", "key", "keys", "label", "length", "limit", "list", "map", "menu", "message",
    "middleware", "mode", "module", "mutation", "name", "node", "option", "options", "params", "path", "plugin", "policy", "props",
    "provider", "query", "reducer", "regex", "request", "response", "result", "route", "router", "rule", "schema", "selector", "slice",
    "state", "status", "store", "strategy", "string", "style", "styles", "table", "template", "test", "text", "theme", "time", "title", "token", "type", "url", "value", "values",
];

/// What ends like one who does something and names a thing.
#[rustfmt::skip]
const NO_AGENTS: &[&str] = &[
    "buffer", "container", "counter", "editor", "filter", "header", "interceptor", "iterator", "layer", "marker", "order", "picker", "pointer", "reducer",
    "router", "selector", "server", "trigger",
];

/// Nouns that take no article.
#[rustfmt::skip]
const UNCOUNTED: &[&str] = &[
    "access", "auth", "authentication", "content", "data", "feedback", "i18n", "info", "information", "json",
    "metadata", "middleware", "text", "usage",
];

/// Words that are written in capitals.
#[rustfmt::skip]
const ACRONYMS: &[&str] = &[
    "2d", "2fa", "3d", "acl", "ai", "api", "ascii", "ast", "aws", "cdn", "cjs", "cli", "cors", "cpu", "crud", "csp", "css", "csv",
    "dns", "dom", "dto", "e2e", "esm", "gpu", "gui", "hmac", "hmr", "html", "http", "https", "iam", "ide", "io", "ip",
    "iso", "jpeg", "json", "jsx", "jwt", "lru", "mfa", "mime", "oidc", "orm", "os", "otp", "pdf", "png", "pwa", "rgb",
    "rpc", "rsa", "rss", "s3", "saml", "scim", "sdk", "seo", "sha", "smtp", "sql", "ssg", "ssh", "ssl", "sso", "ssr", "svg", "tcp", "tls", "totp",
    "tsx", "ttl", "udp", "ui", "uri", "url", "utc", "utf8", "uuid", "ux", "wasm", "xhr", "xml", "yaml",
];

/// The words of an identifier or a file name, in lower case but for acronyms: `parseHTMLFile`, `parse-html-file`
/// and `PARSE_HTML_FILE` are all `parse HTML file`.
pub(in crate::dsp) fn split(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let chars: Vec<char> = name.chars().collect();
    // In a name that is all capitals they mean nothing.
    let mixed = chars.iter().any(|c| c.is_lowercase());
    let mut start = 0;
    for at in 0..=chars.len() {
        let c = chars.get(at);
        let ends = c.is_none_or(|c| !c.is_alphanumeric()) && !is_point(&chars, at);
        if ends || at > start && starts_word(&chars, at) {
            words.extend((at > start).then(|| word(&chars[start..at], mixed)));
            start = if ends { at + 1 } else { at };
        }
    }
    join_brands(&mut words);
    words
}

/// The point of a number: `2.6`.
fn is_point(chars: &[char], at: usize) -> bool {
    let is_digit = |at: Option<usize>| at.and_then(|at| chars.get(at)).is_some_and(char::is_ascii_digit);
    chars.get(at) == Some(&'.') && is_digit(at.checked_sub(1)) && is_digit(Some(at + 1))
}

/// Names that are written with a capital inside and are one word.
const BRANDS: &[(&str, &str, &str)] = &[
    ("ES", "lint", "ESLint"),
    ("f", "fmpeg", "FFmpeg"),
    ("free", "bsd", "FreeBSD"),
    ("gi", "b", "GiB"),
    ("git", "hub", "GitHub"),
    ("git", "lab", "GitLab"),
    ("graph", "ql", "GraphQL"),
    ("i", "os", "iOS"),
    ("i", "pv4", "IPv4"),
    ("i", "pv6", "IPv6"),
    ("java", "script", "JavaScript"),
    ("ki", "b", "KiB"),
    ("linked", "in", "LinkedIn"),
    ("listen", "brainz", "ListenBrainz"),
    ("mac", "os", "macOS"),
    ("maria", "db", "MariaDB"),
    ("mi", "b", "MiB"),
    ("mongo", "db", "MongoDB"),
    ("music", "brainz", "MusicBrainz"),
    ("my", "sql", "MySQL"),
    ("my", "sql2", "MySQL2"),
    ("net", "bsd", "NetBSD"),
    ("o", "auth", "OAuth"),
    ("o", "auth2", "OAuth2"),
    ("open", "bsd", "OpenBSD"),
    ("postgre", "sql", "PostgreSQL"),
    ("SQ", "lite", "SQLite"),
    ("SQ", "lite3", "SQLite3"),
    ("type", "script", "TypeScript"),
    ("v", "node", "VNode"),
    ("v", "nodes", "VNodes"),
    ("web", "authn", "WebAuthn"),
    ("web", "socket", "WebSocket"),
    ("you", "tube", "YouTube"),
];

fn join_brands(words: &mut Vec<String>) {
    let mut at = 1;
    while at < words.len() {
        let (one, two) = (words[at - 1].as_str(), words[at].to_lowercase());
        if let Some((_, _, whole)) = BRANDS.iter().find(|(first, second, _)| *first == one && *second == two)
        {
            (*whole).clone_into(&mut words[at - 1]);
            words.remove(at);
        }
        at += 1;
    }
}

/// Whether a capital begins a word: after a small letter, or before one at the end of an acronym.
fn starts_word(chars: &[char], at: usize) -> bool {
    let (before, here) = (chars[at - 1], chars[at]);
    // `Disable2FA`, but not `Base64Form`
    if is_figure(chars, at) {
        return true;
    }
    if is_figure(chars, at - 1) {
        return false;
    }
    let next = chars.get(at + 1).copied();
    // The small letter of a plural (`URLs`, `IDs`) begins nothing.
    let plural = next == Some('s') && chars.get(at + 2).is_none_or(|c| !c.is_lowercase());
    // `E2E` is one word, also in `E2ETest`.
    let last = match next {
        Some(next) if next.is_uppercase() => chars.get(at + 2).is_some_and(|c| c.is_lowercase()),
        next => next.is_none_or(|next| !next.is_alphanumeric()),
    };
    if last && before.is_ascii_digit() && at > 1 && chars[at - 2].is_uppercase() {
        return false;
    }
    // `PDFV2`, but not `CSV2`
    let version = here == 'V' && before.is_uppercase() && next.is_some_and(|next| next.is_ascii_digit());
    if version {
        let run = chars[..at].iter().rev().take_while(|c| c.is_uppercase()).count();
        let word: String = chars[at - run..at].iter().flat_map(|c| c.to_lowercase()).collect();
        return has(ACRONYMS, &word) && chars.iter().any(|c| c.is_lowercase());
    }
    here.is_uppercase()
        && (!before.is_uppercase() && before.is_alphanumeric()
            || before.is_uppercase() && next.is_some_and(char::is_lowercase) && !plural)
}

/// Whether a word begins there that begins with a figure.
fn is_figure(chars: &[char], at: usize) -> bool {
    let begins = |word: &&str| {
        let end = at + word.len();
        chars.get(at..end).is_some_and(|part| part.iter().copied().eq(word.chars()))
            && chars.get(end).is_none_or(|next| !next.is_lowercase())
    };
    let is_free = at.checked_sub(1).is_none_or(|before| !chars[before].is_ascii_digit());
    is_free && ["2D", "2FA", "3D"].iter().any(begins)
}

fn word(chars: &[char], mixed: bool) -> String {
    if mixed && chars.len() > 1 && chars.iter().filter(|c| c.is_uppercase()).count() > 1 {
        let small = chars.iter().filter(|c| c.is_lowercase()).count();
        // `SSG`, `URLs`; a word of which only some letters are capitals is none.
        if small == 0 || small == 1 && chars.ends_with(&['s']) {
            return chars.iter().collect();
        }
    }
    let lower: String = chars.iter().flat_map(|c| c.to_lowercase()).collect();
    if lower == "ios" {
        return "iOS".to_owned();
    }
    let singular = lower.strip_suffix('s').unwrap_or(&lower);
    if has(ACRONYMS, &lower) {
        return lower.to_uppercase();
    }
    if singular != lower && has(ACRONYMS, singular) {
        return singular.to_uppercase() + "s";
    }
    lower
}

fn has(sorted: &[&str], word: &str) -> bool {
    sorted.binary_search(&word).is_ok()
}

/// Whether functions are named by the word.
pub(in crate::dsp) fn is_verb(word: &str) -> bool {
    let behind = |prefix: &str| word.strip_prefix(prefix).filter(|verb| has(VERBS, verb));
    // `decompress`, but not `design`; `redraw` and `unclip` all the same.
    let undoes = || behind("de").is_some_and(|verb| !has(ALSO_NOUNS, verb));
    let again = || ["re", "un"].into_iter().any(|it| behind(it).is_some()) && !has(AGAIN_NOUNS, word);
    has(VERBS, word)
        || word.len() > 5
            && !has(NAMES, word)
            && (word.ends_with("ify") || word.ends_with("ize") || undoes() || again())
}

/// Whether the word can name nothing but an action.
pub(in crate::dsp) fn is_only_verb(word: &str) -> bool {
    is_verb(word) && !has(ALSO_NOUNS, word)
}

/// Whether the word at the end of a name makes it the name of a thing, whatever verb it begins with.
pub(in crate::dsp) fn is_thing(word: &str) -> bool {
    has(THINGS, word)
}

/// `validator` as `validate`: the verb of one who does something, if functions are named by it.
pub(in crate::dsp) fn verb_of(agent: &str) -> Option<String> {
    if has(NO_AGENTS, agent) {
        return None;
    }
    let base = agent.strip_suffix("er").or_else(|| agent.strip_suffix("or"))?;
    let last = base.chars().next_back()?;
    let single = base.strip_suffix(last).filter(|it| it.ends_with(last)).unwrap_or_default();
    [base.to_owned(), format!("{base}e"), single.to_owned()].into_iter().find(|verb| is_verb(verb))
}

/// The words with `a` or `an` before them, but for a plural and for what cannot be counted.
pub(in crate::dsp) fn with_article(words: &str) -> String {
    let last = words.rsplit(' ').next().unwrap_or_default().to_lowercase();
    let first = words.split(' ').next().unwrap_or_default();
    let plural = last.len() > 2
        && last.ends_with('s')
        && !["ss", "us", "is", "as"].iter().any(|end| last.ends_with(end));
    if plural || words.is_empty() || has(UNCOUNTED, &last) {
        return words.to_owned();
    }
    let spelled = first.len() > 1 && first.chars().all(|c| c.is_uppercase() || c.is_ascii_digit());
    let vowel = if spelled {
        first.starts_with(['A', 'E', 'F', 'H', 'I', 'L', 'M', 'N', 'O', 'R', 'S', 'X'])
    } else {
        let consonant = ["eu", "one", "unic", "unif", "unio", "uniq", "unit", "univ", "usa", "use", "uti"];
        first.to_lowercase().starts_with(['a', 'e', 'i', 'o', 'u'])
            && !consonant.iter().any(|start| first.starts_with(start))
    };
    format!("{} {words}", if vowel { "an" } else { "a" })
}

/// Whether the verb reads well without an object.
pub(in crate::dsp) fn is_intransitive(verb: &str) -> bool {
    has(INTRANSITIVE, verb)
}

/// `parse` as `parses`.
pub(in crate::dsp) fn third_person(verb: &str) -> String {
    match verb {
        "setup" => return "sets up".to_owned(),
        "cleanup" => return "cleans up".to_owned(),
        "teardown" => return "tears down".to_owned(),
        "login" => return "logs in".to_owned(),
        "logout" => return "logs out".to_owned(),
        "lookup" => return "looks up".to_owned(),
        "shutdown" => return "shuts down".to_owned(),
        "rollback" => return "rolls back".to_owned(),
        "calc" => return "calculates".to_owned(),
        "gen" => return "generates".to_owned(),
        "init" => return "initializes".to_owned(),
        "iter" => return "iterates over".to_owned(),
        "sync" => return "synchronizes".to_owned(),
        _ => {}
    }
    let before = verb.len().checked_sub(2).and_then(|at| verb.as_bytes().get(at));
    if ["s", "x", "z", "ch", "sh", "o"].iter().any(|end| verb.ends_with(end)) {
        format!("{verb}es")
    } else if verb.ends_with('y') && before.is_none_or(|b| !b"aeiou".contains(b)) {
        format!("{}ies", &verb[..verb.len() - 1])
    } else {
        format!("{verb}s")
    }
}

/// `query` as `queries`; what is a plural already stays.
pub(in crate::dsp) fn plural(word: &str) -> String {
    let before = word.len().checked_sub(2).and_then(|at| word.as_bytes().get(at));
    if word.ends_with('s') && !word.ends_with("ss") {
        word.to_owned()
    } else if word.ends_with('y') && before.is_none_or(|b| !b"aeiou".contains(b)) {
        format!("{}ies", &word[..word.len() - 1])
    } else if ["s", "x", "z", "ch", "sh"].iter().any(|end| word.ends_with(end)) {
        format!("{word}es")
    } else {
        format!("{word}s")
    }
}

/// The text with a capital at its start.
pub(in crate::dsp) fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// The text with a small letter at its start, unless it begins with an acronym or a mark.
pub(in crate::dsp) fn lowered(text: &str) -> String {
    let mut chars = text.chars();
    match (chars.next(), chars.clone().next()) {
        (Some(first), Some(second)) if first.is_uppercase() && second.is_lowercase() => {
            first.to_lowercase().chain(chars).collect()
        }
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted() {
        for table in [VERBS, INTRANSITIVE, ALSO_NOUNS, THINGS, NO_AGENTS, NAMES, UNCOUNTED, ACRONYMS] {
            assert!(table.is_sorted(), "{:?}", table.windows(2).find(|pair| pair[0] >= pair[1]));
        }
        for part in [INTRANSITIVE, ALSO_NOUNS] {
            assert!(part.iter().all(|verb| is_verb(verb)), "{:?}", part.iter().find(|verb| !is_verb(verb)));
        }
    }

    #[test]
    fn names_are_split_into_words() {
        for (name, expected) in [
            ("parseHTMLFile", "parse HTML file"),
            ("parse-html_file", "parse HTML file"),
            ("MAX_RETRY_COUNT", "max retry count"),
            ("getURLs", "get URLs"),
            ("base64ToBlob", "base64 to blob"),
            ("XMLHttpRequest", "XML HTTP request"),
            ("$_private", "private"),
            ("userIDs", "user IDs"),
            ("openGitHub", "open GitHub"),
            ("OAuthFlow", "OAuth flow"),
            ("isAFile", "is a file"),
            ("2.6-basic.test", "2.6 basic test"),
            ("getSSGParams", "get SSG params"),
            ("größeÄndern", "größe ändern"),
            ("文件", "文件"),
            ("$", ""),
            ("createVNode", "create VNode"),
            ("runE2ETests", "run E2E tests"),
            ("getV2API", "get v2 API"),
            ("fillPDFV2", "fill PDF v2"),
            ("exportCSV2", "export CSV2"),
            ("e2e-setup", "E2E setup"),
            ("runESLint", "run ESLint"),
            ("useOAuth2", "use OAuth2"),
            ("WebAuthnForm", "WebAuthn form"),
            ("IOError", "IO error"),
            ("useI18n", "use i18n"),
            ("Client_MySQL2", "client MySQL2"),
            ("SQLite3_DDL", "SQLite3 DDL"),
        ] {
            assert_eq!(split(name).join(" "), expected);
        }
    }

    #[test]
    fn articles_are_those_one_says() {
        for (words, expected) in [
            ("line", "a line"),
            ("API key", "an API key"),
            ("URL", "a URL"),
            ("user options", "user options"),
            ("user", "a user"),
            ("unknown node", "an unknown node"),
            ("unit", "a unit"),
            ("status", "a status"),
            ("update", "an update"),
            ("user data", "user data"),
            ("element", "an element"),
            ("SSG context", "an SSG context"),
        ] {
            assert_eq!(with_article(words), expected);
        }
    }

    #[test]
    fn agents_do_what_their_verb_says() {
        for (agent, verb) in [
            ("validator", Some("validate")),
            ("parser", Some("parse")),
            ("getter", Some("get")),
            ("user", None),
            ("router", None),
            ("handler", Some("handle")),
            ("error", None),
            ("もer", None),
        ] {
            assert_eq!(verb_of(agent).as_deref(), verb, "{agent}");
        }
    }

    #[test]
    fn verbs_are_conjugated() {
        for (verb, expected) in
            [("parse", "parses"), ("fetch", "fetches"), ("try", "tries"), ("play", "plays"), ("fix", "fixes")]
        {
            assert_eq!(third_person(verb), expected);
        }
    }
}

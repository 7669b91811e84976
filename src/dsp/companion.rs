//! The declarations beside a file of JavaScript, and the other way round: `a.d.ts` of `a.js`. Paths alone; what each of them
//! declares is asked elsewhere.

/// How the two end.
const SIDES: [(&[u8], &[u8]); 3] = [(b".js", b".d.ts"), (b".cjs", b".d.cts"), (b".mjs", b".d.mts")];

/// The path of the declarations beside the code at `path`, whether or not they are there.
pub(super) fn declarations(path: &[u8]) -> Option<Vec<u8>> {
    SIDES.iter().find_map(|(code, types)| Some([path.strip_suffix(*code)?, types].concat()))
}

/// The path of the code beside the declarations at `path`, whether or not it is there.
pub(super) fn code(path: &[u8]) -> Option<Vec<u8>> {
    SIDES.iter().find_map(|(code, types)| Some([path.strip_suffix(*types)?, code].concat()))
}

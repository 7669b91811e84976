//! One file of `.dsp/` that changed in two places: what a sync makes of the staged one goes into the one of the work
//! tree as well, where somebody may have written meanwhile. Pure: three texts in, one text out.
//!
//! Lists are merged line by line and descriptions field by field. What is there stays where both changed the same
//! thing, and whys stay whole: nothing that stands in the work tree is lost.

use bstr::ByteSlice;
use rustc_hash::FxHashSet;

use super::format::{Description, is_auto, is_list, lines};
use super::plan::is_unwritten;

/// The three texts of one file; `None` where there is no file.
#[derive(Debug, Clone, Copy)]
pub struct Versions<'a> {
    /// What both come from.
    pub base: Option<&'a [u8]>,
    /// What stands in the work tree.
    pub mine: Option<&'a [u8]>,
    /// What a sync made of `base`.
    pub theirs: Option<&'a [u8]>,
}

/// What a merge gave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Merged {
    /// The text; `None` where no file shall be.
    pub content: Option<Vec<u8>>,
    /// Some words of a person stand where the sync would have written others.
    pub kept: bool,
}

/// Merges the file at `path` below `.dsp/`. Of a list, lines that stay are not taken out.
#[must_use]
pub fn merge(path: &[u8], versions: Versions<'_>, stays: &dyn Fn(&[u8]) -> bool) -> Merged {
    let Some(mine) = versions.mine.filter(|mine| mine.contains_str(b"\r\n")) else {
        return merge_lines(path, versions, stays);
    };
    // Git may have turned line ends on checkout: that is no change of anybody's.
    let plain = mine.replace(b"\r\n", b"\n");
    let merged = merge_lines(path, Versions { mine: Some(&plain), ..versions }, stays);
    let turned = |content: Vec<u8>| {
        if content == plain { mine.to_vec() } else { content.replace(b"\n", b"\r\n") }
    };
    Merged { content: merged.content.map(turned), kept: merged.kept }
}

fn merge_lines(path: &[u8], versions: Versions<'_>, stays: &dyn Fn(&[u8]) -> bool) -> Merged {
    let Versions { base, mine, theirs } = versions;
    let is_list = is_list(path);
    // What goes with its entity goes as a whole; a table may list others that stay.
    let goes = theirs.is_none() && path.contains(&b'/');
    let is_plain = !is_list || goes || !lines(base.unwrap_or_default()).any(stays);
    if mine == theirs || (mine == base && is_plain) {
        return Merged { content: theirs.map(<[u8]>::to_vec), kept: false };
    }
    let Some(text) = mine else {
        // Somebody took it away.
        return Merged { content: None, kept: theirs.is_some_and(|theirs| !is_auto(theirs)) };
    };
    if is_list {
        return Merged { content: list(base, text, theirs, stays), kept: false };
    }
    let is_description = path.ends_with(b"/description") && !path.contains_str(b"/exports/");
    if let Some(theirs) = theirs.filter(|_| is_description) {
        return description(base.unwrap_or_default(), text, theirs);
    }
    let is_ours = is_auto(text) || (is_description && is_unwritten(&Description::parse(text.to_vec())));
    Merged { content: Some(text.to_vec()), kept: !is_ours }
}

fn list(
    base: Option<&[u8]>,
    mine: &[u8],
    theirs: Option<&[u8]>,
    stays: &dyn Fn(&[u8]) -> bool,
) -> Option<Vec<u8>> {
    let old: Vec<&[u8]> = lines(base.unwrap_or_default()).collect();
    let new: Vec<&[u8]> = lines(theirs.unwrap_or_default()).collect();
    let [was, is] = [&old, &new].map(|lines| lines.iter().copied().collect::<FxHashSet<&[u8]>>());
    let goes = |line: &[u8]| was.contains(line) && !is.contains(line) && !stays(line);
    let mut merged: Vec<&[u8]> = lines(mine).filter(|line| !goes(line)).collect();
    for (at, line) in new.iter().enumerate().filter(|(_, line)| !was.contains(*line)) {
        if !merged.contains(line) {
            let before = new[..at].iter().rev().find_map(|before| merged.iter().position(|it| it == before));
            merged.insert(before.map_or(0, |before| before + 1), line);
        }
    }
    if theirs.is_none() && merged.is_empty() {
        return None;
    }
    if merged.iter().copied().eq(lines(mine)) {
        return Some(mine.to_vec());
    }
    Some(merged.iter().flat_map(|line| [*line, b"\n"]).collect::<Vec<_>>().concat())
}

fn description(base: &[u8], mine: &[u8], theirs: &[u8]) -> Merged {
    let [base, theirs] = [base, theirs].map(|raw| Description::parse(raw.to_vec()));
    let mut merged = Description::parse(mine.to_vec());
    let mut kept = false;
    let keys: Vec<&[u8]> = theirs.fields().into_iter().chain(base.fields()).map(|(key, _)| key).collect();
    for key in keys.into_iter().filter_map(|key| key.to_str().ok()) {
        let (old, new) = (base.paragraph(key), theirs.paragraph(key));
        let now = merged.paragraph(key);
        match new {
            _ if old == new || now == new => {}
            Some(new) if now == old => merged.set(key, new),
            None if now == old => merged.remove(key),
            _ => kept |= now.is_none_or(|now| !is_auto(now)),
        }
    }
    Merged { content: Some(merged.into_bytes()), kept }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(path: &str, [base, mine, theirs]: [&str; 3], expected: &str, kept: bool) {
        check_with(path, [base, mine, theirs], &[], expected, kept);
    }

    /// `-` stands for no file.
    fn check_with(path: &str, texts: [&str; 3], staying: &[&str], expected: &str, kept: bool) {
        let [base, mine, theirs] = texts.map(|text| (text != "-").then_some(text.as_bytes()));
        let stays = |line: &[u8]| staying.iter().any(|uid| line.contains_str(uid));
        let merged = merge(path.as_bytes(), Versions { base, mine, theirs }, &stays);
        let content = merged.content.map_or("-".to_owned(), |content| String::from_utf8(content).unwrap());
        assert_eq!((content.as_str(), merged.kept), (expected, kept));
    }

    const A: &str = "obj-0000000a\n";

    #[test]
    fn who_did_not_touch_a_file_gets_the_new_one() {
        for path in ["TOC", "obj-0000000a/imports", "obj-0000000a/description", "obj-0000000a/exports/x"] {
            check(path, ["a\n", "a\n", "b\n"], "b\n", false);
            check(path, ["a\n", "a\n", "-"], "-", false);
            check(path, ["-", "-", "b\n"], "b\n", false);
            check(path, ["a\n", "b\n", "b\n"], "b\n", false);
        }
    }

    #[test]
    fn lists_are_merged_line_by_line() {
        check("TOC", ["1\n2\n3\n", "1\n2\nmine\n3\n", "1\nnew\n3\n"], "1\nnew\nmine\n3\n", false);
        check("obj-0000000a/imports", ["1\n", "mine\n1\n", "1\n2 via=3\n"], "mine\n1\n2 via=3\n", false);
        check("obj-0000000a/shared", ["1\n2\n", "2\n", "1\n2\n0\n"], "2\n0\n", false);
        check("obj-0000000a/imports", ["1\n", "1\nmine\n", "-"], "mine\n", false);
        check("obj-0000000a/imports", ["1\n", "1\n1\n", "-"], "-", false);
        check("TOC", ["1\n2\n", "2\n 1", "1\n"], "1\n", false);
    }

    #[test]
    fn what_stays_is_not_taken_out() {
        let both = format!("{A}1\n");
        check_with("TOC", [&both, &both, "1\n"], &["obj-0000000a"], &both, false);
        check_with("TOC", [&both, &both, A], &["obj-0000000a"], A, false);
        check_with("TOC-obj-0000000a", [A, A, "-"], &["obj-0000000a"], A, false);
        for uid in ["obj-0000000b", "func-00000001"] {
            check_with(&format!("{uid}/imports"), ["", "", "-"], &["obj-0000000a"], "-", false);
            check_with(&format!("{uid}/imports"), [A, A, "-"], &["obj-0000000a"], "-", false);
            check_with(&format!("{uid}/imports"), ["-", "-", ""], &["obj-0000000a"], "", false);
        }
        let via = "func-00000001 via=obj-0000000a\n";
        check_with("obj-0000000b/imports", [via, via, "x\n"], &["obj-0000000a"], &format!("x\n{via}"), false);
    }

    #[test]
    fn descriptions_are_merged_field_by_field() {
        let path = "obj-0000000a/description";
        let base = "source: a\nkind: object\npurpose: Old. (auto)\n";
        check(
            path,
            [
                base,
                "source: a\nkind: object\npurpose: Mine.\n\nMore.\n",
                "source: b\nkind: object\npurpose: Old. (auto)\n",
            ],
            "source: b\nkind: object\npurpose: Mine.\n\nMore.\n",
            false,
        );
        check(
            path,
            [
                base,
                "source: a\nkind: object\npurpose: Mine.\n",
                "source: a\nkind: object\npurpose: New. (auto)\n",
            ],
            "source: a\nkind: object\npurpose: Mine.\n",
            true,
        );
        check(
            path,
            ["source: a\nversion: 1\n", "source: a\nversion: 1\nnote: x\n", "source: a\n"],
            "source: a\nnote: x\n",
            false,
        );
        check(path, [base, "source: a\npurpose: Mine.\n", "-"], "source: a\npurpose: Mine.\n", true);
        let [old, new] =
            ["1", "2"].map(|version| format!("source: a\npurpose: A. (auto)\nversion: {version}\n"));
        check(path, [&old, &new, "-"], &new, false);
    }

    #[test]
    fn whys_stay() {
        check("obj-0000000a/exports/obj-0000000b", ["x (auto)", "mine", "y (auto)"], "mine", true);
        check("obj-0000000a/exports/obj-0000000b", ["x (auto)", "z (auto)", "y (auto)"], "z (auto)", false);
        check("obj-0000000a/exports/obj-0000000b", ["x (auto)", "-", "y (auto)"], "-", false);
    }

    #[test]
    fn other_line_ends_are_no_change() {
        check("TOC", ["1\n2\n", "1\r\n2\r\n", "1\n3\n"], "1\r\n3\r\n", false);
        check("obj-0000000a/exports/x", ["a\n", "a\r\n", "-"], "-", false);
    }
}

//! The purposes that the tool writes (design §5, texts).
//!
//! From documentation where there is some, else from structure. One line, capped, without control and bidirectional
//! characters, ending in ` (auto)`; never a count or a line number, so that an inner edit changes nothing. Pure.

mod action;
mod asset;
mod component;
mod declared;
pub(in crate::dsp) mod doc;
pub(in crate::dsp) mod external;
mod file;
mod initial;
mod made;
mod package;
mod parts;
pub(in crate::dsp) mod place;
mod relation;
mod renowned;
mod setting;
mod shape;
pub(in crate::dsp) mod signature;
pub(in crate::dsp) mod suite;
mod used;
pub(in crate::dsp) mod users;
mod value;
pub(in crate::dsp) mod words;

use resolvers::facts::FileFacts;
use resolvers::path::RepoPath;

use self::declared::Declared;
use self::users::User;
use super::format::AUTO;
use super::markdown::first_paragraph;
use super::roots::Root;
use crate::facts::SourceFile;
use crate::graph::External;
use crate::resolution::packages::Package;

/// The longest text in characters, ` (auto)` not counted.
const LONGEST: usize = 400;
/// The longest part of a text that is taken over from documentation.
pub(super) const LONGEST_PART: usize = 240;
/// How many names a text lists.
const MOST_NAMES: usize = 8;

/// The text as one safe line that says who wrote it.
#[must_use]
pub fn auto(text: &str) -> String {
    let mut line = clean(text, LONGEST);
    line.push_str(AUTO);
    line
}

/// One line of at most `longest` characters: control and bidirectional characters removed, white space folded.
#[must_use]
pub fn clean(text: &str, longest: usize) -> String {
    let mut line = String::with_capacity(text.len().min(longest));
    let mut length = 0;
    for word in text.split(|c: char| c.is_whitespace() || c.is_control()) {
        let start = line.len();
        if start > 0 && !word.is_empty() {
            line.push(' ');
        }
        line.extend(word.chars().filter(|c| !is_invisible(*c)));
        if line.len() == start + 1 && start > 0 {
            line.truncate(start);
        }
        length += line[start..].chars().count();
        if length > longest {
            return shortened(line, start, longest);
        }
    }
    line
}

/// `line` without the word that starts at `word`, or, where it is the first one, cut inside it.
fn shortened(mut line: String, word: usize, longest: usize) -> String {
    let cut = if word > 0 { word } else { line.char_indices().nth(longest).map_or(line.len(), |(at, _)| at) };
    line.truncate(cut);
    line.push('…');
    line
}

/// Characters that change how a line reads without being seen.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{61c}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// What an external is, and what the repository takes of it.
#[must_use]
pub(super) fn external(external: &External, used: &external::Use<'_>) -> String {
    auto(&external::about(external, used))
}

/// What a file is; `facts` where a language reads it.
#[must_use]
pub(super) fn file(path: &RepoPath, facts: Option<&FileFacts>, users: &[User<'_>]) -> String {
    auto(&file::about(path, facts, users))
}

/// What a package is: the directory, and the files in it.
#[must_use]
pub fn package(package: &Package<'_>, files: &[&SourceFile]) -> String {
    auto(&package::about(package, files))
}

/// Why a package lists a file.
#[must_use]
pub fn member(name: &str) -> String {
    auto(&format!("a file of package {}", quoted(name)))
}

/// What a declaration of the file at `path` is: `group` are the positions in `FileFacts::symbols` of all declarations
/// of one name that are merged into it, in source order; `users` are its users in other files.
#[must_use]
pub(super) fn symbol(path: &RepoPath, facts: &FileFacts, group: &[u32], users: &[User<'_>]) -> String {
    let declared = Declared::of(path, facts, group).map(|it| Declared { users, ..it });
    auto(&declared.map(|it| it.purpose()).unwrap_or_default())
}

/// What a root is: the project in short, then the file itself.
#[must_use]
pub fn root(root: &Root, facts: Option<&FileFacts>, readme: Option<&str>, parts: &[String]) -> String {
    let mut text =
        if root.name.is_empty() { "Entry".to_owned() } else { format!("Entry of {}", quoted(&root.name)) };
    let description = root.description.as_deref().map(|text| clean(text, LONGEST_PART)).unwrap_or_default();
    let intro = readme.map(first_paragraph).unwrap_or_default();
    let repeated = intro.trim_end_matches('.') == description.trim_end_matches('.');
    for (at, part) in [&description, &intro].into_iter().filter(|part| !part.is_empty()).enumerate() {
        if at == 0 || !repeated {
            text.push_str(if at == 0 { ": " } else { ". " });
            text.push_str(part.trim_end_matches('.'));
        }
    }
    if let Some(facts) = facts {
        text.push_str(". ");
        text.push_str(file::about(&root.path, Some(facts), &[]).trim_end_matches('.'));
    }
    if !parts.is_empty() {
        text.push_str(". Main parts: ");
        text.push_str(&list(parts.iter().map(|part| quoted(part))));
    }
    auto(&text)
}

/// `name` in back quotes; what could end them is taken out.
pub(super) fn quoted(name: &str) -> String {
    // Nearly every name is as it should be.
    if name.len() <= 80 && name.bytes().all(|it| it.is_ascii_graphic() && it != b'`') {
        return ["`", name, "`"].concat();
    }
    format!("`{}`", clean(&name.replace('`', ""), 80))
}

/// The first names, separated by commas; an ellipsis stands for the rest.
pub(super) fn list(names: impl Iterator<Item = String>) -> String {
    let mut names = names.peekable();
    let mut listed: Vec<String> = names.by_ref().take(MOST_NAMES).collect();
    if names.peek().is_some() {
        listed.push("…".to_owned());
    }
    listed.join(", ")
}

/// `lead` and the first `most` of the names, quoted, each once; empty without names.
pub(super) fn few<'n>(lead: &str, names: impl Iterator<Item = &'n str>, most: usize) -> String {
    let mut listed: Vec<String> = Vec::new();
    for name in names.map(quoted) {
        if listed.contains(&name) {
            continue;
        }
        if listed.len() == most {
            listed.push("…".to_owned());
            break;
        }
        listed.push(name);
    }
    if listed.is_empty() { String::new() } else { format!("{lead}{}", listed.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Fixture;

    fn check(fixture: &str, expected: &str) {
        let fixture = Fixture::parse(fixture);
        let facts = fixture.sources.first().map(|source| &source.facts);
        assert_eq!(file(&fixture.files[0], facts, &[]), expected);
    }

    #[test]
    fn documentation_comes_first_then_exports_then_the_role() {
        check("== a.ts\ndoc Adds numbers up exactly.\nfunction add", "Adds numbers up exactly. (auto)");
        check(
            "== math/add.ts\nfunction addUp\nclass Sum\nvariable zero\ninterface Part",
            "Add: adds up (`addUp`), `Sum` (a class), `zero`; with types `Part` (auto)",
        );
        check(
            "== src/db/index.ts\nexport * from ./b\nexport x from ./c\nexport y from ./c",
            "Public face of `src/db`: gathers everything of `./b`, `x`, `y` of `./c` (auto)",
        );
        check("== src/price.ts\nfunction formatPrice", "Formats price (auto)");
        check(
            "== src/price.test.ts\nimport npm:vitest it\nimport src/price formatPrice",
            "Tests of price: uses `it`, `formatPrice` (auto)",
        );
        // What the values are called says less than the one that the file is called by.
        check(
            "== src/price.ts\nvariable price\nvariable rate\nvariable other",
            "Price, a value of `src/price.ts`; also exports `rate`, `other` (auto)",
        );
        check("== src/a.css", "Style sheet for a in `src` (auto)");
        check(
            "== user-card.vue\nimport x.vue default:Avatar",
            "User card component: made of `Avatar` (auto)",
        );
        check("== LICENSE", "File `LICENSE` (auto)");
        check(
            "== server.js\nimport npm:express default:express",
            "Server, run when it is loaded: uses `express` (auto)",
        );
        check(
            "== vite.config.ts\nimport npm:vite defineConfig",
            "Configuration of vite: uses `npm:vite` (auto)",
        );
    }

    /// The purposes of all exported declarations, members included.
    fn symbols(file: &str, source: &str) -> Vec<String> {
        let path = crate::testing::path(file);
        let (language, dialect) = resolvers::language_of(&path).unwrap();
        let facts = language.extract(dialect, source.as_bytes());
        let told = (0..).zip(&facts.symbols).filter(|(_, it)| it.exported).map(|(at, it)| {
            format!("{}: {}", it.name, symbol(&path, &facts, &[at], &[]).strip_suffix(" (auto)").unwrap())
        });
        told.collect()
    }

    #[test]
    fn declarations_are_told_by_name_head_members_and_uses() {
        let source = "import { z } from 'zod'; import { Base } from './base'; import { db } from './db';
            /** Deletes what is old. */ export function purge() {}
            export async function createUser(input: Input, options = {}): Promise<User> { return db.add(input) }
            export const isAdmin = (user: User): boolean => true;
            export const MAX_AGE = 3;
            export const userSchema = z.object({});
            export type Role = 'admin' | 'guest';
            export type UserId = string | number;
            export interface PurgeOptions { since: Date; report(text: string): void }
            export enum Kind { Big, Small }
            export class NotFoundError extends Error {}
            export class UserService extends Base { constructor(private db: Db) {} find(id: string): User {} }";
        assert_eq!(
            symbols("src/users.ts", source),
            [
                "purge: Deletes what is old.",
                "createUser: Creates user: takes `input`, `options`; gives `User`; uses `db`",
                "isAdmin: Tells whether `user` is admin",
                "MAX_AGE: Max age, a constant: `3`",
                "userSchema: Zod schema of user",
                "Role: Role (users): one of `admin`, `guest`",
                "UserId: User id: one of `string`, `number`",
                "PurgeOptions: Options of `purge`: `since`; offers `report`",
                "since: Since: of type `Date` (field of `PurgeOptions`)",
                "report: Reports `text` (method of `PurgeOptions`)",
                "Kind: Kind (users): one of `Big`, `Small`",
                "Big: Big (a value of `Kind`)",
                "Small: Small (a value of `Kind`)",
                "NotFoundError: Error class for not found: extends `Error`",
                "UserService: User service, a class: extends `Base`; offers `find`",
                "constructor: Constructor: takes `db` (method of `UserService`)",
                "find: Finds `id`: gives `User` (method of `UserService`)",
            ]
        );
    }

    #[test]
    fn components_and_hooks_are_called_so() {
        let source = "import { useState } from 'react'; import { Avatar } from './avatar';
            interface Props { name: string }
            export function UserCard({ name, onClose }: Props) { return <Avatar name={name} /> }
            export function useUser(id: string) { return useState(id) }
            export default function () { return <UserCard name='' /> }";
        assert_eq!(
            symbols("src/UserCard.tsx", source),
            [
                "UserCard: User card component: takes props `name`, `onClose`; renders `Avatar`",
                "useUser: Hook for user: takes `id`; uses `useState`",
                "default: User card component",
            ]
        );
    }

    #[test]
    fn what_is_handed_over_or_stands_for_another_is_told_by_that() {
        let source = "import { Avatar } from './avatar'; import { wrap, make } from './wrap';
            function CardInner({ name }: Props) { return <Avatar name={name} /> }
            /** Counts what is read. */ function count(text) {}
            const parts = { head: 'a', tail: 'b' };
            export const Card = wrap(make(CardInner));
            export const counted = wrap(count);
            export const Parts = parts as unknown as Shape;
            export const store = make(count)";
        assert_eq!(
            symbols("src/Card.tsx", source),
            [
                "Card: Card component: takes props `name`; renders `Avatar`",
                "counted: Counts what is read.",
                "Parts: Parts (card): holds `head: 'a'`, `tail: 'b'`",
                "store: Store (card): made with `make` from `count`",
            ]
        );
    }

    #[test]
    fn literals_in_plain_sight_are_told() {
        let source = "export const label = () => t('Seen lately');
            export const types = { 'text/html': 'html', 'text/css': 'css', 'a/b': 'c', 'd/e': 'f' };
            export const Key: unique symbol = Symbol(DEV ? 'key' : '');
            export const V_SHOW = Symbol('v-show');
            export const vShow = { mounted() {} };
            export type Json<T extends Value> = T;
            export function trackName() {}
            export interface TracknameProps { a: string }";
        assert_eq!(
            symbols("src/page.ts", source)[..6],
            [
                "label: Label: gives `t('Seen lately')`",
                "types: Types: holds `text/html: 'html'`, `text/css: 'css'`, `a/b: 'c'`, `d/e`",
                "Key: Key: a symbol from `'key'`",
                "V_SHOW: V show, a constant: a symbol from `'v-show'`",
                "vShow: Vue directive: show: holds `mounted`",
                "Json: JSON: accepts only types that extend `Value`",
            ]
        );
        let props = symbols("src/page.ts", source).into_iter().find(|it| it.starts_with("TracknameProps"));
        assert!(!props.unwrap().contains("Props of"));
    }

    #[test]
    fn of_documentation_the_part_counts_that_says_something() {
        let source = "/** Overload 1: by name. */ export function find(name: string): Node;
            /** Overload 2: by number. */ export function find(at: number): Node;
            /** Finds a node of the tree. */ export function find(it: any) {}
            /** Phase 1: parse. */ export function run() {}
            /** The leaf of the tree. */ export function leaf(at: number): Node {}";
        let path = crate::testing::path("src/tree.ts");
        let (language, dialect) = resolvers::language_of(&path).unwrap();
        let facts = language.extract(dialect, source.as_bytes());
        assert_eq!(symbol(&path, &facts, &[0, 1, 2], &[]), "Finds a node of the tree. (auto)");
        assert_eq!(symbol(&path, &facts, &[0, 1], &[]), "Finds `name`: gives `Node` (auto)");
        assert!(!symbol(&path, &facts, &[3], &[]).contains("Phase"));
        // What name and path say already is told with the shape.
        let leaf = "The leaf of the tree; takes `at`; gives `Node` (auto)";
        assert_eq!(symbol(&path, &facts, &[4], &[]), leaf);
    }

    #[test]
    fn an_inner_edit_changes_nothing() {
        let text = |body: &str| {
            let imports = "import { b } from './b'; import fs from 'fs';";
            symbols("a.ts", &format!("{imports}\nexport function makeIt(c: C) {{ {body} }}"))
        };
        let same = text("const d = c;\n\n  fs.y(); b(d); b(d); fs.x();\n return b(1)");
        assert_eq!(text("fs.x(); fs.y(); return b(c)"), same);
        assert!(same[0].ends_with("uses `b`, `fs.x`, `fs.y`"), "{same:?}");
    }

    #[test]
    fn names_are_capped() {
        let many = (0..20).map(|n| format!("\nvariable v{n}")).collect::<Vec<_>>().concat();
        check(
            &format!("== many.ts{many}"),
            "Values for many: `v0`, `v1`, `v2`, `v3`, `v4`, `v5`, `v6`, `v7`, `v8`, `v9`, `v10`, `v11`, … (auto)",
        );
    }

    #[test]
    fn a_text_is_one_harmless_line() {
        assert_eq!(clean(" a\n\tb\u{0}c \u{202e}\u{2028} d\u{200b}e ", 99), "a b c de");
        assert_eq!(clean("one two three", 8), "one two…");
        assert_eq!(clean("abcdefghij", 4), "abcd…");
        assert_eq!(clean("", 4), "");
    }
}

//! What the purposes say, as texts.

use super::*;
use crate::testing::Fixture;

mod addresses;
mod bodies;
mod code;
mod files;
mod frameworks;
mod python;
mod scripts;
mod served;
mod sketches;
mod standing;
mod stores;
mod types;
mod values;

fn check(fixture: &str, expected: &str) {
    let fixture = Fixture::parse(fixture);
    let facts = fixture.sources.first().map(|source| &source.facts);
    assert_eq!(file(&fixture.files[0], facts, Around::default()), expected);
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
    check("== user-card.vue\nimport x.vue default:Avatar", "User card component: made of `Avatar` (auto)");
    check("== LICENSE", "File `LICENSE` (auto)");
    check("== server.js\nimport npm:express default:express", "Server, a script: uses `express` (auto)");
    check("== vite.config.ts\nimport npm:vite defineConfig", "Configuration of vite: uses `npm:vite` (auto)");
    check("== postcss.config.js\nvariable plugins", "Configuration of postcss: sets `plugins` (auto)");
}

/// The purposes of all exported declarations, members included.
fn symbols(file: &str, source: &str) -> Vec<String> {
    let path = crate::testing::path(file);
    let (language, dialect) = resolvers::language_of(&path).unwrap();
    let facts = language.extract(dialect, source.as_bytes());
    let told = (0..).zip(&facts.symbols).filter(|(_, it)| it.exported).map(|(at, it)| {
        format!(
            "{}: {}",
            it.name,
            symbol(&path, &facts, &[at], Around::default()).strip_suffix(" (auto)").unwrap()
        )
    });
    told.collect()
}

#[test]
fn what_a_framework_calls_is_told_by_its_address() {
    let check = |file: &str, source: &str, expected: &[&str]| assert_eq!(symbols(file, source), expected);
    check(
        "apps/web/pages/api/v1/links/[id].ts",
        "import { prisma } from './db'; export default async function links(req, res) { await prisma.link() }",
        &["links: Handles requests to `/api/v1/links/[id]`: calls `prisma.link()`; uses `prisma`"],
    );
    check("pages/links.tsx", "export function links() {}", &["links: Links (pages): does nothing"]);
    check(
        "app/routes/a.tsx",
        "export function links() { return [] }",
        &["links: Lists the linked resources of route `app/routes/a.tsx`: gives `[]`"],
    );
    check(
        "shop/admin.py",
        "from flask import Blueprint\nadmin = Blueprint('admin', __name__)\n@admin.route('/x')\ndef view(): ...\n",
        &[
            "admin: Flask blueprint for admin: answers `/x`; used by `view`",
            "view: View (admin), for requests to `/x` below `admin`",
        ],
    );
    check(
        "bus/a.go",
        "package bus\nfunc SeatHasBelt(seat Seat) bool { return true }\nfunc BusHasSeats(c Context) {}\n",
        &[
            "SeatHasBelt: Tells whether seat has belt: takes `seat`",
            "BusHasSeats: Bus has seats: takes `c` (`Context`); does nothing",
        ],
    );
    check(
        "migrations/1_add.py",
        "\"\"\"Add names to the users\n\nRevision ID: 1\n\"\"\"\ndepends_on = None\ndef upgrade(): ...\ndef downgrade(): ...\n",
        &[
            "depends_on: No migration but the one right before must come before: add names to the users",
            "upgrade: Applies the migration: add names to the users",
            "downgrade: Reverts the migration: add names to the users",
        ],
    );
}

#[test]
fn loggers_errors_and_enumerations_are_told_as_such() {
    let check = |file: &str, source: &str, expected: &[&str]| assert_eq!(symbols(file, source), expected);
    check(
        "shop/mail.py",
        "import logging, pytest\nfrom fastapi import APIRouter\nlog = logging.getLogger('shop')\n\
         logger = logging.getLogger(__name__)\nrouter = APIRouter()\npytestmark = [pytest.mark.slow, pytest.mark.db(now=1)]
needs_new = pytest.mark.skipif(sys.version_info < (3, 11), reason='it needs Python 3.11')\n",
        &[
            "log: Logger for mail: called `'shop'`",
            "logger: Logger for mail",
            "router: FastAPI router for mail",
            "pytestmark: Marks of all tests of the file: `slow`, `db`",
            "needs_new: Skips tests marked so (needs new): it needs Python 3.11",
        ],
    );
    check(
        "shop/role.go",
        "package shop\nimport \"errors\"\ntype State int\nconst (\nOpen State = iota\nShut\nGone\n)\ntype Role string\nconst (\nAdmin Role = \"a\"\nGuest Role = \"g\"\n)\n\
         type Limits struct { Most int }\ntype Shop struct { Limits Limits }\nvar ErrClosed = errors.New(\"shop is closed\")\n",
        &[
            "State: State of role: `int`; one of `Open`, `Shut`, `Gone`",
            "Open: Open (role): of type `State`",
            "Shut: Shut (role): of type `State`",
            "Gone: Gone (role): of type `State`",
            "Role: Role (shop): `string`; one of `Admin`, `Guest`",
            "Admin: Admin (role): of type `Role`; `\"a\"`",
            "Guest: Guest (role): of type `Role`; `\"g\"`",
            "Limits: Limits (role), a struct: type of `Shop.Limits`; holds `Most`",
            "Most: Most: of type `int` (field of `Limits`)",
            "Shop: Shop (role), a struct: holds `Limits`",
            "Limits: Limits: of type `Limits` (field of `Shop`)",
            "ErrClosed: The error \"shop is closed\"",
        ],
    );
    check(
        "shop/metrics.go",
        "package shop\nimport \"prom\"\nvar Orders = prom.NewCounter(prom.Opts{\n\tName:  \"o\",\n\tHelp:  \"orders that were taken.\",\n})\n",
        &["Orders: Orders that were taken: made with `prom.NewCounter`"],
    );
    check(
        "shop/api.py",
        "from x import Space\nusers = Space('users', description='Endpoint for users')\nteams = Space('teams', description='Teams')\n",
        &[
            "users: Endpoint for users: made with `Space`",
            "teams: Teams (shop API): made with `Space` from `'teams'`, `description='Teams'`",
        ],
    );
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
            "createUser: Creates user: takes `input`, `options`; gives `db.add(input)` (`User`)",
            "isAdmin: Tells whether `user` is an admin: always gives `true`",
            "MAX_AGE: Max age, a constant of `src/users.ts`: `3`",
            "userSchema: Zod schema of user",
            "Role: Role (users): one of `admin`, `guest`",
            "UserId: User id: one of `string`, `number`",
            "PurgeOptions: Options of `purge`: has `since`; offers `report`",
            "since: Since: of type `Date` (field of `PurgeOptions`)",
            "report: Report: takes `text` (method of `PurgeOptions`)",
            "Kind: Kind (users): one of `Big`, `Small`",
            "Big: Big (a value of `Kind`)",
            "Small: Small (a value of `Kind`)",
            "NotFoundError: Error class for not found: extends `Error`",
            "UserService: User service, a class: extends `Base`; offers `find`; is made from `db`",
            "constructor: Constructor: takes `db` (method of `UserService`)",
            "find: Finds by `id`: gives `User` (method of `UserService`)",
        ]
    );
}

/// The purpose of a file, from its text.
fn file_of(name: &str, source: &str) -> String {
    let path = crate::testing::path(name);
    let (language, dialect) = resolvers::language_of(&path).unwrap();
    file(&path, Some(&language.extract(dialect, source.as_bytes())), Around::default())
}

#[test]
fn of_several_exports_the_one_that_the_file_is_called_by_leads() {
    for (name, source, expected) in [
        (
            "src/config.ts",
            "/** Tells the default. */ export const isServer = a || b; export interface Config { port: number }
            export type Part = A",
            "Config, an interface: `port`; also exports `isServer`; with types `Config`, `Part` (auto)",
        ),
        (
            "src/User.ts",
            "/** What may be set. */ export enum Flag { A } class User { name() {} } export default User",
            "User, a class: offers `name`; also exports `Flag` (auto)",
        ),
        (
            "src/text.ts",
            "export const a = 1; export const b = 2;
            /** Cuts a text where it may be cut, so that a reader of it sees whole words, and marks what was cut. */
            export function cut() {}
            /** Joins. */ export function glue() {}",
            "Text: cuts a text where it may be cut, so that a reader of it sees whole words (`cut`), joins (`glue`), \
             `a`, `b` (auto)",
        ),
        (
            "watch/poller.go",
            "package watch\n// recording records the state of a file.\ntype recording struct{}\ntype plain struct{}
            type handler struct{}\nfunc (h *handler) Handle() {}\nfunc help() {}",
            "Poller: defines `recording` (records the state of a file), `handler` (offers `Handle`), `help` (auto)",
        ),
        (
            "src/app/api/users/route.ts",
            "export async function GET(request) { if (x) { return no() } return json(await users()) }
            export async function DELETE() { a(); b() }; export const dynamic = 'auto'",
            "Request handlers of `/api/users`: `GET` gives `no()` or `json(await users())`; `DELETE` calls `a`, `b` (auto)",
        ),
        (
            "src/app/api/tags/route.ts",
            "export async function GET() { return json(await tags()) }",
            "Handles GET requests of `/api/tags`: gives `json(await tags())` (auto)",
        ),
        (
            "users/store_test.go",
            "package users\nfunc TestFindUser(t *testing.T) { t.Run(\"by name\", f); t.Run(\"none\", f) }\nfunc TestAdd(t *testing.T) {}",
            "Tests of `users/store`: find user (by name, none); add (auto)",
        ),
        (
            "tests/test_exporter.py",
            "from app.exporter import Exporter\ndef test_exporter(): Exporter()",
            "Tests of exporter: uses `Exporter` (auto)",
        ),
        ("tests/test_views.py", "def test_a_b(): pass\ndef help(): pass", "Tests of views: a b (auto)"),
        (
            "tests/apps/wsgi.py",
            "from hello import app",
            "Wsgi, a script: uses `app`; for tests in `apps` (auto)",
        ),
        ("test/setup.ts", "import './styles.css'", "Setup: loads `./styles.css`; for tests (auto)"),
        ("test/support/setup.ts", "import './styles.css'", "Setup: loads `./styles.css`; for tests (auto)"),
        ("src/tool/__main__.py", "from tool import main", "Run by `python -m tool`: uses `main` (auto)"),
    ] {
        assert_eq!(file_of(name, source), expected, "{name}");
    }
}

#[test]
fn values_of_python_are_told_by_what_they_are() {
    let source = "T = t.TypeVar('T', bound=B)\nsent = signals.signal('sent')\nEither = str | int\nbare: int";
    assert_eq!(
        symbols("src/signals.py", source),
        [
            "T: `T` (signals), a constant: a type variable from `'T'`, `bound=B`",
            "sent: Sent (signals): made with `signals.signal` from `'sent'`",
            "Either: Either (signals): `str | int`",
            "bare: Bare (signals): of type `int`",
        ]
    );
}

#[test]
fn what_only_looks_like_a_flag_or_a_component_is_neither() {
    let source = "export const isGlobalRe = /^a/;
        export const IS_REF: unique symbol = Symbol('');
        export const isOpen = true;
        export const isNode: (node: Node, context: Context) => boolean = BROWSER ? one : two;
        export function BeforeUpdate(target: any, propertyKey: string) {}
        export type LongClass = new (low: number) => Long;";
    assert_eq!(
        symbols("src/marks.ts", source),
        [
            "isGlobalRe: Regular expression for is global: `/^a/`",
            "IS_REF: Is ref, a constant of `src/marks.ts`: a symbol",
            "isOpen: Flag: is open: `true`",
            "isNode: Tells whether `node` is a node: also takes `context`",
            "BeforeUpdate: Decorator: before update: does nothing",
            "LongClass: Long class: a constructor that takes `low`; gives `Long`",
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
            "useUser: Hook for user: takes `id`; gives `useState(id)`",
            "default: User card component: renders `UserCard`",
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
            "V_SHOW: V show, a constant of `src/page.ts`: a symbol from `'v-show'`",
            "vShow: Vue directive: show: holds `mounted`",
            "Json: JSON: accepts only types that extend `Value`",
        ]
    );
    let props = symbols("src/page.ts", source).into_iter().find(|it| it.starts_with("TracknameProps"));
    assert!(!props.unwrap().contains("Props of"));
}

#[test]
fn what_looks_like_an_action_may_be_none() {
    let source = "import { Schema } from './schema'; import { createIcon } from './icons'; import express from 'express';
        import mongoose from 'mongoose';
        export function set<T>(type: T): SchemaSet<T> { return new Schema(type) }
        export const createUser = { body: Schema };
        export const flipLeft = createIcon(path);
        export const addMutation = `mutation add($id: ID!) {
          add(id: $id)
        }`;
        export const { increment, reset: clear } = slice.actions;
        export const isCancel = library.isCancel;
        export const isOpen = computed(() => true);
        export const User = mongoose.model('User', schema);
        export const validate = (schema) => (req, res, next) => {};
        export const allow = (...rights) => async (req, res, next) => {};
        export const fetchUser = (id) => async (dispatch) => {};
        export function debounce(fn, ms) { let timer; return (...args) => {} }";
    assert_eq!(
        symbols("src/user.routes.ts", source),
        [
            "set: Gives `SchemaSet<T>` (user routes): takes `type`; made by `new Schema(type)`",
            "createUser: Create user (user routes): holds `body`; uses `Schema`",
            "flipLeft: Flip left icon: made with `createIcon` from `path`",
            "addMutation: Add mutation: the GraphQL mutation `add` of `add`",
            "increment: Increment (user routes): taken from `slice.actions`",
            "clear: Clear (user routes): `slice.actions.reset`",
            "isCancel: Tells whether it is cancel: taken from `library`",
            "isOpen: Tells whether it is open: made with `computed`; always gives `true`",
            "User: Mongoose model of user: from `'User'`, `schema`",
            "validate: Makes a request handler that validates requests: takes `schema`",
            "allow: Makes a request handler that allows requests: takes `rights`",
            "fetchUser: Redux thunk that fetches user: takes `id`",
            "debounce: Makes a function that debounces (user routes): takes `fn`, `ms`; gives a function that takes `args`",
        ]
    );
}

#[test]
fn hooks_are_told_by_their_verbs_and_things() {
    let source = "export function useMemoize(fn) {}
        export function useCreateUser() {}
        export const { useGetPostQuery } = api;
        export function usePushManager() {}";
    assert_eq!(
        symbols("src/hooks.ts", source),
        [
            "useMemoize: Hook that memoizes: takes `fn`; does nothing",
            "useCreateUser: Hook that creates user: does nothing",
            "useGetPostQuery: Hook for the get post query: taken from `api`",
            "usePushManager: Hook for the push manager: does nothing",
        ]
    );
    assert_eq!(
        file_of("src/hooks.ts", "export const useA = b(), useC = d()"),
        "Hooks: `useA` (made with `b`), `useC` (made with `d`) (auto)"
    );
}

#[test]
fn the_place_tells_what_has_no_name() {
    for (name, source, expected) in [
        (
            "src/app/app/layout.tsx",
            "export default function ({ children }) {}",
            "Layout `/app`: takes `children`",
        ),
        ("src/locales/pt-BR.ts", "export default function () {}", "Portuguese translations (`pt-BR`)"),
        (
            "src/card.stories.tsx",
            "export default { title: 'a' }",
            "Storybook settings of the stories of card",
        ),
        ("codemods/is-loading.js", "module.exports = (file, api) => {}", "Codemod: is loading: does nothing"),
        (
            "src/import-attributes.ts",
            "export default (event) => {}",
            "Import attributes: takes `event`; does nothing",
        ),
        (
            "src/app/page.tsx",
            "export const metadata = { title: 'Users' }",
            "Metadata of page `src/app/page.tsx`: holds `title: 'Users'`",
        ),
    ] {
        assert_eq!(symbols(name, source)[0].split_once(": ").unwrap().1, expected, "{name}");
    }
    let source = "import { days as fn } from './days'; export const months = convert(fn, 2)";
    assert_eq!(symbols("src/months.ts", source), ["months: Months: made with `convert` from `days`, `2`"]);
    let source = "export const longDate = (token) => {}";
    assert_eq!(
        symbols("locale/af/_lib/date.ts", source),
        ["longDate: Long date: takes `token`; does nothing; for `af`"]
    );
    let source = "import { it } from 'vitest'; it('adds up', () => {})";
    assert_eq!(file_of("src/add/test.ts", source), "Tests of `add/test`: adds up (auto)");
    let story = symbols("src/card.stories.tsx", "export const Small: Story = { args: {} }");
    assert_eq!(story, ["Small: Story `Small` that shows card"]);
}

#[test]
fn a_type_that_is_merged_with_a_value_says_what_it_extends() {
    let source = "export interface Url extends Text<'url'> {}
        export const Url: core.$maker<Url> = core.$maker('Url', (it) => {})";
    let path = crate::testing::path("src/schemas.ts");
    let (language, dialect) = resolvers::language_of(&path).unwrap();
    let facts = language.extract(dialect, source.as_bytes());
    assert_eq!(
        symbol(&path, &facts, &[0, 1], Around::default()),
        "URL (schemas): extends `Text`; made with `core.$maker` from `'Url'`, and a function that takes `it` (auto)"
    );
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
    assert_eq!(
        symbol(&path, &facts, &[0, 1, 2], Around::default()),
        "Finds a node of the tree: takes `name`; gives `Node` (auto)"
    );
    assert_eq!(symbol(&path, &facts, &[0, 1], Around::default()), "Finds `name`: gives `Node` (auto)");
    assert!(!symbol(&path, &facts, &[3], Around::default()).contains("Phase"));
    // What name and path say already is told with the shape.
    let leaf = "The leaf of the tree: takes `at`; gives `Node` (auto)";
    assert_eq!(symbol(&path, &facts, &[4], Around::default()), leaf);
}

#[test]
fn what_is_taken_from_a_member_is_told_from_where_it_comes() {
    let source =
        "const api = createApi({ a: 1 }); const { util } = api; export const { drop: none, patch } = util";
    let told = symbols("src/api.ts", source);
    let expected = "patch: Patch (API): taken from `api.util`, which is made with `createApi`";
    assert_eq!(told.last().map(String::as_str), Some(expected));
    assert!(
        told.contains(&"none: None (API): `drop` of `api.util`, which is made with `createApi`".to_owned())
    );
}

#[test]
fn bodies_tell_where_documentation_does_not() {
    let source = "export function pick(a: A): B { return choose(a.b) }
        export const app = {}; app.use = function () {}; app.set = () => 1";
    assert_eq!(
        symbols("src/pick.ts", source)[..2],
        ["pick: Picks: takes `a`; gives `choose(a.b)` (`B`)", "app: App (pick): offers `use`, `set`"]
    );
}

#[test]
fn an_inner_edit_changes_nothing() {
    let text = |body: &str| {
        let imports = "import { b } from './b'; import fs from 'fs';";
        symbols("a.ts", &format!("{imports}\nexport function makeIt(c: C) {{ {body} }}"))
    };
    let same = text("const d = 1;\n\n  fs.y(); c(b(d)); fs.x(); fs.y();\n return b(c)");
    assert_eq!(text("c(d); fs.x(); fs.y(); return b(c)"), same);
    assert!(same[0].ends_with("gives `b(c)`; calls `c`, `fs.x`, `fs.y`"), "{same:?}");
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

/// What is told of the first declaration of `own`, whose head names `name` of `other`.
fn beside_another(own: (&str, &str), other: (&str, &str), name: &str) -> String {
    let read = |(file, source): (&str, &str)| {
        let path = crate::testing::path(file);
        let (language, dialect) = resolvers::language_of(&path).unwrap();
        (path, language.extract(dialect, source.as_bytes()))
    };
    let ((path, facts), (elsewhere, declared)) = (read(own), read(other));
    assert_eq!(named::names_in(&path, &facts.symbols[0]), [name]);
    let named = Named { name, path: &elsewhere, facts: &declared, key: None, symbol: 0 };
    symbol(&path, &facts, &[0], Around { users: &[], named: &[named], named_key: None })
}

#[test]
fn what_is_said_of_a_base_a_type_and_a_maker_is_told() {
    let policy = ("base.py", "class Policy:\n    \"\"\"A set of rules in their order.\"\"\"");
    assert_eq!(
        beside_another(("task.py", "class TaskPolicy(Policy): pass"), policy, "Policy"),
        "Task policy, a kind of `Policy` (a set of rules in their order) (auto)"
    );
    assert_eq!(
        beside_another(("task.py", "RULES = base.Policy(1)"), policy, "base.Policy"),
        "Rules (task), a constant: made with `base.Policy` (a set of rules in their order) from `1` (auto)"
    );
    let level = ("kind.go", "package log\n// Level says how much is logged.\ntype Level int");
    assert_eq!(
        beside_another(("level.go", "package log\nconst Low Level = 1"), level, "Level"),
        "Low (level): of type `Level`, which says how much is logged; `1` (auto)"
    );
    assert_eq!(
        beside_another(("new.go", "package log\nfunc NewLevel() *Level { return nil }"), level, "Level"),
        "Makes a new `Level`, which says how much is logged: gives `*Level` (auto)"
    );
    let decode = ("new.go", "package log\nfunc ReadLevel(r io.Reader) (*Level, error) { return nil, nil }");
    assert_eq!(
        beside_another(decode, level, "Level"),
        "Reads level: takes `r`; gives `*Level`, which says how much is logged (auto)"
    );
    let options = ("kind.go", "package log\n// Options options for the client.\ntype Options struct{}");
    assert_eq!(
        beside_another(
            ("new.go", "package log\nfunc NewOptions() *Options { return nil }"),
            options,
            "Options"
        ),
        "Makes a new `Options`: gives `*Options` (auto)"
    );
    let failure = ("base.py", "class Common(Exception): pass");
    assert_eq!(
        beside_another(("auth.py", "class Unauthorized(Common): pass"), failure, "Common"),
        "Error class for unauthorized: extends `Common` (auto)"
    );
    let silent = ("base.py", "class Policy:\n    \"\"\"Policy.\"\"\"");
    assert_eq!(
        beside_another(("task.py", "class TaskPolicy(Policy): pass"), silent, "Policy"),
        "Task policy, a kind of `Policy` (auto)"
    );
}

#[test]
fn a_parameter_of_a_type_is_no_type_of_the_package() {
    let path = crate::testing::path("map.go");
    let (language, dialect) = resolvers::language_of(&path).unwrap();
    let facts = language.extract(dialect, b"package m\nfunc First[T any](all []T) T { return all[0] }");
    assert_eq!(named::names_in(&path, &facts.symbols[0]), [""; 0]);
}

#[test]
fn what_go_runs_in_place_of_tests_is_no_test() {
    let source = "package x_test\nimport \"go.uber.org/goleak\"\nfunc TestMain(m *testing.M) { goleak.VerifyTestMain(m) }";
    let told = file_of("x/main_test.go", source);
    assert!(told.starts_with("Set-up of the tests of package `x_test`"), "{told}");
    let source =
        "package x\nfunc TestMain(m *testing.M) { m.Run() }\nfunc TestLexer(t *testing.T) { Tokenize() }";
    assert!(file_of("x/lexer_test.go", source).starts_with("Tests of lexer: uses"));
    // What others call `Testing` is no test of that name.
    let source = "package x\nvar _ = Describe(\"Testing\", func() { It(\"runs\", func() {}) })";
    assert_eq!(
        file_of("x/lexer_test.go", source),
        "Tests of lexer (Testing): runs; uses `Describe`, `It` (auto)"
    );
}

#[test]
fn addresses_of_decorators_are_none_of_urlpatterns() {
    let source = "@app.get('/users')\ndef users(): ...\nurlpatterns = [path('a/', a)]\n";
    let told = symbols("site/urls.py", source);
    assert_eq!(told[1], "urlpatterns: URL routes of `site`: `a/`");
}

#[test]
fn only_tables_of_python_are_of_the_database() {
    let python = symbols("db.py", "users = Table('users', meta, Column('id'), Column('name'))\n");
    assert_eq!(python, ["users: Users, table `users` of the database: holds `id`, `name`"]);
    let script = symbols("ui.ts", "export const users = Table('users', { id: 1 })");
    assert!(!script[0].contains("database"), "{script:?}");
}

#[test]
fn a_short_test_of_go_tells_what_it_uses_of_its_package() {
    let source = "package x
import \"testing\"
func TestLexer(t *testing.T) { check(t, Tokenize(Input{Text: Sample}), NewDispenser) }";
    assert_eq!(
        file_of("x/lexer_test.go", source),
        "Tests of lexer: uses `Input`, `NewDispenser`, `Sample`, `Tokenize` (auto)"
    );
    let source =
        "package x\nfunc TestTheLexerReadsEverythingThatIsWrittenInAFileOfSettingsAtOnce() { Tokenize() }";
    assert!(!file_of("x/lexer_test.go", source).contains("uses"));
}

#[test]
fn a_file_that_only_calls_tells_what() {
    assert_eq!(
        file_of(
            "webhooks/client/index.tsx",
            "import { PluginManager } from './manager'\nPluginManager.add([{ value: { component: () => null } }])\nconsole.log(1)"
        ),
        "Webhooks client, a script: calls `PluginManager.add([{ value.component }])`; uses `PluginManager` (auto)"
    );
    assert_eq!(
        file_of(
            "access/templatetags/jinja_helpers.py",
            "from django_jinja import library\nfrom . import has_perm\nlibrary.global_function(has_perm)\nif __name__ == '__main__':\n    main()"
        ),
        "Jinja helpers, a script: calls `library.global_function(has_perm)`; uses `library`, `has_perm` (auto)"
    );
}

#[test]
fn files_and_structs_of_go_tell_what_they_set_and_choose() {
    assert_eq!(
        file_of(
            "kv/debug.go",
            "package kv\nconst (\n\t// Switch on extra debug code.\n\tetcdDebug = true\n)"
        ),
        "Debug: defines `etcdDebug` (switch on extra debug code) (auto)"
    );
    let source = "package db
var (
\t// ErrGone is returned when a row is gone.
\tErrGone = errors.New(\"gone\")
)
// MapError reads an error of the database.
func MapError(err error) error { return err }
// Retry runs it again.
func Retry() {}";
    assert_eq!(
        file_of("db/sql_errors.go", source),
        "SQL errors: reads an error of the database (`MapError`), runs it again (`Retry`), `ErrGone` (returned when a row is gone) (auto)"
    );
    let source = "// Code generated by protoc-gen-go. DO NOT EDIT.
package rpc
type Request struct { Spec isRequest_Spec }
type Request_BeforeDuration struct {
\t// How far back to delete.
\tBeforeDuration string `protobuf:\"bytes,1,oneof\"`
}";
    assert_eq!(
        symbols("rpc/router.pb.go", source)[2],
        "Request_BeforeDuration: One choice of `Request`: before duration (how far back to delete): holds `BeforeDuration`; generated"
    );
    let source = "package rpc\nfunc F(x any) { switch x.(type) { case *Request_Before: } }";
    let path = crate::testing::path("rpc/a.go");
    let (language, dialect) = resolvers::language_of(&path).unwrap();
    let facts = language.extract(dialect, source.as_bytes());
    assert_eq!(facts.references[0].binding, "Request_Before");
}

#[test]
fn wrappers_lists_and_choices_of_types_tell_what_they_hold() {
    let source = "export type Actions = Partial<{ clear: boolean; load: boolean }>
export type Snap = { gap: number }
export type Snaps = Snap[]
export type Shape = { type: 'line'; data: A } | { type: 'curve'; data: B }
export const areEqual = (a: number, b: number): boolean => a === b
/** When what is local may be there too, this bumps the version. */
export function bump() {}
export const useNow = React.useNow || useThen
export const Box: React.FC<{
  checked: boolean; onChange: (checked: boolean, event: React.MouseEvent) => void; className?: string; children?: React.ReactNode;
}> = ({ children, checked, onChange, className }) => { return <b>{children}</b> }";
    assert_eq!(
        symbols("src/kinds.tsx", source),
        [
            "Actions: Actions (kinds), an object type, all optional: `clear`, `load`",
            "Snap: Snap (kinds), an object type: part of `Snaps`; has `gap`",
            "Snaps: Snaps (kinds): a list of `Snap`",
            "Shape: Shape (kinds): by `type` one of `line`, `curve`; with `data`",
            "areEqual: Tells whether they are equal: takes `a`, `b`; gives `a === b`",
            "bump: When what is local may be there too, this bumps the version.",
            "useNow: Hook for now: `React.useNow || useThen`",
            "Box: Box component (kinds): a styled `b`; takes props `children`, `checked`, `onChange`, `className`",
        ]
    );
    assert_eq!(
        file_of(
            "src/many.ts",
            "/** When it is new, this sorts all. */ export function b() {} /** Drops all. */ export function c() {}"
        ),
        "Functions for many: sorts all (`b`), drops all (`c`) (auto)"
    );
}

#[test]
fn a_file_tells_its_users_by_what_they_take() {
    let source = "export function merge(a) { return a.b(a) } export type Merged = string";
    let own = crate::testing::path("src/merge.ts");
    let (language, dialect) = resolvers::language_of(&own).unwrap();
    let facts = language.extract(dialect, source.as_bytes());
    let users = Fixture::parse("== src/one.ts\nfunction one\n== src/two.ts\nfunction two");
    let user = |local: &'static str, by: &str| {
        let source = users.sources.iter().find(|it| it.facts.symbols[0].name == by).unwrap();
        User {
            path: &source.path,
            facts: &source.facts,
            key: None,
            in_tests: false,
            symbol: Some(0),
            also: false,
            title: None,
            more: false,
            local,
            of_module: None,
        }
    };
    let check = |users: &[User<'_>], expected: &str| {
        let told = file(&own, Some(&facts), Around { users, named: &[], named_key: None });
        assert!(told.contains(expected), "{told}");
    };
    check(
        &[user("merge", "one"), user("Merged", "two")],
        "; used by `one` in `src/one.ts`; with types `Merged`",
    );
    check(&[user("Merged", "two")], "; its `Merged` used by `two` in `src/two.ts`; with types `Merged`");
    check(&[user("mine", "one")], "; used by `one` in `src/one.ts`");
}

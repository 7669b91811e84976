//! What frameworks and markup make of a declaration, and constants among others.

use super::{file_of, symbols};

#[test]
fn components_say_what_their_markup_says() {
    let source = "import { Card } from './card'
        export function SignUp({ onDone }) { return <Card><h1>Sign up</h1><a>, or go</a><i>x</i></Card> }
        export const Search = () => <form><input placeholder='Find a user' /></form>";
    assert_eq!(
        symbols("src/forms.tsx", source),
        [
            "SignUp: Sign up component: takes props `onDone`; says 'Sign up', 'or go'; renders `Card`",
            "Search: Search component (forms): says 'Find a user'; made of `form`, `input`",
        ]
    );
    let vue = "<template><UserCard/><RouterLink/><b>{{ $t('user.all') }}</b></template>
        <script setup lang=\"ts\">defineProps<{ users: User[] }>(); defineEmits(['pick'])</script>";
    assert_eq!(
        file_of("src/user-list.vue", vue),
        "User list component: takes props `users`; shows the texts `user.all`; made of `UserCard`; tells `pick` (auto)"
    );
    assert_eq!(
        file_of("pages/about.vue", "<template><h1>About us</h1></template>"),
        "Page `/about`: says 'About us' (auto)"
    );
}

#[test]
fn constants_are_told_among_others() {
    let types =
        "export const OPEN_READ: number; export const OPEN_WRITE: number; export const OPEN_URI: number;
        export const BUSY: number; export const LOCKED: number; export const NAME: string";
    assert_eq!(
        symbols("lib/db.d.ts", types)[2..],
        [
            "OPEN_URI: Open URI, one of the constants `OPEN_…` of db beside `OPEN_READ`, `OPEN_WRITE`: of type `number`",
            "BUSY: Busy, a constant of db beside `OPEN_URI`, `LOCKED`: of type `number`",
            "LOCKED: Locked, a constant of db beside `BUSY`: of type `number`",
            "NAME: Name, a constant of db: of type `string`",
        ]
    );
    let types = "package dns\nconst TypeAAAA = 1\nconst TypeAXFR = 2\nconst TypeANY = 3";
    assert!(symbols("dns.go", types)[0].contains("`Type…`"));
    let go = "package keys\nconst EnvPort = \"A\"\nconst EnvHost = \"B\"\nconst EnvName = \"C\"\nvar EnvOther = \"D\"";
    assert_eq!(
        symbols("keys.go", go)[..1],
        ["EnvPort: Env port, one of the constants `Env…` beside `EnvHost`, `EnvName`: `\"A\"`"]
    );
}

#[test]
fn decorators_and_bases_of_python_tell() {
    let source =
        "import pytest, pydantic\nfrom .db import BaseModel\nfrom functools import wraps\nfrom flask import app\nfrom django.db import models
@app.route('/users', methods=['POST'])
@router.get('/{id}')\ndef add_user(name): return save(name)
@pytest.fixture\ndef queue_mock(): return 1
def needs_login(it):\n    @wraps(it)\n    def inner(): pass\n    return inner
class User(models.Model): name = 1
class Mail(HttpTransport): pass
class Odd(BaseModel): pass
class Other(with_metaclass(Meta)): pass
class Index(SupportsIndex): pass
class Seat(Base):\n    __tablename__ = 'seats'\n    row = 1
class SeatOut(SeatCreate): row = 1
def has_rows(seat) -> int: return seat.rows
def do_cleanup_seats(): pass
limit: Final[int] = 3
names: Grammar
class LoginTestCase(TestCase):\n    def test_it_works(self): pass
";
    assert_eq!(
        symbols("app/users.py", source).into_iter().filter(|it| !it.contains(" of `")).collect::<Vec<_>>(),
        [
            "add_user: Adds user, for requests to `POST /users`, `GET /{id}` below `router`: takes `name`; uses `app.route`",
            "queue_mock: Fixture of tests, a queue mock",
            "needs_login: Tells whether `it` needs login: uses `wraps`",
            "User: User, a model of the database: extends `models.Model`; holds `name`",
            "Mail: Mail, an HTTP transport: extends `HttpTransport`",
            "Odd: Odd (users), a class: extends `BaseModel`",
            "Other: Other (users), a class: extends `with_metaclass`",
            "Index: Index (users), a class: extends `SupportsIndex`",
            "Seat: Seat (users), table `seats` of the database: extends `Base`; holds `row`",
            "SeatOut: Seat out, a class: extends `SeatCreate`; holds `row`",
            "has_rows: Has rows: takes `seat`; gives `seat.rows` (`int`)",
            "do_cleanup_seats: Cleans up seats: does nothing",
            "limit: Limit (users): of type `int`; `3`",
            "names: Names (users): of type `Grammar`",
            "LoginTestCase: Tests of login: it works; extends `TestCase`",
        ]
    );
}

#[test]
fn what_code_asks_is_told_by_its_address() {
    assert_eq!(
        symbols(
            "hooks/useUsers.ts",
            "import { useQuery } from 'q'; import { get } from './http'
            export function useUsers(id: string) { return useQuery({ queryFn: () => get(`/users/${id}`) }) }
            export function useIsBusy(): number { return useQuery({}) }"
        ),
        [
            "useUsers: Hook for users: takes `id`; asks `/users/${id}`; gives `useQuery({ queryFn })`; uses `get`",
            "useIsBusy: Hook for `isBusy`: gives `useQuery({})` (`number`)",
        ]
    );
}

#[test]
fn of_many_names_those_that_say_most_are_told() {
    let source =
        "import { a, b, c, d } from 'lib'; import { Breakdown } from './parts'; import { e } from './e'
        export function showBreakdown() { if (a.x) { while (b.x) { c.x(d.x, e.x, Breakdown.x) } } }";
    assert_eq!(
        symbols("src/show.ts", source),
        ["showBreakdown: Shows breakdown: uses `Breakdown`, `e`, `a`, `b`, …"]
    );
}

#[test]
fn texts_of_a_file_of_texts_are_told_with_it() {
    let python = "a_key = \"a\"\nb_key = \"b\"\nc_key = \"c\"\nd_key = \"d\"\ne_key = \"e\"\nlicense = \"sdLicense\"\n";
    let told = symbols("src/recipe_keys.py", python);
    assert_eq!(told.last().map(String::as_str), Some("license: License (recipe keys): `\"sdLicense\"`"));
}

#[test]
fn migrations_tell_what_they_do() {
    let django = "from django.db import migrations\nclass Migration(migrations.Migration):
    operations = [migrations.AddField(model_name='check', name='tags'), migrations.RunPython(fill)]";
    assert_eq!(
        file_of("api/migrations/0012_check_tags.py", django),
        "Migration: check tags: `AddField check.tags`, `RunPython fill` (auto)"
    );
    let alembic =
        "revision = '456a945560f6'\ndown_revision = 'a'\ndef upgrade():\n    op.drop_column('users', 'a')
def downgrade(): pass";
    assert_eq!(
        symbols("migrations/versions/456a945560f6_login.py", alembic),
        [
            "revision: Id of the migration: login: `'456a945560f6'`",
            "down_revision: Id of the migration right before: login: `'a'`",
            "upgrade: Applies the migration: login: calls `op.drop_column('users', 'a')`",
            "downgrade: Reverts the migration: login: does nothing",
        ]
    );
}

#[test]
fn parts_of_slices_and_apis_tell_what_they_are_for() {
    let source = "import { createSlice } from '@reduxjs/toolkit'; const usersSlice = createSlice({ name: 'users' }); const api = createApi({});
        export const { added } = usersSlice.actions; export default usersSlice.reducer;
        export const { useGetUserQuery, useLazyGetUserQuery, useAddUserMutation } = api;
        export const { prefetch } = api.util; export const other = api.unknown";
    assert_eq!(
        symbols("src/users.ts", source),
        [
            "added: Action creator of `usersSlice`: added",
            "default: Reducer of `usersSlice`",
            "useGetUserQuery: Hook that runs a query of `api`: get user",
            "useLazyGetUserQuery: Hook that runs a query of `api` when asked: get user",
            "useAddUserMutation: Hook that runs a mutation of `api`: add user",
            "prefetch: Fetches ahead what an endpoint of `api` gives",
            "other: Other (users): `unknown` of `api`, which is made with `createApi`",
        ]
    );
}

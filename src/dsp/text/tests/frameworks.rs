//! What frameworks and markup make of a declaration.

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
    let source = "import { createContext, useMemo } from 'react'; import { Other } from './other'
        const Theme = createContext(null)
        export const ThemeProvider = ({ children }) => {
          const [theme, setTheme] = useState('dark')
          const held = useMemo(() => ({ theme, setTheme, reset: () => 1 }), [theme])
          return <Theme value={held}>{children}</Theme>
        }
        export function Field({ id, children }) { return <Other.Provider value={{ id, ...rest }}>{children}</Other.Provider> }
        export const TeamProvider = ({ team, children }) => <TeamContext value={team}>{children}</TeamContext>
        export const Plain = ({ value }) => <Other.Provider value={value}><b value={value} /></Other.Provider>";
    assert_eq!(
        symbols("src/themes.tsx", source),
        [
            "ThemeProvider: Theme provider component: takes props `children`; provides `theme`, `setTheme`, `reset` to what it holds",
            "Field: Field component (themes): takes props `id`, `children`; provides `id` to what it holds",
            "TeamProvider: Team provider component: takes props `team`, `children`; provides `team` to what it holds",
            "Plain: Plain component (themes): takes props `value`; renders `Other.Provider`",
        ]
    );
    let vue = "<template><UserCard/><RouterLink/><b>{{ $t('user.all') }}</b></template>
        <script setup lang=\"ts\">defineProps<{ users: User[] }>(); defineEmits(['pick'])</script>";
    assert_eq!(
        file_of("src/user-list.vue", vue),
        "User list component: takes props `users`; shows the texts `user.all`; made of `UserCard`; tells `pick` (auto)"
    );
    let pug = "<template lang='pug'>\nv-card\n  .headline {{ $t('user.all') }}\n  user-card(title='All')\n</template>
        <script>import _ from 'lodash'; import { defineComponent } from 'vue'; export default defineComponent({})</script>";
    assert_eq!(
        file_of("src/user-list.vue", pug),
        "User list component: says 'All'; made of `user-card`; uses `_` (auto)"
    );
    let library =
        "<template><VList><v-list-item>Go on</v-list-item></VList><v-data-table/><v-a/><v-b/></template>";
    assert_eq!(
        file_of("src/user-list.vue", library),
        "User list component: says 'Go on'; made of `v-data-table`, `v-a`, `v-b` (auto)"
    );
    let layout = "<template><v-card><v-card-title>All users</v-card-title></v-card></template>";
    assert_eq!(file_of("src/user-list.vue", layout), "User list component: says 'All users' (auto)");
    let router = "import Router from 'koa-router'; const router = new Router()
        router.post('users.list', auth(), async (ctx) => {}); router.get('/users', list); export default router";
    assert_eq!(
        file_of("src/users.ts", router),
        "Koa router for users: answers `POST users.list`, `GET /users` (`list`) (auto)"
    );
    let router = "from fastapi import APIRouter\nfrom . import tags\nrouter = APIRouter(prefix='/u')\nrouter.include_router(tags.router)
@router.get('/{id}')\ndef get(id):\n    '''Finds the user that has the id.'''\n";
    assert_eq!(
        symbols("app/users.py", router),
        [
            "router: FastAPI router for users: from `prefix='/u'`; answers `GET /{id}`; takes in `tags.router`; used by `get`",
            "get: Finds the user that has the id, for requests to `GET /u/{id}`"
        ]
    );
    let table = "import sqlalchemy as sa
users_to_tags = sa.Table('user_tags', Base.metadata,\n  sa.Column('user_id', sa.ForeignKey('users.id')),\n  sa.Column('tag_id', UUID, index=True))";
    assert_eq!(
        symbols("app/tables.py", table),
        ["users_to_tags: Users to tags, table `user_tags` of the database: holds `user_id`, `tag_id`"]
    );
    let schema = "import { z } from 'zod'; export const ListSchema = BaseSchema.extend({ body: z.object({ a: z.string(), b: z.uuid() }) })";
    assert_eq!(
        symbols("src/schema.ts", schema),
        ["ListSchema: Zod schema of list: `BaseSchema` with `body.a`, `body.b`"]
    );
    assert_eq!(
        symbols(
            "src/VCard.ts",
            "export const VCard = genericComponent<Slots>()({ name: 'VCard', props, setup() {} })"
        ),
        ["VCard: V card component"]
    );
    assert_eq!(
        file_of("src/examples/card/plain.vue", "<template><VCard/></template>"),
        "Plain component, an example of card: made of `VCard` (auto)"
    );
    assert_eq!(
        file_of("src/examples/shared/plain.vue", "<template><VCard/></template>"),
        "Plain component (shared): made of `VCard` (auto)"
    );
    assert_eq!(
        file_of("pages/about.vue", "<template><h1>About us</h1></template>"),
        "Page `/about`: says 'About us' (auto)"
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
            "useUsers: Hook for users: takes `id`; requests `/users/${id}`; gives `useQuery({ queryFn: () => get('/users/${id}') })`; calls `get`",
            "useIsBusy: Hook for `isBusy`: gives `useQuery({})` (`number`)",
        ]
    );
    assert_eq!(
        symbols(
            "src/users.ts",
            "import { headers } from './headers'
            export async function addUser(user) {
              const it = await fetch('/api/users', { method: 'POST', headers: headers(user) }); if (it) { done() }
            }"
        ),
        ["addUser: Adds user: takes `user`; requests POST `/api/users`; does `it = await fetch('/api/users', { method: 'POST', headers: headers(user) }); if (it) done()`; uses `headers`"]
    );
    assert_eq!(
        file_of(
            "src/log-in.svelte",
            "<script>async function go() { await axios.post('/log-in', a) }</script><h1>Log in</h1>"
        ),
        "Log in component: says 'Log in'; requests POST `/log-in`; with functions `go` (auto)"
    );
}

#[test]
fn apps_and_routers_tell_what_they_answer() {
    let hono = "import { Hono } from 'hono'; import { auth } from '../auth'
        const app = new Hono().use(auth).get('/', async (c) => c.json(1)).post('/:id', (c) => c.body(2)); export default app";
    assert_eq!(
        symbols("src/routes/backups.ts", hono),
        ["app: Hono router for backups: answers `GET /`, `POST /:id`; runs `auth` for all requests"]
    );
    let express = "import express from 'express'; import { users } from './users'
        export const app = express(); app.get('/health', (req, res) => res.end()); app.use('/users', users)";
    assert_eq!(
        symbols("src/server.ts", express),
        ["app: Express app of server: answers `GET /health`, `/users`"]
    );
}

#[test]
fn tables_of_the_database_and_what_relates_them() {
    let source =
        "import { pgTable, text } from 'drizzle-orm/pg-core'; import { relations } from 'drizzle-orm'
        export const users = pgTable('user', { id: text('id'), name: text() }, (tb) => [index(tb.id)])
        export const userRelations = relations(users, ({ many }) => ({ posts: many(posts) }))";
    assert_eq!(
        symbols("src/schema.ts", source),
        [
            "users: Database table of users: called `user`, with columns `id`, `name`; used by `userRelations`",
            "userRelations: Relations of the database table user: those of `users`; with `posts`"
        ]
    );
}

#[test]
fn a_component_of_a_page_says_which() {
    let source = "import { Bookmarks } from './bookmarks'; export default function Archived() { return <Bookmarks archived /> }
        export const Other = () => <Bookmarks />";
    assert_eq!(
        symbols("apps/web/app/dashboard/archive/page.tsx", source),
        [
            "Archived: Archived component, page `/dashboard/archive`: renders `Bookmarks`",
            "Other: Other component (archive): renders `Bookmarks`",
        ]
    );
}

#[test]
fn a_story_says_what_it_gives() {
    let source =
        "export const Required: Story = { args: { headline: 'Rank', options: all, required: true }, play: f }
        export const Plain: Story = {}";
    assert_eq!(
        symbols("src/ranking.stories.tsx", source),
        [
            "Required: Story `Required` that shows ranking with `headline: 'Rank'`, `options`, `required: true`",
            "Plain: Story `Plain` that shows ranking",
        ]
    );
}

#[test]
fn components_of_angular_say_what_their_templates_say() {
    let source = "import { Component } from '@angular/core'
        @Component({ selector: 'a-b', template: `<h4>Remove it</h4> @if (a) { <p i18n>Are you sure?</p> }` })
        export class RemoveComponent { ok() {} }";
    assert_eq!(
        symbols("src/remove.component.ts", source)[0],
        "RemoveComponent: Remove component, an Angular component: says 'Remove it', 'Are you sure?'; offers `ok`"
    );
}

#[test]
fn texts_of_a_file_of_texts_are_told_with_it() {
    let python = "a_key = \"a\"\nb_key = \"b\"\nc_key = \"c\"\nd_key = \"d\"\ne_key = \"e\"\nlicense = \"sdLicense\"\n";
    let told = symbols("src/recipe_keys.py", python);
    assert_eq!(told.last().map(String::as_str), Some("license: License (recipe keys): `\"sdLicense\"`"));
}

#[test]
fn a_query_tells_what_it_reads() {
    let check = |query: &str, expected: &str| {
        let told = symbols("shop/api.py", &format!("Q = \"\"\"\n{query}\n\"\"\""));
        assert_eq!(told, [format!("Q: `Q` (shop API), a constant: {expected}")]);
    };
    check(
        "query Page($id: ID!) {\n  page(id: $id) { id owned: owner { ...on User { name } } edges { node { slug @include(if: $a) } } } }",
        "the GraphQL query `Page` of `page` with `owner`, `name`, `slug`",
    );
    check("{ page { a b c d e } } ", "`'{ page { a b c d e } }'`");
    check("query { page { a b c d e } }", "the GraphQL query of `page` with `a`, `b`, `c`, `d`, …");
    check("mutation Add { add { errors { field } } }", "the GraphQL mutation `Add` of `add`");
}

#[test]
fn migrations_tell_what_they_do() {
    let django = "from django.db import migrations\nclass Migration(migrations.Migration):
    operations = [migrations.AddField(model_name='check', name='tags'), migrations.RunPython(fill),
        migrations.AddIndex(model_name='check', index=models.Index(fields=['name', 'age'], name='x'))]";
    assert_eq!(
        file_of("api/migrations/0012_check_tags.py", django),
        "Migration: check tags: `AddField check.tags`, `RunPython fill`, `AddIndex check(name, age)` (auto)"
    );
    let django = "from django.db import migrations as m\nclass Migration(m.Migration):
    operations = [
        m.RunSQL('''\n            UPDATE shop_order\n            SET total = 0 WHERE total IS NULL''', m.RunSQL.noop),
        m.SeparateDatabaseAndState(
            state_operations=[m.RemoveField(model_name='order', name='state'), m.DeleteModel(name='Old')],
            database_operations=[m.RemoveField(model_name='order', name='state')],
        ),
    ]";
    assert_eq!(
        file_of("shop/migrations/0013_no_state.py", django),
        "Migration: no state: `RunSQL UPDATE shop_order SET total = 0 …`, \
         `SeparateDatabaseAndState(RemoveField order.state, DeleteModel Old)` (auto)"
    );
    let alembic =
        "revision = '456a945560f6'\ndown_revision = 'a'\ndef upgrade():\n    op.drop_column('users', 'a')
def downgrade(): pass";
    assert_eq!(
        symbols("migrations/versions/456a945560f6_login.py", alembic),
        [
            "revision: Id of the migration: login: `'456a945560f6'`",
            "down_revision: Id of the migration right before: login: `'a'`",
            "upgrade: Applies the migration: login: `drop_column(users, a)`",
            "downgrade: Reverts the migration: login: does nothing",
        ]
    );
}

#[test]
fn migrations_of_many_libraries_tell_their_steps() {
    let alembic = "def upgrade():
    bind = op.get_bind()
    with op.batch_alter_table('users') as batch_op:
        batch_op.add_column(sa.Column('age', sa.Integer()))
    op.create_index(op.f('ix_age'), 'users', ['age'])
    op.execute(sa.text('UPDATE users  SET age = 1'))
    print('done')
def downgrade(): pass";
    assert_eq!(
        file_of("migrations/versions/456a945560f6_login.py", alembic),
        "Migration: login: `add_column(age)`, `create_index(ix_age, users)`, `UPDATE users SET age = 1` (auto)"
    );
    let sequelize = "module.exports = {
        async up(q, S) { await q.sequelize.transaction(async (transaction) => {
            await q.addColumn('users', 'age', { type: S.DATE });
            await q.addIndex('users', ['age'], { transaction });
            check('users'); log.info('done') }) },
        async down(q) { await q.sequelize.query(`ALTER TABLE \"${users}\" ADD x`) } }";
    assert_eq!(
        file_of("server/migrations/20240717061527-add-age.js", sequelize),
        "Migration: add age: `addColumn(users, age)`, `addIndex(users, age)` (auto)"
    );
    assert_eq!(
        symbols("server/migrations/20240717061527-add-age.js", sequelize)[1],
        "down: Reverts the migration: add age: `ALTER TABLE …`"
    );
    let typeorm = "export class Login1539031763952 implements MigrationInterface {
        public async up(queryRunner: QueryRunner): Promise<void> {
            await queryRunner.createTable(new Table({ name: 'logins', columns: [] }), false) }
        public async down(queryRunner: QueryRunner): Promise<void> { await queryRunner.dropTable('logins') } }";
    assert_eq!(
        symbols("app/migration/1539031763952-Login.ts", typeorm)[0],
        "Login1539031763952: Migration: login: `createTable(logins)`"
    );
    let knex = "export const up = (knex) => knex.schema.createTable('users', (t) => { t.string('name') })";
    assert_eq!(
        symbols("migrations/1_users.ts", knex),
        ["up: Applies the migration: users: `createTable(users: name)`"]
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

#[test]
fn schemas_are_told_by_what_they_hold() {
    let source = "import { z } from 'zod';
        export const ZUser = z.object({ name: z.string(), age: z.number() });
        export const ZAdmin = ZUser.extend({ rights: z.string() });
        export const ZName = ZUser.pick({ name: true });
        export const ZAge = ZUser.omit({ name: true });
        export const ZPatch = ZUser.partial();
        export const ZUsers = ZUser.array();
        export const ZBoth = ZUser.merge(ZAdmin);
        export type TUser = z.infer<typeof ZUser>;
        export type TSQuery = string;";
    assert_eq!(
        symbols("src/schemas.ts", source),
        [
            "ZUser: Zod schema of user: with `name`, `age`; used by `ZAdmin`, `ZName`, …",
            "ZAdmin: Zod schema of admin: `ZUser` with `rights`; used by `ZBoth`",
            "ZName: Zod schema of name: `name` of `ZUser`",
            "ZAge: Zod schema of age: `ZUser` without `name`",
            "ZPatch: Zod schema of patch: `ZUser`, all of it optional",
            "ZUsers: Zod schema of users: a list of `ZUser`",
            "ZBoth: Zod schema of both: `ZUser` and `ZAdmin`",
            "TUser: User: the type that `ZUser` describes, with `name`, `age`",
            "TSQuery: TS query: another name for `string`",
        ]
    );
}

#[test]
fn what_shows_components_is_one_and_what_only_styles_one_says_so() {
    let source = "import * as Menu from '@radix-ui/menu'; import { Dialog } from './dialog'; import { ask } from 'ask';
        export const AskName = ask(({ call }) => <Dialog>Your name</Dialog>);
        export const MenuItem = ({ className }) => <Menu.Item className={className} />;
        export const MenuBox = ({ open }) => <Menu.Item open={open} />;";
    assert_eq!(
        symbols("src/menu.tsx", source),
        [
            "AskName: Ask name component: takes props `call`; says 'Your name'; renders `Dialog`; uses `ask`",
            "MenuItem: Menu item component: wraps `Menu.Item` of `@radix-ui/menu`",
            "MenuBox: Menu box component: takes props `open`; renders `Menu.Item` of `@radix-ui/menu`, which is one of its choices",
        ]
    );
}

#[test]
fn what_is_styled_is_no_value_of_its_styles() {
    let source = "import styled from 'styled-components'; import { BAR_HEIGHT } from './bar'; import { Stack } from './stack';
        export const Sticky = styled(Stack)`top: ${BAR_HEIGHT}px`;";
    assert_eq!(symbols("src/sticky.tsx", source), ["Sticky: Sticky: a styled `Stack`"]);
}

#[test]
fn types_of_go_speak_for_their_values_and_makers() {
    let source = "package files
// Kind says what a file holds.
type Kind string
const Pack = Kind(\"pack\")
const Index Kind = \"index\"
// Store keeps files on disk.
type Store struct{}
func New(ctx context.Context, dir string) *Store { return nil }
type PairOrError struct{}
type LostError struct{}
func (e LostError) Error() string { return \"lost\" }";
    assert_eq!(
        symbols("files/store.go", source),
        [
            "Kind: Kind says what a file holds.",
            "Pack: Pack (files store): of type `Kind`, which says what a file holds; `\"pack\"`",
            "Index: Index (files store): of type `Kind`, which says what a file holds; `\"index\"`",
            "Store: Store keeps files on disk.",
            "New: Makes a new `Store`, which keeps files on disk: takes `dir`; gives `*Store`",
            "PairOrError: Pair or error, a struct",
            "LostError: Error for lost",
            "Error: Says what went wrong: gives `string` (method of `LostError`)",
        ]
    );
}

#[test]
fn what_errors_say_is_told_where_nothing_else_is() {
    let source = "export function assertOpen(shop) { if (!shop.open) throw new Error('The shop is closed'); }
        /** Asserts that the shop may sell to somebody of that age, whatever the law says of it. */
        export function assertAge(age) { if (age < 18) throw new Error('Too young to buy'); }
        export function assertPaid(bill) { if (!bill.paid) throw new ApiError({ code: 1, message: 'Nobody has paid yet' }); }";
    assert_eq!(
        symbols("src/checks.ts", source),
        [
            "assertOpen: Asserts open: takes `shop`; throws 'The shop is closed' if `!shop.open`",
            "assertAge: Asserts that the shop may sell to somebody of that age, whatever the law says of it.",
            "assertPaid: Asserts paid: takes `bill`; throws 'Nobody has paid yet' if `!bill.paid`",
        ]
    );
    let source = "def check_age(age):\n    if age < 18:\n        raise ValueError(_('Too young to buy.'))\n    log(age)";
    assert_eq!(
        symbols("shop/checks.py", source),
        ["check_age: Checks age: takes `age`; raises 'Too young to buy'"]
    );
}

#[test]
fn handlers_that_share_a_function_keep_their_requests() {
    let source = "const handler = (request: Request) => answer(request);
        export const PUT = handler;";
    assert_eq!(
        symbols("src/app/api/users/route.ts", source).pop().unwrap(),
        "PUT: Handles PUT requests of `/api/users`: takes `request`; gives `answer(request)`"
    );
    let source =
        "/**\n * Rules for all, beside the\n * @acme/style guide of old.\n */\nexport const rules = make(1)";
    assert_eq!(
        symbols("src/rules.ts", source),
        ["rules: Rules for all, beside the @acme/style guide of old."]
    );
}

#[test]
fn what_others_throw_or_catch_is_not_ones_own() {
    let source = "export function makeCheck(x) { return function inner() { throw new Error('Not allowed to do that') } }
        export function tryIt(x) { try { throw new Error('Nobody sees this ever') } catch { log(x) } }
        export function refuse() { throw new Error('This is never done here') }";
    assert!(
        symbols("src/a.ts", source).iter().all(|it| !it.contains("; throws") && !it.contains(": throws"))
    );
    let source = "def check(x):\n    def inner():\n        raise ValueError('Not allowed to do that')\n    try:\n        raise ValueError('Nobody sees this ever')\n    except ValueError as error:\n        raise KeyError('There is no such thing') from error\n    return inner(x)";
    assert!(symbols("shop/a.py", source)[0].contains("raises 'There is no such thing'"));
    assert!(!symbols("shop/a.py", source)[0].contains("Nobody"));
}

#[test]
fn a_type_of_go_beside_one_constant_is_not_lost() {
    let about = |file: &str, source: &str| {
        let path = crate::testing::path(file);
        let (language, dialect) = resolvers::language_of(&path).unwrap();
        super::file(&path, Some(&language.extract(dialect, source.as_bytes())), super::Around::default())
    };
    assert_eq!(
        about("shop/limits.go", "package shop\ntype Kind int\nconst Most Kind = 3\n"),
        "Most (limits): of type `Kind`; `3`; with types `Kind` (auto)"
    );
    assert_eq!(
        about(
            "shop/limits.go",
            "package shop\n// Kind says how much.\ntype Kind int\nconst (\nLow Kind = iota\nHigh\n)\n"
        ),
        "Kind says how much; with the values `Low`, `High` (auto)"
    );
}

#[test]
fn documented_classes_of_tests_tell_their_cases() {
    let source = "class NoticeTests(TestCase):
    \"\"\"Test that notices get sent.\"\"\"
    test_urls = (1, 2)
    def test_mails(self): pass
    def test_no_mail(self): pass";
    let told = symbols("messages/tests/test_notices.py", source);
    assert_eq!(told[0], "NoticeTests: Test that notices get sent: mails; no mail; extends `TestCase`");
    let told = file_of(
        "messages/tests/test_views.py",
        "class Views(TestCase):\n    test_urls = (1, 2)\n    def test_mails(self): pass",
    );
    assert!(told.contains(": mails") && !told.contains("urls"), "{told}");
}

#[test]
fn handlers_say_which_methods_they_ask_for() {
    let source = "export default async function users(req, res) {
        if (req.method !== 'POST') { if ('GET' === req.method) return list(res) }
        if (req.body.kind === 'PUT' || other.method === 'PATCH') return; add(res) }";
    assert_eq!(
        symbols("src/pages/api/users.ts", source),
        [
            "users: Handles requests to `/api/users`, by method: GET, POST: does `if (req.method !== 'POST') { if ('GET' === req.method) return list(res) } if (req.body.kind === 'PUT' || other.method === 'PATCH') return; add(res)`"
        ]
    );
    assert_eq!(
        file_of("src/pages/api/users.ts", source),
        "Handles requests to `/api/users`, by method: GET, POST: does `if (req.method !== 'POST') { if ('GET' === req.method) return list(res) } if (req.body.kind === 'PUT' || other.method === 'PATCH') return; add(res)` (auto)"
    );
    let source =
        "export default (req, res) => { switch (req.method) { case 'PUT': case 'DELETE': break; default: } }";
    assert!(
        symbols("pages/api/a.js", source)[0]
            .starts_with("default: Handles requests to `/api/a`, by method: PUT, DELETE")
    );
    let source =
        "import { Html } from 'next/document'; export default function Document() { return <Html /> }";
    assert_eq!(
        file_of("web/pages/_document.tsx", source),
        "HTML document of Next around all pages below `web/pages`: renders `Html` of `next/document` (auto)"
    );
}

#[test]
fn goose_and_protoc_write_names_that_say_what_they_are() {
    let source = "package m\nimport \"github.com/pressly/goose/v3\"\nfunc UpAddUsers(tx *T) error { return run(tx) }\n\
                  func Down20200102(tx *T) error { return nil }\nfunc Upload() {}";
    let told = symbols("db/migrations/20200102_add_users.go", source);
    assert_eq!(
        [&told[0], &told[1]].map(|it| it.split(": ").take(3).collect::<Vec<_>>().join(": ")),
        ["UpAddUsers: Applies the migration: add users", "Down20200102: Reverts the migration: add users",]
    );
    assert!(told[2].starts_with("Upload: Uploads"));
    let source = "// Code generated by protoc-gen-go. DO NOT EDIT.\npackage m\n\
                  type Role int32\nvar (\n Role_name = map[int32]string{0: \"A\"}\n Role_value = map[string]int32{\"A\": 0}\n)";
    assert_eq!(
        symbols("m.pb.go", source)[1..],
        [
            "Role_name: Names of the values of `Role`, by their numbers; generated",
            "Role_value: Numbers of the values of `Role`, by their names; generated",
        ]
    );
}

#[test]
fn classes_of_tests_may_be_called_like_functions() {
    let source = "import pytest\nclass test_Mingle:\n    def test_start(self): pass\n    def test_no_replies(self): pass";
    assert_eq!(
        symbols("t/unit/test_consumer.py", source)[0],
        "test_Mingle: Tests of mingle: start; no replies"
    );
}

#[test]
fn schemas_need_no_name_that_says_so() {
    let source = "import { z } from 'zod'; import { createInsertSchema } from 'drizzle-zod'
        const createSchema = createInsertSchema(mounts)
        export const apiFindMount = z.object({ mountId: z.string() })
        export const apiMoveMount = createSchema.pick({ mountId: true })
        export const limits = { mount: z.object({}) }
        export const apiSendMount = createSchema.pick({ mountId: true }).required().extend({ to: z.string() })
        export const mountSchema = z.object({ a: z.string() }).merge(other).extend({ b: z.string() }).strict()";
    let told = symbols("src/db/mount.ts", source);
    assert_eq!(told[0], "apiFindMount: Zod schema of API find mount: with `mountId`");
    assert_eq!(told[1], "apiMoveMount: Zod schema of API move mount: `mountId` of `createSchema`");
    assert!(!told[2].contains("schema of"), "{}", told[2]);
    assert_eq!(told[3], "apiSendMount: Zod schema of API send mount: `mountId` of `createSchema` and `to`");
    assert_eq!(told[4], "mountSchema: Zod schema of mount: with `a` and `other`, `b`");
}

#[test]
fn files_of_routes_are_told_by_their_routes() {
    let source = "from django.urls import path\nfrom . import views\napi = make()\nurlpatterns = [path('a/', views.a)]";
    assert_eq!(
        file_of("shop/urls.py", source),
        "URL routes of `shop`: `a/`; uses `path`, `views.a`; also exports `api` (auto)"
    );
    let thunk = "export const closeTab = (id) => (dispatch, getState) => { dispatch(close(id)) }";
    assert!(
        symbols("src/actions.js", thunk)[0].starts_with("closeTab: Redux thunk that closes tab: takes `id`")
    );
    let doc = "/** utils/store.ts Keeps what the pages share. */\n\nimport './b'\nexport function a() {}";
    assert_eq!(file_of("src/utils/store.ts", doc), "Keeps what the pages share. (auto)");
    let doc = "/** .ts files are found and loaded here. */\n\nimport './b'\nexport function a() {}";
    assert_eq!(file_of("src/utils/x.ts", doc), ".ts files are found and loaded here. (auto)");
}

#[test]
fn scripts_tell_what_they_register() {
    let source = "angular.module('shop', [])\n  .directive('price', function () { return {} })";
    assert_eq!(
        file_of("gui/priceDirective.js", source),
        "Price directive, a script: calls `angular.module('shop', …).directive('price', …)` (auto)"
    );
    let source = "package a\n\nfunc size() int { return 1 }";
    assert_eq!(
        file_of("a/size_windows.go", source),
        "Size windows: defines `size`; built for `windows` only (auto)"
    );
    assert_eq!(
        file_of(
            "a/size_linux_amd64.go",
            "package a\n\n// size tells how much there is on it.\nfunc size() int { return 1 }"
        ),
        "Size linux amd64: defines `size` (tells how much there is on it); built for `linux` only (auto)"
    );
    assert_eq!(
        file_of("a/size_linux_all.go", "package a\n\nfunc size() int { return 1 }"),
        "Size linux all: defines `size` (auto)"
    );
    assert_eq!(
        file_of("a/main_js.go", "// Package a draws what is drawn.\npackage a"),
        "Package a draws what is drawn; built for `js` only (auto)"
    );
}

#[test]
fn endpoints_are_told_with_their_addresses() {
    let source = "from fastapi import APIRouter\nrouter = APIRouter(prefix=\"/users\", tags=['u'])\n\
                  @router.get('/{id}')\ndef one(id):\n    '''Retrieve a user with all that is known of them by now.'''\n    return read(id)\n\
                  @router.post('/')\ndef add(user):\n    '''Create new user.'''\n    session.add(user)\n    return user\n\
                  @other.delete('/x')\ndef drop(user):\n    user.delete()";
    assert_eq!(
        symbols("app/routes/users.py", source)[1..],
        [
            "one: Retrieve a user with all that is known of them by now, for requests to `GET /users/{id}`",
            "add: Create new user, for requests to `POST /users/`: takes `user`; calls `session.add`",
            "drop: Drops (users): takes `user`; calls `user.delete()`",
        ]
    );
}

#[test]
fn documents_of_graphql_are_told_by_what_they_do() {
    let source = "import gql from 'graphql-tag'
        export const pageRemove = gql`mutation PageRemove($id: ID!) { pageDelete(id: $id) { errors { code } } }`
        export const cardFields = gql`fragment Card on Post { id }`";
    assert_eq!(
        symbols("src/mutations.ts", source),
        [
            "pageRemove: GraphQL document: page remove: mutation `pageDelete`",
            "cardFields: GraphQL document: card fields: a fragment of `Post`",
        ]
    );
}

#[test]
fn a_component_that_is_an_element_says_which() {
    let source = "import { cn } from './cn'
        export function CardTitle({ className, ...props }) { return <div className={cn('a', className)} {...props} /> }
        export function Text(props) { return <p {...props} /> }
        export function Other({ a, ...props }) { return <b {...props.b}><A {...props} /></b> }";
    assert_eq!(
        symbols("src/ui/card.tsx", source)[..2],
        [
            "CardTitle: Card title component: a styled `div` (`a`); takes props `className`",
            "Text: Text component (UI card): a `p`",
        ]
    );
}

#[test]
fn what_is_made_as_it_is_called_acts() {
    let source = "import { getAllWith, defineAll } from './all'
        export const getUsersForPage = getAllWith('page'); export const defineUserFactory = defineAll as Define<User>
        export const getRouteApi = make('x')";
    let told = symbols("src/users.ts", source);
    assert!(told[0].starts_with("getUsersForPage: Gets users for page: made with `getAllWith`"), "{told:?}");
    assert!(told[1].starts_with("defineUserFactory: Defines user factory"), "{told:?}");
}

#[test]
fn a_thin_component_tells_what_it_gives() {
    let source = "import { Bookmarks, Row } from './parts'
        export function Archive() { return <Bookmarks query={{ archived: true }} header={<b />} className='a' sort='new' /> }
        export function Both({ a }) { return <Row gap={2}><Bookmarks query={a} /></Row> }";
    assert_eq!(
        symbols("src/archive.tsx", source),
        [
            "Archive: Archive component: renders `Bookmarks` with `query={{ archived: true }} sort='new'`",
            "Both: Both component (archive): takes props `a`; renders `Bookmarks`, `Row`",
        ]
    );
}

#[test]
fn props_are_told_by_the_type_of_the_file_and_by_members_of_libraries() {
    let source = "import * as SheetPrimitive from '@radix-ui/react-dialog'
        interface Props { avatarUrl?: string; className?: string }
        const UserAvatar = (props: Props) => { const { avatarUrl } = props; return <div><img src={avatarUrl} /></div> }
        export default UserAvatar
        export function Sheet({ ...props }: React.ComponentProps<typeof SheetPrimitive.Root>) {
          return <SheetPrimitive.Root data-slot='sheet' {...props} /> }";
    let told = symbols("src/components/UserAvatar.tsx", source);
    assert!(
        told.contains(
            &"UserAvatar: User avatar component: a styled `div`; takes props `avatarUrl`, `className`"
                .to_owned()
        ),
        "{told:?}"
    );
    assert!(
        told.iter().any(|it| it.starts_with("Sheet: Sheet component")
            && it.contains("a `Root` of `@radix-ui/react-dialog`, which")),
        "{told:?}"
    );
}

#[test]
fn elements_of_their_own_say_what_they_show_and_classes_what_they_ask() {
    let source = "import { LitElement, html } from 'lit'; import { customElement } from 'lit/decorators.js'
        @customElement('ha-card') export class HaCard extends LitElement {
          render() { return html`<p>${this.hass.localize('ui.card.open')} ${this.translate('50%')} ${localize('Go on now')}</p>` } }
        export class Posts { all() { return sql`SELECT id FROM posts` } async add(post) { return http.post('/api/posts', post) } }";
    let told = symbols("src/ha-card.ts", source);
    assert!(
        told[0].starts_with("HaCard: Ha card, a custom element: says 'Go on now'; extends `LitElement`"),
        "{told:?}"
    );
    let posts = told.iter().find(|it| it.starts_with("Posts: ")).unwrap();
    assert_eq!(
        posts,
        "Posts: Posts (ha card), a class: requests POST `/api/posts`; reads the table `posts`; `all` gives `sql'SELECT id FROM posts'`; `add` gives `http.post('/api/posts', post)`"
    );
}

#[test]
fn pages_of_next_in_scripts_are_told_by_their_address() {
    let page = "export default function Enter() { return <main>Enter here</main> }";
    let check = |path: &str, source: &str, expected: &str| {
        assert_eq!(file_of(path, source), format!("{expected} (auto)"), "{path}");
    };
    check("pages/enter.js", page, "Page `/enter`: says 'Enter here'");
    let next = format!("import Head from 'next/head'; {page}");
    check("web/src/pages/enter.js", &next, "Page `/enter`: says 'Enter here'");
    check("app/shop/layout.js", page, "Layout `/shop`: says 'Enter here'");
    // Nothing says that a router reads these.
    check("web/src/pages/enter.js", page, "Enter component (pages): says 'Enter here'");
    check(
        "pages/login.js",
        "export default class Login { open() { visit('/login') } }",
        "Login (pages), a class: offers `open` (calls `visit('/login')`)",
    );
    let named = "export function Enter() { return <main>Enter here</main> }";
    check("pages/enter.js", named, "Enter component (pages): says 'Enter here'");
}

#[test]
fn parameters_are_told_whatever_they_are_else() {
    let long = "https://acme.test/images/courses/featured/large.png";
    let source = format!(
        "export function Meta({{ title = '{long}', image = '{long}?wide', text = '{long}?of', children }}) {{ return <Head>{{children}}</Head> }}"
    );
    assert_eq!(
        symbols("src/Meta.jsx", &source),
        ["Meta: Meta component: takes props `title`, `image`, `text`, `children`"]
    );
}

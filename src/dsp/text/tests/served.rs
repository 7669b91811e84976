//! What is served, shown and said: handlers, pages, stories, lists, messages.

use super::{Around, User, file, file_of, symbols};
use resolvers::path::RepoPath;

#[test]
fn what_a_wrapped_function_does_is_told() {
    let source = "import { safe } from './safe'; import { users } from './users'
        export const removeUser = safe(async (req, res) => { await users.removeOne(req.id); res.status(204).send() })
        export const getUser = safe(async (req, res) => { const user = await users.find(req.id); res.json(user) })";
    assert_eq!(
        symbols("src/users.ts", source),
        [
            "removeUser: Removes user: made with `safe` that takes `req`, `res`; does `await users.removeOne(req.id); res.status(204).send()`",
            "getUser: Gets user: made with `safe` that takes `req`, `res`; answers with `users.find(req.id)`",
        ]
    );
    let source = "import { registerAs } from '@nestjs/config'
        export default registerAs('mail', () => ({ port: 1, host: process.env.HOST }))";
    assert_eq!(
        file_of("src/config/mail.config.ts", source),
        "Configuration of mail: sets `port: 1`, `host: process.env.HOST`; uses `@nestjs/config` (auto)"
    );
    let source = "import { validate } from './a'
        export const check = (schema) => (req, res, next) => { validate(req.body, schema); next() }";
    assert_eq!(
        symbols("src/check.ts", source),
        [
            "check: Makes a request handler that checks requests: takes `schema`; what it gives calls `validate`"
        ]
    );
}

#[test]
fn handlers_of_requests_say_what_they_are_made_of() {
    let source = "import { auth } from '@/auth'
        export const GET = auth(async (req) => { if (!req.auth) { return reply(401) } const items = await load(req.auth.user); return reply(items) })";
    assert_eq!(
        symbols("app/api/items/route.ts", source),
        [
            "GET: Handles GET requests of `/api/items`: takes `req`; gives `reply(401)` or `reply(load(req.auth.user))`; uses `auth`"
        ]
    );
    let source = "import { createRequestHandler } from '@remix-run/express'
        export const handler = createRequestHandler({ build: () => import('./build') })";
    assert_eq!(
        symbols("server/app.ts", source),
        ["handler: Handler of all requests to the app of Remix: with `build`"]
    );
}

#[test]
fn routes_are_told_of_the_router_that_has_them() {
    let source =
        "import { Router } from 'express'; import * as users from './users'; import * as posts from './posts'
        export const one = Router(); export const two = Router()
        one.get('/', async (req, res) => { await users.load(); res.end() })
        two.get('/', async (req, res) => { await posts.load(); res.end() })";
    assert_eq!(
        symbols("src/routes.ts", source),
        [
            "one: Express router for one: answers `GET /` (calls `users.load`)",
            "two: Express router for two: answers `GET /` (calls `posts.load`)"
        ]
    );
    let source = "import { Hono } from 'hono'; import { h1, load } from './h'
        // @desc Get all users
        export const app = new Hono().get('/a', (c) => c.text('a')).get('/b', (c) => { load(c); keep(c) })";
    assert_eq!(
        symbols("src/chain.ts", source),
        ["app: Get all users; answers `GET /a`, `GET /b` (calls `load`, `keep`)"]
    );
}

#[test]
fn what_leads_elsewhere_stands_with_its_condition() {
    let source = "import { redirect } from 'next/navigation'
        export async function enter(data) { const user = await find(data); if (!user.open) { redirect('/closed') } note(user); redirect('/home') }";
    assert_eq!(
        symbols("src/enter.ts", source),
        [
            "enter: Enters `data`: does `user = await find(data); if (!user.open) redirect('/closed'); note(user); redirect('/home')`; uses `redirect`"
        ]
    );
}

#[test]
fn what_is_commented_out_describes_nothing() {
    let source = "const router = require('express').Router()
        // @desc Delete every user
        // router.delete('/all', (req, res) => { User.deleteMany() });
        router.get('/list', (req, res) => { res.json(1) })
        module.exports = router";
    assert_eq!(file_of("routes/users.js", source), "Express router for users: answers `GET /list` (auto)");
}

#[test]
fn modules_without_names_are_no_names_of_the_file() {
    let source = "require('./config'); require('debug')
        export function run(config, debug) { config.get('a'); debug.on() }";
    assert_eq!(
        symbols("src/run.js", source),
        ["run: Runs: takes `config`, `debug`; does `config.get('a'); debug.on()`"]
    );
    let source = "exports.own = require('./express').Router(); exports.real = require('express').Router()";
    let told = symbols("src/routers.js", source);
    assert_eq!(told[1], "real: Express router for real");
    assert!(!told[0].contains("Express"), "{}", told[0]);
}

#[test]
fn reducers_change_the_state_and_nothing_else() {
    let source = "import { createSlice } from '@reduxjs/toolkit'
        export const cart = createSlice({ name: 'cart', initialState: { list: [] }, reducers: {
            look(state) { console.log(state.n); delete state.x },
            add: (state, action) => { state.list.push(action.payload); state.list.filter(keep); metrics.count = 1; state.n = 1 } } })
        export const { look, add } = cart.actions";
    assert_eq!(
        symbols("src/cart.js", source)[1..],
        [
            "look: Action creator of `cart`: look, which changes `state.x`",
            "add: Action creator of `cart`: add, which changes `state.list`, `state.n`"
        ]
    );
}

#[test]
fn what_nobody_is_to_know_is_not_told() {
    let source = "export const token = 'abc'; export const keys = { password: 'abc', host: 'h' }; export const TOKEN_NAME = 'token'
        export const tokens = ['a', 'b']; export const apiKey = process.env.KEY ?? 'abc'; export const WRONG_PASSWORD = 'Wrong password'";
    assert_eq!(
        symbols("src/config.js", source),
        [
            "token: Token (config), a constant of `src/config.js`",
            "keys: Keys (config): holds `password: '…'`, `host: 'h'`",
            "TOKEN_NAME: Token name, a constant of `src/config.js`: `'token'`",
            "tokens: Tokens (config), a constant of `src/config.js`",
            "apiKey: API key, a constant of `src/config.js`",
            "WRONG_PASSWORD: Wrong password, a constant of `src/config.js`: `'Wrong password'`"
        ]
    );
    assert_eq!(
        file_of("jest.config.js", "module.exports = { globals: { apiKey: 'abc', on: 'x' } }"),
        "Configuration of jest: sets `globals.apiKey: '…'`, `globals.on: 'x'` (auto)"
    );
}

#[test]
fn parts_that_are_handed_their_text_show_it() {
    let source = "export const Page = () => <Hero caption=\"All the news\" subtitle=\"Every day\"><p caption=\"not shown\" /></Hero>";
    assert_eq!(symbols("src/Page.jsx", source), ["Page: Page component: says 'All the news', 'Every day'"]);
}

#[test]
fn what_a_function_makes_is_told_by_its_body() {
    let source = "import { connect } from 'react-redux'
        const own = (config) => (set, get, api) => { const saved = api.get(); api.set = (it) => { set(it, saved) }; return config(set) }
        export const keep = own as unknown as Keep
        export const makeStore = () => ({})
        export const mapStateToProps = (state) => ({ ...state.list, user: state.user })
        export const later = (first, second) => (...rest) => { first(one(), two(), three(), four(), five()); second(rest) }
        const inner = async (req, res) => { const user = await find(req.id); if (!user) return res.end(); res.json(user) }
        export const handler = guard(inner)";
    assert_eq!(
        symbols("src/keep.ts", source),
        [
            "keep: Makes a function that keeps: takes `config`; does `return (set, get, api) => { saved = api.get(); api.set = (it) => { set(it, saved) }; return config(set) }`",
            "makeStore: Makes store",
            "mapStateToProps: Picks the props of a component from the state of Redux: gives an object with `...state.list`, `user: state.user`",
            "later: Later (keep): takes `first`, `second`; does `return (...rest) => { first(one(), two(), three(), four(), five()); second(rest) }`",
            "handler: Handler (keep): made with `guard` from `inner`"
        ]
    );
    assert_eq!(
        file_of("src/keep.ts", source),
        "Makes a function that keeps: takes `config`; does `return (set, get, api) => { saved = api.get(); api.set = (it) => { set(it, saved) }; return config(set) }`; also exports `makeStore`, `mapStateToProps`, `later`, `handler` (auto)"
    );
}

#[test]
fn components_say_what_they_show_for_each_of_several_things() {
    let source = "import { Card, Tip } from './ui'; import * as Box from '@radix-ui/react-tooltip'
        export const Cards = ({ users }) => <ul>{users.filter(isNew).map((user) => <li key={user.id}><Card>{user.name}</Card></li>)}</ul>
        export class Errors extends React.Component { render() { const errors = this.props.errors; if (errors) { return <ul>{Object.keys(errors).map(key => { return <li>{key} {errors[key]}</li> })}</ul> } else { return null } } }
        export const Tabs = ({ tabs }) => <nav>{tabs && (tabs ?? []).map(({ title, icon }) => <a href='#'>{icon}{title}</a>)}</nav>
        export const Empty = ({ rows }) => <div>{rows.map(() => <div />)}</div>
        export const Tooltip = ({ className, text }) => <Box.Provider><Box.Root><Box.Content className={className}>{text}</Box.Content></Box.Root></Box.Provider>";
    assert_eq!(
        symbols("src/lists.tsx", source),
        [
            "Cards: Cards component (lists): takes props `users`; shows `Card` with `user.name` for each of `users.filter(…)`",
            "Errors: Errors component (lists): takes props `errors`; shows `li` with `key` for each of `errors`",
            "render: Renders (errors): does `const errors = this.props.errors; if (errors) { return <ul>{Object.keys(errors).map(key => { return <li>{key} {errors[key]}</li> })}</ul> } else { return null }` (method of `Errors`)",
            "Tabs: Tabs component (lists): takes props `tabs`; made of `nav`; shows `a` with `icon`, `title` for each of `tabs`",
            "Empty: Empty component (lists): a `div`; takes props `rows`",
            "Tooltip: Tooltip component (lists): takes props `className`, `text`; renders `Box.Content`, `Box.Provider`, `Box.Root`"
        ]
    );
}

#[test]
fn components_of_vue_and_modules_of_vuex_say_what_they_do() {
    let source = "<template>\n<ul><li v-for=\"(error, key) in errors\" :key=\"key\">{{ error.text }}</li></ul>\n\
        <button @click=\"removeAll(errors)\">&nbsp;Remove all</button><a v-on:click=\"open = true\">x</a>\n</template>\n\
        <script>\nexport default { props: { errors: Object }, methods: { removeAll() {} } }\n</script>";
    assert_eq!(
        file_of("src/Errors.vue", source),
        "Errors component: takes props `errors`; says 'Remove all'; shows `error.text`; shows `li` for each of `errors`; on events runs `removeAll` (auto)"
    );
    let source = "<template>\n<p><button @click=\"tab='home'\">Home</button><b @click=\"kind==='x' && go()\">b</b></p>\n</template>\n\
        <script>\nexport default {}\n</script>";
    assert_eq!(file_of("src/Tabs.vue", source), "Tabs component: says 'Home' (auto)");
    let source = "import { createOvermind } from 'overmind'\nexport default { state: { open: true }, actions: { close() {} } }";
    assert_eq!(file_of("src/store/index.js", source), "Store: holds `state.open`, `actions.close` (auto)");
    let source = "import { ADD } from './types'
        const state = { users: [], isLoading: false }
        const actions = { [ADD]({ commit }, user) { commit('set', user) }, load() {} }
        export default { namespaced: true, state, actions, mutations: { set(state, user) { state.users.push(user) } } }";
    assert_eq!(
        file_of("src/store/users.module.js", source),
        "Vuex store module of users: keeps `users`, `isLoading`; actions `ADD`, `load`; mutations `set` (auto)"
    );
}

#[test]
fn modules_that_a_framework_runs_say_so() {
    for (name, source, expected) in [
        (
            "instrumentation.ts",
            "import { start } from './a'\nexport function register() { start('app') }",
            "What Next runs as its server starts: calls `start('app')` (auto)",
        ),
        (
            "app/entry.server.tsx",
            "import { RemixServer } from '@remix-run/react'\nexport default function handle(request) { return render(request) }",
            "Server entry of Remix, which renders pages to HTML: takes `request`; gives `render(request)` (auto)",
        ),
        (
            "src/entry.server.ts",
            "export function handle(request) { return render(request) }",
            "Handles (entry): takes `request`; gives `render(request)` (auto)",
        ),
    ] {
        assert_eq!(file_of(name, source), expected, "{name}");
    }
}

#[test]
fn what_a_slice_keeps_is_told() {
    let source = "import { createSlice } from '@reduxjs/toolkit'
        const initialState = { user: null, isError: false }
        export const authSlice = createSlice({ name: 'auth', initialState, reducers: { reset: (state) => { state.isError = false } } })
        export default authSlice.reducer";
    assert_eq!(
        symbols("src/authSlice.js", source),
        [
            "authSlice: Redux slice of auth: keeps `user`, `isError`; is changed by `reset`",
            "default: Reducer of `authSlice`, which keeps `user`, `isError`; is changed by `reset`"
        ]
    );
}

#[test]
fn routes_with_nameless_handlers_say_what_they_do() {
    let source = "const router = require('express').Router()
        // @desc    Get all users
        // @access  Public
        router.get('/', async (req, res) => { res.json(await User.find({})) })

        router.post('/', async (req, res) => { const { name } = req.body; await User.create({ name }); res.status(201).end() })
        router.get('/me', (req, res) => { res.json({ user: req.user }) })
        router.delete('/:id', remove)
        module.exports = router";
    assert_eq!(
        file_of("routes/users.js", source),
        "Express router for users: answers `GET /` (get all users), `POST /` (calls `User.create`), `GET /me`, `DELETE /:id` (`remove`) (auto)"
    );
}

#[test]
fn what_is_done_at_once_is_not_what_a_made_function_does() {
    let source = "export interface Context<T> { /** Get the current value. */ use: () => T; set: (it: T) => void }
        export function watchList(kind, tell) { const list = api.child(kind); list.on('value', tell); return () => { list.off('value', tell) } }
        export const createContext = <T>(): Context<T> => { let it; return { use: () => it, set: (value) => { it = value } } }
        export const join = (keys, prefix = '--') => `\\`${prefix}${keys.join(`\\`, \\`${prefix}`)}\\``
        export type Flag<T> = { readonly type?: string; readonly choices?: T extends unknown[] ? T : T[]; readonly default?: T }";
    assert_eq!(
        symbols("src/list.ts", source),
        [
            "Context: Context (list), an interface: given by `createContext`; offers `use`, `set`",
            "use: Get the current value (method of `Context`)",
            "set: Sets `it` (method of `Context`)",
            "watchList: Watches list: takes `kind`, `tell`; gives a function; does `list = api.child(kind); list.on('value', tell); return () => { list.off('value', tell) }`",
            "createContext: Creates context: gives `Context<T>` with `use`, `set`",
            "join: Joins (list): takes `keys`, `prefix`",
            "Flag: Flag (list), an object type: `type`, `choices`, `default`"
        ]
    );
    let source = "export const Spinner = () => <div className='loadingSpinnerContainer'><div className='loadingSpinner' /></div>";
    assert_eq!(
        file_of("src/Spinner.jsx", source),
        "Spinner component: made of `div.loadingSpinnerContainer`, `div.loadingSpinner` (auto)"
    );
}

#[test]
fn models_that_are_made_once_and_conditions_in_a_row_are_told() {
    let source = "import { Schema, model, models } from 'mongoose'
        const PromptSchema = new Schema({ prompt: { type: String }, tag: { type: String } })
        const Prompt = models.Prompt || model('Prompt', PromptSchema)
        export default Prompt";
    assert_eq!(
        file_of("models/prompt.js", source),
        "Mongoose model of prompt: from `'Prompt'`, `PromptSchema` (`prompt`, `tag`) (auto)"
    );
    let source = "export async function handle(event) {
          if (event.type === 'user.created') { await users.add(event.data) }
          if (event.type === 'user.deleted') { await users.remove(event.data) }
          return ok()
        }
        export const pairs = [['&', ' and '], ['%', ' percent ']]";
    assert_eq!(
        symbols("src/hook.ts", source),
        [
            "handle: Handles (hook): takes `event`; tells apart by `event.type` `user.created`, `user.deleted`; gives `ok()`; calls `users.add`, `users.remove`",
            "pairs: Pairs (hook): lists `['&', ' and ']`, `['%', ' percent ']`"
        ]
    );
    let source =
        "const app = require('fastify')()\napp.register(require('../'), { root: 'public', wildcard: false })";
    assert_eq!(
        file_of("example/server.js", source),
        "Example of example server: does `app.register(require('../'), { root: 'public', wildcard: false })`; loads `fastify`, `../` (auto)"
    );
    assert_eq!(
        file_of("src/types.ts", "export type A = { a: string }\nexport type B = { b: string }"),
        "Types: `A` (`a`), `B` (`b`) (auto)"
    );
}

#[test]
fn controllers_say_what_they_answer() {
    let source = "import { Controller, Get, Post } from '@nestjs/common'
        @Controller('users') export class UsersController { @Get() list() {} @Post(':id') add() {} }";
    assert_eq!(
        symbols("src/users.controller.ts", source)[..1],
        [
            "UsersController: Users controller, a NestJS controller: answers `GET /users`, `POST /users/:id`; offers `list`, `add`"
        ]
    );
    let source = "import { Injectable } from '@nestjs/common'
        @Injectable() export class UserSeedService { run() { this.users.save({ name: 'a' }); this.log() } }";
    assert_eq!(
        symbols("src/user-seed.service.ts", source)[..1],
        [
            "UserSeedService: User seed service, a NestJS provider: offers `run` (calls `this.users.save`, `this.log`)"
        ]
    );
}

#[test]
fn pages_of_next_say_for_their_files_what_they_do() {
    let source = "import { Suspense } from 'react'; import { getUsers } from '@/lib/users'; import { List } from '@/list'
        export const metadata = { title: 'Users' }
        async function Users() { const users = await getUsers(); return <List users={users} title='All users' /> }
        export default function Page() { return <Suspense><Users /></Suspense> }";
    assert_eq!(
        file_of("app/users/page.tsx", source),
        "Page `/users`: renders `Users`; `Users` says 'All users' and renders `List` and uses `getUsers`; exports `metadata` (auto)"
    );
    assert_eq!(
        file_of(
            "app/(a)/not-found.tsx",
            "export default function NotFound() { return <p>Lost and gone</p> }"
        ),
        "Page for what is not found below `/(a)`: says 'Lost and gone' (auto)"
    );
    assert_eq!(
        symbols(
            "app/users/loading.tsx",
            "import { Spinner } from '@/ui'; export default function Loading() { return <Spinner /> }"
        ),
        ["Loading: Loading component (users), loading state of page `/users`: renders `Spinner`"]
    );
    assert_eq!(
        symbols("src/middleware.ts", "export const config = { matcher: ['/app/:path*'] }"),
        ["config: Says for which addresses Next runs `src/middleware.ts`: holds `matcher: '/app/:path*'`"]
    );
}

#[test]
fn storybook_and_mocks_are_told_by_what_they_show_and_answer() {
    let source = "import { Card } from './card'
        export default { component: Card }
        export const Small = { render: () => <Card>Small card</Card> }";
    assert_eq!(
        symbols("src/card.stories.tsx", source),
        [
            "default: Storybook settings of the stories of card: renders `Card`",
            "Small: Story `Small` that shows card: says 'Small card'; renders `Card`",
        ]
    );
    assert_eq!(
        symbols(".storybook/preview.tsx", "export const decorators = [(Story) => <Story />]"),
        ["decorators: Storybook decorators, put around every story"]
    );
    let source = "import { http } from 'msw'; import { db } from '../db'
        export const userHandlers = [http.get(`${db.url}/users`, () => db.all())]";
    assert_eq!(
        symbols("src/mocks/users.ts", source),
        ["userHandlers: Mock `userHandlers`: answers `GET /users`; made with `http`, `db`"]
    );
}

#[test]
fn a_remark_on_something_else_stands_last() {
    let source = "// Votes are counted against the list of options, four in all.\nexport function getPreset(name: string) { return presets[name] }";
    assert_eq!(
        symbols("src/presets.ts", source),
        [
            "getPreset: Gets preset: takes `name`; its comment says 'Votes are counted against the list of options, four in all'"
        ]
    );
    let source =
        "// The preset is made once.\nexport function getPreset(name: string) { return presets[name] }";
    assert_eq!(symbols("src/presets.ts", source), ["getPreset: The preset is made once."]);
}

#[test]
fn documents_of_graphql_say_what_they_select() {
    let source = "export const imageFragment = /* GraphQL */ `\n  fragment image on Image {\n    url\n    altText\n    width\n  }\n`;";
    assert_eq!(
        symbols("src/image.ts", source),
        [
            "imageFragment: Image fragment: the GraphQL fragment `image` on `Image` with `url`, `altText`, `width`"
        ]
    );
}

#[test]
fn what_people_are_told_or_choose_from_is_told() {
    let source = "import { toast } from 'sonner'
        export function save(options: { path: string; actions: string[] }) { toast.success('All of it is saved'); write(options) }";
    assert_eq!(
        symbols("src/save.ts", source),
        [
            "save: Saves: takes `path`, `actions`; does `toast.success('All of it is saved'); write(options)`; says 'All of it is saved'; uses `toast`"
        ]
    );
    let source = "import { Tab } from './tab'
        export function UserTabs() { const tabs = [{ id: 'one' }, { id: 'two' }]; return tabs.map(it => <Tab key={it.id} />) }";
    assert_eq!(
        symbols("src/user-tabs.tsx", source),
        ["UserTabs: User tabs component: lists `one`, `two`; renders `Tab`"]
    );
    let source = "const all = { user: [], admin: ['x'] }; export const roles = Object.keys(all)";
    assert_eq!(symbols("src/roles.ts", source), ["roles: Roles: the keys of `all`: `user`, `admin`"]);
    assert_eq!(
        file_of("src/pages/users/index.tsx", "export { UsersPage as default } from '@/users/page'"),
        "Page `/users`: passes on `UsersPage` (as the default) of `@/users/page` (auto)"
    );
    let source = "import docs from 'docs'; import { Router } from 'express'; export const router = Router(); router.get('/', docs.setup(specs, {}))";
    assert_eq!(
        symbols("src/docs.js", source),
        ["router: Express router for docs: answers `GET /` (`docs.setup`)"]
    );
}

#[test]
fn files_that_next_serves_to_robots_are_told() {
    let source = "import { baseUrl } from '@/lib/utils'; export default function robots() { return { rules: [], host: baseUrl } }";
    assert_eq!(
        file_of("app/robots.ts", source),
        "What robots may read (`robots.txt`) below `/`: gives an object with `rules`, `host`; uses `baseUrl` (auto)"
    );
    assert_eq!(
        symbols("app/robots.ts", source),
        [
            "robots: What robots may read (`robots.txt`) below `/`: gives an object with `rules`, `host`; uses `baseUrl`"
        ]
    );
}

#[test]
fn another_name_says_what_only_the_file_knows() {
    let source = "type Provider = 'ses' | 'smtp'; export type Supported = Provider; enum Role { A, B } export type Keys = keyof typeof Role";
    assert_eq!(
        symbols("src/email.ts", source),
        [
            "Supported: Supported (email): another name for `Provider`, one of `ses`, `smtp`",
            "Keys: Keys (email): one of the keys of `Role`"
        ]
    );
    let source = "export enum Role { A, B } export type Keys = keyof typeof Role";
    assert_eq!(
        symbols("src/roles.ts", source),
        [
            "Role: Role: one of `A`, `B`; its keys are `Keys`; used by `Keys`",
            "A: `A` (a value of `Role`)",
            "B: `B` (a value of `Role`)",
            "Keys: Keys (roles): one of the keys of `Role`"
        ]
    );
}

#[test]
fn what_a_function_gives_is_told_apart_from_what_it_does() {
    let source =
        "export function checked(schema, action) { return async (data) => { const user = await getUser();
            if (!user) { throw new Error('Nobody is here') } return action(schema.parse(data), user) } }
        export function make(x) { if (!x) { throw new Error('There is no x') } return () => run(x) }";
    assert_eq!(
        symbols("src/checked.ts", source),
        [
            "checked: Checked: takes `schema`, `action`; does `return async (data) => { user = await getUser(); if (!user) throw new Error('Nobody is here'); return action(schema.parse(data), user) }`",
            "make: Makes (checked): takes `x`; gives a function; throws 'There is no x' if `!x`"
        ]
    );
}

#[test]
fn what_stands_before_an_answer_is_told() {
    let source = "import { Router } from 'express'; import { protect, admin } from './guards'
        export const router = Router()
        router.use(protect)
        router.get('/users', list)
        router.delete('/users/:id', [protect, admin('all')], function drop(req, res) { res.send('gone') })
        function list(req, res) { if (!req.user) return res.status(401).send({ message: 'Who are you?' }); res.json(req.user.friends) }";
    assert_eq!(
        symbols("src/users.ts", source),
        [
            "router: Express router for users: answers `GET /users` (`list`), `DELETE /users/:id`; runs `protect` for all requests"
        ]
    );
    let source = "export const isAdmin = (req, res, next) => { if (req.user.isAdmin) { next() } else { res.status(403).json({ error: 'For admins alone' }) } }
        export const broken = (req, res) => { load(req.body).then(it => res.json(it.a)).catch(() => res.status(500).send('It broke')) }";
    assert_eq!(
        symbols("src/guards.ts", source),
        [
            "isAdmin: Handles requests: is admin: does `if (req.user.isAdmin) next() else res.status(403).json({ error: 'For admins alone' })`",
            "broken: Handles requests: broken (guards): answers with `it.a`; does `load(req.body).then(it => res.json(it.a)).catch(() => res.status(500).send('It broke'))`",
        ]
    );
    let source = "const verify = (req, res, next) => { const t = req.headers.token; if (!t) { return res.status(403).send({ message: 'No token' }) } next() }
        const sign = (key) => key + 1
        export const guards = { verify, sign }";
    assert_eq!(
        symbols("src/guards.ts", source),
        ["guards: Guards: holds `verify` (denies with 'No token' (403)), `sign` (gives `key + 1`)"]
    );
}

#[test]
fn components_say_when_they_show_nothing() {
    let source = "export function Banner() { return null }
        export function Alert({ error }) { return error && error.text ? <p>{error.text}</p> : null }
        export function Menu({ open }) { if (!open) return null; return <ul>Choose one of them</ul> }
        export function Profile() { const user = useUser(); if (!user) return null; return <b>Your profile here</b> }";
    assert_eq!(
        symbols("src/parts.jsx", source),
        [
            "Banner: Banner component (parts): renders nothing",
            "Alert: Alert component (parts): takes props `error`; shows `error.text`; renders only if `error && error.text`",
            "Menu: Menu component (parts): takes props `open`; says 'Choose one of them'; renders nothing if `!open`",
            "Profile: Profile component (parts): says 'Your profile here'",
        ]
    );
}

#[test]
fn functions_that_give_a_text_say_what_it_says() {
    let source = "export function page(user) { return `<html><head><style>a { b: c }</style><title>Sign in</title></head><body><h1>Hello ${user}, come in.</h1>\n</body></html>` }
        export const prompt = (language) => ['Write a short message about the change.', `In ${language}.`].filter(Boolean).join('\\n')
        export function query() { return `select { a; b }\n from c` }";
    let told = symbols("src/texts.js", source);
    assert_eq!(
        told[0],
        "page: Page (texts): takes `user`; gives a text that says 'Sign in Hello …, come in.'"
    );
    assert_eq!(
        told[1],
        "prompt: Prompts (texts): takes `language`; gives `['Write a short message about the change.', 'In ${language}.'].filter(Boolean).join('\\n')`"
    );
    assert!(!told[2].contains("a text that says"), "{}", told[2]);
}

#[test]
fn a_sentence_is_told_with_what_elements_hold_of_it() {
    let source = "import { Link } from 'next/link'
        export function Intro() { return <div><h1>Welcome</h1><p>Read <Link href='/a'>the guide</Link> before you <b>start</b>.</p><p>Made by <img src='x' /> and others</p></div> }";
    assert_eq!(
        symbols("src/intro.jsx", source),
        [
            "Intro: Intro component: says 'Welcome', 'Read the guide before you start', 'Made by', 'and others'; renders `Link` with `href='/a'`"
        ]
    );
}

#[test]
fn what_a_context_carries_and_a_function_reads_is_told() {
    let source = "import { createContext } from 'react'
        export const UserContext = createContext()
        export function UserProvider({ children }) { const value = { user, signOut }; return <UserContext.Provider value={{ user, signOut }}>{children}</UserContext.Provider> }";
    let told = symbols("src/user.jsx", source);
    assert_eq!(told[0], "UserContext: Context for user; carries `user`, `signOut`; used by `UserProvider`");
    let facts = |path: &RepoPath, source: &str| {
        let (language, dialect) = resolvers::language_of(path).unwrap();
        language.extract(dialect, source.as_bytes())
    };
    let (own, path) = (crate::testing::path("src/session.js"), crate::testing::path("src/state.jsx"));
    let made = facts(
        &own,
        "import { createContext } from 'react'; const session = createContext(); export default session",
    );
    let given = facts(
        &path,
        "import Session from './session'
        export const State = ({ children }) => <Session.Provider value={{ user, signOut }}>{children}</Session.Provider>
        export const Other = ({ Session }) => <Session.Provider value={{ hidden }} />",
    );
    let (local, symbol) = ("Session", Some(0));
    let user = User {
        path: &path,
        facts: &given,
        key: None,
        in_tests: false,
        symbol,
        also: false,
        title: None,
        more: false,
        local,
        of_module: None,
    };
    assert_eq!(
        file(&own, Some(&made), Around { users: &[user], named: &[], named_key: None }),
        "Context for session; carries `user`, `signOut`; used by `State` in `src/state.jsx` (auto)"
    );
    let source = "export function url(path) { const base = process.env.API_URL; if (process.env.NODE_ENV === 'test') return path; return base + path }";
    let told = symbols("src/url.js", source);
    assert!(told[0].contains("API_URL") && !told[0].contains("reads `NODE_ENV"), "{}", told[0]);
}

#[test]
fn parts_taken_out_of_values_are_shown() {
    let source = "export const Item = ({ user: { login, avatar } }) => <div><img src={avatar} alt='' /><h3>{login}</h3><a href='#'>More</a></div>
        export function Page({ post }) { const { title, author: by } = post; return <div><h1>{title}</h1><p>{by}</p><ol>{items.map((title) => <li>{title}</li>)}</ol></div> }
        export function List({ of }) { const { name } = of; return <ul>{items.map((name) => <li>{name}</li>)}</ul> }
        export function Plain(props) { const { title } = props; return <div><h1>{title}</h1></div> }";
    assert_eq!(
        symbols("src/item.jsx", source),
        [
            "Item: Item component: takes props `user`; says 'More'; shows `user.login`",
            "Page: Page component (item): takes props `post`; shows `post.title`, `post.author`; shows `li` with `title` for each of `items`",
            "List: List component (item): takes props `of`; shows `li` with `name` for each of `items`",
            "Plain: Plain component (item): a `div`; takes props `title`",
        ]
    );
}

#[test]
fn what_is_not_so_is_not_told() {
    let has = |file: &str, source: &str, hidden: &[&str]| {
        let told = symbols(file, source);
        for it in hidden {
            assert!(!told[0].contains(it), "{}", told[0]);
        }
    };
    // An address that has a name is one; a handler of errors runs for these; an app of the browser is extended.
    let app = |rest: &str| format!("import express from 'express'; export const app = express(); {rest}");
    has("src/app.js", &app("app.use(API_PREFIX, users)"), &["runs"]);
    has("src/app.js", &app("app.use(['/a'], users)"), &["runs"]);
    has("src/app.js", &app("app.use(errorHandler)"), &["runs"]);
    has(
        "src/app.js",
        "import { createApp } from 'vue'; export const app = createApp(App); app.use(pinia)",
        &["runs"],
    );
    has("src/app.js", &app("app.use(mount('/x', users))"), &["runs"]);
    has("src/app.js", &app("app.get('/open', list); app.use(auth)"), &["runs"]);
    has("src/min.js", "export function p(a){if(a.x){throw new E(1)}g()}", &["calls `if`"]);
    has("src/set.js", "export const api = {}; api.url = '/a'; api.url = '/b'", &["url:"]);
    // The same address with and without a guard.
    let router = "import { Router } from 'express'; const router = Router(); router.get('/a', list); router.get('/a', auth, list); export default router";
    let told = symbols("src/routes/a.js", router);
    assert!(!told[0].contains("behind `auth`"), "{}", told[0]);
    // What was given before.
    let menu = "export function Menu({ loading, open }) { if (loading) return <b>Wait</b>; return open ? <i>Menu</i> : null }";
    has("src/menu.jsx", menu, &["only if"]);
    has(
        "src/text.js",
        "export const text = (x) => { if (x) return `One two three`; return `Four five six` }",
        &["that says"],
    );
    has("src/env.js", "export function setUp() { process.env.DB_URL = 'x' }", &["reads `DB_URL`"]);
    let two = "import { createContext } from 'react'
        export const State = createContext()
        export const Dispatch = createContext()
        export const Both = () => <State.Provider value={{ all }}><Dispatch.Provider value={{ set }} /></State.Provider>";
    has("src/both.jsx", two, &["`set`"]);
    has(
        "src/error.js",
        "export class HttpError extends Error { constructor(http2) { super(); this.http2 = http2 } }",
        &["sets `http2`"],
    );
    has(
        "src/run.js",
        "export const run = (user) => (({ id }) => { check(id); return id.x })(user.profile)",
        &["gives `id.x`"],
    );
}

#[test]
fn words_keep_their_signs() {
    let source = "export const Help = () => <div><p>Edit <code>.env</code> and restart <b>it</b>, please <a href='/'>now</a>.</p></div>";
    assert_eq!(
        symbols("src/help.jsx", source),
        ["Help: Help component: says 'Edit .env and restart it, please now'"]
    );
    let joined =
        symbols("src/ask.js", "export const ask = (name) => ['Delete', name, 'and all files'].join(' ')");
    assert!(!joined[0].contains("Delete and all"), "{}", joined[0]);
}

#[test]
fn benchmarks_are_no_tests() {
    let source = "import { bench, run } from 'mitata'; import { Store } from '../src/store'
        bench('Store', () => new Store()); run()";
    assert_eq!(
        file_of("test/bench.ts", source),
        "Benchmarks: Store; does `bench('Store', () => new Store()); run()` (auto)"
    );
}

#[test]
fn what_a_slice_does_as_thunks_go_on_is_told() {
    let source = "import { createSlice } from '@reduxjs/toolkit'
        export const notes = createSlice({ name: 'notes', initialState: { all: null, error: '' }, reducers: {}, extraReducers: (builder) => {
          builder.addCase(load.pending, (state) => { state.all = null })
            .addCase(load.rejected, (state, action) => { state.error = action.error })
            .addCase(reset, () => ({ all: [] }))
            .addMatcher(api.endpoints.login.matchFulfilled, (state) => { state.all = [] })
          other.addCase(never.fulfilled, (state) => { state.all = 1 })
        } })
        export const old = createSlice({ name: 'old', initialState: { all: [] }, extraReducers: { [load.fulfilled](state, { payload }) { state.all.push(payload) } } })";
    assert_eq!(
        symbols("src/notes.js", source),
        [
            "notes: Redux slice of notes: keeps `all`, `error`; is changed by `reset`, `api.endpoints.login.matchFulfilled`; \
             follows the course of `load` (changes `all`, `error`)",
            "old: Redux slice of old: keeps `all`; follows the course of `load` (changes `all`)",
        ]
    );
}

#[test]
fn what_a_component_shows_at_which_address_is_told() {
    let source = "import { Routes, Route } from 'react-router-dom'
        import Home from './home'; import Orders from './orders'; import Bar from './bar'; import AuthorLayout from './layout'
        export function App() { return <><Bar /><Routes>
          <Route path='' element={<Home />} />
          <Route path='/orders' element={<RequireAuth><Orders /></RequireAuth>} />
          <Route path='/both' element={<AuthorLayout><Orders /></AuthorLayout>} />
          <Route path='shop' element={<Navigate to='/' />}><Route path=':id' element={<Home />} /></Route>
          <Route path='/two' element={<RequireAuth><Home /><Orders /></RequireAuth>} />
        </Routes></> }
        export function Plain() { return <Bar /> }";
    assert_eq!(
        symbols("src/App.jsx", source),
        [
            "App: App component: shows `Home` at `/`, `Orders` at `/orders` (behind `RequireAuth`), `AuthorLayout` at `/both`, \
             `Home` at `shop/:id`, \
             `RequireAuth` at `/two`; renders `Bar`",
            "Plain: Plain component (app): renders `Bar`",
        ]
    );
}

#[test]
fn what_is_caught_is_named_where_something_is_done_with_it() {
    let source = "export async function load(id) {
          try { const token = await store.get('token'); return await api.load(id, token) }
          catch (reason) { return reject(describe(reason), await somethingElseThatIsLong(id, id, id, id), 'and more of it') } }
        export async function drop(id) {
          try { const token = await store.get('token'); return await api.drop(id, token) }
          catch (reason) { return reject('it is not there', await somethingElseThatIsLong(id, id, id, id), 'and more') } }";
    let told = symbols("src/load.js", source);
    assert!(told[0].contains("catch (reason) { return reject(describe(reason)"), "{told:?}");
    assert!(told[1].contains("catch { return reject('it is not there'"), "{told:?}");
}

#[test]
fn an_action_creator_is_told_by_the_reducer_of_its_slice() {
    let source = "import { createSlice } from '@reduxjs/toolkit'
        export const first = createSlice({ name: 'first', initialState: { x: 1 }, reducers: {}, extraReducers: (b) => { b.addCase(reset, (state) => { state.x = 1 }) } })
        export const second = createSlice({ name: 'second', initialState: { z: 1 }, reducers: { reset(state) { state.z = 0 } } })
        export const { reset } = second.actions";
    let told = symbols("src/both.js", source);
    assert_eq!(told[2], "reset: Action creator of `second`: reset, which changes `state.z`");
}

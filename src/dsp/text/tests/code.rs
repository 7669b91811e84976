//! Code that says more than names: what is given in sight, what runs later, what stands around a function, what is kept.

use super::{file_of, symbols};

#[test]
fn short_code_is_told_as_it_stands() {
    let source = "import { Client, make } from 'acme-client'
        export const client = kept.client ?? make({ url: env.DATABASE_URL })
        export const isNew = (() => a.age < 3 && !a.seen)()
        export const [first, second] = make(1)
        export const alias = Client
        export const storage = has ? { read() {}, write() {} } : { read() {}, write() {} }
        export const fonts = { serif: inter.variable, mono: other.variable }
        export const stub = (one, other) => 0
        export const kept = () => last
        export const upper = (text) => LIST.includes(text) ? text.toUpperCase() : text";
    assert_eq!(
        symbols("src/kept.ts", source),
        [
            "client: Client (kept): `kept.client ?? make({ url: env.DATABASE_URL })`",
            "isNew: Flag: is new: `(() => a.age < 3 && !a.seen)()`",
            "first: First (kept): item 1 of what `make` gives",
            "second: Second (kept): item 2 of what `make` gives",
            "alias: Alias (kept): `Client` of `acme-client` (ACME (Let's Encrypt) client)",
            "storage: Storage (kept): holds `read`, `write`",
            "fonts: Fonts (kept): holds `serif: inter.variable`, `mono: other.variable`",
            "stub: Stubs (kept): takes `one`, `other`; always gives the same number",
            "kept: Kept: gives `last`; used by `client`",
            "upper: Upper (kept): takes `text`; gives `LIST.includes(text) ? text.toUpperCase() : text`",
        ]
    );
}

#[test]
fn what_runs_later_is_told_too() {
    let source = "export function wait(ms, signal) {
          return new Promise((resolve, reject) => {
            const timer = setTimeout(() => { bell.ring(); resolve() }, ms)
            signal.addEventListener('abort', () => { reject(new Error('It was broken off')) })
          })
        }
        export const slow = (listener, wait) => throttle((event) => { listener.tell(event) }, wait)
        export async function start() {
          const db = await connect()
          const app = await makeApp(db)
          app.listen()
        }
        export const useSync = (editor) => {
          useEffect(() => { editor.connect() }, [])
        }
        export function register(container) {
          container.set('logger', logger)
          container.set(prefix + 'mailer', mailer)
          return container
        }
        export function each(hooks) { for (const hook of hooks) { hook() } return hooks.length }";
    assert_eq!(
        symbols("src/later.ts", source),
        [
            "wait: Waits (later): takes `ms`, `signal`; calls `bell.ring`, `signal.addEventListener('abort', …)`; throws 'It was broken off'",
            "slow: Slow (later): takes `listener`, `wait`; gives `throttle((event) => …, wait)`; in that it calls `listener.tell`",
            "start: Starts (later): does `db = await connect(); app = await makeApp(db); app.listen()`",
            "useSync: Hook for sync: takes `editor`; calls `editor.connect`",
            "register: Registers (later): takes `container`; does `container.set('logger', logger); container.set(prefix + 'mailer', mailer); return container`",
            "each: Each (later): takes `hooks`; gives `hooks.length`",
        ]
    );
}

#[test]
fn sentences_that_are_given_say_what_is_checked() {
    let source = "export const validateAlias = (input) => {
          if (input.startsWith('.')) { return 'An alias begins with no dot' }
          return
        }
        export const showActions = (state) => !state.readOnly && state.selected
        export const hasNone = (state) => state.none";
    assert_eq!(
        symbols("src/check.ts", source),
        [
            "validateAlias: Validates alias: takes `input`; gives 'An alias begins with no dot' if `input.startsWith('.')`",
            "showActions: Tells whether to show actions: takes `state`; gives `!state.readOnly && state.selected`",
            "hasNone: Tells whether it has none: takes `state`; gives `state.none`",
        ]
    );
}

#[test]
fn variables_of_the_environment_and_tables_are_told_by_their_names() {
    let source = "import { createEnv } from '@t3-oss/env-nextjs'
        import { pgTableCreator } from 'drizzle-orm/pg-core'
        export const env = createEnv({ server: { AUTH_SECRET: z.string(), PORT_NUMBER: z.number() }, client: {}, runtimeEnv: { AUTH_SECRET: process.env.AUTH_SECRET } })
        const createTable = pgTableCreator((name) => `app_${name}`)
        export const posts = createTable('post', (d) => ({ id: d.id(), title: d.text() }))
        export const useStore = create((set) => ({ count: 0, more: () => set(1) }))
        export const serializer = { encode: (body: unknown): FormData => { const data = new FormData(); fill(data); return data } }";
    assert_eq!(
        symbols("src/env.ts", source),
        [
            "env: Checked variables of the environment: `AUTH_SECRET`, `PORT_NUMBER`",
            "posts: Database table of posts: called `post`, with columns `id`, `title`",
            "useStore: Hook for store: made with `create` with `count: 0`, `more: calls set`",
            "serializer: Serializer (env): holds `encode`; does `data = new FormData(); fill(data); return data`",
        ]
    );
}

#[test]
fn members_of_types_lend_what_is_said_of_them() {
    let source =
        "export type Hook = (state: State) => Request | Response | void | Promise<Request | Response>
        export type Options = {
          /** Runs right before the request is sent. */
          before?: Hook[]
          /** How often it is tried again. */
          limit: number
          other: Other['size']
        }
        export interface Maker { new (message?: string): Options }
        export interface Client {
          /** Fetches the given address. */
          (address: string): Promise<Response>
          /** Fetches by GET. */
          get: (address: string) => Promise<Response>
        }
        export type Other = Required<Omit<Options, 'a-very-long-key-of-it' | 'another-very-long-key'>>
        export const KINDS = ['big', 'small'] as const
        export type Kind = (typeof KINDS)[number]
        export type ButtonProps = ComponentProps<typeof Button> & { onSpeak?: () => void }";
    assert_eq!(
        symbols("src/hooks.ts", source),
        [
            "Hook: Hook: a function that takes `state`; gives `Request | Response | void | Promise<Request | Response>`; part of `Options`; as `Options.before` it is 'runs right before the request is sent'",
            "Options: Options (hooks), an object type: some of it is `Other`; has `before` (runs right before the request is sent), `limit` (how often it is tried again), `other`",
            "Maker: Maker (hooks): a constructor that takes `message`; gives `Options`",
            "Client: Client (hooks): a function that takes `address`; gives `Response`; when it is called, 'fetches the given address'; offers `get`",
            "get: Fetches by GET (method of `Client`)",
            "Other: Other (hooks): `Options` as `Required` of `Omit` makes it; looked up by `Options`",
            "KINDS: Kinds (hooks), a constant: lists `big`, `small`; used by `Kind`",
            "Kind: Kind (hooks): one of `big`, `small`",
            "ButtonProps: Button props: the props of `Button` and `onSpeak`",
        ]
    );
}

#[test]
fn remarks_are_no_purposes() {
    let source = "// Curated list of the best models
        export const DEFAULT_MODEL = 'big'
        export const models = [{ id: 'big' }]
        // guaranteed to get what it needs
        export default () => { users(app); return app }
        /** If you are writing an adapter, you should look elsewhere. */
        export const adapter = makeAdapter()";
    assert_eq!(
        symbols("src/models.ts", source),
        [
            "DEFAULT_MODEL: Default model, a constant of `src/models.ts`: `'big'`",
            "models: Models: a list of objects with `id: 'big'`",
            "default: Models: does `users(app); return app`",
            "adapter: Adapter (models): made with `makeAdapter`",
        ]
    );
}

#[test]
fn classes_are_told_by_what_they_do_inside_and_are_made_from() {
    let source = "import Pool from 'some-pool'
        export class Queue {
          constructor(source, limit) { this.pool = new Pool(source, limit) }
          all() { return this.pool.start() }
          #retry() {}
          #fetch() {}
        }";
    assert_eq!(
        symbols("src/queue.ts", source),
        [
            "Queue: Queue, a class: `all` gives `this.pool.start()`; does inside `#retry`, `#fetch`; is made from `source`, `limit`; uses `Pool`",
            "constructor: Constructor: takes `source`, `limit`; sets `this.pool`; uses `Pool` (method of `Queue`)",
            "all: All: gives `this.pool.start()` (method of `Queue`)",
        ]
    );
}

#[test]
fn what_a_slice_does_is_told_of_its_action_creators() {
    let source = "import { createSlice } from '@reduxjs/toolkit'
        const logs = createSlice({ name: 'logs', initialState: {}, reducers: {
          update(state, action) { const { level, enabled } = action.payload; state.filters[level] = enabled },
          clear: (state) => { state.items = []; state.order.push(1) },
        } })
        export const { update, clear } = logs.actions";
    assert_eq!(
        symbols("src/logs.ts", source),
        [
            "update: Action creator of `logs`: update, which takes `level`, `enabled` and changes `state.filters[level]`",
            "clear: Action creator of `logs`: clear, which changes `state.items`, `state.order`",
        ]
    );
}

#[test]
fn what_schemas_and_lists_say_of_themselves_is_told() {
    let source = "import { z } from 'zod'
        export const position = z.number().min(0).describe('Where it is placed, in percent.')
        export const choices = [{ value: 'a', label: 'Apples' }, { value: 'b', label: 'Pears' }]
        export const flags = { all: [{ name: 'dark' as const }, { name: 'wide' as const }] }
        export const transport = sql<boolean>`case when a is null then true when a = '' then true when a = '[]' then true else false end`";
    assert_eq!(
        symbols("src/choices.ts", source),
        [
            "position: Where it is placed, in percent.",
            "choices: Choices: a list of objects with `value` ('a', 'b'), `label`, called `Apples`, `Pears`",
            "flags: Flags (choices): holds `all`, called `dark`, `wide`",
            "transport: Transport (choices): made with `sql`",
        ]
    );
}

#[test]
fn parts_of_packages_are_told_with_these() {
    let source = "import { Toast as ToastPrimitive } from 'acme-toast'
        import * as React from 'react'
        export const createManager = ToastPrimitive.createManager
        export function Badge({ className, asChild, ...props }) {
          const Tag = asChild ? Slot : 'span'
          return <Tag className={cn('absolute right-0 rounded-full', className)} {...props} />
        }
        export const Icons = Mono
        Icons.Color = Color
        Icons.Text = Text
        export function useWide(query) {
          const [value, setValue] = React.useState(false)
          React.useEffect(() => { setValue(matchMedia(query).matches) }, [query])
          return value
        }";
    assert_eq!(
        symbols("src/toast.tsx", source),
        [
            "createManager: Creates manager: `Toast.createManager` of `acme-toast`; uses `Toast`",
            "Badge: Badge component (toast): a styled `span` (`absolute right-0 rounded-full`); takes props `className`, `asChild`",
            "Icons: Icons (toast): `Mono` with `Color`, `Text`",
            "useWide: Hook for wide: takes `query`; does `[value, setValue] = React.useState(false); React.useEffect(() => { setValue(matchMedia(query).matches) }, [query]); return value`; uses `React.useEffect`, `React.useState`",
        ]
    );
}

#[test]
fn code_is_told_where_nothing_else_says_what_is_done() {
    let source = "export function total(all) {
          let sum = 0 // of all
          for (const it of all) {
            sum += it.price
            sum -= it.less
          }
          return sum
        }
        export function rate(kept) { return (
          kept?.rates?.some(({ id }) => { return id === KEY }) === true
        ) }
        export async function load(id) {
          const { data, error } = await client
            .from('users')
            .select('*')
          if (error) { throw error }
          return data
        }
        export function long(a) {
          const first = a.one * 1000 + a.two * 100; const second = a.three * 1000 + a.four * 100
          const third = a.five * 1000 + a.six * 100; const fourth = a.seven * 1000 + a.eight * 100
          return first + second + third + fourth
        }";
    assert_eq!(
        symbols("src/sums.ts", source),
        [
            "total: Total (sums): takes `all`; does `let sum = 0; for (const it of all) { sum += it.price; sum -= it.less } return sum`",
            "rate: Rate (sums): takes `kept`; gives `(kept?.rates?.some(({ id }) => { return id === KEY }) === true)`",
            "load: Loads by `id`: does `const { data, error } = await client.from('users').select('*'); if (error) { throw error } return data`",
            "long: Long (sums): takes `a`; gives `first + second + third + fourth`",
        ]
    );
}

#[test]
fn tags_say_what_something_is_for() {
    let source = "/**
         * This way halves it again and again.
         * @function power
         * @description Gives x to the power of n.
         */
        export function power(x, n) { return x }
        /**
         * @function introsort
         * Sorts as the standard library of C++ does.
         * @param {Array} all what is sorted
         */
        export function introsort(all) { return all }
        /**
         * Get timeout for error toasts
         * @returns {(number|boolean)} Timeout in ms. If false it is off.
         */
        export function getErrorToastTimeout() { return a }
        /**
         * Author: somebody
         *
         * Counts what has no common factor with n.
         * Examples:
         * > totient(10)
         */
        export function totient(n) { return n }";
    assert_eq!(
        symbols("src/math.ts", source),
        [
            "power: Gives x to the power of n.",
            "introsort: Sorts as the standard library of C++ does.",
            "getErrorToastTimeout: Get timeout for error toasts. Returns timeout in ms. If false it is off.",
            "totient: Counts what has no common factor with n.",
        ]
    );
    let head = |name: &str| {
        format!(
            "// Keeps what comes first to go first.\n// It never grows.\n\nclass {name} {{}}\nexport {{ {name} }}"
        )
    };
    assert_eq!(
        symbols("src/ring.js", &head("Ring")),
        ["Ring: Keeps what comes first to go first. It never grows."]
    );
    let other = "// Keeps what comes first to go first.\n\nconst a = [1]\nexport const other = { b, a }";
    assert_eq!(symbols("src/ring.js", other), ["other: Other (ring): holds `b`, `a`",]);
}

#[test]
fn constants_are_told_with_what_they_are_used_as() {
    let source = "export const MAX_ITEMS = 50
        export const KEY_TOKEN = 'auth'
        export const WIDE = 3
        export const small = 4
        export function cut(all) {
          if (all.length > MAX_ITEMS) { localStorage.getItem(KEY_TOKEN); this.kept.get(KEY_TOKEN, small) }
          return { width: WIDE, other: <Box size={WIDE} {...rest} /> }
        }";
    assert_eq!(
        symbols("src/limits.tsx", source),
        [
            "MAX_ITEMS: Max items, a constant of `src/limits.tsx`: `50`; compared with `all.length`; used by `cut`",
            "KEY_TOKEN: Key token, a constant of `src/limits.tsx`; given to `localStorage.getItem`, `kept.get`; used by `cut`",
            "WIDE: Wide (limits), a constant: `3`; the value of `width`, `size`; used by `cut`",
            "small: Small (limits): `4`; used by `cut`",
            "cut: Cut (limits): takes `all`; gives an object with `width`, `other`; calls `localStorage.getItem`, `this.kept.get`",
        ]
    );
}

#[test]
fn pages_events_and_stores_are_told() {
    let source = "import { defineStore } from 'pinia'
        export function account(req, res) {
          check(req)
          find((error, user) => { })
          res.render('account/profile', { title: 'Profile', user, unreadMessages, lastSeenAtTheLatest })
        }
        export function handle(socket) {
          log(socket)
          socket.on('login', () => {})
          socket.on('logout', () => {})
          socket.on('join', () => {})
          if (socket.a) socket.close()
        }
        export const useCounter = defineStore('counter', {
          state: () => ({ count: 1 }),
          getters: { double: (state) => state.count },
          actions: { add() {}, async wait() {} },
        })";
    assert_eq!(
        symbols("src/pages.ts", source),
        [
            "account: Handles requests: account (pages): does `check(req); find((error, user) => { }); res.render('account/profile', { title: 'Profile', user, unreadMessages, … })`",
            "handle: Handles `socket`: does `log(socket); socket.on('login', () => {}); socket.on('logout', () => {}); socket.on('join', () => {}); if (socket.a) socket.close()`",
            "useCounter: Pinia store of counter: with `state.count`, `getters.double`, `actions.add`, `actions.wait`, from `'counter'`",
        ]
    );
    assert_eq!(
        file_of(
            "src/make.js",
            "import fs from 'fs'\nread(['a']).then(sort).then((text) => fs.writeFileSync('INDEX.md', text))"
        ),
        "Make, a script: calls `read(['a'])`, `fs.writeFileSync('INDEX.md', text)`; uses `fs` (auto)"
    );
    assert_eq!(
        file_of(
            "src/main.js",
            "import { createApp } from 'vue'\nimport App from './App.vue'\ncreateApp(App).mount('#app')"
        ),
        "`main.js`, a script: calls `createApp(App).mount('#app')`; uses `createApp`, `App` (auto)"
    );
}

#[test]
fn files_are_told_by_what_is_in_them() {
    assert_eq!(
        file_of("src/icons/Moon.vue", "<template><svg><path d=\"M1\" /></svg></template>"),
        "Icon drawn as SVG: moon (auto)"
    );
    assert_eq!(
        file_of(
            "src/immer.ts",
            "export class Immer { produce() {} createDraft() {} }\nexport function createProxy(a) { return a.b(1) }"
        ),
        "Immer, a class: offers `produce`, `createDraft`; also exports `createProxy` (auto)"
    );
    assert_eq!(
        file_of("examples/CombinedValidations.jsx", "export const FieldForm = () => <b>Pick a name</b>"),
        "Field form component (combined validations): says 'Pick a name' (auto)"
    );
}

#[test]
fn what_is_given_in_sight_is_told() {
    let source = "import data from './all.json'
        export const all = data as Index
        export const Wide: Story = { render: () => <Slider defaultValue={[55, 75]} step={data} disabled className=\"a\" /> }
        export const Few: Story = { args: { colors: ['amber', 'cyan'], open: false, on: () => {}, label: 'A, b' } }";
    assert_eq!(
        symbols("src/slider.stories.tsx", source),
        [
            "all: Story `all` that shows slider: uses `data`",
            "Wide: Story `Wide` that shows slider with `defaultValue: [55/75]`, `step`, `disabled: true`: uses `data`",
            "Few: Story `Few` that shows slider with `colors: ['amber'/'cyan']`, `open: false`, `on`, `label`",
        ]
    );
    let source =
        "export const small = '@media (max-width: 991px)'; export const large = '@media (min-width: 1200px)'";
    assert_eq!(
        file_of("src/media-queries.js", source),
        "Values for media queries: `small` (`'@media (max-width: 991px)'`), `large` (`'@media (min-width: 1200px)'`) (auto)"
    );
    let source = "module.exports = { moduleDirectories: ['node_modules', path.join(__dirname, './src')] }";
    assert_eq!(
        symbols("jest.config.js", source),
        [
            "moduleDirectories: Setting `moduleDirectories` of the jest configuration (folder names searched for imported packages): lists `node_modules`, `./src`",
        ]
    );
    let source = "export async function sync(payload) {
          const found = await payload.find({ collection: 'posts' })
          for (const it of found) await payload.create({ collection: 'threads', data: it })
        }
        export async function run(bar) {
          bar.start(1); a.ask(); b.ask(); c.ask(); await d.createPost(1); bar.stop()
        }
        export function card(item) { return item.id }";
    assert_eq!(
        symbols("src/sync.ts", source),
        [
            "sync: Synchronizes: takes `payload`; reads the table `posts`; changes the table `threads`; does `found = await payload.find({ collection: 'posts' }); for (it of found) await payload.create({ collection: 'threads', data: it })`",
            "run: Runs (sync): takes `bar`; does `bar.start(1); a.ask(); b.ask(); c.ask(); await d.createPost(1); bar.stop()`",
            "card: Card (sync): takes `item`; gives `item.id`",
        ]
    );
}

#[test]
fn pages_of_svelte_are_told_by_what_they_load_and_show() {
    assert_eq!(
        file_of("src/routes/a/+page.svelte", "<script>export let data;</script><p>{data.cookie}</p>"),
        "Page `/a`: shows `data.cookie` (auto)"
    );
    assert_eq!(
        file_of(
            "src/routes/a/+page.js",
            "export function load() { return { foo: 'bar' } }\nexport const ssr = false"
        ),
        "Data of the page `/a`: gives an object with `foo`; also exports `ssr` (auto)"
    );
    assert_eq!(
        file_of("src/routes/a/+layout.js", "export const prerender = true"),
        "Options of the layout `/a`: sets `prerender: true` (auto)"
    );
}

#[test]
fn declarations_of_one_class_are_that_class() {
    let source = "/** Parser of packets. */ declare class Parser extends Base { write(a: string): void }\nexport = Parser";
    assert_eq!(
        file_of("src/parser.d.ts", source),
        "Parser of packets; extends `Base`; offers `write` (auto)"
    );
    let source = "import A = require('stream');\nimport B = A.Writable;\ndeclare function one(b: B): void\nexport { one }";
    assert_eq!(file_of("src/parser.d.ts", source), "Type declarations for parser: declares `one` (auto)");
}

#[test]
fn tests_by_tables_are_told() {
    let source = "describe('stars', () => { it('updates', () => {}); test.each`a | b${1} | ${2}`('shows $a for $b', () => {}) })";
    assert_eq!(file_of("src/stars.test.js", source), "Tests of stars: updates; shows $a for $b (auto)");
}

#[test]
fn types_errors_and_hooks_are_told_by_their_code() {
    let source = "export class PaymentError extends BaseError {
          constructor(message, data) { super(message, 'PaymentError', 402, 'payment-error', data) }
        }
        export class StatusError extends Error {
          constructor(response) {
            const message = 'Unexpected status: ' + response.status
            super(message)
            this.name = 'StatusError'
            this.code = 'E_STATUS'
          }
        }
        export class LostError extends AppError { constructor(id) { super(`Lost the day ${id}`, id) } }
        export class SetError extends Error {
          constructor(id) { super(`HTTP error of ${id}`); this.message = told(id) }
        }
        export class Shown extends View { constructor() { super(...arguments) } }
        export class GoneError extends Error { constructor(day) { super(`The day ${day} is gone`) } }
        export type Flags<T, F> = Extract<F, 'd'> extends never ? T : Defined<T>
        export type Shape<S> = { [K in keyof S]: S[K] extends Kind<any> ? S[K]['own'] : undefined }
        export type Message<E> = | string | ((params: E & Params) => unknown) | Record<PropertyKey, unknown>
        export const redirectHook = () => async (context, next) => { context.http = next.a; context.b.go() }
        export async function requireUser(request) {
          const user = await getUser(request)
          if (user) return user
          throw await logout(request)
        }
        export const pair = [async (text) => show(text), shown.dispose]";
    assert_eq!(
        symbols("src/odds.ts", source),
        [
            "PaymentError: Error class for payment: extends `BaseError`; makes it by `super(message, 'PaymentError', 402, 'payment-error', data)`; is made from `message`, `data`",
            "constructor: Constructor: takes `message`, `data`; calls `super(message, 'PaymentError', 402, 'payment-error', data)` (method of `PaymentError`)",
            "StatusError: Error class for status: extends `Error`; sets `message: 'Unexpected status: …'`, `code: 'E_STATUS'`; is made from `response`",
            "constructor: Constructor: takes `response`; does `message = 'Unexpected status: ' + response.status; super(message); this.name = 'StatusError'; this.code = 'E_STATUS'` (method of `StatusError`)",
            "LostError: Error class for lost: extends `AppError`; is made from `id`",
            "constructor: Constructor: takes `id`; does `super('Lost the day ${id}', id)` (method of `LostError`)",
            "SetError: Error class for set: extends `Error`; is made from `id`",
            "constructor: Constructor: takes `id`; does `super('HTTP error of ${id}'); this.message = told(id)` (method of `SetError`)",
            "Shown: Shown (odds), a kind of `View`",
            "constructor: Constructor: calls `super(...arguments)` (method of `Shown`)",
            "GoneError: Error class for gone: extends `Error`; sets `message: 'The day … is gone'`; is made from `day`",
            "constructor: Constructor: takes `day`; does `super('The day ${day} is gone')` (method of `GoneError`)",
            "Flags: Flags (odds): `Extract<F, 'd'> extends never ? T : Defined<T>`",
            "Shape: Shape (odds): maps the keys of `S` to `S[K] extends Kind<any> ? S[K]['own'] : undefined`",
            "Message: Message (odds): `string`, or a function that takes `params`, or `Record<PropertyKey, unknown>`",
            "redirectHook: Makes a hook that redirects: does `return async (context, next) => { context.http = next.a; context.b.go() }`",
            "requireUser: Requires user: takes `request`; does `const user = await getUser(request); if (user) return user; throw await logout(request)`",
            "pair: Pair (odds): lists …, `shown.dispose`",
        ]
    );
}

#[test]
fn migrations_are_told_by_their_sql() {
    let source = "export class Migration20211219 extends Migration {
          async up() { this.addSql('create table `user` (`id` int)'); this.addSql('create table `tag` (`id` int)') }
        }";
    assert_eq!(
        file_of("src/migrations/Migration20211219.ts", source),
        "Migration: `create table user (id int)`, `create table tag (id int)` (auto)"
    );
}

#[test]
fn what_a_call_only_runs_is_told() {
    let source = "import { hydrateRoot } from 'react-dom/client'; import { startTransition } from 'react'
        startTransition(() => { hydrateRoot(document, <App />) })";
    assert_eq!(
        file_of("app/entry.client.tsx", source),
        "Entry, a script: calls `hydrateRoot(document, <App />)`; uses `hydrateRoot`, `startTransition` (auto)"
    );
}

#[test]
fn what_stands_below_the_imports_is_about_the_file() {
    let source = |gap: &str| {
        format!(
            "import {{ Help }} from 'acme'\n\n// Right-justify the terms in the help output.\n// It is simple.\n{gap}class A extends Help {{}}\nrun(A)"
        )
    };
    assert_eq!(
        file_of("examples/help-centered.mjs", &source("\n")),
        "Example of help centered: calls `run(A)`; defines `A`; uses `Help`; its comment says 'Right-justify the terms in the help output' (auto)"
    );
    assert_eq!(
        file_of("examples/help-centered.mjs", &source("")),
        "Example of help centered: calls `run(A)`; defines `A`; uses `Help` (auto)"
    );
}

#[test]
fn types_of_actions_and_cases_are_told() {
    let source = "export const USER_LOADED = 'USER_LOADED'
        export const load = () => async (dispatch) => { dispatch({ type: USER_LOADED, payload: 1 }) }
        export const reducer = (state = {}, action) => {
          switch (action.type) { case USER_LOADED: return { ...state, user: action.payload }; default: return state }
        }
        export const GET = auth((req) => {
          if (req.auth) return Response.json({ data: 'Protected data' })
          return Response.json({ message: 'Not allowed' }, { status: 401 })
        })";
    assert_eq!(
        symbols("src/user.ts", source),
        [
            "USER_LOADED: User loaded, a constant of `src/user.ts`: `'USER_LOADED'`; the type of an action that is given to `dispatch`, a case of `action.type`; used by `load`, `reducer`",
            "load: Redux thunk that loads (user): what it gives calls `dispatch`",
            "reducer: Reducer (user): takes `state`, `action`; does `switch (action.type) { case USER_LOADED: return { ...state, user: action.payload }; default: return state }`",
            "GET: Get (user), a constant: made with `auth` that takes `req`; gives `Response.json({ data: 'Protected data' })` or `Response.json({ message: 'Not allowed' }, { status: 401 })`",
        ]
    );
}

#[test]
fn what_is_minified_says_so() {
    let long = format!("!function(t){{t.a=1}}(this);var p=[{}];p.b();", "1,".repeat(20_000));
    assert_eq!(file_of("public/js/lib/shop.min.js", &long), "Shop, a minified script (auto)");
    assert_eq!(file_of("public/js/shop.js", "run()"), "Shop, a script: calls `run()` (auto)");
}

#[test]
fn what_statements_put_into_an_object_is_told() {
    let source = "const db = {}; db.user = require('./user'); db.ROLES = ['a', 'b']; db.find = function (id) { return id }
        module.exports = db";
    assert_eq!(symbols("src/db.js", source), ["db: `db`: holds `user`, `ROLES: ['a', 'b']`; offers `find`"]);
    // What may run or not is not what it holds.
    let source = "const all = {}; if (process.env.X) { all.x = 1 }; module.exports = all";
    assert_eq!(symbols("src/all.js", source), ["all: All, a constant of `src/all.js`"]);
}

#[test]
fn what_is_made_of_a_module_without_a_name_is_told() {
    let source = "exports.a = require('./x').Router(); exports.b = require('./lib/app')({ c: 1 }); exports.d = require('../')()";
    assert_eq!(
        symbols("src/a.js", source),
        [
            "a: `a`: made with `Router`",
            "b: `b` (a): made with `app` with `c: 1`",
            "d: `d` (a): `require('../')()`"
        ]
    );
}

#[test]
fn what_only_runs_another_function_is_told_by_that() {
    let source = "export default () => (async () => { const all = await load(); await save(all); tell(all) })().catch(fail)
        export function start() { (async () => { await open(); return listen() })() }";
    assert_eq!(
        symbols("src/run.js", source),
        [
            "default: Runs: does `all = await load(); await save(all); tell(all)`",
            "start: Starts (run): does `await open(); return listen()`",
        ]
    );
}

#[test]
fn overloads_speak_together_where_none_speaks_for_all() {
    let source = "/** Gets the text of an element. */
        export function text(it: Element): string
        /** Sets the text of an element. */
        export function text(it: Element, to: string): void
        export function text(it, to) { return it.text }
        /** Finds how high something is. */
        export function height(it: Element): number
        /** Finds the height of a box. */
        export function height(it: Box): number
        /** Measures from the ground. */
        export function height(it) { return it.height }";
    assert_eq!(
        symbols("src/measures.ts", source),
        [
            "text: Gets the text of an element; Sets the text of an element",
            "text: Gets the text of an element; Sets the text of an element",
            "text: Gets the text of an element; Sets the text of an element",
            "height: Finds how high something is.",
            "height: Finds the height of a box.",
            "height: Measures from the ground: takes `it`; gives `it.height`",
        ]
    );
}

#[test]
fn columns_that_a_migration_drops_are_all_told() {
    let source = |columns: &str| {
        format!(
            "exports.up = async (knex) => {{ await knex.schema.createTable('users', (table) => {{ table.string('name') }}) }}
            exports.down = async (knex) => {{
              await knex.schema.table('users', (table) => {{ table.dropColumns({columns}) }})
            }}"
        )
    };
    let down = |columns: &str| symbols("migrations/02_users.js", &source(columns)).remove(1);
    assert_eq!(
        down("'name', 'age'"),
        "down: Reverts the migration: users: `alterTable(users: dropColumns name age)`"
    );
    assert_eq!(
        down("'a', 'b', 'c', 'd', 'e', 'f'"),
        "down: Reverts the migration: users: `alterTable(users: dropColumns a b c d e …)`"
    );
}

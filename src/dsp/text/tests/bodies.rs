//! What bodies of functions and the insides of objects and decorators tell: what is thrown and when, what is given on every way,
//! what answers at which address, what a module is put together of.

use super::{file_of, symbols};

#[test]
fn what_is_thrown_is_told_with_its_condition() {
    let source = "export function requireAdmin(user) { if (user.role !== 'ADMIN') { log(user); throw Error('Unauthorized') } }
        export function check(a, b) {
          if (a) { if (b) throw new Error('Both of them') } else if (!b) throw new Error('None of them')
        }
        export function login(email) {
          if (known(email)) return { user: email, token }
          const error = new Error('Nobody has that address')
          throw error
        }
        export function other(email) {
          const error = new Error('It is not said')
          if (email) { throw email }
          throw make(error)
        }";
    assert_eq!(
        symbols("src/auth.ts", source),
        [
            "requireAdmin: Requires admin: takes `user`; throws 'Unauthorized' if `user.role !== 'ADMIN'`",
            "check: Checks (auth): takes `a`, `b`; throws 'Both of them', 'None of them'",
            "login: Logs in (auth): takes `email`; gives an object with `user`, `token`; throws 'Nobody has that address'",
            "other: Other (auth): takes `email`; does `const error = new Error('It is not said'); if (email) { throw email } throw make(error)`"
        ]
    );
}

#[test]
fn objects_that_are_given_on_every_way_are_told_by_their_keys() {
    let source = "export function find(cookies) {
          try {
            if (!cookies.token) { return { error: 'Unauthorized', user: null } }
            return { user: decode(cookies.token) }
          } catch (error) {
            return { error: 'Unauthorized', user: null }
          }
        }
        export function some(cookies) {
          if (cookies.token) { return { user: 1 } }
        }
        export function mixed(cookies) {
          if (cookies.token) { return { user: 1 } }
          return { ...cookies }
        }
        export function closed(options) {
          const router = make(options)
          return { router, open, close }
          function open() { router.open() }
          function close() { router.close() }
        }";
    assert_eq!(
        symbols("src/auth.ts", source),
        [
            "find: Finds `cookies`: gives an object with `error?`, `user`",
            "some: Some (auth): takes `cookies`; does `if (cookies.token) { return { user: 1 } }`",
            "mixed: Mixed (auth): takes `cookies`; does `if (cookies.token) { return { user: 1 } } return { ...cookies }`",
            "closed: Closed (auth): takes `options`; gives an object with `router`, `open`, `close`"
        ]
    );
}

#[test]
fn addresses_are_told_of_who_registers_them() {
    let source = "export default function (fastify, opts, done) {
          fastify.get('/', opts, function (request, reply) { reply.send(1) }).post('/users', opts, add)
          done()
        }
        export function make(lib) {
          const app = new lib.Hono()
          app.get('/id/:id', (event) => event.id)
          return app.fetch
        }
        export function add(request) {}";
    assert_eq!(
        symbols("src/plugin.ts", source),
        [
            "default: Plugin: takes `fastify`, `opts`, `done`; answers `GET /`, `POST /users` (`add`); does `fastify.get('/', opts, function (request, reply) { reply.send(1) }).post('/users', opts, …); done()`",
            "make: Makes (plugin): takes `lib`; answers `GET /id/:id`; does `app = new lib.Hono(); app.get('/id/:id', (event) => event.id); return app.fetch`",
            "add: Adds (plugin): takes `request`; does nothing; reached by `POST /users`"
        ]
    );
    let source = "export const paths = {
          home: { getHref: () => '/' },
          auth: { login: { getHref: (to) => `/auth/login${to}` }, other: { path: '/auth/other' } },
        }
        export const mixed = { home: { path: '/' }, size: 3 }
        export const deep = { home: { path: call() }, other: { path: '/x' } }";
    assert_eq!(
        symbols("src/paths.ts", source),
        [
            "paths: Paths: holds `home: '/'`, `auth.login: '/auth/login…'`, `auth.other: '/auth/other'`",
            "mixed: Mixed (paths): holds `home.path: '/'`, `size: 3`",
            "deep: Deep (paths): holds `home.path`, `other.path: '/x'`"
        ]
    );
}

#[test]
fn modules_are_told_by_what_they_are_put_together_of() {
    let source = "import { Global, Module } from '@nestjs/common'
        import { Config } from './config'
        import { UserController } from './controller'
        @Global()
        @Module({ providers: [Config], exports: [Config] })
        export class ConfigModule {}
        @Module({
          imports: [ConfigModule, TypeOrmModule.forFeature([User])],
          controllers: [UserController],
          providers: [{ provide: 'TOKEN', useValue: 1 }, { provide: Store, useClass: Files }, Config],
        })
        export class UserModule {}";
    assert_eq!(
        symbols("src/user.module.ts", source),
        [
            "ConfigModule: Config module, a global NestJS module: provides and exports `Config`; used by `UserModule`",
            "UserModule: User module, a NestJS module: has `UserController`; provides `Store`, `Config`; takes in `ConfigModule`, `TypeOrmModule`"
        ]
    );
}

#[test]
fn configurations_in_layers_are_told_as_one() {
    let source = "import eslint from '@eslint/js'
        import tseslint from 'typescript-eslint'
        export default tseslint.config({ ignores: ['a'] }, eslint.configs.recommended, ...more, { rules: {}, ignores: [] })";
    assert_eq!(
        file_of("eslint.config.mjs", source),
        "Configuration of eslint: sets `ignores`, `rules`; takes in `eslint.configs.recommended`; uses `@eslint/js`, `typescript-eslint` (auto)"
    );
    let source = "export class RedisConfig extends Base { host = 1 }";
    assert_eq!(
        file_of("src/redis.config.ts", source),
        "Redis config, a class: extends `Base`; holds `host` (auto)"
    );
}

#[test]
fn who_takes_or_gives_a_type_is_told_where_it_is_that_type() {
    let source = "export interface Context { a: string }
        export function toWeb(app: App): (request: Request, context?: Context) => Promise<Response> { return app.fetch }
        export const NAME: Context['a'] = 'x'
        export function on(hook: Fn extends Context ? Plain : Other) {}
        export class Store { constructor(@InjectRepository(Context) private readonly rows: Repository<Context>) {} }
        export interface Old {
          /** Where the answer is put together. */
          answer: string
          /** @deprecated Use `answer`. */
          result: string
        }
        type Both<T> = T | { getter: () => T; 'set-it'?: T }";
    assert_eq!(
        symbols("src/types.ts", source),
        [
            "Context: Context (types), an interface: in the type of `NAME`; has `a`",
            "a: `a`: of type `string` (field of `Context`)",
            "toWeb: Makes a function that converts `app` to web: gives a function that takes `request`, `context` and gives `Response`",
            "NAME: Name (types), a constant: of type `Context['a']`; `'x'`",
            "on: `on` (types): takes `hook`; does nothing",
            "Store: Store (types), a class: is made from `rows`",
            "constructor: Constructor: takes `rows` (method of `Store`)",
            "Old: Old (types), an interface: `answer` (where the answer is put together)",
            "answer: Where the answer is put together (field of `Old`)",
            "result: Result: of type `string`. Deprecated: Use `answer` (field of `Old`)"
        ]
    );
}

#[test]
fn a_list_of_labels_is_no_introduction() {
    let source = "/**\n * Each of them has a:\n * first: where it begins\n * last: where it ends\n */
        export function fourth(options) {}
        /** Note: it sorts the list in place. */
        export function sortAll(list) {}
        export const kDone = Symbol('done')
        export function onDoneRunner(list) {}
        export function isJSONSerializable(value, kind) { return value.a }";
    assert_eq!(
        symbols("src/parts.ts", source),
        [
            "fourth: Fourth (parts): takes `options`",
            "sortAll: Sorts all: takes `list`; does nothing",
            "kDone: Done: a symbol from `'done'`",
            "onDoneRunner: On done runner: takes `list`; does nothing",
            "isJSONSerializable: Tells whether it is JSON serializable: takes `value`, `kind`; gives `value.a`"
        ]
    );
}

#[test]
fn tables_are_told_that_code_reads_or_changes() {
    let source = "import { db } from './db'
        import { users, votes } from './schema'
        export async function saveVote(id) { return await db.insert(votes).values({ id }) }
        export async function dropAll(id) {
          await db.delete(votes).where(eq(votes.id, id))
          const [user] = await db.select().from(users).where(eq(users.id, id))
          return user
        }
        export const load = (id) => prisma.user.findMany({ where: { id } })
        export const list = (items) => items.insert(users)";
    assert_eq!(
        symbols("src/queries.ts", source),
        [
            "saveVote: Saves vote: takes `id`; changes the table `votes`; gives `db.insert(votes).values({ id })`",
            "dropAll: Drops all: takes `id`; reads the table `users`; changes the table `votes`; does `await db.delete(votes).where(eq(votes.id, id)); [user] = await db.select().from(users).where(eq(users.id, id)); return user`",
            "load: Loads by `id`: reads the table `user` by `id`; gives `prisma.user.findMany({ where: { id } })`",
            "list: List (queries): takes `items`; gives `items.insert(users)`"
        ]
    );
    let source = "import { Slot } from './slot'
        export function useField() { return useContext(Field) }
        export const Control = (props) => { const { id } = useField(); return <Slot id={id} {...props} /> }
        export function initAuth(service) { return () => service.load() }
        export function diffEditor(schema, a, b) { return patch(schema, a) }";
    assert_eq!(
        symbols("src/form.tsx", source),
        [
            "useField: Hook for field: gives `useContext(Field)`; used by `Control`",
            "Control: Control component (form): renders `Slot`; uses `useField`",
            "initAuth: Makes a function that initializes auth: takes `service`; gives `() => service.load()`",
            "diffEditor: Diffs editor: takes `schema`, `a`, `b`; gives `patch(schema, a)`"
        ]
    );
}

#[test]
fn where_people_are_led_is_told() {
    let source = "import { redirect } from 'next/navigation'
        export async function proxy(request) {
          if (!request.token) return NextResponse.redirect(new URL(`/api/guest?to=${request.url}`, request.url))
          if (request.late) { redirect('/late') }
          list.push('/not/an/address')
          return NextResponse.next()
        }
        export function save(router, id) { router.push('/done'); router.replace(id) }
        export type Action = { run: (context: Context) => void; name: string }
        export interface Context { a: string }";
    assert_eq!(
        symbols("proxy.ts", source),
        [
            "proxy: Proxy: takes `request`; leads to `/api/guest?to=…`, `/late`; does `if (!request.token) return NextResponse.redirect(new URL(…, request.url)); if (request.late) redirect('/late'); list.push('/not/an/address'); return NextResponse.next()`",
            "save: Saves (proxy): takes `router`, `id`; does `router.push('/done'); router.replace(id)`",
            "Action: Action (proxy), an object type: `run`, `name`",
            "Context: Context of proxy: `a`; used by `Action`",
            "a: `a`: of type `string` (field of `Context`)"
        ]
    );
    let source = "import { Command as Primitive } from 'cmdk'
        export const UserIcon = () => <svg><path d='M' /></svg>
        export const Command = ({ label }) => <Primitive label={label} />
        export function Rejected({ children }) {
          const { approval } = useConfirmation()
          // Only show when it was rejected in the end
          if (approval) { return null }
          return children
        }";
    assert_eq!(
        symbols("src/parts.tsx", source),
        [
            "UserIcon: Icon drawn as SVG: user",
            "Command: Command component (parts): takes props `label`; renders `Command` of `cmdk` (command menus for React)",
            "Rejected: Rejected component (parts): takes props `children`; renders nothing if `approval`; its comments say 'Only show when it was rejected in the end'"
        ]
    );
}

#[test]
fn values_that_markup_shows_are_told_where_no_text_is() {
    let source = "import { Component, Input, inject } from '@angular/core'
        @Component({ selector: 'app-meta', template: `<a>{{ article.author.name }}</a><span>{{ article.date | date }}</span>{{ count }}` })
        export class MetaComponent { @Input() article = null; destroyed = inject(DestroyRef) }";
    assert_eq!(
        symbols("src/meta.component.ts", source)[0],
        "MetaComponent: Meta component, an Angular component: shows `article.author.name`, `article.date`; holds `article`, `destroyed`"
    );
    let source =
        "export const Row = ({ user, children }) => <li>{user.name}{user?.address.city}{children}</li>
        export const Named = ({ user }) => <li>Called by {user.name}</li>
        export interface Errors { errors: { [key: string]: string } }
        export interface Point { x: number; y: number; z: number }";
    assert_eq!(
        symbols("src/row.tsx", source),
        [
            "Row: Row component: takes props `user`, `children`; shows `user.name`",
            "Named: Named component (row): takes props `user`; says 'Called by'; shows `user.name`",
            "Errors: Errors (row), an interface: `errors: { [key: string]: string }`",
            "errors: Errors: of type `{ [key: string]: string }` (field of `Errors`)",
            "Point: Point (row), an interface: `x`, `y`, `z`",
            "x: `x`: of type `number` (field of `Point`)",
            "y: `y`: of type `number` (field of `Point`)",
            "z: `z`: of type `number` (field of `Point`)"
        ]
    );
    assert_eq!(
        file_of(
            "src/calendar/types.ts",
            "export interface Service { list(): Info[] }\nexport type Info = { id: string; name: string }"
        ),
        "Types of calendar: `Service` (`list`), `Info` (`id`, `name`) (auto)"
    );
}

#[test]
fn what_angular_calls_is_told_by_its_type() {
    let source = "import { CanActivateFn, HttpInterceptorFn } from '@angular/core'
        type ResolveFn = (path: string) => string
        export const alias: ResolveFn = (path) => path.trim().concat('/')
        export const tokenInterceptor: HttpInterceptorFn = (req, next) => {
          const request = req.clone({ setHeaders: { a: 1 } })
          return next(request)
        }
        export const errorInterceptor: HttpInterceptorFn = (req, next) =>
          next(req).pipe(catchError((err) => throwError(() => err.error)), map((it) => it.body.of.the.answer.and.more))
        export const adminGuard: CanActivateFn = (route) => inject(Session).isAdmin
        export function save(rows) { return store(rows.filter((it) => it.is.very.long.and.longer.and.longer.still.so), 1) }";
    assert_eq!(
        symbols("src/core.ts", source),
        [
            "alias: Alias (core): takes `path`; gives `path.trim().concat('/')`",
            "tokenInterceptor: Interceptor of HTTP requests of Angular: token: gives `next(req.clone({ setHeaders.a }))`",
            "errorInterceptor: Interceptor of HTTP requests of Angular: error: gives `next(req).pipe(catchError((err) => throwError(() => err.error)), map((it) => it.body.of.the.answer.and.more))`",
            "adminGuard: Route guard of Angular: admin: takes `route`; gives `inject(Session).isAdmin`",
            "save: Saves `rows`: gives `store(rows.filter((it) => it.is.very.long.and.longer.and.longer.still.so), 1)`"
        ]
    );
}

#[test]
fn what_sails_calls_is_named_by_its_file() {
    let source = "module.exports = {
          inputs: { record: { type: 'ref' } },
          async fn(inputs) {
            const list = await List.qm.deleteOne(inputs.record.id)
            return { list }
          },
        }";
    assert_eq!(
        file_of("server/api/helpers/lists/delete-one.js", source),
        "Deletes list: takes `inputs`; gives an object with `list`; calls `List.qm.deleteOne`; also exports `inputs` (auto)"
    );
    assert_eq!(
        file_of("server/api/helpers/labels/create-one-in-board.js", source),
        "Creates label in board: takes `inputs`; gives an object with `list`; calls `List.qm.deleteOne`; also exports `inputs` (auto)"
    );
    assert_eq!(
        file_of("server/api/controllers/tasks/delete.js", source),
        "Deletes task: takes `inputs`; gives an object with `list`; calls `List.qm.deleteOne`; also exports `inputs` (auto)"
    );
    assert_eq!(
        symbols("server/api/controllers/tasks/delete.js", source),
        [
            "inputs: Inputs (delete): holds `record.type`",
            "fn: Deletes task: takes `inputs`; gives an object with `list`; calls `List.qm.deleteOne`"
        ]
    );
}

#[test]
fn what_speaks_for_its_file_is_no_function_of_it() {
    let source = "'use server'
        export default async function defaultNamed() {}";
    assert_eq!(
        file_of("src/fixtures/source-map/default-named.js", source),
        "Default named: does nothing (auto)"
    );
    assert_eq!(
        file_of("src/default-named.js", "export default function defaultNamed() { some() + 1 }"),
        "Default named: does `some() + 1` (auto)"
    );
    let source = "import { getLogger } from '@logtape/logtape'
        export const logger = getLogger(['app'])";
    assert_eq!(file_of("src/libs/Logger.ts", source), "Logger: called `'app'` (auto)");
}

#[test]
fn what_may_not_be_so_is_not_told() {
    let source = "export function one(a) {
          if (a.kind === 'x') { a = a.next; if (a) return a; throw new Error('no next found') }
        }
        export function two(kind) { if (kind === 'a') return 1; if (kind) throw new Error('unknown kind') }
        export function three(x) { switch (x.kind) { case 'a': if (!x.id) throw new Error('id is missing') } }
        export function four(q) { while (q.next) { if (q.next.bad) throw new Error('it is bad'); q = q.next } }
        export function five(a) { if (a) throw new Error('it is not so'); if (a.b) throw new Error('it is not so') }
        export function six(a) { if (a) return { ok: true }; return { error: 'x' } }
        export function seven(transaction, ref, cache) { transaction.update(ref, { a: 1 }); db.cache.delete('a'); tx.update(users.id) }
        export function eight(navigation, app, list) { app.redirect('/old', '/new'); list.push('/x'); return navigation.replace('/a', '/b') }
        export const isDBConnected = () => state.ok && state.open
        export const kMeans = make(3)";
    assert_eq!(
        symbols("src/odd.ts", source),
        [
            "one: One (odd): takes `a`; throws 'no next found'",
            "two: Two (odd): takes `kind`; gives `1` if `kind === 'a'`; throws 'unknown kind'",
            "three: Three (odd): takes `x`; throws 'id is missing'",
            "four: Four (odd): takes `q`; throws 'it is bad'",
            "five: Five (odd): takes `a`; throws 'it is not so'",
            "six: Six (odd): takes `a`; does `if (a) return { ok: true }; return { error: 'x' }`",
            "seven: Seven (odd): takes `transaction`, `ref`, `cache`; does `transaction.update(ref, { a: 1 }); db.cache.delete('a'); tx.update(users.id)`",
            "eight: Eight (odd): takes `navigation`, `app`, `list`; gives `navigation.replace('/a', '/b')`; calls `app.redirect`",
            "isDBConnected: Tells whether DB is connected: gives `state.ok && state.open`",
            "kMeans: K means: made with `make` from `3`"
        ]
    );
    let source = "import { Module, forwardRef } from '@nestjs/common'
        @Module({ imports: [forwardRef(() => UserModule), lazy(make)] })
        export class TaskModule {}";
    assert_eq!(
        symbols("src/task.module.ts", source),
        ["TaskModule: Task module, a NestJS module: takes in `UserModule`"]
    );
    let source = "module.exports = { inputs: {}, fn: async function (inputs) { return { inputs } } }";
    assert_eq!(
        file_of("api/controllers/entrance/login.js", source),
        "Logs in: takes `inputs`; gives an object with `inputs`; also exports `inputs` (auto)"
    );
    assert_eq!(
        file_of("api/controllers/categories/delete-one.js", source),
        "Deletes category: takes `inputs`; gives an object with `inputs`; also exports `inputs` (auto)"
    );
}

#[test]
fn what_a_class_takes_of_its_props_is_told_and_what_is_connected_is_the_component() {
    let source = "import React from 'react'
        import { connect } from 'react-redux'
        class Errors extends React.Component {
          render() {
            const { title, ...others } = this.props
            const errors = this.props.errors
            return errors ? <ul>{Object.keys(errors).map(it => <li>{it}</li>)}</ul> : null
          }
        }
        const mapStateToProps = state => ({ errors: state.errors })
        export default connect(mapStateToProps)(Errors)";
    assert_eq!(
        file_of("src/components/Home/index.js", source),
        "Home component: takes props `title`, `errors`; shows `li` with `it` for each of `errors` (auto)"
    );
}

#[test]
fn who_is_called_with_what_went_wrong_says_so() {
    let source = "export const convertError = (err, req, res, next) => { next(wrap(err)) }
        export const handleError = (err, req, res, next) => { res.status(500).send(err) }";
    assert_eq!(
        symbols("src/error.js", source),
        [
            "convertError: Converts error, called with errors of requests: calls `next(wrap(err))`",
            "handleError: Handles error, called with errors of requests: calls `res.status(500).send(err)`"
        ]
    );
    assert_eq!(
        file_of("src/error.js", source),
        "Handlers of errors of requests: converts error (`convertError`), handles error (`handleError`) (auto)"
    );
    let source = "export const get = (req, res) => { res.send(1) }
        export const put = (req, res) => { res.send(2) }";
    assert_eq!(file_of("src/user.controller.js", source), "Request handlers for user: `get`, `put` (auto)");
}

#[test]
fn what_makes_a_value_is_told_by_what_its_package_is_for() {
    let source = "import morgan from 'morgan'
        import { rateLimit } from 'express-rate-limit'
        import React, { memo } from 'react'
        import { make } from './morgan'
        export const errorHandler = morgan('combined', { skip: ok })
        export const limiter = rateLimit({ max: 20 })
        export const other = make({ max: 20 })
        export const ref = React.createRef()";
    assert_eq!(
        symbols("src/log.js", source),
        [
            "errorHandler: Error handler: made with `morgan` (logs requests) with `skip`, from `'combined'`",
            "limiter: Limiter (log): made with `rateLimit` (limits the rate of requests) with `max: 20`",
            "other: Other (log): made with `make` with `max: 20`",
            "ref: Ref (log): made with `React.createRef`"
        ]
    );
}

#[test]
fn licenses_are_no_documentation_and_what_is_about_licenses_is() {
    let source = "/**
         * Most seats for hosts that have no license
         */
        export const MOST_SEATS = 1
        /** Licensed under the Apache License, Version 2.0 */
        export const OTHER = 2
        /** License: MIT */
        export const THIRD = 3";
    assert_eq!(
        symbols("src/seats.ts", source),
        [
            "MOST_SEATS: Most seats for hosts that have no license",
            "OTHER: Other (seats), a constant: `2`",
            "THIRD: Third (seats), a constant: `3`"
        ]
    );
}

#[test]
fn by_what_prisma_chooses_is_told() {
    let source = "export const feed = async (id) => { const all = await prisma.article.findMany({ where: { author: { followedBy: { some: { id } } },
            OR: [{ title: { contains: id } }, { slug: id }], ...more }, take: 1 }); log(all); return { all } }
        export const drop = async (id) => { const it = await prisma.note.findFirst({ where: { id, owner: { id } } }); check(it); await prisma.note.delete({ where: { id } }) }";
    // What takes everything is by nothing, and a key of two columns is these.
    let more = "export const some = async () => { const some = await prisma.user.findMany({ where: { mode: 1, email_name: { email, name }, tags: { hasSome: ['a'] } } }); check(some); return { some } }
        export const all = async () => { const some = await prisma.note.findMany({ where: { id } }); check(some); return { some, all: await prisma.note.findMany() } }";
    assert_eq!(
        symbols("src/queries.js", more),
        [
            "some: Some (queries): reads the table `user` by `mode`, `email`, `name`, …; gives an object with `some`; calls `check`",
            "all: All (queries): reads the table `note`; gives an object with `some`, `all`; calls `check`"
        ]
    );
    assert_eq!(
        symbols("src/queries.js", source),
        [
            "feed: Feed (queries): takes `id`; reads the table `article` by `author.followedBy.id`, `title`, `slug`; gives an object with `all`",
            "drop: Drops (queries): takes `id`; reads the table `note` by `id`, `owner.id`; changes the table `note` by `id`; does `it = await prisma.note.findFirst({ where: { id, owner: { id } } }); check(it); await prisma.note.delete({ where: { id } })`"
        ]
    );
}

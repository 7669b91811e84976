//! Types and classes: what they hold, and who has to do with them.

use super::{file_of, symbols};

#[test]
fn an_interface_may_be_that_of_a_function() {
    let source = "export interface onSendHook<A, B = A> { (this: App<A>, request: Request<B>, ...more: string[]): Promise<unknown> }
        export interface Maker { (a: A): B; create(): C }
        export interface Sub extends Maker { (a: A): B }";
    assert_eq!(
        symbols("src/hooks.ts", source),
        [
            "onSendHook: On send hook: a function that takes `request`, `more`; gives a promise",
            "Maker: Maker (hooks): a function that takes `a`; offers `create`; base of `Sub`",
            "create: Creates (maker) (method of `Maker`)",
            "Sub: Sub (hooks), an interface: extends `Maker`, with `create`",
        ]
    );
}

#[test]
fn a_type_of_functions_that_is_cut_has_parameters() {
    let long = "A".repeat(200);
    let source = format!("export type Handler<T> = (context: Context<{long}>, set: T) => void");
    assert_eq!(
        symbols("src/types.ts", &source),
        ["Handler: Handler (types): a function that takes `context`, …"]
    );
}

#[test]
fn what_may_be_left_out_is_no_offer() {
    let source =
        "export interface Route { url: string; onError?: (e: Error) => void; log?(): void; run(): void }";
    assert_eq!(
        symbols("a.ts", source)[0],
        "Route: Route (a), an interface: has `url`, `onError`, `log`; offers `run`"
    );
}

#[test]
fn what_is_for_heirs_is_no_offer() {
    let source = "export class Walk { protected held = 1; _x = 2; protected down() {} _up() {} run() {} }";
    assert_eq!(symbols("src/tree.ts", source)[0], "Walk: Walk (tree), a class: offers `run`");
}

#[test]
fn a_type_that_is_called_is_no_object() {
    for (source, expected) in [
        (
            "export type Both<S> = {\n  (): Found<S>\n  <U>(pick: (it: S) => U): U\n} & S",
            "Both: Both (tree): `S` that can be called with nothing (gives `Found<S>`), or with `pick` (gives `U`)",
        ),
        (
            "export type Opts<T> = Except<Base<T>, 'one' | 'two'> & {\n  /** Where the file lies. */\n  two?: string\n}",
            "Opts: Opts of tree: `Except<Base<T>, 'one' | 'two'> & { two?: string }`",
        ),
        (
            "export type Dec = {\n  // old\n  (a: A, b: B): void\n}",
            "Dec: Dec (tree), a function type: called with `a`, `b`",
        ),
        (
            "export type Dec = { <T>(a: T): T; b: B }",
            "Dec: Dec (tree), a function type: called with `a` (gives `T`); has `b`",
        ),
        ("export type Dec = { new (a: A): B }", "Dec: Dec (tree), a constructor type"),
        ("export type Dec = { new: A }", "Dec: Dec (tree), an object type: `new`"),
        ("export type Dec = { a: A }", "Dec: Dec (tree), an object type: `a`"),
    ] {
        assert_eq!(symbols("src/tree.ts", source), [expected]);
    }
}

#[test]
fn the_only_text_that_a_key_may_hold_is_told() {
    let source = "export type Gone = Base<A> & { name: \"users.gone\"; id: string; kind: 'a' | 'b' }\n\
                  export type Left = { type: 'left'; at: number }";
    assert_eq!(
        symbols("src/events.ts", source),
        [
            "Gone: Gone (events): `Base` with `name: 'users.gone'`, `id`, `kind`",
            "Left: Left (events), an object type: `type: 'left'`, `at`"
        ]
    );
}

#[test]
fn a_type_of_the_values_of_another_is_no_whole_of_it() {
    let source = "export type Errors = { gone: A; left: B }\nexport type AnyError = Errors[keyof Errors]";
    assert_eq!(
        symbols("src/errors.ts", source)[0],
        "Errors: Errors, an object type: looked up by `AnyError`; has `gone`, `left`"
    );
}

#[test]
fn what_a_type_is_generic_over_is_not_what_it_extends() {
    let source = "export interface Failure<T extends string> { error: T }
        export interface Config<A extends string, B extends A> extends Failure<A> { b: B }
        export type Row = TypeOf<typeof row>";
    let told = symbols("src/kinds.ts", source);
    assert_eq!(told[0], "Failure: Failure (kinds), an interface: base of `Config`; has `error`");
    assert_eq!(told[2], "Config: Config of kinds: extends `Failure`; has `b`");
    assert_eq!(told[4], "Row: Row (kinds): the type that `row` describes");
}

#[test]
fn long_types_cut_no_parameters_off() {
    let source = "import { api } from './api'; import type { Fault, Posts } from './types'
        export const usePosts = (query?: Posts.ListParameters, options?: Omit<
            UseQueryOptions<Posts.ListResponse, Fault, Posts.ListResponse, QueryKey>, 'queryFn' | 'queryKey'>) => {
          const { data, ...rest } = useQuery({ queryFn: () => api.posts.list(query), ...options })
          return { ...data, ...rest }
        }";
    assert_eq!(
        symbols("src/posts.ts", source),
        [
            "usePosts: Hook for posts: takes `query`, `options`; does `{ data, ...rest } = useQuery({ queryFn: () => api.posts.list(query), ...options }); return { ...data, ...rest }`"
        ]
    );
}

#[test]
fn a_base_of_a_package_is_told_with_it() {
    let source =
        "import { ApiKey } from '@acme/db'; export interface TApiKey extends ApiKey { plain?: string }";
    assert_eq!(
        symbols("src/a.ts", source)[..1],
        ["TApiKey: API key, an interface: extends `ApiKey` of `@acme/db`; has `plain`"]
    );
}

#[test]
fn keys_of_a_table_are_told() {
    let source =
        "export enum Edition { A } export const labels: Record<Edition, string> = { [Edition.A]: 'a' }";
    assert_eq!(symbols("src/a.ts", source)[0], "Edition: Edition (a): one of `A`; keys of `labels`");
}

#[test]
fn types_of_a_file_are_told_with_what_is_said_of_them() {
    let source = "/** The part of a mail that may be changed. */ export type Branding = { a: string }
        export type Chrome = Branding & { b: string }";
    assert_eq!(
        file_of("src/mail/types.ts", source),
        "Types of mail: `Branding` (the part of a mail that may be changed), `Chrome` (auto)"
    );
}

#[test]
fn what_a_decorated_class_is_given_is_told() {
    let source = "import { Users } from './users'; import { Log } from './log'
        @Injectable() export class Shop { constructor(private users: Users) {} run() { return new Log() } }";
    assert!(symbols("src/shop.ts", source)[0].contains("`Users`"));
    let hook = "export const useLoad = (id) => useQuery({ queryFn: (api) => api.load(id) })";
    assert!(!symbols("src/a.ts", hook)[0].contains("calls"));
}

#[test]
fn options_are_of_what_runs() {
    let source = "type Cookie = Record<string, string>
        export interface CookieOptions { path: string }
        export const send = (it: string, options: SendOptions) => it
        export interface SendOptions { retry: number }";
    let told = symbols("src/cookie.ts", source);
    assert!(told.contains(&"CookieOptions: Cookie options, an interface: `path`".to_owned()), "{told:?}");
    assert!(told.contains(&"SendOptions: Options of `send`: `retry`".to_owned()), "{told:?}");
}

#[test]
fn what_a_value_is_declared_as_counts() {
    let source = "const own = (url: string, key?: string, many?: boolean) => url
        export const one: (url: string, key?: string) => string = own as never
        export const all = (...given: [id: string, filters?: Filters]) => own(given[0])
        export const rows = [{ name: 'a', weight: 1 }, { name: 'b', weight: 2 }]
        export const some = [{ id: f(), data: { plan: g() } }, { id: h(), data: { size: 1 } }, { id: h(), data: null }, { id: h(), ...rest }]
        export const only = [{ name: 'a', weight: 1 }]";
    assert_eq!(
        symbols("src/given.ts", source),
        [
            "one: One (given): takes `url`, `key`; gives `string`",
            "all: All (given): takes `id`, `filters`; gives `own(given[0])`",
            "rows: Rows (given): a list of objects with `name`, `weight` (1, 2), called `a`, `b`",
            "some: Some (given): a list of objects with `id`, some with `data.plan`",
            "only: Only (given): a list of objects with `name: 'a'`, `weight: 1`",
        ]
    );
}

#[test]
fn of_types_the_branches_count_and_not_what_is_asked() {
    let rest = "Record<string, string>".repeat(12);
    let source = format!(
        "type IsAny<T> = T extends 1 ? true : false
        export type Schema<M> = IsAny<M> extends true ? {rest} : {{}}
        export type Event = globalThis.Event"
    );
    assert_eq!(
        symbols("src/types.ts", &source),
        [
            "Schema: Schema (types): depends on what `IsAny<M>` extends",
            "Event: Event (types): another name for `globalThis.Event`",
        ]
    );
}

#[test]
fn lists_hold_items_of_a_type() {
    let source = "export interface Parameters { steps: Step[]; all: Array<Step> }
        export interface Step { name: string }";
    assert_eq!(
        symbols("src/types.ts", source)[3],
        "Step: Step (types), an interface: item of `Parameters.steps`, `Parameters.all`; has `name`"
    );
}

#[test]
fn what_is_registered_and_what_a_class_is_called() {
    let source =
        "export const handler = (socket) => { socket.on('chart', () => 1); socket.on('end', () => 2) }
        export class Steam { name = 'steam'; token = 'a'; size = 3; check() {} }";
    let told = symbols("src/steam.js", source);
    assert_eq!(
        told[0],
        "handler: Handler (steam): takes `socket`; does `socket.on('chart', () => 1); socket.on('end', () => 2)`"
    );
    assert_eq!(told[1], "Steam: Steam, a class: offers `check`; holds `name = 'steam'`, `token`, `size`");
}

#[test]
fn conditional_types_and_arguments_of_others_are_told() {
    let source = "export type Same<A, B> = (A) extends (B) ? true : false
        export type Three<A> = (A) extends B ? C : A extends D ? E : F
        export interface State { a: string }
        export const useState2: Selector<State> = make()
        export const ask: Selector<() => State> = make()
        export const later: Promise<State> = make()
        export type Part = Required<State['a']>
        export type Box<T>={ a: T }";
    assert_eq!(
        symbols("src/types.ts", source),
        [
            "Same: Same (types), a conditional type: `(A) extends (B) ? true : false`",
            "Three: Three (types), a conditional type: `(A) extends B ? C : A extends D ? E : F`",
            "State: State (types), an interface: in the type of `useState2`, `ask`; type of `later`; has `a`",
            "a: `a`: of type `string` (field of `State`)",
            "useState2: Hook for state2: of type `Selector<State>`; made with `make`",
            "ask: Ask (types): of type `Selector<() => State>`; made with `make`",
            "later: Later (types): of type `Promise<State>`; made with `make`",
            "Part: Part (types): `Required<State['a']>`",
            "Box: Box (types), an object type: `a`"
        ]
    );
}

#[test]
fn bases_that_calls_make_and_types_of_packages_are_told() {
    let source = "import { PartialType } from '@nestjs/swagger'
        import { HydratedDocument } from 'mongoose'
        import { Injectable, CanActivate } from '@nestjs/common'
        import { User } from './user'
        export class PatchUser extends PartialType(
          User,
        ) { name?: string }
        export type UserDocument = HydratedDocument<User>
        @Injectable()
        export class RolesGuard implements CanActivate { canActivate() { return true } }
        export type Client = { get: string }
        export type OptionsOf<T> = T extends Client<infer O> ? O : T";
    assert_eq!(
        symbols("src/patch.ts", source),
        [
            "PatchUser: Patch user, a class: extends `PartialType(User)`; holds `name`",
            "name: Name: of type `string` (field of `PatchUser`)",
            "UserDocument: User document: `HydratedDocument<User>`, a type of `mongoose` (models of MongoDB documents)",
            "RolesGuard: Roles guard, a NestJS guard: implements `CanActivate`; offers `canActivate` (always gives `true`)",
            "canActivate: Tells whether it can activate: always gives `true` (method of `RolesGuard`)",
            "Client: Client (patch), an object type: tested for by `OptionsOf`; has `get`",
            "OptionsOf: Options of: the `O` where `T` extends `Client<infer O>`"
        ]
    );
}

#[test]
fn parts_of_components_of_libraries_are_told_where_all_is_handed_on() {
    let source = "import { Tabs as TabsPrimitive } from '@base-ui/react/tabs'
        import { cn } from './cn'
        export function TabsTrigger({ className, ...props }: TabsPrimitive.Tab.Props) {
          return <TabsPrimitive.Tab className={cn('a', className)} {...props} />
        }";
    assert_eq!(
        symbols("src/tabs.tsx", source),
        [
            "TabsTrigger: Tabs trigger component: a styled `Tabs.Tab` of `@base-ui/react/tabs` (`a`); takes props `className`"
        ]
    );
    let source = "import { BASE } from './base'
        export const ALL_VIEWS = [...BASE, 'resource']";
    assert_eq!(
        symbols("src/views.ts", source),
        ["ALL_VIEWS: All views, a constant of `src/views.ts`: lists `resource` and all of `BASE`"]
    );
}

#[test]
fn types_of_members_are_told_where_they_say_more_than_names() {
    for (source, expected) in [
        (
            "export interface Bodies { blob: Blob; text: string; all: Uint8Array[] }",
            "Bodies: Bodies (kinds), an interface: `blob: Blob`, `text: string`, `all: Uint8Array[]`",
        ),
        (
            "export type Bodies = { blob: Blob; text: string; all: Uint8Array[] }",
            "Bodies: Bodies (kinds), an object type: `blob: Blob`, `text: string`, `all: Uint8Array[]`",
        ),
        // Of plain values, of members with methods beside them, and of many, the names do.
        (
            "export interface Bodies { id: string; text: string; all: Uint8Array[] }",
            "Bodies: Bodies (kinds), an interface: `id`, `text`, `all`",
        ),
        (
            "export interface Bodies { blob: Blob; text: Text; all?(): void }",
            "Bodies: Bodies (kinds), an interface: `blob`, `text`, `all`",
        ),
        (
            "export interface Bodies { a: A; b: B; c: C; d: D; e: E; f: F }",
            "Bodies: Bodies (kinds), an interface: `a`, `b`, `c`, `d`, `e`, `f`",
        ),
        // What is looked up has no names.
        (
            "export interface Bodies { [name: string]: Blob | undefined; }",
            "Bodies: Bodies (kinds): maps any `string` to `Blob | undefined`",
        ),
    ] {
        assert_eq!(symbols("src/kinds.ts", source)[0], expected, "{source}");
    }
}

#[test]
fn what_only_callbacks_take_is_handed_to_them() {
    let source = "export interface Spinner { at: number }
        export interface Step { of: number }
        export interface Item { id: number }
        export interface Change { to: number }
        export declare function spin(work: Promise<void> | ((spinner: Spinner) => Promise<void>)): void;
        export declare function each(run: (step: Step) => void, from: Step): void;
        export interface Hooks { onItem?: ((item: Item) => void) | undefined; change(to: Change): void }";
    let told = symbols("src/spin.d.ts", source);
    let told: Vec<&str> = told.iter().take(4).map(|it| it.split("; ").next().unwrap()).collect();
    assert_eq!(
        told,
        [
            "Spinner: Spinner, an interface: handed to callbacks of `spin`",
            "at: `at`: of type `number` (field of `Spinner`)",
            "Step: Step (spin), an interface: taken by `each`",
            "of: `of`: of type `number` (field of `Step`)",
        ]
    );
}

#[test]
fn arguments_of_fields_are_told_where_a_generator_copies_what_is_said() {
    let source = "/** A publication with its posts. */ export type Publication = { __typename?: 'Publication'; all_drafts: Connection }
        /** A publication with its posts. */ export type PublicationAllDraftsArgs = { after?: string; first: number }
        /** A publication with its posts. */ export type PublicationGoneArgs = { by: string }
        /** What drafts are sorted by. */ export type PublicationSortArgs = { by: string }";
    assert_eq!(
        symbols("src/generated/graphql.ts", source)[1..],
        [
            "PublicationAllDraftsArgs: Arguments of `Publication.all_drafts`: `after`, `first`",
            "PublicationGoneArgs: A publication with its posts; `by`",
            "PublicationSortArgs: What drafts are sorted by.",
        ]
    );
}

#[test]
fn what_is_true_or_false_is_no_hook() {
    let source = "export const useAuth = LIVE && !!config; export const useLayout = isServer ? useEffect : useLayoutEffect";
    assert_eq!(
        symbols("src/setup.ts", source),
        [
            "useAuth: `useAuth`: `LIVE && !!config`",
            "useLayout: Hook for layout: `isServer ? useEffect : useLayoutEffect`",
        ]
    );
}

#[test]
fn types_of_functions_say_what_they_take_and_give() {
    let source = "import { leftF, bindTo_ } from './all'
        /** Writes a day in the words of a language. */
        type Formatter = (day: string) => string
        export const left: <E, A = never>(me: Reader<E>) => ReaderEither<E, A> = /*#__PURE__*/ leftF(Functor)
        export const bind: <N extends string>(name: N) => <A>(fa: Same<A>) => Same<{ [K in N]: A }> = bindTo_(Functor)
        export const german: Formatter = (day) => days[day]";
    assert_eq!(
        symbols("src/kept.ts", source),
        [
            "left: Left (kept): takes `me` (`Reader<E>`); gives `ReaderEither<E, A>`; made with `leftF` from `Functor`",
            "bind: Binds `name`: gives a function that takes `fa` and gives `Same<{ [K in N]: A }>`; made with `bindTo_` from `Functor`",
            "german: German (kept): takes `day`; gives `days[day]`; of type `Formatter` (writes a day in the words of a language)",
        ]
    );
}

#[test]
fn what_is_all_inherited_is_told_by_what_that_has() {
    let source = "export interface Context<D> {
          /** The context to use. It makes all days those of one zone. */
          in?: Zone<D>
          at: string
        }
        /** The sameDay function options. */
        export interface SameDayOptions extends Context<Date> {}
        /** A comment as it is kept. */
        export interface Tag extends S<Comment, 'tag' | 'name'> { content: Part[] }";
    assert_eq!(
        symbols("src/days.ts", source).into_iter().filter(|it| !it.contains("(field")).collect::<Vec<_>>(),
        [
            "Context: Context of days: `in` (it makes all days those of one zone), `at`; used by `SameDayOptions`",
            "SameDayOptions: Same day options, an interface: extends `Context`, with `in` (it makes all days those of one zone), `at`",
            "Tag: A comment as it is kept.",
        ]
    );
}

#[test]
fn what_stands_around_a_type_is_no_part_of_it() {
    let source = "export interface Dict<T> { [key: string]: T }
        export interface Step { run: () => void }
        export class Stack { frozen: Array<Step[]> = []; steps: Step[] = [] }
        export interface DefaultsForType { string: string; number: undefined }
        export class LocalStore extends Store { constructor(key: string) { super(key, localStorage) } }
        export class OwnStore extends Store { constructor(key: string) { super(key) } }";
    let source = format!(
        "{source}
        const make = () => [1]
        export type Row = ReturnType<typeof make>[0]
        export type Rows = ReturnType<typeof make>[]
        export type Name = ReturnType<typeof make>[number]['name']
        export type Key = ReturnType<typeof make>[Keys['name']]
        export type First = Parameters<typeof make>[0]
        export interface Server {{
          /** The port (TCP). See the manual. */ port: number
          /** The host. It may be an address of any sort. */ host: string
        }}"
    );
    let told = symbols("src/kept.ts", &source);
    let of = |name: &str| told.iter().find(|it| it.starts_with(name)).unwrap();
    assert_eq!(of("Dict:"), "Dict: Dict (kept): maps any `string` to `T`");
    assert_eq!(
        of("Step:"),
        "Step: Step (kept), an interface: in the type of `Stack.frozen`; item of `Stack.steps`; offers `run`"
    );
    assert_eq!(
        of("DefaultsForType:"),
        "DefaultsForType: Defaults for type, an interface: `string`, `number: undefined`"
    );
    assert_eq!(
        of("LocalStore:"),
        "LocalStore: Local store, a kind of `Store`: makes it by `super(key, localStorage)`; is made from `key`"
    );
    assert_eq!(of("Row:"), "Row: Row (kept): an item of what `make` returns");
    assert_eq!(of("Rows:"), "Rows: Rows (kept): a list of what `make` returns");
    assert_eq!(of("Name:"), "Name: Name (kept): `name` of an item of what `make` returns");
    assert_eq!(of("Key:"), "Key: Key (kept): `ReturnType<typeof make>[Keys['name']]`");
    assert_eq!(of("First:"), "First: First (kept): one of the parameters of `make`");
    assert_eq!(
        of("Server:"),
        "Server: Server (kept), an interface: `port`, `host` (it may be an address of any sort)"
    );
    assert_eq!(of("OwnStore:"), "OwnStore: Own store, a kind of `Store`: is made from `key`");
}

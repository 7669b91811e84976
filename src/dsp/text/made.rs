//! What a declaration is by what makes it: the function of a library that a value is made with, the decorators of a
//! class. Pure.

use std::collections::BTreeSet;

use resolvers::facts::{Import, METHODS, Route, ShownSort, SymbolKind};

use super::declared::Declared;
use super::function::routed;
use super::initial::{Initial, held_by, is_name};
use super::place::{is_python, without_letter};
use super::users::behind;
use super::words::{capitalised, split};
use super::{few, quoted, signature};

/// Package (any where empty), its export, and what a value is that is made with it; `{}` stands for the words of its
/// name. The first that fits counts.
#[rustfmt::skip]
const MAKERS: &[(&str, &str, &str)] = &[
    ("@reduxjs/toolkit", "createSlice", "Redux slice of {}"),
    ("@reduxjs/toolkit", "createAsyncThunk", "Redux thunk: {}"),
    ("@reduxjs/toolkit", "createReducer", "Redux reducer of {}"),
    ("@reduxjs/toolkit", "configureStore", "Redux store"),
    ("zustand", "create", "Zustand store of {}"),
    ("pinia", "defineStore", "Pinia store of {}"),
    ("jotai", "atom", "Jotai atom: {}"),
    ("recoil", "atom", "Recoil atom: {}"),
    ("svelte/store", "writable", "Svelte store of {}"),
    ("svelte/store", "readable", "Svelte store of {}"),
    ("svelte/store", "derived", "Svelte store of {}, derived from others"),
    ("@keystone-6", "list", "Keystone list of {}"),
    ("@keystone-next", "list", "Keystone list of {}"),
    ("express", "Router", "Express router for {}"),
    ("express", "default", "Express app of {}"),
    ("koa", "default", "Koa app of {}"),
    ("@react-router", "createRequestHandler", "Handler of all requests to the app of React Router"),
    ("@remix-run", "createRequestHandler", "Handler of all requests to the app of Remix"),
    ("hono", "Hono", "Hono router for {}"),
    ("@hono/zod-openapi", "OpenAPIHono", "Hono router for {}"),
    ("elysia", "Elysia", "Elysia router for {}"),
    ("koa-router", "default", "Koa router for {}"),
    ("@koa/router", "default", "Koa router for {}"),
    ("vue-router", "createRouter", "Vue router"),
    ("msw/browser", "setupWorker", "Mock Service Worker, which answers requests in the browser in place of a server"),
    ("msw/node", "setupServer", "Mock Service Worker for Node.js, which answers requests in place of a server"),
    ("", "createFileRoute", "TanStack route for {}"),
    ("", "createLazyFileRoute", "TanStack route for {}"),
    ("", "createRootRoute", "Root route of TanStack"),
    ("", "createRootRouteWithContext", "Root route of TanStack"),
    ("typeorm", "EntitySchema", "TypeORM schema of {}"),
    ("typeorm", "DataSource", "TypeORM data source for {}"),
    ("mongoose", "model", "Mongoose model of {}"),
    ("mongoose", "Schema", "Mongoose schema of {}"),
    ("drizzle-orm", "pgTable", "Database table of {}"),
    ("drizzle-orm", "mysqlTable", "Database table of {}"),
    ("drizzle-orm", "sqliteTable", "Database table of {}"),
    ("drizzle-orm", "relations", "Relations of the database table {}"),
    ("styled-components", "createGlobalStyle", "Styles of all pages"),
    ("joi", "object", "Joi schema of {}"),
    ("yup", "object", "Yup schema of {}"),
    ("debug", "default", "Debug logger for {}"),
    ("fastapi", "APIRouter", "FastAPI router for {}"),
    ("fastapi", "FastAPI", "FastAPI app of {}"),
    ("flask", "Blueprint", "Flask blueprint for {}"),
    ("flask", "Flask", "Flask app of {}"),
    ("typer", "Typer", "Command line of {}"),
    ("django.dispatch", "Signal", "Django signal: {}"),
    ("prosemirror-state", "PluginKey", "Key of the ProseMirror plugin {}"),
    ("@t3-oss/env-core", "createEnv", CHECKED_ENVIRONMENT),
    ("@t3-oss/env-nextjs", "createEnv", CHECKED_ENVIRONMENT),
    ("@t3-oss/env-nuxt", "createEnv", CHECKED_ENVIRONMENT),
    ("envalid", "cleanEnv", CHECKED_ENVIRONMENT),
    ("@prisma/client", "PrismaClient", "Prisma client of the database"),
    ("@trpc/client", "createTRPCClient", "tRPC client"),
    ("@trpc/client", "createTRPCProxyClient", "tRPC client"),
    ("@trpc/next", "createTRPCNext", "tRPC hooks for Next"),
    ("@trpc/react-query", "createTRPCReact", "tRPC hooks for React"),
    ("@tanstack/react-query", "QueryClient", "Cache of TanStack Query"),
    ("class-variance-authority", "cva", "Class names of {}"),
    ("tailwind-variants", "tv", "Class names of {}"),
    ("drizzle-orm", "drizzle", "Database of Drizzle"),
    ("ioredis", "default", "Redis client"),
    ("knex", "default", "Database of Knex"),
    ("openai", "default", "Client of OpenAI"),
    ("pg", "Pool", "Connections to PostgreSQL"),
    ("resend", "Resend", "Client of Resend, which sends mail"),
    ("stripe", "default", "Client of Stripe"),
    ("", "createContext", "Context for {}"),
    ("", "createSelector", "Selector of {}"),
    ("", "createSlice", "State slice of {}"),
    ("", "createAction", "Action: {}"),
    ("", "createRouter", "Router for {}"),
    ("", "createStore", "Store of {}"),
    ("", "defineEventHandler", "Event handler: {}"),
    ("", "eventHandler", "Event handler: {}"),
    ("", "defineNuxtModule", "Nuxt module: {}"),
    ("", "defineNuxtPlugin", "Nuxt plugin: {}"),
    ("", "defineNuxtRouteMiddleware", "Nuxt route middleware: {}"),
    ("", "defineMessages", "Messages for {}"),
    ("", "defineStore", "Store of {}"),
    ("", "gql", "GraphQL document: {}"),
    ("", "graphql", "GraphQL document: {}"),
    ("", "EventEmitter", "Event emitter for {}"),
];

/// What checks the environment makes.
const CHECKED_ENVIRONMENT: &str = "Checked variables of the environment";
/// What an element of its own is called.
pub(super) const CUSTOM_ELEMENT: &str = "a custom element";
/// What a module of Nest is called.
pub(super) const NEST_MODULE: &str = "a NestJS module";
/// What a component of Angular is called.
pub(super) const ANGULAR_COMPONENT: &str = "an Angular component";

/// Package, a decorator of it, and what a class is that uses it.
#[rustfmt::skip]
const DECORATORS: &[(&str, &str, &str)] = &[
    ("@nestjs/common", "Controller", "a NestJS controller"),
    ("@nestjs/common", "Module", NEST_MODULE),
    ("@nestjs/common", "Catch", "a NestJS exception filter"),
    ("@nestjs/common", "Injectable", "a NestJS provider"),
    ("@nestjs/graphql", "Resolver", "a GraphQL resolver"),
    ("@nestjs/graphql", "ObjectType", "a GraphQL object type"),
    ("@nestjs/graphql", "InputType", "a GraphQL input type"),
    ("type-graphql", "Resolver", "a GraphQL resolver"),
    ("type-graphql", "ObjectType", "a GraphQL object type"),
    ("type-graphql", "InputType", "a GraphQL input type"),
    ("typeorm", "Entity", "a TypeORM entity"),
    ("@mikro-orm", "Entity", "a MikroORM entity"),
    ("sequelize-typescript", "Table", "a Sequelize model"),
    ("@angular/core", "Component", ANGULAR_COMPONENT),
    ("@angular/core", "Directive", "an Angular directive"),
    ("@angular/core", "Pipe", "an Angular pipe"),
    ("@angular/core", "NgModule", "an Angular module"),
    ("@angular/core", "Injectable", "an Angular service"),
    ("lit", "customElement", CUSTOM_ELEMENT),
];

/// Package, a decorator of it, and what a function of Python is that it decorates.
#[rustfmt::skip]
const REGISTRARS: &[(&str, &str, &str)] = &[
    ("airflow.decorators", "dag", "Airflow DAG"),
    ("airflow.decorators", "task", "Airflow task"),
    ("celery", "shared_task", "Celery task"),
    ("click", "command", "Command of a command line"),
    ("click", "group", "Group of commands of a command line"),
    ("contextlib", "asynccontextmanager", "Context manager"),
    ("contextlib", "contextmanager", "Context manager"),
    ("dagster", "asset", "Dagster asset"),
    ("django.contrib.admin", "action", "Action of the Django admin"),
    ("django.dispatch", "receiver", "Receiver of a Django signal"),
    ("dramatiq", "actor", "Dramatiq actor"),
    ("hypothesis.strategies", "composite", "Hypothesis strategy"),
    ("invoke", "task", "Invoke task"),
    ("nox", "session", "Nox session"),
    ("prefect", "flow", "Prefect flow"),
    ("prefect", "task", "Prefect task"),
    ("wagtail", "hooks.register", "Wagtail hook"),
];

/// How many components are told that are shown at some address.
const MOST_SHOWN_AT: usize = 5;
/// How many handlers of all requests are told of an app.
const MOST_MOUNTED: usize = 6;
/// How many addresses of a router are told.
const MOST_ROUTES: usize = 6;
/// How many parts of a module are told of one sort.
const MOST_LISTED: usize = 4;
/// Last words of the names of schemas.
const SCHEMATIC: &[&str] =
    &["body", "dto", "guard", "input", "output", "params", "req", "schema", "schemas", "shape", "validator"];

impl Declared<'_> {
    /// The name of the table of `SQLAlchemy` that a value of Python is.
    pub(super) fn table_made(&self) -> Option<&str> {
        self.initial().filter(|_| is_python(self.path))?.table()
    }

    /// What a table of the database is called there, and its columns, after a colon; of what relates it to others only
    /// the table; of what checks the environment its variables. `None` where it is `made` as something else.
    pub(super) fn of_database(&self, made: &str) -> Option<String> {
        let Some(Initial::Made { given, .. }) = self.initial() else { return None };
        if made.starts_with("Class names of ") {
            let is_choice = |it: &&str| {
                let key = it.split(": ").next().unwrap_or(it);
                !matches!(
                    key,
                    "base" | "compoundVariants" | "defaultVariants" | "extend" | "slots" | "variants" | "…"
                )
            };
            let axes = held_by(&given).filter(is_choice);
            return Some(few(": by ", axes, 8));
        }
        if made == CHECKED_ENVIRONMENT {
            // Where each is looked up says the same again.
            let mut names: Vec<&str> = held_by(&given).filter_map(|it| it.rsplit('.').next()).collect();
            names.retain(|it| {
                it.bytes().all(|it| it.is_ascii_uppercase() || it.is_ascii_digit() || it == b'_')
            });
            let mut known = BTreeSet::new();
            names.retain(|it| known.insert(*it));
            return Some(few(": ", names.into_iter(), 8));
        }
        let first = given.first()?;
        if made.starts_with("Relations of the database table ") {
            return is_name(first).then(|| format!(": those of {}", quoted(first)));
        }
        let name = first.strip_prefix(['"', '\''])?.strip_suffix(['"', '\''])?;
        let columns = given.get(1).map_or(&[][..], |it| std::slice::from_ref(it));
        made.starts_with("Database table of ")
            .then(|| format!(": called {}{}", quoted(name), few(", with columns ", held_by(columns), 8)))
    }

    /// What a value is by what makes it.
    pub(super) fn made(&self, about: &str) -> Option<String> {
        if let Some(table) = self.table_made() {
            return Some(format!("{}, table {} of the database", capitalised(&self.words()), quoted(table)));
        }
        let mut words = split(&self.name());
        if words.len() > 1 && words[0] == "use" {
            words.remove(0);
        }
        let schema = self.is_schema();
        // `ZUserSchema`
        if schema && words.len() > 1 && matches!(words[0].as_str(), "z" | "zod") {
            words.remove(0);
        }
        let used = match self.initial() {
            // What merely holds a maker is not made by it.
            Some(it) => it.callee().map(str::to_owned).into_iter().collect(),
            None => self.used(),
        };
        let near = self.taken_for(&used);
        let known = MAKERS.iter().find(|(package, name, _)| self.takes_from(&near, &used, package, name));
        let makes_logger = || used.iter().any(|it| it.rsplit('.').next().is_some_and(makes_logger));
        // `const table = pgTableCreator(…)`
        let makes_tables = || {
            let maker = used.first().and_then(|it| self.beside(|name| name == it));
            let initial = maker.as_ref().and_then(Self::initial);
            initial.as_ref().and_then(Initial::callee).is_some_and(|it| it.ends_with("TableCreator"))
        };
        let phrase = match known {
            _ if schema => "Zod schema of {}",
            Some((.., phrase)) => phrase,
            None if makes_tables() => "Database table of {}",
            None => Some("Logger for {}").filter(|_| makes_logger())?,
        };
        // The phrase need not be said again by the name.
        let said: Vec<String> = split(&phrase.replace("{}", "").to_lowercase());
        let again = |last: &String| {
            said.contains(&last.to_lowercase())
                || schema && matches!(last.as_str(), "guard" | "validator")
                || last == "log" && phrase.starts_with("Logger")
                || matches!(last.as_str(), "styles" | "variants") && phrase.starts_with("Class names")
                || matches!(last.to_lowercase().as_str(), "api" | "app" | "application" | "bp" | "cli")
                    && ["Elysia ", "Express ", "FastAPI ", "Flask ", "Hono ", "Command line "]
                        .iter()
                        .any(|it| phrase.starts_with(it))
        };
        // `OpenAPI` is one word.
        let is_open = |words: &[String]| matches!(words, [.., open, api] if open.eq_ignore_ascii_case("open") && api.eq_ignore_ascii_case("api"));
        while words.last().is_some_and(again) && !is_open(&words) {
            words.pop();
        }
        let rest = if words.is_empty() { about.to_owned() } else { words.join(" ") };
        let is_said =
            phrase.starts_with("Logger") && split(&rest).iter().any(|it| it == "log" || it == "logger");
        let rest = if is_said { String::new() } else { rest };
        let phrase = if rest.is_empty() {
            phrase.replace(": {}", "").replace(" of {}", "").replace(" for {}", "")
        } else {
            phrase.replace("{}", &rest)
        };
        Some(capitalised(&phrase.replace("{}", "")))
    }

    /// The addresses that a router answers for which it is `made`, and the routers that it takes in, after a colon.
    pub(super) fn answered(&self, made: Option<&str>) -> [String; 2] {
        let is_own = |on: &str| on == self.symbol.name;
        let is_known = ["Router ", "router ", "Express ", "Flask ", "FastAPI "]
            .iter()
            .any(|it| made.is_some_and(|made| made.contains(it)));
        let has_own = || self.facts.routes.iter().any(|it| it.on.as_deref().is_some_and(is_own));
        if !is_known && !has_own() {
            return Default::default();
        }
        let own = || self.facts.routes.iter().filter(|it| it.on.as_deref().map_or(is_known, is_own));
        let taken_in = own().filter(|it| it.address.is_empty()).map(|it| it.answers.as_str());
        let taken_in = few(": takes in ", taken_in, MOST_ROUTES);
        [routed::answered(": answers ", own(), self.facts, MOST_ROUTES), taken_in]
    }

    /// The addresses for which it has something answer that another router takes, after a colon.
    pub(super) fn registers(&self) -> String {
        routed::answered(": answers ", self.own_routes(), self.facts, MOST_ROUTES)
    }

    /// What it shows at which address, after a colon, and the names of what is told.
    pub(super) fn shown_at(&self) -> (String, Vec<&str>) {
        // What leads on is nothing that is shown.
        let is_shown = |it: &&Route| !matches!(&*it.answers, "" | "Navigate" | "Redirect");
        let own: Vec<&Route> = self.own_routes().filter(|it| it.on.is_none() && is_shown(it)).collect();
        let told = own.iter().take(MOST_SHOWN_AT);
        let mut listed: Vec<String> = told
            .clone()
            .map(|it| format!("{} at {}{}", quoted(&it.answers), quoted(&it.address), behind(it)))
            .collect();
        listed.extend((own.len() > MOST_SHOWN_AT).then(|| "…".to_owned()));
        let text = if own.is_empty() { String::new() } else { format!(": shows {}", listed.join(", ")) };
        let names = own.iter().flat_map(|it| it.guards.iter().chain([&it.answers]));
        (text, names.map(String::as_str).collect())
    }

    /// What it runs for all requests, after a colon, where it is an app or a router.
    pub(super) fn mounts(&self) -> String {
        // What an app of the browser uses extends it.
        let initial = self.initial();
        if initial.as_ref().and_then(Initial::callee).is_some_and(|it| it.ends_with("createApp")) {
            return String::new();
        }
        let mounted = self.facts.shown.iter().filter(|it| it.sort == ShownSort::Mounted);
        let own = mounted.filter_map(|it| it.text.split_once('`')).filter(|(on, _)| *on == self.symbol.name);
        let told = few(": runs ", own.map(|(_, handler)| handler), MOST_MOUNTED);
        if told.is_empty() { told } else { format!("{told} for all requests") }
    }

    /// Whether what is called registers what [`Self::registers`] tells: `app.get`.
    pub(super) fn is_registration(&self, callee: &str) -> bool {
        let Some((of, name)) = callee.rsplit_once('.') else { return false };
        let is_method = METHODS.iter().any(|it| it.eq_ignore_ascii_case(name))
            || matches!(name, "all" | "del" | "route" | "use");
        is_method && self.own_routes().any(|it| it.on.as_deref() == Some(of))
    }

    fn own_routes(&self) -> impl Iterator<Item = &Route> {
        let own = u32::try_from(self.at).ok();
        self.facts.routes.iter().filter(move |it| it.within.is_some() && it.within == own)
    }

    /// What a module is put together of that Angular or Nest makes, each after a colon.
    pub(super) fn put_together(&self) -> Vec<String> {
        let of = |key: &str| -> Vec<&str> {
            let parts = self.own_shown().filter(|it| it.sort == ShownSort::Part);
            parts.filter_map(|it| it.text.strip_prefix(key)?.strip_prefix(' ')).collect()
        };
        let told = |lead: &str, names: Vec<&str>| few(lead, names.into_iter(), MOST_LISTED);
        let (provides, exports) = (of("providers"), of("exports"));
        let own = ["controllers", "declarations"].map(&of).concat();
        let last = if provides == exports {
            vec![told(": provides and exports ", exports)]
        } else {
            vec![told(": provides ", provides), told(": exports ", exports)]
        };
        [vec![told(": has ", own)], last, vec![told(": takes in ", of("imports"))]].concat()
    }

    /// A value that only mentions the validator somewhere inside is no schema.
    pub(super) fn is_schema(&self) -> bool {
        let name = self.name();
        let words = split(&name);
        let named = without_letter(&name, 'Z') != name
            || words.last().is_some_and(|last| SCHEMATIC.contains(&last.as_str()))
            || self.is_made_as_schema();
        if self.kind() != SymbolKind::Variable
            || !named
            || !self.facts.imports.iter().any(|it| it.specifier == "zod" || it.specifier.starts_with("zod/"))
        {
            return false;
        }
        let is_letter = |name: &str| without_letter(name, 'Z') != name && name.ends_with("Schema");
        if let Some(Initial::Plain(other)) = self.initial()
            && is_letter(other)
            && is_letter(&name)
        {
            return true;
        }
        let derived = || {
            let initial = self.initial();
            let (_, method) =
                initial.as_ref().and_then(Initial::callee).and_then(|it| it.rsplit_once('.'))?;
            Some(matches!(
                method,
                "and" | "array" | "extend" | "merge" | "omit" | "or" | "partial" | "pick" | "required"
            ))
        };
        let used = self.used();
        ["z", "object"].iter().any(|name| self.takes_of(&used, "zod", name)) || derived() == Some(true)
    }

    /// Whether nothing but the validator makes it, or a schema that the file has: `z.object({ … })`, `schema.pick({ … })`.
    fn is_made_as_schema(&self) -> bool {
        let initial = self.initial();
        let Some((of, method)) =
            initial.as_ref().and_then(Initial::callee).and_then(|it| it.rsplit_once('.'))
        else {
            return false;
        };
        let last = split(of).pop().unwrap_or_default();
        match method {
            "discriminatedUnion" | "enum" | "nativeEnum" | "object" | "strictObject" | "union" => of == "z",
            "extend" | "merge" | "omit" | "partial" | "pick" => matches!(last.as_str(), "schema" | "schemas"),
            _ => false,
        }
    }

    /// What a schema has to do with the one that it is made of by one call, after a colon: `` `A` with `b` `` of
    /// `A.extend({ b })`.
    pub(super) fn derived_schema(&self) -> Option<String> {
        let initial = self.initial().filter(|_| self.is_schema())?;
        let Initial::Made { callee, given } = &initial else { return None };
        let (base, method) = callee.rsplit_once('.').filter(|(base, _)| *base != "z")?;
        let behind = self.behind_first_call();
        if behind.is_some_and(|behind| !joined_to(behind).1.trim().is_empty()) {
            return None;
        }
        let (base, mut keys) = (quoted(base), initial.keys());
        // `{ name: true }` names one.
        for it in &mut keys {
            *it = it.strip_suffix(": true").unwrap_or(it);
        }
        let keys = |lead: &str| Some(few(lead, keys.into_iter(), 8)).filter(|it| !it.is_empty());
        match method {
            "extend" => Some(format!(": {base}{}", keys(" with ")?)),
            "omit" if behind.is_some() => Some(format!(": {base}{}", keys(" without ")?)),
            "pick" if behind.is_some() => Some(format!(": {} of {base}", keys("")?)),
            "partial" if given.is_empty() => Some(format!(": {base}, all of it optional")),
            "array" if given.is_empty() => Some(format!(": a list of {base}")),
            "and" | "merge" => {
                let others = few("", initial.handed(), 3);
                (!others.is_empty()).then(|| format!(": {base} and {others}"))
            }
            _ => None,
        }
    }

    /// What a function of Python is by what it is decorated with.
    pub(super) fn registered(&self) -> Option<&'static str> {
        if !is_python(self.path) || self.kind() != SymbolKind::Function {
            return None;
        }
        let of_django = || {
            let is_library =
                |it: &Import| it.specifier == "django" || it.specifier.starts_with("django.template");
            self.facts.imports.iter().any(is_library)
        };
        self.decorators().find_map(|name| {
            let used = [name.to_owned()];
            let known = REGISTRARS.iter().find(|(package, maker, _)| self.takes_of(&used, package, maker));
            let by_app = || match name.split_once('.')? {
                ("app" | "celery" | "celery_app", "task") => Some("Background task"),
                ("register", "filter") if of_django() => Some("Filter of templates"),
                ("register", "inclusion_tag" | "simple_block_tag" | "simple_tag" | "tag") if of_django() => {
                    Some("Tag of templates")
                }
                _ => None,
            };
            known.map(|(.., what)| *what).or_else(by_app)
        })
    }

    /// What is joined to a schema where it is made, behind an `and`: the keys of `.extend({ … })`, other schemas.
    pub(super) fn joined_schemas(&self) -> String {
        let behind = self.behind_first_call().filter(|_| self.is_schema());
        behind.map_or_else(String::new, |behind| few(" and ", joined_to(behind).0.into_iter(), 8))
    }

    /// What stands behind the first call of a value, where the text of that is whole.
    fn behind_first_call(&self) -> Option<&str> {
        let (_, inside) = signature::value(self.signature())?.split_once('(')?;
        let close = signature::find_top(inside, 0, |rest| rest.starts_with(')'))?;
        Some(&inside[close + 1..])
    }

    /// What a class is by its decorators.
    pub(super) fn decorated(&self) -> Option<&'static str> {
        let used = self.used();
        let head = DECORATORS.iter().find(|(package, name, _)| self.takes_of(&used, package, name));
        // A decorator of that name is sure where columns stand beside it.
        let column = || used.iter().any(|name| name.ends_with("Column") || name == "PrimaryKey");
        let entity = || (self.takes_of(&used, "", "Entity") && column()).then_some("an entity");
        head.map(|(_, _, what)| *what).or_else(entity)
    }
}

/// What a provider of Nest is by what it implements.
pub(super) fn of_nest(decorated: &str, implements: &[&str]) -> Option<&'static str> {
    let role = |it: &&str| match *it {
        "CanActivate" => Some("a NestJS guard"),
        "ExceptionFilter" => Some("a NestJS exception filter"),
        "NestInterceptor" => Some("a NestJS interceptor"),
        "NestMiddleware" => Some("a NestJS middleware"),
        "PipeTransform" => Some("a NestJS pipe"),
        _ => None,
    };
    implements.iter().find_map(role).filter(|_| decorated == "a NestJS provider")
}

/// What `.extend({ a }).merge(b)` joins, and what stands behind.
fn joined_to(mut calls: &str) -> (Vec<&str>, &str) {
    let mut joined = Vec::new();
    while let Some(inside) = [".and(", ".extend(", ".merge("].iter().find_map(|it| calls.strip_prefix(it)) {
        let Some(close) = signature::find_top(inside, 0, |rest| rest.starts_with(')')) else { break };
        let given = inside[..close].trim();
        if given.starts_with('{') {
            joined.extend(signature::held(given));
        } else if given.split('.').all(is_name) {
            joined.push(given);
        }
        calls = &inside[close + 1..];
    }
    (joined, calls)
}

/// Whether a function is called as one that makes a logger: `get_task_logger`.
fn makes_logger(name: &str) -> bool {
    let words = split(name);
    let makes = matches!(words.first().map(String::as_str), Some("create" | "get" | "make" | "new"));
    makes && words.len() > 1 && words.last().is_some_and(|it| it == "logger")
}

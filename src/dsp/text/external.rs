//! What is outside the repository: its name, and for what everybody knows, what it is for. Pure.

use super::quoted;
use crate::graph::External;

/// Modules of Node.js without `node:`, sorted.
const NODE: &[(&str, &str)] = &[
    ("assert", "assertions"),
    ("assert/strict", "strict assertions"),
    ("async_hooks", "context that follows asynchronous calls"),
    ("buffer", "binary data"),
    ("child_process", "starting other programs"),
    ("cluster", "several processes that share a port"),
    ("console", "printing to the console"),
    ("constants", "constants of the operating system"),
    ("crypto", "hashes, ciphers, signatures and random bytes"),
    ("dgram", "UDP sockets"),
    ("diagnostics_channel", "messages for diagnostics"),
    ("dns", "looking up host names"),
    ("dns/promises", "looking up host names, with promises"),
    ("domain", "grouping of I/O errors"),
    ("events", "event emitters"),
    ("fs", "the file system"),
    ("fs/promises", "the file system, with promises"),
    ("http", "HTTP servers and requests"),
    ("http2", "HTTP/2 servers and requests"),
    ("https", "HTTPS servers and requests"),
    ("inspector", "the debugger's protocol"),
    ("module", "loading of modules, `createRequire`"),
    ("net", "TCP servers and sockets"),
    ("os", "the operating system: platform, folders, processors"),
    ("path", "joining and taking apart file paths"),
    ("path/posix", "file paths with `/`"),
    ("path/win32", "file paths of Windows"),
    ("perf_hooks", "measuring time"),
    ("process", "the running process: arguments, environment, exit"),
    ("punycode", "encoding of international host names"),
    ("querystring", "query strings of URLs"),
    ("readline", "reading input line by line"),
    ("readline/promises", "reading input line by line, with promises"),
    ("repl", "interactive prompts"),
    ("sqlite", "SQLite databases"),
    ("stream", "streams"),
    ("stream/consumers", "reading streams whole"),
    ("stream/promises", "streams, with promises"),
    ("stream/web", "streams as the Web has them"),
    ("string_decoder", "decoding bytes into text"),
    ("test", "the test runner"),
    ("timers", "timers"),
    ("timers/promises", "timers, with promises"),
    ("tls", "TLS sockets"),
    ("tty", "terminals"),
    ("url", "parsing URLs, file URLs to paths"),
    ("util", "helpers: `promisify`, `inspect`, formatting"),
    ("v8", "the JavaScript engine: heap, serialisation"),
    ("vm", "running code in contexts of its own"),
    ("wasi", "the WebAssembly system interface"),
    ("worker_threads", "threads"),
    ("zlib", "compression"),
];

/// Packages that most repositories have, and scopes (`@x/`), sorted.
const NPM: &[(&str, &str)] = &[
    ("@angular/", "part of the Angular framework"),
    ("@apollo/", "GraphQL client and server"),
    ("@aws-sdk/", "client of Amazon Web Services"),
    ("@babel/", "part of the Babel compiler"),
    ("@fortawesome/", "icons of Font Awesome"),
    ("@headlessui/", "unstyled accessible components"),
    ("@hono/", "part of the Hono web framework"),
    ("@hookform/", "validation for React forms"),
    ("@jest/", "part of the Jest test runner"),
    ("@mui/", "React components of Material Design"),
    ("@nestjs/", "part of the NestJS server framework"),
    ("@prisma/", "database client of Prisma"),
    ("@radix-ui/", "unstyled accessible React components"),
    ("@reduxjs/", "state management with Redux"),
    ("@rollup/", "plugin of the Rollup bundler"),
    ("@sentry/", "reporting of errors to Sentry"),
    ("@storybook/", "part of Storybook, a workshop for components"),
    ("@stripe/", "client of the Stripe payment service"),
    ("@sveltejs/", "part of Svelte and SvelteKit"),
    ("@tanstack/", "headless data tools: queries, tables, routing"),
    ("@testing-library/", "tests of user interfaces as users see them"),
    ("@trpc/", "typed calls between client and server"),
    ("@typescript-eslint/", "linting of TypeScript"),
    ("@vitejs/", "plugin of the Vite build tool"),
    ("@vitest/", "part of the Vitest test runner"),
    ("@vue/", "part of the Vue framework"),
    ("@vueuse/", "composables for Vue"),
    ("acorn", "JavaScript parser"),
    ("ajv", "validation by JSON Schema"),
    ("axios", "HTTP client"),
    ("bcrypt", "hashing of passwords"),
    ("bcryptjs", "hashing of passwords"),
    ("body-parser", "middleware that parses request bodies"),
    ("chai", "assertions for tests"),
    ("chalk", "colours in the terminal"),
    ("cheerio", "HTML parsing with the interface of jQuery"),
    ("chokidar", "watching of files"),
    ("class-transformer", "turning plain objects into class instances"),
    ("class-validator", "validation by decorators"),
    ("classnames", "joining of class names"),
    ("clsx", "joining of class names"),
    ("commander", "command-line interfaces"),
    ("cookie-parser", "middleware that parses cookies"),
    ("core-js", "polyfills of the language"),
    ("cors", "middleware for cross-origin requests"),
    ("cross-env", "environment variables on every platform"),
    ("d3", "data-driven drawing"),
    ("date-fns", "dates and times"),
    ("dayjs", "dates and times"),
    ("debug", "debug output by namespace"),
    ("dotenv", "environment variables from a `.env` file"),
    ("drizzle-orm", "typed SQL"),
    ("esbuild", "bundler and transpiler"),
    ("eslint", "linter"),
    ("execa", "starting other programs"),
    ("express", "web server framework"),
    ("fast-glob", "finding files by pattern"),
    ("fastify", "web server framework"),
    ("framer-motion", "animations for React"),
    ("fs-extra", "file system helpers"),
    ("glob", "finding files by pattern"),
    ("graphql", "GraphQL"),
    ("hono", "web framework"),
    ("i18next", "translations"),
    ("immer", "immutable updates"),
    ("ioredis", "Redis client"),
    ("jest", "test runner"),
    ("jotai", "state management for React"),
    ("jquery", "work with the DOM"),
    ("js-yaml", "YAML parser"),
    ("jsdom", "the DOM in Node.js"),
    ("jsonwebtoken", "JSON web tokens"),
    ("knex", "SQL query builder"),
    ("koa", "web server framework"),
    ("lodash", "general helpers for collections, objects and functions"),
    ("lodash-es", "general helpers for collections, objects and functions"),
    ("lucide-react", "icons for React"),
    ("magic-string", "editing of source text with source maps"),
    ("minimatch", "matching of paths by pattern"),
    ("mobx", "reactive state management"),
    ("mocha", "test runner"),
    ("moment", "dates and times"),
    ("mongodb", "MongoDB client"),
    ("mongoose", "MongoDB models"),
    ("mysql2", "MySQL client"),
    ("nanoid", "random ids"),
    ("next", "React framework for web applications"),
    ("nodemailer", "sending of mail"),
    ("nuxt", "Vue framework for web applications"),
    ("ora", "spinner in the terminal"),
    ("passport", "authentication of requests"),
    ("pg", "PostgreSQL client"),
    ("picocolors", "colours in the terminal"),
    ("pinia", "state management for Vue"),
    ("pino", "logging"),
    ("playwright", "driving of browsers"),
    ("postcss", "transforming of style sheets"),
    ("preact", "user interfaces from components"),
    ("prettier", "code formatter"),
    ("prop-types", "run-time checks of React props"),
    ("puppeteer", "driving of browsers"),
    ("react", "user interfaces from components"),
    ("react-dom", "rendering of React into the browser"),
    ("react-hook-form", "forms for React"),
    ("react-i18next", "translations for React"),
    ("react-redux", "Redux state in React"),
    ("react-router", "routing for React"),
    ("react-router-dom", "routing for React in the browser"),
    ("redis", "Redis client"),
    ("redux", "state management"),
    ("reflect-metadata", "metadata for decorators"),
    ("rimraf", "deleting of folders"),
    ("rollup", "bundler"),
    ("rxjs", "streams of events"),
    ("sass", "Sass compiler"),
    ("semver", "comparing of versions"),
    ("sequelize", "object-relational mapping"),
    ("sharp", "image processing"),
    ("sinon", "spies and stubs for tests"),
    ("socket.io", "real-time messages, server side"),
    ("socket.io-client", "real-time messages, client side"),
    ("solid-js", "user interfaces from components"),
    ("stripe", "client of the Stripe payment service"),
    ("styled-components", "styles in components"),
    ("superagent", "HTTP client"),
    ("supertest", "HTTP requests in tests"),
    ("svelte", "user interfaces from components"),
    ("swr", "fetching of data in React"),
    ("tailwindcss", "utility-first styles"),
    ("three", "3D graphics"),
    ("ts-node", "running of TypeScript"),
    ("tslib", "run-time helpers of the TypeScript compiler"),
    ("tsup", "bundler for libraries"),
    ("typeorm", "object-relational mapping"),
    ("typescript", "TypeScript compiler"),
    ("undici", "HTTP client"),
    ("uuid", "unique ids"),
    ("vite", "build tool and development server"),
    ("vitest", "test runner"),
    ("vue", "user interfaces from components"),
    ("vue-i18n", "translations for Vue"),
    ("vue-router", "routing for Vue"),
    ("vuex", "state management for Vue"),
    ("webpack", "bundler"),
    ("winston", "logging"),
    ("ws", "WebSocket server and client"),
    ("yargs", "command-line interfaces"),
    ("yup", "validation of data by schema"),
    ("zod", "validation of data by schema"),
    ("zustand", "state management for React"),
];

pub(super) fn about(external: &External) -> String {
    let name = quoted(&external.name);
    match external.ecosystem {
        "npm" => npm(&external.name)
            .map_or_else(|| format!("npm package {name}"), |about| format!("npm package {name}: {about}")),
        "node" => {
            let module = external.name.strip_prefix("node:").unwrap_or(&external.name);
            let about = look_up(NODE, module).map_or_else(String::new, |about| format!(": {about}"));
            format!("Node.js module {name}{about}")
        }
        "pypi" => format!("Python package {name}"),
        "python" => format!("Module {name} of the Python standard library"),
        ecosystem => format!("External dependency {name} ({ecosystem})"),
    }
}

fn npm(name: &str) -> Option<String> {
    if let Some(typed) = name.strip_prefix("@types/") {
        return Some(format!("types of {}", quoted(typed)));
    }
    let scope = name.find('/').map(|at| &name[..=at]);
    let known = look_up(NPM, name).or_else(|| look_up(NPM, scope?));
    known.map(str::to_owned).or_else(|| plugin(name))
}

/// What the name says by its form.
fn plugin(name: &str) -> Option<String> {
    let local = name.rsplit('/').next().unwrap_or(name);
    for tool in [
        "eslint", "babel", "vite", "rollup", "webpack", "postcss", "prettier", "esbuild", "unplugin",
        "remark", "rehype",
    ] {
        for kind in ["plugin", "config", "preset", "parser"] {
            if local.starts_with(tool) && local[tool.len()..].starts_with('-') && local.contains(kind) {
                return Some(format!("{kind} of {tool}"));
            }
        }
    }
    local.ends_with("-loader").then(|| "loader of the bundler".to_owned())
}

fn look_up(table: &[(&'static str, &'static str)], name: &str) -> Option<&'static str> {
    table.binary_search_by_key(&name, |(key, _)| key).ok().map(|at| table[at].1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(ecosystem: &'static str, name: &str, expected: &str) {
        assert_eq!(about(&External { ecosystem, name: name.to_owned(), version: None }), expected);
    }

    #[test]
    fn tables_are_sorted() {
        for table in [NODE, NPM] {
            assert!(
                table.is_sorted_by_key(|(key, _)| key),
                "{:?}",
                table.windows(2).find(|it| it[0].0 >= it[1].0)
            );
        }
    }

    #[test]
    fn what_everybody_knows_is_said() {
        check("node", "node:fs", "Node.js module `node:fs`: the file system");
        check("npm", "@types/node", "npm package `@types/node`: types of `node`");
        check("npm", "@nestjs/core", "npm package `@nestjs/core`: part of the NestJS server framework");
        check("npm", "eslint-plugin-vue", "npm package `eslint-plugin-vue`: plugin of eslint");
        check("npm", "left-pad", "npm package `left-pad`");
        check("pypi", "numpy", "Python package `numpy`");
    }
}

//! Configurations in, what they say out.

use super::values::LONGEST;
use super::*;

/// The aliases of `config`, a line each: the name and what stands for it.
fn check(path: &str, config: &str, expected: &[&str]) {
    let file = RepoPath::new(path.as_bytes()).unwrap();
    let line = |it: Alias| {
        let exact = match it.behind {
            Behind::Nothing => "$",
            Behind::Path => "",
            Behind::Text => "**",
            Behind::Segment => "*",
        };
        match it.value {
            Value::Place(place) => format!("{}{exact} at {}", it.name, String::from_utf8(place).unwrap()),
            Value::Text(text) => format!("{}{exact} is {text}", it.name),
        }
    };
    let found: Vec<String> =
        configuration(&file, file.parent(), config.as_bytes()).aliases.into_iter().map(line).collect();
    assert_eq!(found, expected, "{config}");
}

#[test]
fn values_are_made_of_texts_and_paths() {
    let values = [
        ("path.resolve(__dirname, './src')", "at app/src"),
        ("path.resolve('src')", "at app/src"),
        ("resolve(__dirname, 'src', 'lib')", "at app/src/lib"),
        ("path.join(__dirname, '..', 'shared')", "at shared"),
        ("join(process.cwd(), 'src')", "at app/src"),
        ("fileURLToPath(new URL('./src', import.meta.url))", "at app/src"),
        ("new URL('../x/', import.meta.url).pathname", "at x"),
        ("resolve(dirname(fileURLToPath(import.meta.url)), 'src')", "at app/src"),
        ("resolve(import.meta.dirname, 'src')", "at app/src"),
        ("`${__dirname}/src`", "at app/src"),
        ("__dirname + '/src'", "at app/src"),
        ("normalizePath(path.resolve(__dirname, 'src'))", "at app/src"),
        ("(('./src') as string)", "is ./src"),
        ("here", "at app/lib"),
        ("below('x')", "at app/src/x"),
        ("beside('x')", "at app/x"),
        ("named('x')", "at app/y/x"),
        ("inside('x', 'y')", "at app/src/x/y/z"),
        ("inside('x', ...others)", ""),
        ("whole('x')", ""),
        ("require.resolve('./x.js')", "at app/x.js"),
        ("require.resolve('x')", ""),
        ("/src/", ""),
        ("process.env.SRC", ""),
        ("__dirname + 'src'", ""),
        ("path.resolve(__dirname, name)", ""),
        ("round", ""),
        ("path.resolve(__dirname, '../../outside')", ""),
    ];
    for (value, expected) in values {
        let config = format!(
            "const here = path.resolve(__dirname, 'lib');
             const round = round;
             const inside = (dir, ...more) => path.join(__dirname, 'src', dir, ...more, 'z');
             const whole = (...more) => path.join(__dirname, more);
             const below = (dir) => path.join(__dirname, 'src', dir);
             function beside(dir: string) {{ return path.resolve(__dirname, dir); }}
             const named = function (dir) {{ const x = 1; return resolve('y', dir); }};
             export default {{ resolve: {{ alias: {{ '@': {value} }} }} }}"
        );
        let expected: Vec<String> = if expected.is_empty() { vec![] } else { vec![format!("@ {expected}")] };
        let expected: Vec<&str> = expected.iter().map(String::as_str).collect();
        check("app/vite.config.ts", &config, &expected);
    }
}

#[test]
fn aliases_are_found_wherever_they_stand() {
    check(
        "vite.config.ts",
        "const own = { '#a': './a' }; const alias = { ...own, b$: './b', 'c/*': './c', d: ['./d', './e'] };
         export default defineConfig(({ mode }) => ({ resolve: { alias }, test: { alias: { t: './t' } } }))",
        &["#a is ./a", "b$ is ./b", "c is ./c", "d is ./d", "d is ./e"],
    );
    check(
        "vite.config.js",
        "module.exports = { resolve: { alias: [
           { find: '@', replacement: './src' }, { find: /^~\\//, replacement: './lib' },
           { find: /^x$/, replacement: './x' }, { find: /a|b/, replacement: './y' }, { find: 'z' },
           { find: /^@a(\\/|$)/, replacement: './a/' }, { find: /^@b(?:\\/|$)/, replacement: path.resolve('b') + '$1' },
           { find: /^@c\\/(.*)$/, replacement: path.resolve(__dirname, 'src/$1') },
           { find: /^~(.*)/, replacement: '$1' }, { find: /^@d\\/([^/]+)$/, replacement: './p/$1/src' },
           { find: /^@e\\/(.*)\\/(.*)$/, replacement: './e/$1/$2' }, { find: /^@f\\.x\\/(.*)/, replacement: './f/$1' },
         ] } }",
        &[
            "@ is ./src",
            "~ is ./lib",
            "x$ is ./x",
            "@a is ./a/",
            "@b at b",
            "@c/** at src/$1",
            "~** is $1",
            "@d/* is ./p/$1/src",
        ],
    );
    check(
        "vue.config.js",
        "module.exports = { chainWebpack(config) {
           config.resolve.alias.set('@', './src').set('x', './x');
           config.resolve.alias['y'] = './y'; config.resolve.alias.z = './z';
           Object.assign(config.resolve.alias, { w: './w' });
           config.resolve.alias = { ...config.resolve.alias, v: './v' };
           config.other.set('u', './u');
         } }",
        &["@ is ./src", "x is ./x", "y is ./y", "z is ./z", "w is ./w", "v is ./v"],
    );
    check(
        "webpack.config.js",
        "module.exports = { resolve: { alias: { 'a$': './a', $: './b' } }, resolveLoader: { alias: { l: './l' } } };
         mix.js('a', 'b').alias({ '@': 'resources/js' }); Encore.addAliases({ e: './e' });
         config.resolveLoader.alias.set('m', './m');",
        &["a$ is ./a", "$ is ./b", "@ is resources/js", "e is ./e"],
    );
    check(
        "nuxt.config.ts",
        "export default defineNuxtConfig({ alias: { a: './a' }, image: { alias: { i: './i' } } })",
        &["a is ./a"],
    );
    check(
        "babel.config.js",
        "module.exports = { env: { test: { plugins: [['module-resolver', { alias: { a: './mock' } }]] } },
           plugins: [['module-resolver', { alias: { a: './a' } }]] }",
        &["a is ./a"],
    );
    check(
        "vite.config.ts",
        "const twice = './old'; export default defineConfig(() => { const twice = './new'; const once = './once';
           return { resolve: { alias: { a: twice, b: once } } }; })",
        &["b is ./once"],
    );
    check(
        "vite.config.ts",
        "const base = { '@': './old', b: './b' };
         export default { resolve: { alias: { ...base, '@': './new', c: [__dirname, 'c'].join('/') } } }",
        &["b is ./b", "@ is ./new"],
    );
    check("vite.config.ts", "export default { alias: {", &[]);
    check("vite.config.json", "{ \"alias\": { \"a\": \"b\" } }", &[]);
}

#[test]
fn entries_are_one_or_several_or_have_names() {
    let check = |written: &str, expected: &[&[&str]]| {
        let file = RepoPath::new(b"webpack.config.js").unwrap();
        let config = format!("const e = './e.js'; module.exports = {{ entry: {written} }};");
        let text = |it: &Value| match it {
            Value::Text(text) => text.clone(),
            Value::Place(place) => format!("/{}", String::from_utf8_lossy(place)),
        };
        let found = configuration(&file, b"", config.as_bytes()).entries;
        let found: Vec<Vec<String>> = found.iter().map(|it| it.iter().map(text).collect()).collect();
        assert_eq!(found, expected, "{written}");
    };
    check("'./a.js'", &[&["./a.js"]]);
    check("path.join(__dirname, 'src', 'a')", &[&["/src/a"]]);
    check("['./polyfill', e]", &[&["./polyfill", "./e.js"]]);
    check(
        "{ a: './a.js', b: ['./x', './b.js'], c: { import: './c.js', dependOn: 'a' } }",
        &[&["./a.js"], &["./x", "./b.js"], &["./c.js"], &["a"]],
    );
    check("() => glob('*.js')", &[]);
    check("[], x: { splitChunks: { entry: './no.js' } }", &[]);
}

#[test]
fn folders_are_those_of_the_whole() {
    let file = RepoPath::new(b"p/nuxt.config.ts").unwrap();
    let config = "const src = 'client'; const paths = { root: 'no' }; export default { pwa: { srcDir: 'sw', root: 'r' }, srcDir: src,
                  root: resolve(__dirname, 'web'), resolve: { modules: ['app', resolve('lib')] } }";
    let found = configuration(&file, b"p", config.as_bytes());
    assert_eq!(found.source_dir, Some(Value::Text("client".to_owned())));
    assert_eq!(found.root, Some(Value::Place(b"p/web".to_vec())));
    assert_eq!(found.modules, [Value::Text("app".to_owned()), Value::Place(b"p/lib".to_vec())]);
}

#[test]
fn what_multiplies_ends() {
    let file = RepoPath::new(b"vite.config.js").unwrap();
    let read = |text: &str| configuration(&file, b"", text.as_bytes()).aliases.len();
    let spread = "...c,".repeat(60);
    let spreads =
        format!("const c = {{ {spread} '@': './a' }}; export default {{ resolve: {{ alias: c }} }}");
    assert_eq!(read(&spreads), 1);
    let text = |n| format!("const v{n} = `{}`;", format!("${{v{}}}", n + 1).repeat(400));
    let texts = (0..4).map(text).collect::<Vec<_>>().concat();
    let texts = format!("{texts} const v4 = 'x'; export default {{ resolve: {{ alias: {{ a: v0 }} }} }}");
    assert_eq!(read(&texts), 0);
    let call = |n| format!("const f{n} = (x) => path.join({});", format!("f{}(x),", n + 1).repeat(300));
    let calls = (0..4).map(call).collect::<Vec<_>>().concat();
    let calls =
        format!("{calls} const f4 = (x) => 'a'; export default {{ resolve: {{ alias: {{ a: f0('b') }} }} }}");
    assert_eq!(read(&calls), 0);
    assert_eq!(read(&format!("config.resolve.alias{}", ".set('a', './a')".repeat(20_000))), 1);
    let many = |value: &str| (0..2000).map(|n| format!("a{n}:{value},")).collect::<Vec<_>>().concat();
    for (value, expected) in [("[]", 0), ("'./a'", MOST)] {
        let nested = format!("const d = {{ {} }}; const c = {{ {} }};", many(value), many("d"));
        let config = format!("{nested} module.exports = {{ entry: c }}");
        let file = RepoPath::new(b"webpack.config.js").unwrap();
        let found = configuration(&file, b"", config.as_bytes());
        assert_eq!(found.entries.len(), expected, "{value}");
    }
    let long = "x".repeat(LONGEST - 1);
    let joined = format!(
        "const x = '{long}'; export default {{ resolve: {{ alias: {{ a: join(__dirname{}) }} }} }}",
        ", x".repeat(9000)
    );
    assert_eq!(read(&joined), 0);
    let empty = format!(
        "const c = {{ {} }}; module.exports = [{}]",
        many("[]"),
        "{ resolve: { alias: c } },".repeat(2000)
    );
    assert_eq!(read(&empty), 0);
}

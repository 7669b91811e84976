//! What the bodies of functions show that they do, and what is assigned to members.

use super::super::extract;
use super::{Flavor, check, references, symbols};
use crate::facts::{Deed, Effect, FileFacts, Origin, Shown, ShownSort};

/// What the first declaration changes, an equals sign before what it sets.
fn effects(facts: &FileFacts) -> String {
    let told = facts.symbols[0].effects.iter().map(|it| match it {
        Effect::Sets(it) => format!("={it}"),
        Effect::Calls(it) => it.clone(),
    });
    told.collect::<Vec<_>>().join(" ")
}

fn shown(facts: &FileFacts, sort: ShownSort) -> Vec<&str> {
    facts.shown.iter().filter(|it| it.sort == sort).map(|it| it.text.as_str()).collect()
}

#[test]
fn bodies_show_what_functions_do() {
    let gives = |value: &str| Some(Deed::Gives(value.to_owned()));
    let last = |value: &str| Some(Deed::GivesLast(value.to_owned()));
    let does = |code: &str| Some(Deed::Does(code.to_owned()));
    let calls = |names: &[&str]| Some(Deed::Calls(names.iter().map(|it| (*it).to_owned()).collect()));
    for (source, expected) in [
        ("export function f() {}", Some(Deed::Nothing)),
        ("export function f() { return this.a === 'b' }", gives("this.a === 'b'")),
        ("export const f = async (a) => await g(a)", gives("g(a)")),
        ("export const f = a => ({ b: a, c() {} })", gives("{ b, c }")),
        ("export function f(a) { if (a) return 1; return g(a) }", last("g(a)")),
        ("export function f(a) { const b = g(a); return b }", gives("g(a)")),
        ("export function f(a) { const b = await g(a); return h(b) }", gives("h(g(a))")),
        ("export function f(a) { const b = g(a); return h(b, a) }", gives("h(b, a)")),
        ("export function f(a) { let b = g(a); b = 1; return b }", does("let b = g(a); b = 1; return b")),
        (
            "export function f() { const all = []; all.push(1); return all }",
            does("const all = []; all.push(1); return all"),
        ),
        (
            "export function f(a) { return Object.keys(a).map(it => it.b).join() }",
            gives("Object.keys(a).map(it => it.b).join()"),
        ),
        (
            "export function f(a) { return Array.from(A.nodes(a, () => 1)) }",
            gives("Array.from(A.nodes(a, () => 1))"),
        ),
        ("export function f(a) { return all(a.map(it => it.b), 2) }", gives("all(a.map(it => it.b), 2)")),
        ("export function f(a) { return all(it => it.b, a.b()) }", gives("all(it => it.b, a.b())")),
        ("export function f() { return <A b={1}>c</A> }", gives("<A>")),
        ("export function f() { return <>c</> }", does("return <>c</>")),
        ("export function f(a) { return a }", does("return a")),
        (
            "export function f() { throw new TypeError('no') }",
            Some(Deed::Throws("new TypeError('no')".to_owned())),
        ),
        (
            "export function f(a) { if (a.b) return KIND.b; if (a.c) { return 'c' } return KIND.d }",
            Some(Deed::GivesOneOf(["KIND.b", "c", "KIND.d"].map(str::to_owned).to_vec())),
        ),
        (
            "export function f(a) { if (a) return a.b; return KIND.d }",
            Some(Deed::GivesEither(["a.b", "KIND.d"].map(str::to_owned))),
        ),
        (
            "export const f = (a, b) => g({ ...a.props, ...b, c: 1 }, [{ ...a }])",
            gives("g({ ...a.props, ...b, c: 1 }, [{ ...a }])"),
        ),
        (
            "export const f = a => use({ key: () => a, load: () => a, ...a.options })",
            gives("use({ key: () => a, load: () => a, ...a.options })"),
        ),
        (
            "export function f(a) { return make(a, { ...defaults(a, () => 1), ...a.very.long.path, one: () => 1, two: 2 }) }",
            gives("make(a, { ...defaults(a, () => 1), ...a.very.long.path, one: () => 1, two: 2 })"),
        ),
        (
            "export const f = (a, b, c) => { [a[b], a[c]] = [a[c], a[b]] }",
            Some(Deed::Sets("[a[b], a[c]] = [a[c], a[b]]".to_owned())),
        ),
        ("export function f(a) { this.a = a }", Some(Deed::Sets("this.a".to_owned()))),
        (
            "export async function f() { a.b(() => 1); console.log(1); await c(); a.b() }",
            calls(&["a.b", "c"]),
        ),
        (
            "export function f() { APP.logger.info(1); this._log.debug(2); git.log(3); logger(4); this.logger.child(5) }",
            calls(&["git.log", "this.logger.child"]),
        ),
        (
            "export function f() { APP.logger.info(1); a = 2; APP.logger.info(3) }",
            does("APP.logger.info(1); a = 2; APP.logger.info(3)"),
        ),
        ("export function f() { APP.logger.info(1) }", calls(&["APP.logger.info(1)"])),
        ("exports.f = function () { return a.b }", gives("a.b")),
        ("export default () => a.b", gives("a.b")),
        ("function f() { return a.b }", gives("a.b")),
        ("function f() { return a.b } export const c = 1", None),
    ] {
        let facts = extract(Flavor::Jsx, source.as_bytes());
        assert_eq!(facts.symbols.first().and_then(|it| it.deed.as_deref().cloned()), expected, "{source}");
    }
}

#[test]
fn names_are_spelled_out_where_a_constant_says_what_they_are() {
    for (body, expected) in [
        ("const b = a.get('x'); return b?.split(' ')[1]", "a.get('x')?.split(' ')[1]"),
        ("const b = await a.get('x'); const c = b.d; g(c); return c.e()", "(await a.get('x')).d.e()"),
        ("let b = a.x; b = c; return b.d", "b.d"),
        ("const b = {}; return b.c", "b.c"),
        ("const b = a.x; return b.c(b)", "b.c(b)"),
        ("const b = a.map(x => x.y); return b.join()", "b.join()"),
        ("const b = a.x; return c.b", "c.b"),
    ] {
        let source = format!("export async function f(a) {{ {body} }}");
        let facts = extract(Flavor::Jsx, source.as_bytes());
        assert_eq!(facts.symbols[0].deed.as_deref(), Some(&Deed::Gives(expected.to_owned())), "{source}");
    }
}

#[test]
fn what_a_body_changes_stands_beside_what_it_gives() {
    for (body, expected) in [
        ("a.b = 1; if (a.c) { await a.save() } return a.d", "=a.b a.save"),
        ("const all = []; all.clear(); all.x = 1; const m = new Map(); m.delete(1); return a.b(all)", ""),
        ("console.log(1); a.push(1); useEffect(() => a.b()); return a.b", ""),
        ("for (const x of a) { x.items().filter(1).remove() } return a.b", "x.items().filter(1).remove"),
        ("const q = db.posts; await q.clear(); return a.b", "db.posts.clear"),
        ("const x = db.posts; for (const x of a) { x.remove() } return a.b", "x.remove"),
        ("const g = () => { a.b() }; return g", ""),
        ("a.b()", ""),
    ] {
        let source = format!("export async function f(a) {{ {body} }}");
        let facts = extract(Flavor::Jsx, source.as_bytes());
        assert_eq!(effects(&facts), expected, "{source}");
    }
}

#[test]
fn tables_of_sql_stand_with_what_asks_them() {
    let source = "export const f = () => sql`select id, x from ${schema}.a join b on ${c}`;
        function g() { run('delete from c where id = ?') }
        const text = `Select one from many`;";
    let facts = extract(Flavor::Ts, source.as_bytes());
    let told = |it: &Shown| format!("{:?} {} {:?}", it.sort, it.text, it.symbol);
    let is_table = |it: &&Shown| matches!(it.sort, ShownSort::TableRead | ShownSort::TableChanged);
    let told: Vec<String> = facts.shown.iter().filter(is_table).map(told).collect();
    assert_eq!(told, ["TableRead b Some(0)", "TableChanged c Some(1)"]);
}

#[test]
fn what_is_assigned_to_a_member_is_a_place() {
    let source = "const x = require('x'); a.b = function () { x() }; module.exports.c = () => x; a.b.c = class { d = x }; a.e = x";
    check(Flavor::Cjs, source, references, "x in a.b\nx in c\nx in d\nx in a.e");
    let module = "import x from 'x'; A.prototype.b = () => x";
    check(Flavor::Ts, module, references, "x in A.prototype.b");
}

#[test]
fn what_is_exported_where_it_is_declared_is_exported() {
    let source = "var app = exports = module.exports = { a: 1 }";
    check(Flavor::Cjs, source, symbols, "+ Variable app | var app = { a: 1 }");
    let export = &extract(Flavor::Cjs, source.as_bytes()).exports[0];
    assert_eq!(export.name, "default");
    check(
        Flavor::Cjs,
        "var f = module.exports = function (a) {}",
        symbols,
        "+ Function f | var f = module.exports = function (a)",
    );
}

#[test]
fn a_var_of_a_block_is_known_outside_of_it() {
    let source = "try { var x = require('x') } catch {}; if (x) { x.y() }";
    check(Flavor::Cjs, source, references, "x in top\nx.y in top");
}

#[test]
fn a_variable_that_is_set_to_a_module_is_one() {
    let source = "(function () { var a, b, c; a = require('a'); b = require('b').d; function f() { a.x(b) } b.y() }).call(this)";
    check(Flavor::Cjs, source, references, "a.x in top\nb in a.x(…)\nb in top");
    let imports: Vec<String> = extract(Flavor::Cjs, source.as_bytes())
        .imports
        .iter()
        .map(|it| {
            format!(
                "{} {:?}",
                it.specifier,
                it.names.iter().map(|it| (&it.name, it.local.as_deref())).collect::<Vec<_>>()
            )
        })
        .collect();
    assert_eq!(imports, ["a [(Namespace, Some(\"a\"))]", "b [(Named(\"d\"), Some(\"b\"))]"]);
    // What is set twice may be something else.
    let twice = "var a; a = require('a'); a = other(a); a.x()";
    check(Flavor::Cjs, twice, references, "");
    let later = "var a; a = require('a'); if (mock) { a = fake } a.x()";
    check(Flavor::Cjs, later, references, "");
    let taken = "var a; a = require('a'); ({ a } = other); a.x()";
    check(Flavor::Cjs, taken, references, "");
    for again in [
        "var a; a = require('a'); var a = fake; a.x()",
        "var a; a = require('a'); for (var a of b) { a.x() }",
    ] {
        check(Flavor::Cjs, again, references, "");
    }
    let shadowed = "var a; a = require('a'); function f(a) { a.x() } a.y()";
    check(Flavor::Cjs, shadowed, references, "a.y in top");
    let given = "var a = 1; a = require('a'); a.x()";
    check(Flavor::Cjs, given, references, "");
}

#[test]
fn accessors_are_told_by_their_words() {
    let source = "module.exports = { get a () { return 1 }, set a (b) {} }";
    check(Flavor::Cjs, source, symbols, "+ Function a | get a()\n+ Function a | set a(b)");
}

#[test]
fn a_function_that_a_call_is_given_is_what_the_value_does() {
    let gives = |value: &str| Some(Deed::Gives(value.to_owned()));
    let calls = |names: &[&str]| Some(Deed::Calls(names.iter().map(|it| (*it).to_owned()).collect()));
    let answers = |value: &str| Some(Deed::Answers(value.to_owned()));
    for (source, expected) in [
        (
            "export const f = safe(async (req, res) => { await a.remove(req.id); b.c() })",
            calls(&["a.remove", "b.c"]),
        ),
        ("export const f = safe('x', log(() => { a.b(1); c() }))", calls(&["a.b", "c"])),
        ("export const f = config('x', () => { check(); return { a: 1, b: 2 } })", gives("{ a, b }")),
        ("export const f = list.map(it => it.name)", None),
        ("export const f = Object.fromEntries(all.map(it => [it.a, it]))", None),
        ("export const f = maxBy(users, it => it.age)", None),
        ("export const f = pick(users, it => it.age)", None),
        ("export const f = bus.on('x', async it => { await users.remove(it.id) })", None),
        ("export const f = listen('x', () => { location.reload() })", None),
        ("export const f = checked(userSchema, it => it.age)", gives("it.age")),
        (
            "export const f = safe(async (req, res) => { const all = []; for await (const it of a) all.push(it); res.json(all) })",
            calls(&["res.json"]),
        ),
        (
            "export function f(req, res) { if (!req.user) { return } const it = a.get(1); res.json(it) }",
            Some(Deed::AnswersLast("a.get(1)".to_owned())),
        ),
        (
            "export const f = safe(async (req, res) => { const all = await a.list(req.query); res.send(all) })",
            answers("a.list(req.query)"),
        ),
        (
            "export function f(req, res) { return res.status(200).json({ user: 1, token: 2 }) }",
            answers("{ user: 1, token: 2 }"),
        ),
        (
            "export async function f(req, res, next) { try { const it = await a.get(1); res.json(it) } catch (e) { next(e) } }",
            answers("a.get(1)"),
        ),
        ("export function f(req, res) { res.json(a) }", calls(&["res.json(a)"])),
    ] {
        let facts = extract(Flavor::Jsx, source.as_bytes());
        assert_eq!(facts.symbols.first().and_then(|it| it.deed.as_deref().cloned()), expected, "{source}");
    }
}

#[test]
fn methods_of_exported_classes_show_what_they_do() {
    let source = "export class A { run() { this.b.save(1); this.c.d() } named() { this.b.save(2) } }";
    let facts = extract(Flavor::Ts, source.as_bytes());
    let deeds: Vec<_> = facts.symbols.iter().map(|it| it.deed.is_some()).collect();
    assert_eq!(deeds, [false, true, true]);
}

#[test]
fn classes_say_which_addresses_their_methods_answer() {
    let source = "@Controller({ path: '/users', version: '1' }) export class A {
            @Get() list() {} @Post('/:id/') @Other('x') add() {} @Delete(id) remove() {} plain() {} }
        @Controller(BASE) class B { @Get('x') list() {} }
        @Injectable() class C { @Get('x') list() {} }";
    let facts = extract(Flavor::Ts, source.as_bytes());
    let told: Vec<String> =
        facts.routes.iter().map(|it| format!("{} {:?} {:?}", it.address, it.on, it.within)).collect();
    assert_eq!(told, ["GET /users None Some(0)", "POST /users/:id None Some(0)"]);
}

#[test]
fn errors_that_are_put_together_are_told_by_their_first_line() {
    let source = "export function f(a) { if (!a) throw new Error(`\\n It is lost: ${a}.\\nSee there`);
        throw new Error(`${a}`) }";
    let facts = extract(Flavor::Ts, source.as_bytes());
    assert_eq!(shown(&facts, ShownSort::Refusal), ["It is lost: ….`!a"]);
}

#[test]
fn a_local_value_hides_no_type() {
    let source = "import { Logger, Config } from 'logger'
        export function tell() { const Logger: Logger = find('logger'); Logger.tell() }
        export function set(Config: Config) { class Logger {} return new Logger() as Logger }
        @Job() export class Sync { run() { const Logger: Logger = find(); Logger.tell() } }";
    let facts = extract(Flavor::Ts, source.as_bytes());
    let used: Vec<(&str, &str)> = facts
        .references
        .iter()
        .map(|it| (it.binding.as_str(), it.symbol.map_or("", |at| &facts.symbols[at as usize].name)))
        .collect();
    assert_eq!(used, [("Logger", "tell"), ("Config", "set"), ("Logger", "run")]);
    assert!(facts.references.iter().take(2).all(|it| it.in_types));
}

#[test]
fn an_imported_type_beside_a_value_of_its_name_is_used_in_types_alone() {
    let source = "import { Item } from './item'; function Item(it: Item) { return 1 }
        export function List() { return <Item /> }";
    check(Flavor::Tsx, source, references, "Item in Item");
    let below = "function Item(it: Item) { return 1 } export function List() { return <Item /> }
        import { Item } from './item';";
    check(Flavor::Tsx, below, references, "Item in Item");
    let inner = "import { Item } from './item'; function Item() {} export function f<Item>(it: Item) {}
        export function g() { type Item = string; return (it: Item) => it }";
    check(Flavor::Tsx, inner, references, "");
    let twice = "var a = require('a'); var a = a || {}; exports.f = () => a.b()";
    check(Flavor::Cjs, twice, references, "a in a\na.b in f");
}

#[test]
fn calls_on_files_say_which() {
    let source = "export const clean = () => {
            replace(path.join(process.cwd(), 'package.json'), []);
            fs.rmSync(path.join(process.cwd(), '.hooks'), { recursive: true });
            files.map(file => { fs.rmSync(file) });
            later('a.txt'); }
        export function each() { const all = [path.join(root, 'a', 'b.txt'), path.resolve('./c'), path.join('d', name, 'e')]; all.forEach(it => fs.unlink(it)) }";
    let facts = extract(Flavor::Ts, source.as_bytes());
    let told = |at: usize| match facts.symbols[at].deed.as_deref() {
        Some(Deed::Calls(it)) => it.join(" "),
        other => format!("{other:?}"),
    };
    assert_eq!(told(0), "replace('package.json', …) fs.rmSync('.hooks', …) fs.rmSync later");
    assert_eq!(told(1), "fs.unlink('a/b.txt') fs.unlink('./c') fs.unlink('d/…/e')");
}

#[test]
fn what_is_given_is_found_behind_what_only_refuses() {
    for (body, expected) in [
        ("const it = useContext(C); if (!it) { throw new Error('no it') } return it", "useContext(C)"),
        (
            "return transaction([a.user.create({ b }), a.team.create({ c, d: 'a long text that nobody quotes here' })])",
            "transaction([a.user.create({ b }), a.team.create({ c, d: 'a long text that nobody quotes here' })])",
        ),
    ] {
        let source = format!("export function f(a) {{ {body} }}");
        let facts = extract(Flavor::Jsx, source.as_bytes());
        assert_eq!(facts.symbols[0].deed.as_deref(), Some(&Deed::Gives(expected.to_owned())), "{source}");
    }
}

#[test]
fn handlers_that_stand_in_for_a_server_say_what_they_answer() {
    let source = "import { http } from 'msw'; export const all = [http.get(`${env.URL}/users`, () => 1),
        http.post('/users', async () => 2)]";
    let facts = extract(Flavor::Ts, source.as_bytes());
    let told: Vec<&str> = facts.routes.iter().map(|it| it.address.as_str()).collect();
    assert_eq!(told, ["GET /users", "POST /users"]);
}

#[test]
fn namespaces_of_declarations_have_members() {
    let source =
        "declare namespace Cypress { interface Chainable { login(a: string): void; logout(): void } }";
    check(
        Flavor::Declaration,
        source,
        symbols,
        "- Namespace Cypress | declare namespace Cypress\n+ Interface Chainable | interface Chainable\n+ Method login | login(a: string): void\n+ Method logout | logout(): void",
    );
}

#[test]
fn what_a_maker_gives_is_what_it_does() {
    let source = "export function checked(schema, action) { return async (data) => {
            const user = await getUser(); if (!user) { throw new Error('Nobody is here') }
            const result = schema.safeParse(data); await store.save(result); return action(result.data, user) } }";
    let facts = extract(Flavor::Ts, source.as_bytes());
    assert_eq!(facts.symbols[0].deed.as_deref(), Some(&Deed::Makes));
    assert_eq!(effects(&facts), "action store.save");
    assert_eq!(shown(&facts, ShownSort::RefusalOfGiven), ["Nobody is here`!user"]);
}

#[test]
fn what_is_set_where_something_went_wrong_is_not_what_is_set() {
    let source = "export async function ask(user, mail) { user.asked = now();
        try { await mail.send(user); mail.sent = 1 } catch (e) { user.token = undefined; await user.save() } }";
    assert_eq!(
        effects(&extract(Flavor::Ts, source.as_bytes())),
        "=mail.sent =user.asked mail.send user.save"
    );
}

#[test]
fn what_code_tells_people_is_listed() {
    let source = "export function save() { toast.success('All of it is saved'); prompt({ name: 'a', message: 'Which port is it?' });
            rl.question('What is your name? ', () => 1); run('no notice at all') }
        export const Tabs = () => { const tabs = [{ id: 'one', icon: A }, { id: 'two', icon: B }]; const steps = ['git clone it', 'run it'];
            const data = [{ id: 1 }, { id: 2 }]; return tabs }
        export const plain = [{ id: 'one' }, { id: 'two' }]";
    let facts = extract(Flavor::Tsx, source.as_bytes());
    let notices = ["All of it is saved", "Which port is it?", "What is your name?"];
    assert_eq!(shown(&facts, ShownSort::Notice), notices);
    assert_eq!(shown(&facts, ShownSort::Item), ["one", "two", "one", "two"]);
    for (body, expected) in [
        ("const steps = ['git clone it', 'run it now']; return steps", "git clone it, run it now"),
        ("const steps = useMemo(() => [{ label: 'A' }, { label: 'B' }], []); return steps", "A, B"),
        ("return <T columns={[{ title: 'A', key: 'a' }, { title: 'B', key: 'b' }]} />", "A, B"),
        ("api.send([{ id: 'a' }, { id: 'b' }]); return <p />", ""),
        ("const c = ['px-4 py-2', 'text-sm font']; return <p className={c} />", ""),
    ] {
        let source = format!("export function Steps() {{ {body} }}");
        let facts = extract(Flavor::Tsx, source.as_bytes());
        assert_eq!(shown(&facts, ShownSort::Item).join(", "), expected, "{source}");
    }
    let unread = "export function f() { bus.notify('user.created'); toast.dismiss('saving-toast'); llm.prompt('You are here') }";
    let facts = extract(Flavor::Ts, unread.as_bytes());
    assert!(facts.shown.iter().all(|it| it.sort == ShownSort::Sketch), "{:?}", facts.shown);
}

#[test]
fn generated_files_say_so_of_themselves() {
    let is_generated =
        |head: &str| extract(Flavor::Ts, format!("{head}\nlet a").as_bytes()).origin == Origin::Generated;
    for head in [
        "// This file is generated from the schema. Do not edit it by hand: changes should be made there.",
        "/* Auto-generated file, do not modify */",
        "// GENERATED FILE",
    ] {
        assert!(is_generated(head), "{head}");
    }
    for head in [
        "// let's imagine this file is autogenerated from the backend",
        "/** Removes every generated file from dist. */",
        "// We do not modify the input.",
        "/** Don't edit the argument in place. */",
        "// Writes generated code with the header \"DO NOT EDIT\".",
    ] {
        assert!(!is_generated(head), "{head}");
    }
}

#[test]
fn commands_are_told_as_far_as_they_are_known() {
    let source = "export function run(a) { execSync(`npm run add ${a}`, { stdio }); cp.spawn('git', ['status']); exec(a) }";
    let facts = extract(Flavor::Ts, source.as_bytes());
    let Some(Deed::Calls(told)) = facts.symbols[0].deed.as_deref() else { panic!("it calls") };
    assert_eq!(told.join(" "), "execSync('npm run add…') cp.spawn('git') exec");
}

#[test]
fn chains_over_lines_are_joined_and_texts_are_left() {
    let source = "export async function f() { if (a) { await db\n  .delete(x)\n  .where(y) } if (b) { $('#a .b').addClass('c') } return a.b }";
    let facts = extract(Flavor::Ts, source.as_bytes());
    assert_eq!(effects(&facts), "$('#a .b').addClass db.delete(x).where");
}

#[test]
fn texts_that_a_call_is_given_are_told() {
    let source = "export const send = async (to, token) => { const subject = 'Email verification'; const text = `Dear user: ${token}`;
        await sendEmail(to, subject, text); log.info('It is sent'); run('x', 1) }";
    let facts = extract(Flavor::Ts, source.as_bytes());
    let Some(Deed::Calls(told)) = facts.symbols[0].deed.as_deref() else { panic!("it calls") };
    assert_eq!(told.join(" | "), "sendEmail(to, 'Email verification', text) | run");
}

#[test]
fn long_bodies_are_told_in_short() {
    for (body, expected) in [
        ("if (a) return f(a); return b", "if (a) return f(a); return b"),
        // Nothing is left out that is not told to be.
        (
            "const rows = []
            for (let i = 0; i < a.length; i++) { // each one
              if (!a[i]) continue
              rows.push(f(a[i], 'a text that is long enough for a body to be told in short, and nothing more than that'))
            }
            const last = rows[rows.length - 1]
            return rows.concat(last)",
            "rows = []; for (…; i < a.length; …) { if (!a[i]) continue; rows.push(f(a[i], 'a text that is long enough for a b…')) }; last = rows[rows.length - 1]; return rows.concat(last)",
        ),
        (
            "try { const r = await get(a); return r.data } catch (e) { log(e) }",
            "try { r = await get(a); return r.data } catch (e) { log(e) }",
        ),
        ("try { return a() } finally { b() }", "try { return a() } finally { b() }"),
        (
            "switch (a.type) { case A: return 1; case 'b': b = g(a); break; case C: c(); default: throw new Error('It is unknown') }",
            "switch (a.type) { case A: return 1; case 'b': b = g(a); break; case C: c(); default: throw new Error('It is unknown'); }",
        ),
        ("a: b: c: for (const x of y) { if (x) { break a } }", "a: b: c: for (x of y) if (x) break a"),
        ("for await (const x of y) { if (x.a) { b(x); continue } c(x) }", "for await (x of y) { if (x.a) { b(x); continue }; c(x) }"),
        ("if (a) { if (b) { c() } } else { d() }", "if (a) { if (b) c() } else d()"),
        ("if (a) { for (const x of a) if (b) c() } else { d() }", "if (a) { for (x of a) if (b) c() } else d()"),
        ("do { a() } while (b && !c); console.log(a); logger.info(b); log.append(c)", "do { a() } while (b && !c); log.append(c)"),
        (
            "if (!(a.isAdministrator || a.isModeratorOf(b.community.identifier, 'a mode that is strict', 'and a text that is longer'))) { refuse(a); return }",
            "if (!(a.isAdministrator || a.isModeratorOf(b.community.identifier, …))) { refuse(a); return }",
        ),
        (
            "x?.first?.(1); return (await get(a, 'a text that is too long to be told in the room that there is for one of the words')).data?.inner",
            "x?.first?.(1); return (await get(a, 'a text that is too long to be told in …')).data?.inner",
        ),
        (
            "one(async ({ id, to }) => { await two(id)\n three(to) }); four((a) => a.b, { 'Content-Type': a, id: b, c, m() {}, d: 'a text that is far too long to be told there, whatever the room' })",
            "one(async ({ id, to }) => …); four((a) => a.b, { 'Content-Type': a, id: b, c, m: …, … })",
        ),
        ("a.split('    ').join('  '); b.replace(/\\s+/g, ' '); c('``')", "a.split(…).join(…); b.replace(/\\s+/g, ' '); c(…)"),
        (
            "a.b = !(c.isAdministratorOfEverything || c.isEditorOfTheDocumentsOfTheCompany || c.isModeratorOfAllOfThem)!; d()",
            "a.b = !(c.isAdministratorOfEverything || c.isEditorOfTheDocumentsOfTheCompany || c.isModeratorOfAllOfThem); d()",
        ),
        ("for (const x of y) { if (!(x in z)) throw new Error('none') } return z", "for (x of y) if (!(x in z)) throw new Error('none'); return z"),
        ("if (a) { return function* () { yield b } } return - -a", "if (a) return function* (…) { yield b }; return - -a"),
        ("return (req) => { if (req.a) return one(req); return two(req) }", "return (req) => { if (req.a) return one(req); return two(req) }"),
        (
            "useEffect(() => {\n  one()\n  two()\n}, [a])\n useEffect(() => { three() }, [])",
            "useEffect(() => { one(); two() }, […]); useEffect(() => { three() }, [])",
        ),
        ("return f(a)", "return f(a)"),
        ("f(a)", ""),
    ] {
        // What is short is told as it stands.
        let remark = "long ".repeat(400);
        let source = format!("export async function f(a, b) {{ ; /* {remark} */ {body} }}");
        let facts = extract(Flavor::Tsx, source.as_bytes());
        assert_eq!(shown(&facts, ShownSort::Sketch).join(""), expected, "{source}");
    }
    // What does not fit is cut from the inside.
    let step = |at: usize| format!("await step{at}(a, {{ b, c: d(e) }}, 'a long text of no use')\n");
    let steps = (0..40).map(step).collect::<Vec<_>>().concat();
    let source = format!("export async function f(a) {{ if (!a) return null; {steps} }}");
    let facts = extract(Flavor::Ts, source.as_bytes());
    let told = shown(&facts, ShownSort::Sketch).join("");
    let calls =
        (0..6).map(|at| format!("await step{at}(a, {{ b, c: d(e) }}, …); ")).collect::<Vec<_>>().concat();
    assert_eq!(told, format!("…; {calls}…"));
    assert!(told.len() <= 256, "{told}");
}

//! What the bodies of functions show that they do.

use super::super::Flavor;
use super::extract;
use crate::facts::{Deed, Effect};

#[test]
fn bodies_show_what_functions_do() {
    let gives = |value: &str| Some(Deed::Gives(value.to_owned()));
    for (body, expected) in [
        ("pass", Some(Deed::Nothing)),
        ("'Of f.'", None),
        ("return a.b", gives("a.b")),
        ("'Of f.'\n    return await g(a)", gives("g(a)")),
        ("return a", None),
        ("b = g(a)\n    return b", gives("g(a)")),
        ("b = g(a)\n    b.c()\n    return b", Some(Deed::Calls(vec!["g(a).c".to_owned()]))),
        ("if a:\n        return 1\n    return g(a)", Some(Deed::GivesLast("g(a)".to_owned()))),
        ("with a:\n        return g(a)", gives("g(a)")),
        ("b = g()\n    yield b", Some(Deed::Yields("g()".to_owned()))),
        ("raise TypeError('no')", Some(Deed::Throws("TypeError('no')".to_owned()))),
        ("self.a = 1", Some(Deed::Sets("self.a".to_owned()))),
        ("a.b()\n    print(1)\n    c()", Some(Deed::Calls(vec!["a.b".to_owned(), "c".to_owned()]))),
        ("self.logger.info(1)\n    app.log.warning(2)\n    c()", Some(Deed::Calls(vec!["c".to_owned()]))),
    ] {
        let source = format!("async def f(self, a):\n    {body}\n");
        let facts = extract(Flavor::Module, source.as_bytes());
        assert_eq!(facts.symbols[0].deed.as_deref().cloned(), expected, "{source}");
    }
}

#[test]
fn names_are_spelled_out_where_one_statement_says_what_they_are() {
    let gives = |value: &str| Some(Deed::Gives(value.to_owned()));
    for (body, expected) in [
        ("b = a.get('x')\n    return b.c[0]", gives("a.get('x').c[0]")),
        ("b = await a.get('x')\n    c = b.d\n    return c.e()", gives("(await a.get('x')).d.e()")),
        ("b = a.x\n    if c:\n        b = c\n    return b.d", gives("b.d")),
        ("b = []\n    return b.c", gives("b.c")),
        ("b = a.x\n    return b.c(b)", gives("b.c(b)")),
        (
            "q = a.filter(x=1)\n    q.update(y=2)\n    q = a.filter(x=3)\n    q.update(y=4)",
            Some(Deed::Calls(vec!["a.filter(x=1).update".to_owned(), "a.filter(x=3).update".to_owned()])),
        ),
        (
            "q = make(a, 1)\n    q.one()\n    q.two()",
            Some(Deed::Calls(vec!["q.one".to_owned(), "q.two".to_owned()])),
        ),
    ] {
        let source = format!("async def f(a):\n    {body}\n");
        let facts = extract(Flavor::Module, source.as_bytes());
        assert_eq!(facts.symbols[0].deed.as_deref().cloned(), expected, "{source}");
    }
}

#[test]
fn what_a_body_changes_stands_beside_what_it_gives() {
    for (body, expected) in [
        ("a.b = 1\n    a.b = 2\n    if a.c:\n        a.save()\n    return a.d", "=a.b a.save"),
        ("rows = []\n    rows.clear()\n    rows.x = 1\n    return a.b(rows)", ""),
        ("print(1)\n    log.info(2)\n    a.append(1)\n    super().x()\n    return a.b", ""),
        ("for x in a.all():\n        x.items.all().delete()\n    return a.b", "x.items.all().delete"),
        ("def g():\n        a.b()\n    return a.c", ""),
        ("a.b()", ""),
    ] {
        let source = format!("def f(a):\n    {body}\n");
        let facts = extract(Flavor::Module, source.as_bytes());
        assert_eq!(effects(&facts.symbols[0].effects), expected, "{source}");
    }
}

fn effects(effects: &[Effect]) -> String {
    let told = effects.iter().map(|it| match it {
        Effect::Sets(it) => format!("={it}"),
        Effect::Calls(it) => it.clone(),
    });
    told.collect::<Vec<_>>().join(" ")
}

#[test]
fn values_are_told_by_their_heads() {
    for (source, expected) in [
        ("a = ['b', c.d, f(), 1]", "a = ['b', c.d, 1]"),
        ("a: list[str] = ('b',)", "a: list[str] = ['b']"),
        ("a = { 'b': 1, 'c': { 'd': 2 }, e: 3 }", "a = { b, c, e }"),
        ("a = [{ 'b': 1 }]", "a = [{ b }]"),
        ("a = b.c == 'd'", "a = b.c == 'd'"),
        ("a = []", "a"),
        ("a = 1", "a = 1"),
    ] {
        let facts = extract(Flavor::Module, source.as_bytes());
        assert_eq!(facts.symbols[0].signature.as_deref(), Some(expected), "{source}");
    }
}

#[test]
fn decorators_say_which_requests_a_function_is_called_for() {
    for (decorator, expected) in [
        ("app.route('/a/<int:id>')", Some("/a/<int:id>")),
        ("app.route('/a', methods=['GET', 'post'])", Some("GET|POST /a")),
        ("app.route('/a', methods=known)", Some("/a")),
        ("router.get('/a', status_code=204)", Some("GET /a below router")),
        ("app.get('/a')\n@users_bp.post('/b')", Some("GET /a, POST /b below users_bp")),
        ("mocker.get('/a')", None),
        ("cache.delete('/a')", None),
        ("cache.get('a')", None),
        ("mock.patch('a.b')", None),
        ("app.route(path)", None),
    ] {
        let source = format!("@{decorator}\ndef f(a):\n    return g(a)\n");
        let facts = extract(Flavor::Module, source.as_bytes());
        let route = match facts.symbols[0].deed.as_deref() {
            Some(Deed::Serves(routes)) => Some(routes.join(", ")),
            _ => None,
        };
        assert_eq!(route.as_deref(), expected, "{source}");
    }
}

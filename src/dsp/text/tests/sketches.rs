//! What is told of long bodies in short, and what may be said of them for it.

use super::{file_of, symbols};

#[test]
fn what_is_given_is_told_by_what_it_rests_on() {
    let source = "import { answer, denied, may, create, check, known } from './lib'
        export const add = async (request: Request) => {
            const schema = known({ kind: known.one(['first', 'second', 'third']).or(known('open')), name: known(100), more: known.any({ a: 1 }) })
            const { auth, body, error } = await check(request, schema)
            if (error) return error()
            const { team } = body
            if ((team && !(await may(auth, team, 'create things'))) || !(await may(auth, 'all', 'create things'))) return denied()
            const data = { ...body, kind: known.kind(body.kind), id: known.id(), parameters: body.parameters ?? {}, owner: !team ? auth.user.id : undefined }
            let count = 0
            const result = await create(data, count)
            return answer(result)
        }";
    assert_eq!(
        symbols("src/things.ts", source),
        [
            "add: Adds (things): takes `request`; does `…; if (error) return error(); …; if ((team && !(await may(auth, team, …))) || !(await may(auth, 'all', …))) return denied(); data = { ...body, kind: …, id: known.id(), … }; …; result = await create(data, count); return answer(result)`; uses `check`, `denied`, `known`, `may`"
        ]
    );
}

#[test]
fn cases_that_are_done_with_before_are_not_passed_over() {
    let source = "export function fill(it) {
            const before = this.body
            this.body = it
            if (it == null) { this.headers.remove('Content-Type', before.kind.of(this)); this.status = 204; return }
            if (!this.isSet) this.status = 200
            if (typeof it === 'string') { this.kind = 'text of many words and more'; this.length = Buffer.byteLength(it); return }
            if (Buffer.isBuffer(it)) { this.kind = 'bytes of many words and more'; this.length = it.length; return }
            if (it instanceof Blob) { this.kind = 'a blob of many words and more'; this.length = it.size; return }
            if (it instanceof Reply) { this.kind = 'another reply of many words'; this.status = it.status; return }
            this.headers.remove('Content-Length', before.length.of(this, it, 'more'))
            this.kind = 'json'
        }";
    assert_eq!(
        symbols("src/response.js", source),
        [
            "fill: Fills `it`: does `…; this.body = it; if (…) { …; return }; if (!this.isSet) this.status = 200; if (…) { …; return }; this.headers.remove('Content-Length', …); this.kind = 'json'`"
        ]
    );
}

#[test]
fn elements_of_a_page_are_told_where_they_are_used() {
    let source =
        "const open = document.getElementById('open'); const list = document.querySelectorAll('.list li')
        const scores = JSON.parse(localStorage.getItem('scores'))
        function show() { list.forEach(it => it.classList.add('on')) }
        open.addEventListener('click', show); show(scores)";
    assert_eq!(
        file_of("memory-cards/script.js", source),
        "Script of memory cards: does `scores = JSON.parse(localStorage.getItem('scores')); open.addEventListener('click', show); show(scores)`; defines `show` (calls `it.classList.add`) (auto)"
    );
}

#[test]
fn what_a_wrapped_file_declares_as_functions_is_told() {
    let wrapped = "(window => { const send = async (it) => { await fetch('/a', it) }; const kept = 1; send(kept) })(window)";
    assert_eq!(file_of("src/tracker.js", wrapped), "Tracker, a script: defines `send` (auto)");
}

#[test]
fn what_makes_a_check_is_told_by_what_that_asks() {
    let source =
        "export function shouldHaveBody(text) { return function (res) { assert.equal(res.text, text) } }
        export const needsRefresh = () => (dispatch) => { dispatch(refresh()) }
        export const hasRole = (role) => (Component) => (props) => <Component {...props} />
        export const isAuth = (role) => (req, res, next) => { if (req.role !== role) res.status(403).end(); else next() }
        export const isOlder = (than: number) => (it: Person): boolean => it.age > than";
    assert_eq!(
        symbols("test/utils.tsx", source),
        [
            "shouldHaveBody: Makes a function that checks whether it should have body: takes `text`; gives a function that takes `res`; what it gives calls `assert.equal`; for tests",
            "needsRefresh: Needs refresh: gives a function that takes `dispatch`; what it gives calls `dispatch`; for tests",
            "hasRole: Has role: takes `role`; gives a function that takes `Component`; for tests",
            "isAuth: Makes a request handler that checks whether it is auth: takes `role`; for tests",
            "isOlder: Makes a function that tells whether `it` is older: takes `than`; does `return (it: Person) => it.age > than`; for tests",
        ]
    );
}

#[test]
fn what_stands_inside_of_what_is_taken_is_not_what_is_taken() {
    let source = "export type Name = string
        export interface State { open: { name: Name; tab?: string } | null }
        export interface Options { level: number }
        export interface Reporter { log: (it: string, context: { options: Options }) => void }
        export function quote(open = '{', options: Options) { return options.level }
        export type DialogProps = { title: string }
        const DialogInner = (props: DialogProps) => <b>{props.title}</b>
        export const Dialog = (props: { open: boolean }) => props.open ? <DialogInner title='a' /> : null";
    let told = symbols("src/dialog.tsx", source);
    for expected in [
        "Name: Name (dialog): another name for `string`; in the type of `State.open`",
        "Options: Options (dialog), an interface: in what is taken by `Reporter.log`; taken by `quote`; has `level`",
        "DialogProps: Dialog props, an object type: taken by `DialogInner`; has `title`",
    ] {
        assert!(told.iter().any(|it| it == expected), "{told:?}");
    }
}

#[test]
fn what_is_told_apart_stays_where_its_cases_do_not_fit() {
    let case = |name: &str| {
        format!(
            "if (action.type === '{name}') {{ const next = state.cart.map((it) => {{ if (it.id === action.id) {{ return {{ ...it, n: 1 }} }} return it }}); return {{ ...state, cart: next }} }}"
        )
    };
    let cases: String =
        ["CLEAR_CART", "REMOVE_ITEM", "INCREASE_AMOUNT", "DECREASE_AMOUNT", "GET_TOTALS", "LOADING"]
            .map(case)
            .concat();
    let source =
        format!("export const reducer = (state, action) => {{ {cases} throw new Error('no such action') }}");
    assert_eq!(
        symbols("src/cart/reducer.js", &source),
        [
            "reducer: Reducer (cart): takes `state`, `action`; tells apart by `action.type` `CLEAR_CART`, `REMOVE_ITEM`, `INCREASE_AMOUNT`, `DECREASE_AMOUNT`, `GET_TOTALS`, `LOADING`; throws 'no such action'"
        ]
    );
}

#[test]
fn of_cases_it_is_told_that_some_are_left_out() {
    let source = "export function pages(at, all) {
            if (all <= 7) { return Array.from({ length: all }, (_, it) => it + 1) }
            if (at <= 3) { return [1, 2, 3, '...', all - 1, all] }
            const around = at - 1; log(around)
            return [1, '...', around, at, at + 1, '...', all, 'and so on and on until the end', another, value]
        }";
    assert_eq!(
        symbols("src/pages.ts", source),
        [
            "pages: Pages: takes `at`, `all`; gives …, `[1, 2, 3, '...', all - 1, all]` if `at <= 3`; in the end gives `[1, '...', around, at, at + 1, '...', all, 'and so on and on until the end', another, value]`"
        ]
    );
}

#[test]
fn what_only_writes_to_a_log_says_so() {
    let source = "import chalk from 'chalk'
        export function info(text) { console.log(`${chalk.blue(' INFO ')} ${text}`) }
        export function both(text) { console.log('a'); console.error(text) }
        export function save(text) { console.log('saving'); store.put(text) }";
    assert_eq!(
        symbols("src/logger.js", source),
        [
            "info: Info (logger): takes `text`; calls `console.log`; uses `chalk.blue`",
            "both: Both (logger): takes `text`; does `console.log('a'); console.error(text)`",
            "save: Saves `text`: calls `store.put`",
        ]
    );
}

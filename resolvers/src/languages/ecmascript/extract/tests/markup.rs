//! What people meet in markup, and the sides of components of one file.

use std::fmt::Write as _;

use super::{Flavor, check};
use crate::facts::{FileFacts, ShownSort};

fn shown(facts: &FileFacts) -> String {
    let mut out = String::new();
    // Sketches of bodies have tests of their own.
    for it in facts.shown.iter().filter(|it| it.sort != ShownSort::Sketch) {
        let symbol = it.symbol.map_or("", |at| &facts.symbols[at as usize].name);
        let _ = writeln!(out, "{:?} {} {symbol}", it.sort, it.text);
    }
    out
}

fn sides(facts: &FileFacts) -> String {
    format!("{}\n{}", facts.sides.props.join(" "), facts.sides.events.join(" "))
}

fn routes(facts: &FileFacts) -> String {
    facts.routes.iter().fold(String::new(), |out, it| format!("{out}{} -> {}\n", it.address, it.answers))
}

#[test]
fn addresses_that_something_answers() {
    for (source, expected) in [
        ("router.get('/a', list); app.use('/b', auth, users.router)", "GET /a -> list\n/b -> users.router"),
        ("const r = express.Router(); r.post('/c', handle(check(it, add))); r.use('/d', sub.routes())", "POST /c -> add\n/d -> sub"),
        ("app.use('/e', require('./e')); app.use('/f', cors()); app.use(json); app.use('/', it)", "/e -> ./e"),
        ("api.post('/g', values); cache.get('h', it); app.get(`/${j}`, k); cache.get('/k', () => 1)", ""),
        ("this.http.get('/g', options); storage.put('/h', body); fs.put('/i', handler)", ""),
        ("app.get('/j', (req, res) => { return next(err) })", "GET /j ->"),
        ("const r = new Hono().use(auth).get('/', list).post('/a', check, (c) => add(c)); new Map().get('/b', c)", "GET / -> list\nPOST /a ->"),
        ("router.route('/u').all(auth).get(list).post(check, add); app.route('/v', sub)", "/u -> auth\nGET /u -> list\nPOST /u -> add\n/v -> sub"),
        ("export default express.Router().get('/w', list); map.route('/u').get(list)", "GET /w -> list"),
        ("app.get('/i', (req) => 1); usersRouter.del('users.one', auth, async function () {})", "GET /i ->\nDELETE users.one ->"),
        (
            "const routes = [{ path: '', component: Home }, { path: 'k/:id', component: () => import('./K.vue') },
               { path: 'l', loadComponent: () => import('./l').then((it) => it.L) }, { path: 'm', element: <p /> },
               { path: 'n', lazy: lazy(() => import('./n')), children: [{ path: 'o', element: <A.O /> }] }, { path: p }]",
            "/ -> Home\nk/:id -> ./K.vue\nl -> ./l\nn -> ./n\nn/o -> A.O",
        ),
        (
            "const a = <><Route path='q' element={<Q />} /><PrivateRoute exact path={'/r'} component={R} /><Route index element={<S />} /><Link path='t' element={<T />} /></>",
            "q -> Q\n/r -> R",
        ),
    ] {
        check(Flavor::Tsx, source, routes, expected);
    }
}

#[test]
fn addresses_that_code_asks() {
    for (source, expected) in [
        (
            "const BASE = 'https://a.b'; export function f(u) { const url = '/a'; axios.post(url, 1); axios.put(u); axios.get(BASE);
                if (u) { const url = '/b'; axios.patch(url) } axios.delete(url); return (BASE) => axios.put(BASE) }",
            "Request POST /a f\nRequest https://a.b f\nRequest PATCH /b f\nRequest DELETE /a f",
        ),
        ("export const useA = id => useQuery({ f: () => api.get(`/a/${id}`) })", "Request /a/${id} useA"),
        ("export const s = api => { api.get('/a', list); api.get('/`') }", ""),
        ("export function f() { return fetch('/b', { method }) }", "Request /b f"),
        (
            "export const g = () => { del('/c'); this.http.post<A>('https://x.y/d', d); window.fetch('/e') }",
            "Request DELETE /c g\nRequest POST https://x.y/d g\nRequest /e g",
        ),
        (
            "export const k = async () => {
               fetch('/a', { method: 'post', body }); fetch(`${BASE}/b`, { method: 'GET' }); axios({ url: '/c', method: 'PUT' })
               ky(`/d/${id}/e?${query()}`, { method }); $fetch(`${f()}/g`); await this.$axios.$post(`/h/${i ?? 1}`); $fetch(`/${j()}`)
               axios.request({ url: '/k', method: 'delete' }); useSWR('/l', { method: 'POST' })
             }",
            "Request POST /a k\nRequest ${BASE}/b k\nRequest PUT /c k\nRequest /d/${id}/e?… k\nRequest POST /h/… k\n\
             Request DELETE /k k",
        ),
        (
            "export const h = () => { app.get('/f', () => 1); map.get('/g'); get(i); get('j'); get(`/${l()}`) }",
            "",
        ),
    ] {
        check(Flavor::Ts, source, shown, expected);
    }
}

#[test]
fn texts_and_elements_of_markup() {
    for (flavor, source, expected) in [
        (
            Flavor::Tsx,
            "export const A = () => <form><h1>Sign up</h1><Input label='Email' x={'y'} />{t('a.b')}{b}</form>
             const B = () => <><Title>{'Both'}</Title><a title={i18n.t('c')}>x = 1</a><b>  </b></>",
            "Element form A\nMessage a.b A\nHeading Sign up A\nText Email A\nGiven Input x={'y'} A\nGiven Title B\nHeading Both B\nMessage c B",
        ),
        (
            Flavor::Tsx,
            "const A = () => { const head = t('Not paid') ?? t('a b.c'); ok(t('Paid')); return <h2>{t('Go on')}</h2> }
             const B = () => <Trans defaults='Ask <b>it</b>' /> || <Trans defaults='Ask it' />",
            "Notice Not paid A\nNotice a b.c A\nNotice Paid A\nHeading Go on A\nGiven Trans B\nText Ask it B",
        ),
        // What declares a translator says how its keys begin.
        (
            Flavor::Tsx,
            "async function A() { const t = await getTranslations({ locale, namespace: 'Users' }); return <h2>{t('Title')}</h2> }
             function B() { const t = useTranslations(), tr = useScopedI18n('a.b'); return <p>{t('c.d')}{tr('e')}</p> }
             function C() { const { t: tt, i18n } = useTranslation(['ns'], { keyPrefix: 'f' }); return <p>{tt('g')}{tt(g)}</p> }",
            "HeadingKey Users.Title A\nMessage c.d B\nMessage a.b.e B\nMessage ns.f.g C",
        ),
        // It does so as far as its name means it.
        (
            Flavor::Tsx,
            "function A() { const t = useTranslations('A'); const f = (t) => t('b.c'); const g = ({ t }) => t('d.e'); return <p>{t('f')}</p> }
             function B({ t }) { return <p>{t('g.h')}</p> }
             const C = () => <p>{t('i.j')}</p>",
            "NoticeKey b.c A\nNoticeKey d.e A\nMessage A.f A\nMessage g.h B\nMessage i.j C",
        ),
        // What is documented is told by that.
        (
            Flavor::Tsx,
            "/** Asks for the name and the address of a person who wants to sign up. */
             export const A = () => <h1>Sign up</h1>",
            "",
        ),
        (Flavor::Tsx, "it('a', () => { render(<h1>Sign up</h1>) })", ""),
        (
            Flavor::Vue,
            "<template><h2>All {{ n }}</h2><h3>Your posts</h3><button :title=\"$t('x.y')\">Send it</button>
             <template #title>Head</template><!-- <p>None</p> --></template>
             <style>.a > b { }</style><script setup>const a = '<p>None</p>'</script>",
            "Heading Your posts\nMessage x.y\nText Send it\nHeading Head",
        ),
        (
            Flavor::Svelte,
            "{#if a < b}<p on:click={() => x}>Go on</p>{/if}<Card placeholder=\"Name it\"/><table/>",
            "Text Go on\nText Name it\nElement table",
        ),
        (
            Flavor::Svelte,
            "{#snippet row(x: Row<form>)}<b header=\"No text\">Go on</b>{/snippet}",
            "Text Go on",
        ),
        (Flavor::Vue, "<template><h1>Größe</h1><p", ""),
        (Flavor::Vue, "<a><template><h1>Within</h1></template>", ""),
        (Flavor::Vue, "<docs><p>Not shown</p></docs><template lang=\"haml\"><p>Nor this</p></template>", ""),
        (
            Flavor::Vue,
            "<template><p class='card-title big'>Head</p><p class=\"item-title\">Row</p><img title='On hover'>
             <my-card title='Named'/><v-icon>Never read</v-icon><v-icon/>{{ $t(`a.b`) }}{{ $t(`a.${b}`) }}<p [title]=\"'c.d' | translate\">{{'e.f'|transloco}} {{'g' | upper}}</p></template>",
            "Heading Head\nText Row\nText On hover\nHeading Named\nMessage a.b\nMessage c.d\nMessage e.f",
        ),
        (
            Flavor::Vue,
            "<template><b>{{ $t('a.b') }}</b> {{ $t('c.d') }} <p>Go <i>on</i> now </p></template>",
            "Message a.b\nMessage c.d\nText now",
        ),
        (Flavor::Astro, "---\nconst a: Array <form> = b\n---\n<h1>Größe</h1><p", "Heading Größe"),
    ] {
        check(flavor, source, shown, expected);
    }
}

#[test]
fn texts_of_pug() {
    for (lines, expected) in [
        (
            "h2 Your posts\n.a.card-title#b: span Go on\np\n  | Read it\n  b  and go",
            "Heading Your posts\nText Go on\nText Read it\nText and go",
        ),
        (
            "v-card(\n    title='Head',\n    :label=\"$t('x.y')\" v-if='a > (b)'\n  )\n  input(placeholder='Name it' alt=a + 'no')",
            "Heading Head\nMessage x.y\nElement input\nText Name it",
        ),
        (".title {{ $t('a.b') }}\n.headline= $t(`c`)\nv-icon Never read", "Message a.b\nMessage c"),
        ("template(#title)\n  | Head\ntemplate(slot='title') Another", "Heading Head\nHeading Another"),
        (
            "//- Not read\n   p Nor this\np.\n  One line\n  and more\n\nscript.\n  p Nor this",
            "Text One line\nText and more",
        ),
        ("if really\n  p Said here\nelse\n  p Said there #[b now]", "Text Said here\nText Said there"),
        // What is broken is read line by line.
        ("p(a='b\np Said\nb(: .# x\n&.(\nh1 Größe", "Text Said\nHeading Größe"),
    ] {
        let lines = lines.replace('\n', "\n  ");
        let source = format!("<template lang=\"pug\">\n  {lines}\n</template>");
        check(Flavor::Vue, &source, shown, expected);
    }
}

#[test]
fn components_of_templates() {
    let elements = |facts: &FileFacts| facts.elements.join(" ");
    let pug = "<template lang='pug'>\nmy-part(a): MyOther.b Text\n  td: v-icon\n  svg.a\n</template>";
    check(Flavor::Vue, pug, elements, "my-part MyOther v-icon");
    let source = "<template><MyPart/><my-other/><router-view/><KeepAlive/><svg:a/><div/><MyPart/></template>";
    check(Flavor::Vue, source, elements, "MyPart my-other RouterView");
}

#[test]
fn sides_of_components() {
    for (flavor, script, expected) in [
        (
            Flavor::Vue,
            "const { a } = withDefaults(defineProps<Props>(), {}); interface Props { a: A; b?: B }
             const emit = defineEmits<{ (event: 'close'): void; (event: 'open', a: A): void }>()",
            "a b\nclose open",
        ),
        (Flavor::Vue, "defineProps(['a', 'b']); defineEmits(['c'])", "a b\nc"),
        (Flavor::Vue, "const a = defineModel(); const b = defineModel('b')", "modelValue b"),
        (
            Flavor::Vue,
            "export default { name: 'x', props: { a: String, b: {} }, emits: ['c'], data() {} }",
            "a b\nc",
        ),
        (Flavor::Vue, "export default defineComponent({ props: ['a'] })", "a"),
        (Flavor::Svelte, "let { a, b = 1, ...rest } = $props()", "a b"),
        (Flavor::Vue, "const a = props()", ""),
    ] {
        let source = format!("<script setup lang=\"ts\">{script}</script>");
        check(flavor, &source, sides, expected);
    }
}

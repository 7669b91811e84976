//! Scripts of Vue, Svelte and Astro.

use super::{Flavor, check, imports, references};

#[test]
fn scripts_of_components() {
    for (flavor, source, expected) in [
        (
            Flavor::Vue,
            "<template><a>import 'no'</a></template>\n<script>import a from 'x'</script>",
            "runtime Import x {default as a}",
        ),
        (
            Flavor::Vue,
            "<script lang=\"ts\">import type { A } from 'x'; export default {}</script><SCRIPT setup lang='ts'>import b from 'y'; let a: A</SCRIPT>",
            "type Import x {A}\nruntime Import y {default as b}",
        ),
        (
            Flavor::Vue,
            "<!-- <script>import 'no'</script> --><script a=\"x > y\">import 'x' // end</script>",
            "runtime SideEffect x",
        ),
        (
            Flavor::Vue,
            "<script src=\"./x.ts\"></script><script src='https://cdn/x.js'></script>",
            "runtime ScriptSrc ./x.ts",
        ),
        (
            Flavor::Vue,
            "<script type=\"text/template\">import 'no'</script><scripts>import 'no'</scripts>",
            "",
        ),
        (Flavor::Vue, "<template/>", ""),
        (Flavor::Vue, "<script>import 'x'", "runtime SideEffect x"),
        (Flavor::Vue, "<script>a = '<b></script\\>'; import 'x'</script >", "runtime SideEffect x"),
        (Flavor::Vue, "<script", ""),
        (Flavor::Vue, "<script lang='tsx'>import 'x'; const a = <B/></script>", "runtime SideEffect x"),
        (
            Flavor::Svelte,
            "<script context=\"module\">import 'x'</script><script>import 'y'; $: z = 1</script><p>{a}</p>",
            "runtime SideEffect x\nruntime SideEffect y",
        ),
        (
            Flavor::Astro,
            "---\nimport a from 'x'\nif (b) return\n---\n<a/><script>import 'y'</script><script is:inline>import 'no'</script><script type=\"application/json\">{}</script>",
            "runtime Import x {default as a}\nruntime SideEffect y",
        ),
        (Flavor::Astro, "<p>---</p>", ""),
    ] {
        check(flavor, source, imports, expected);
    }
}

#[test]
fn names_used_in_the_markup() {
    for (flavor, source, expected) in [
        (
            Flavor::Vue,
            "<script setup>import MyPart from 'x'; import { a, b } from 'y'</script><template><my-part :x=\"a\">b</my-part></template>",
            "MyPart in top\na in top",
        ),
        (
            Flavor::Vue,
            "<script setup>import MyPart from 'x'; import { a, b } from 'y'</script><template lang='pug'>\nmy-part(:x='a') b\n</template>",
            "MyPart in top\na in top",
        ),
        (
            Flavor::Svelte,
            "<script>import { s } from 'x'; import T from 'y'; import { u } from 'z'</script><T.A>{$s}</T.A> u",
            "T in top\ns in top",
        ),
        (Flavor::Svelte, "<script>import { s } from 'x'; let a = $s</script>", "s in a"),
        (Flavor::Svelte, "<script>import { s } from 'x'; const { a } = $s</script>", "s in a"),
        (
            Flavor::Astro,
            "---\nimport A from 'x'; import b from 'y'\n---\n{c.map((d) => <A e={b}/>)}",
            "A in top\nb in top",
        ),
        // Names of Vue alone have other spellings, and those of tags.
        (
            Flavor::Vue,
            "<script setup>import { Part, vFocus } from 'x'; import { Item } from 'y'</script><template><part v-focus>{{ item }}</part></template>",
            "Part in top\nvFocus in top",
        ),
        (
            Flavor::Vue,
            "<script setup lang=\"ts\" generic=\"T extends Item\">import type { Item } from 'x'</script>",
            "Item in top",
        ),
        (
            Flavor::Vue,
            "<script setup>import { userName } from 'x'</script><template><a user-name=\"b\" /></template>",
            "",
        ),
        (
            Flavor::Vue,
            "<script setup>import { Item, Row } from 'x'</script><template lang='pug'>\nrow(v-for='item in items') {{ item.a }}\n</template>",
            "Row in top",
        ),
        (
            Flavor::Astro,
            "---\nimport { Item, partName } from 'x'\n---\n{list.map((item) => <p a={part-name}>{item.name}</p>)}",
            "",
        ),
        // Text, comments, strings, keys, members and names of attributes are none.
        (
            Flavor::Vue,
            "<script setup>import { a, b, c, d, e, f, g, h } from 'x'</script><template><!-- {{ a }} --><p b=\"c\" :d=\"'e'\" :k=\"{ f: g }\">a {{ x.h }}</p></template>",
            "g in top",
        ),
        (
            Flavor::Svelte,
            "<script>import { a, b, c, d, e, f } from 'x'</script><p a=\"b {c ? 'd' : `x ${e}`}\" use:f>a</p><style>b { a: c }</style>",
            "c in top\ne in top\nf in top",
        ),
        (
            Flavor::Astro,
            "---\nimport { A, B, a, b, c } from 'x'\n---\n{list.map((it) => <A b={a}>b <br> {it.c}<B/></A>)} c",
            "A in top\na in top\nB in top",
        ),
        (
            Flavor::Astro,
            "---\nimport { A, a, b, c } from 'x'\n---\n{list.map((it) => { return <A>it's b</A> })} {it.replace(/'[/]/g, a / 2)} {c}",
            "A in top\na in top\nc in top",
        ),
    ] {
        check(flavor, source, references, expected);
    }
}

/// The names of `of`, which are imported, that the markup behind the script of the component uses.
fn used(flavor: Flavor, of: &str, markup: &str, expected: &str) {
    let script = match flavor {
        Flavor::Astro => format!("---\nimport {{ {of} }} from 'x'\n---\n"),
        _ => format!("<script setup lang=\"ts\">import {{ {of} }} from 'x'</script>\n"),
    };
    let facts = super::extract(flavor, format!("{script}{markup}").as_bytes());
    let names: Vec<&str> = facts.references.iter().map(|it| it.binding.as_str()).collect();
    assert_eq!(names.join(" "), expected, "{markup}");
}

#[test]
fn names_in_markup_stand_in_tags_and_code() {
    use Flavor::{Astro, Svelte, Vue};
    for (flavor, of, markup, expected) in [
        (
            Vue,
            "a, b",
            "<template><input :value=\"a\" @input=\"f((<HTMLInputElement>$event.target).value)\">{{ b }}</template>",
            "a b",
        ),
        (Vue, "a, c, d, e", "<template><p :[a]=\"1\" :c v-if=d #[e]=\"x\" /></template>", "a c d e"),
        (Vue, "t, event, $t", "<template><p @click=\"go($event)\">{{ $t('x') }}</p></template>", "$t"),
        (
            Vue,
            "a, b",
            "<template><p/></template><style>p { color: v-bind(a); width: v-bind('b.c') }</style>",
            "a b",
        ),
        (Vue, "a", "<template><p generic=\"a\">it's {{ 'it' }}</p></template>", ""),
        (Svelte, "a, b", "<p>{x.replace(/'/g, '')}</p><p>{a}</p> it's <p>{b}</p>", "a b"),
        (Svelte, "a, b", "<p>{x.replace(/[/]\\//g, '-') / 2}</p><p>{a}</p>{/* don't */ b}", "a b"),
        (
            Svelte,
            "render, key, html, each, a",
            "{@render x()}{#key x}{@html z}{/key}{#each a as y}{/each}",
            "a",
        ),
        (Svelte, "a, b", "<img src=/img/{a}.png alt=\"{b}\">", "a b"),
        (Svelte, "a", "<div {...a} class:x={1} />", "a"),
        (Astro, "a, C, some", "{x.map((i) => { return <li>some, it's</li> })}<p>{a}</p><C/>", "a C"),
        (Astro, "a, b, C", "{x.map((i) => (<!-- don't --> <li>{a}</li>))}<p>{b}</p><C/>", "a b C"),
        (
            Astro,
            "a, open, C",
            "<p title=\"{\" x-data=\"{ open: false }\" transition:name=\"a\">x</p>{a < 2 && <C/>}",
            "a C",
        ),
    ] {
        used(flavor, of, markup, expected);
    }
}

#[test]
fn markup_is_read_once() {
    let line = "<input :value=\"a\" @input=\"a((<HTMLInputElement>$event.target).value)\" />\n";
    used(Flavor::Vue, "a, b", &format!("<template>{}{{{{ b }}}}</template>", line.repeat(400)), "a b");
    let open = "<p :a=\"`${\"/>\n<p :b=\"x /* y\"/>\n{{".repeat(4000);
    used(Flavor::Vue, "b", &format!("<template>{open}<b :c=\"b\"/></template>"), "b");
    let deep = format!("{}{{{}a}}", "<b>".repeat(4000), "`${".repeat(4000));
    used(Flavor::Astro, "b", &deep, "");
}

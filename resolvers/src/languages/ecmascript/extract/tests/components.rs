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
    ] {
        check(flavor, source, references, expected);
    }
}

//! What code shows that takes a text by its name from an object of messages (`formatMessage(messages.title)`), which may
//! stand in another file: the facts of the one that takes it say the text then.

use rayon::prelude::*;
use resolvers::facts::{FileFacts, Shown, ShownSort};
use resolvers::target::Target;

use super::ResolvedFile;
use super::bindings::{Binding, Bindings, Declaration, position};
use crate::facts::SourceFile;
use crate::facts::messages::readable;
use crate::kept::digest;

/// Puts the texts in place of their names, where objects of messages in `sources` have them; `resolved` are the answers in
/// the same order. What they have may be a key of a catalogue.
pub fn take(sources: &mut [SourceFile], resolved: &[ResolvedFile]) {
    if !sources.iter().any(takes) {
        return;
    }
    let told: Vec<_> = {
        let bindings = Bindings::of(sources, resolved);
        let of_source = |(at, source): (usize, &SourceFile)| {
            let numbered = source.facts.shown.iter().enumerate();
            let told = numbered.filter_map(|(number, it)| {
                let text = text(it, at, sources, resolved, &bindings)?;
                let sort = told_as(it, text)?;
                let text = if sort.of_key().is_some() { text.to_owned() } else { readable(text)? };
                Some((number, sort, text))
            });
            told.collect::<Vec<_>>()
        };
        sources.par_iter().enumerate().map(of_source).collect()
    };
    for (source, told) in sources.iter_mut().zip(told).filter(|(_, told)| !told.is_empty()) {
        // What follows from the facts follows from other files too now.
        source.key = source.key.and_then(|key| {
            let texts: Vec<(u64, &str)> =
                told.iter().map(|(at, _, text)| (*at as u64, text.as_str())).collect();
            Some(digest([&key[..], &postcard::to_stdvec(&texts).ok()?]))
        });
        for (number, sort, text) in told {
            let shown = &mut source.facts.shown[number];
            (shown.text, shown.sort) = (text, sort);
        }
    }
}

/// Whether the source shows something that it takes by its name.
#[must_use]
pub fn takes(source: &SourceFile) -> bool {
    source.facts.shown.iter().any(|it| it.sort.of_path().is_some())
}

/// What a text is that was taken by its name: one that people read, or a key.
fn told_as(it: &Shown, text: &str) -> Option<ShownSort> {
    let sort = it.sort.of_path()?;
    Some(if text.contains(' ') || text.starts_with(char::is_uppercase) { sort } else { sort.by_key() })
}

/// The text that `messages.title` of the source at `at` stands for.
fn text<'s>(
    it: &Shown,
    at: usize,
    sources: &'s [SourceFile],
    resolved: &[ResolvedFile],
    bindings: &Bindings<'_>,
) -> Option<&'s str> {
    it.sort.of_path()?;
    let (object, key) = it.text.split_once('.')?;
    let facts = &sources[at].facts;
    if let Some(text) = said(facts, object, key) {
        return Some(text);
    }
    let names = facts.imports.iter().enumerate().flat_map(|(number, import)| {
        import.names.iter().filter(|it| it.local.as_deref() == Some(object)).map(move |it| (number, it))
    });
    let (number, name) = names.into_iter().next()?;
    let [Target::Source(path)] = &resolved[at].imports.get(number)?.targets[..] else { return None };
    let importer = (u32::try_from(at).ok()?, u32::try_from(number).ok()?);
    let from = position(sources, path.as_bytes())?;
    let Binding::Declared(Declaration { source, symbol }) = bindings.taken(importer, from, &name.name) else {
        return None;
    };
    let facts = &sources[source as usize].facts;
    said(facts, &facts.symbols.get(symbol as usize)?.name, key)
}

fn said<'f>(facts: &'f FileFacts, object: &str, key: &str) -> Option<&'f str> {
    let found = facts.messages.iter().find(|it| it.object == object && it.key == key)?;
    Some(found.text.as_str())
}

#[cfg(test)]
mod tests {
    use resolvers::target::{How, Resolved};

    use super::*;
    use crate::testing::path;

    fn source(name: &str, text: &str) -> SourceFile {
        let path = path(name);
        let (language, dialect) = resolvers::language_of(&path).unwrap();
        let facts = language.extract(dialect, text.as_bytes());
        SourceFile { path, language, dialect, facts, key: None }
    }

    /// What `text`, whose only import is of `messages`, shows.
    fn check(text: &str, messages: &str, expected: &str) {
        let mut sources = [source("a.tsx", text), source("b.ts", messages)];
        let to_b = Resolved { targets: vec![Target::Source(path("b.ts"))], how: How::Relative, config: None };
        let imports = sources[0].facts.imports.iter().map(|_| to_b.clone()).collect();
        let resolved = [ResolvedFile { imports }, ResolvedFile { imports: Vec::new() }];
        take(&mut sources, &resolved);
        let told = sources[0].facts.shown.iter().map(|it| format!("{:?} {}", it.sort, it.text));
        assert_eq!(told.collect::<Vec<_>>().join("\n"), expected, "{text}");
    }

    #[test]
    fn what_is_taken_by_its_name_is_told_as_what_it_says() {
        let messages = "export const texts = defineMessages({
            title: { id: 'a.title', defaultMessage: 'All users' }, odd: { id: 'a.odd' },
            name: { defaultMessage: 'Hello {name}, <b>you</b>' } }); export default { x: 'X' };
            export const others = { title: 'Not one' }";
        for (text, expected) in [
            (
                "import { texts as m } from './b'; export const A = () => <h1>{intl.formatMessage(m.title)}</h1>",
                "Heading All users",
            ),
            (
                "import { texts } from './b'; export const A = () => <FormattedMessage {...texts.name} />",
                "Text Hello …, you\nGiven FormattedMessage",
            ),
            (
                "import { texts, others } from './b'; export const f = () => [t(texts.odd), t(texts.none), t(others.title)]",
                "NoticeKey a.odd\nNoticePath texts.none\nNoticePath others.title",
            ),
            (
                "const labels = { go: 'Go on' }; export const A = () => <b title={t(labels.go)}>{formatMessage({ defaultMessage: 'Now' })}</b>",
                "Text Go on\nText Now",
            ),
        ] {
            check(text, messages, expected);
        }
    }
}

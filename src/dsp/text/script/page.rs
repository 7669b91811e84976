//! What pages, layouts and components of one file are for: what they show, load and answer. Pure.

use resolvers::facts::{METHODS, ShownSort, Symbol, SymbolKind};
use rustc_hash::FxHashSet;

use super::{is_near, sentence};
use crate::dsp::text::declared::Declared;
use crate::dsp::text::file::Told;
use crate::dsp::text::initial::Initial;
use crate::dsp::text::parts::Parts;
use crate::dsp::text::place::{HANDLERS, example_of, extension, folder_words};
use crate::dsp::text::shown::{by_method, components, methods};
use crate::dsp::text::used::{is_framework, is_of_lodash};
use crate::dsp::text::words::capitalised;
use crate::dsp::text::{few, quoted, signature};

/// What SvelteKit is told of a page or layout.
const PAGE_OPTIONS: &[&str] = &["config", "csr", "entries", "prerender", "ssr", "trailingSlash"];
/// How many names a text lists of what one of several handlers uses.
const MOST_OF_HANDLER: usize = 3;

impl Told<'_> {
    pub(in crate::dsp::text) fn routed(&self, word: &str, place: &str) -> String {
        let lead = format!("{word} {}", quoted(place));
        let lead = if word == HANDLERS { lead + &by_method(&methods(self.facts.shown.iter())) } else { lead };
        let running = Parts::of(self.path, self.facts, self.around.named).running;
        // Beside the one that answers requests there is what the router is told.
        let mut answering = running.iter().filter(|(name, _)| METHODS.contains(name));
        if word == HANDLERS
            && let Some((_, only)) = answering.next().filter(|_| answering.next().is_none())
            && only.request().is_some()
        {
            return only.purpose();
        }
        if word == HANDLERS
            && let Some(handlers) = handlers(&lead, &running)
        {
            return handlers;
        }
        // What loads the data says which.
        if let Some((_, load)) =
            running.iter().find(|(name, it)| *name == "load" && it.kind() == SymbolKind::Function)
        {
            let purpose = load.purpose();
            let does = purpose.split_once(": ").map(|(_, does)| does.to_owned()).unwrap_or_default();
            // What is done with what people submit is the other half of it.
            let actions = running.iter().find(|(name, _)| *name == "actions").map(|(_, it)| it.purpose());
            let actions = actions
                .as_deref()
                .and_then(|it| it.split_once(": "))
                .map(|(_, does)| format!("form actions: {does}"));
            let is_told = |name: &str| name == "load" || name == "actions" && actions.is_some();
            let beside =
                few("also exports ", running.iter().map(|(name, _)| *name).filter(|it| !is_told(it)), 6);
            return sentence(lead, &[does, actions.clone().unwrap_or_default(), beside]);
        }
        // What only sets something holds no data.
        let settings: Vec<String> = running
            .iter()
            .filter_map(|(name, it)| match it.initial()? {
                Initial::Plain(value) if PAGE_OPTIONS.contains(name) => Some(format!("{name}: {value}")),
                _ => None,
            })
            .collect();
        if !running.is_empty() && settings.len() == running.len() {
            let lead =
                lead.strip_prefix("Data of ").map_or(lead.clone(), |rest| format!("Options of {rest}"));
            return sentence(lead, &[few("sets ", settings.iter().map(String::as_str), 6)]);
        }
        // Every page of Svelte is given its data.
        let is_given = |name: &&str| {
            extension(self.path) == "svelte" && matches!(*name, "children" | "data" | "form" | "params")
        };
        let others =
            running.iter().map(|(name, _)| *name).filter(|name| *name != "default" && !is_given(name));
        // One value may answer several methods.
        let exported = || self.facts.exports.iter().map(|it| it.name.as_str());
        let more = exported().filter(|it| word == HANDLERS && METHODS.contains(it));
        let others = few("exports ", others.chain(more), 6);
        let page = running.iter().find(|(name, _)| *name == "default").map(|(_, it)| it);
        // The function that answers all requests says how.
        if let Some(handler) = page.filter(|it| word == HANDLERS && it.kind() == SymbolKind::Function) {
            let told = handler.purpose();
            return if others.is_empty() {
                told
            } else {
                format!("{}; {others}", told.trim_end_matches('.'))
            };
        }
        // What the component does that it is stands behind what it is called.
        if let Some(page) = page.filter(|it| it.is_component())
            && let Some((_, does)) = page.component().split_once(": ")
        {
            return sentence(lead, &[does.to_owned(), others]);
        }
        // What Next makes a file of is told by the function that does.
        if let Some(made) = page.and_then(|it| it.request().map(|_| it.purpose())) {
            return made;
        }
        // `export { default } from './users'`
        let passed = Parts::of(self.path, self.facts, self.around.named).passed();
        if running.is_empty() && !passed.is_empty() {
            return sentence(lead, &[format!("passes on {passed}")]);
        }
        let shown = self.shown();
        let of_page = |part: &dyn Fn(&Declared<'_>) -> String| {
            page.map(part).unwrap_or_default().trim_start_matches(": ").to_owned()
        };
        let own = self.says(&shown);
        let says = if own.is_empty() { of_page(&|it| it.says(&shown)) } else { own };
        let asks = of_page(&|it| it.asks());
        let parts: Vec<String> = [others, says, asks].into_iter().filter(|part| !part.is_empty()).collect();
        let text = if shown.is_empty() {
            self.with_uses(lead.clone(), &parts.join("; "))
        } else {
            sentence(lead.clone(), &[parts.join("; "), shown])
        };
        if text != lead {
            return text;
        }
        sentence(lead, &[self.works_with()])
    }

    /// The values of a component that imports nothing.
    fn works_with(&self) -> String {
        let runs = |kind| matches!(kind, SymbolKind::Variable | SymbolKind::Function);
        let own = |it: &&Symbol| it.container.is_none() && !it.exported && runs(it.kind);
        let values = self.facts.symbols.iter().filter(own);
        let names =
            values.map(|it| it.name.as_str()).filter(|it| !matches!(*it, "emit" | "props" | "t" | "_"));
        few("works with ", names, 5)
    }

    pub(in crate::dsp::text) fn component(&self, lead: &str) -> String {
        let functions =
            self.facts.symbols.iter().filter(|it| it.container.is_none() && it.kind == SymbolKind::Function);
        let functions = few("with functions ", functions.map(|it| it.name.as_str()), 5);
        let functions = if functions.is_empty() { self.methods_of_vue() } else { functions };
        let rest = self.imports().flat_map(|it| &it.names).filter(|it| !it.type_only);
        let rest = rest.filter_map(|it| it.local.as_deref()).filter(|it| !it.starts_with(char::is_uppercase));
        let (of_lodash, rest): (Vec<&str>, Vec<&str>) =
            rest.filter(|it| !is_framework(it)).partition(|it| is_of_lodash(it));
        let rest = rest.into_iter().chain(of_lodash);
        let given = self.facts.symbols.iter().filter(|it| it.exported && it.container.is_none());
        let given = given.filter(|it| it.kind == SymbolKind::Variable && extension(self.path) == "svelte");
        let sides = &self.facts.sides;
        let given = sides.props.iter().map(String::as_str).chain(given.map(|it| it.name.as_str()));
        let given = few("takes props ", given, 6);
        let events = few("tells ", sides.events.iter().map(String::as_str), 4);
        let shown = self.shown();
        let is_router =
            |it: &String| matches!(it.replace('-', "").to_lowercase().as_str(), "nuxtpage" | "routerview");
        let routed =
            if self.facts.elements.iter().any(is_router) { "shows the page of the route" } else { "" };
        let mut parts = [
            given,
            self.says(&shown),
            routed.to_owned(),
            self.for_each(),
            shown,
            self.handles(),
            self.asks(),
            events,
            functions,
            few("uses ", rest, 5),
        ];
        if parts.iter().all(String::is_empty) {
            parts[0] = self.works_with();
        }
        // Of an image that is all.
        let mut told = parts.iter().filter(|it| !it.is_empty());
        let of_icons = folder_words(self.path.parent()).split(' ').any(|it| matches!(it, "icon" | "icons"))
            || lead.split(' ').any(|it| it.eq_ignore_ascii_case("icon"));
        if of_icons && told.next().is_some_and(|it| it == "made of `svg`") && told.next().is_none() {
            return format!("Icon drawn as SVG: {}", lead.trim_end_matches(" component"));
        }
        let folder = folder_words(self.path.parent());
        let said = folder
            .split(' ')
            .any(|word| lead.split(' ').any(|it| it == word) || word.starts_with("component"));
        let lead = match example_of(self.path) {
            Some(what) => format!("{}, an example of {what}", capitalised(lead)),
            None if folder.is_empty() || said => capitalised(lead),
            None => format!("{} ({folder})", capitalised(lead)),
        };
        sentence(lead, &parts)
    }

    /// The methods that the options of a component of Vue have beside those that its template runs.
    fn methods_of_vue(&self) -> String {
        let is_whole = |it: &&Symbol| it.name == "default" && it.container.is_none();
        let options = self.facts.symbols.iter().find(is_whole).and_then(|it| it.signature.as_deref());
        let options = options.map(signature::held).unwrap_or_default();
        let handled = self.facts.shown.iter().filter(|it| it.sort == ShownSort::Handler);
        let handled: FxHashSet<&str> = handled.map(|it| it.text.as_str()).collect();
        let methods = options.into_iter().filter_map(|it| it.strip_prefix("methods."));
        few("with methods ", methods.filter(|it| !handled.contains(it)), 5)
    }

    /// The components that are imported.
    fn shown(&self) -> String {
        let ends = [".vue", ".svelte", ".astro"];
        let names = self.imports().flat_map(|import| import.names.iter().map(move |name| (import, name)));
        let shown = names.filter(|(import, name)| {
            let local = name.local.as_deref().unwrap_or_default();
            let pascal = local.starts_with(char::is_uppercase) && local.contains(char::is_lowercase);
            !name.type_only
                && pascal
                && (ends.iter().any(|end| import.specifier.ends_with(end))
                    || matches!(extension(self.path), "tsx" | "jsx") && is_near(&import.specifier))
        });
        let shown = shown.filter_map(|(_, name)| name.local.as_deref());
        let whole = matches!(extension(self.path), "astro" | "svelte" | "vue");
        if whole { components(self.facts, shown) } else { few("made of ", shown, 6) }
    }
}

/// What each request does that the file answers: `GET` gives `json(users)`.
fn handlers(lead: &str, running: &[(&str, Declared<'_>)]) -> Option<String> {
    let is_method = |name: &str| name.bytes().all(|it| it.is_ascii_uppercase());
    let listed = || running.iter().filter(|(name, it)| is_method(name) && it.request().is_some());
    if let ([(_, only)], 1) = (running, listed().count()) {
        return Some(only.purpose());
    }
    let mut tells = false;
    let mut told = Vec::new();
    for (name, it) in listed() {
        let does = if it.documented().is_some() {
            format!("({})", it.phrase())
        } else {
            let does = [it.queries(), it.replies(), it.deed(&it.call())];
            let does: Vec<&str> = does.iter().filter_map(|it| it.strip_prefix(": ")).collect();
            let uses = it.few_used(": uses ", it.telling(), MOST_OF_HANDLER);
            if does.is_empty() { uses.trim_start_matches(": ").to_owned() } else { does.join(", ") }
        };
        tells |= !does.is_empty();
        told.push(format!("{} {does}", quoted(name)).trim_end().to_owned());
    }
    tells.then(|| sentence(lead.to_owned(), &[told.join("; ")]))
}

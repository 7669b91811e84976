//! Hooks and components: what a declaration is that user interfaces are made of. Pure.

use resolvers::facts::{BindingName, Deed, Import, ShownSort, SymbolKind};
use rustc_hash::FxHashSet;

use super::action::{doer, is_mostly_verb, may_tell};
use super::declared::{Declared, MANY, MOST_PARTS, joined};
use super::initial::{Initial, is_name};
use super::place::{HANDLERS, Role, extension, folder_words, role_of, stem};
use super::signature;
use super::words::{capitalised, is_only_verb, is_thing, lowered, split, third_person, verb_of};
use super::{few, quoted, quoted_sketch, renowned};

/// Whether nobody asks which package shows it.
fn is_common(component: &str) -> bool {
    component.ends_with("Icon") || matches!(component, "Head" | "Image" | "Link" | "NavLink" | "Outlet")
}

/// How many components are told with what they are given.
const MOST_WITH_GIVEN: usize = 2;
/// How long what is told by conditions may be, in bytes.
const LONGEST_BY_CASE: usize = 250;
/// A name of so many letters need not have a small one.
const SHORT_NAME: usize = 3;
/// How many components one of several renders that are told, and how long what is told of it may be, in bytes.
const MOST_IN_SHORT: usize = 3;
const LONGEST_SHORT: usize = 90;
/// How many things are told there that it provides.
const MOST_PROVIDED_IN_SHORT: usize = 3;

impl Declared<'_> {
    pub(super) fn hook(&self) -> Option<String> {
        // One without a name is called by its file.
        let name = if self.symbol.name == "default" { stem(self.path) } else { self.name() };
        if !name.starts_with("use") {
            return None;
        }
        // `useNullAsDefault: true` of a configuration.
        if self.kind() == SymbolKind::Variable && self.initial().is_some_and(|it| !it.may_run()) {
            return None;
        }
        let words = split(&name);
        let rest = words.strip_prefix(&["use".to_owned()])?;
        let uses = |package: &str| self.facts.imports.iter().any(|it| it.specifier == package);
        let vue = extension(self.path) == "vue"
            || uses("vue")
            || uses("#imports")
            || self.path.to_text().contains("composables/");
        let head = self.signature().split('(').next().unwrap_or_default();
        // Nothing of React can wait in a hook.
        if !vue && self.kind() == SymbolKind::Function && head.contains("async") && !rest.is_empty() {
            return Some(format!("Uses {}", rest.join(" ")));
        }
        let lead = if vue { "Composable" } else { "Hook" };
        let (first, last) = (rest.first().map_or("", String::as_str), rest.last().map_or("", String::as_str));
        // `usePushManager`
        let agent =
            verb_of(last).is_some() || matches!(last, "controller" | "manager" | "provider" | "router");
        let named = agent || is_thing(last) || matches!(last, "count" | "loading" | "status");
        // What changes data is called by what it does: `useRevokeToken`.
        let changes = || self.used().iter().any(|it| it.ends_with("useMutation"));
        let acts = is_only_verb(first) || is_mostly_verb(first) && changes();
        let told = match first {
            "is" | "has" | "can" | "should" if may_tell(&self.call()) => {
                format!("{lead} that tells whether it {}", rest.join(" "))
            }
            // `useIsFetching(): number`
            "is" | "has" | "can" | "should" => {
                format!("{lead} for {}", quoted(&lowered(self.symbol.name.trim_start_matches("use"))))
            }
            // `useRemoveUserModal`
            _ if let Some(doer) = doer(&rest.join(" ")) => format!("{lead} for the {}", lowered(&doer)),
            // `useGetIntId`; `useGetPostQuery` is about the query
            "get" if rest.len() > 1 && !agent && !matches!(last, "mutation" | "query") => {
                format!("{lead} that gets {}", rest[1..].join(" "))
            }
            // `useGetPostQuery`
            _ if acts && named && rest.len() > 1 && !changes() => {
                format!("{lead} for the {}", rest.join(" "))
            }
            _ if acts => {
                let object: String = rest[1..].iter().flat_map(|word| [" ", word]).collect();
                format!("{lead} that {}{object}", third_person(first))
            }
            // `useSetAtom`, `useLoadImages`
            "set" | "reset" | "toggle" | "open" if rest.len() > 1 => format!("{lead} to {}", rest.join(" ")),
            _ if is_mostly_verb(first) && !named && rest.len() > 1 => {
                format!("{lead} to {}", rest.join(" "))
            }
            _ => format!("{lead} for {}", rest.join(" ")),
        };
        (!rest.is_empty() && self.symbol.container.is_none()).then_some(told)
    }

    pub(super) fn is_component(&self) -> bool {
        let name = if self.symbol.name == "default" { stem(self.path) } else { self.symbol.name.clone() };
        let pascal = name.starts_with(char::is_uppercase) && name.contains(char::is_lowercase)
            || name == "index"
                && (!self.facts.elements.is_empty() || self.wrapped().is_some_and(|it| it.is_component()));
        let gives_markup = || match self.symbol.deed.as_deref() {
            Some(Deed::Gives(value) | Deed::GivesLast(value)) => value.starts_with('<'),
            Some(Deed::Does(code)) => {
                let given = code.strip_prefix("return ").map(|it| it.trim_start_matches(['(', ' ']));
                given.is_some_and(|it| it.starts_with('<'))
            }
            _ => false,
        };
        let own = u32::try_from(self.at).ok();
        let has_markup = || gives_markup() || own.is_some() && self.facts.markup.contains(&own);
        let shows = || !self.facts.elements.is_empty();
        let is_react =
            || shows() || self.facts.imports.iter().any(|it| it.specifier == "react") || gives_markup();
        let markup =
            matches!(extension(self.path), "tsx" | "jsx") || extension(self.path) == "js" && is_react();
        if self.symbol.container.is_some() {
            return false;
        }
        let named = |kind: &str| is_component_type(kind) && !kind.starts_with("Component");
        if self.symbol.kind == SymbolKind::Function
            && signature::annotation(self.signature()).is_some_and(named)
        {
            return true;
        }
        // `H5`
        let pascal =
            pascal || name.starts_with(char::is_uppercase) && name.len() <= SHORT_NAME && has_markup();
        // A page need not be called as a component.
        let is_default = || self.symbol.name == "default" || self.is_default_export();
        let pascal = pascal || markup && gives_markup() && is_default();
        if !pascal {
            return false;
        }
        if self.styled().is_some() {
            return true;
        }
        let initial = self.initial().filter(|_| self.symbol.kind == SymbolKind::Variable);
        if initial.is_some_and(|it| it.makes_vue_component()) {
            return true;
        }
        if !markup {
            return self.symbol.kind == SymbolKind::Variable
                && self
                    .used()
                    .iter()
                    .any(|name| matches!(name.as_str(), "defineComponent" | "defineAsyncComponent"));
        }
        match self.symbol.kind {
            SymbolKind::Function => signature::call(self.signature()).result.is_none_or(is_element),
            SymbolKind::Class => {
                let (extends, _) = signature::heritage(self.signature());
                extends.iter().any(|base| base.ends_with("Component"))
            }
            SymbolKind::Variable => {
                let initial = self.initial();
                let made = match initial.as_ref().and_then(Initial::callee) {
                    Some(callee) => makes_component(callee) || self.wraps_markup(),
                    None => initial.is_none() && self.used().iter().any(|name| makes_component(name)),
                };
                let part = matches!(&initial, Some(Initial::Plain(value)) if is_part(value));
                let wraps = || self.wrapped().is_some_and(|it| it.is_component());
                signature::annotation(self.signature()).is_some_and(is_component_type)
                    || wraps()
                    || part
                    || !name.ends_with("Context") && made
            }
            _ => false,
        }
    }

    /// Whether a function is handed to what makes it that shows components: `createCallable(() => <Dialog />)`.
    fn wraps_markup(&self) -> bool {
        let is_shown = |name: &String| self.facts.elements.contains(name);
        let initial = self.initial();
        let callee = initial.as_ref().and_then(Initial::callee).and_then(|it| it.rsplit('.').next());
        let lists =
            callee.is_some_and(|it| matches!(it, "filter" | "flatMap" | "map" | "reduce" | "useMemo"));
        let is_handed = initial.as_ref().is_some_and(|it| it.function().is_some());
        is_handed && !lists && self.used().iter().any(is_shown)
    }

    pub(super) fn component(&self) -> String {
        let words = self.words();
        let words = words.strip_suffix(" component").unwrap_or(&words);
        if let Some(element) = self.styled() {
            return format!("{}{}: a styled {element}", capitalised(words), self.beyond());
        }
        let inner = self.wrapped().unwrap_or(*self);
        let lead = self.component_lead(words, &inner) + &self.as_page();
        let (shown_at, routed) = inner.shown_at();
        let (renders, uses) = inner.renders_but(&routed);
        let renders = inner.with_package(inner.with_given(renders));
        let part = self.part_that_it_is();
        // What it is is all that it shows.
        let (renders, uses) = if part.is_empty() { (renders, uses) } else { Default::default() };
        // That an image is one is said.
        let says = inner.says(&renders);
        let is_svg = says == ": made of `svg`";
        let says = if is_svg && lead.starts_with("SVG ") { String::new() } else { says };
        let of_icons =
            || folder_words(self.path.parent()).split(' ').any(|it| matches!(it, "icon" | "icons"));
        if is_svg && (words.ends_with(" icon") || of_icons()) {
            let icon = words.strip_suffix(" icon").unwrap_or(words);
            return joined(&format!("Icon drawn as SVG: {icon}"), &[]);
        }
        let asks = inner.asks();
        let provides = inner.provides();
        let each = inner.for_each();
        let is_bare = [&part, &says, &each, &asks, &provides, &shown_at].iter().all(|it| it.is_empty());
        if let Some(wraps) = inner.wraps().filter(|_| is_bare) {
            return joined(&lead, &[wraps]);
        }
        let below = if is_bare { inner.shown_by_part() } else { String::new() };
        let is_styled = inner.props().contains(&"className");
        let based = if is_bare && !lead.starts_with("SVG ") { inner.based(is_styled) } else { String::new() };
        // It is the part of what it is said to render.
        let base = inner.own_shown().find(|it| it.sort == ShownSort::Base);
        let root = base.and_then(|it| it.text.split_once('.')).map(|(root, _)| root);
        let part_shown = base.filter(|it| it.text.contains('.')).map(|it| it.text.as_str());
        let is_part = |based: &str| {
            let (shown, _) = inner.shown_and_used();
            let is_it = |only: &str| Some(only) == root || Some(only) == part_shown;
            !based.is_empty() && matches!(&shown[..], [only] if is_it(only))
        };
        let (renders, based) = match &based[..] {
            based if is_part(based) => (String::new(), based.to_owned()),
            based if renders.is_empty() || based.starts_with(": a styled `") => {
                (part_shown.map_or(renders.clone(), |it| without_name(&renders, it)), based.to_owned())
            }
            _ => (renders, String::new()),
        };
        // Of what it is a part it uses.
        let uses = match based.split_once(" of `") {
            Some(_) if based.contains('`') && uses.matches('`').count() == 2 => String::new(),
            _ => uses,
        };
        // Of what shows nothing else its classes may say what that is.
        let is_plain = is_bare && renders.is_empty() && !based.contains('(') && !based.contains(" of `");
        let based =
            if is_plain { Some(inner.classes()).filter(|it| !it.is_empty()).unwrap_or(based) } else { based };
        let props = few(": takes props ", inner.props().into_iter(), MOST_PARTS);
        // That it renders one component, and for each of what, is said once.
        let is_each =
            each.starts_with(&renders.replacen(": renders ", ": shows ", 1)) && !renders.contains(", ");
        let renders = if is_each { String::new() } else { renders };
        // What shows nothing is there for what it does.
        let shows_nothing = is_bare && renders.is_empty() && based.is_empty();
        let [sets, calls] = if shows_nothing { inner.effects() } else { Default::default() };
        // One that is made by a call shows what that gives.
        let gives = if shows_nothing { inner.given_by_call() } else { String::new() };
        let notes = if is_bare { inner.notes() } else { String::new() };
        let nothing =
            [&renders, &based, &sets, &calls, &gives, &notes, &below].iter().all(|it| it.is_empty());
        let code = if is_bare && nothing { inner.code() } else { inner.shown_by_case(&lead) };
        let vanishes = if gives.is_empty() && code.is_empty() { inner.vanishes() } else { String::new() };
        joined(
            &lead,
            &[
                part,
                self.shown_of(ShownSort::Setting, ": is given "),
                based,
                props,
                provides,
                says,
                inner.lists(),
                each,
                asks,
                shown_at,
                renders,
                inner.shown_of(ShownSort::Tie, ": sets "),
                below,
                vanishes,
                inner.redirects(),
                inner.asks_browser(),
                notes,
                gives,
                code,
                sets,
                calls,
                inner.reads(""),
                inner.loads(""),
                uses,
            ],
        )
    }

    /// What it shows of a sort, behind the lead.
    fn shown_of(&self, sort: ShownSort, lead: &str) -> String {
        let own = self.own_shown().filter(|it| it.sort == sort);
        few(lead, own.map(|it| it.text.as_str()), MOST_PARTS)
    }

    /// The part of a package that it is, and what that does, after a colon.
    fn part_that_it_is(&self) -> String {
        match self.initial() {
            Some(Initial::Plain(value)) if is_part(value) => {
                let part = self.part_of_package(value);
                if part.is_empty() { part } else { part + &self.done_by_part(value) }
            }
            _ => String::new(),
        }
    }

    /// What it is by its words, and by what it shows.
    fn component_lead(&self, words: &str, inner: &Self) -> String {
        let word = if words == "component" { "" } else { " component" };
        match doer(words) {
            _ if let Some(image) = words.strip_prefix("SVG ") => format!("SVG image as a component: {image}"),
            // What shows what it is given, or others, is the frame of it.
            _ if let Some(of) = words.strip_suffix(" skeleton")
                && inner.props().iter().all(|it| matches!(*it, "className" | "count" | "rows" | "style")) =>
            {
                format!("Skeleton that stands in for {} while that loads", lowered(of))
            }
            Some(doer) => doer.replacen(" that ", " component that ", 1),
            None => format!("{}{word}{}", capitalised(words), self.beyond()),
        }
    }

    /// What is shown on which condition, where that is told in short, after a colon.
    fn shown_by_case(&self, lead: &str) -> String {
        let sketch = self.own_shown().find(|it| it.sort == ShownSort::Sketch).map(|it| it.text.as_str());
        let cases = |it: &str| it.matches("return <").count() > 1 && it.len() + lead.len() <= LONGEST_BY_CASE;
        sketch.filter(|it| cases(it)).map_or_else(String::new, |it| format!(": does {}", quoted_sketch(it)))
    }

    /// That it shows nothing, or on which condition it shows anything, after a colon.
    fn vanishes(&self) -> String {
        if matches!(self.symbol.deed.as_deref(), Some(Deed::Always(Some(it))) if it == "null") {
            return ": renders nothing".to_owned();
        }
        let told = self.own_shown().find(|it| it.sort == ShownSort::Vanishing).map(|it| it.text.as_str());
        match told.and_then(|it| it.split_once(' ')) {
            // What is not there yet says nothing of what is shown.
            Some(("nothing", rest)) if self.waits_for(rest) => String::new(),
            Some(("nothing", rest)) => format!(": renders nothing {rest}"),
            Some((_, rest)) => format!(": renders only {rest}"),
            None => String::new(),
        }
    }

    /// Whether a condition is only that something is not loaded: `` if `!profile` `` of what is no prop.
    fn waits_for(&self, condition: &str) -> bool {
        let test = condition.trim_start_matches("if ").trim_matches('`');
        let mut parts = test.split(" || ");
        parts.all(|it| match it.strip_prefix('!') {
            Some(name) => is_name(name) && !self.props().contains(&name),
            None => it.to_lowercase().ends_with("loading"),
        })
    }

    /// What the one component of the file itself does that it shows, and nobody else has: a component may only wait for it.
    fn shown_by_part(&self) -> String {
        let (shown, _) = self.shown_and_used();
        let mut own = shown.iter().filter_map(|name| self.beside(|it| it == name.as_str()));
        let Some(part) = own.next().filter(|part| !part.symbol.exported && own.next().is_none()) else {
            return String::new();
        };
        let (renders, uses) = part.renders();
        let says = part.says(&renders);
        // What makes it wait says nothing beside what it waits for.
        let loads = part.loads("");
        let uses = if loads.is_empty() { uses } else { loads };
        let parts = [says, part.asks(), part.with_given(renders), uses];
        let told: Vec<&str> = parts.iter().filter_map(|it| it.strip_prefix(": ")).collect();
        if told.is_empty() {
            String::new()
        } else {
            format!(": {} {}", quoted(&part.name()), told.join(" and "))
        }
    }

    /// What it is in few words: what it says, else what it renders, else that it is one.
    pub(super) fn in_short(&self) -> String {
        let inner = self.wrapped().unwrap_or(*self);
        let (shown, _) = inner.shown_and_used();
        let renders = few(": renders ", shown.iter().map(String::as_str), MOST_IN_SHORT);
        let provides = inner.provides_first(MOST_PROVIDED_IN_SHORT);
        let takes = few(": takes ", inner.props().into_iter(), MOST_IN_SHORT);
        let told = [
            inner.provides(),
            provides,
            inner.redirects(),
            inner.says(&renders),
            renders,
            inner.asks(),
            takes,
        ];
        let mut told = told.iter().filter_map(|it| it.strip_prefix(": "));
        told.find(|it| it.len() <= LONGEST_SHORT).unwrap_or("a component").to_owned()
    }

    /// The page that it is, where the place of its file says so: `` , page `/users` ``.
    fn as_page(&self) -> String {
        match role_of(self.path, self.facts) {
            Role::Routed(word @ ("Page" | "Layout"), place)
                if self.symbol.name == "default" || self.is_default_export() =>
            {
                format!(", {} {}", word.to_lowercase(), quoted(&place))
            }
            Role::Routed(word, place) if word.contains(" image of ") => {
                format!(", {word} {}", quoted(&place))
            }
            Role::Routed(word, place)
                if !matches!(word, "Page" | "Layout" | HANDLERS)
                    && (self.symbol.name == "default" || self.is_default_export()) =>
            {
                format!(", {} {}", lowered(word), quoted(&place))
            }
            _ => String::new(),
        }
    }

    /// What it renders with what that is given in plain sight, where it is one component or two.
    fn with_given(&self, renders: String) -> String {
        let (shown, _) = self.shown_and_used();
        let given = |name: &String| {
            let mut given = self.given().filter(|it| it.split(' ').next() == Some(name));
            let only = given.next().filter(|_| given.next().is_none())?.split_once(' ')?.1;
            Some((quoted(name), format!("{} with {}", quoted(name), quoted(only))))
        };
        if shown.len() > MOST_WITH_GIVEN {
            return renders;
        }
        shown.iter().filter_map(given).fold(renders, |text, (name, told)| text.replacen(&name, &told, 1))
    }

    /// With the package of the only component that is rendered.
    fn with_package(&self, renders: String) -> String {
        let (shown, _) = self.shown_and_used();
        let [only] = &shown[..] else { return renders };
        let is_part = |it: &str| it.strip_prefix(only.as_str()).is_some_and(|rest| rest.starts_with('.'));
        let mut pieces = self.own_shown().filter(|it| it.sort == ShownSort::Piece);
        // Of what is documented the parts may not be listed.
        let is_open = self.doc.is_some() && self.facts.elements.iter().any(|it| is_part(it));
        let has_parts = is_open || pieces.any(|it| is_part(&it.text));
        let package = self.package_of(only).filter(|_| renders == format!(": renders {}", quoted(only)));
        if let Some(package) = package.filter(|_| has_parts) {
            return format!(": renders a part of {} of {}", quoted(self.outer_name(only)), quoted(package));
        }
        let of = |package: &str| {
            let does = match self.done_by_part(only) {
                // Links and icons are what everybody shows.
                does if does.is_empty() && !is_common(only) => {
                    renowned::imported(package).map_or(does, |known| format!(" ({known})"))
                }
                does => does,
            };
            format!(": renders {} of {}{does}", quoted(self.outer_name(only)), quoted(package))
        };
        package.map(of).unwrap_or(renders)
    }

    /// The one component of a package that it is, given styles by whoever shows it, after a colon.
    fn wraps(&self) -> Option<String> {
        let props = self.props();
        let plain = ["asChild", "children", "className", "ref", "style"];
        let is_styled = props.contains(&"className") && props.iter().all(|it| plain.contains(it));
        let (shown, used) = self.shown_and_used();
        let [element] = &shown[..] else { return None };
        // What is around it is what gets the styles.
        let mut bases = self.own_shown().filter(|it| it.sort == ShownSort::Base);
        if bases.any(|it| it.text.split('.').next() != Some(element.as_str())) {
            return None;
        }
        let package = self.package_of(element).filter(|_| is_styled && used.is_empty())?;
        // Of a component that is imported by its name it is not told here which part is shown, or whether all of it is.
        let is_part =
            |it: &String| it.strip_prefix(element.as_str()).is_some_and(|rest| rest.starts_with('.'));
        let has_parts = self.facts.elements.iter().any(is_part);
        if has_parts && self.facts.elements.contains(element) {
            return None;
        }
        let part = if has_parts { "a part of " } else { "" };
        Some(format!(": wraps {part}{} of {}", quoted(self.outer_name(element)), quoted(package)))
    }

    /// `` `Trigger` of `some-tooltip` `` of `TooltipPrimitive.Trigger`, a part of what a package exports.
    pub(super) fn part_of_package(&self, path: &str) -> String {
        let Some((root, part)) = path.split_once('.') else { return String::new() };
        match self.package_of(root) {
            Some(package) if self.is_whole(root) => format!(": {} of {}", quoted(part), quoted(package)),
            Some(package) => {
                let part = format!("{}.{part}", self.outer_name(root));
                format!(": {} of {}", quoted(&part), quoted(package))
            }
            None => format!(": another name for {}", quoted(path)),
        }
    }

    /// Whether `local` stands for a module as a whole.
    fn is_whole(&self, local: &str) -> bool {
        let mut names = self.facts.imports.iter().flat_map(|it| &it.names);
        names.any(|it| it.name == BindingName::Namespace && it.local.as_deref() == Some(local))
    }

    /// What the one whom `local` is imported from calls it.
    pub(super) fn outer_name<'n>(&'n self, local: &'n str) -> &'n str {
        let names = self.facts.imports.iter().flat_map(|it| &it.names);
        let mut outer =
            names.filter(|it| it.local.as_deref() == Some(local)).filter_map(|it| match &it.name {
                BindingName::Named(name) if name != "default" => Some(name.as_str()),
                _ => None,
            });
        outer.next().unwrap_or(local)
    }

    /// The package that a component or another name comes from.
    pub(super) fn package_of(&self, name: &str) -> Option<&str> {
        let specifier = self.import_of(name.split('.').next()?)?.specifier.as_str();
        // `npm:chalk@5`: which version it is says the manifest.
        let specifier = match ["npm:", "jsr:"].iter().find_map(|it| specifier.strip_prefix(it)) {
            Some(bare) => {
                bare.char_indices().skip(1).find(|(_, it)| *it == '@').map_or(bare, |(at, _)| &bare[..at])
            }
            None => specifier,
        };
        // What is no scope and has folders may lie in the repository.
        let is_package = specifier.starts_with('@') && !specifier.starts_with("@/")
            || specifier.starts_with("next/")
            || !specifier.contains('/') && !specifier.starts_with(['.', '~', '#']);
        is_package.then_some(specifier)
    }

    /// The element or component that `styled` is applied to.
    pub(super) fn styled(&self) -> Option<String> {
        if self.symbol.kind != SymbolKind::Variable || !self.facts.imports.iter().any(is_styled) {
            return None;
        }
        let used = self.used();
        let element = used.iter().find_map(|name| name.strip_prefix("styled."));
        if element.is_none() && !used.iter().any(|name| name == "styled") {
            return None;
        }
        let element = element.map(|it| quoted(it.split('.').next().unwrap_or(it)));
        // `HEADER_HEIGHT` is a value that the styles take.
        let is_component = |name: &&String| {
            name.starts_with(char::is_uppercase)
                && name.contains(char::is_lowercase)
                && !name.contains(['.', '_'])
        };
        let base = || used.iter().find(is_component).map(|it| quoted(it));
        Some(element.or_else(base).unwrap_or_else(|| "component".to_owned()))
    }

    /// Of `export default observer(Name)` and `export const Card = memo(forwardRef(CardInner))` the declaration that is
    /// handed over, or by which the file is called.
    pub(super) fn wrapped(&self) -> Option<Self> {
        if self.symbol.kind != SymbolKind::Variable || self.symbol.container.is_some() {
            return None;
        }
        let (own, name) = (self.symbol.name.as_str(), stem(self.path));
        let initial = self.initial();
        let runs = |it: &Self| matches!(it.symbol.kind, SymbolKind::Function | SymbolKind::Class);
        // Whatever takes `Card` and makes `Card`'s like of it; what makes a store of a reducer does not.
        let alike = |it: &Self| own == "default" || is_alike(own, &it.symbol.name);
        let handed = || {
            let names = initial.iter().flat_map(Initial::handed);
            let beside = names.filter_map(|name| self.beside(|it| it == name));
            let mut all: Vec<Self> = beside.filter(|it| runs(it) && alike(it)).collect();
            // `connect(mapStateToProps)(Home)`
            let shown = all.iter().position(Self::is_component);
            (!all.is_empty()).then(|| all.swap_remove(shown.unwrap_or(0)))
        };
        // `export default styles.card` of `card.tsx` is not what the file declares by that name.
        let value = signature::value(self.signature());
        let beside = (own == "default" && value.is_none_or(|it| names(it, &name)))
            .then(|| self.beside(|it| it == name))
            .flatten();
        beside.or_else(handed)
    }

    /// A declaration of the same file.
    pub(super) fn beside(&self, is: impl Fn(&str) -> bool) -> Option<Self> {
        let mut symbols = self.facts.symbols.iter().take(MANY);
        let at = symbols.position(|it| it.container.is_none() && is(&it.name))?;
        let symbol = &self.facts.symbols[at];
        Some(Self {
            at,
            symbol,
            doc: symbol.doc.as_deref(),
            as_type: None,
            outside: None,
            users: &[],
            ..*self
        })
    }

    /// What a component is given.
    fn props(&self) -> Vec<&str> {
        if let Some(shape) = signature::annotation(self.signature()).and_then(props_type) {
            let keys = signature::keys(shape);
            let keys = keys.or_else(|| Some(self.beside(|it| it == shape)?.fields()));
            if let Some(keys) = keys.filter(|it| !it.is_empty()) {
                return keys;
            }
        }
        if self.symbol.kind == SymbolKind::Class {
            return self.taken_props();
        }
        let handed = self.initial().and_then(|it| it.function());
        let own = || (self.symbol.kind == SymbolKind::Function).then(|| signature::call(self.signature()));
        let call = handed.or_else(own).unwrap_or_default();
        if call.destructured {
            let own = call.parameters.into_iter().filter(|it| !matches!(*it, "ref" | "context"));
            let mut props: Vec<&str> = own.collect();
            // `({ children, ...props })`, and then `const { label } = props`
            let taken: Vec<&str> = self.taken_props().into_iter().filter(|it| !props.contains(it)).collect();
            props.extend(taken);
            return props;
        }
        // `(props: { name: string })`
        if let Some(keys) = call.first_type.filter(|it| it.starts_with('{')).and_then(signature::keys) {
            return keys;
        }
        let shape = call.first_type.and_then(|name| self.beside(|it| it == name));
        let fields = shape.map(|shape| shape.fields()).unwrap_or_default();
        if fields.is_empty() { self.taken_props() } else { fields }
    }

    /// The props that its code takes by their names.
    fn taken_props(&self) -> Vec<&str> {
        let taken = self.own_shown().filter(|it| it.sort == ShownSort::Prop);
        let mut taken: Vec<&str> = taken.map(|it| it.text.as_str()).collect();
        let mut told = FxHashSet::default();
        taken.retain(|it| told.insert(*it));
        taken
    }
}

/// `Dialog.Root`, a component of a library.
fn is_part(value: &str) -> bool {
    let pascal = |it: &str| it.starts_with(char::is_uppercase) && it.contains(char::is_lowercase);
    value.split_once('.').is_some_and(|(of, part)| pascal(of) && pascal(part) && !part.contains('.'))
}

/// Whether one name is the other with more around it: `Card` of `CardInner`, `InternalCard`, `_Card`.
fn is_alike(own: &str, local: &str) -> bool {
    let plain = |it: &str| split(it).concat().to_lowercase();
    let (own, local) = (plain(own), plain(local));
    own.len() > 2 && local.len() > 2 && (own.contains(&local) || local.contains(&own))
}

/// A list of names without one of them, where it has others.
fn without_name(listed: &str, name: &str) -> String {
    let name = quoted(name);
    listed.replacen(&format!(", {name}"), "", 1).replacen(&format!("{name}, "), "", 1)
}

/// What takes `styled` of a library.
fn is_styled(import: &Import) -> bool {
    import.names.iter().any(|it| it.local.as_deref() == Some("styled"))
}

fn is_element(kind: &str) -> bool {
    ["Element", "Node", "JSX", "null"].iter().any(|word| kind.contains(word))
}

fn is_component_type(kind: &str) -> bool {
    let name = kind.split('<').next().unwrap_or_default();
    let name = name.rsplit('.').next().unwrap_or_default();
    matches!(
        name,
        "FC" | "VFC"
            | "FunctionComponent"
            | "ComponentType"
            | "Component"
            | "DefineComponent"
            | "DefineSetupFnComponent"
            | "NextPage"
    )
}

/// `Props` of `React.FC<Props>`
fn props_type(kind: &str) -> Option<&str> {
    let (_, inside) = kind.split_once('<').filter(|_| is_component_type(kind))?;
    inside.strip_suffix('>')
}

fn makes_component(name: &str) -> bool {
    let name = name.strip_prefix("React.").unwrap_or(name);
    let first = name.split('.').next().unwrap_or_default();
    matches!(first, "forwardRef" | "memo" | "lazy" | "observer" | "styled" | "dynamic")
}

/// Whether code names a declaration by itself, and not in a text, as a key or behind a dot.
fn names(code: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.' | '\'' | '"' | '`');
    code.match_indices(name).any(|(at, _)| {
        let behind = &code[at + name.len()..];
        !code[..at].ends_with(is_part) && !behind.starts_with(is_part) && !behind.starts_with(':')
    })
}

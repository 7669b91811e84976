//! What a declaration uses of what its file imports. Pure.

use resolvers::facts::{BindingName, Import, ImportKind, ImportSyntax, ShownSort, Span, SymbolKind};
use rustc_hash::FxHashSet;

use super::declared::{Declared, MANY};
use super::initial::Initial;
use super::place::{about_words, extension, is_python, stem};
use super::words::{is_verb, split};
use super::{few, few_said, quoted, signature, standard};

/// How many used names a text lists.
pub(super) const MOST_USED: usize = 4;
/// How many modules that are loaded when it runs.
const MOST_LOADED: usize = 3;

impl Declared<'_> {
    /// The imported names that the declaration and its members use, in the order of the imports; types are not told.
    pub(super) fn used(&self) -> Vec<String> {
        self.used_in(false)
    }

    /// The same of what stands in types, or else in code that runs.
    fn used_in(&self, types: bool) -> Vec<String> {
        let references = &self.facts.references;
        if references.len() > MANY {
            return Vec::new();
        }
        let last = self.at + self.members(None).count();
        let own = references
            .iter()
            .filter(|it| it.in_types == types)
            .filter(|it| it.symbol.is_some_and(|at| (self.at..=last).contains(&(at as usize))));
        // Not in order of use: statements may change places.
        let mut found: Vec<(&str, Option<&str>)> =
            own.map(|it| (it.binding.as_str(), it.member.as_deref())).collect();
        found.sort_unstable();
        found.dedup();
        let mut used: Vec<(usize, &str, Option<&str>)> = found
            .into_iter()
            .filter_map(|(binding, member)| Some((self.runs(binding)?, binding, member)))
            .collect();
        used.sort_by_key(|(import, ..)| *import);
        let named = used.into_iter().map(|(_, binding, member)| match member {
            Some(member) => format!("{binding}.{member}"),
            None => binding.to_owned(),
        });
        named.collect()
    }

    /// The same of the functions of the file that it uses and nobody else has.
    fn used_by_helpers(&self) -> Vec<String> {
        let own = self.at..=self.at + self.members(None).count();
        let helpers = self.facts.own_uses.iter().filter(|it| own.contains(&(it.symbol as usize)));
        let mut used: Vec<String> = Vec::new();
        for helper in helpers.filter_map(|it| self.beside(|name| name == it.name)) {
            let is_shown = self.facts.elements.contains(&helper.symbol.name);
            let runs = helper.kind() == SymbolKind::Function && !helper.symbol.exported;
            if helper.at != self.at && runs && !is_shown {
                used.extend(helper.used());
            }
        }
        let mut seen = FxHashSet::default();
        used.retain(|name| !is_framework(name) && seen.insert(name.clone()));
        used
    }

    /// The modules that its code imports when it runs without giving them names, after a colon; but those that are `said`.
    pub(super) fn loads(&self, said: &str) -> String {
        let own = self.symbol.span;
        let is_inside = |it: &Span| own.start <= it.start && it.end <= own.end;
        let is_unnamed = |it: &&Import| {
            it.syntax == ImportSyntax::DynamicImport && it.names.iter().all(|it| it.local.is_none())
        };
        let loaded = self.facts.imports.iter().filter(is_unnamed).filter(|it| is_inside(&it.span));
        let loaded = loaded.map(|it| it.specifier.as_str()).filter(|it| !said.contains(it));
        few(": loads ", loaded, MOST_LOADED)
    }

    /// The position of the import that takes the name, if it is more than a type.
    fn runs(&self, binding: &str) -> Option<usize> {
        let taken = |(at, import): (usize, &Import)| {
            let name = import.names.iter().find(|it| it.local.as_deref() == Some(binding))?;
            let styles = ["css", "scss", "sass", "less"].iter().any(|end| import.specifier.ends_with(end));
            Some((!name.type_only && import.kind != ImportKind::Type && !styles).then_some(at))
        };
        let found = self.facts.imports.iter().enumerate().find_map(taken)?;
        // What stands behind the `=` runs.
        let head = match self.symbol.kind {
            SymbolKind::Variable if is_python(self.path) => signature::before_value(self.signature()),
            SymbolKind::Variable => signature::without_value(self.signature()),
            _ => self.signature(),
        };
        // `({ ...props }: ComponentProps<typeof Slot>) => <Slot />`
        let shown = self.facts.elements.iter().any(|it| it.split('.').next() == Some(binding));
        found.filter(|_| shown || !mentions(head, binding))
    }

    /// The names that say most first: for a component other components; what every file of a framework uses goes
    /// where there is anything else.
    pub(super) fn uses(&self, component: bool) -> String {
        let mut used = self.telling();
        if component {
            used.retain(|name| !is_framework(name));
            used.sort_by_key(|name| !name.starts_with(char::is_uppercase));
        }
        self.few_used(": uses ", used, MOST_USED)
    }

    /// As many of `used` as a text lists; where that is not all, those first that say most.
    pub(super) fn few_used(&self, lead: &str, mut used: Vec<String>, most: usize) -> String {
        if used.len() > most {
            // What is called says more than what it is given.
            used.sort_by_cached_key(|name| {
                let strangeness = self.strangeness(name);
                // What only has a shape says least.
                if (1..3).contains(&strangeness) && is_shape(name) {
                    (3, true)
                } else {
                    (strangeness, is_constant(name))
                }
            });
        }
        used.sort_by_key(|name| is_of_lodash(name));
        few_said(lead, used.iter().map(|name| (name.as_str(), self.taken_by_another_name(name))), most)
    }

    /// From where a default is taken that is called here as another file beside it is: `ListLayout` of
    /// `./layouts/ListLayoutWithTags`.
    fn taken_by_another_name(&self, local: &str) -> Option<String> {
        let import = self.import_of(local)?;
        let is_default = import.names.iter().any(|it| {
            let is_one = match &it.name {
                BindingName::Default => true,
                BindingName::Named(name) => name == "default",
                BindingName::Namespace => false,
            };
            is_one && it.local.as_deref() == Some(local)
        });
        let last = import.specifier.rsplit('/').next()?.split('.').next()?;
        let plain = |text: &str| split(text).concat().to_lowercase();
        let (own, file) = (plain(local), plain(last));
        // `Button` of `./button/index` is that; what has nothing in common is a name that somebody chose.
        let is_other = file != own && file.starts_with(&own) && !own.is_empty();
        (is_default && is_other && import.specifier.contains('/')).then(|| format!("of {}", quoted(last)))
    }

    /// How little a used name says of what uses it. Nothing says more than what shares a word with its name or the file's;
    /// then what lies beside the file counts, then what is the repository's own as far as the specifier shows; what every
    /// platform has comes last.
    fn strangeness(&self, name: &str) -> u8 {
        let binding = name.split('.').next().unwrap_or_default();
        // In Go a name is taken with its package.
        let takes = |it: &&Import| {
            it.names.iter().filter_map(|it| it.local.as_deref()).any(|it| it == binding || it == name)
        };
        let import = self.facts.imports.iter().find(takes);
        let specifier = import.map_or("", |import| import.specifier.as_str());
        if self.is_of_platform(specifier) {
            return 4;
        }
        if is_of_lodash(name) {
            return 5;
        }
        let own = [split(&self.name()), split(&stem(self.path)), split(&about_words(self.path))].concat();
        let telling = |word: &String| word.len() > 3 && !is_verb(word) && own.contains(word);
        if split(name).iter().any(telling) {
            return 0;
        }
        let path = self.path.to_text();
        let top = path.split_once('/').map_or("", |(top, _)| top);
        // `@/lib`, `~/lib`, `#lib`, `$lib`
        let alias = specifier.starts_with("@/") || specifier.starts_with(['~', '#', '$', '/']);
        let within = specifier.split(['.', '/']).any(|it| !top.is_empty() && it == top);
        match specifier {
            // What decorates stands on every such class.
            _ if specifier.starts_with("@nestjs/")
                || matches!(specifier, "class-transformer" | "class-validator") =>
            {
                4
            }
            _ if specifier.starts_with("./") || is_python(self.path) && specifier.starts_with('.') => 1,
            _ if specifier.starts_with("../") || alias || within => 2,
            _ => 3,
        }
    }

    /// What it uses; what every file of a framework uses is left out where there is anything else.
    pub(super) fn telling(&self) -> Vec<String> {
        let mut used = self.used();
        used.retain(|name| !self.makes_fixtures(name));
        // What registers it is told.
        if self.registered().is_some() {
            used.retain(|name| !self.decorators().any(|it| it == name));
        }
        // Where nothing else tells what it is about, what is done for it may, and types.
        if used.iter().all(|name| is_framework(name)) {
            used.extend(self.used_by_helpers());
        }
        if used.iter().all(|name| is_framework(name)) {
            let types = self.used_in(true).into_iter().filter(|it| !used.contains(it)).collect::<Vec<_>>();
            used.extend(types);
        }
        if used.iter().any(|name| !is_framework(name)) {
            used.retain(|name| !is_framework(name));
        }
        used
    }

    /// Whether it is what makes fixtures of pytest.
    pub(super) fn makes_fixtures(&self, name: &str) -> bool {
        let of_pytest = |it: &Import| {
            matches!(it.specifier.as_str(), "pytest" | "pytest_asyncio")
                && it.names.iter().any(|it| it.local.as_deref() == Some("fixture"))
        };
        matches!(name, "pytest.fixture" | "pytest_asyncio.fixture")
            || name == "fixture" && self.facts.imports.iter().any(of_pytest)
    }

    fn is_of_platform(&self, specifier: &str) -> bool {
        match extension(self.path) {
            "go" => !specifier.split('/').next().unwrap_or_default().contains('.'),
            _ if is_python(self.path) => {
                standard::python(specifier.split('.').next().unwrap_or_default()).is_some()
            }
            _ => specifier.starts_with("node:") || standard::node(specifier).is_some(),
        }
    }

    /// For a component: the components that it renders, and then what else it uses.
    pub(super) fn renders(&self) -> (String, String) {
        self.renders_but(&[])
    }

    /// The same beside what is told.
    pub(super) fn renders_but(&self, told: &[&str]) -> (String, String) {
        let (mut shown, rest) = self.shown_and_used();
        // What picks one of those that are told is no part that is seen.
        let is_router = |it: &str| {
            let plain = ["Browser", "Hash", "Memory", "Static"].iter().find_map(|kind| it.strip_prefix(kind));
            matches!(plain.unwrap_or(it), "Route" | "Router" | "Routes" | "Switch")
        };
        shown.retain(|it| told.is_empty() || !told.contains(&it.as_str()) && !is_router(it));
        let most = if shown.is_empty() { MOST_USED } else { 3 };
        (self.few_used(": renders ", shown, MOST_USED), self.few_used(": uses ", rest, most))
    }

    /// The same with the members that are shown of what is imported by its name: `Picker.List`, `Picker.Empty` of `Picker`.
    fn in_pieces(&self, shown: Vec<String>, mut rest: Vec<String>) -> (Vec<String>, Vec<String>) {
        let pieces: Vec<&str> =
            self.own_shown().filter(|it| it.sort == ShownSort::Piece).map(|it| it.text.as_str()).collect();
        let of = |name: &str, piece: &str| piece.strip_prefix(name).is_some_and(|it| it.starts_with('.'));
        let is_whole = |name: &String| shown.contains(name) && self.facts.elements.contains(name);
        let mut told: Vec<String> = Vec::new();
        for name in rest.extract_if(.., |name| pieces.iter().any(|it| of(name, it))) {
            let own = pieces.iter().filter(|it| of(&name, it)).map(|it| (*it).to_owned());
            told.extend(own.filter(|it| !shown.contains(it)));
        }
        told.retain(|it| !is_wrapper(it) && !is_whole(it));
        (shown.into_iter().chain(told).collect(), rest)
    }

    /// The components that it renders, and what else it uses.
    pub(super) fn shown_and_used(&self) -> (Vec<String>, Vec<String>) {
        // That it is a component is said.
        let made = self.initial().filter(Initial::makes_vue_component);
        let maker = made.as_ref().and_then(Initial::callee);
        let mut used = self.used();
        let own_hook = |name: &String| {
            let import =
                self.import_of(name).filter(|it| name.starts_with("use") && it.specifier.contains('/'));
            import.is_some() && self.package_of(name).is_none() && !is_of_messages(name)
        };
        // What lies in the repository is no framework's, whatever it is called, where nothing else of it is used.
        let is_plain = |it: &String| is_framework(it) || self.facts.elements.contains(it);
        let is_alone = !used.iter().any(|it| !is_plain(it) && self.package_of(it).is_none());
        used.retain(|name| {
            (!is_framework(name) || is_alone && own_hook(name)) && Some(name.as_str()) != maker
        });
        // What it provides is told.
        let provides = !self.provides().is_empty();
        let is_provider = |name: &str| {
            let context = name.strip_suffix(".Provider").unwrap_or(name);
            self.facts.elements.iter().any(|it| it.strip_suffix(".Provider") == Some(context))
        };
        used.retain(|name| !provides || !is_provider(name));
        let component = |name: &&String| self.facts.elements.contains(name);
        let (mut shown, mut rest): (Vec<String>, Vec<String>) =
            used.into_iter().partition(|it| component(&it));
        // What the file has itself is what it is made of.
        let own = self.at..=self.at + self.members(None).count();
        let beside = self.facts.own_uses.iter().filter(|it| own.contains(&(it.symbol as usize)));
        let beside = beside.map(|it| &it.name).filter(|name| **name != self.symbol.name);
        shown.splice(0..0, beside.clone().filter(component).cloned());
        // So is what a hook of the file gives.
        let is_hook = |name: &&String| {
            name.strip_prefix("use").is_some_and(|rest| rest.starts_with(char::is_uppercase))
        };
        rest.splice(0..0, beside.filter(is_hook).cloned());
        if rest.is_empty() {
            let elements = &self.facts.elements;
            rest.extend(self.used_by_helpers().into_iter().filter(|it| !elements.contains(it)));
        }
        // What only waits for others, or holds them together, says nothing beside them; icons say less than what the
        // repository has itself.
        if shown.iter().any(|it| !is_wrapper(it)) {
            shown.retain(|it| !is_wrapper(it));
        }
        let is_own = |it: &&String| !self.is_icon(it) && self.package_of(it).is_none();
        if shown.iter().filter(is_own).count() > 1 {
            shown.retain(|it| !self.is_icon(it));
        }
        self.in_pieces(shown, rest)
    }

    /// Whether a component comes from where icons do.
    fn is_icon(&self, name: &str) -> bool {
        self.import_of(name).is_some_and(|it| {
            let last = it.specifier.rsplit('/').next().unwrap_or_default();
            it.specifier.starts_with("lucide-") || it.specifier.contains("icons") || last == "svg"
        })
    }

    /// The import that takes what the file calls so.
    pub(super) fn import_of(&self, name: &str) -> Option<&Import> {
        let takes = |it: &&Import| it.names.iter().any(|it| it.local.as_deref() == Some(name));
        self.facts.imports.iter().find(takes)
    }

    /// What a class uses beside what its decorators say that it is, and what is `told`.
    pub(super) fn uses_beside_decorators(&self, told: &str) -> String {
        let mut used = self.used();
        used.retain(|name| !is_framework(name) && !is_decorator(name) && !told.contains(&quoted(name)));
        self.few_used(": uses ", used, MOST_USED)
    }

    /// What is used beside what the text tells already, and beside the function of that name.
    pub(super) fn uses_but(&self, text: &str, told: Option<&str>) -> String {
        let mut used = self.used();
        used.retain(|name| !is_framework(name) && Some(name.as_str()) != told && !stands_in(text, name));
        self.few_used(": uses ", used, MOST_USED)
    }

    /// Whether the file declares or imports it itself.
    fn is_local(&self, name: &str) -> bool {
        self.facts.symbols.iter().take(MANY).any(|it| it.container.is_none() && it.name == name)
            || self.facts.imports.iter().flat_map(|it| &it.names).any(|it| it.local.as_deref() == Some(name))
    }

    /// Whether `used` holds the export `name` of `package`; of any package where that is empty. `default` also means a
    /// whole module; `a.b` is the member `b` of the default `a`.
    pub(super) fn takes_of(&self, used: &[String], package: &str, name: &str) -> bool {
        self.takes_from(&self.taken_for(used), used, package, name)
    }

    /// The imports that take what `used` begins with: of many names few are meant.
    pub(super) fn taken_for(&self, used: &[String]) -> Vec<&Import> {
        let roots: Vec<&str> = used.iter().filter_map(|it| it.split('.').next()).collect();
        if roots.is_empty() {
            return Vec::new();
        }
        let is_root = |local: &String| local.split('.').next().is_some_and(|root| roots.contains(&root));
        // `require('express').Router()` has no name for the module.
        let mut required: Vec<&str> = self.facts.imports.iter().filter_map(Import::name_unbound).collect();
        required.retain(|name| roots.contains(name));
        required.dedup();
        // What the file itself has under that name is that.
        required.retain(|name| !self.is_local(name));
        let is_required = |it: &Import| it.name_unbound().is_some_and(|name| required.contains(&name));
        let takes = |it: &&Import| {
            it.names.iter().any(|it| it.local.as_ref().is_some_and(is_root)) || is_required(it)
        };
        let mut found: Vec<&Import> = self.facts.imports.iter().filter(takes).collect();
        // Of what has no name of its own one stands for all that are the same.
        let mut seen = FxHashSet::default();
        found.retain(|it| {
            let names = || it.names.iter().map(|it| &it.name).collect::<Vec<_>>();
            it.name_unbound().is_none() || seen.insert((&*it.specifier, names()))
        });
        found
    }

    /// The same where `imports` are those of [`Self::taken_for`].
    pub(super) fn takes_from(&self, imports: &[&Import], used: &[String], package: &str, name: &str) -> bool {
        // Nuxt imports by itself.
        if package.is_empty() && used.iter().any(|it| it == name) && !self.is_local(name) {
            return true;
        }
        let (name, member) = name.split_once('.').map_or((name, None), |(name, member)| (name, Some(member)));
        imports.iter().any(|import| {
            let from = package.is_empty()
                || import
                    .specifier
                    .strip_prefix(package)
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
            from && import.names.iter().any(|it| {
                let local = it.local.as_deref().unwrap_or_default();
                // `mongoose.model`
                let of_whole = || {
                    let whole =
                        !matches!(it.name, BindingName::Named(_)) && member.is_none() && !package.is_empty();
                    whole
                        && used.iter().any(|one| {
                            one.strip_prefix(local).and_then(|it| it.strip_prefix('.')) == Some(name)
                        })
                };
                let known = match &it.name {
                    BindingName::Named(known) => known == name,
                    _ => name == "default" || local == name,
                };
                let nameless = || {
                    let is_it =
                        |one: &String| one.split_once('.').map_or("default", |(_, rest)| rest) == name;
                    it.local.is_none() && import.syntax.is_require() && used.iter().any(is_it)
                };
                of_whole()
                    || known && nameless()
                    || known
                        && used.iter().any(|one| match (one.strip_prefix(local), member) {
                            (Some(rest), None) => rest.is_empty() || rest.starts_with('.'),
                            (Some(rest), Some(member)) => rest.strip_prefix('.') == Some(member),
                            (None, _) => false,
                        })
            })
        })
    }
}

/// What makes a class and its fields those of an ORM, an API or a framework.
#[rustfmt::skip]
fn is_decorator(name: &str) -> bool {
    name.ends_with("Column")
        || matches!(
            name,
            "Arg" | "BelongsTo" | "BelongsToMany" | "Body" | "Catch" | "ChangeDetectionStrategy" | "Column" | "Component"
                | "ContentChild" | "Controller" | "Default"
                | "Delete" | "Directive" | "Entity" | "Field" | "ForeignKey" | "Get" | "HasMany" | "HasOne" | "HostBinding"
                | "HostListener" | "Index"
                | "Inject" | "Injectable" | "Input" | "InputType" | "JoinTable" | "ManyToMany" | "ManyToOne" | "Module"
                | "Mutation" | "ObjectType" | "OneToMany" | "OneToOne" | "Output" | "Param" | "Patch" | "Pipe" | "Post" | "PrimaryKey"
                | "Property" | "Put" | "Query" | "Res" | "Req" | "Resolver" | "Table" | "Unique" | "UseGuards"
                | "ViewChild" | "inject"
        )
}

/// What nearly every file of React, Vue or Svelte uses.
pub(super) fn is_framework(name: &str) -> bool {
    name.starts_with("React.")
        || matches!(
            name,
            "React"
                | "Fragment"
                | "jsx"
                | "useState"
                | "useEffect"
                | "useCallback"
                | "useMemo"
                | "useRef"
                | "clsx"
                | "classNames"
                | "classnames"
                | "cx"
                | "cn"
                | "useContext"
                | "useLayoutEffect"
                | "forwardRef"
                | "memo"
                | "observer"
                | "ref"
                | "shallowRef"
                | "computed"
                | "reactive"
                | "watch"
                | "watchEffect"
                | "nextTick"
                | "onBeforeMount"
                | "onBeforeUnmount"
                | "onBeforeUpdate"
                | "onDestroy"
                | "onMount"
                | "onMounted"
                | "onUnmounted"
                | "onUpdated"
                | "createEventDispatcher"
                | "toRef"
                | "toRefs"
                | "defineComponent"
                | "FC"
                | "ReactNode"
        )
        || name.ends_with("Event") && name.len() > 5
        || is_everywhere(name)
        || is_of_messages(name)
}

/// Whether the code that `text` quotes names it.
fn stands_in(text: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '\'' | '"');
    let names = |code: &str| {
        code.match_indices(name).any(|(at, _)| {
            let (before, behind) = (&code[..at], &code[at + name.len()..]);
            !before.ends_with(|c: char| is_part(c) || c == '.') && !behind.starts_with(is_part)
        })
    };
    text.split('`').skip(1).step_by(2).any(names)
}

/// A component of React that shows nothing itself.
fn is_wrapper(name: &str) -> bool {
    let name = name.strip_prefix("React.").unwrap_or(name);
    matches!(name, "Fragment" | "Profiler" | "StrictMode" | "Suspense")
}

/// Whether the name is that of what only has a shape, or says what happened: `UserDto`, `HttpStatus`.
fn is_shape(name: &str) -> bool {
    let ends = ["DTO", "Dto", "Enum", "Exception", "HttpStatus", "Props", "Type", "Types"];
    name.starts_with(char::is_uppercase) && ends.iter().any(|end| name.ends_with(end))
}

/// `MAX_SIZE`
fn is_constant(name: &str) -> bool {
    name.len() > 2 && name.bytes().all(|it| it.is_ascii_uppercase() || it.is_ascii_digit() || it == b'_')
}

/// What lodash and its like give, by the name that everybody gives them.
pub(super) fn is_of_lodash(name: &str) -> bool {
    name.strip_prefix('_').is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// What texts are taken from: they are told as what they say.
fn is_of_messages(name: &str) -> bool {
    let object = name.split('.').next().unwrap_or_default();
    object == "messages" || object.ends_with("Messages")
}

/// What is used for everything, of whatever library: formatting and wrapping of errors, logs, translations, notices.
fn is_everywhere(name: &str) -> bool {
    let first = name.split('.').next().unwrap_or_default();
    matches!(
        name,
        "Trans"
            | "bytes.Buffer"
            | "cast"
            | "context.Context"
            | "debug.Log"
            | "msg"
            | "messages.error"
            | "messages.info"
            | "messages.success"
            | "messages.warning"
            | "toast"
            | "useIntl"
            | "useLingui"
            | "useToast"
            | "useTranslation"
            | "useTranslations"
    ) || matches!(first, "errors" | "fmt" | "log" | "logger" | "logging" | "slog" | "strconv" | "z")
        && (name.contains('.') || matches!(first, "logger" | "z"))
}

/// Whether `word` stands in `text` as a whole word.
pub(super) fn mentions(text: &str, word: &str) -> bool {
    let inside = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    text.match_indices(word)
        .any(|(at, _)| !text[..at].ends_with(inside) && !text[at + word.len()..].starts_with(inside))
}

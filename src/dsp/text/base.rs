//! What a class is by what it extends, where that is a class of a framework that nearly everybody knows. An open set:
//! one table.

use resolvers::facts::{Deed, Import, ShownSort, SymbolKind};

use super::declared::{Declared, MOST_FIELDS};
use super::function::migrations::steps_up;
use super::place::{Role, role};
use super::words::{capitalised, is_only_verb, split, with_article};
use super::{LONGEST_PART, few, quoted, signature, suite};

/// The name of a base, the package that it must be imported of (any where empty), and what a class is that extends
/// it. The first that fits counts.
#[rustfmt::skip]
const BASES: &[(&str, &str, &str)] = &[
    ("models.Model", "django", "a model of the database"),
    ("db.Model", "", "a model of the database"),
    ("DeclarativeBase", "sqlalchemy", "the base of the models of the database"),
    ("ModelSerializer", "rest_framework", "a serializer of the REST API"),
    ("Serializer", "rest_framework", "a serializer of the REST API"),
    ("ViewSet", "rest_framework", "endpoints of the REST API"),
    ("GenericViewSet", "rest_framework", "endpoints of the REST API"),
    ("ModelViewSet", "rest_framework", "endpoints of the REST API"),
    ("ReadOnlyModelViewSet", "rest_framework", "endpoints of the REST API"),
    ("APIView", "rest_framework", "an endpoint of the REST API"),
    ("BasePermission", "rest_framework", "a permission of the REST API"),
    ("FilterSet", "", "the filters of a list"),
    ("ModelAdmin", "django", DJANGO_ADMIN),
    ("AppConfig", "django", "the configuration of a Django app"),
    ("BaseCommand", "django", "a command of `manage.py`"),
    ("FlaskForm", "", "a form"),
    ("ModelForm", "", "a form"),
    ("forms.Form", "", "a form"),
    ("CreateView", "django", "a view of Django"),
    ("DeleteView", "django", "a view of Django"),
    ("DetailView", "django", "a view of Django"),
    ("ListView", "django", "a view of Django"),
    ("TemplateView", "django", "a view of Django"),
    ("UpdateView", "django", "a view of Django"),
    ("View", "django", "a view of Django"),
    ("MethodView", "flask", "a view of Flask"),
    ("BaseModel", "pydantic", "data that is validated"),
    ("BaseSettings", "pydantic_settings", "settings that are read from outside"),
    ("NamedTuple", "typing", "a named tuple"),
    ("TypedDict", "typing", "a typed dictionary"),
    ("Protocol", "typing", "a protocol"),
    ("TextChoices", "django", "an enum"),
    ("IntegerChoices", "django", "an enum"),
    ("NodeVisitor", "ast", "a visitor of syntax trees"),
    ("NodeTransformer", "ast", "a transformer of syntax trees"),
    ("DjangoModelFactory", "", "a factory of models for tests"),
    ("EventEmitter", "", "an event emitter"),
    ("LitElement", "", "a custom element"),
    ("HTMLElement", "", "a custom element"),
];

/// Last words of the names of classes that hold one thing, each for another use.
const RECORDS: &[&str] = &[
    "base",
    "create",
    "in",
    "input",
    "out",
    "output",
    "pagination",
    "read",
    "request",
    "response",
    "save",
    "summary",
    "update",
];

/// How many steps of a migration are told.
pub(super) const MOST_STEPS: usize = 4;
/// What a `ModelAdmin` is.
const DJANGO_ADMIN: &str = "a page of the Django admin";
/// How many fields of a list of that are told.
const MOST_LISTED: usize = 5;
/// How many tests of a class are told.
const MOST_TESTS: usize = 6;

impl Declared<'_> {
    /// What it is by what it extends.
    pub(super) fn by_base(&self) -> Option<&'static str> {
        let (extends, _) = signature::heritage(self.signature());
        let takes = |base: &str, package: &str| {
            let of = |it: &&Import| {
                let rest = it.specifier.strip_prefix(package);
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '/']))
            };
            let root = base.split('.').next();
            let binds = |it: &Import| it.names.iter().any(|it| it.local.as_deref() == root);
            package.is_empty() || self.facts.imports.iter().filter(of).any(binds)
        };
        let is = |base: &str, known: &str| {
            base.strip_suffix(known).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
        };
        let known = BASES
            .iter()
            .find(|(known, package, _)| extends.iter().any(|base| is(base, known) && takes(base, package)));
        known.map(|(_, _, what)| *what)
    }

    /// The table of a database that its `__tablename__` says it is (`SQLAlchemy`).
    pub(super) fn table(&self) -> Option<&str> {
        let at = u32::try_from(self.at).ok();
        let mut own = self.facts.symbols[self.at + 1..].iter().take_while(|it| it.container.is_some());
        let name = own.find(|it| it.container == at && it.name == "__tablename__")?;
        let value = signature::value(name.signature.as_deref()?)?;
        let quote = value.chars().next().filter(|it| matches!(it, '"' | '\''))?;
        value.strip_prefix(quote)?.strip_suffix(quote).filter(|it| !it.is_empty() && !it.contains(quote))
    }

    /// The one class that it extends, where that says what it is: no record, no ability, nothing that a call gives.
    pub(super) fn sole_base(&self) -> Option<&str> {
        let (extends, _) = signature::heritage(self.signature());
        let [base] = extends[..] else { return None };
        // Records of one thing inherit what they share.
        let is_record = |name: &str| split(name).last().is_some_and(|last| RECORDS.contains(&last.as_str()));
        if is_record(base) && is_record(&self.name()) {
            return None;
        }
        // What is called may give anything; `TaskPolicy(Policy)` of Python calls nothing.
        let bases =
            self.signature().split_once(&format!(" {}", self.symbol.name)).map_or("", |(_, bases)| bases);
        if bases.contains(&format!("{base}(")) || bases.contains(">(") {
            return None;
        }
        let words = words_of_base(base);
        let says = |it: &String| {
            let hollow = ["can", "has", "is", "no", "non", "supports", "with"];
            hollow.contains(&it.as_str())
                || is_only_verb(it)
                || it.strip_suffix('s').is_some_and(is_only_verb)
        };
        let is_ability = words.first().is_none_or(says) || words.last().is_some_and(|it| it == "mixin");
        let is_bare = matches!(base, "ABC" | "Generic" | "Protocol" | "abc.ABC" | "null" | "object");
        (!is_ability && !is_bare && !base.starts_with(['_', '#'])).then_some(base)
    }

    /// `a notification provider` of what extends `NotificationProvider`: the words of the one class that it extends,
    /// where its own name does not say them.
    pub(super) fn kin(&self) -> Option<String> {
        let words = words_of_base(self.sole_base()?);
        let told = words.join(" ");
        if told.eq_ignore_ascii_case("sql alchemy") {
            return Some("an SQLAlchemy model".to_owned());
        }
        let hollow = ["class", "common", "core", "generic", "impl", "mixin", "object", "shared"];
        let vague = words.iter().any(|it| hollow.contains(&it.as_str()));
        // `a net box table` of a `TagTable` says less than what it extends.
        let own = self.words();
        let said: Vec<String> = own.split(' ').map(str::to_lowercase).collect();
        let again = words.last().is_some_and(|last| own.rsplit(' ').next() == Some(last))
            || words.iter().all(|it| said.contains(&it.to_lowercase()));
        (words.len() > 1 && !vague && !again && !own.ends_with(&told)).then(|| with_article(&told))
    }

    /// What a class does to the database as a migration of Django or of `TypeORM`.
    pub(super) fn migrates(&self) -> Option<String> {
        let Some(Deed::Calls(steps)) = self.symbol.deed.as_deref() else {
            let (extends, implements) = signature::heritage(self.signature());
            let is_one = implements.iter().chain(&extends).any(|it| it.contains("Migration"));
            return Some(steps_up(self.facts)).filter(|it| is_one && !it.is_empty());
        };
        Some(few(": ", steps.iter().map(String::as_str), MOST_STEPS))
    }

    /// The model that it serializes, shows or filters, after a colon.
    pub(super) fn shapes(&self) -> String {
        let Some(Deed::Shapes(told)) = self.symbol.deed.as_deref() else { return String::new() };
        let Some((model, fields)) = told.split_first() else { return String::new() };
        let fields = few(" with ", fields.iter().map(String::as_str), MOST_FIELDS);
        format!(": for {}{fields}", quoted(model))
    }

    /// What a page of the Django admin shows, after colons: the model that it is registered for, and what its lists name.
    pub(super) fn administers(&self) -> Vec<String> {
        if self.by_base().is_none_or(|it| it != DJANGO_ADMIN) {
            return Vec::new();
        }
        let end = format!(", {})", self.symbol.name);
        let calls = self.facts.shown.iter().filter(|it| it.sort == ShownSort::Call);
        let mut registered = calls.filter_map(|it| it.text.strip_suffix(&end)?.split_once("register("));
        let model = registered.next().map(|(_, model)| format!(": for {}", quoted(model)));
        let slots =
            [("list_display", "lists "), ("search_fields", "searches by "), ("list_filter", "filters by ")];
        let listed = slots.into_iter().filter_map(|(slot, word)| {
            let field = self.listed_members(Some(SymbolKind::Field)).find(|it| it.name == slot)?;
            let value = signature::value(field.signature.as_deref()?)?;
            let names: Vec<&str> = value.split(['\'', '"']).skip(1).step_by(2).collect();
            Some(few(&format!(": {word}"), names.into_iter(), MOST_LISTED)).filter(|it| !it.is_empty())
        });
        model.into_iter().chain(listed).collect()
    }

    /// A class of tests by what its methods are called; `None` for other classes.
    pub(super) fn tests_of_class(&self) -> Option<String> {
        let (extends, _) = signature::heritage(self.signature());
        let tests = || self.members(Some(SymbolKind::Method)).filter_map(|it| it.strip_prefix("test_"));
        let test = ["Test", "test_"].iter().any(|lead| self.symbol.name.starts_with(lead))
            && (role(self.path) == Role::Test || suite::is_test(self.path, self.facts));
        let named = test || extends.iter().any(|it| it.contains("TestCase"));
        if !named || tests().next().is_none() {
            return None;
        }
        let mut words = split(&self.name());
        words.retain(|it| !matches!(it.as_str(), "test" | "tests" | "case"));
        let subject = if words.is_empty() { quoted(&self.symbol.name) } else { words.join(" ") };
        let cases: Vec<String> = tests().take(MOST_TESTS).map(|it| split(it).join(" ")).collect();
        let more = if tests().count() > MOST_TESTS { "; …" } else { "" };
        let extends = few("; extends ", extends.into_iter(), 2);
        Some(capitalised(&format!("tests of {subject}: {}{more}{extends}", cases.join("; "))))
    }
}

/// What documentation says of a class of tests, with what these try.
pub(super) fn with_tests(said: String, tests: &str) -> String {
    match tests.split_once(": ").filter(|_| said.len() < LONGEST_PART / 2) {
        Some((_, cases)) => format!("{}: {cases}", said.trim_end_matches('.')),
        None => said,
    }
}

/// `notification provider` of `base.BaseNotificationProvider<A>`
fn words_of_base(base: &str) -> Vec<String> {
    let name = base.split(['<', '[', '(']).next().unwrap_or_default().rsplit('.').next().unwrap_or_default();
    split(name).into_iter().filter(|it| !matches!(it.as_str(), "abstract" | "base")).collect()
}

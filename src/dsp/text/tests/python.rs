//! What Python and Django make of a declaration.

use super::symbols;

#[test]
fn decorators_and_bases_of_python_tell() {
    let source =
        "import pytest, pydantic\nfrom .db import BaseModel\nfrom functools import wraps\nfrom flask import app\nfrom django.db import models
@app.route('/users', methods=['POST'])
@router.get('/{id}')\ndef add_user(name): return save(name)
@pytest.fixture\ndef queue_mock(): return 1
def needs_login(it):\n    @wraps(it)\n    def inner(): pass\n    return inner
class User(models.Model): name = 1
class Mail(HttpTransport): pass
class Odd(BaseModel): pass
class Other(with_metaclass(Meta)): pass
class Index(SupportsIndex): pass
class Seat(Base):\n    __tablename__ = 'seats'\n    row = 1
class SeatOut(SeatCreate): row = 1
def has_rows(seat) -> int: return seat.rows
def do_cleanup_seats(): pass
limit: Final[int] = 3
names: Grammar
class LoginTestCase(TestCase):\n    def test_it_works(self): pass
";
    assert_eq!(
        symbols("app/users.py", source)
            .into_iter()
            .filter(|it| !it.contains(" of `") || it.contains("kind of"))
            .collect::<Vec<_>>(),
        [
            "add_user: Adds user, for requests to `POST /users`, `GET /{id}` below `router`: takes `name`; uses `app.route`",
            "queue_mock: Fixture of tests, a queue mock",
            "needs_login: Tells whether `it` needs login: uses `wraps`",
            "User: User, a model of the database: extends `models.Model`; holds `name = 1`",
            "Mail: Mail, an HTTP transport: extends `HttpTransport`",
            "Odd: Odd (users), a kind of `BaseModel`",
            "Other: Other (users), a class: extends `with_metaclass`",
            "Index: Index (users), a class: extends `SupportsIndex`",
            "Seat: Seat (users), table `seats` of the database: extends `Base`; holds `row = 1`",
            "SeatOut: Seat out, a class: extends `SeatCreate`; holds `row = 1`",
            "has_rows: Has rows: takes `seat`; gives `seat.rows` (`int`)",
            "do_cleanup_seats: Cleans up seats: does nothing",
            "limit: Limit (users): of type `int`; `3`",
            "names: Names (users): of type `Grammar`",
            "LoginTestCase: Tests of login: it works; extends `TestCase`",
        ]
    );
}

#[test]
fn classes_of_python_show_their_short_values() {
    let source = "from .pages import Page
# Models with a preview
class Story(Page):
    subpage_types = []
    template = 'story.html'
    message = _('Saved it')
    panels = make_panels('a very long value', 'that nobody needs to read')";
    assert_eq!(
        symbols("app/models.py", source)[0],
        "Story: Story (models), a kind of `Page`: holds `subpage_types`, `template = 'story.html'`, `message = 'Saved it'`, `panels`"
    );
}

#[test]
fn python_says_itself_what_is_what() {
    let source = "from graphene import Mutation
class CreateUser(Mutation):
    class Meta:
        description = 'Creates a user of the shop.'
class Command(BaseCommand):
    help = 'Removes all that is old'
NOTICE = (
    'Exports are gone. '
    'Use the API for all data.'
)
USERS = \"\"\"
    query Users($first: Int) { users(first: $first) { id } }
\"\"\"
IMAGES = {1: 'a.jpg', 2: 'b.jpg'}
def filter_name(qs, value): return qs.filter(name=value)
";
    assert_eq!(
        symbols("shop/api.py", source).into_iter().filter(|it| !it.contains("field of")).collect::<Vec<_>>(),
        [
            "CreateUser: Creates a user of the shop.",
            "Command: Removes all that is old",
            "NOTICE: Notice (shop API), a constant: the text 'Exports are gone. Use the API for all data.'",
            "USERS: Users (shop API), a constant: the GraphQL query `Users` of `users`",
            "IMAGES: Images (shop API), a constant: holds `1`, `2`",
            "filter_name: Filters `qs` by name: also takes `value`; gives `qs.filter(name=value)`",
        ]
    );
}

#[test]
fn classes_of_django_say_what_they_are_for() {
    let source = "from django import forms
from . import tables
class UserForm(forms.ModelForm):
    class Meta:
        model = User
        fields = ('name', 'age')
class UserView(ListView):
    queryset = User.objects.all()
    table = tables.UserTable
    api_key = 'abc'
class Product(models.Model):
    description = models.TextField('Long description of it')
";
    assert_eq!(
        symbols("shop/views.py", source)
            .into_iter()
            .filter(|it| !it.contains("(field of"))
            .collect::<Vec<_>>(),
        [
            "UserForm: User form, a form: for `User` with `name`, `age`; extends `forms.ModelForm`",
            "UserView: User view, a kind of `ListView`: holds `queryset = User.objects.all()`, `table = tables.UserTable`, `api_key`; uses `tables.UserTable`",
            "Product: Product (shop views), a kind of `models.Model`: holds `description`",
        ]
    );
}

#[test]
fn pages_of_the_django_admin_tell_what_they_list() {
    let source = "from django.contrib import admin
class ProductAdmin(admin.ModelAdmin):
    list_display = ('title', 'slug')
    search_fields = ['title']
    readonly_fields = ('id',)
admin.site.register(Product, ProductAdmin)";
    assert_eq!(
        symbols("products/admin.py", source)[0],
        "ProductAdmin: Product admin, a page of the Django admin: extends `admin.ModelAdmin`; for `Product`; lists `title`, `slug`; searches by `title`"
    );
}

#[test]
fn what_registers_a_function_says_what_it_is() {
    for (file, source, expected) in [
        (
            "a/tasks.py",
            "from celery import shared_task\n@shared_task(bind=True)\ndef send_mail(self, to): mail(to)",
            "send_mail: Celery task: sends mail: takes `to`; calls `mail(to)`",
        ),
        (
            "a/tasks.py",
            "from a.celery import app\n@app.task\ndef add(x, y): return x + y",
            "add: Background task: adds (tasks): takes `x`, `y`; gives `x + y`",
        ),
        (
            "a/wagtail_hooks.py",
            "from wagtail import hooks\n@hooks.register('urls')\ndef register_urls(): return []",
            "register_urls: Wagtail hook: registers URLs: gives `[]`",
        ),
        (
            "a/tasks.py",
            "from celery import shared_task\n@shared_task\ndef send_mail(to):\n    '''Send the mail now.'''\n    mail(to)",
            "send_mail: Celery task: send the mail now: takes `to`; calls `mail(to)`",
        ),
        // What is only used in the body says nothing of it.
        (
            "a/tasks.py",
            "from celery import shared_task\ndef make(to): return shared_task(to)",
            "make: Makes (tasks): takes `to`; gives `shared_task(to)`",
        ),
        // What takes nothing wraps nothing.
        (
            "a/pages.py",
            "def with_big_title(): st.title('a')",
            "with_big_title: With big title: calls `st.title(\"a\")`",
        ),
    ] {
        assert_eq!(symbols(file, source)[0].replace('\'', "\""), expected, "{source}");
    }
}

#[test]
fn settings_of_django_are_told_by_what_they_say() {
    let source = "import os\nDEBUG = False\nUSE_TZ = True\nSECRET_KEY = 'abc'\nSERVER_EMAIL = os.environ.get('MAIL', 'a@b.c')\nCOLOURS = 3\nROOT_URLCONF = 'app.urls'";
    assert_eq!(
        symbols("app/settings.py", source),
        [
            "DEBUG: Django setting, whether errors are shown with their details: `False`",
            "USE_TZ: Django setting, whether times know their time zones: `True`",
            "SECRET_KEY: Django setting, the key that sessions and tokens are signed with",
            "SERVER_EMAIL: Django setting, the sender of mail about errors: what the environment variable `MAIL` says or `'a@b.c'`",
            "COLOURS: Colours (settings), a constant: `3`",
            "ROOT_URLCONF: Django setting, the module of the URL routes: `'app.urls'`",
        ]
    );
    // Others have such names too.
    let told = |file: &str, source: &str| symbols(file, source).remove(0);
    assert!(!told("app/settings.py", "DEBUG = False\nDATABASES = {}\nALLOWED_HOSTS = []").contains("Django"));
    assert!(!told("app/flags.py", "DEBUG = False\nINSTALLED_APPS = []").contains("Django"));
    assert!(told("app/settings/dev.py", "DEBUG = True\nINSTALLED_APPS = []").contains("Django"));
}

#[test]
fn tests_of_django_are_known_by_their_classes() {
    let is_test = |file: &str, source: &str| {
        let path = crate::testing::path(file);
        let (language, dialect) = resolvers::language_of(&path).unwrap();
        crate::dsp::text::suite::is_test(&path, &language.extract(dialect, source.as_bytes()))
    };
    assert!(is_test("shop/tests.py", "class CartTests(TestCase):\n    def test_adds(self): pass"));
    // Tests of templates, say.
    assert!(!is_test("jinja2/tests.py", "def test_odd(value): return value % 2 == 1"));
}

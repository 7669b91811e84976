//! What packages are for that nearly everybody uses. An open set: one table, sorted. A package that is not here is told
//! by what the repository takes of it.

pub(super) mod made_up;
mod npm;
mod settings;

pub(super) use self::settings::setting;
use super::standard::look_up;

/// Python packages.
#[rustfmt::skip]
const PYPI: &[(&str, &str)] = &[
    ("aiohttp", "asynchronous HTTP client and server"),
    ("alembic", "migrations of SQL databases"),
    ("anyio", "asynchronous code on several event loops"),
    ("attrs", "classes that hold data"),
    ("beautifulsoup4", "reads HTML"),
    ("black", "formats Python"),
    ("boto3", "client of AWS"),
    ("botocore", "client of AWS, the lower part"),
    ("bpython", "interactive Python"),
    ("celery", "task queue"),
    ("certifi", "root certificates"),
    ("chardet", "guesses encodings"),
    ("charset-normalizer", "guesses encodings"),
    ("click", "command lines"),
    ("cryptography", "ciphers, signatures, certificates"),
    ("django", "web framework"),
    ("djangorestframework", "REST APIs on Django"),
    ("docutils", "reStructuredText"),
    ("fastapi", "web framework for APIs"),
    ("flask", "web framework"),
    ("gevent", "green threads"),
    ("greenlet", "green threads"),
    ("gunicorn", "WSGI server"),
    ("h11", "HTTP/1.1 protocol"),
    ("h2", "HTTP/2 protocol"),
    ("httpx", "HTTP client"),
    ("hypothesis", "tests with generated data"),
    ("idna", "international host names"),
    ("ipdb", "debugger with IPython"),
    ("ipython", "interactive Python"),
    ("itsdangerous", "signed data"),
    ("jinja2", "templates"),
    ("jsonschema", "validates data against JSON schemas"),
    ("lxml", "XML and HTML"),
    ("markupsafe", "escapes HTML"),
    ("marshmallow", "serialises and validates objects"),
    ("matplotlib", "plots"),
    ("mypy", "checks types"),
    ("networkx", "graphs"),
    ("nltk", "natural language"),
    ("numpy", "arrays of numbers"),
    ("opencv-python", "computer vision"),
    ("packaging", "versions and requirements of packages"),
    ("pandas", "tables of data"),
    ("paramiko", "SSH"),
    ("parsel", "selects from HTML and XML"),
    ("pillow", "images"),
    ("pip", "installs packages"),
    ("pluggy", "plugins"),
    ("psutil", "processes and the system"),
    ("psycopg2", "client of PostgreSQL"),
    ("pydantic", "validates data by type hints"),
    ("pygments", "highlights source code"),
    ("pyjwt", "JSON web tokens"),
    ("pymongo", "client of MongoDB"),
    ("pymysql", "client of MySQL"),
    ("pyopenssl", "TLS by OpenSSL"),
    ("pytest", "test runner"),
    ("python-dateutil", "parses dates"),
    ("python-dotenv", "loads `.env`"),
    ("pytz", "time zones"),
    ("pyyaml", "YAML"),
    ("redis", "client of Redis"),
    ("requests", "HTTP client"),
    ("rich", "formatted text in terminals"),
    ("ruff", "checks Python"),
    ("scikit-learn", "machine learning"),
    ("scipy", "scientific computing"),
    ("selenium", "drives browsers"),
    ("setuptools", "builds packages"),
    ("simplejson", "JSON"),
    ("six", "Python 2 and 3 at once"),
    ("sphinx", "builds documentation"),
    ("sqlalchemy", "SQL databases"),
    ("starlette", "ASGI framework"),
    ("tensorflow", "machine learning"),
    ("toml", "TOML"),
    ("torch", "tensors and neural networks"),
    ("tornado", "web server and event loop"),
    ("tox", "runs tests in several environments"),
    ("tqdm", "progress bars"),
    ("trio", "asynchronous code"),
    ("twisted", "event-driven networking"),
    ("typer", "command lines by type hints"),
    ("typing-extensions", "newer type hints"),
    ("ujson", "JSON"),
    ("urllib3", "HTTP client"),
    ("uvicorn", "ASGI server"),
    ("uvloop", "fast event loop"),
    ("virtualenv", "virtual environments"),
    ("watchdog", "watches files"),
    ("websockets", "WebSockets"),
    ("werkzeug", "WSGI toolkit"),
    ("zope-interface", "interfaces"),
];

/// What the package of npm is for, where that is common knowledge.
pub(super) fn npm(name: &str) -> Option<&'static str> {
    look_up(npm::packages(), name)
}

/// The same of what a file imports so; modules of Node.js go before packages of their names, and make all sorts of things.
pub(super) fn imported(specifier: &str) -> Option<&'static str> {
    npm(specifier).filter(|_| super::standard::node(specifier).is_none())
}

/// The same for a package of Python.
pub(super) fn pypi(name: &str) -> Option<&'static str> {
    look_up(PYPI, &name.to_lowercase().replace(['_', '.'], "-"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_sorted() {
        for table in [npm::packages(), PYPI] {
            let odd = table.windows(2).find(|it| it[0].0 >= it[1].0);
            assert_eq!(odd, None);
        }
        assert_eq!(pypi("Jinja2"), Some("templates"));
        assert_eq!(npm("express"), Some("web server framework"));
        assert_eq!(npm("acme"), None);
        assert_eq!(imported("express"), npm("express"));
        assert_eq!(imported("util"), None);
    }
}

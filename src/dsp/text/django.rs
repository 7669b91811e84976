//! What the settings of Django are for, by their names, in a module of settings. Pure.

use resolvers::facts::{FileFacts, Symbol};
use resolvers::path::RepoPath;

use super::declared::MANY;
use super::place::{is_python, stem};
use super::standard::look_up;
use super::words::split;

/// Settings, sorted, and what each one says.
#[rustfmt::skip]
const SETTINGS: &[(&str, &str)] = &[
    ("ABSOLUTE_URL_OVERRIDES", "addresses of models instead of their own"),
    ("ADMINS", "who is mailed about errors"),
    ("ALLOWED_HOSTS", "host names that are answered"),
    ("APPEND_SLASH", "whether addresses without a slash at the end are sent to those with one"),
    ("ASGI_APPLICATION", "where the ASGI application is"),
    ("AUTHENTICATION_BACKENDS", "what users are authenticated by"),
    ("AUTH_PASSWORD_VALIDATORS", "what checks the strength of passwords"),
    ("AUTH_USER_MODEL", "the model of users"),
    ("BASE_DIR", "the folder that other paths are built from"),
    ("CACHES", "caches and where they are kept"),
    ("CACHE_MIDDLEWARE_SECONDS", "how long pages are cached"),
    ("CHANNEL_LAYERS", "how the processes of Channels talk to each other"),
    ("CORS_ALLOWED_ORIGINS", "origins that may call from a browser"),
    ("CORS_ALLOW_CREDENTIALS", "whether cookies go with calls from other origins"),
    ("CRISPY_TEMPLATE_PACK", "templates of crispy forms"),
    ("CSRF_COOKIE_HTTPONLY", "whether scripts cannot read the CSRF cookie"),
    ("CSRF_COOKIE_NAME", "name of the CSRF cookie"),
    ("CSRF_COOKIE_SECURE", "whether the CSRF cookie goes over HTTPS only"),
    ("CSRF_TRUSTED_ORIGINS", "origins whose unsafe requests are trusted"),
    ("DATABASES", "databases and how they are reached"),
    ("DATABASE_ROUTERS", "what decides which database a model is in"),
    ("DATA_UPLOAD_MAX_MEMORY_SIZE", "how large the body of a request may be"),
    ("DATA_UPLOAD_MAX_NUMBER_FIELDS", "how many fields a request may have"),
    ("DATETIME_FORMAT", "how dates with times are written"),
    ("DATE_FORMAT", "how dates are written"),
    ("DEBUG", "whether errors are shown with their details"),
    ("DEFAULT_AUTO_FIELD", "the type of primary keys that models do not name"),
    ("DEFAULT_CHARSET", "the character set of answers"),
    ("DEFAULT_FILE_STORAGE", "where files are stored"),
    ("DEFAULT_FROM_EMAIL", "the sender of mail"),
    ("EMAIL_BACKEND", "how mail is sent"),
    ("EMAIL_HOST", "the server that mail is sent over"),
    ("EMAIL_HOST_PASSWORD", "the password at the mail server"),
    ("EMAIL_HOST_USER", "the user at the mail server"),
    ("EMAIL_PORT", "the port of the mail server"),
    ("EMAIL_SUBJECT_PREFIX", "what subjects of mail to admins begin with"),
    ("EMAIL_TIMEOUT", "how long the mail server is waited for"),
    ("EMAIL_USE_SSL", "whether the mail server is reached over SSL"),
    ("EMAIL_USE_TLS", "whether the mail server is reached over TLS"),
    ("FILE_UPLOAD_HANDLERS", "what takes uploaded files"),
    ("FILE_UPLOAD_MAX_MEMORY_SIZE", "how large an uploaded file may be in memory"),
    ("FILE_UPLOAD_PERMISSIONS", "permissions of uploaded files"),
    ("FILE_UPLOAD_TEMP_DIR", "where uploaded files wait"),
    ("FIXTURE_DIRS", "where fixtures are looked for"),
    ("FORCE_SCRIPT_NAME", "the path that the application is served below"),
    ("FORMAT_MODULE_PATH", "where formats of locales are"),
    ("FORM_RENDERER", "what renders forms"),
    ("INSTALLED_APPS", "applications that are part of the project"),
    ("INTERNAL_IPS", "addresses that see what is for debugging"),
    ("LANGUAGES", "languages that can be chosen"),
    ("LANGUAGE_CODE", "the language where none is chosen"),
    ("LANGUAGE_COOKIE_NAME", "name of the cookie that keeps the language"),
    ("LOCALE_PATHS", "where translations are looked for"),
    ("LOGGING", "what is logged and where to"),
    ("LOGGING_CONFIG", "what sets up logging"),
    ("LOGIN_REDIRECT_URL", "where users go after they have logged in"),
    ("LOGIN_URL", "where users log in"),
    ("LOGOUT_REDIRECT_URL", "where users go after they have logged out"),
    ("MANAGERS", "who is mailed about broken links"),
    ("MEDIA_ROOT", "the folder of uploaded files"),
    ("MEDIA_URL", "the address of uploaded files"),
    ("MESSAGE_STORAGE", "where messages to users are kept"),
    ("MESSAGE_TAGS", "tags of messages by their levels"),
    ("MIDDLEWARE", "what requests and answers pass through, in order"),
    ("MIDDLEWARE_CLASSES", "what requests and answers pass through, in order"),
    ("MIGRATION_MODULES", "where the migrations of applications are"),
    ("PASSWORD_HASHERS", "how passwords are hashed"),
    ("PASSWORD_RESET_TIMEOUT", "how long a link to reset a password holds"),
    ("PREPEND_WWW", "whether addresses without `www.` are sent to those with it"),
    ("REST_FRAMEWORK", "settings of the Django REST framework"),
    ("ROOT_URLCONF", "the module of the URL routes"),
    ("SECRET_KEY", "the key that sessions and tokens are signed with"),
    ("SECURE_BROWSER_XSS_FILTER", "whether browsers are told to filter scripts"),
    ("SECURE_CONTENT_TYPE_NOSNIFF", "whether browsers are told not to guess types"),
    ("SECURE_HSTS_INCLUDE_SUBDOMAINS", "whether subdomains are HTTPS only too"),
    ("SECURE_HSTS_PRELOAD", "whether browsers may list the site as HTTPS only"),
    ("SECURE_HSTS_SECONDS", "how long browsers keep to HTTPS"),
    ("SECURE_PROXY_SSL_HEADER", "the header by which a proxy tells HTTPS"),
    ("SECURE_REFERRER_POLICY", "what browsers tell other sites of where users come from"),
    ("SECURE_SSL_REDIRECT", "whether HTTP is sent to HTTPS"),
    ("SERVER_EMAIL", "the sender of mail about errors"),
    ("SESSION_COOKIE_AGE", "how long sessions last"),
    ("SESSION_COOKIE_DOMAIN", "the domain of the session cookie"),
    ("SESSION_COOKIE_HTTPONLY", "whether scripts cannot read the session cookie"),
    ("SESSION_COOKIE_NAME", "name of the session cookie"),
    ("SESSION_COOKIE_SAMESITE", "whether the session cookie goes with requests of other sites"),
    ("SESSION_COOKIE_SECURE", "whether the session cookie goes over HTTPS only"),
    ("SESSION_ENGINE", "where sessions are kept"),
    ("SESSION_EXPIRE_AT_BROWSER_CLOSE", "whether sessions end with the browser"),
    ("SESSION_SERIALIZER", "how sessions are written"),
    ("SILENCED_SYSTEM_CHECKS", "checks whose messages are not shown"),
    ("SITE_ID", "the number of the site in the database"),
    ("STATICFILES_DIRS", "folders of static files besides those of the applications"),
    ("STATICFILES_FINDERS", "how static files are found"),
    ("STATICFILES_STORAGE", "how static files are collected"),
    ("STATIC_ROOT", "the folder that static files are collected in"),
    ("STATIC_URL", "the address of static files"),
    ("STORAGES", "where files are stored"),
    ("TEMPLATES", "engines of templates and where these are"),
    ("TEMPLATE_CONTEXT_PROCESSORS", "what adds to the context of templates"),
    ("TEMPLATE_DEBUG", "whether errors of templates are shown with their details"),
    ("TEMPLATE_DIRS", "where templates are looked for"),
    ("TEMPLATE_LOADERS", "how templates are found"),
    ("TEST_RUNNER", "what runs the tests"),
    ("TIME_ZONE", "the time zone where none is chosen"),
    ("USE_I18N", "whether texts are translated"),
    ("USE_L10N", "whether numbers and dates are written as the locale does"),
    ("USE_THOUSAND_SEPARATOR", "whether thousands are separated"),
    ("USE_TZ", "whether times know their time zones"),
    ("USE_X_FORWARDED_HOST", "whether the host that a proxy tells counts"),
    ("USE_X_FORWARDED_PORT", "whether the port that a proxy tells counts"),
    ("WSGI_APPLICATION", "where the WSGI application is"),
    ("X_FRAME_OPTIONS", "whether pages may be framed"),
];

/// Those that only Django has, as far as names go, sorted.
#[rustfmt::skip]
const SURE: &[&str] = &[
    "APPEND_SLASH", "AUTHENTICATION_BACKENDS", "AUTH_PASSWORD_VALIDATORS", "AUTH_USER_MODEL",
    "CSRF_COOKIE_SECURE", "CSRF_TRUSTED_ORIGINS", "DEFAULT_AUTO_FIELD", "INSTALLED_APPS",
    "MIDDLEWARE_CLASSES", "ROOT_URLCONF", "STATICFILES_DIRS", "STATICFILES_FINDERS", "STATICFILES_STORAGE",
    "TEMPLATE_CONTEXT_PROCESSORS", "WSGI_APPLICATION",
];

/// What the setting of that name says, where `path` is a module of settings of Django: one that sets what only
/// Django has.
pub(super) fn setting(path: &RepoPath, facts: &FileFacts, name: &str) -> Option<&'static str> {
    let what = look_up(SETTINGS, name).filter(|_| is_python(path))?;
    let text = path.to_text();
    let is_called = |name: &str| split(name).iter().any(|it| it == "settings");
    let is_one = text.rsplit('/').nth(1).is_some_and(is_called) || is_called(&stem(path));
    let is_sure = |it: &Symbol| it.container.is_none() && SURE.binary_search(&it.name.as_str()).is_ok();
    (is_one && facts.symbols.iter().take(MANY).any(is_sure)).then_some(what)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_sorted() {
        assert!(SETTINGS.is_sorted_by(|a, b| a.0 < b.0));
        assert!(SURE.is_sorted());
    }
}

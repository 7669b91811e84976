//! What modules of Go are for that nearly everybody uses: the same table as that of other packages, for another
//! ecosystem.

use super::standard::look_up;

/// By the address that they are fetched from.
#[rustfmt::skip]
const GO: &[(&str, &str)] = &[
    ("github.com/charmbracelet/bubbles", "components of terminal interfaces"),
    ("github.com/charmbracelet/bubbletea", "framework of terminal interfaces"),
    ("github.com/charmbracelet/glamour", "renders Markdown in terminals"),
    ("github.com/charmbracelet/lipgloss", "styles for terminals"),
    ("github.com/charmbracelet/log", "logging"),
    ("github.com/fsnotify/fsnotify", "watches files"),
    ("github.com/gin-gonic/gin", "web framework"),
    ("github.com/go-chi/chi/v5", "HTTP router"),
    ("github.com/go-sql-driver/mysql", "driver of MySQL"),
    ("github.com/golang-jwt/jwt/v5", "JSON Web Tokens"),
    ("github.com/google/go-cmp", "compares values in tests"),
    ("github.com/google/uuid", "UUIDs"),
    ("github.com/gorilla/mux", "HTTP router"),
    ("github.com/gorilla/websocket", "WebSockets"),
    ("github.com/joho/godotenv", "loads `.env`"),
    ("github.com/json-iterator/go", "JSON"),
    ("github.com/labstack/echo/v4", "web framework"),
    ("github.com/lib/pq", "driver of PostgreSQL"),
    ("github.com/mattn/go-isatty", "tells whether a file is a terminal"),
    ("github.com/mattn/go-sqlite3", "driver of SQLite"),
    ("github.com/pkg/errors", "errors with stacks"),
    ("github.com/prometheus/client_golang", "metrics for Prometheus"),
    ("github.com/redis/go-redis/v9", "client of Redis"),
    ("github.com/rs/zerolog", "logging"),
    ("github.com/sirupsen/logrus", "logging"),
    ("github.com/spf13/cobra", "command lines with subcommands"),
    ("github.com/spf13/pflag", "flags of command lines"),
    ("github.com/spf13/viper", "configuration"),
    ("github.com/stretchr/testify", "assertions and mocks in tests"),
    ("go.uber.org/zap", "logging"),
    ("golang.org/x/crypto", "more cryptography by the Go team"),
    ("golang.org/x/exp", "experimental packages of the Go team"),
    ("golang.org/x/net", "more networking by the Go team"),
    ("golang.org/x/sync", "groups of goroutines and their kin"),
    ("golang.org/x/sys", "calls of the operating system"),
    ("golang.org/x/term", "terminals"),
    ("golang.org/x/text", "text in the languages of the world"),
    ("golang.org/x/tools", "analysis of Go code"),
    ("google.golang.org/grpc", "gRPC"),
    ("google.golang.org/protobuf", "protocol buffers"),
    ("gopkg.in/yaml.v2", "YAML"),
    ("gopkg.in/yaml.v3", "YAML"),
    ("gorm.io/gorm", "objects in SQL databases"),
    ("modernc.org/sqlite", "SQLite without C"),
];

/// What the module is for, where that is common knowledge.
pub(super) fn go(name: &str) -> Option<&'static str> {
    look_up(GO, name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted() {
        assert!(GO.is_sorted_by_key(|(key, _)| key), "{:?}", GO.windows(2).find(|it| it[0].0 >= it[1].0));
        assert_eq!(go("github.com/spf13/cobra"), Some("command lines with subcommands"));
        assert_eq!(go("example.com/acme"), None);
    }
}

//! What a step does by which a database is brought up to date: what its file is called, and which steps it takes. Pure.

use resolvers::facts::{FileFacts, ShownSort};
use resolvers::path::RepoPath;

use crate::dsp::text::base::MOST_STEPS;
use crate::dsp::text::declared::Declared;
use crate::dsp::text::few;
use crate::dsp::text::initial::Initial;
use crate::dsp::text::place::{about_words, folder, is_python};
use crate::dsp::text::words::lowered;

impl Declared<'_> {
    /// What Alembic reads of a migration beside these.
    pub(in crate::dsp::text) fn field_of_migration(&self) -> Option<String> {
        let what = match self.symbol.name.as_str() {
            "branch_labels" => "Branches that the migration begins",
            "depends_on" => "Migrations that must come before, beside the one right before",
            "down_revision" => "Id of the migration right before",
            "revision" => "Id of the migration",
            _ => return None,
        };
        let none = matches!(self.initial(), Some(Initial::Plain("None")));
        let what = match self.symbol.name.as_str() {
            "branch_labels" if none => "The migration begins no branch",
            "depends_on" if none => "No migration but the one right before must come before",
            "down_revision" if none => "No migration comes before",
            _ => what,
        };
        is_migration(self.path, self.facts).then(|| format!("{what}: {}", self.title_of_migration()))
    }

    /// Whether it is a step of a migration of goose: `Up20200220`, `downAddUsers`.
    fn is_of_goose(&self) -> bool {
        let of_goose = || self.facts.imports.iter().any(|it| it.specifier.contains("/goose"));
        let rest = ["Up", "up", "Down", "down"].iter().find_map(|it| self.symbol.name.strip_prefix(it));
        // goose orders its files by the numbers that they begin with.
        let is_numbered = || self.path.file_name().first().is_some_and(u8::is_ascii_digit);
        self.is_go()
            && is_numbered()
            && rest.is_some_and(|it| it.starts_with(|c: char| c.is_ascii_digit() || c.is_uppercase()))
            && of_goose()
    }

    /// The two functions of a migration.
    pub(super) fn migration(&self) -> Option<String> {
        let is_of_goose = self.is_of_goose();
        let lead = match self.symbol.name.as_str() {
            "up" | "upgrade" => "Applies",
            "down" | "downgrade" => "Reverts",
            name if is_of_goose && name.starts_with(['U', 'u']) => "Applies",
            _ if is_of_goose => "Reverts",
            _ => return None,
        };
        (is_of_goose || is_migration(self.path, self.facts))
            .then(|| format!("{lead} the migration: {}", self.title_of_migration()))
    }

    /// The steps of a migration that it takes, after a colon.
    pub(in crate::dsp::text) fn steps(&self) -> String {
        let own = u32::try_from(self.at).ok();
        few(": ", steps(self.facts).filter(|(at, _)| *at == own).map(|(_, step)| step), MOST_STEPS)
    }

    /// What its message says, where Alembic put that at the head of the file; the name of the file may be cut.
    fn title_of_migration(&self) -> String {
        let message = self.facts.doc.as_deref().filter(|_| is_python(self.path));
        let message = message.and_then(|doc| doc.lines().next()).map(|it| it.trim().trim_end_matches('.'));
        let is_one = |it: &&str| {
            !it.is_empty()
                && *it != "empty message"
                && it.chars().count() <= 100
                && !it.contains("Revision ID")
        };
        message.filter(is_one).map_or_else(|| about_words(self.path), lowered)
    }
}

/// Whether the file holds a step by which a database is brought up to date: its folders and its functions tell.
pub(in crate::dsp::text) fn is_migration(path: &RepoPath, facts: &FileFacts) -> bool {
    let has = |name: &str| facts.symbols.iter().any(|it| it.exported && it.name == name);
    // `migrations`, `db_migrate`, `alembic/versions`
    let folder = folder(path).to_lowercase();
    let placed = || folder.contains("migrat") || folder.split('/').any(|it| it == "alembic");
    (has("up") || has("down") || has("upgrade") && has("downgrade")) && placed()
}

/// The steps that a file takes to bring up to date what `up` or `upgrade` is for, after a colon.
pub(in crate::dsp::text) fn steps_up(facts: &FileFacts) -> String {
    let leads_up =
        |at: u32| facts.symbols.get(at as usize).is_some_and(|it| matches!(&*it.name, "up" | "upgrade"));
    let up = steps(facts).filter(|(at, _)| at.is_some_and(leads_up)).map(|(_, step)| step);
    few(": ", up, MOST_STEPS)
}

/// The steps of migrations, each with the declaration that takes it.
fn steps(facts: &FileFacts) -> impl Iterator<Item = (Option<u32>, &str)> {
    let steps = facts.shown.iter().filter(|it| it.sort == ShownSort::Step);
    steps.map(|it| (it.symbol, it.text.as_str()))
}

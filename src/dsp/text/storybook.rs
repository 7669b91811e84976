//! Stories, and what Storybook takes of files by the names in them. Pure.

use super::declared::{Declared, joined};
use super::few;
use super::initial::Initial;
use super::place::{Role, about_words, role, without_stories};
use super::quoted;

impl Declared<'_> {
    /// A story, or what all stories of the file have in common.
    pub(super) fn story(&self) -> Option<String> {
        self.is_in_stories().then(|| {
            let Some(named) = self.named_story() else {
                let about = about_words(self.path);
                let lead = format!("Storybook settings of the stories of {}", without_stories(&about));
                let (renders, uses) = self.renders();
                return joined(&lead, &[renders, uses]);
            };
            let initial = self.initial();
            let given = match &initial {
                Some(Initial::Held(keys)) => &keys[..],
                _ => &[],
            };
            let given = few(" with ", given.iter().filter_map(|it| it.strip_prefix("args.")), 6);
            let (renders, uses) = self.renders();
            joined(&format!("{named}{given}"), &[self.says(&renders), renders, uses])
        })
    }

    /// A story by its name and what it shows.
    pub(super) fn named_story(&self) -> Option<String> {
        let is_one = self.is_in_stories() && self.symbol.name != "default" && !self.is_default_export();
        let shows = || without_stories(&about_words(self.path)).to_owned();
        is_one.then(|| format!("Story {} that shows {}", quoted(&self.symbol.name), shows()))
    }

    fn is_in_stories(&self) -> bool {
        role(self.path) == Role::Story && self.symbol.exported && self.symbol.container.is_none()
    }

    /// What Storybook takes of its preview by its name.
    pub(super) fn of_storybook(&self) -> Option<String> {
        let text = self.path.to_text();
        let is_preview = text.starts_with(".storybook/preview.") || text.contains("/.storybook/preview.");
        let what = match self.symbol.name.as_str() {
            "decorators" => "Storybook decorators, put around every story",
            "globalTypes" => "Storybook settings that its toolbar offers",
            "initialGlobals" => "Storybook settings of all stories at first",
            "loaders" => "Storybook loaders, run before every story",
            "parameters" => "Storybook parameters of all stories",
            _ => return None,
        };
        is_preview.then(|| what.to_owned())
    }
}

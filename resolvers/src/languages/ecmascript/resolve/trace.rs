//! The steps that led to an answer, told only to those who ask: a silent trace costs a branch.

/// Collects steps, or nothing.
pub(super) struct Trace(Option<Vec<String>>);

impl Trace {
    pub(super) fn silent() -> Self {
        Self(None)
    }

    pub(super) fn telling() -> Self {
        Self(Some(Vec::new()))
    }

    pub(super) fn say(&mut self, step: impl FnOnce() -> String) {
        if let Some(steps) = &mut self.0 {
            steps.push(step());
        }
    }

    pub(super) fn steps(self) -> Vec<String> {
        self.0.unwrap_or_default()
    }
}

//! The steps that led to an answer, told only to those who ask: a silent trace costs a branch.

/// Collects steps, or nothing.
pub(crate) struct Trace(Option<Vec<String>>);

impl Trace {
    pub(crate) fn silent() -> Self {
        Self(None)
    }

    pub(crate) fn telling() -> Self {
        Self(Some(Vec::new()))
    }

    pub(crate) fn say(&mut self, step: impl FnOnce() -> String) {
        if let Some(steps) = &mut self.0 {
            steps.push(step());
        }
    }

    pub(crate) fn steps(self) -> Vec<String> {
        self.0.unwrap_or_default()
    }
}

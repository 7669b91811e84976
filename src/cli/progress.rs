//! Progress bars on stderr: on a terminal only, and nothing in the first quarter of a second.
#![expect(
    clippy::disallowed_methods,
    reason = "the clock decides when a bar is worth showing, never what is written"
)]

use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::event::{Event, Reporter, Stage};

/// Runs shorter than this show no bar.
const PATIENCE: Duration = Duration::from_millis(250);

/// Draws the running stage.
pub(crate) struct Bars {
    began: Instant,
    running: Mutex<Option<(ProgressBar, bool)>>,
}

impl Bars {
    pub(crate) fn new() -> Self {
        Self { began: Instant::now(), running: Mutex::new(None) }
    }

    fn advance(&self, running: &mut (ProgressBar, bool)) {
        let (bar, shown) = running;
        if !*shown && self.began.elapsed() > PATIENCE {
            bar.set_draw_target(ProgressDrawTarget::stderr());
            *shown = true;
        }
        bar.inc(1);
    }
}

impl Reporter for Bars {
    fn report(&self, event: Event) {
        let Ok(mut running) = self.running.lock() else { return };
        match event {
            Event::Begin { stage, total } => *running = Some((bar(stage, total), false)),
            Event::Advance => {
                if let Some(running) = &mut *running {
                    self.advance(running);
                }
            }
            Event::End => {
                if let Some((bar, _)) = running.take() {
                    bar.finish_and_clear();
                }
            }
        }
    }
}

fn bar(stage: Stage, total: usize) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(total as u64), ProgressDrawTarget::hidden());
    let name = match stage {
        Stage::Facts => "reading",
        Stage::Resolution => "resolving",
        Stage::Write => "writing",
    };
    let style = ProgressStyle::with_template("{msg:>9} {bar:40} {human_pos}/{human_len}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.with_message(name)
}

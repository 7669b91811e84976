//! One file per verb.

pub mod bootstrap;
pub mod dsp_error;
pub mod find_by_source;
pub mod get_stats;
pub mod init;
pub mod read_toc;

//! Work on many small things at once, where there are enough of them to be worth threads.

use rayon::prelude::*;

/// Things that one thread takes at a time. Starting threads costs more than so many small files.
pub(super) const PART: usize = 512;

/// What `work` gives for each of `0..count`, in that order.
pub(super) fn each<T: Send>(count: usize, work: impl Fn(usize) -> T + Sync + Send) -> Vec<T> {
    if count <= PART {
        return (0..count).map(work).collect();
    }
    (0..count).into_par_iter().with_min_len(PART).map(work).collect()
}

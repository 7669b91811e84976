//! Work on many small things at once, where there are enough of them to be worth threads.

use std::ops::Range;

use rayon::prelude::*;

/// Things that one thread takes at a time. Starting threads costs more than so many small files.
pub(super) const PART: usize = 512;

/// What `work` gives for each part of `0..count`, in their order.
pub(super) fn parts<T: Send>(count: usize, work: impl Fn(Range<usize>) -> T + Sync) -> Vec<T> {
    let part = |number: usize| work(number * PART..count.min((number + 1) * PART));
    let numbers = 0..count.div_ceil(PART);
    if numbers.len() <= 1 { numbers.map(part).collect() } else { numbers.into_par_iter().map(part).collect() }
}

/// What `work` gives for each of `0..count`, in that order, or the first error.
pub(super) fn each<T: Send, E: Send>(
    count: usize,
    work: impl Fn(usize) -> Result<T, E> + Sync,
) -> Result<Vec<T>, E> {
    // Every part is worked on, so that the error is the same one whoever comes first.
    let parts = parts(count, |part| part.map(&work).collect::<Result<Vec<_>, E>>());
    let parts: Vec<Vec<T>> = parts.into_iter().collect::<Result<_, E>>()?;
    Ok(parts.into_iter().flatten().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_comes_in_order_and_the_first_error_is_told() {
        for count in [0, 1, PART, PART + 1, 3 * PART] {
            assert_eq!(each(count, Ok::<_, ()>), Ok((0..count).collect()));
            let failing = each(count, |at| if at % (PART - 1) == 7 { Err(at) } else { Ok(()) });
            assert_eq!(failing.err(), (count > 7).then_some(7));
        }
    }
}

//! How far two lists are the same from either end. Made for long ones of which little differs.

/// So many are compared at once.
const CHUNK: usize = 256;

/// With how many elements both begin.
pub(super) fn at_start<T: PartialEq>(one: &[T], other: &[T]) -> usize {
    let chunks = one.chunks_exact(CHUNK).zip(other.chunks_exact(CHUNK));
    let same = chunks.take_while(|(one, other)| one == other).count() * CHUNK;
    let rest = one[same..].iter().zip(&other[same..]);
    same + rest.take_while(|(one, other)| one == other).count()
}

/// With how many elements both end.
pub(super) fn at_end<T: PartialEq>(one: &[T], other: &[T]) -> usize {
    let chunks = one.rchunks_exact(CHUNK).zip(other.rchunks_exact(CHUNK));
    let same = chunks.take_while(|(one, other)| one == other).count() * CHUNK;
    let rest = one[..one.len() - same].iter().rev().zip(other[..other.len() - same].iter().rev());
    same + rest.take_while(|(one, other)| one == other).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn however_long_they_are() {
        for len in [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK + 2] {
            let all = vec![0; len];
            assert_eq!((at_start(&all, &all), at_end(&all, &all)), (len, len));
            assert_eq!((at_start(&all, &[]), at_end(&all, &[])), (0, 0));
            for at in 0..len {
                let mut other = all.clone();
                other[at] = 1;
                assert_eq!((at_start(&all, &other), at_end(&all, &other)), (at, len - at - 1));
                other.insert(at, 2);
                assert_eq!((at_start(&all, &other), at_end(&all, &other)), (at, len - at - 1));
                assert_eq!((at_start(&all, &all[at..]), at_end(&all[at..], &all)), (len - at, len - at));
            }
        }
    }
}

//! The hashes that git gives its files and objects, as fast as they can be had.
//!
//! Nothing here looks for collisions that somebody made, which takes several times as long: gix does where it writes an
//! object.

use gix::hash::Kind;
use sha2::{Digest, Sha256};

/// Of `pieces`, one behind the other; `None` where git has a kind of hash that is not known here.
pub(super) fn hash<'p>(kind: Kind, pieces: impl Iterator<Item = &'p [u8]>) -> Option<Vec<u8>> {
    match kind {
        Kind::Sha1 => Some(sha1(pieces)),
        Kind::Sha256 => {
            let hasher = pieces.fold(Sha256::new(), Sha256::chain_update);
            Some(hasher.finalize().to_vec())
        }
        _ => None,
    }
}

/// With the widest instructions that a processor has, also where it has none for this hash.
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
fn sha1<'p>(pieces: impl Iterator<Item = &'p [u8]>) -> Vec<u8> {
    use aws_lc_rs::digest::{Context, SHA1_FOR_LEGACY_USE_ONLY};
    let mut hasher = Context::new(&SHA1_FOR_LEGACY_USE_ONLY);
    pieces.for_each(|piece| hasher.update(piece));
    hasher.finish().as_ref().to_vec()
}

#[cfg(not(all(target_os = "linux", target_arch = "x86_64")))]
fn sha1<'p>(pieces: impl Iterator<Item = &'p [u8]>) -> Vec<u8> {
    let hasher = pieces.fold(sha1::Sha1::new(), sha1::Sha1::chain_update);
    hasher.finalize().to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is said of the bytes `abc` where these hashes are defined.
    #[test]
    fn pieces_are_hashed_as_one() {
        let check = |kind, expected: &str| {
            let pieces = [&b"a"[..], b"", b"bc"];
            let hash = hash(kind, pieces.into_iter()).unwrap();
            assert_eq!(gix::ObjectId::from_bytes_or_panic(&hash).to_string(), expected);
        };
        check(Kind::Sha1, "a9993e364706816aba3e25717850c26c9cd0d89d");
        check(Kind::Sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }
}

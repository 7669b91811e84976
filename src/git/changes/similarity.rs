//! How much of its bytes one file shares with another, measured as git does: by lines, or pieces of 64 bytes where
//! lines are longer, in any order, a carriage return before a line feed not counted in texts. Pure.
//!
//! Which piece counts as equal to which must be what git says, collisions included, or ties and what lies close to
//! the threshold are judged otherwise; so pieces are told apart by git's own hash.

/// The score of identical bytes.
pub(super) const MAX_SCORE: u64 = 60_000;
/// Half of the bytes: what git asks for unless told otherwise.
pub(super) const MIN_SCORE: u64 = MAX_SCORE / 2;

const LONGEST_PIECE: u32 = 64;
const BUCKETS: u32 = 107_927;
/// How far git looks for a zero byte, which a text does not have.
const SNIFFED: usize = 8_000;

/// The pieces of one file: (hash, number of bytes), sorted, each hash once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Pieces {
    size: u64,
    counts: Vec<(u32, u32)>,
}

impl Pieces {
    pub(super) fn of(bytes: &[u8]) -> Self {
        let is_text = !bytes[..bytes.len().min(SNIFFED)].contains(&0);
        let mut counts = Vec::new();
        let mut piece = Piece::default();
        for (at, &byte) in bytes.iter().enumerate() {
            if is_text && byte == b'\r' && bytes.get(at + 1) == Some(&b'\n') {
                continue;
            }
            piece.push(byte);
            if piece.length == LONGEST_PIECE || byte == b'\n' {
                counts.push(std::mem::take(&mut piece).count());
            }
        }
        if piece.length > 0 {
            counts.push(piece.count());
        }
        counts.sort_unstable();
        counts.dedup_by(|later, first| {
            let same = later.0 == first.0;
            first.1 += if same { later.1 } else { 0 };
            same
        });
        Self { size: bytes.len() as u64, counts }
    }
}

#[derive(Default)]
struct Piece {
    length: u32,
    low: u32,
    high: u32,
}

impl Piece {
    /// Both words turn left by seven bits, each taking in what the other one lost.
    fn push(&mut self, byte: u8) {
        let (low, high) = (self.low, self.high);
        self.low = ((low << 7) ^ (high >> 25)).wrapping_add(byte.into());
        self.high = (high << 7) ^ (low >> 25);
        self.length += 1;
    }

    fn count(self) -> (u32, u32) {
        (self.low.wrapping_add(self.high.wrapping_mul(0x61)) % BUCKETS, self.length)
    }
}

/// Whether files of these sizes can reach the least score at all.
pub(super) fn comparable(a: u64, b: u64) -> bool {
    let (small, large) = (a.min(b), a.max(b));
    large * (MAX_SCORE - MIN_SCORE) >= (large - small) * MAX_SCORE
}

/// From 0 to [`MAX_SCORE`].
pub(super) fn score(old: &Pieces, new: &Pieces) -> u64 {
    if new.size == 0 || !comparable(old.size, new.size) {
        return 0;
    }
    shared(&old.counts, &new.counts) * MAX_SCORE / old.size.max(new.size)
}

/// The number of bytes in pieces that both have.
fn shared(a: &[(u32, u32)], b: &[(u32, u32)]) -> u64 {
    let (mut a, mut b) = (a.iter().peekable(), b.iter().peekable());
    let mut sum = 0;
    while let (Some(left), Some(right)) = (a.peek(), b.peek()) {
        let order = left.0.cmp(&right.0);
        if order.is_eq() {
            sum += u64::from(left.1.min(right.1));
        }
        if order.is_le() {
            a.next();
        }
        if order.is_ge() {
            b.next();
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(old: &[u8], new: &[u8], percent: u64) {
        assert_eq!(score(&Pieces::of(old), &Pieces::of(new)) * 100 / MAX_SCORE, percent);
    }

    #[test]
    fn counts_lines_in_any_order() {
        check(b"one\ntwo\n", b"two\none\n", 100);
        check(b"one\ntwo\nthree\nfour\n", b"one\ntwo\nthree\nFOUR\n", 73);
        check(b"one\n", b"two\n", 0);
    }

    #[test]
    fn a_change_of_line_ends_in_a_text_costs_the_carriage_returns_only() {
        check(b"alpha\r\nbeta\r\n", b"alpha\nbeta\n", 84);
        check(b"\0alpha\r\nbeta\r\n", b"\0alpha\nbeta\n", 0);
    }

    #[test]
    fn sizes_that_differ_too_much_are_not_compared() {
        check(b"line\n", b"line\nline two\nline three\n", 0);
        check(b"", b"", 0);
        check(b"", b"a", 0);
        assert!(comparable(50, 100));
        assert!(!comparable(49, 100));
    }

    #[test]
    fn long_lines_are_cut_into_pieces() {
        let long = vec![b'a'; 640];
        let mut other = long.clone();
        other[5] = b'b';
        check(&long, &other, 90);
    }
}

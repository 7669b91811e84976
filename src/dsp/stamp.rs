//! What the system tells of a file without opening it: while the stamp stays, so do the bytes. Pure.

/// Nanoseconds by which a file must have been left alone before its stamp speaks for its bytes.
///
/// Two writes within one tick of a file system's clock leave one stamp. The coarsest ticks in use are the two seconds
/// of FAT; the third is for clocks that are read at different moments.
pub(super) const SETTLES: i64 = 3_000_000_000;

/// A stamp as it is kept.
pub(super) type KeptStamp = [u8; Stamp::LEN];

/// The stamp of a regular file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stamp {
    /// Bytes.
    pub(super) size: u64,
    /// Of the bytes: nanoseconds since 1970. Anybody can set it.
    pub(super) modified: i64,
    /// Of the bytes or of what is told about them: nanoseconds since 1970. The system alone sets it.
    pub(super) changed: i64,
    /// Which file it is: another one in its place has another.
    pub(super) inode: u64,
}

impl Stamp {
    /// How many bytes it is kept in.
    pub(super) const LEN: usize = 32;
    /// What no stamp is kept as: there is no such inode.
    pub(super) const OF_NOTHING: KeptStamp = [u8::MAX; Self::LEN];

    /// As it is kept.
    pub(super) fn to_bytes(self) -> KeptStamp {
        let mut bytes = [0; Self::LEN];
        bytes[..8].copy_from_slice(&self.size.to_le_bytes());
        bytes[8..16].copy_from_slice(&self.modified.to_le_bytes());
        bytes[16..24].copy_from_slice(&self.changed.to_le_bytes());
        bytes[24..].copy_from_slice(&self.inode.to_le_bytes());
        bytes
    }

    /// Whether the file was last touched before `moment`, in nanoseconds since 1970. A time that lies in the future
    /// never was.
    pub(super) fn is_before(self, moment: i64) -> bool {
        self.modified < moment && self.changed < moment
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STAMP: Stamp = Stamp { size: 1, modified: 20, changed: 30, inode: 4 };

    #[test]
    fn only_what_both_clocks_left_behind_is_settled() {
        assert!(STAMP.is_before(31));
        assert!(!STAMP.is_before(30));
        assert!(!Stamp { modified: 31, ..STAMP }.is_before(31));
        assert!(Stamp { modified: i64::MIN, ..STAMP }.is_before(31));
    }

    #[test]
    fn each_part_shows_in_the_bytes() {
        let others = [
            Stamp { size: 2, ..STAMP },
            Stamp { modified: -20, ..STAMP },
            Stamp { changed: 31, ..STAMP },
            Stamp { inode: 1 << 40, ..STAMP },
        ];
        for other in others {
            assert_ne!(other.to_bytes(), STAMP.to_bytes());
        }
    }
}

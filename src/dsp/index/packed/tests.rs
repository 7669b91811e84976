use proptest::prelude::*;

use super::*;

fn stamp(number: u8) -> Stamp {
    Stamp { size: number.into(), modified: 1, changed: 2, inode: 3 }
}

/// `name=bytes` for each file; the stamp's size is the number of the file.
fn packed(text: &str) -> Vec<u8> {
    let rows = text.split_whitespace().zip(1..).map(|(pair, number)| {
        let (name, bytes) = pair.split_once('=').unwrap();
        Row { name: name.as_bytes(), stamp: stamp(number).to_bytes(), bytes: bytes.as_bytes() }
    });
    pack("imports", NO_EPOCH, &rows.collect::<Vec<_>>()).unwrap()
}

/// Every name with what its stamp leads to: nothing is left that could be asked.
fn told(packed: Packed) -> Vec<(Vec<u8>, Option<Vec<u8>>)> {
    let rows = 0..packed.len();
    let found: Vec<_> = rows
        .map(|at| {
            (
                packed.name(at).unwrap_or_default().to_vec(),
                packed.with_stamp(at, stamp(u8::try_from(at + 1).unwrap())),
            )
        })
        .collect();
    let bytes = packed.into_bytes();
    found.into_iter().map(|(name, range)| (name, range.map(|range| bytes[range].to_vec()))).collect()
}

#[test]
fn gives_back_what_was_packed() {
    let parsed = Packed::parse("imports", packed("a=one bb= ccc=three")).unwrap();
    let rows = |names: &str| {
        let names = Names::of(names.split_whitespace().map(str::as_bytes));
        let rows = parsed.rows_of(&names);
        (0..names.len()).map(|at| rows.get(at)).collect::<Vec<_>>()
    };
    assert_eq!(rows("a bb ccc"), [Some(0), Some(1), Some(2)]);
    assert_eq!(rows("Z a b bb c d"), [None, Some(0), None, Some(1), None, None]);
    assert_eq!(rows("bb ccc"), [Some(1), Some(2)]);
    assert_eq!(parsed.with_stamp(0, stamp(2)), None);
    assert_eq!(parsed.with_stamp(3, stamp(4)), None);
    let files = ["a=one", "bb=", "ccc=three"].map(|pair| pair.split_once('=').unwrap());
    let files = files.map(|(name, bytes)| (name.as_bytes().to_vec(), Some(bytes.as_bytes().to_vec())));
    assert_eq!(told(parsed), files);
    assert_eq!(Packed::parse("imports", packed("")).unwrap().len(), 0);
}

#[test]
fn nothing_else_is_a_column() {
    let whole = packed("a=one bb= ccc=three");
    assert!(Packed::parse("shared", whole.clone()).is_none());
    for end in 0..whole.len() {
        assert!(Packed::parse("imports", whole[..end].to_vec()).is_none(), "cut at {end}");
    }
    for bit in 0..whole.len() * 8 {
        let mut flipped = whole.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        assert!(Packed::parse("imports", flipped).is_none(), "bit {bit}");
    }
    assert!(Packed::parse("imports", [whole, vec![0]].concat()).is_none());
}

proptest! {
    /// Numbers that lead anywhere, under a checksum that is right.
    #[test]
    fn hostile_numbers_lead_nowhere(at in 0_usize..80, value: u32, rows in 0_usize..4) {
        let text = ["", "a=one", "a=one bb=", "a=one bb= ccc=three"][rows];
        let mut bytes = packed(text);
        let at = SEAL + at % (bytes.len() - SEAL - 3);
        bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
        let sum = le(checksum("imports", &bytes[SEAL..])).unwrap();
        bytes[MAGIC.len()..SEAL].copy_from_slice(&sum);
        if let Some(parsed) = Packed::parse("imports", bytes) {
            let rows = parsed.rows_of(&Names::of([&b"a"[..], b"bb", b"zzz"].into_iter()));
            prop_assert!((0..3).all(|at| rows.get(at).is_none_or(|row| row < parsed.len())));
            told(parsed);
        }
    }
}

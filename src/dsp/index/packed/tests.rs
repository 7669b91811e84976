use proptest::prelude::*;

use super::*;

fn stamp(number: u8) -> [u8; Stamp::LEN] {
    Stamp { size: number.into(), modified: 1, changed: 2, inode: 3 }.to_bytes()
}

/// `name=bytes` for each file, `name` alone where there is none.
fn pairs(text: &str) -> Vec<(&[u8], Option<&[u8]>)> {
    let mut pairs = Vec::new();
    for pair in text.split_whitespace() {
        pairs.push(match pair.split_once('=') {
            Some((name, file)) => (name.as_bytes(), Some(file.as_bytes())),
            None => (pair.as_bytes(), None),
        });
    }
    pairs
}

/// The stamp's size is the number of the file.
fn packed(text: &str) -> Vec<u8> {
    let pairs = pairs(text);
    let names = Names::of(pairs.iter().map(|(name, _)| *name));
    let packed = Packed::of([7; 16], &names, pairs.iter().map(|(_, file)| *file)).unwrap();
    let (head, far) = sealed("imports", &packed, &names, (1..).map(stamp).take(names.len()));
    [&head, packed.near(), &far].concat()
}

fn read(file: &str, bytes: &[u8]) -> Option<(Packed, Far)> {
    let mut rest = bytes;
    let packed = Packed::read(file, &mut rest, bytes.len())?;
    let far = packed.read_far(file, &mut rest)?;
    Some((packed, far))
}

#[test]
fn gives_back_what_was_packed() {
    for text in ["", "a=one", "a", "a=one b bb= ccc=three", "a= b= c"] {
        let (pairs, bytes) = (pairs(text), packed(text));
        let (packed, far) = read("imports", &bytes).unwrap();
        assert_eq!(packed.epoch(), [7; 16]);
        for (at, (_, file)) in pairs.iter().enumerate() {
            assert_eq!(packed.get(at), *file, "{at} of {text}");
            assert_eq!(far.stamp(at), Some(stamp(u8::try_from(at + 1).unwrap())));
        }
        assert_eq!((packed.get(pairs.len()), far.stamp(pairs.len())), (None, None));
        let names = Names::of(pairs.iter().map(|(name, _)| *name));
        assert!(packed.is_of(&names));
        assert!(!packed.is_of(&Names::of([&b"b"[..]].into_iter())));
        assert_eq!(far.rows_of(&names), (0..pairs.len()).map(Some).collect::<Vec<_>>());
    }
    let (_, far) = read("imports", &packed("a=one bb= ccc=three")).unwrap();
    let rows = |names: &str| far.rows_of(&Names::of(names.split_whitespace().map(str::as_bytes)));
    assert_eq!(rows("Z a b bb c d"), [None, Some(0), None, Some(1), None, None]);
    assert_eq!(rows("bb ccc"), [Some(1), Some(2)]);
}

#[test]
fn each_row_that_holds_a_word_is_found() {
    let (packed, _) = read("imports", &packed("a=xyx b c=zyx d= e=x f=yz")).unwrap();
    let found = |word: &str| packed.may_hold(&Finder::new(word));
    assert_eq!(found("yx"), [0, 2]);
    assert_eq!(found("w"), [0; 0]);
    assert_eq!(found("z"), [2, 5]);
    // It stands in neither alone.
    assert_eq!(found("xz"), [0]);
}

#[test]
fn nothing_else_is_a_column() {
    let whole = packed("a=one bb= ccc=three d");
    assert!(read("shared", &whole).is_none());
    for end in 0..whole.len() {
        assert!(read("imports", &whole[..end]).is_none(), "cut at {end}");
    }
    for bit in 0..whole.len() * 8 {
        let mut flipped = whole.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        assert!(read("imports", &flipped).is_none(), "bit {bit}");
    }
    assert!(read("imports", &[whole, vec![0]].concat()).is_none());
}

proptest! {
    /// Numbers that lead anywhere, under a checksum that is right.
    #[test]
    fn hostile_numbers_lead_nowhere(at in 0_usize..80, value: u32, text in 0_usize..5) {
        let text = ["", "a=one", "a=one bb=", "a=one bb= ccc=three", "a bb=one ccc=onetwo d"][text];
        let mut bytes = packed(text);
        let near = pairs(text).iter().map(|(_, file)| ROW + file.unwrap_or_default().len()).sum::<usize>();
        let at = ROWS + at % (HEAD + near - ROWS - 3);
        bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
        let sum = checksum("imports", &[&bytes[FAR_SUM..HEAD + near]]).to_le_bytes();
        bytes[NEAR_SUM..FAR_SUM].copy_from_slice(&sum);
        if let Some((packed, far)) = read("imports", &bytes) {
            let rows = far.rows_of(&Names::of([&b"a"[..], b"bb", b"zzz"].into_iter()));
            for row in rows.into_iter().flatten().chain(0..5) {
                prop_assert!(packed.get(row).is_none_or(|file| file.len() <= near));
            }
            packed.may_hold(&Finder::new("t"));
        }
    }
}

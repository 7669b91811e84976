//! `Uid`: the identity of an entity of the `.dsp/` graph (specification §4.1 and §7).

use std::fmt;
use std::str::FromStr;

use serde::Deserialize;
use uuid::Uuid;

/// The name space of derived uids. Changing it would give every new entity of every repository another uid.
const NAMESPACE: Uuid = Uuid::from_u128(0x4c1c_3f0e_7a52_5d0b_9b7e_64d1_58a2_c9f3);

/// The prefix of a uid. Ordered as the prefixes are: `func-` before `obj-`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Family {
    /// `func-`
    Function,
    /// `obj-`
    Object,
}

impl Family {
    /// What a uid of the family starts with.
    #[must_use]
    pub fn prefix(self) -> &'static str {
        match self {
            Self::Function => "func-",
            Self::Object => "obj-",
        }
    }
}

/// `obj-` or `func-` and eight lower-case hexadecimal digits. Ordered as its text is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(try_from = "String")]
pub struct Uid {
    family: Family,
    number: u32,
}

/// Where an entity was born: the only thing that a derived uid depends on.
#[derive(Debug, Clone, Copy)]
pub struct BirthPlace<'a> {
    /// `object`, `function`, or `external` with its ecosystem.
    pub kind: &'a str,
    /// The file, or the package's name.
    pub path: &'a [u8],
    /// The declaration in it; empty for the whole file.
    pub symbol: &'a [u8],
}

/// The text is no uid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "invalid uid `{0}`: expected `obj-` or `func-` and eight lower-case hexadecimal digits, e.g. obj-a1b2c3d4"
)]
pub struct UidError(String);

const NO_DIGIT: u8 = 0x10;
/// What each byte is worth as a digit. Graphs are read by the hundred thousand uids: a look costs less than comparisons.
const VALUES: [u8; 256] = {
    let mut values = [NO_DIGIT; 256];
    let mut value = 0;
    while value < 16 {
        values[b"0123456789abcdef"[value as usize] as usize] = value;
        value += 1;
    }
    values
};

impl Uid {
    /// Reads a uid; `None` when `bytes` are not exactly one.
    #[must_use]
    pub fn parse(bytes: &[u8]) -> Option<Self> {
        let (family, digits) = match bytes.strip_prefix(b"obj-") {
            Some(digits) => (Family::Object, digits),
            None => (Family::Function, bytes.strip_prefix(b"func-")?),
        };
        let digits: &[u8; 8] = digits.try_into().ok()?;
        let (mut number, mut all) = (0, 0);
        for digit in digits {
            let value = VALUES[usize::from(*digit)];
            number = number << 4 | u32::from(value & 0xf);
            all |= value;
        }
        (all < NO_DIGIT).then_some(Self { family, number })
    }

    /// The uid of what is born at `place`: the first eight digits of a uuid5, salted until `taken` is content.
    #[must_use]
    pub fn derive(family: Family, place: BirthPlace<'_>, taken: impl Fn(Self) -> bool) -> Self {
        let mut name = Vec::with_capacity(place.kind.len() + place.path.len() + place.symbol.len() + 8);
        name.extend_from_slice(place.kind.as_bytes());
        name.push(0);
        name.extend_from_slice(place.path);
        name.push(0);
        name.extend_from_slice(place.symbol);
        let unsalted = name.len();
        let mut salt = 0_u32;
        loop {
            let (number, ..) = Uuid::new_v5(&NAMESPACE, &name).as_fields();
            let uid = Self { family, number };
            if !taken(uid) {
                return uid;
            }
            salt += 1;
            name.truncate(unsalted);
            name.push(0);
            name.extend_from_slice(salt.to_string().as_bytes());
        }
    }

    /// The uid with that number: for one that was drawn and not derived.
    #[must_use]
    pub fn new(family: Family, number: u32) -> Self {
        Self { family, number }
    }

    /// The prefix.
    #[must_use]
    pub fn family(self) -> Family {
        self.family
    }

    /// The eight digits.
    #[must_use]
    pub fn number(self) -> u32 {
        self.number
    }

    /// Its text, without the costs of formatting: tens of thousands are asked for in a run.
    #[must_use]
    pub fn text(self) -> UidText {
        let prefix = self.family.prefix().as_bytes();
        let mut text = UidText { bytes: [0; UidText::CAPACITY], length: prefix.len() + 8 };
        text.bytes[..prefix.len()].copy_from_slice(prefix);
        let nibbles = self.number.to_be_bytes().into_iter().flat_map(|byte| [byte >> 4, byte & 15]);
        for (digit, nibble) in text.bytes[prefix.len()..].iter_mut().zip(nibbles) {
            *digit = b"0123456789abcdef"[usize::from(nibble)];
        }
        text
    }
}

/// The text of a uid: ASCII.
#[derive(Debug, Clone, Copy)]
pub struct UidText {
    bytes: [u8; Self::CAPACITY],
    length: usize,
}

impl UidText {
    /// So many bytes are enough for any.
    pub const CAPACITY: usize = "func-".len() + 8;
}

impl std::ops::Deref for UidText {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes[..self.length]
    }
}

impl fmt::Display for Uid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(std::str::from_utf8(&self.text()).map_err(|_| fmt::Error)?)
    }
}

impl fmt::Debug for Uid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Uid {
    type Err = UidError;

    fn from_str(text: &str) -> Result<Self, UidError> {
        Self::parse(text.as_bytes()).ok_or_else(|| UidError(text.chars().take(80).collect()))
    }
}

impl TryFrom<String> for Uid {
    type Error = UidError;

    fn try_from(text: String) -> Result<Self, UidError> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_only_what_it_would_write() {
        for fine in ["obj-a1b2c3d4", "func-00000000", "obj-ffffffff"] {
            assert_eq!(Uid::parse(fine.as_bytes()).map(|uid| uid.to_string()).as_deref(), Some(fine));
        }
        for odd in [
            "",
            "obj-",
            "obj-A1B2C3D4",
            "obj-a1b2c3d",
            "obj-a1b2c3d45",
            "fun-a1b2c3d4",
            "obj-+1b2c3d4",
            " obj-a1b2c3d4",
        ] {
            assert_eq!(Uid::parse(odd.as_bytes()), None, "{odd}");
        }
        for (byte, at) in (0..=u8::MAX).flat_map(|byte| [4, 7, 11].map(|at| (byte, at))) {
            let mut text = *b"obj-00000000";
            text[at] = byte;
            let is_digit = byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
            assert_eq!(Uid::parse(&text).is_some(), is_digit, "{byte} at {at}");
        }
    }

    #[test]
    fn order_is_that_of_the_text() {
        let mut uids: Vec<Uid> = ["obj-00000001", "func-ffffffff", "obj-f0000000", "func-00000000"]
            .iter()
            .map(|text| text.parse().unwrap())
            .collect();
        let mut texts: Vec<String> = uids.iter().map(Uid::to_string).collect();
        uids.sort();
        texts.sort();
        assert_eq!(uids.iter().map(Uid::to_string).collect::<Vec<_>>(), texts);
    }

    #[test]
    fn a_birth_place_always_gives_the_same_uid_and_a_collision_another() {
        let place = BirthPlace { kind: "object", path: b"src/index.ts", symbol: b"" };
        let first = Uid::derive(Family::Object, place, |_| false);
        assert_eq!(first.to_string(), "obj-45897b07");
        let second = Uid::derive(Family::Object, place, |uid| uid == first);
        assert_ne!(first, second);
        assert_eq!(second, Uid::derive(Family::Object, place, |uid| uid == first));
    }
}

//! What people meet in the markup of a file, which addresses its code asks, and what a component of one file is given and
//! tells.

use serde::{Deserialize, Serialize};

/// Something that stands in markup.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shown {
    /// One line, at most 60 characters.
    pub text: String,
    /// What it is.
    pub sort: ShownSort,
    /// Index in `FileFacts::symbols` of the innermost listed declaration that holds it; `None` in a component of one
    /// file.
    pub symbol: Option<u32>,
}

/// What something in markup is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum ShownSort {
    /// A text that says what what follows is: that of a heading, the title of a part.
    Heading,
    /// Another text that people read.
    Text,
    /// The key of a text that is translated.
    Message,
    /// An element of HTML that says what is done here: `form`, `table`.
    Element,
    /// An address that is asked, with the method where that is known: `/users`, `POST /users/${id}`. Stands in code.
    Request,
}

/// The two sides of a component of one file.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Sides {
    /// What it is given, in source order, the first ones.
    pub props: Vec<String>,
    /// The events that it tells, in source order, the first ones.
    pub events: Vec<String>,
}

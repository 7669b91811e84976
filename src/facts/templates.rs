//! The words of templates that stand in files of their own, beside the components that show them: those of Angular.
//!
//! They are read here, and the facts that follow from them changed.

use rayon::prelude::*;
use resolvers::facts::ShownSort;
use resolvers::languages::ecmascript::words_of_template;
use resolvers::path::{RepoPath, join};

use super::SourceFile;
use crate::kept::digest;
use crate::universe::Universe;

/// A larger template says no more of its component, in bytes.
const LARGEST: usize = 1 << 18;
/// How much of one template is listed.
const MOST: usize = 12;

/// Puts what people read in the templates of `universe` in place of the names that `sources` have for these.
pub fn read(universe: &Universe, sources: &mut [SourceFile]) {
    let has_one =
        |source: &&mut SourceFile| source.facts.shown.iter().any(|it| it.sort == ShownSort::Template);
    let mut wanted: Vec<&mut SourceFile> = sources.iter_mut().filter(has_one).collect();
    wanted.par_iter_mut().for_each(|source| {
        let mut told = Vec::new();
        for mut it in std::mem::take(&mut source.facts.shown) {
            if it.sort != ShownSort::Template {
                told.push(it);
                continue;
            }
            let text = text_at(universe, &source.path, &it.text);
            for words in words_of_template(text.as_deref().unwrap_or_default()).into_iter().take(MOST) {
                (it.text, it.sort) = (words.text, words.sort);
                told.push(it.clone());
            }
        }
        source.facts.shown = told;
        // What follows from the facts follows from templates too now.
        source.key = source.key.and_then(|key| {
            let shown = postcard::to_stdvec(&source.facts.shown).ok()?;
            Some(digest([&key[..], &shown]))
        });
    });
}

/// The file that `source` calls `name`, if there is one.
fn text_at(universe: &Universe, source: &RepoPath, name: &str) -> Option<String> {
    let place = RepoPath::new(&join(source.parent(), name.as_bytes())?).ok()?;
    // What is not there is looked for too, and noted.
    let bytes = universe.snapshot.read_for_words(&place).ok()?;
    universe.files.binary_search_by(|file| file.path.cmp(&place)).ok()?;
    (bytes.len() <= LARGEST).then(|| String::from_utf8_lossy(&bytes).into_owned())
}

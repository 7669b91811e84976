//! Random edit scripts: whatever somebody does to a small project, uids go where their things go.

use proptest::prelude::*;

use super::*;

/// One edit of a project whose files and declarations are numbered in the order of their names.
#[derive(Debug, Clone)]
enum Edit {
    Rename(usize),
    RenameDirectory,
    RenameDeclaration(usize, usize),
    Move(usize, usize, usize),
    Reorder(usize),
    Reformat(usize),
    Copy(usize),
    Delete(usize),
    DeleteAndAdd(usize),
    Swap(usize, usize),
}

fn edit() -> impl Strategy<Value = Edit> {
    let number = 0..8_usize;
    prop_oneof![
        number.clone().prop_map(Edit::Rename),
        Just(Edit::RenameDirectory),
        (number.clone(), number.clone()).prop_map(|(a, b)| Edit::RenameDeclaration(a, b)),
        (number.clone(), number.clone(), number.clone()).prop_map(|(a, b, c)| Edit::Move(a, b, c)),
        number.clone().prop_map(Edit::Reorder),
        number.clone().prop_map(Edit::Reformat),
        number.clone().prop_map(Edit::Copy),
        number.clone().prop_map(Edit::Delete),
        number.clone().prop_map(Edit::DeleteAndAdd),
        (number.clone(), number).prop_map(|(a, b)| Edit::Swap(a, b)),
    ]
}

/// A declaration; `id` is what it stays, whatever it is called.
#[derive(Debug, Clone)]
struct Decl {
    id: usize,
    name: String,
    uid: Option<String>,
}

/// A file; `id` is what it stays, wherever it lies.
#[derive(Debug, Clone)]
struct Doc {
    id: usize,
    path: String,
    decls: Vec<Decl>,
    uid: Option<String>,
    wide: bool,
}

impl Doc {
    fn declares(&self, name: &str) -> bool {
        self.decls.iter().any(|decl| decl.name == name)
    }
}

/// The project as a model: what is what is known here, and the tool has to find out.
#[derive(Debug, Clone)]
struct Model {
    docs: Vec<Doc>,
    next: usize,
    marked: bool,
}

/// Ten words that no other body has.
fn body(id: usize, wide: bool) -> String {
    let words: Vec<String> = (0..12).map(|word| format!("w{id}x{word}")).collect();
    let glue = if wide { ",\n        " } else { ", " };
    format!("[{}]", words.join(glue))
}

impl Model {
    fn new(marked: bool) -> Self {
        let decl = |id| Decl { id, name: format!("name{id}"), uid: None };
        let doc = |id: usize| Doc {
            id,
            path: format!("{}/file{id}.ts", if id < 3 { "lib" } else { "app" }),
            decls: (0..4).map(|at| decl(id * 10 + at)).collect(),
            uid: None,
            wide: false,
        };
        Self { docs: (0..5).map(doc).collect(), next: 100, marked }
    }

    fn fresh(&mut self) -> usize {
        self.next += 1;
        self.next
    }

    /// Does it, as far as there is something to do it to. The ids that may be lost by it are left without.
    fn apply(&mut self, edit: &Edit) {
        let count = self.docs.len();
        match *edit {
            Edit::Rename(at) if count > 0 => {
                let id = self.fresh();
                self.docs[at % count].path = format!("lib/renamed{id}.ts");
            }
            Edit::RenameDirectory => {
                let id = self.fresh();
                for doc in self.docs.iter_mut().filter(|doc| doc.path.starts_with("app/")) {
                    doc.path = doc.path.replace("app/", &format!("lib/app{id}/"));
                }
            }
            Edit::RenameDeclaration(at, decl) if count > 0 => {
                let id = self.fresh();
                let decls = &mut self.docs[at % count].decls;
                let decl = decl % decls.len().max(1);
                decls.iter_mut().skip(decl).take(1).for_each(|it| it.name = format!("other{id}"));
            }
            Edit::Move(from, decl, to) if count > 1 && from % count != to % count => {
                let decls = &self.docs[from % count].decls;
                let decl = decl % decls.len().max(1);
                // Among its own copies it would be one of two of one name.
                if decls.len() > 2 && !self.docs[to % count].declares(&decls[decl].name) {
                    let moved = self.docs[from % count].decls.remove(decl);
                    self.docs[to % count].decls.push(moved);
                }
            }
            Edit::Reorder(at) if count > 0 => self.docs[at % count].decls.reverse(),
            Edit::Reformat(at) if count > 0 => self.docs[at % count].wide ^= true,
            Edit::Copy(at) if count > 0 => {
                let mut copy = self.docs[at % count].clone();
                copy.id = self.fresh();
                copy.path = format!("lib/copy{}.ts", copy.id);
                let block = 1000 * copy.id;
                copy.decls.iter_mut().for_each(|decl| decl.id = block + decl.id % 1000);
                self.docs.push(copy);
            }
            Edit::Delete(at) if count > 2 => drop(self.docs.remove(at % count)),
            Edit::DeleteAndAdd(at) if count > 0 => {
                let old = &self.docs[at % count];
                let path = old.path.clone();
                let decls =
                    (0..3).map(|_| self.fresh()).map(|id| (id, format!("name{id}"))).collect::<Vec<_>>();
                let decls = decls.into_iter().map(|(id, name)| Decl { id, name, uid: None }).collect();
                let id = self.fresh();
                self.docs[at % count] = Doc { id, path, decls, uid: None, wide: false };
            }
            Edit::Swap(a, b) if count > 0 => {
                let (a, b) = (a % count, b % count);
                // A file and its copy look the same either way.
                if self.docs[a].decls.iter().any(|decl| self.docs[b].declares(&decl.name)) {
                    return;
                }
                let path = self.docs[a].path.clone();
                self.docs[a].path = std::mem::replace(&mut self.docs[b].path, path);
            }
            _ => {}
        }
    }

    fn text(&self, doc: &Doc) -> String {
        let text = |decl: &Decl| {
            // A copy has the text of the original.
            let body = body(decl.id % 1000, doc.wide);
            let marker = decl.uid.as_ref().filter(|_| self.marked).map(|uid| format!("// @dsp {uid}\n"));
            format!("{}export function {}() {{ return {body} }}\n", marker.unwrap_or_default(), decl.name)
        };
        doc.decls.iter().map(text).collect()
    }

    fn write(&self, tree: &mut Tree) {
        tree.files = self.docs.iter().map(|doc| (doc.path.clone(), self.text(doc))).collect();
    }

    /// What has which uid now; markers are written for the next run.
    fn learn(&mut self, tree: &Tree) {
        let sources = tree.sources();
        for doc in &mut self.docs {
            doc.uid = sources.get(&doc.path).cloned();
            for decl in &mut doc.decls {
                decl.uid = sources.get(&format!("{}#{}", doc.path, decl.name)).cloned();
            }
        }
    }

    fn uids(&self) -> BTreeMap<usize, String> {
        let decls = self.docs.iter().flat_map(|doc| &doc.decls);
        decls.filter_map(|decl| Some((decl.id, decl.uid.clone()?))).collect()
    }

    fn file_uids(&self) -> BTreeMap<usize, String> {
        self.docs.iter().filter_map(|doc| Some((doc.id, doc.uid.clone()?))).collect()
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    /// One edit at a time, with markers or without: every declaration that is still there has its uid, so has every
    /// file, and no two have the same. (Two files that swap their paths swap what is in them: paths name files.)
    #[test]
    fn uids_go_where_their_things_go(edits in prop::collection::vec(edit(), 1..6), marked: bool) {
        let mut model = Model::new(marked);
        let mut tree = Tree::new(&[("lib/file0.ts", "")]);
        model.write(&mut tree);
        tree.run();
        model.learn(&tree);
        for edit in &edits {
            let (decls, files) = (model.uids(), model.file_uids());
            model.apply(edit);
            model.write(&mut tree);
            tree.run();
            model.learn(&tree);
            let all = tree.sources();
            let distinct: std::collections::BTreeSet<&String> = all.values().collect();
            prop_assert_eq!(distinct.len(), all.len());
            prop_assert!(model.uids().len() == model.docs.iter().map(|doc| doc.decls.len()).sum::<usize>());
            for (id, uid) in model.uids() {
                prop_assert!(decls.get(&id).is_none_or(|old| *old == uid), "{edit:?}: {id} was {decls:?}, is {uid}");
                let others = decls.iter().filter(|(other, old)| **other != id && **old == uid).count();
                prop_assert!(others == 0, "{edit:?}: {id} has taken {uid}");
            }
            for (id, uid) in model.file_uids().into_iter().filter(|_| !matches!(edit, Edit::Swap(..))) {
                prop_assert!(files.get(&id).is_none_or(|old| *old == uid), "{edit:?}: file {id} of {files:?}");
            }
        }
    }
}

//! What holds after any operations: a small model says what should be there, and both sides of everything are.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;
use crate::dsp::format::{import_lines, lines};

/// Who imports what by way of whom.
type Edges = BTreeSet<(Uid, Uid, Option<Uid>)>;

/// What operations should have led to.
#[derive(Debug, Default)]
struct Model {
    entities: BTreeSet<Uid>,
    edges: Edges,
    shared: BTreeSet<(Uid, Uid)>,
    tocs: BTreeMap<TocName, Vec<Uid>>,
}

impl Model {
    /// Follows an operation that went well.
    fn follow(&mut self, op: &Op, answer: &Answer) {
        match (op, answer) {
            (Op::CreateObject(_), Answer::Created { uid, tocs }) => self.create(*uid, tocs),
            (Op::CreateFunction(op), Answer::Created { uid, tocs }) => {
                self.create(*uid, tocs);
                self.edges.extend(op.owner.map(|owner| (owner, *uid, None)));
            }
            (Op::CreateShared(op), _) => self.shared.extend(op.shared.iter().map(|uid| (op.exporter, *uid))),
            (Op::AddImport(op), _) => {
                self.edges.insert((op.importer, op.imported, op.exporter));
            }
            (Op::RemoveImport(op), _) => assert!(self.edges.remove(&(op.importer, op.imported, op.exporter))),
            (Op::UpdateImportWhy(op), _) => {
                assert!(self.edges.contains(&(op.importer, op.imported, op.exporter)));
            }
            (Op::RemoveShared(op), _) => {
                self.shared.remove(&(op.exporter, op.shared));
                self.edges.retain(|(_, to, via)| (*to, *via) != (op.shared, Some(op.exporter)));
            }
            (Op::RemoveEntity(op), _) => self.remove(op.uid),
            (_, Answer::Listed(listed)) => {
                for (uid, toc, new) in listed {
                    assert_eq!(*new, self.append(*toc, *uid));
                }
            }
            (_, Answer::Moved { from, to, uids }) => {
                for (uid, new) in uids {
                    self.tocs.entry(*from).or_default().retain(|it| it != uid);
                    assert_eq!(*new, self.append(*to, *uid));
                }
            }
            _ => {}
        }
    }

    fn create(&mut self, uid: Uid, tocs: &[TocName]) {
        assert!(self.entities.insert(uid));
        for toc in tocs {
            assert!(self.append(*toc, uid));
        }
    }

    fn append(&mut self, toc: TocName, uid: Uid) -> bool {
        let members = self.tocs.entry(toc).or_default();
        let new = !members.contains(&uid);
        members.extend(new.then_some(uid));
        new
    }

    fn remove(&mut self, uid: Uid) {
        self.entities.remove(&uid);
        self.edges.retain(|(from, to, via)| *from != uid && *to != uid && *via != Some(uid));
        self.shared.retain(|(exporter, shared)| *exporter != uid && *shared != uid);
        self.tocs.remove(&TocName::Of(uid));
        self.tocs.values_mut().for_each(|members| members.retain(|it| *it != uid));
    }
}

impl Memory {
    fn uids(&self) -> BTreeSet<Uid> {
        self.list(b"").unwrap().iter().filter_map(|(name, _)| Uid::parse(name)).collect()
    }

    /// The edges that `imports` files tell.
    fn edges(&self) -> Edges {
        let mut edges = Edges::new();
        for uid in self.uids() {
            for line in import_lines(&self.files[format!("{uid}/imports").as_bytes()]) {
                assert!(edges.insert((uid, line.imported().unwrap(), line.via())), "twice");
            }
        }
        edges
    }

    /// The edges that `exports` folders tell.
    fn whys(&self) -> Edges {
        let mut edges = Edges::new();
        for path in self.files.keys() {
            let names: Vec<Option<Uid>> = path.split(|byte| *byte == b'/').map(Uid::parse).collect();
            match names[..] {
                [Some(to), None, Some(importer)] => edges.insert((importer, to, None)),
                [Some(via), None, Some(to), Some(importer)] => edges.insert((importer, to, Some(via))),
                _ => false,
            };
        }
        edges
    }

    fn shared(&self) -> BTreeSet<(Uid, Uid)> {
        let mut found = BTreeSet::new();
        for uid in self.uids() {
            let raw =
                self.files.get(format!("{uid}/shared").as_bytes()).map(Vec::as_slice).unwrap_or_default();
            for line in lines(raw) {
                let shared = Uid::parse(line).unwrap();
                assert!(found.insert((uid, shared)), "twice");
                assert!(self.files.contains_key(format!("{uid}/exports/{shared}/description").as_bytes()));
            }
        }
        found
    }

    fn tocs(&self) -> BTreeMap<TocName, Vec<Uid>> {
        let tables = self.files.iter().filter_map(|(path, raw)| Some((TocName::parse(path)?, raw)));
        tables.map(|(toc, raw)| (toc, lines(raw).map(|line| Uid::parse(line).unwrap()).collect())).collect()
    }
}

fn holds(memory: &Memory, model: &Model) {
    assert_eq!(memory.uids(), model.entities);
    assert_eq!(memory.edges(), model.edges);
    assert_eq!(memory.whys(), model.edges);
    assert_eq!(memory.shared(), model.shared);
    assert_eq!(memory.tocs(), model.tocs);
    for (toc, members) in &model.tocs {
        assert!(members.iter().all(|uid| model.entities.contains(uid)));
        assert_eq!(members.iter().collect::<BTreeSet<_>>().len(), members.len());
        assert!(matches!(toc, TocName::Plain) || Some(*toc) == members.first().copied().map(TocName::Of));
    }
    let ends = model.edges.iter().flat_map(|(from, to, via)| [Some(from), Some(to), via.as_ref()]);
    assert!(ends.flatten().all(|uid| model.entities.contains(uid)));
}

fn uid() -> impl Strategy<Value = Uid> {
    (any::<bool>(), 1..5_u32).prop_map(|(object, number)| {
        Uid::new(
            if object { crate::identity::Family::Object } else { crate::identity::Family::Function },
            number,
        )
    })
}

fn toc() -> impl Strategy<Value = TocName> {
    prop_oneof![2 => Just(TocName::Plain), 3 => uid().prop_map(TocName::Of)]
}

fn source() -> impl Strategy<Value = bstr::BString> {
    prop::sample::select(vec!["src/a.ts", "lib/b.ts#f", "src", "\"q", "a\nkind: b"]).prop_map(Into::into)
}

fn text() -> impl Strategy<Value = String> {
    prop::sample::select(vec!["", "plain", "two\nlines", "kind: external", "x\u{2028}scope: .", " (auto)"])
        .prop_map(str::to_owned)
}

pub(in crate::dsp) fn op() -> impl Strategy<Value = Op> {
    let uids = || prop::collection::vec(uid(), 1..3);
    let via = || prop::option::of(uid());
    let object =
        (source(), text(), prop::option::of(uid()), prop::collection::vec(toc(), 0..2), any::<bool>())
            .prop_map(|(source, purpose, uid, toc, new_root)| {
                let scope = new_root.then(|| "src".to_owned());
                Op::CreateObject(CreateObject {
                    source,
                    purpose,
                    uid,
                    toc,
                    new_root,
                    scope,
                    ..CreateObject::default()
                })
            });
    let function =
        (source(), text(), prop::option::of(uid()), via()).prop_map(|(source, purpose, uid, owner)| {
            Op::CreateFunction(CreateFunction { source, purpose, owner, uid, toc: Vec::new() })
        });
    let shared =
        (uid(), uids()).prop_map(|(exporter, shared)| Op::CreateShared(CreateShared { exporter, shared }));
    let import = (uid(), uid(), text(), via()).prop_map(|(importer, imported, why, exporter)| {
        Op::AddImport(AddImport { importer, imported, why, exporter })
    });
    let why = (uid(), uid(), text(), via()).prop_map(|(importer, imported, why, exporter)| {
        Op::UpdateImportWhy(AddImport { importer, imported, why, exporter })
    });
    let no_import = (uid(), uid(), via()).prop_map(|(importer, imported, exporter)| {
        Op::RemoveImport(RemoveImport { importer, imported, exporter })
    });
    let describe = (uid(), text(), text()).prop_map(|(uid, purpose, notes)| {
        let sections = [("notes".to_owned(), notes)].into();
        let (source, kind, scope) = (None, None, None);
        Op::UpdateDescription(UpdateDescription {
            uid,
            source,
            purpose: Some(purpose),
            kind,
            scope,
            sections,
        })
    });
    prop_oneof![
        8 => object,
        5 => function,
        4 => shared,
        12 => import,
        2 => why,
        4 => no_import,
        2 => describe,
        1 => (uid(), source()).prop_map(|(uid, source)| Op::MoveEntity(MoveEntity { uid, source })),
        2 => (uid(), uid()).prop_map(|(exporter, shared)| Op::RemoveShared(RemoveShared { exporter, shared })),
        2 => uid().prop_map(|uid| Op::RemoveEntity(RemoveEntity { uid })),
        2 => (uids(), prop::collection::vec(toc(), 1..3)).prop_map(|(uids, toc)| Op::AddToToc(AddToToc { uids, toc })),
        2 => (uids(), toc(), toc()).prop_map(|(uids, from, to)| Op::MoveToToc(MoveToToc { uids, from, to })),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn both_sides_are_there_after_any_operation(ops in prop::collection::vec(op(), 1..60)) {
        let (mut memory, mut model) = (Memory::default(), Model::default());
        for op in &ops {
            let before = memory.clone();
            if let Ok(answers) = memory.apply(std::slice::from_ref(op)) {
                model.follow(op, &answers[0]);
            } else {
                prop_assert_eq!(&memory, &before);
            }
            holds(&memory, &model);
        }
    }

    /// All that go well one by one go well together and lead to the same; but where a file and a directory of one name
    /// follow each other.
    #[test]
    fn together_is_as_one_by_one(ops in prop::collection::vec(op(), 1..40)) {
        let mut one_by_one = Memory::default();
        let mut fine = Vec::new();
        // Drawn numbers begin anew in each run.
        let drawn = |op: &Op| match op {
            Op::CreateObject(op) => op.uid.is_none(),
            Op::CreateFunction(op) => op.uid.is_none(),
            _ => false,
        };
        for op in ops.into_iter().filter(|op| !drawn(op)) {
            if one_by_one.apply(std::slice::from_ref(&op)).is_ok() {
                fine.push(op);
            }
        }
        let mut together = Memory::default();
        prop_assert!(together.apply(&fine).is_ok());
        prop_assert_eq!(together, one_by_one);
    }
}

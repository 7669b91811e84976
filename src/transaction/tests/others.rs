//! Somebody else writes while a transaction runs.

use super::*;

fn known(path: &str, before: Option<&str>, content: Option<&str>) -> Change {
    let before = Before::Known(before.map(|text| text.as_bytes().to_vec()));
    Change { before, ..change(path, content) }
}

#[test]
fn what_is_neither_as_it_was_nor_as_it_shall_be_is_left_alone() {
    let (_folder, dir) = folder();
    commit(&dir, &[("a", Some("mine")), ("b", Some("old")), ("c", Some("new"))]).unwrap();
    let before = everything(&dir);
    for change in [
        known("a", Some("old"), Some("new")),
        known("a", Some("old"), None),
        known("a", None, Some("new")),
        known("gone", Some("old"), Some("new")),
    ] {
        let changes = [known("b", Some("old"), Some("new")), change];
        let error = Transaction::begin(&dir, SHORT).unwrap().commit(&changes, &Silent).unwrap_err();
        assert!(
            error.to_string().ends_with("was changed by somebody else while this ran: run again"),
            "{error}"
        );
        assert_eq!(everything(&dir), before);
    }
    let fine = [
        known("b", Some("old"), Some("new")),
        known("c", Some("old"), Some("new")),
        known("gone", Some("old"), None),
        known("d", None, Some("new")),
    ];
    let applied = Transaction::begin(&dir, SHORT).unwrap().commit(&fine, &Silent).unwrap();
    assert_eq!(applied, Applied { written: 2, ..Applied::default() });
    assert_eq!(tree(&dir), "a=mine b=new c=new d=new");
}

#[test]
fn an_edit_in_the_last_moment_is_not_overwritten() {
    let (_folder, dir) = folder();
    commit(&dir, &[("a", Some("old")), ("b", Some("old")), ("c", Some("old"))]).unwrap();
    let changes = [change("a", Some("new")), change("b", Some("new")), change("d", Some("new"))];
    for (name, text) in [("b", "mine!"), ("d", "")] {
        let entries = differing(&dir, Base::Inside, &changes).unwrap();
        fs::write(dir.join(name), text).unwrap();
        let before = everything(&dir);
        assert!(matches!(
            begun(&dir).make_true(&entries, &Silent, Some(|| Ok(()))),
            Err(TransactionError::Changed(_))
        ));
        assert_eq!(everything(&dir), before);
        fs::write(dir.join("b"), "old").unwrap();
    }
}

#[test]
fn a_directory_that_comes_or_goes_meanwhile_is_left_alone() {
    let (folder, dir) = folder();
    let new = [change("a", Some("new"))];
    let come = Transaction::begin(&dir, SHORT).unwrap();
    fs::create_dir(&dir).unwrap();
    fs::write(dir.join("mine"), "mine").unwrap();
    assert!(matches!(come.commit(&new, &Silent), Err(TransactionError::Changed(_))));
    assert_eq!(tree(folder.path()), ".dsp.lock= .dsp/mine=mine");
    let gone = Transaction::begin(&dir, SHORT).unwrap();
    fs::remove_dir_all(&dir).unwrap();
    assert!(matches!(gone.commit(&new, &Silent), Err(TransactionError::Changed(_))));
    assert_eq!(tree(folder.path()), ".dsp.lock=");
    let known = [known("a", Some("old"), Some("new"))];
    let error = Transaction::begin(&dir, SHORT).unwrap().commit(&known, &Silent);
    assert!(matches!(error, Err(TransactionError::Changed(_))));
    assert_eq!(tree(folder.path()), ".dsp.lock=");
}

#[test]
fn what_appears_while_a_new_directory_is_written_is_left_alone() {
    let (path, bytes) = (RepoPath::new(b"a").unwrap(), &b"new"[..]);
    for is_file in [false, true] {
        let (folder, dir) = folder();
        let incoming = Incoming::beside(&dir);
        incoming.put(&folder.path().join("other"), &[(&path, bytes)], &Silent).unwrap();
        if is_file {
            fs::write(&dir, "mine").unwrap();
        } else {
            fs::create_dir(&dir).unwrap();
            fs::write(dir.join("mine"), "mine").unwrap();
        }
        let before = everything(folder.path());
        let result = incoming.put(&dir, &[(&path, bytes)], &Silent);
        assert!(matches!(result, Ok(false) | Err(TransactionError::Changed(_))), "{result:?}");
        incoming.clear();
        let after = everything(folder.path());
        let incoming = folder.path().join(".dsp.incoming");
        assert_eq!(
            after,
            before.into_iter().filter(|(path, _)| !path.starts_with(&incoming)).collect::<Vec<_>>()
        );
    }
}

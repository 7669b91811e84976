//! `dsp.toml` and `.dspignore`.

use super::*;

#[test]
fn include_brings_back_and_exclude_has_the_last_word() {
    let repo = Folder::with(&[
        (".gitignore", "gen/\n*.out\nnode_modules/\n"),
        (
            "dsp.toml",
            "[files]\ninclude = ['gen/api/**', 'vendor/own/', 'x.out']\nexclude = ['*.skip.ts', 'fix/']\n",
        ),
        ("vendor/own/a.go", ""),
        ("vendor/else/a.go", ""),
        ("fix/a.ts", ""),
    ]);
    for path in [
        "gen/api/a.ts",
        "gen/api/deep/b.ts",
        "gen/api/c.skip.ts",
        "gen/else.ts",
        "x.out",
        "y.out",
        "node_modules/a/x.out",
    ] {
        repo.write(path, "");
    }
    repo.check(
        &Source::WorkTree,
        ".gitignore\ndsp.toml\ngen/api/a.ts new\ngen/api/deep/b.ts new\nnode_modules/a/x.out new\n\
         vendor/else/a.go vendored\nvendor/own/a.go\nx.out new\n",
    );
    repo.check(&Source::Index, ".gitignore\ndsp.toml\nvendor/else/a.go vendored\nvendor/own/a.go\n");
}

#[test]
fn dspignore_holds_for_tracked_files_at_every_depth() {
    let files = [
        (".dspignore", "*.snap\n/big/\n"),
        ("a/.dspignore", "!keep.snap\nlocal\n"),
        ("a/keep.snap", ""),
        ("a/b.snap", ""),
        ("a/local/x", ""),
        ("big/x", ""),
        ("local", ""),
        ("-a/x.snap", ""),
        ("-a/.dspignore", "!x.snap\n"),
    ];
    let expected = "-a/.dspignore\n-a/x.snap\n.dspignore\na/.dspignore\na/keep.snap\nlocal\n";
    let repo = Folder::with(&files);
    for source in [Source::WorkTree, Source::Index, Source::Commit("main".to_owned())] {
        repo.check(&source, expected);
    }
    let folder = Folder::plain();
    for (path, text) in files {
        folder.write(path, text);
    }
    folder.check(&Source::WorkTree, &expected.replace('\n', " new\n"));
}

#[test]
fn broken_settings_are_a_problem_and_the_defaults_hold() {
    let repo = Folder::with(&[("dsp.toml", "[files]\nexclude = ['*']\ncolour = 1\n[[root]\n"), ("a", "")]);
    repo.check(
        &Source::WorkTree,
        "a\ndsp.toml\n! dsp.toml: 4: is no TOML: unclosed array table, expected `]`\n",
    );
    repo.write("dsp.toml", "[files]\nexclude = ['a']\n\ncolour = 1\n");
    repo.check(&Source::WorkTree, "dsp.toml\n! dsp.toml: 4: unknown key `files.colour`\n");
    // The index still has the broken one.
    assert!(repo.listing(&Source::Index).contains("is no TOML"));
}

#[test]
fn settings_that_are_no_file_are_a_problem() {
    let repo = Folder::with(&[("a", "")]);
    repo.write("dsp.toml/x", "");
    repo.check(&Source::WorkTree, "a\ndsp.toml/x new\n! dsp.toml: is no regular file\n");
}

#[test]
fn every_class_is_counted() {
    let repo = Folder::with(&[
        ("a.ts", ""),
        ("node_modules/x/y.js", ""),
        (".venv/lib/z.py", ""),
        ("yarn.lock", ""),
        ("x.min.js", ""),
    ]);
    let counts = repo.open(&Source::WorkTree).class_counts();
    assert_eq!(counts, Class::ALL.map(|class| (class, 1)));
}

#[test]
fn settings_that_git_ignores_hold_here_alone() {
    let repo = Folder::with(&[(".gitignore", "dsp.toml\n"), ("a", "")]);
    repo.write("dsp.toml", "[files]\nexclude = ['a']\n");
    let told = "is ignored by git: it holds in this work tree, and neither for what is staged nor in CI";
    repo.check(&Source::WorkTree, &format!(".gitignore\n! dsp.toml: {told}\n"));
    repo.check(&Source::Index, ".gitignore\na\n");
}

//! Which comments at the head of a file are about the file: licenses, orders to tools for the whole of it. What
//! begins with them is no documentation of the first declaration.

use super::text::Text;
use crate::facts::Span;

/// Where the last of `comments`, which stand before the first code, ends that is about the file; 0 if none is.
pub(super) fn end(text: &Text<'_>, comments: &[Span], is_of_file: fn(&str) -> bool) -> u32 {
    let mut end = 0;
    let mut rest = comments;
    while !rest.is_empty() {
        let (run, behind) = rest.split_at(run(text, rest));
        let words: Vec<String> =
            run.iter().map(|it| String::from_utf8_lossy(text.slice(*it)).into()).collect();
        let own = words.iter().rposition(|it| is_of_file(it));
        // The sentences of a license go on over the lines of a run.
        let is_legal = words.iter().any(|it| is_legal(it) || it.contains("/// script"));
        let legal = words.iter().position(|it| is_for_next(it)).unwrap_or(run.len());
        let count = own.map_or(0, |at| at + 1).max(if is_legal { legal } else { 0 });
        end = run[..count].last().map_or(end, |it| it.end);
        rest = behind;
    }
    end
}

/// How many of `comments` are the lines of one text; a block comment is one alone.
fn run(text: &Text<'_>, comments: &[Span]) -> usize {
    let is_line = |it: &Span| !text.slice(*it).starts_with(b"/*");
    let goes_on = |pair: &&[Span]| pair.iter().all(is_line) && text.adjoins(pair[0], pair[1].start);
    1 + comments.windows(2).take_while(goes_on).count()
}

/// Words without what makes them a comment.
fn body(comment: &str) -> &str {
    comment.trim_start_matches(['/', '*', '!', '#', ' ', '\t', '\r', '\n'])
}

fn starts(text: &str, words: &[&str]) -> bool {
    words.iter().any(|word| text.starts_with(word))
}

/// Orders to tools about the line below, and markers.
fn is_for_next(comment: &str) -> bool {
    const WORDS: [&str; 16] = [
        "@dsp",
        "@ts-expect",
        "@ts-ignore",
        "biome-ignore ",
        "c8 ignore next",
        "eslint-disable-next-line",
        "istanbul ignore next",
        "noqa",
        "oxlint-disable-next-line",
        "prettier-ignore",
        "pylint: disable-next",
        "ts-expect",
        "ts-ignore",
        "tslint:disable-next-line",
        "type:",
        "v8 ignore next",
    ];
    starts(body(comment), &WORDS)
}

/// A license, or who owns the text. Documentation may speak of such things in passing.
fn is_legal(comment: &str) -> bool {
    const CLEAR: [&str; 5] = ["copyright", "spdx-", "licensed under", "@license", "all rights reserved"];
    const LIKELY: [&str; 3] = ["license", "licence", "(c) "];
    let lower = comment.to_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    comment.starts_with("/*!") || has(&CLEAR) || !comment.starts_with("/**") && has(&LIKELY)
}

/// Of TypeScript and JavaScript.
pub(super) fn is_of_script(comment: &str) -> bool {
    const ORDERS: [&str; 22] = [
        "@flow",
        "@noflow",
        "@ts-check",
        "@ts-nocheck",
        "biome-ignore-all",
        "c8 ignore file",
        "deno-fmt-ignore-file",
        "deno-lint-ignore-file",
        "eslint",
        "exported ",
        "global ",
        "globals ",
        "istanbul ignore file",
        "jscs:",
        "jshint",
        "jslint",
        "oxlint-disable",
        "stylelint-disable",
        "ts-check",
        "ts-nocheck",
        "tslint:",
        "v8 ignore file",
    ];
    const TAGS: [&str; 21] = [
        "file",
        "fileOverview",
        "fileoverview",
        "flow",
        "format",
        "generated",
        "jest-config-loader",
        "jest-environment",
        "jest-environment-options",
        "jsx",
        "jsxFrag",
        "jsxImportSource",
        "jsxRuntime",
        "license",
        "module",
        "noflow",
        "overview",
        "packageDocumentation",
        "preserve",
        "prettier",
        "vitest-environment",
    ];
    if comment.starts_with("///") && body(comment).starts_with('<') {
        return true;
    }
    let is_line_order = starts(body(comment), &["eslint-disable-line"]) || is_for_next(comment);
    let mut tags = comment.lines().filter_map(|line| body(line).strip_prefix('@'));
    let is_tag = |tag: &str| tag.split([' ', '\t', '*', '\r']).next().is_some_and(|tag| TAGS.contains(&tag));
    is_legal(comment) || !is_line_order && starts(body(comment), &ORDERS) || tags.any(is_tag)
}

/// Of Python.
pub(super) fn is_of_module(comment: &str) -> bool {
    const ORDERS: [&str; 17] = [
        "coverage:",
        "cython:",
        "distutils:",
        "flake8:",
        "fmt: off",
        "isort:",
        "mypy:",
        "nopycln: file",
        "pylint: disable=",
        "pylint: skip-file",
        "pylint:disable=",
        "pyright:",
        "ruff:",
        "type: ignore",
        "vim:",
        "yapf:",
        "-*-",
    ];
    let words = body(comment);
    comment.starts_with("#!")
        || is_legal(comment)
        || starts(words, &ORDERS)
        || words.contains("coding:")
        || words.contains("coding=")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_for_the_next_line_are_not_for_the_file() {
        let file = ["// @ts-nocheck", "/* eslint-disable */", "/* eslint no-x: 0 */", "/** @jsx h */"];
        let file =
            file.into_iter().chain(["/// <reference path='x' />", "/*! x */", "/**\n * @module a\n */"]);
        assert_eq!(file.filter(|it| !is_of_script(it)).collect::<Vec<_>>(), Vec::<&str>::new());
        let next = ["// @ts-ignore", "// eslint-disable-next-line", "// x", "/** The license of x. */"];
        let next =
            next.into_iter().chain(["/* istanbul ignore next */", "/** @modules */", "// prettier-ignore"]);
        assert_eq!(next.filter(|it| is_of_script(it)).collect::<Vec<_>>(), Vec::<&str>::new());
        let file =
            ["# -*- coding: utf-8 -*-", "# mypy: strict", "# ruff: noqa", "# Copyright x", "#!/bin/sh"];
        assert_eq!(file.into_iter().filter(|it| !is_of_module(it)).collect::<Vec<_>>(), Vec::<&str>::new());
        let next = ["# type: (int) -> None", "# noqa", "# pylint: disable-next=x", "# It is."];
        assert_eq!(next.into_iter().filter(|it| is_of_module(it)).collect::<Vec<_>>(), Vec::<&str>::new());
    }
}

//! Tests of deep and long files.

use crate::common::{errors, on_large_stack};
use base::FileId;
use front_mexpr::format::format;
use front_mexpr::parser::MAX_DEPTH;

/// Returns texts nested to the given number of levels.
fn deep(levels: usize) -> Vec<String> {
    let around = |open: &str, inside: &str, close: &str| [&open.repeat(levels), inside, &close.repeat(levels)].concat();
    let expressions = [
        around("(", "x", ")"),
        around("f (", "x", ")"),
        around("(x,", "x", ")"),
        around("[", "x", "]"),
        around("{x = ", "x", "}"),
        around("if c then a else ", "x", ""),
        around("if c then ", "x", " else b"),
        around("if ", "x", " then a else b"),
        around("match e with p then a else ", "x", ""),
        around("match ", "x", " with p in y"),
        around("switch e case p then ", "x", " end"),
        around("let x = ", "x", " in x"),
        around("recursive let x = ", "x", " in x"),
        around("utest ", "x", " with y in z"),
        around("print a; lam x. ", "x", ""),
        around("(", "x", ").a"),
        format!("match x with {} in x", around("(", "x", ")")),
        format!("match x with {} in x", around("!", "x", "")),
        format!("match x with {} in x", around("Some ", "x", "")),
    ];
    let types = [around("[", "a", "]"), around("a -> ", "a", ""), around("all a. ", "a", ""), around("(", "a", ")")];
    let types = types.iter().map(|ty| format!("external f : {ty}"));
    expressions.iter().map(|exp| format!("mexpr {exp}")).chain(types).collect()
}

#[test]
fn nesting_has_a_limit() {
    on_large_stack(|| {
        for text in deep(10 * MAX_DEPTH) {
            let codes: Vec<&str> = errors(&text).iter().map(|error| error.code.0).collect();
            assert_eq!(codes, ["E0104"], "{}..", &text[..40]);
        }
    });
}

#[test]
fn what_is_below_the_limit_is_parsed_and_formatted() {
    on_large_stack(|| {
        for text in deep(MAX_DEPTH / 2 - 10) {
            assert!(format(FileId(0), &text).is_ok(), "{}.. {:?}", &text[..40], errors(&text));
        }
    });
}

/// These nest in the language's grammar, but are chains in programs.
#[test]
fn chains_have_any_length() {
    const LENGTH: usize = 10_000;
    on_large_stack(|| {
        let texts = [
            format!("mexpr {}x", "let x = addi x 1 in ".repeat(LENGTH)),
            format!("mexpr {}x", "recursive let f = lam x. f x in ".repeat(LENGTH)),
            format!("mexpr {}x", "match x with (x, y) in ".repeat(LENGTH)),
            format!("mexpr {}x", "print x; ".repeat(LENGTH)),
            format!("mexpr {}x", "utest x with y in ".repeat(LENGTH)),
            format!("mexpr {}x", "lam x. ".repeat(LENGTH)),
            format!("mexpr {}x", "dive ".repeat(LENGTH)),
            format!("mexpr f{}", " x".repeat(LENGTH)),
            format!("mexpr x{}", ".x".repeat(LENGTH)),
            format!("mexpr [x{}]", ", x".repeat(LENGTH)),
            format!("mexpr match x with y{} in x", " | y".repeat(LENGTH)),
            format!("recursive{} end", " let f = g".repeat(LENGTH)),
            "let x = 1\n".repeat(LENGTH),
        ];
        for text in texts {
            assert!(format(FileId(0), &text).is_ok(), "{}.. {:?}", &text[..40], errors(&text));
        }
    });
}

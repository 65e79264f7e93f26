//! Tests with wrong, huge and hostile texts: every error is found and placed, and nothing panics, overflows or takes
//! long.

use base::{Diagnostic, FileId};
use front_futhark::ast::DecKind;
use front_futhark::parser::*;

/// Returns the diagnostics as `code@start headline; label`.
fn errors(text: &str) -> Vec<String> {
    let (_, diagnostics) = parse(FileId(0), text);
    let line = |d: &Diagnostic| {
        let label = d.labels.first().map_or((0, ""), |label| (label.span.start, label.text.as_str()));
        format!("{}@{} {}; {}", d.code, label.0, d.headline, label.1)
    };
    diagnostics.iter().map(line).collect()
}

/// Runs on a stack as large as that of the compiler.
fn deep(run: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(64 << 20).spawn(run);
    assert!(thread.is_ok_and(|thread| thread.join().is_ok()));
}

#[test]
fn one_mistake_gives_one_error() {
    assert_eq!(errors("def x = if a b else c"), ["E0102@15 unexpected `else`; expected `then`"]);
    assert_eq!(errors("def x = then"), ["E0102@8 unexpected `then`; expected an expression"]);
    assert_eq!(errors("def x = (1 + 2"), ["E0102@14 unexpected end of the file; expected an operator, `,` or `)`"]);
    assert_eq!(errors("def x = [1, 2 def y = 1"), ["E0102@14 unexpected `def`; expected `,` or `]`"]);
    assert_eq!(errors("def x = 1 $ 2"), ["E0101@10 unknown character `$`; this character has no meaning in Futhark"]);
    assert_eq!(errors("def x = \"ab\ndef y = 1"), ["E0101@8 unterminated string; no `\"` before the end of the line"]);
    assert_eq!(errors("def x = '\\q'"), ["E0101@8 malformed character literal; unknown escape"]);
    assert_eq!(errors("def x = 1 )"), ["E0102@10 unexpected `)`; expected a declaration"]);
    assert_eq!(errors("1"), ["E0102@0 unexpected `1`; expected a declaration"]);
    assert_eq!(errors("def x = let y = 1"), ["E0102@17 unexpected end of the file; expected `in` or another `let`"]);
    assert_eq!(errors("def f (x: ) = 1"), ["E0102@10 unexpected `)`; expected a type"]);
    assert_eq!(errors("def x = a[]"), ["E0102@10 unexpected `]`; expected an index"]);
    assert_eq!(errors("type t = (n: i64)"), ["E0102@17 unexpected end of the file; expected `->`"]);
    assert!(errors("").is_empty());
}

#[test]
fn bad_numbers_are_reported_and_stepped_over() {
    assert_eq!(
        errors("def x = 300u8 + 1foo + 0x + 128i8 + (-128i8)"),
        [
            "E0103@16 malformed number `1foo`; a number cannot have this suffix",
            "E0103@23 malformed number `0x`; not a number",
        ]
    );
}

#[test]
fn parsing_goes_on_after_errors() {
    let text = "def a = (+ + ) * (in)
def b = let x = + * in let y = ] in y
def c =
def d = 1
module m = {
  def e = (
  def f = 2
  def g = = 3
}
def h = 4";
    assert_eq!(
        errors(text),
        [
            "E0102@11 unexpected `+`; expected an expression",
            "E0102@18 unexpected `in`; expected an expression",
            "E0102@38 unexpected `+`; expected an expression",
            "E0102@53 unexpected `]`; expected an expression",
            "E0102@68 unexpected `def`; expected an expression",
            "E0102@105 unexpected `def`; expected an expression",
            "E0102@125 unexpected `=`; expected an expression",
        ]
    );
    let (file, _) = parse(FileId(0), text);
    let names = file.decs.iter().map(|dec| match &dec.kind {
        DecKind::Def(def) => def.name.name.as_str(),
        DecKind::Module(module) => module.name.name.as_str(),
        _ => "?",
    });
    assert_eq!(names.collect::<Vec<_>>(), ["a", "d", "m", "h"]);
}

#[test]
fn errors_are_capped() {
    assert_eq!(errors(&"def x = )\n".repeat(1000)).len(), 20);
    assert_eq!(errors(&"$ ".repeat(1000)).len(), 20);
}

#[test]
fn deep_nesting_is_refused() {
    deep(|| {
        let n = 10_000;
        let texts = [
            format!("def x = {}1{}", "(".repeat(n), ")".repeat(n)),
            format!("def x = {}1", "(".repeat(n)),
            format!("def x = {}1{}", "[".repeat(n), "]".repeat(n)),
            format!("def x = {}1", "- ".repeat(n)),
            format!("def x = 1{}", "+1".repeat(n)),
            format!("def x = 1{}", "<|1".repeat(n)),
            format!("def x = a{}", "[0]".repeat(n)),
            format!("def x = a{}", ".0".repeat(n)),
            format!("def x = (a){}", ".b".repeat(n)),
            format!("def x = a{}", " with [0] = 1".repeat(n)),
            format!("def x = a{}", " : t".repeat(n)),
            format!("def x = {}c", "if a then b else ".repeat(n)),
            format!("def x = {}c", r"\x -> ".repeat(n)),
            format!("def x = {}c", "let x = ".repeat(n)),
            format!("def x = {}c", "match a case b -> ".repeat(n)),
            format!("def x = {}c", "loop a = ".repeat(n)),
            format!("def x = {}c", "#[a] ".repeat(n)),
            format!("def x = {}c", "m.(".repeat(n)),
            format!("#[{}] def x = 1", "a(".repeat(n)),
            format!("type t = {}t", "[]".repeat(n)),
            format!("type t = {}t", "* ".repeat(n)),
            format!("type t = {}t", "t -> ".repeat(n)),
            format!("type t = {}t", "(".repeat(n)),
            format!("type t = {}t", "?[n].".repeat(n)),
            format!("type t = {}t", "(n: ".repeat(n)),
            format!("type t = #a {}t", "[]".repeat(n)),
            format!("def f {}", "(".repeat(n)),
            format!("def f {}", "{a = ".repeat(n)),
            format!("def f ({}", "#[a] ".repeat(n)),
            format!("module m = m{}", " m".repeat(n)),
            format!("module m = m{}", " : t".repeat(n)),
            format!("module m = {}", "(".repeat(n)),
            format!("module m = {}", r"\(X: t) -> ".repeat(n)),
            format!("module m = {}", "{ module m = ".repeat(n)),
            format!("module type t = t{}", " with t = u".repeat(n)),
            format!("module type t = {}t", "t -> ".repeat(n)),
            format!("module type t = {}t", "{ module m : ".repeat(n)),
            format!("{}def x = 1", "local ".repeat(n)),
        ];
        for text in texts {
            let errors = errors(&text);
            let found = errors.iter().any(|e| e.starts_with("E0104"));
            assert!(found, "{}..: {errors:?}", &text[..30]);
        }
    });
}

#[test]
fn the_limit_counts_chains_inside_chains() {
    deep(|| {
        let mut text = "1".to_owned();
        for _ in 0..50 {
            text = format!("({text}{})", " + 1".repeat(100));
        }
        assert_eq!(errors(&format!("def x = {text}")).len(), 1);
    });
}

#[test]
fn nesting_below_the_limit_is_fine() {
    deep(|| {
        let n = 1900;
        assert!(errors(&format!("def x = {}1{}", "(".repeat(n), ")".repeat(n))).is_empty());
        assert!(errors(&format!("def x = 1{}", " + 1".repeat(n))).is_empty());
        assert!(errors(&format!("def x = {}x", "let x = x + 1 ".repeat(10 * n) + "in ")).is_empty());
        assert!(errors(&format!("def x = [{}]", format!("1{}, ", " + 1".repeat(n)).repeat(10))).is_empty());
    });
}

/// Size of the texts: large enough to reveal quadratic time, small enough for every test run.
const MEGABYTES: usize = 10;

fn fill(piece: &str) -> String {
    piece.repeat((MEGABYTES << 20) / piece.len())
}

#[test]
fn time_is_linear() {
    deep(|| {
        let (file, diagnostics) = parse(FileId(0), &fill("def x = 1\n"));
        assert_eq!((file.decs.len(), diagnostics.len()), ((MEGABYTES << 20) / 10, 0));
        drop(file);
        assert_eq!(errors(&format!("def x = 1{}", fill("+1"))).len(), 1);
        assert!(errors(&format!("def x = [{}]", fill("1i32, "))).is_empty());
        for piece in
            ["(", "[x ", "let x = ", "-- | doc\n\n", "\"a", "'", "a.", "\n  ", "def (", "{ def x = ", "#[", "\\"]
        {
            errors(&fill(piece));
        }
        assert!(errors(&format!("def x = {}", fill("1"))).len() == 1);
    });
}

#[test]
fn no_text_makes_it_panic() {
    const PIECES: &[&str] = &[
        "def ",
        "let ",
        "x",
        "m.y",
        "m.(",
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        " ",
        "\n",
        "=",
        "->",
        ":",
        ":>",
        "\\",
        "`",
        ",",
        "in ",
        "if ",
        "then ",
        "else ",
        "loop ",
        "for ",
        "while ",
        "do ",
        "match ",
        "case ",
        "with ",
        "#a ",
        "#[",
        "1",
        "0x",
        "1.5e",
        ".0",
        ".",
        "..",
        "...",
        "..<",
        "+",
        "-",
        "*",
        "|",
        "<|",
        "'a",
        "'",
        "\"",
        "?",
        "???",
        "_",
        "type ",
        "module ",
        "open ",
        "local ",
        "import ",
        "val ",
        "include ",
        "entry ",
        "~",
        "^",
        "assert ",
        "--",
        "-- | d\n",
        "é",
        "\u{1F600}",
        "\0",
        "$",
    ];
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = move |below: usize| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((state >> 33) as usize) % below
    };
    for round in 0..20_000 {
        let starts = ["", "def x = ", "module m = {", "type t = ", "module type t = {", "def f "];
        let mut text = starts[round % starts.len()].to_owned();
        for _ in 0..next(40) {
            text.push_str(PIECES[next(PIECES.len())]);
        }
        let (_, diagnostics) = parse(FileId(0), &text);
        assert!(diagnostics.iter().all(|d| !d.labels.is_empty() && d.headline.chars().count() < 70), "{text}");
    }
    for _ in 0..5_000 {
        let bytes: Vec<u8> = (0..next(60)).map(|_| next(256) as u8).collect();
        parse(FileId(0), &String::from_utf8_lossy(&bytes));
    }
}

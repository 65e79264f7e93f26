//! Tests of tokens, errors, recovery and depth.

use crate::toy::{Kind, Toy, lex, messages, parse};
use syntax::literals::unescape;
use syntax::{Broken, Parsed, Parser};

fn right(text: &str, items: &str) {
    assert_eq!(parse(text), (items.to_owned(), Vec::new()), "{text}");
}

fn wrong(text: &str, items: &str, errors: &[&str]) {
    assert_eq!(parse(text), (items.to_owned(), errors.iter().map(|&e| e.to_owned()).collect()), "{text}");
}

#[test]
fn tokens_know_what_precedes_them() {
    let tokens = lex("a(b #c\n)$");
    let spelled: Vec<_> = tokens.tokens.iter().map(|t| (t.kind, tokens.spelling(*t), t.spaced)).collect();
    let round = crate::toy::Shape::Round;
    assert_eq!(
        spelled,
        [
            (Kind::Name, "a", false),
            (Kind::Open(round), "(", false),
            (Kind::Name, "b", false),
            (Kind::Close(round), ")", true),
            (Kind::Unknown, "$", false),
            (Kind::End, "", true),
        ]
    );
    assert_eq!(tokens.comments, [(4, 6)]);
    assert_eq!(messages(&tokens.diagnostics), ["8: invalid"]);
    assert!(lex(" a").tokens[0].spaced);
    assert_eq!(tokens.token(100), tokens.tokens[5]);
}

#[test]
fn right_texts_have_no_errors() {
    right("", "");
    right("a, (b, [c], {}), d", "a<b<c><>>d");
}

#[test]
fn each_error_has_one_message() {
    wrong("a b, c, (", "_", &["2: unexpected `b`", "8: a bracket is not closed"]);
    wrong("a,,", "_", &["2: unexpected `,`: a comma is no name"]);
    wrong("let", "_", &["0: unexpected `let`: `let` is a keyword and cannot be a name"]);
    wrong("a, $", "_", &["3: invalid"]);
    let long = format!("unexpected `{}..`", "x".repeat(30));
    wrong(&format!("a {}", "x".repeat(40)), "_", &[&format!("2: {long}")]);
}

#[test]
fn an_error_in_a_list_does_not_hide_others() {
    wrong("(a b c), [d, $, e], {f g}, h", "___h", &["3: unexpected `b`", "13: invalid", "23: unexpected `g`"]);
    wrong("([a b], c d)", "_", &["4: unexpected `b`", "10: unexpected `d`"]);
}

#[test]
fn at_most_twenty_errors_are_shown() {
    for piece in ["(a b), ", "$ ", ")a, "] {
        let errors = parse(&piece.repeat(20)).1;
        assert!(errors.iter().all(|error| !error.contains("correct these first")), "{piece}");
        let errors = parse(&piece.repeat(21)).1;
        assert_eq!(errors.len(), 20, "{piece}");
        assert!(errors[19].ends_with("correct these first: there are more errors, which are not shown"), "{piece}");
    }
}

#[test]
fn nesting_has_a_limit() {
    let nested = |levels: usize| format!("{}{}", "(".repeat(levels), ")".repeat(levels));
    assert!(parse(&nested(100)).1.is_empty());
    let error = "100: nested too deeply: use fewer brackets";
    for text in [nested(101), format!("{}, {}", nested(101), nested(100)), nested(101) + ", " + &nested(100_000)] {
        assert_eq!(parse(&text).1, [error]);
    }
}

/// Parses brackets around names with `bracketed` and `separated`. Returns the items and the messages.
fn recovered(text: &str) -> (String, Vec<String>) {
    let mut toy = Toy::new(lex(text));
    let mut all = String::new();
    while !toy.is(Kind::End) {
        all += &match item(&mut toy) {
            Ok(item) => item,
            Err(Broken) => {
                toy.bump();
                "!".to_owned()
            }
        };
    }
    (all, messages(&toy.finish()))
}

fn item(toy: &mut Toy) -> Parsed<String> {
    let word = toy.spelling();
    if syntax::Kind::closed_by(toy.peek()).is_none() {
        return toy.expect(Kind::Name, "name").map(|_| word.to_owned());
    }
    let items = toy.bracketed(|toy, open| toy.separated(open, Kind::Comma, item))?;
    Ok(items.map_or("_".to_owned(), |items| format!("<{}>", items.concat())))
}

#[test]
fn brackets_need_not_be_balanced_first() {
    assert_eq!(recovered("(a, [b, c], {d}) e"), ("<a<bc><d>>e".to_owned(), Vec::new()));
    let wrong = |text: &str, items: &str, errors: &[&str]| {
        assert_eq!(recovered(text), (items.to_owned(), errors.iter().map(|&e| e.to_owned()).collect()), "{text}");
    };
    wrong("(a b (c) d, e) f", "_f", &["3: unexpected `b`"]);
    wrong("([a b], c)", "<_c>", &["4: unexpected `b`"]);
    wrong("([a b), c", "_!c", &["4: unexpected `b`", "6: unexpected `,`: a comma is no name"]);
    wrong("(a, [b, c", "!", &["4: a bracket is not closed"]);
    wrong("[,] {a", "_!", &["1: unexpected `,`: a comma is no name", "4: a bracket is not closed"]);
}

#[test]
fn columns_are_those_of_first_tokens() {
    let mut toy = Toy::new(lex("a b\n  c #d\n e\n"));
    let mut columns = Vec::new();
    while !toy.is(Kind::End) {
        columns.push(toy.column());
        toy.bump();
    }
    assert_eq!(columns, [Some(0), None, Some(2), Some(1)]);
}

#[test]
fn skipping_stops_at_unmatched_brackets() {
    let mut toy = Toy::new(lex("a (in) in b) c"));
    toy.skip_until(|toy, open| open == 0 && toy.is(Kind::In));
    assert_eq!(toy.at(), 4);
    toy.skip_until(|_, _| false);
    assert_eq!(toy.spelling(), ")");
}

#[test]
fn escapes_are_resolved() {
    let escape = |chars: &mut std::str::Chars| match chars.next() {
        Some('n') => Ok(Some('\n')),
        Some('&') => Ok(None),
        _ => Err("unknown"),
    };
    assert_eq!(unescape("a\\nb\\&é", escape), ("a\nbé".to_owned(), vec![]));
    assert_eq!(unescape("\\é\\n\\", escape), ("\n".to_owned(), vec![(0..3, "unknown"), (5..6, "unknown")]));
}

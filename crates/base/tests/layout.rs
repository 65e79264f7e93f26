//! Tests of the layout of formatters.

use rista_base::layout::{Doc, align, group, line, nest, render};

const WIDTH: usize = 80;

fn words(separator: &Doc<'static>, count: usize) -> Doc<'static> {
    let word = Doc::Text("quicksilver");
    let more = (1..count).flat_map(|_| [separator.clone(), word.clone()]);
    Doc::Concat([word.clone()].into_iter().chain(more).collect())
}

#[test]
fn groups_break_all_or_nothing() {
    assert_eq!(render(&group(words(&line(), 3)), WIDTH), "quicksilver quicksilver quicksilver\n");
    let long = render(&group(nest(words(&line(), 8))), WIDTH);
    assert_eq!(long.lines().count(), 8);
    assert!(long.lines().skip(1).all(|line| line == "  quicksilver"));
}

#[test]
fn each_separator_of_a_fill_decides_alone() {
    let separator = group(line());
    let filled = render(&words(&separator, 14), WIDTH);
    assert!(filled.lines().all(|line| line.len() <= WIDTH), "{filled}");
    assert_eq!(filled.lines().count(), 3);
}

#[test]
fn comments_end_lines() {
    let doc = Doc::Concat(vec![Doc::Text("f"), Doc::Trailing("-- why"), line(), Doc::Text("x")]);
    assert_eq!(render(&group(align(doc)), WIDTH), "f -- why\nx\n");
    let own = Doc::OwnLine { text: "-- why", blank_before: false, blank_after: true };
    let doc = Doc::Concat(vec![Doc::Text("f"), nest(Doc::Concat(vec![own, Doc::Text("x")]))]);
    assert_eq!(render(&doc, WIDTH), "f\n  -- why\n\n  x\n");
}

/// A string literal may contain line breaks. The column behind it is that of its last line.
#[test]
fn texts_of_several_lines() {
    let text = "\"a long first line of sixty columns, and then a line break\n  b\"";
    let doc = |more| group(Doc::Concat(vec![Doc::Text("f"), nest(line()), Doc::Text(text), nest(line()), more]));
    assert_eq!(render(&doc(words(&line(), 3)), WIDTH), format!("f {text} quicksilver quicksilver quicksilver\n"));
    let aligned = group(align(nest(words(&line(), 8))));
    assert_eq!(render(&doc(aligned), WIDTH).lines().nth(2), Some("       quicksilver"));
    let narrow = render(&doc(Doc::Text("x")), 40);
    assert_eq!(narrow, format!("f\n  {text}\n  x\n"));
}

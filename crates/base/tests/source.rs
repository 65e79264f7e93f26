//! Tests of source places.

use rista_base::{SourceMap, Span};

#[test]
fn places_count_lines_and_characters_from_one() {
    let mut map = SourceMap::default();
    let file = map.add("a.fut", "let é = 1\nlet y = é\n");
    assert_eq!(map.place(Span::new(file, 4, 6)).as_deref(), Some("a.fut:1:5-5"));
    assert_eq!(map.place(Span::new(file, 11, 20)).as_deref(), Some("a.fut:2:1-9"));
    assert_eq!(map.place(Span::NOWHERE), None);
    let file = map.add("a\nb\u{1b}é.fut", "x");
    assert_eq!(map.place(Span::new(file, 0, 1)).as_deref(), Some("a\\nb\\u{1b}é.fut:1:1-1"));
}

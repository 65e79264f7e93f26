//! Tests of the text form of names.

use rista_base::{Name, Symbol};

#[test]
fn names_read_back_as_printed() {
    for (hint, id) in [("x", 0), ("acc", 7), ("x_1", 3), ("x'", 4), ("_3_4", 5), ("", 6), ("a_b", 8)] {
        let name = Name::new(hint, id);
        let back = Name::parse(&name.to_string()).map(|n| (n.hint, n.id));
        assert_eq!(back, Some((name.hint, id)), "hint {hint:?} printed as {name}");
    }
}

#[test]
fn symbols_order_by_spelling() {
    let (b, a) = (Symbol::new("bb"), Symbol::new("aa"));
    assert!(a < b);
    assert_eq!(a, Symbol::new("aa"));
}

//! Tests of spelling suggestions.

use rista_base::{Symbol, nearest};

#[test]
fn a_slip_finds_its_name() {
    let names = || ["reduce", "replicate", "map", "x"].into_iter().map(Symbol::new);
    assert_eq!(nearest(Symbol::new("redcue"), names()), Some(Symbol::new("reduce")));
    assert_eq!(nearest(Symbol::new("replcate"), names()), Some(Symbol::new("replicate")));
    assert_eq!(nearest(Symbol::new("mpa"), names()), Some(Symbol::new("map")));
    assert_eq!(nearest(Symbol::new("y"), names()), None);
    assert_eq!(nearest(Symbol::new("frobnicate"), names()), None);
}

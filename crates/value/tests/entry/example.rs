//! Tests of the examples of values in messages.

use super::ty;
use base::Symbol;
use rista_value::Reader;
use rista_value::ScalarType::{Bool, F32, I8, I32};
use rista_value::entry::{EntryType, OpaqueForm, example, read_structured, sum_fields};

fn tuple(parts: Vec<EntryType>) -> EntryType {
    let fields = parts.into_iter().enumerate().map(|(at, part)| (Symbol::new(&at.to_string()), part));
    EntryType::spelt(OpaqueForm::Record(fields.collect()))
}

/// Returns the example, after it has read it back as a value of the type.
fn readable(ty: &EntryType) -> String {
    let text = example(ty).expect("an example");
    let mut reader = Reader::new(text.as_bytes());
    let read = read_structured(&mut reader, ty).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(read.len(), ty.leaves().len(), "{text}");
    assert!(reader.is_at_end(), "{text}");
    text
}

#[test]
fn examples_are_values() {
    let rows = EntryType::rows_of(EntryType::flat(I32, 1));
    assert_eq!(readable(&rows), "[[1, 2], []]");
    assert_eq!(readable(&EntryType::rows_of(rows.clone())), "[[[1, 2], []], []]");
    let five_levels = (0..4).fold(EntryType::flat(I32, 1), |elem, _| EntryType::rows_of(elem));
    assert_eq!(readable(&EntryType::array(five_levels)), "[[[[[[1, 2], []], []], []], []]]");
    assert_eq!(readable(&tuple(vec![rows, EntryType::flat(F32, 1)])), "([[1, 2], []], [3.5, 4.5])");
    let pair = tuple(vec![EntryType::flat(I32, 0), EntryType::flat(Bool, 0)]);
    assert_eq!(readable(&pair), "(1, true)");
    assert_eq!(readable(&EntryType::array(pair.clone())), "[(1, true)]");
    let sum = OpaqueForm::Sum(vec![(Symbol::new("None"), vec![]), (Symbol::new("Some"), vec![pair])]);
    assert_eq!(readable(&EntryType::spelt(sum)), "#Some (1, true)");
    let parts = tuple(vec![EntryType::flat(I32, 1), EntryType::rows_of(EntryType::flat(F32, 1))]);
    let fields = sum_fields([("None", false), ("Some", true)].into_iter());
    let sums = [EntryType::flat(I8, 1), parts];
    let sums = EntryType::spelt(OpaqueForm::Record(fields.into_iter().zip(sums).collect()));
    assert_eq!(readable(&sums), "[#Some (1, [2.5, 3.5])]");
}

#[test]
fn recursive_types_have_examples() {
    let cases = [
        ("tree (0 = (#Cons (i32, @0) | #Nil)) @0", "#Cons (1, #Nil)"),
        ("tree (0 = (#Leaf i32 | #Node (@0, i32, @0))) @0", "#Node (#Leaf 1, 2, #Leaf 3)"),
        ("tree (0 = (#Node (i32, []@0))) @0", "#Node (1, [])"),
        ("tree (0 = (#A @1 | #B), 1 = (#C @0 | #D @1)) [](@0, i8)", "[(#A (#C #B), 1)]"),
        ("tree (0 = (#A @1), 1 = (#B (#None | #Some @0))) @0", "#A (#B #None)"),
    ];
    for (name, expected) in cases {
        assert_eq!(readable(&ty(name)), expected);
    }
    assert_eq!(example(&ty("tree (0 = (#Endless @0)) @0")), None);
}

#[test]
fn long_examples_are_none() {
    let wide = tuple(vec![EntryType::flat(I32, 0); 100]);
    assert_eq!(example(&wide), None);
    let deep = (0..30).fold(EntryType::flat(I32, 0), |inner, _| tuple(vec![inner, EntryType::flat(I32, 0)]));
    assert_eq!(example(&deep), None);
}

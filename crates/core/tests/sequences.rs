//! The pass that removes sequences.

use crate::common::{i64, parse};
use rista_core::closures::closures;
use rista_core::defunctionalise::defunctionalise;
use rista_core::eval::{Limits, run_entry};
use rista_core::sequences::{expand_sequences, has_sequences};
use rista_core::{text, verify};

#[test]
fn no_sequence_is_left() {
    for program in [
        "def main (n : i64) : seq<seq<(i64, bool)>> = seq.of_array([seq.of_array([(n, true)])])
         entry main = @size (n : i64) -> i64 def size (n : i64) : i64 = seq.length(@main(n))",
        "data tree = <node(seq<@tree>)>
         def same (a : @tree) (b : @tree) : bool = equal(a, b)
         def main : bool = let t : @tree = (#node(seq.of_array(([] : [0]@tree))) : @tree) in @same(t, t)
         entry main = @main () -> bool",
        "def main (n : i64) : i64 = let f : i64 = match seq.of_array([n]) { case s : seq<i64> => seq.get(s, 0) } in f
         entry main = @main (n : i64) -> i64",
    ] {
        let program = parse(program);
        assert!(has_sequences(&program));
        let expanded = expand_sequences(program).unwrap_or_else(|error| panic!("{error:?}"));
        assert!(!has_sequences(&expanded), "{}", text::print(&expanded));
        verify::verify(&expanded).unwrap_or_else(|bug| panic!("{bug}"));
    }
}

/// Sequences of all kinds of elements, which are compared, cut and joined; and functions in sequences.
#[test]
fn programs_mean_the_same_with_trees() {
    for text in [include_str!("sequences/kinds.core"), include_str!("sequences/functions.core")] {
        let program = defunctionalise(closures(parse(text)).expect("functions")).expect("functions");
        let expanded = expand_sequences(program.clone()).unwrap_or_else(|error| panic!("{error:?}"));
        for n in 0..6 {
            let [expected, found] =
                [&program, &expanded].map(|program| run_entry(program, "main", vec![i64(n)], Limits::default()));
            assert_eq!(found, expected, "{n}");
            assert!(found.is_ok(), "{found:?}");
        }
    }
}

#[test]
fn programs_without_sequences_stay_what_they_are() {
    let program =
        parse("def unused <t> (x : t) : t = x def main (n : i64) : []i64 = [n] entry main = @main (n : i64) -> []i64");
    let same = expand_sequences(program.clone()).unwrap_or_else(|error| panic!("{error:?}"));
    assert_eq!(text::print(&same), text::print(&program));
}

//! The pass that removes sequences.

use crate::common::{i64, parse};
use base::Stop;
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

/// Each operation on sequences of sequences. The first operand of some is a sequence that is an element.
#[test]
fn elements_may_be_sequences() {
    let text = "def main (n : i64) : i64 =
           let a : seq<i64> = seq.of_array([n, 2])
           let s : seq<seq<i64>> = seq.snoc(seq.cons(a, seq.of_array([a, seq.of_array([n])])), seq.sub(a, 0, 1))
           let t : seq<seq<i64>> = seq.sub(seq.concat(seq.set(s, 1, seq.cons(n, a)), s), 1, seq.length(s))
           in loop (k : i64) = 0 for r : seq<i64> in seq.to_array(t) do (k * 10) + seq.length(seq.concat(r, seq.get(t, 0)))
         entry main = @main (n : i64) -> i64";
    let program = parse(text);
    let expanded = expand_sequences(program.clone()).unwrap_or_else(|error| panic!("{error:?}"));
    verify::verify(&expanded).unwrap_or_else(|bug| panic!("{bug}"));
    let [expected, found] =
        [&program, &expanded].map(|program| run_entry(program, "main", vec![i64(7)], Limits::default()));
    assert_eq!(found, expected);
    assert!(found.is_ok(), "{found:?}");
}

/// Shared parts make a sequence of more elements than an `i64` counts, without much memory.
#[test]
fn lengths_have_a_limit() {
    let text = "def main (n : i64) : i64 =
           let s : seq<i64> = loop (s : seq<i64>) = seq.of_array(iota(64, 0, 1)) for i < n do seq.concat(s, s)
           in seq.get(s, seq.length(s) - 1)
         entry main = @main (n : i64) -> i64";
    let program = expand_sequences(parse(text)).unwrap_or_else(|error| panic!("{error:?}"));
    let run = |n: i64| run_entry(&program, "main", vec![i64(n)], Limits::default());
    assert_eq!(run(56), Ok(vec![i64(63)]));
    let Err(Stop::Failure(failure)) = run(57) else { panic!("{:?}", run(57)) };
    assert!(failure.message.contains("too long to be joined"), "{}", failure.message);
}

#[test]
fn programs_without_sequences_stay_what_they_are() {
    let program =
        parse("def unused <t> (x : t) : t = x def main (n : i64) : []i64 = [n] entry main = @main (n : i64) -> []i64");
    let same = expand_sequences(program.clone()).unwrap_or_else(|error| panic!("{error:?}"));
    assert_eq!(text::print(&same), text::print(&program));
}

//! Tests that rows returned by a function are computed over all elements at once, without a loop over rows, however the
//! function describes them.

use crate::common::on_large_stack;
use base::SourceMap;
use rista_driver::{Language, Level, Machine, Module, Settings, compile_source, no_other_files, run_to};

/// Returns the text in FUN, for one thread, of a program with the body and with `n`, `X` and `M` in scope.
fn lowered(body: &str) -> String {
    lowered_for(Machine::Thread, body)
}

fn lowered_for(machine: Machine, body: &str) -> String {
    let program = format!(
        "((n : int) (X : vector int))\n(types (M : (+ (None : unit) (Row : vector int) (Pair : (int, vector float)))))\n{body}"
    );
    let mut sources = SourceMap::default();
    let file = sources.add("rows.nova", program);
    let front = compile_source(Language::Nova, &mut sources, file, &mut no_other_files).expect("it is right");
    match run_to(front.module, Level::Fun, Settings { verify: true, machine, ..Settings::default() }, &mut ()) {
        Ok(Module::Fun(program)) => fun::text::print(&program),
        other => panic!("{body}: {:?}", other.err()),
    }
}

/// Returns an expression too large to be inlined at each call.
fn large(value: &str) -> String {
    (1..40).fold(value.to_owned(), |value, k| format!("(+ (* {value} i) {k})"))
}

#[test]
fn rows_of_functions_are_flat() {
    let sums = "(if (= (mod i 3) 0) then (None nil) else (if (= (mod i 3) 1) then (Row (range i)) else (Pair (i, (map (lambda (k : int) : float (to_float k)) (range i))))))";
    let large = large("i");
    let bodies = [
        "(map (lambda (i : int) (range i)) (range n))".to_owned(),
        format!("(map (lambda (i : int) (map (+ {large}) (range i))) (range n))"),
        format!("(map (lambda (i : int) ((range i), (map (+ {large}) (range (+ i 1))))) (range n))"),
        format!("(map (lambda (i : int) : M {sums}) (range n))"),
        format!("(map (lambda (i : int) : M (if (< {large} 0) then (Row (range 7)) else {sums})) (range n))"),
        format!(
            "(let (f (lambda (i : int) : M {sums})) (g (lambda (m : M) (case m (None u X) (Row v (map (+ 1) v)) (Pair p (range (p.0)))))) in (map (lambda (i : int) (g (f i))) (range n)))"
        ),
    ];
    on_large_stack(move || {
        for body in bodies {
            let text = lowered(&body);
            assert!(!text.contains("loop"), "{body}\n{text}");
        }
        assert!(lowered("(map (mu (f : int -> vector int) (lambda (i : int) : vector int (if (< i 9) then (f (+ i 1)) else (range i)))) X)").contains("loop"));
    });
}

#[test]
fn rows_that_are_read_by_indices_are_flat_for_devices() {
    let bodies = [
        "(map (scan + 0) (map range X))",
        "(map (lambda (i : int) : vector int (let (r (range i)) in (map (lambda (k : int) : int (r ! (- (- i k) 1))) r))) X)",
        "(map (lambda (i : int) : vector int (let (r (slice 0 1 i X)) in (map (lambda (x : int) : int (+ x (r ! n))) r))) X)",
        "(map (lambda (i : int) : vector int (scan + 0 (map (+ i) (slice 0 1 i X)))) X)",
    ];
    on_large_stack(move || {
        for body in bodies {
            assert!(lowered(body).contains("loop"), "{body}");
            let text = lowered_for(Machine::Device, body);
            assert!(!text.contains("loop"), "{body}\n{text}");
        }
        // Rows that are read repeatedly are computed once.
        let twice = "(map (lambda (i : int) : vector int (let (r (map (* i) (range i))) in (map (lambda (k : int) : int (+ (r ! k) (r ! 0))) r))) X)";
        assert!(lowered_for(Machine::Device, twice).contains("loop"));
    });
}

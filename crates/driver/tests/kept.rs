//! Tests of the reports about operations that the host runs in programs for a device.

use base::SourceMap;
use rista_driver::kept::Kept;
use rista_driver::{Language, Level, Machine, Settings, compile_source, find_pass, no_other_files, run_to};

const NUMBERS: &str = "((N : vector int))
(let (fib (mu (fib : int -> int) (lambda (n : int) : int (if (< n 2) then 1 else (+ (fib (- n 1)) (fib (- n 2)))))))
in (map fib N))";

const LISTS: &str = "((N : vector int))
(types (List : (+ (Nil : unit) (Cons : (int, List)))))
(let (count (mu (count : int -> List) (lambda (k : int) : List (if (= k 0) then (Nil nil) else (Cons (k, (count (- k 1))))))))
(first (lambda (xs : List) : int (case xs (Nil u 0) (Cons c (c.0)))))
in ((map (lambda (n : int) : int (first (count n))) N), (map (+ 1) N)))";

const FOREIGN: &str = "((N : vector int) (X : vector int)) (foreign (f : int -> vector int -> int))
(map (lambda (n : int) : int (f n X)) N)";

/// Calls a foreign function through another function.
const FOREIGN_SCALARS: &str = "((N : vector int)) (foreign (f : int -> int))
(let (g (mu (g : int -> int) (lambda (n : int) : int (if (< n 1) then (f n) else (g (- n 2))))))
in (map g N))";

/// Builds functions from functions, as many as a number says.
const CLOSURES: &str = "((N : vector int))
(let (build (mu (build : int -> (int -> int) -> int -> int) (lambda (n : int) (f : int -> int) : (int -> int)
(if (= n 0) then f else (build (- n 1) (lambda (x : int) : int (+ 1 (f x))))))))
in (map (lambda (n : int) : int (build n (+ 1) n)) N))";

/// Makes an array in each step, and a tensor in an option.
const LOOPS: &str = "type Opt
con Some : Tensor[Int] -> Opt
con None : () -> Opt
let f = lam n.
  let t = tensorCreateUninitInt [n] in
  accelerate (
    loop n (lam i. let v = tensorSliceExn t [i] in tensorSetExn v [] i);
    loop n (lam i.
      tensorSetExn t [i] (foldl addi 0 (create i (lam j. j))));
    loop n (lam i.
      let o = if eqi i 0 then Some (tensorSliceExn t [i]) else None () in
      switch o case Some v then tensorSetExn v [] i case None () then () end))
mexpr ()";

fn notes(source: &str, machine: Machine, without: &str) -> Vec<String> {
    notes_of(Language::Nova, "p.nova", source, machine, without)
}

fn notes_of(language: Language, name: &str, source: &str, machine: Machine, without: &str) -> Vec<String> {
    let mut sources = SourceMap::default();
    let file = sources.add(name, source);
    let module = compile_source(language, &mut sources, file, &mut no_other_files).expect("it is right").module;
    let settings = Settings { machine, without: find_pass(without).into_iter().collect(), ..Settings::default() };
    let mut kept = Kept::new(machine);
    run_to(module, Level::Imp, settings, &mut kept).expect("it is lowered");
    kept.notes(&sources)
}

#[test]
fn each_operation_has_a_note() {
    let on_device = |source| notes(source, Machine::Device, "");
    let recurs =
        "the host runs this operation: it calls a function that recurs in a way for which kernels have no stack";
    assert_eq!(on_device(NUMBERS), Vec::<String>::new());
    assert_eq!(notes(NUMBERS, Machine::Device, "give-stacks"), [format!("note: p.nova:3:4-14: {recurs}")]);
    let data = "it makes or reads values of the recursive type `List`";
    assert_eq!(on_device(LISTS), [format!("note: p.nova:5:5-54: the host runs this operation: {data}")]);
    let closures = "it makes or applies functions that are known only when the program runs";
    assert_eq!(on_device(CLOSURES), [format!("note: p.nova:4:4-53: the host runs this operation: {closures}")]);
    let foreign = "note: p.nova:2:1-40: the host runs this operation: it calls the foreign function `f` with vectors";
    assert_eq!(notes(FOREIGN, Machine::Device, "keep-foreign"), [foreign]);
    assert_eq!(on_device(FOREIGN), [foreign]);
    let no_code = "it calls the foreign function `f`, which has no code for kernels (see --foreign)";
    assert_eq!(on_device(FOREIGN_SCALARS), [format!("note: p.nova:3:4-12: the host runs this operation: {no_code}")]);
    assert_eq!(notes(FOREIGN_SCALARS, Machine::Device, "keep-foreign"), Vec::<String>::new());
    assert_eq!(notes(LISTS, Machine::Thread, ""), Vec::<String>::new());
}

#[test]
fn loops_of_one_thread_have_notes() {
    let on = |machine| notes_of(Language::MExpr, "p.mc", LOOPS, machine, "");
    assert_eq!(on(Machine::Thread), Vec::<String>::new());
    let reason = "this operation: a step makes or reads a value that only the host has (at p.mc:11:15-70)";
    assert_eq!(on(Machine::Threads), [format!("note: p.mc:10:5-8: one thread runs {reason}")]);
    let memory = "this operation: it needs memory, or parameters, that a kernel does not have";
    let notes =
        [("8:5-8", memory), ("10:5-8", reason)].map(|(at, why)| format!("note: p.mc:{at}: the host runs {why}"));
    assert_eq!(on(Machine::Device), notes);
}

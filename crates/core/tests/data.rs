//! Tests of data types: their text form, verification, run-time values and instances.

use crate::common::{failure, good, i64, i64s, parse, results};
use base::{Error, Stop};
use rista_core::def::Program;
use rista_core::defunctionalise::{check_first_order, defunctionalise};
use rista_core::eval::{Limits, run_entry};
use rista_core::monomorphise::monomorphise;
use rista_core::text::print;
use rista_core::verify::problems;
use rista_core::walk::erase_spans;

const LISTS: &str = "
    data List <t> = <cons(t, @List<t>) | nil>
    def upto (n : i64) (xs : @List<i64>) : @List<i64> =
      if n == 0 then xs else upto_(n, xs)
    def upto_ (n : i64) (xs : @List<i64>) : @List<i64> = @upto(n - 1, (#cons(n, xs) : @List<i64>))
    def foldl <a, b> (f : b -> a -> b) (z : b) (xs : @List<a>) : b =
      match xs {
      case #cons(y : a, ys : @List<a>) : @List<a> => @foldl?<a, b>(f, f(z, y), ys)
      case #nil : @List<a> => z
      }
    def reverse <c> (xs : @List<c>) : @List<c> =
      @foldl?<c, @List<c>>(\\(ys : @List<c>) (y : c) -> (#cons(y, ys) : @List<c>), (#nil : @List<c>), xs)
";

fn with_lists(main: &str) -> String {
    LISTS.replace("upto_(n, xs)", "@upto_(n, xs)") + main
}

/// A list of `n` elements, made by a loop.
const LONG: &str = "loop xs : @List<i64> = (#nil : @List<i64>) for i < n do (#cons(i, xs) : @List<i64>)";

fn same_after_printing(text: &str) {
    let mut program = good(text);
    let printed = print(&program);
    let mut again = parse(&printed);
    erase_spans(&mut program);
    erase_spans(&mut again);
    assert_eq!(print(&again), printed);
    let Program { datas, defs, .. } = program;
    assert!(datas == again.datas && defs == again.defs, "{printed}");
}

#[test]
fn text_reads_as_it_is_printed() {
    same_after_printing(&with_lists(
        "def main (n : i64) : bool = equal(@upto(n, (#nil : @List<i64>)), (#nil : @List<i64>))",
    ));
    same_after_printing(
        "def f (e : @Even) : @1<[]f32> -> @Even = \\(o : @1<[]f32>) -> e
         data Even = <\"data\"(i64, @Odd<i64>, []@Even) | none>
         data Odd <a> = <last(a, @Even, <x(@2) | y>)>
         data \"a name\" = <>
         entry f = @g (x : i64) -> i64
         def g (x : i64) : i64 = let #last(y : i64, _ : @Even, _ : <x(@\"a name\") | y>) : @Odd<i64> =
           (#last(x, (#none : @Even), (#y : <x(@\"a name\") | y>)) : @Odd<i64>) in y",
    );
}

#[test]
fn equal_names_are_told_apart_by_position() {
    let text = "data L = <a(@1)>\n\ndata L = <b(@0)>\n\n";
    assert_eq!(print(&parse(text)), text);
}

#[test]
fn names_that_do_not_exist_are_errors() {
    for text in ["def f (x : @List) : i64 = 1", "data A = <a(@1)>", "data A = <a(@B)>", "data A <t> = <a(u)>", "data"] {
        assert!(rista_core::text::parse(base::FileId(0), text).is_err(), "{text}");
    }
}

fn problem(text: &str, expected: &str) {
    let found = problems(&parse(text));
    assert!(found.iter().any(|problem| problem.contains(expected)), "{found:#?}\n{text}");
}

#[test]
fn the_verifier_rejects_what_is_no_data_type_or_value_of_one() {
    let list = "data List <t> = <cons(t, @List<t>) | nil>";
    problem(&format!("{list} def f (xs : @List) : i64 = 1"), "`List` has 1 arguments");
    problem(&format!("{list} def f (xs : @List<i64, i64>) : i64 = 1"), "`List` has 1 arguments");
    problem("data A = <b(@A<i64>)>", "data A: the data type `A` has 0 arguments");
    problem("data A = <a | a(i64)>", "data A: the constructors of a sum are not in order");
    problem("data A = <a(<b | b>)>", "data A: the constructors of a sum are not in order");
    problem("data A <t_0> = <a(t_0)> data B <t_0> = <b(t_0)>", "is bound twice");
    problem("data A <t_0> = <a(t_0)> def f (t_0 : i64) : i64 = t_0", "is bound twice");
    problem("data A = <a([n_5]i64)>", "the size `n_5` in the type [n_5]i64 is not in scope");
    problem(&format!("{list} def f (x : i64) : @List<i64> = (#one(x) : @List<i64>)"), "has no constructor `one`");
    problem(&format!("{list} def f (x : i64) : @List<i64> = (#cons(x) : @List<i64>)"), "`cons` has 2 values");
    problem(
        &format!("{list} def f (x : i64) : @List<bool> = (#cons(x, (#nil : @List<bool>)) : @List<bool>)"),
        "a constructor's value has type i64, not bool",
    );
    problem(
        "data T = <a | b | c> def f (x : @T) : i64 = match x { case #a : @T => 1 case #b : @T => 2 }",
        "the constructor `c` has no case",
    );
    problem(
        &format!("{list} def f (xs : @List<i64>) : i64 = let #cons(x : i64, _ : @List<i64>) : @List<i64> = xs in x"),
        "a pattern that may not match",
    );
    problem(&format!("{list} def f (x : @List<i64>) : @List<f32> = x"), "the body has type @List<i64>, not @List<f32>");
    problem(
        "data F = <f(i64 -> i64) | g(@F)> def same (a : @F) : bool = equal(a, a)",
        "functions and references in data types cannot be compared",
    );
    problem(
        "data R = <r(ref<i64>) | g(@R)> def same (a : @R) : bool = equal(a, a)",
        "functions and references in data types cannot be compared",
    );
    problem("def f <t> : ref<t -> t> = ref.new(\\(x : t) -> x)", "a constant with type parameters has effects");
    problem(&format!("{list} def f (x : @List<i64>) : i64 = 1 entry f = @f (x : i64) -> i64"), "a parameter has type");
}

#[test]
fn a_data_type_with_one_constructor_is_taken_apart_by_let() {
    let text = "data Rose = <rose(i64, []@Rose)>
        def total (r : @Rose) : i64 =
          let #rose(x : i64, below : []@Rose) : @Rose = r
          in loop s : i64 = x for b : @Rose in below do s + @total(b)
        def grow (n : i64) : @Rose = (#rose(n, map(@grow, iota(n, 0, 1))) : @Rose)
        def main (n : i64) : i64 = @total(@grow(n))
        entry main = @main (n : i64) -> i64";
    assert_eq!(results(text, vec![i64(5)]), "31");
}

const LENGTHS: &str = "
    def main (n : i64) : (i64, i64, bool, bool) =
      let xs : @List<i64> = @upto(n, (#nil : @List<i64>))
      let sum : i64 = @foldl?<i64, i64>(\\(a : i64) (b : i64) -> (a * 2) + b, 0, xs)
      let rows : @List<[]i64> = (#cons(iota(n, 0, 1), (#nil : @List<[]i64>)) : @List<[]i64>)
      let length : i64 = @foldl?<[]i64, i64>(\\(a : i64) (row : []i64) -> a + size.0(row), 0, rows)
      in (sum, length, equal(xs, @reverse?<i64>(xs)), equal(xs, @reverse?<i64>(@reverse?<i64>(xs))))
    entry main = @main (n : i64) -> (i64, i64, bool, bool)";

#[test]
fn polymorphic_lists_are_built_and_folded() {
    assert_eq!(results(&with_lists(LENGTHS), vec![i64(3)]), "11 3 false true");
    assert_eq!(results(&with_lists(LENGTHS), vec![i64(0)]), "0 0 true true");
}

fn on_a_small_stack<T: Send + 'static>(run: impl FnOnce() -> T + Send + 'static) -> T {
    std::thread::Builder::new().stack_size(32 << 20).spawn(run).unwrap().join().unwrap()
}

#[test]
fn a_list_of_a_million_cells_is_made_compared_shown_and_dropped() {
    let main = format!(
        "def main (n : i64) : (bool, bool) =
           let xs : @List<i64> = {LONG}
           let ys : @List<i64> = trace.long({LONG})
           let nested : @List<@List<i64>> = (#cons(xs, (#nil : @List<@List<i64>>)) : @List<@List<i64>>)
           in (equal(xs, ys), equal((#cons(1, xs) : @List<i64>), ys))
         entry main = @main (n : i64) -> (bool, bool)"
    );
    let shown = on_a_small_stack(move || results(&with_lists(&main), vec![i64(1_000_000)]));
    assert_eq!(shown, "true false");
}

/// Recursive calls use the stack of the process in lambdas only.
#[test]
fn calls_nest_as_deep_as_memory_permits() {
    let text = with_lists(&format!(
        "def length (xs : @List<i64>) : i64 =
           match xs {{
           case #nil : @List<i64> => 0
           case #cons(_ : i64, rest : @List<i64>) : @List<i64> => 1 + @length(rest)
           }}
         def main (n : i64) : i64 = @length({LONG})
         entry main = @main (n : i64) -> i64"
    ));
    let deep = text.clone();
    assert_eq!(results(&text, vec![i64(1000)]), "1000");
    assert_eq!(on_a_small_stack(move || results(&deep, vec![i64(1_000_000)])), "1000000");
    let limits = Limits { frames: 1 << 20, ..Limits::default() };
    let stop = on_a_small_stack(move || run_entry(&good(&text), "main", vec![i64(1_000_000)], limits));
    assert!(matches!(stop, Err(Stop::Failure(failure)) if failure.message == base::stack::TOO_DEEP));
    let lambdas =
        "def f (n : i64) : i64 = reduce(\\(a : i64) (b : i64) -> a + b, 0, map(\\(x : i64) -> @f(x + 1), [n]))
        def main (n : i64) : i64 = @f(n) entry main = @main (n : i64) -> i64";
    assert_eq!(on_a_small_stack(move || failure(lambdas, vec![i64(0)])), base::stack::TOO_DEEP);
}

#[test]
fn comparing_what_is_shared_again_and_again_keeps_the_limits() {
    let text = "data Tree = <leaf | node(@Tree, @Tree)>
        def grow (n : i64) : @Tree =
          loop t : @Tree = (#leaf : @Tree) for i < n do (#node(t, t) : @Tree)
        def main (n : i64) : bool = equal(@grow(n), @grow(n))
        entry main = @main (n : i64) -> bool";
    assert_eq!(results(text, vec![i64(10)]), "true");
    let limits = Limits { steps: 1_000_000, ..Limits::default() };
    let stop = run_entry(&good(text), "main", vec![i64(60)], limits);
    assert!(matches!(stop, Err(Stop::Limit(_))), "{stop:?}");
}

#[test]
fn equality_goes_through_arrays_and_records() {
    let text = "data T = <t([]i64, []@T, {x : f64, y : []{z : i64}}) | u>
        def make (xs : []i64) (n : i64) : @T =
          (#t(xs, replicate(n, (#u : @T)), {x = 1.0f64, y = map(\\(x : i64) -> {z = x}, xs)}) : @T)
        def main (xs : []i64) (ys : []i64) (n : i64) : bool = equal(@make(xs, n), @make(ys, 2))
        entry main = @main (xs : []i64, ys : []i64, n : i64) -> bool";
    let run = |xs: &[i64], ys: &[i64], n| results(text, vec![i64s(xs), i64s(ys), i64(n)]);
    assert_eq!(run(&[1, 2], &[1, 2], 2), "true");
    assert_eq!(run(&[1, 2], &[1, 3], 2), "false");
    assert_eq!(run(&[1, 2], &[1, 2, 3], 2), "false");
    assert_eq!(run(&[1, 2], &[1, 2], 3), "false");
}

fn monomorphic(text: &str) -> Program {
    let program = monomorphise(good(text)).unwrap_or_else(|error| panic!("{error:?}"));
    assert_eq!(problems(&program), Vec::<String>::new(), "{}", print(&program));
    program
}

#[test]
fn each_list_of_types_has_its_instance_and_others_are_gone() {
    let program = monomorphic(&with_lists(&format!("data Unused = <unused(@Unused)> {LENGTHS}")));
    let printed = print(&program);
    let datas: Vec<&str> = printed.lines().filter(|line| line.starts_with("data ")).collect();
    assert_eq!(datas, ["data List = <cons(i64, @0) | nil>", "data List = <cons([]i64, @1) | nil>"], "{printed}");
    assert!(!printed.contains('?'), "{printed}");
    let run = |program: &Program| run_entry(program, "main", vec![i64(3)], Limits::default()).unwrap();
    let first_order = defunctionalise(program.clone()).unwrap();
    assert_eq!(problems(&first_order), Vec::<String>::new(), "{}", print(&first_order));
    check_first_order(&first_order).unwrap();
    assert_eq!(run(&program), run(&good(&with_lists(LENGTHS))));
    assert_eq!(run(&first_order), run(&program));
}

#[test]
fn sizes_in_type_arguments_make_no_more_instances() {
    let program = monomorphic(
        "data List <t> = <cons(t, @List<t>) | nil>
         def one <t> (x : t) : @List<t> = (#cons(x, (#nil : @List<t>)) : @List<t>)
         def main (n : i64) (m : i64) : bool =
           let xs : [n]i64 = replicate(n, 1)
           let ys : [m]i64 = replicate(m, 1)
           in equal((@one?<[n]i64>(xs) : @List<[]i64>), (@one?<[m]i64>(ys) : @List<[]i64>))
         entry main = @main (n : i64, m : i64) -> bool",
    );
    assert_eq!(program.datas.len(), 1, "{}", print(&program));
    let run = |n, m| run_entry(&program, "main", vec![i64(n), i64(m)], Limits::default()).unwrap();
    assert_ne!(run(2, 2), run(2, 3));
}

#[test]
fn a_type_that_holds_itself_at_ever_larger_types_is_a_limitation() {
    let text = "data Perfect <t> = <one(t) | more(@Perfect<(t, t)>)>
        def main (n : i64) : bool = equal((#one(n) : @Perfect<i64>), (#one(1) : @Perfect<i64>))
        entry main = @main (n : i64) -> bool";
    assert_eq!(results(text, vec![i64(1)]), "true");
    match monomorphise(good(text)) {
        Err(Error::Limitation(diagnostic)) => {
            assert_eq!(diagnostic.headline, "`Perfect` is used at too many types");
            assert!(!diagnostic.labels.is_empty());
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn functions_in_payloads_are_no_first_order_program() {
    let program = monomorphic(
        "data F = <f(i64 -> i64) | g(@F)>
         def main (n : i64) : i64 =
           match (#f(\\(x : i64) -> x + n) : @F) { case #f(h : i64 -> i64) : @F => h(1) case #g(_ : @F) : @F => 0 }
         entry main = @main (n : i64) -> i64",
    );
    assert_eq!(run_entry(&program, "main", vec![i64(2)], Limits::default()).unwrap(), vec![i64(3)]);
    assert!(check_first_order(&program).is_err());
    match defunctionalise(program) {
        Err(Error::Limitation(_)) => {}
        Ok(program) => assert!(check_first_order(&program).is_err(), "{}", print(&program)),
        other => panic!("{other:?}"),
    }
}

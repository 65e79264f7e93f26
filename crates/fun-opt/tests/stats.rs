//! Tests of the statistics on code for sizes and assertions, and on array operations.

use base::{FileId, Name};
use fun::def::Program;
use rista_fun_opt::stats::{Because, array_report, overhead, size_report};

fn program(text: &str) -> Program {
    let program = fun::text::parse(FileId::default(), text).expect("a program");
    let faults = fun::verify::verify(&program, fun::verify::Mode::Fun);
    assert!(faults.is_empty(), "{faults:?}");
    program
}

fn named(name: &str) -> Name {
    Name::parse(name).expect("a name")
}

/// Returns those of the names that are bound only for sizes and assertions.
fn only_for_sizes<'n>(text: &str, names: &[&'n str]) -> Vec<&'n str> {
    let overhead = overhead(&program(text));
    names.iter().copied().filter(|name| overhead.contains(&named(name))).collect()
}

const SIZES: &str = "fun main (n_0 : i64) (k_1 : i64) -> (r_2 : i64) (s_3 : i64) (*ys_4 : [s_3]i64) =
  let (m_5 : i64) = n_0 + 1i64
  let (w_6 : i64) = m_5 * 2i64
  let (both_7 : i64) = k_1 * 3i64
  let (fine_8 : bool) = both_7 < 100i64
  let (cert_9 : cert) = assert fine_8 \"too large: {}\" (m_5)
  let (xs_10 : [w_6]i64) = iota w_6
  let (out_11 : i64) = both_7 + 1i64
  let (zs_12 : [w_6]i64) =
    map w_6 (xs_10) (\\(x_13 : i64) -> let (y_14 : i64) = x_13 * out_11 in (y_14))
  in (out_11, w_6, zs_12)
";

#[test]
fn what_only_sizes_and_assertions_need_is_overhead() {
    let names = ["m_5", "w_6", "both_7", "fine_8", "cert_9", "xs_10", "out_11", "zs_12", "y_14"];
    assert_eq!(only_for_sizes(SIZES, &names), ["m_5", "w_6", "fine_8", "cert_9"]);
}

#[test]
fn results_of_functions_are_what_callers_make_of_them() {
    let text = "fun size (n_0 : i64) -> (a_1 : i64) (b_2 : i64) =
  let (a_3 : i64) = n_0 + 1i64
  let (b_4 : i64) = n_0 + 2i64
  in (a_3, b_4)

fun main (n_5 : i64) -> (s_6 : i64) (*ys_7 : [s_6]i64) =
  let (size_8 : i64) (start_9 : i64) = call size (n_5)
  let (ys_10 : [size_8]i64) = iota size_8 start_9 1i64
  in (size_8, ys_10)
";
    assert_eq!(only_for_sizes(text, &["a_3", "b_4"]), ["a_3"]);
}

#[test]
fn sizes_in_loops_are_left_with_their_reasons() {
    let text = "fun main (n_0 : i64) -> (r_1 : i64) =
  let (sum_2 : i64) =
    loop (acc_3 : i64 = 0i64) for i_4 < n_0 do
      let (size_5 : i64) = i_4 + n_0
      let (xs_6 : [size_5]i64) = iota size_5
      let (x_7 : i64) =
        reduce size_5 (x_8 <- xs_6) (\\(a_9 : i64) (b_10 : i64) ->
            let (c_11 : i64) = a_9 + b_10
            in (c_11)) (0i64)
      let (next_12 : i64) = acc_3 + x_7
      in (next_12)
  in (sum_2)
";
    let report = size_report(&program(text));
    assert!(!report.is_constant());
    let [left] = &report.left[..] else { panic!("{report:?}") };
    assert_eq!((left.depth, left.overhead, left.assertions), (1, 1, 0));
    assert_eq!(left.because, [Because::Index(named("i_4"))]);
    let depths: Vec<(usize, usize)> = report.functions[0].depths.iter().map(|at| (at.scalars, at.overhead)).collect();
    assert_eq!(depths, [(0, 0), (2, 1), (1, 0)]);
    assert!(size_report(&program(SIZES)).is_constant());
}

#[test]
fn functions_called_in_loops_are_as_deep_as_their_calls() {
    let text = "fun f (n_0 : i64) -> (r_1 : i64) =
  let (ok_2 : bool) = n_0 < 10i64
  let (cert_3 : cert) = assert ok_2 \"too large\" ()
  in (n_0)

fun g (n_4 : i64) -> (r_5 : i64) =
  let (stop_6 : bool) = n_4 < 1i64
  let (r_7 : i64) =
    if stop_6
    then in (n_4)
    else
      let (less_8 : i64) = n_4 - 1i64
      let (more_9 : i64) = call g (less_8)
      let (sum_10 : i64) = call f (more_9)
      in (sum_10)
  in (r_7)

entry g = g (n : i64) -> i64
";
    let report = size_report(&program(text));
    let left = report.left.iter().map(|left| (left.function.as_str(), left.depth, left.overhead, left.assertions));
    assert_eq!(left.collect::<Vec<_>>(), [("f", 1, 1, 0), ("f", 1, 0, 1)]);
}

#[test]
fn results_that_only_array_operations_read_are_intermediate() {
    let text = "fun main (n_0 : i64) (xs_1 : [n_0]i64) -> (s_2 : i64) =
  let (ys_3 : [n_0]i64) = map n_0 (xs_1) (\\(x_4 : i64) -> let (y_5 : i64) = x_4 * 2i64 in (y_5))
  let (zs_6 : [n_0]i64) = copy xs_1
  let (z_7 : i64) = zs_6[0i64]
  let (half_8 : [1]i64) = ys_3[0i64 : 1i64 : 1i64]
  let (both_9 : [2]i64) = concat (half_8, half_8)
  let (s_10 : i64) =
    reduce 2i64 (b_11 <- both_9) (\\(a_12 : i64) (b_13 : i64) ->
        let (c_14 : i64) = a_12 + b_13
        in (c_14)) (z_7)
  in (s_10)
";
    let total = array_report(&program(text)).total();
    assert_eq!((total.maps, total.reductions, total.copies, total.concats), (1, 1, 1, 1));
    assert_eq!(total.operations(), 4);
    // Array operations alone read `ys`, through a view, and `both`. A single element of `zs` is read where `zs` is
    // made.
    assert_eq!(total.intermediates, 2);
}

#[test]
fn fields_are_in_one_order() {
    let mut counts = rista_fun_opt::stats::ArrayCounts { maps: 1, concats: 2, intermediates: 3, ..Default::default() };
    counts.add(counts);
    assert_eq!(counts.fields()[0], ("maps", 2));
    assert_eq!(counts.fields()[7], ("concats", 4));
    assert_eq!(counts.fields()[9], ("intermediates", 6));
    assert_eq!(counts.operations(), 6);
}

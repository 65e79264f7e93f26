//! Tests of recursive functions in kernels: results with explicit stacks, compared with those of calls.

use base::FileId;
use imp::def::{Program, Stm};
use imp::pass::keep::keep_foreign_on_host;
use imp::pass::stacks::give_stacks;
use imp::{eval, text, verify, walk};
use rista_imp as imp;
use value::{ArrayValue, Scalar, ScalarType, Value};

/// Returns a launch that calls function 1 with `i` and an array, with these functions added.
fn launch(functions: &str) -> Program {
    let source = format!(
        r#"fun "f" (n_0 : i64, xs_1 : mem) -> (n_2 : i64, r_3 : mem) {{
  var out_4 : mem
  out_4 <- alloc i64 n_0
  launch group_5 < n_0 of 1i64 {{
    threads thread_6 < 1i64 {{
      var y_7 : i64 := 0i64
      call (y_7) <- fun 1 (group_5, ref xs_1)
      out_4.i64[group_5] <- y_7
    }}
  }}
  n_2 <- n_0
  r_3 <- move out_4
}}
{functions}
entry "f" = fun 0 (xs : []i64 "[n]i64") -> *[]i64
"#
    );
    let program = text::parse(FileId(0), &source).unwrap_or_else(|error| panic!("{error:?}\n{source}"));
    verify::verify(&program).unwrap_or_else(|bug| panic!("{bug}\n{source}"));
    program
}

fn with_stacks(before: &Program) -> Program {
    let after = give_stacks(before.clone()).unwrap_or_else(|error| panic!("{error:?}"));
    verify::verify(&after).unwrap_or_else(|bug| panic!("{bug}\n{}", text::print(&after)));
    after
}

fn run(program: &Program, size: i64) -> Result<Vec<Value>, String> {
    let elements: Vec<Scalar> = (0..size).map(|at| Scalar::I64(at * 7 % 5)).collect();
    let xs = ArrayValue::from_scalars(ScalarType::I64, vec![size as usize], &elements).expect("the elements fit");
    eval::run_entry(program, "f", vec![Value::Array(xs)], Default::default()).map_err(|stop| stop.to_string())
}

/// Returns the functions that the launch calls.
fn called(program: &Program) -> Vec<String> {
    let mut called = Vec::new();
    for function in program.functions.values().take(1) {
        walk::each_stm(&function.body, &mut |stm| {
            if let Stm::Call { function, .. } = stm {
                called.push(format!("{function:?}"));
            }
        });
    }
    called
}

/// Calls in branches and in a loop, with memory, and with values live across them.
const TWO_CALLS: &str = r#"fun "g" (k_10 : i64, a_11 : mem) -> (r_12 : i64) {
  var x_13 : i64 := a_11.i64[k_10]
  r_12 <- 1i64
  if (0i64 < k_10) {
    for i_14 : i64 < min(k_10, 3i64) {
      var part_15 : i64 := 0i64
      call (part_15) <- fun 1 (quot(k_10, (2i64 + i_14)), ref a_11)
      r_12 <- ((r_12 * 3i64) + (part_15 + (x_13 * i_14)))
    }
    var other_16 : i64 := 0i64
    call (other_16) <- fun 1 (((k_10 - 1i64) - min((k_10 - 1i64), 2i64)), ref a_11)
    r_12 <- (r_12 - other_16)
  }
}"#;

/// Two functions that call each other, with results and kept scalars of several types.
const MUTUAL: &str = r#"fun "g" (k_10 : i64, a_11 : mem) -> (r_12 : i64) {
  var odd_13 : bool := false
  var sum_14 : i64 := 0i64
  if (0i64 < k_10) {
    call (odd_13, sum_14) <- fun 2 (ref a_11, (k_10 - 1i64), f64(k_10))
  }
  r_12 <- ((sum_14 * 2i64) + (k_10 + i64(odd_13)))
}
fun "h" (b_20 : mem, k_21 : i64, x_22 : f64) -> (odd_23 : bool, s_24 : i64) {
  var y_25 : i64 := 0i64
  call (y_25) <- fun 1 (k_21, ref b_20)
  odd_23 <- (rem(y_25, 2i64) == 1i64)
  s_24 <- (y_25 + (b_20.i64[k_21] + i64(x_22)))
}"#;

#[test]
fn calls_keep_what_they_need() {
    for functions in [TWO_CALLS, MUTUAL] {
        let before = launch(functions);
        let after = with_stacks(&before);
        assert_ne!(called(&after), called(&before), "{}", text::print(&after));
        for size in [0, 1, 2, 3, 7, 12] {
            assert_eq!(run(&after, size), run(&before, size), "{size}\n{}", text::print(&after));
        }
    }
}

#[test]
fn too_many_open_calls_are_a_failure() {
    let functions = r#"fun "g" (k_10 : i64, a_11 : mem) -> (r_12 : i64) {
  call (r_12) <- fun 1 ((k_10 + 1i64), ref a_11)
  r_12 <- (r_12 + k_10)
}"#;
    let said = run(&with_stacks(&launch(functions)), 1).expect_err("no call ends");
    let room = "a stack of 8192 bytes has room for 682; `--param stack_size=N` gives it N bytes";
    assert_eq!(said, format!("{}: {room}", base::stack::TOO_DEEP));
}

/// The memory may belong to a segment of the caller or to the called function.
#[test]
fn memory_may_live_between_calls() {
    let functions = r#"fun "g" (k_10 : i64, a_11 : mem) -> (r_12 : i64) {
  if (0i64 < k_10) {
    var own_13 : i64[2]
    own_13.i64[1i64] <- a_11.i64[k_10]
    var next_14 : i64 := (own_13.i64[1i64] - k_10)
    call (r_12) <- fun 1 ((k_10 - 1i64), ref a_11)
    r_12 <- (r_12 + next_14)
  }
}"#;
    let before = launch(functions);
    let after = with_stacks(&before);
    assert_ne!(called(&after), called(&before), "{}", text::print(&after));
    assert_eq!(run(&after, 9), run(&before, 9), "{}", text::print(&after));
}

/// Two members of a cycle that a launch calls: neither calls the other one's version.
#[test]
fn each_function_that_is_called_has_one_stack() {
    let functions = format!(
        "{MUTUAL}\n{}",
        r#"fun "p" (k_30 : i64, a_31 : mem) -> (r_32 : i64) {
  var odd_33 : bool := false
  var sum_34 : i64 := 0i64
  var other_35 : i64 := 0i64
  call (odd_33, sum_34) <- fun 2 (ref a_31, k_30, 1f64)
  call (other_35) <- fun 1 (k_30, ref a_31)
  r_32 <- (sum_34 + other_35)
}"#
    );
    let source = text::print(&launch(&functions)).replace("call (y_7) <- fun 1", "call (y_7) <- fun 3");
    let before = text::parse(FileId(0), &source).unwrap_or_else(|error| panic!("{error:?}"));
    let after = with_stacks(&before);
    let stacks = text::print(&after).matches(" : stack i32[1] of ").count();
    assert_eq!((called(&after), stacks), (vec!["fun6".to_owned()], 2), "{}", text::print(&after));
    assert_eq!(run(&after, 9), run(&before, 9), "{}", text::print(&after));
}

/// A launch that calls a foreign function is moved to the host before stacks are made.
#[test]
fn the_host_has_no_stacks() {
    let functions = r#"fun "g" (k_10 : i64, a_11 : mem) -> (r_12 : i64) {
  call (r_12) <- fun 2 (k_10)
  if (0i64 < k_10) {
    call (r_12) <- fun 1 ((k_10 - 1i64), ref a_11)
  }
}
fun "h" (k_20 : i64) -> (r_21 : i64) foreign h (i64) -> i64"#;
    let before = launch(functions);
    assert_ne!(called(&with_stacks(&before)), called(&before));
    let kept = keep_foreign_on_host(before).unwrap_or_else(|error| panic!("{error:?}"));
    assert_eq!(text::print(&with_stacks(&kept)), text::print(&kept));
}

/// Not changed: memory that differs in the call or lives across it, and launches that the host runs anyway.
#[test]
fn others_stay() {
    let swapped = r#"fun "g" (k_10 : i64, a_11 : mem) -> (r_12 : i64) {
  if (0i64 < k_10) {
    var own_13 : mem
    own_13 <- ref a_11
    call (r_12) <- fun 1 ((k_10 - 1i64), ref own_13)
  }
}"#;
    let alive = r#"fun "g" (k_10 : i64, a_11 : mem) -> (r_12 : i64) {
  if (0i64 < k_10) {
    var own_13 : i64[2]
    own_13.i64[0i64] <- k_10
    call (r_12) <- fun 1 ((k_10 - 1i64), ref a_11)
    r_12 <- (r_12 + own_13.i64[0i64])
  }
}"#;
    let allocates = r#"fun "g" (k_10 : i64, a_11 : mem) -> (r_12 : i64) {
  if (0i64 < k_10) {
    call (r_12) <- fun 1 ((k_10 - 1i64), ref a_11)
    if (k_10 == 1i64) {
      var b_13 : mem
      b_13 <- alloc i64 k_10
    }
  }
}"#;
    // More values are live across the call than may be kept.
    let declared: String = (20..84).map(|at| format!("var x_{at} : i64 := (k_10 * {at}i64)\n")).collect();
    let sum = (20..84).fold("r_12".to_owned(), |sum, at| format!("({sum} + x_{at})"));
    let large = format!(
        "fun \"g\" (k_10 : i64, a_11 : mem) -> (r_12 : i64) {{
{declared}if (0i64 < k_10) {{ call (r_12) <- fun 1 ((k_10 - 1i64), ref a_11) }}
r_12 <- {sum}
}}"
    );
    for functions in [swapped, alive, allocates, &large] {
        let before = launch(functions);
        assert_eq!(text::print(&with_stacks(&before)), text::print(&before));
    }
}

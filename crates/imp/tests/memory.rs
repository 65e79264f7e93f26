//! Tests of the amounts of memory that are allocated, and alive at a time.

use base::{FileId, Stop};
use rista_imp::eval::{MemoryUse, run_entry_metered};
use rista_imp::{text, verify};
use value::{ArrayValue, Scalar, ScalarType, Value};

/// Runs the entry point `f`. Returns whether it succeeds, and its use of memory.
fn used(source: &str, args: Vec<Value>) -> (bool, MemoryUse) {
    let program = text::parse(FileId(0), source).unwrap_or_else(|error| panic!("{error:?}\n{source}"));
    verify::verify(&program).unwrap_or_else(|bug| panic!("{bug}\n{source}"));
    let (result, used) = run_entry_metered(&program, "f", args, Default::default());
    assert!(!matches!(result, Err(Stop::Stuck { .. })), "{result:?}");
    (result.is_ok(), used)
}

fn number(value: i64) -> Vec<Value> {
    vec![Value::Scalar(Scalar::I64(value))]
}

fn memory(allocations: u64, allocated_bytes: u64, peak_bytes: u64) -> MemoryUse {
    MemoryUse { allocations, allocated_bytes, peak_bytes, input_bytes: 0 }
}

#[test]
fn a_block_ends_with_its_last_reference() {
    let source = r#"fun "f" (n_0 : i64) -> (r_1 : i64) {
  var a_2 : mem
  a_2 <- alloc i64 n_0
  var b_3 : mem
  b_3 <- ref a_2
  release a_2
  var c_4 : mem
  c_4 <- alloc i8 n_0
  release b_3
  var d_5 : mem
  d_5 <- alloc f32 n_0
  r_1 <- n_0
}
entry "f" = fun 0 (n : i64) -> i64
"#;
    // The references in order: 80 bytes with two, then 10 more, then 40 in place of the 80.
    assert_eq!(used(source, number(10)), (true, memory(3, 130, 90)));
    assert_eq!(used(source, number(0)), (true, memory(3, 0, 0)));
}

#[test]
fn a_loop_keeps_one_block_at_a_time() {
    let source = r#"fun "f" (n_0 : i64) -> (r_1 : i64) {
  var old_2 : mem
  old_2 <- alloc i32 10i64
  for i_3 : i64 < n_0 {
    var new_4 : mem
    new_4 <- alloc i32 10i64
    old_2 <- move new_4
  }
  r_1 <- n_0
}
entry "f" = fun 0 (n : i64) -> i64
"#;
    assert_eq!(used(source, number(0)), (true, memory(1, 40, 40)));
    assert_eq!(used(source, number(7)), (true, memory(8, 320, 80)));
}

#[test]
fn blocks_of_a_call_end_with_it() {
    let source = r#"fun "half" (n_0 : i64) -> (r_1 : mem) {
  var a_2 : mem
  a_2 <- alloc i64 n_0
  var b_3 : mem
  b_3 <- alloc i16 n_0
  r_1 <- ref b_3
}
fun "f" (n_4 : i64) -> (r_5 : i64) {
  var x_6 : mem
  call (x_6) <- fun 0 (n_4)
  var y_7 : mem
  call (y_7) <- fun 0 (n_4)
  r_5 <- n_4
}
entry "f" = fun 1 (n : i64) -> i64
"#;
    assert_eq!(used(source, number(4)), (true, memory(4, 80, 48)));
}

#[test]
fn arguments_are_the_callers_and_failing_runs_count() {
    let source = r#"fun "f" (n_0 : i64, xs_1 : mem) -> (r_2 : i64) {
  var a_3 : mem
  a_3 <- alloc i64 n_0
  assert (n_0 < 3i64), "too many" ()
  a_3 <- alloc i64 n_0
  r_2 <- n_0
}
entry "f" = fun 0 (xs : []i16) -> i64
"#;
    let array = |count: usize| {
        let elements = vec![Scalar::I16(1); count];
        vec![Value::Array(ArrayValue::from_scalars(ScalarType::I16, vec![count], &elements).expect("as many elements"))]
    };
    // A variable releases its block before it gets another one.
    assert_eq!(used(source, array(2)), (true, MemoryUse { input_bytes: 4, ..memory(2, 32, 16) }));
    assert_eq!(used(source, array(3)), (false, MemoryUse { input_bytes: 6, ..memory(1, 24, 24) }));
}

#[test]
fn a_variable_of_a_loop_keeps_its_block_until_it_is_allocated_again() {
    let source = r#"fun "f" (n_0 : i64) -> (r_1 : i64) {
  for i_2 : i64 < n_0 {
    var a_3 : mem
    var b_4 : mem
    b_4 <- alloc i64 10i64
    release b_4
    a_3 <- alloc i64 20i64
  }
  r_1 <- n_0
}
entry "f" = fun 0 (n : i64) -> i64
"#;
    assert_eq!(used(source, number(1)), (true, memory(2, 240, 160)));
    // In the second iteration, the block of 80 bytes is alive beside the one of 160 that is kept.
    assert_eq!(used(source, number(2)), (true, memory(4, 480, 240)));
}

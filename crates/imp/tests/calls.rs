//! Tests that a run examines only the functions that it calls.

use base::FileId;
use rista_imp::{eval, text};
use value::{Scalar, Value};

/// Host code runs many entry points of one program, each many times. So a run must not cost more for functions that it
/// does not call.
#[test]
fn functions_that_are_not_called_are_not_looked_at() {
    let source = r#"fun "wrong" (n_0 : i64) -> (r_1 : i64) {
  r_1 <- x_2
}
fun "right" (n_3 : i64) -> (r_4 : i64) {
  r_4 <- (n_3 + 1i64)
}
entry "wrong" = fun 0 (n : i64) -> i64
entry "right" = fun 1 (n : i64) -> i64"#;
    let program = text::parse(FileId(0), source).unwrap_or_else(|error| panic!("{error:?}"));
    let run = |entry| eval::run_entry(&program, entry, vec![Value::Scalar(Scalar::I64(1))], Default::default());
    assert_eq!(run("right"), Ok(vec![Value::Scalar(Scalar::I64(2))]));
    assert!(run("wrong").expect_err("a variable that is not bound").to_string().contains("is not bound"));
}

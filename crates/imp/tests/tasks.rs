//! Tests of tasks and parallel loops in the evaluator: memory that they share, and the races that are found.

use base::FileId;
use imp::{eval, text, verify};
use rista_imp as imp;
use value::{ArrayValue, Scalar, ScalarType, Value};

fn array(elements: [i64; 4]) -> Value {
    let elements = elements.map(Scalar::I64);
    Value::Array(ArrayValue::from_scalars(ScalarType::I64, vec![4], &elements).expect("four elements"))
}

/// Runs three tasks, which may use the four elements of `m` and the block `one` of one zero.
fn run(body: &str) -> Result<Vec<Value>, String> {
    run_as("tasks t", body)
}

/// Runs three tasks, or three iterations of a parallel loop.
fn run_as(form: &str, body: &str) -> Result<Vec<Value>, String> {
    let source = format!(
        r#"fun "f" (n_0 : i64, m_1 : mem) -> (n_2 : i64, r_3 : mem) {{
  n_2 <- n_0
  r_3 <- ref m_1
  var one : i64[1]
  one.i64[0i64] <- 0i64
  {form} < 3i64 {{ {body} }}
}}
fun "g" (m_4 : mem, t_5 : i64) -> () {{
  var own : i64[1]
  own.i64[0i64] <- 0i64
  tasks u < 3i64 {{ ordered {{ own.i64[0i64] <- (own.i64[0i64] + u) }} m_4.i64[t_5] <- own.i64[0i64] }}
}}
entry "f" = fun 0 (m : *[]i64) -> []i64"#
    );
    let program = text::parse(FileId(0), &source).unwrap_or_else(|error| panic!("{error:?}\n{source}"));
    verify::verify(&program).unwrap_or_else(|bug| panic!("{bug}"));
    eval::run_entry(&program, "f", vec![array([1, 2, 3, 4])], Default::default()).map_err(|stop| stop.to_string())
}

#[test]
fn tasks_share_what_they_write_apart_in_order_or_atomically() {
    for (body, expected) in [
        ("m_1.i64[t] <- m_1.i64[3i64]", [4, 4, 4, 4]),
        ("atomic old : m_1.i64[0i64] <- (old + t)", [4, 2, 3, 4]),
        // Statements before `ordered` are ordered too.
        ("m_1.i64[t] <- 5i64 ordered { m_1.i64[3i64] <- (m_1.i64[3i64] + m_1.i64[0i64]) }", [5, 5, 5, 19]),
        (
            "ordered { one.i64[0i64] <- (one.i64[0i64] + 1i64) m_1.i64[t] <- one.i64[0i64] } m_1.i64[t] <- (m_1.i64[t] * 2i64)",
            [2, 4, 6, 4],
        ),
        // Tasks within a task run on one thread.
        ("call () <- fun 1 (ref m_1, t)", [3, 3, 3, 4]),
    ] {
        assert_eq!(run(body), Ok(vec![array(expected)]), "{body}");
    }
}

#[test]
fn races_of_parallel_loops_are_found() {
    for (body, expected) in [
        ("m_1.i64[t] <- m_1.i64[3i64]", Some([4, 4, 4, 4])),
        ("m_1.i64[t] <- (m_1.i64[t] + t)", Some([1, 3, 5, 4])),
        // Each iteration has its own block.
        (
            "var own : i64[1] for u : i64 < 2i64 { own.i64[0i64] <- (t + u) } m_1.i64[t] <- own.i64[0i64]",
            Some([1, 2, 3, 4]),
        ),
        ("atomic old : m_1.i64[0i64] <- (old + t)", Some([4, 2, 3, 4])),
        ("m_1.i64[0i64] <- t", None),
        ("m_1.i64[t] <- m_1.i64[(t + 1i64)]", None),
        ("one.i64[0i64] <- t m_1.i64[t] <- one.i64[0i64]", None),
        ("copy one.i64[0i64] <- m_1.i64[t] for 1i64", None),
    ] {
        match (run_as("kernel t : i64", body), expected) {
            (Ok(values), Some(expected)) => assert_eq!(values, [array(expected)], "{body}"),
            (Err(message), None) => assert!(message.contains("a race"), "{body}: {message}"),
            (result, _) => panic!("{body}: {result:?}"),
        }
        // A sequential loop may do all of it.
        assert!(run_as("for t : i64", body).is_ok(), "{body}");
    }
}

#[test]
fn races_of_tasks_are_found() {
    for body in [
        "m_1.i64[0i64] <- t",
        "m_1.i64[t] <- m_1.i64[0i64]",
        "m_1.i64[t] <- m_1.i64[(t + 1i64)]",
        // Atomic operations are not ordered with other accesses.
        "atomic old : m_1.i64[0i64] <- (old + 1i64) m_1.i64[t] <- 7i64",
        "if (t == 1i64) { m_1.i64[3i64] <- m_1.i64[0i64] } else { atomic old : m_1.i64[0i64] <- 1i64 }",
        // After the ordered part, and before it.
        "ordered { } one.i64[0i64] <- (one.i64[0i64] + 1i64)",
        "ordered { one.i64[0i64] <- 1i64 } m_1.i64[t] <- one.i64[0i64]",
        "m_1.i64[t] <- one.i64[0i64] ordered { one.i64[0i64] <- 1i64 }",
        // In functions that tasks call.
        "call () <- fun 1 (ref m_1, 0i64)",
    ] {
        let message = run(body).expect_err("a race");
        assert!(message.contains("a race"), "{body}: {message}");
    }
}

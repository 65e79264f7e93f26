//! Tests of launches in the evaluator: memory that groups and threads share, and the races that are found.

use base::FileId;
use imp::{eval, text, verify};
use rista_imp as imp;
use value::{ArrayValue, Scalar, ScalarType, Value};

/// Runs a launch of two groups of two threads, which may use the four elements of `m`.
fn run(body: &str) -> Result<Vec<Value>, String> {
    let source = format!(
        r#"fun "f" (n_0 : i64, m_1 : mem) -> (n_2 : i64, r_3 : mem) {{
  n_2 <- n_0
  r_3 <- ref m_1
  launch g < 2i64 of 2i64 {{ {body} }}
}}
entry "f" = fun 0 (m : *[]i64) -> []i64"#
    );
    let program = text::parse(FileId(0), &source).unwrap_or_else(|error| panic!("{error:?}\n{source}"));
    verify::verify(&program).unwrap_or_else(|bug| panic!("{bug}"));
    let elements = [1, 2, 3, 4].map(Scalar::I64);
    let array = ArrayValue::from_scalars(ScalarType::I64, vec![4], &elements).expect("four elements");
    eval::run_entry(&program, "f", vec![Value::Array(array)], Default::default()).map_err(|stop| stop.to_string())
}

#[track_caller]
fn gives(body: &str, expected: [i64; 4]) {
    let elements = expected.map(Scalar::I64);
    let array = ArrayValue::from_scalars(ScalarType::I64, vec![4], &elements).expect("four elements");
    assert_eq!(run(body), Ok(vec![Value::Array(array)]), "{body}");
}

#[track_caller]
fn races(body: &str) {
    let message = run(body).expect_err("a race");
    assert!(message.contains("a race"), "{body}: {message}");
}

#[test]
fn threads_share_what_their_group_declares() {
    gives(
        "var s : shared i64[2i64]
         threads t < 2i64 { s.i64[t] <- m_1.i64[((g * 2i64) + t)] }
         threads u < 2i64 { m_1.i64[((g * 2i64) + u)] <- s.i64[(1i64 - u)] }",
        [2, 1, 4, 3],
    );
}

#[test]
fn what_a_thread_keeps_is_its_own() {
    gives(
        "var p : i64[1]
         threads t < 4i64 { p.i64[0i64] <- ((g * 10i64) + t) }
         threads u < 2i64 { m_1.i64[((g * 2i64) + u)] <- p.i64[0i64] }",
        [2, 3, 12, 13],
    );
}

#[test]
fn a_group_decides_for_its_threads() {
    gives(
        "var k : i64 := 0i64
         while (m_1.i64[(g * 2i64)] < 10i64) { threads t < 1i64 { m_1.i64[(g * 2i64)] <- (m_1.i64[(g * 2i64)] * 4i64) } k <- (k + 1i64) }
         threads u < 1i64 { m_1.i64[((g * 2i64) + 1i64)] <- k }",
        [16, 2, 12, 1],
    );
}

#[test]
fn atomic_sums_do_not_race() {
    gives("threads t < 2i64 { atomic old : m_1.i64[0i64] <- (old + 1i64) }", [5, 2, 3, 4]);
}

#[test]
fn races_are_found() {
    for body in [
        // Two threads write an element.
        "threads t < 2i64 { m_1.i64[g] <- t }",
        // One thread writes an element that another one reads, before or after.
        "threads t < 2i64 { if (t == 0i64) { m_1.i64[g] <- 7i64 } else { m_1.i64[(g + 2i64)] <- m_1.i64[g] } }",
        "threads t < 2i64 { if (t == 1i64) { m_1.i64[g] <- 7i64 } else { m_1.i64[(g + 2i64)] <- m_1.i64[g] } }",
        // So do groups, even after waiting.
        "threads t < 1i64 { if (g == 0i64) { m_1.i64[0i64] <- 7i64 } }
         threads u < 1i64 { m_1.i64[(g + 1i64)] <- m_1.i64[0i64] }",
        "threads t < 1i64 { if (g == 1i64) { m_1.i64[0i64] <- 7i64 } else { m_1.i64[1i64] <- m_1.i64[0i64] } }",
        // Atomic operations are not ordered with other accesses.
        "threads t < 2i64 { if (t == 0i64) { m_1.i64[g] <- 1i64 } else { atomic old : m_1.i64[g] <- (old + 1i64) } }",
        "threads t < 2i64 { if (t == 1i64) { m_1.i64[(g + 2i64)] <- m_1.i64[g] } else { atomic old : m_1.i64[g] <- 1i64 } }",
        // Shared memory.
        "var s : shared i64[2i64] threads t < 2i64 { s.i64[0i64] <- t }",
        // Copies.
        "threads t < 2i64 { copy m_1.i64[(g + t)] <- m_1.i64[(g + 1i64)] for 1i64 }",
    ] {
        races(body);
    }
}

#[test]
fn what_is_awaited_is_in_order() {
    // Writes by the thread that posts, by threads that have waited for it, and visible to threads that wait for the one
    // that awaits.
    gives(
        "threads t < 2i64 { m_1.i64[(g + (t * 2i64))] <- 7i64 }
         threads u < 1i64 { if (g == 1i64) { await 1 of 0i64 } m_1.i64[0i64] <- (m_1.i64[0i64] + m_1.i64[2i64]) post 1 }",
        [21, 7, 7, 7],
    );
    gives(
        "threads t < 1i64 { m_1.i64[g] <- 7i64 post 1 if (g == 1i64) { await 1 of 0i64 } }
         threads u < 1i64 { if (g == 1i64) { m_1.i64[2i64] <- m_1.i64[0i64] } }",
        [7, 7, 7, 4],
    );
    // A later stage implies the earlier one.
    gives(
        "threads t < 1i64 { if (g == 1i64) { await 1 of 0i64 m_1.i64[3i64] <- m_1.i64[0i64] } m_1.i64[g] <- 7i64 post 2 }",
        [7, 7, 3, 7],
    );
}

#[test]
fn what_is_not_awaited_races() {
    for body in [
        // A write after the post.
        "threads t < 1i64 { if (g == 0i64) { post 1 m_1.i64[0i64] <- 7i64 } else { await 1 of 0i64 m_1.i64[1i64] <- m_1.i64[0i64] } }",
        // A write by a thread that does not wait for the one that posts.
        "threads t < 2i64 { if (g == 0i64) { if (t == 0i64) { m_1.i64[0i64] <- 7i64 } else { post 1 } }
                            else { if (t == 0i64) { await 1 of 0i64 m_1.i64[1i64] <- m_1.i64[0i64] } } }",
        // A read by a thread that does not wait for the one that awaits.
        "threads t < 2i64 { if (g == 0i64) { if (t == 0i64) { m_1.i64[0i64] <- 7i64 post 1 } }
                            else { if (t == 0i64) { await 1 of 0i64 } else { m_1.i64[1i64] <- m_1.i64[0i64] } } }",
        // A write after the stage that is awaited.
        "threads t < 1i64 { if (g == 0i64) { post 1 m_1.i64[0i64] <- 7i64 post 2 } else { await 1 of 0i64 m_1.i64[1i64] <- m_1.i64[0i64] } }",
    ] {
        races(body);
    }
}

#[test]
fn what_nobody_posts_is_awaited_for_ever() {
    for (body, expected) in [
        ("threads t < 1i64 { await 1 of (g - 1i64) post 1 }", "group 0 awaits 1 of -1"),
        ("threads t < 1i64 { if (g == 1i64) { await 1 of 0i64 } }", "group 1 awaits 1 of 0"),
        ("threads t < 1i64 { if (g == 1i64) { await 2 of 0i64 } post 1 }", "group 1 awaits 2 of 0"),
        ("threads t < 1i64 { if (g == 0i64) { await 1 of 1i64 } post 1 }", "group 0 awaits 1 of 1"),
        // A group cannot await itself, as its threads may run one after another.
        ("threads t < 1i64 { post 1 await 1 of g }", "group 0 awaits 1 of 0"),
        ("threads t < 1i64 { post 1 post 1 }", "group 0 posts 1 after 1"),
        ("threads t < 2i64 { if (t == 1i64) { post 2 } else { post 1 } }", "in no order"),
    ] {
        let message = run(body).expect_err("it is stuck");
        assert!(message.contains(expected), "{body}: {message}");
    }
}

#[test]
fn what_is_no_part_of_a_block_is_stuck() {
    for body in [
        "var p : i64[1] threads t < 2i64 { p.i64[t] <- 1i64 }",
        "var s : shared i64[1i64] threads t < 2i64 { s.i64[t] <- 1i64 }",
        "var p : i64[1] threads t < 2i64 { m_1.i64[t] <- p.i64[0i64] }",
    ] {
        let message = run(body).expect_err("it is stuck");
        assert!(message.contains("a write at 1 of a block of 1") || message.contains("never written"), "{message}");
    }
}

//! Where the lifetime of a block ends.

use base::FileId;
use rista_imp::lifetime::end_lifetimes;
use rista_imp::{text, verify};

/// Runs the pass on a function body; returns the new body on one line.
fn body(body: &str) -> String {
    let text = format!("fun \"f\" (x_1 : i64, p_2 : mem) -> (r_3 : mem) {{ {body} }}");
    let program = text::parse(FileId(0), &text).unwrap_or_else(|error| panic!("{error:?}"));
    let program = end_lifetimes(program);
    assert_eq!(verify::faults(&program), Vec::<String>::new());
    let text = text::print(&program);
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    lines[1..lines.len() - 1].join(" ")
}

#[test]
fn the_array_of_a_round_becomes_the_last_one() {
    let text = body(
        "var g_4 : mem g_4 <- ref p_2
         for i_5 : i64 < x_1 {
           var n_6 : mem n_6 <- alloc i64 x_1 n_6.i64[0i64] <- g_4.i64[0i64] g_4 <- ref n_6
         }
         r_3 <- ref g_4",
    );
    assert_eq!(
        text,
        "var g_4 : mem g_4 <- ref p_2 for i_5 : i64 < x_1 { var n_6 : mem n_6 <- alloc i64 x_1 \
         n_6.i64[0i64] <- g_4.i64[0i64] g_4 <- move n_6 } r_3 <- move g_4"
    );
}

#[test]
fn a_block_that_is_done_with_is_there_for_the_next_array() {
    let text = body(
        "var g_4 : mem g_4 <- ref p_2
         for i_5 : i64 < x_1 {
           var n_6 : mem n_6 <- alloc i64 x_1 n_6.i64[0i64] <- g_4.i64[0i64]
           var o_7 : mem o_7 <- alloc i64 x_1 o_7.i64[0i64] <- n_6.i64[0i64] g_4 <- ref o_7
         }",
    );
    assert!(text.contains("<- g_4.i64[0i64] release g_4 var o_7"), "{text}");
}

#[test]
fn a_variable_keeps_a_block_for_the_next_round_if_it_is_allocated_there() {
    let text = body(
        "for i_4 : i64 < x_1 {
           var n_5 : mem n_5 <- alloc i64 x_1 n_5.i64[0i64] <- i_4
           var o_6 : mem o_6 <- alloc i64 x_1 o_6.i64[0i64] <- n_5.i64[0i64]
           var g_7 : mem g_7 <- ref o_6 g_7.i64[1i64] <- i_4
         }",
    );
    assert!(text.ends_with("g_7 <- move o_6 g_7.i64[1i64] <- i_4 release g_7 }"), "{text}");
    assert!(!text.contains("release n_5"), "{text}");
}

#[test]
fn what_is_used_in_the_next_round_stays() {
    let text = body(
        "var a_4 : mem a_4 <- alloc i64 x_1 r_3 <- alloc i64 x_1
         for i_5 : i64 < x_1 { r_3.i64[i_5] <- a_4.i64[i_5] }",
    );
    assert!(text.ends_with("{ r_3.i64[i_5] <- a_4.i64[i_5] } release a_4"), "{text}");
    let text = body(
        "var a_4 : mem a_4 <- alloc i64 x_1 var b_5 : mem
         for i_6 : i64 < x_1 { b_5 <- ref a_4 b_5.i64[0i64] <- i_6 r_3 <- ref b_5 }",
    );
    assert!(text.contains("b_5 <- ref a_4 b_5.i64[0i64] <- i_6 r_3 <- move b_5 } release a_4"), "{text}");
}

#[test]
fn arrays_that_trade_places() {
    let text = body(
        "var a_4 : mem a_4 <- alloc i64 x_1 var b_5 : mem b_5 <- alloc i64 x_1
         for i_6 : i64 < x_1 {
           b_5.i64[0i64] <- i_6 var k_7 : mem k_7 <- ref a_4 a_4 <- ref b_5 b_5 <- ref k_7
         }
         r_3 <- ref a_4",
    );
    assert!(text.contains("k_7 <- move a_4 a_4 <- move b_5 b_5 <- move k_7 } release b_5 r_3 <- move a_4"), "{text}");
}

#[test]
fn each_branch_lets_go_of_what_only_the_other_uses() {
    let text = body(
        "var a_4 : mem a_4 <- alloc i64 x_1 var b_5 : mem b_5 <- alloc i64 x_1
         if (a_4.i64[0i64] == 0i64) { r_3 <- ref b_5 } else { r_3 <- ref p_2 }",
    );
    assert!(
        text.ends_with(
            "if (a_4.i64[0i64] == 0i64) { r_3 <- move b_5 } else { release b_5 r_3 <- ref p_2 } release a_4"
        ),
        "{text}"
    );
}

#[test]
fn what_both_branches_let_go_of_at_their_ends_may_be_replaced_after_them() {
    let text = body(
        "var a_4 : mem a_4 <- alloc i64 x_1 var b_5 : mem b_5 <- alloc i64 x_1 var c_6 : mem c_6 <- alloc i64 x_1
         if (x_1 == 0i64) { a_4.i64[0i64] <- b_5.i64[0i64] } else { a_4.i64[1i64] <- b_5.i64[1i64] }
         r_3 <- alloc i64 x_1 a_4 <- ref c_6 r_3.i64[0i64] <- a_4.i64[0i64]",
    );
    assert!(text.contains("a_4.i64[1i64] <- b_5.i64[1i64] } release b_5 release a_4 r_3 <- alloc"), "{text}");
    let text = body(
        "var a_4 : mem a_4 <- alloc i64 x_1 var c_6 : mem c_6 <- alloc i64 x_1 r_3 <- alloc i64 x_1
         if (x_1 == 0i64) { r_3.i64[0i64] <- a_4.i64[0i64] } else { r_3.i64[1i64] <- a_4.i64[1i64] }
         a_4 <- ref c_6 r_3.i64[0i64] <- a_4.i64[0i64]",
    );
    assert!(text.contains("<- a_4.i64[1i64] } a_4 <- move c_6"), "{text}");
}

#[test]
fn assignments_that_nobody_sees_go() {
    assert_eq!(body("var a_4 : mem r_3 <- alloc i64 x_1 a_4 <- ref r_3"), "var a_4 : mem r_3 <- alloc i64 x_1");
}

#[test]
fn objects_move_where_they_are_used_last() {
    let text = body(
        "var l_4 : object l_4 <- object (1, 0, 0i64)
         for i_5 : i64 < x_1 {
           var c_6 : object c_6 <- object (2, 1, 1i64)
           c_6.object[0i64] <- ref l_4 c_6.memory[0] <- ref p_2 l_4 <- ref c_6
         }
         r_3 <- l_4.memory[0]",
    );
    assert_eq!(
        text,
        "var l_4 : object l_4 <- object (1, 0, 0i64) for i_5 : i64 < x_1 { var c_6 : object \
         c_6 <- object (2, 1, 1i64) c_6.object[0i64] <- move l_4 c_6.memory[0] <- ref p_2 l_4 <- move c_6 } \
         r_3 <- l_4.memory[0] release l_4"
    );
}

#[test]
fn an_object_ends_when_what_it_holds_is_loaded() {
    let text = body(
        "var l_4 : object l_4 <- object (1, 0, 1i64) var t_5 : object
         while (l_4.word.i64[0] == 0i64) {
           t_5 <- l_4.object[0i64] if (t_5.word.i64[0] < x_1) { l_4 <- ref t_5 } else { x_1 <- 0i64 }
         }",
    );
    assert!(text.contains("{ release l_4 l_4 <- move t_5 } else { release t_5 x_1 <- 0i64 }"), "{text}");
    let text = body(
        "var l_4 : object l_4 <- object (1, 0, 1i64) var t_5 : object t_5 <- l_4.object[0i64]
         var m_6 : mem m_6 <- alloc i64 1i64 t_5.memory[0] <- ref m_6 var c_7 : object
         c_7 <- object (1, 0, 1i64) reuse t_5",
    );
    assert!(text.contains("t_5 <- l_4.object[0i64] release l_4 var m_6"), "{text}");
    assert!(
        text.ends_with("t_5.memory[0] <- move m_6 var c_7 : object c_7 <- object (1, 0, 1i64) reuse t_5"),
        "{text}"
    );
}

//! Objects that are made from released ones.

use base::FileId;
use rista_imp::pass::reuse::reuse_objects;
use rista_imp::{lifetime, text, verify};

/// Runs lifetimes and the pass on the body of a function on a list; returns the new body on one line.
fn body(body: &str) -> String {
    let text = format!("fun \"f\" (x_1 : i64, l_2 : object) -> (r_3 : object) {{ {body} }}");
    let program = text::parse(FileId(0), &text).unwrap_or_else(|error| panic!("{error:?}"));
    let program = reuse_objects(lifetime::end_lifetimes(program)).expect("the pass is total");
    assert_eq!(verify::faults(&program), Vec::<String>::new());
    let text = text::print(&program);
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    lines[1..lines.len() - 1].join(" ")
}

const TAKEN_OUT: &str = "var y_4 : i64 := l_2.word.i64[1] var t_5 : object t_5 <- l_2.object[0i64]";

#[test]
fn a_cell_is_made_of_one_whose_parts_are_taken_out() {
    let text = body(&format!(
        "{TAKEN_OUT} var u_6 : object call (u_6) <- fun 0 (y_4, ref t_5)
         r_3 <- object (2, 0, 1i64) r_3.object[0i64] <- ref u_6"
    ));
    assert_eq!(
        text,
        format!(
            "{TAKEN_OUT} vacate l_2 var u_6 : object call (u_6) <- fun 0 (y_4, move t_5) \
             r_3 <- object (2, 0, 1i64) reuse l_2 r_3.object[0i64] <- move u_6"
        )
    );
}

#[test]
fn what_is_too_small_or_made_of_another_takes_nothing() {
    let text = body(&format!("{TAKEN_OUT} r_3 <- object (1, 0, 1i64) r_3 <- object (2, 0, x_1)"));
    assert!(text.contains("release l_2") && !text.contains("reuse"), "{text}");
    let text = body(&format!("{TAKEN_OUT} r_3 <- object (2, 0, 1i64) reuse t_5"));
    assert!(text.ends_with("release l_2 r_3 <- object (2, 0, 1i64) reuse t_5"), "{text}");
}

#[test]
fn a_variable_that_refers_to_another_object_keeps_it() {
    let text = body(&format!(
        "{TAKEN_OUT} if (y_4 < x_1) {{ l_2 <- ref t_5 }} else {{ l_2 <- object (0, 0, 0i64) }}
         r_3 <- object (2, 0, 1i64) r_3.object[0i64] <- ref l_2"
    ));
    assert!(!text.contains("reuse"), "{text}");
}

#[test]
fn branches_take_it_or_release_it() {
    let text = body(&format!(
        "{TAKEN_OUT} if (y_4 < x_1) {{ r_3 <- object (3, 1, 1i64) }} else {{ r_3 <- object (0, 0, 0i64) }}"
    ));
    assert!(
        text.contains(
            "vacate l_2 var t_5 : object if (y_4 < x_1) { r_3 <- object (3, 1, 1i64) reuse l_2 } \
             else { release l_2 r_3 <- object (0, 0, 0i64) }"
        ),
        "{text}"
    );
}

//! Which parameters and variables are borrowed.

use base::FileId;
use rista_imp::pass::borrow::borrow_objects;
use rista_imp::{lifetime, text, verify};

/// Runs the pass on functions. Returns the borrowed parameters and variables of each, in the order of the text.
fn borrowed(functions: &str) -> String {
    let program = text::parse(FileId(0), functions).unwrap_or_else(|error| panic!("{error:?}\n{functions}"));
    assert_eq!(verify::faults(&program), Vec::<String>::new(), "{functions}");
    let program = borrow_objects(program).expect("the pass is total");
    let ended = lifetime::end_lifetimes(program.clone());
    assert_eq!(verify::faults(&ended), Vec::<String>::new(), "{}", text::print(&ended));
    let text = text::print(&program);
    let words: Vec<&str> = text.split([' ', '\n', '(', ')', ',']).filter(|word| !word.is_empty()).collect();
    let is_borrowed = |at: &usize| words.get(at + 2) == Some(&"borrowed") && words[at + 1] == ":";
    (0..words.len()).filter(is_borrowed).map(|at| words[at]).collect::<Vec<_>>().join(" ")
}

/// A function that counts the cells of a list in a loop.
const LENGTH: &str = "fun \"length\" (p_1 : object) -> (n_2 : i64) {
    var l_3 : object l_3 <- ref p_1 var t_4 : object
    while (l_3.word.i64[0] == 0i64) { t_4 <- l_3.object[0i64] l_3 <- ref t_4 n_2 <- (n_2 + 1i64) }
}";

#[test]
fn what_is_looked_at_is_borrowed() {
    assert_eq!(borrowed(LENGTH), "p_1 l_3 t_4");
    let recursive = "fun \"size\" (p_1 : object) -> (n_2 : i64) {
        var t_3 : object var m_4 : mem m_4 <- p_1.memory[0] n_2 <- m_4.i64[0i64]
        if (p_1.word.i64[0] == 0i64) { t_3 <- p_1.object[0i64] call (n_2) <- fun 0 (ref t_3) } }";
    assert_eq!(borrowed(recursive), "p_1 t_3");
    // What an object refers to may be returned, or stored in another one.
    let part = "fun \"f\" (p_1 : object) -> (r_2 : object, o_3 : object) {
        o_3 <- object (0, 0, 1i64) var t_4 : object t_4 <- p_1.object[0i64]
        r_2 <- ref t_4 o_3.object[0i64] <- ref t_4 }";
    assert_eq!(borrowed(part), "p_1 t_4");
}

/// A mutable object is borrowed and written. What it holds may change, and is not borrowed.
#[test]
fn mutable_objects_are_borrowed_and_their_parts_are_not() {
    let mutable = "fun \"f\" (p_1 : object) -> (n_2 : i64) {
        var t_3 : object t_3 <- p_1.mutable.object[0i64] var u_4 : object u_4 <- constant 1
        p_1.mutable.object[0i64] <- ref u_4 p_1.mutable.word.i64[0] <- 2i64 n_2 <- t_3.word.i64[0] }";
    assert_eq!(borrowed(mutable), "p_1");
}

#[test]
fn what_is_kept_changed_or_reused_is_not_borrowed() {
    for (params, body) in [
        ("p_1 : object", "r_2 <- ref p_1"),
        ("p_1 : object", "r_2 <- object (0, 0, 1i64) r_2.object[0i64] <- ref p_1"),
        ("p_1 : object", "if unique(p_1) { r_2 <- constant 1 }"),
        ("p_1 : object", "p_1.word.i64[0] <- 1i64"),
        ("p_1 : object", "p_1 <- constant 1"),
        ("p_1 : object", "var t_3 : object t_3 <- p_1.object[0i64] p_1 <- ref t_3"),
        ("p_1 : object", "var m_3 : mem m_3 <- p_1.memory[0] if unique(m_3) { r_2 <- constant 1 }"),
        ("p_1 : object", "var t_3 : object t_3 <- p_1.object[0i64] call (r_2) <- fun 1 (ref t_3)"),
        ("p_1 : object", "var x_3 : i64 := p_1.word.i64[0] r_2 <- object (1, 0, 0i64) r_2.word.i64[0] <- x_3"),
    ] {
        let keeps = "fun \"keeps\" (q_8 : object) -> (r_9 : object) { r_9 <- ref q_8 }";
        let functions = format!("fun \"f\" ({params}) -> (r_2 : object) {{ {body} }} {keeps}");
        assert_eq!(borrowed(&functions), "", "{body}");
    }
}

#[test]
fn a_variable_that_also_gets_other_objects_is_not_borrowed() {
    let other = "fun \"f\" (p_1 : object, n_2 : i64) -> (n_3 : i64) {
        var t_4 : object t_4 <- p_1.object[0i64]
        var u_5 : object u_5 <- ref t_4
        if (n_2 < 0i64) { u_5 <- object (1, 0, 0i64) u_5.word.i64[0] <- 5i64 }
        n_3 <- (u_5.word.i64[0] + t_4.word.i64[0]) }";
    // The object of `u_5` is written, and it may be one that `p_1` refers to.
    assert_eq!(borrowed(other), "");
    let other = other.replace("u_5 <- object (1, 0, 0i64) u_5.word.i64[0] <- 5i64", "u_5 <- constant 1");
    assert_eq!(borrowed(&other), "p_1 t_4");
}

#[test]
fn a_caller_releases_what_it_has_lent() {
    let caller = format!(
        "{LENGTH} fun \"f\" () -> (n_5 : i64) {{
             var o_6 : object o_6 <- constant 1 call (n_5) <- fun 0 (ref o_6) n_5 <- (n_5 + 1i64) }}"
    );
    let program = text::parse(FileId(0), &caller).expect("it is right");
    let text = text::print(&lifetime::end_lifetimes(borrow_objects(program).expect("the pass is total")));
    assert!(text.contains("call (n_5) <- fun 0 (ref o_6)\n  release o_6\n"), "{text}");
    // An object that a call borrows in one place is not moved to it in another.
    let twice = "fun \"both\" (p_1 : object, q_2 : object) -> (r_3 : object) {
            var x_4 : i64 := p_1.word.i64[0] if (x_4 == 0i64) { r_3 <- ref q_2 } }
        fun \"f\" () -> (r_5 : object) {
            var o_6 : object o_6 <- constant 1 call (r_5) <- fun 0 (ref o_6, ref o_6) }";
    let program = text::parse(FileId(0), twice).expect("it is right");
    let ended = lifetime::end_lifetimes(borrow_objects(program).expect("the pass is total"));
    assert_eq!(verify::faults(&ended), Vec::<String>::new());
    let text = text::print(&ended);
    assert!(text.contains("fun 0 (ref o_6, ref o_6)\n  release o_6\n"), "{text}");
}

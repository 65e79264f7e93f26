//! Tests of free names, substitution and fresh copies, on a program with every kind of binder.

use base::{FileId, Name, Span};
use rista_fun::def::*;
use rista_fun::text::{parse, print, print_body};
use rista_fun::verify::{Mode, verify};
use rista_fun::walk::*;
use rustc_hash::FxHashMap;

const TEXT: &str = "
    fun f (n_0 : i64) (xs_1 : [n_0]i64) (b_2 : bool) -> (r_3 : i64) =
      let (m_4 : i64) (ys_5 : [m_4]i64) = filter n_0 (xs_1) (\\(x_6 : i64) -> let (c_7 : bool) = x_6 > n_0 in (c_7, x_6))
      let (z_8 : i64) = loop (acc_9 : i64 = 0) for i_10 : i64 < m_4 do
        let (c_11 : cert) = assert b_2 \"no\" ()
        let (e_12 : i64) = <c_11> ys_5[i_10]
        in (acc_9 + e_12)
      in (z_8)";

fn program() -> (Program, Body) {
    let program = parse(FileId(0), TEXT).expect("the program reads");
    assert_eq!(verify(&program, Mode::Fun), []);
    let body = program.functions.values().next().expect("the function is there").body.clone();
    (program, body)
}

fn ids(names: impl IntoIterator<Item = Name>) -> Vec<u32> {
    names.into_iter().map(|name| name.id).collect()
}

#[test]
fn free_names_include_those_in_types_and_not_those_bound() {
    let (program, body) = program();
    assert_eq!(ids(free_in_body(&program.vars, &body)), [0, 1, 2]);
    assert_eq!(ids(free_in_stm(&program.vars, &body.stms[1])), [4, 2, 5]);
    let Exp::Loop(looped) = &body.stms[1].exp else { panic!("the second statement is a loop") };
    assert_eq!(ids(free_in_body(&program.vars, &looped.body)), [2, 5, 10, 9]);
    let iota =
        parse(FileId(0), "fun g (n_0 : i64) -> () = let (x_1 : [n_0]i64) = scratch [3]i64 in ()").expect("it reads");
    let stm = &iota.functions.values().next().expect("g").body.stms[0];
    assert_eq!(ids(free_in_stm(&iota.vars, stm)), [0]);
}

#[test]
fn names_that_are_used_are_visited_but_not_those_that_the_pattern_binds() {
    let (program, body) = program();
    let mut used = Vec::new();
    for_each_name_used(&program.vars, &body.stms[0], &mut |name| used.push(name));
    assert_eq!(ids(used), [0, 1, 6, 0, 7, 6], "the filter's size 4, in the type of its array, is its own");
    assert!(uses_any(&program.vars, &body.stms[1], |name| name.id == 5));
    assert!(!uses_any(&program.vars, &body.stms[1], |name| name.id == 8));
}

#[test]
fn fresh_copies_are_right_beside_the_original() {
    let (mut program, body) = program();
    let bound = bound_in_body(&body);
    let mut substitution = Substitution::default();
    let mut copy = refresh_body(&mut program, &body, &mut substitution);
    assert!(bound_in_body(&copy).iter().all(|name| !bound.contains(name)));
    assert_eq!(bound_in_body(&copy).len(), bound.len());
    assert_eq!(free_in_body(&program.vars, &copy), free_in_body(&program.vars, &body));
    let function = program.functions.values_mut().next().expect("the function is there");
    function.body.stms.append(&mut copy.stms);
    assert_eq!(verify(&program, Mode::Fun), [], "{}", print(&program));
}

#[test]
fn substitution_reaches_operands_types_and_results() {
    let (mut program, mut body) = program();
    let n = Name::new("n", 0);
    let acc = body.result[0].var().expect("a variable");
    let substitution = Substitution::from_iter([(n, Atom::i64(7)), (acc, Atom::i64(9))]);
    substitute_body(&mut program.vars, &mut body, &substitution);
    let text = print_body(&program, &body);
    assert!(text.contains("filter 7i64") && text.contains("> 7i64") && text.ends_with("in (9i64)"), "{text}");
    let mut info = program.vars.get(Name::new("xs", 1)).expect("xs has a type").clone();
    info = substitute_info(&info, &substitution);
    assert_eq!(info.ty.dims(), [Atom::i64(7)]);
    assert_eq!(substitute_name(n, &substitution), n, "a constant does not stand for an array");
}

#[test]
fn uses_are_counted_at_every_depth() {
    let (_, body) = program();
    let mut counts = FxHashMap::default();
    count_uses(&body, &mut counts);
    let count = |id| counts.get(&Name::new("x", id)).copied();
    assert_eq!((count(0), count(6), count(11), count(8), count(4)), (Some(2), Some(2), Some(1), Some(1), Some(1)));
}

#[test]
fn operands_and_maps_visit_the_same() {
    let (_, body) = program();
    for_each_stm(&body, &mut |stm| {
        let mut mapped = Vec::new();
        stm.exp.clone().map_operands(&mut |atom| {
            mapped.push(atom);
            atom
        });
        assert_eq!(mapped, stm.exp.operands());
    });
}

#[test]
fn spans_of_a_call_reach_every_statement() {
    let (_, mut body) = program();
    let call = Span::new(FileId(3), 1, 2);
    add_spans(&mut body, &[call]);
    for_each_stm(&body, &mut |stm| assert_eq!(stm.spans.last(), Some(&call)));
}

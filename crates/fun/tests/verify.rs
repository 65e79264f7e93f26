//! Tests that each kind of fault is found, and that right programs have none.

use base::{FileId, Name};
use rista_fun::def::*;
use rista_fun::text::parse;
use rista_fun::verify::*;

fn faults(text: &str) -> Vec<String> {
    let program = parse(FileId(0), text).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
    verify(&program, Mode::Fun).iter().map(Fault::to_string).collect()
}

/// Returns the faults of a body in a function of `n`, `k`, a consumed `a : [n]i64` and an unconsumed `x : [n]i64`.
fn body(text: &str) -> Vec<String> {
    faults(&format!("fun f (n : i64) (k : i64) (*a : [n]i64) (x : [n]i64) (b : bool) -> (*r : [n]i64) = {text}"))
}

#[track_caller]
fn refused(text: &str, message: &str) {
    let faults = body(text);
    assert!(faults.iter().any(|fault| fault.contains(message)), "{faults:#?}");
}

#[track_caller]
fn accepted(text: &str) {
    assert_eq!(body(text), Vec::<String>::new());
}

#[test]
fn structure() {
    accepted("in (a)");
    refused("let (y_9 : i64) = k let (y_9 : i64) = k in (a)", "bound twice");
    refused("let (y : i64) = z_99 + 1i64 in (a)", "not in scope");
    refused("let (y : [m_99]i64) = copy x in (a)", "not in scope");
    refused("let (y : i64) = if b then let (z_9 : i64) = k in (z_9) else in (z_9) in (a)", "z_9 is not in scope");
    refused("let (c : cert) = assert b \"{} and {}\" (k) in (a)", "2 holes and 1 values");
    refused("let (y : i64) = <k> n in (a)", "a certificate");
    refused("let (m : mem) = alloc i64 n in (a)", "FUN does not have");
    let deep =
        "let (y : i64) = if b then ".repeat(3) + "in (k)" + &" else in (k) in (y)".repeat(2) + " else in (k) in (a)";
    accepted(&deep);
}

#[test]
fn names_must_have_types_and_come_from_the_program() {
    let mut program = parse(FileId(0), "fun f (x : i64) -> (r : i64) = in (x)").expect("it reads");
    let alien = Name::new("alien", 77);
    let function = program.functions.values_mut().next().expect("the function is there");
    function.params.push(Param { name: alien, consumed: false });
    let messages: Vec<String> = verify(&program, Mode::Fun).into_iter().map(|fault| fault.message).collect();
    assert!(messages.iter().any(|message| message.contains("has no type")), "{messages:?}");
    assert!(messages.iter().any(|message| message.contains("not made by")), "{messages:?}");
}

#[test]
fn types_of_scalars() {
    refused("let (y : i32) = n + k in (a)", "is of type i32 and its value is of type i64");
    refused("let (y : i64) = n + 1i32 in (a)", "Add is not defined on i64 and i32");
    refused("let (y : bool) = b + b in (a)", "Add is not defined");
    refused("let (y : bool) = n < 1i32 in (a)", "not compared");
    refused("let (y : bool) = sqrt b in (a)", "not defined");
    refused("let (y : i64) = fma n n n in (a)", "fma is not defined");
    refused("let (y : i64) = x + k in (a)", "should be a scalar");
}

#[test]
fn types_of_arrays() {
    refused("let (y : [k]i64) = copy x in (a)", "is of type");
    refused("let (y : i64) = x[k, k] in (a)", "dimensions");
    refused("let (y : i64) = x[b] in (a)", "size or index");
    refused("let (y : [k]i64) = x[0 : n] in (a)", "is of type");
    refused("let (y : [n]i64) = a with [0 : k] = x in (y)", "value of an update");
    refused("let (y : [n]i64) = transpose x in (a)", "permutation");
    refused("let (y : [2]i64) = [k, b] in (a)", "element");
    refused("let (y : [n]i32) = iota n in (a)", "is of type");
    refused("let (y : [k]i64) = scratch [k]i32 in (a)", "is of type");
    refused("let (y : [n]i64) = permute (0, 0) x in (a)", "permutation");
    accepted("let (y : [k]i64) = reshape [k] x in (a)");
    accepted("let (m : i64) = n + n let (y : [m]i64) = concat (x, x) in (a)");
}

#[test]
fn telescopes() {
    accepted("let (m : i64) (y : [m]i64) = if b then in (n, x) else let (z : [k]i64) = iota k in (k, z) in (a)");
    refused("let (m : i64) (y : [m]i64) = if b then in (k, x) else in (n, x) in (a)", "result of a branch");
    refused("let (m : i64) (y : [k]i64) = if b then in (k, x) else in (n, x) in (a)", "result of a branch");
    accepted(
        "let (m : i64) (y : [m]i64) = loop (m : i64 = n) (y : [m]i64 = x) for i < k do
           let (z : [i]i64) = iota i in (i, z)
         in (a)",
    );
    refused(
        "let (y : [n]i64) = loop (y : [n]i64 = x) for i < k do let (z : [k]i64) = iota k in (z) in (a)",
        "next value",
    );
    refused("let (y : [n]i64) = loop (y : [n]i64 = k) for i < k do in (y) in (a)", "initial value");
    refused("let (y : i64) = loop (y : i64 = k) while k do in (y) in (a)", "not a parameter of its loop");
    refused("let (m : i64) (y : [k]i64) = filter n (x) (\\(e : i64) -> in (b, e)) in (a)", "is of type");
}

#[test]
fn lambdas() {
    let add = "(\\(p : i64) (q : i64) -> in (p + q))";
    accepted(&format!("let (s : i64) = reduce n (x) {add} (0) in (a)"));
    refused(&format!("let (s : i64) = reduce n (x) {add} (0i32) in (a)"), "neutral element");
    refused("let (s : i64) = reduce n (x) (\\(p : i64) (q : i64) -> in (b)) (0) in (a)", "operator's results");
    refused("let (s : [k]i64) = map k (x) (\\(p : i64) -> in (p)) in (a)", "not of the traversal's width");
    refused("let (s : [n]i64) = map n (x) (\\(p : i32) -> in (k)) in (a)", "parameter");
    refused("let (s : [n]i64) = map n (x) (\\() -> in (k)) in (a)", "a lambda takes 0 values");
    refused("let (s : [n][k]i64) = map n (x) (\\(p : i64) -> let (z : [p]i64) = iota p in (z)) in (a)", "bound inside");
    refused("let (j : i64) (y : [j]i64) = filter n (x) (\\(e : i64) -> in (e, e)) in (a)", "yields a `bool` first");
    refused("let (y : [n]i64) = scatter n (x) (\\(e : i64) -> in (e, b)) into 1 (a) in (y)", "an index and a value");
    refused("let (y : [n]i64) = scatter n (x) (\\(e : i64) -> in (e, e)) into 2 (a) in (y)", "an index of 2");
}

#[test]
fn functions_and_entries() {
    let callee = "fun g (m : i64) (*y : [m]i64) -> (*z : [m]i64) = in (y)\n";
    let call = |args: &str| {
        faults(&format!(
            "{callee} fun f (n : i64) (k : i64) (*a : [n]i64) -> (r : [n]i64) = let (z : [n]i64) = call g ({args}) in (z)"
        ))
    };
    assert!(call("n, a").is_empty());
    assert!(call("k, a")[0].contains("argument"));
    assert!(call("n")[0].contains("1 values where 2"));
    assert!(faults("fun f (x : i64) -> (r : i32) = in (x)")[0].contains("result"));
    let entry = "fun f (n : i64) (x : [n]i32) -> (r : i64) = in (n)\nentry f = f (x : []i32) -> (i64)";
    assert!(faults(entry).is_empty());
    assert!(faults(&entry.replace("(x : []i32) ->", "(x : [][]i32) ->"))[0].contains("are not those of its entry"));
    assert!(faults(&entry.replace("-> (i64)", "-> (i32)"))[0].contains("are not those of its entry"));
}

#[test]
fn use_after_consumption() {
    let update = "let (c : [n]i64) = a with [0] = 1";
    accepted(&format!("{update} in (c)"));
    refused(&format!("{update} let (y : i64) = a[0] in (c)"), "a_2 is used after it was consumed");
    refused(&format!("let (v : [2]i64) = a[0 : 2] {update} let (y : i64) = v[0] in (c)"), "is used after");
    accepted(&format!("let (v : [2]i64) = a[0 : 2] let (y : i64) = v[0] {update} in (c)"));
    accepted(&format!("let (v : [n]i64) = copy a {update} let (y : i64) = v[0] in (c)"));
    refused("let (v : [n]i64) = a[0 : n] let (c : [n]i64) = a with [0 : n] = v in (c)", "is used after");
    refused(
        "let (v : [n]i64) = if b then in (a) else in (x) let (w : [n]i64) = copy v let (c : [n]i64) = v with [0] = 1 in (c)",
        "x_3 is consumed and may not be",
    );
    refused(
        "let (u : [n]i64) = if b then let (c : [n]i64) = a with [0] = 1 in (c) else let (d : [n]i64) = copy x in (d)
         let (e : i64) = a[0]
         in (u)",
        "a_2 is used after",
    );
    accepted("let (u : [n]i64) = if b then let (c : [n]i64) = a with [0] = 1 in (c) else in (a) in (u)");
    refused("in (x)", "may alias x_3");
}

#[test]
fn what_may_be_consumed() {
    refused("let (c : [n]i64) = x with [0] = 1 in (a)", "x_3 is consumed and may not be");
    refused("let (v : [n]i64) = x[0 : n] let (c : [n]i64) = v with [0] = 1 in (a)", "x_3 is consumed");
    refused(
        "let (m : [n]i64) = map n (x) (\\(e : i64) -> let (c : [n]i64) = a with [0] = e in (c[0])) in (m)",
        "inside a loop or lambda",
    );
    accepted(
        "let (m : [n]i64) = map n (x) (\\(e : i64) ->
           let (f : [2]i64) = replicate [2] e let (c : [2]i64) = f with [0] = e in (c[0]))
         in (m)",
    );
    refused(
        "let (y : i64) = loop (y : i64 = 0) for i < k do let (c : [n]i64) = a with [0] = i in (y) in (a)",
        "inside a loop",
    );
    refused(
        "let (z : [n]i64) = scatter n (a) (\\(e : i64) -> in (e, e)) into 1 (a) in (z)",
        "is used after it was consumed",
    );
}

#[test]
fn loops_consume_through_their_parameters() {
    let body = "let (d : [n]i64) = c with [i] = i in (d)";
    accepted(&format!("let (y : [n]i64) = loop (c : [n]i64 = a) for i < k do {body} in (y)"));
    refused(&format!("let (y : [n]i64) = loop (c : [n]i64 = x) for i < k do {body} in (y)"), "x_3 is consumed");
    refused(
        &format!("let (y : [n]i64) = loop (c : [n]i64 = a) for i < k do {body} let (z : i64) = a[0] in (y)"),
        "a_2 is used after",
    );
    refused(
        "let (y : [n]i64) = loop (c : [n]i64 = a) for i < k do let (d : [n]i64) = c with [i] = a[0] in (d) in (y)",
        "a_2 is used after",
    );
    refused(
        "let (y : [n]i64) = loop (c : [n]i64 = a) for i < k do let (d : [n]i64) = c with [i] = 1 in (x) in (y)",
        "whose next value may alias x_3",
    );
    refused("let (y : [n]i64) = loop (c : [n]i64 = x) for i < k do in (c) in (y)", "may alias x_3");
}

#[test]
fn loops_consume_what_trades_places_with_the_consumed() {
    let swapped = |one: &str, other: &str, result: &str| {
        format!(
            "let (o : [n]i64) = copy x
             let (p : [n]i64) (q : [n]i64) = loop (c : [n]i64 = {one}) (d : [n]i64 = {other}) for i < k do
               let (e : [n]i64) = d with [i] = i in ({result})
             in (p)"
        )
    };
    accepted(&swapped("a", "o", "e, c"));
    refused(&swapped("x", "o", "e, c"), "x_3 is consumed");
    refused(&swapped("a", "a", "e, c"), "a_2 is used after it was consumed");
    refused(&swapped("a", "o", "c, c"), "may alias result");
    refused(&swapped("a", "o", "e, d"), "used after it was consumed");
    refused(
        "let (o : [n]i64) = copy x
         let (p : [n]i64) (q : [n]i64) (r : [n]i64) =
           loop (c : [n]i64 = a) (d : [n]i64 = o) (h : [n]i64 = x) for i < k do
             let (e : [n]i64) = d with [i] = i in (e, h, c)
         in (p)",
        "x_3 is consumed",
    );
}

#[test]
fn calls_consume_and_alias() {
    let callees = "fun g (m : i64) (*y : [m]i64) -> (*z : [m]i64) = in (y)
                   fun h (m : i64) (y : [m]i64) -> (z : [m]i64) = in (y)\n";
    let with = |body: &str| faults(&format!("{callees} fun f (n : i64) (*a : [n]i64) -> (*r : [n]i64) = {body}"));
    assert!(with("let (c : [n]i64) = call g (n, a) in (c)").is_empty());
    assert!(with("let (c : [n]i64) = call g (n, a) in (a)")[0].contains("is used after"));
    assert!(
        with("let (c : [n]i64) = call h (n, a) let (d : [n]i64) = a with [0] = 1 in (c)")[0].contains("is used after")
    );
}

#[test]
fn properties() {
    let text = "fun g () -> () = in ()
                fun f (n : i64) -> (r : [n][n]i64) =
                  let () = call g ()
                  let (r : [n][n]i64) = map n () (\\(i : i64) -> let (s : [n]i64) = map n () (\\(j : i64) -> in (j)) in (s))
                  in (r)";
    let program = parse(FileId(0), text).expect("it reads");
    assert_eq!(verify(&program, Mode::Fun), []);
    assert_eq!(check_property(&program, Property::NoCalls).len(), 1);
    assert_eq!(check_property(&program, Property::NoNestedParallelism).len(), 1);
}

/// Two elements of a view with strides of its own may share a place.
#[test]
fn flat_views_are_not_consumed() {
    let view = "let (v : [k][2]i64) = a[0 : {(k : 1)(2 : 1)}]";
    accepted(&format!("{view} let (e : i64) = v[0, 1] let (c : [n]i64) = a with [0] = e in (c)"));
    accepted("let (r : [2]i64) = replicate [2] 0 let (c : [n]i64) = a with [k : {(2 : k)}] = r in (c)");
    refused(&format!("{view} let (c : [k][2]i64) = v with [0, 0] = 1 in (a)"), " is consumed and may not be");
    refused(
        &format!("{view} let (t : [2][k]i64) = transpose v let (c : [2][k]i64) = t with [0, 0] = 1 in (a)"),
        " is consumed and may not be",
    );
    refused(
        "let (o : [2]i64) = [1, 2]
         let (w : [2]i64) (z : i64) = loop (w : [2]i64 = o) (z : i64 = 0) for i < k do
           let (f : [3]i64) = replicate [3] i let (v : [2]i64) = f[0 : {(2 : 0)}] in (v, i)
         let (c : [2]i64) = w with [0] = 1 in (a)",
        "is consumed and may not be",
    );
    refused(
        "let (o : [2]i64) = [1, 2]
         let (w : [2]i64) = loop (w : [2]i64 = o) for i < k do
           let (c : [2]i64) = w with [0] = i let (v : [2]i64) = c[0 : {(2 : 0)}] in (v)
         in (a)",
        "whose next value may alias",
    );
    refused("let (v : [k]i64) = a[0 : {(k : b)}] in (a)", "");
    refused("let (v : [k]i64) = a[0 : {(k : 1)}, 0] in (a)", "dimensions");
    refused(
        "let (r : [2]i64) = [1, 2] let (c : [n]i64) = a with [0 : {(1 : 1)(2 : 1)}] = r in (c)",
        "value of an update",
    );
}

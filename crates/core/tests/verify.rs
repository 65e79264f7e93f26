//! Tests that the verifier finds each seeded fault.

use crate::common::{good, parse};
use rista_core::build;
use rista_core::def::{DefId, Type};

fn finds(text: &str, part: &str) {
    let problems = rista_core::verify::problems(&parse(text));
    assert!(problems.iter().any(|problem| problem.contains(part)), "{problems:?} has no `{part}`\n{text}");
}

#[test]
fn faults_in_texts_are_found() {
    let faults = [
        ("def f (x_1 : i64) (x_1 : i64) : i64 = x_1", "bound twice"),
        ("def f (x_1 : i64) : i64 = x_1 def g : i64 = x_1", "not in scope"),
        ("def f : i64 = let x_1 : i64 = 1 in 2 def g : [x_1]i64 = ([] : [0]i64)", "size `x_1`"),
        ("def f (x : f32) (xs : [x]i64) : f32 = x", "is no i64"),
        ("def f <t> (x : t) : t = x def g (y : t_0) : i64 = 1", "type parameter"),
        ("def f : i64 = true", "the body has type bool"),
        ("def f : i64 = (1 : i32)", "an expression has type i32"),
        ("def f : i64 = if 1 then 2 else 3", "a condition"),
        ("def f : i64 = if true then 2 else false", "a branch"),
        ("def f : i64 = let x : i32 = 1 in 2", "a bound value"),
        ("def f : i64 = let #a(x : i64) : <a(i64) | b> = (#b : <a(i64) | b>) in x", "may not match"),
        ("def f : i64 = let<t> x : i64 = 1 in 2", "type parameters on something else"),
        ("def f : <a> = (#b : <a>)", "no constructor `b`"),
        ("def f : <a> = (#a(1) : <a>)", "has 0 values"),
        ("def f : <a(i64)> = (#a(true) : <a(i64)>)", "a constructor's value"),
        ("def f : []i64 = [1, true]", "an element"),
        ("def f (a : []i64) : i64 = a[1i32]", "an index or bound"),
        ("def f (a : []i64) : []i64 = a[1i32:]", "an index or bound"),
        ("def f (a : []i64) : []i64 = a with [0] = true", "the value of an update"),
        ("def f (a : []i64) : []i64 = (a with [0, 0] = 1 : []i64)", "2 dimensions of rank 1"),
        ("def f : i64 = loop x : i64 = true for i < 3 do x", "first value"),
        ("def f : i64 = loop x : i64 = 1 for i < 3 do true", "next value"),
        ("def f : i64 = loop x : i64 = 1 for y : i32 in [1] do x", "runs over"),
        ("def f : i64 = match 1 { case true => 1 }", "a case's pattern"),
        ("def f : i64 = match 1 { case 1 => 1 case _ : i64 => true }", "a case"),
        ("def f : i64 = ensure 1, \"\"() in 1", "a condition"),
        ("def f : i64 = ensure true, \"{}\"() in 1", "one value for each hole"),
        ("def f : i64 = ensure true, \"{}\"(()) in 1", "a message shows scalars"),
        ("def f : i64 = (1 + true : i64)", "differ in type"),
        ("def f : bool = (sqrt(true) : bool)", "not defined on this type"),
        ("def f : i64 = (map(1, [1]) : i64)", "should be a function"),
        ("def f : i64 = (reduce(\\(x : i64) -> x, 0, [1]) : i64)", "should take two elements"),
        ("def f : []i64 = (scatter([1], [true], [1]) : []i64)", "an index should be"),
        ("def f (a : []i64) : []i64 = (flat_index.1(a, 0, 1, true) : []i64)", ""),
        ("def f (a : []i64) : []i64 = (flat_index.1(a, 0, 1) : []i64)", "another number of arguments"),
        ("def f (a : []i64) : []i64 = (flat_update.2(a, 0, 1, 1, a) : []i64)", "that many dimensions"),
        ("def f (a : [][]i64) : seq<[]i64> = (seq.of_array(a) : seq<[]i64>)", "contain no arrays"),
        ("def f (s : seq<i64>) : seq<i64> = (seq.set(s, 0, true) : seq<i64>)", "the element differs"),
        ("def f (s : seq<i64>) : seq<i64> = (seq.cons(true, s) : seq<i64>)", "the element differs"),
        ("def f (s : seq<i64>) : i64 = (seq.get(s, 1i32) : i64)", "should be an i64"),
        ("def f (s : seq<i64>) (t : seq<i32>) : seq<i64> = (seq.concat(s, t) : seq<i64>)", "the sequences differ"),
        ("def f (a : []i64) : i64 = (seq.length(a) : i64)", "should be a sequence"),
        ("def f (a : (i64, ref<i64>)) : bool = (equal(a, a) : bool)", "references and tensors cannot be compared"),
        ("def f (a : ref<i64>) : () = (ref.write(a, 1i32) : ())", "the value differs in type"),
        ("def f (a : i64) : i64 = (ref.read(a) : i64)", "should be a reference"),
        ("def f (a : [][]i64) : tensor<[]i64> = (tensor.new([1], a) : tensor<[]i64>)", "contain no arrays"),
        ("def f (a : []i64) : tensor<i64> = (tensor.new([1i32], a) : tensor<i64>)", "a shape"),
        ("def f (t : tensor<i64>) : () = (tensor.set(t, 0, true) : ())", "the element differs"),
        ("def f (t : tensor<i64>) : i64 = (tensor.at.2(t, 0) : i64)", "another number of indices"),
        ("def f (t : tensor<i64>) : i64 = (tensor.get(t, 0i32) : i64)", "should be an i64"),
        ("def f (t : []i64) : i64 = (tensor.size(t) : i64)", "should be a tensor"),
        ("def f (t : tensor<i64>) : bool = (equal(t, t) : bool)", "references and tensors cannot be compared"),
        ("def f (s : seq<i64>) : seq<i64> = (seq.sub(s, 0) : seq<i64>)", ""),
        ("def f (x : i64) : bool = (shared(x) : bool)", "array"),
        ("def f : bool = (equal(\\(x : i64) -> x, \\(x : i64) -> x) : bool)", "cannot be compared"),
        ("def f <t> (x : t) : t = x def g : i64 = (@f : i64 -> i64)(1)", "type arguments"),
        ("def f (x : i64) : i64 = x entry e = @f() -> (i64)", "number of parameters"),
        ("def f (x : i64) : i64 = x entry e = @f(x : i32) -> (i64)", "a parameter has type"),
        ("def f *(x : []i64) : i64 = 1 entry e = @f(x : []i64) -> (i64)", "one side only"),
        ("def f (x : i64) : i64 = x entry e = @f(x : i64) -> ([]i64)", "the result"),
        ("def f <t> (x : t) : i64 = 1 entry e = @f(x : i64) -> (i64)", "has type parameters"),
        ("def f : () = (system.print(1) : ())", "a string of another type"),
        ("def f : () = (system.print() : ())", "another number of arguments"),
        ("def f : i64 = (system.exit(true) : i64)", "a string of another type"),
        ("def f : i64 = (fail([1]) : i64)", "a string of another type"),
        ("def f : f64 = (text.of_float(1.0) : f64)", "an expression has type f64, not []u8"),
        (
            "def f <t> : []t = let _ : () = system.print(\"x\") in ([] : [0]t)",
            "a constant with type parameters has effects",
        ),
    ];
    for (text, part) in faults {
        finds(text, part);
    }
}

#[test]
fn faults_that_no_text_has_are_found() {
    let mut program = good("def f (x : i64) : i64 = x");
    let id = DefId::from_u32(0);
    program.names = Default::default();
    assert!(rista_core::verify::verify(&program).is_err_and(|bug| bug.message.contains("handed out again")));

    let mut program = good("def f (x : i64) : (i64, i64) = (x, x)");
    if let rista_core::def::ExprKind::Record(fields) = &mut program.defs[id].body.kind {
        fields.reverse();
    }
    assert!(rista_core::verify::verify(&program).is_err_and(|bug| bug.message.contains("not in order")));

    let mut program = good("def f (x : i64) : i64 = x");
    let mut body = program.defs[id].body.clone();
    for _ in 0..3000 {
        body = build::unary(value::UnOp::Neg, body);
    }
    program.defs[id].body = body;
    let thread = std::thread::Builder::new().stack_size(256 << 20);
    let deep = thread.spawn(move || rista_core::verify::problems(&program)).expect("a thread");
    assert!(deep.join().expect("no overflow").iter().any(|problem| problem.contains("deeper")));
}

#[test]
fn types_that_leave_a_scope_forget_its_sizes() {
    let mut names = base::NameSource::default();
    let n = names.fresh("n");
    let body = build::prim(rista_core::def::Prim::Iota, vec![build::size_var(n), build::i64(0), build::i64(1)]);
    let block = build::block(vec![build::bind(n, build::i64(3))], body);
    assert_eq!(block.ty, Type::array(Type::I64, rista_core::def::Size::Any));
}

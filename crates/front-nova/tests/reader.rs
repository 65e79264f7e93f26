//! Tests of every production of Fig. 3, and of every program text in the paper's sections 3 and 5.

use crate::common::EXAMPLES;
use base::{FileId, Span};
use front_nova::ast::ExpKind;
use front_nova::printer::line;
use front_nova::reader::*;

/// Reads a text without errors; returns it as printed on one line.
fn meaning(text: &str) -> String {
    let (program, diagnostics) = read(FileId(0), text);
    let messages: Vec<_> = diagnostics.iter().map(|d| (&d.headline, &d.labels)).collect();
    assert!(messages.is_empty(), "{text}: {messages:?}");
    line(&program)
}

/// Asserts that a program prints as it was written.
fn same(text: &str) {
    assert_eq!(meaning(text), text.split_whitespace().collect::<Vec<_>>().join(" ").replace("( ", "("), "{text}");
}

/// Asserts that an expression prints as it was written.
fn exp(text: &str) {
    same(&format!("() {text}"));
}

/// Asserts that a type prints as it was written.
fn ty(text: &str) {
    same(&format!("((x : {text})) x"));
}

/// Asserts that an expression prints as `meant`.
fn means(text: &str, meant: &str) {
    assert_eq!(meaning(text), format!("() {meant}"));
}

#[test]
fn sections() {
    same("((x : int) (y : vector float)) x");
    same("() 1");
    same("() (types (A : int) (List 'a : (+ (Nil : unit) (Cons : ('a, (List 'a)))))) 1");
    same("() (types (A : int)) (foreign (f : int -> int) (g : A)) 1");
    let backwards = "() (foreign (f : int)) (types (A : int)) f";
    assert_eq!(meaning(backwards), "() (types (A : int)) (foreign (f : int)) f");
    means("x", "x");
    means("(f x)", "(f x)");
    means("((f x))", "(f x)");
    means("(types (A : int)) x", "(types (A : int)) x");
    means("let (x 1) in (f x)", "(let (x 1) in (f x))");
    means("() lambda (x : int) : int x", "(lambda (x : int) : int x)");
}

#[test]
fn types() {
    ["int", "int8", "int64", "double", "bool", "unit", "List", "'a", "(List int)", "(Pair 'a (List 'a))"]
        .into_iter()
        .for_each(ty);
    ["(int, int)", "(int, vector int, (bool, unit))", "(int -> int, int)"].into_iter().for_each(ty);
    ["vector int", "vector vector int", "vector#2 float", "vector (int, int)", "(List vector int)"]
        .into_iter()
        .for_each(ty);
    ["int -> int", "int -> int -> int", "(int -> int) -> int", "vector float -> float", "(List (int -> int))"]
        .into_iter()
        .for_each(ty);
    ["(+ (Some : int) (None : unit))", "(+ (One : (+ (Two : int))))", "(+ (F : int -> int))"].into_iter().for_each(ty);
    assert_eq!(meaning("((x:vector#1 int)) x"), "((x : vector int)) x");
    assert_eq!(meaning("((x : ((int)))) x"), "((x : int)) x");
    assert_eq!(meaning("((x : (List))) x"), "((x : List)) x");
    assert_eq!(meaning("((x : (int → (int → int)))) x"), "((x : int -> int -> int)) x");
    assert_eq!(meaning("((x : vector (int -> int))) x"), "((x : vector (int -> int))) x");
}

#[test]
fn expressions() {
    ["x", "+", "1", "-1", "1.5", "true", "false", "nil"].into_iter().for_each(exp);
    ["(f x)", "(f x y z)", "((f x) y)", "(+ 1 2)", "(map (+ 1) X)", "(reduce + 0 X)"].into_iter().for_each(exp);
    ["(1, 2)", "(x, (f y), (z, 1.5))", "((1, 2), 3)"].into_iter().for_each(exp);
    ["(x.0)", "((x.0).1)", "((f x).2)", "((1).0)", "((-1).0)", "(+.0)"].into_iter().for_each(exp);
    ["(x ! i)", "(x ! (i, j))", "((x ! i) ! j)", "((f x) ! (+ i 1))", "(x ! -1)"].into_iter().for_each(exp);
    ["(if c then a else b)", "(if (< x 1) then (f x) else (if c then 1 else 2))"].into_iter().for_each(exp);
    ["(case e (A x 1))", "(case (f x) (A x (g x)) (B _ nil))"].into_iter().for_each(exp);
    ["(let (x 1) in x)", "(let (x 1) (y x) in (f x y))", "(let (+ -) in (let (y 2) in y))"].into_iter().for_each(exp);
    ["(lambda (x : int) : int x)", "(lambda (x : 'a) (y : 'b) : 'a (f x y))", "(lambda (x : int) (f x))"]
        .into_iter()
        .for_each(exp);
    ["(lambda (x : int) : int -> int (f x))", "(lambda (x : int) : (List int) (f x))", "(lambda (x : int) x)"]
        .into_iter()
        .for_each(exp);
    ["(mu (f : int -> int) (lambda (x : int) : int (f x)))"].into_iter().for_each(exp);
    means("(x)", "x");
    means("(((x)))", "x");
    means("x.0.1", "((x.0).1)");
    means("(f x.0 (y).1)", "(f (x.0) (y.1))");
    means("(X!i)", "(X ! i)");
    means("(-n 1)", "(- n 1)");
    means("((f)x(y)z)", "(f x y z)");
}

#[test]
fn numbers_print_as_they_read() {
    ["12", "-12", "1.5", "-0.0", "1e300", "1e-7", "1.0L", "2.5f", "-128i8", "3i16", "4i32", "5i64"]
        .into_iter()
        .for_each(exp);
    means("1.", "1.0");
    means("1L", "1.0L");
    means("0.1f", "0.1f");
    means("100000000000000000000.0", "1e20");
}

#[test]
fn expressions_know_their_places() {
    let text = "((a : int)) (f (g x) y.1 (let (z 1) in (z)))";
    let (program, _) = read(FileId(0), text);
    let spelled = |span: Span| &text[span.start as usize..span.end as usize];
    let ExpKind::Apply(_, arguments) = &program.body.kind else { panic!("an application") };
    let places: Vec<&str> = arguments.iter().map(|exp| spelled(exp.span)).collect();
    assert_eq!(places, ["(g x)", "y.1", "(let (z 1) in (z))"]);
    assert_eq!(spelled(program.body.span), "(f (g x) y.1 (let (z 1) in (z)))");
    assert_eq!(spelled(program.inputs[0].span), "(a : int)");
    assert_eq!(spelled(program.inputs[0].ty.span), "int");
}

#[test]
fn features_of_section_3_1() {
    same("() (foreign (f : int -> int)) (f 1)");
    same("() (types (Maybe : (+ (Some : int) (None : unit)))) 1");
    same("() (types (IntList : (+ (Nil : unit) (Cons : (int, IntList))))) 1");
    same("() (types (List 'a : (+ (Nil : unit) (Cons : ('a, (List 'a)))))) 1");
    means(
        "(mu (fib : int → int) (lambda (n : int) (if (< n 2) then 1 else (fib (-n 1) (-n 2)))))",
        "(mu (fib : int -> int) (lambda (n : int) (if (< n 2) then 1 else (fib (- n 1) (- n 2)))))",
    );
}

#[test]
fn lambdas_of_sections_3_2_and_3_3() {
    exp("(lambda (x : int) (y : int) : int (+ x y))");
    means(
        "(lambda (x : int) : (int → int) (lambda (y : int) : int (+ x y)))",
        "(lambda (x : int) : int -> int (lambda (y : int) : int (+ x y)))",
    );
    exp("(lambda (x : 'a) : 'a (from_double (+ (to_double x) 1.0L)))");
}

#[test]
fn examples_of_section_3_5() {
    exp("(let
           (len (mu (len : int -> (List 'a) -> int)
             (lambda (l : int) (xs : (List 'a)) : int
               (case xs
                 (Nil x l)
                 (Cons xs (len (+ l 1) (xs.1)))))))
           in (len 0 input))");
    assert_eq!(
        meaning(EXAMPLES[1]),
        "((input : (Tree int))) (types (Tree 'a : (+ (Leaf : 'a) (Node : ('a, (Tree 'a), (Tree 'a)))))) \
         (let (red (mu (red : ('a -> 'a -> 'a) -> (Tree 'a) -> 'a) \
         (lambda (f : 'a -> 'a -> 'a) (t : (Tree 'a)) : 'a (case t (Leaf l l) (Node n \
         (let (left (red f (n.1))) (right (red f (n.2))) in (f (n.0) (f left right)))))))) in (red + input))"
    );
}

#[test]
fn examples_of_sections_5_and_6() {
    exp("(let (inc (lambda (x : int) : int (+ x 1))) in (let (x1 (+ a b)) in (+ x1 1)))");
    exp("((if C then f else g) x)");
    means("((+ (-a b) (-a b)))", "(+ (- a b) (- a b))");
    means(
        "(let (f (lambda (x:int) (y:int) (z:int) : int(+ (- x z) (- y z))))in (map f X X Z))",
        "(let (f (lambda (x : int) (y : int) (z : int) : int (+ (- x z) (- y z)))) in (map f X X Z))",
    );
    exp("(let (Y (map f X)) in (map g Y))");
    exp("(let (t x) in (+ (- x y) (- t y)))");
    exp("(let (t (+ 2 3)) in (+ x t))");
    exp("(map (map (+ 1)) X)");
    exp("(map (reduce + 0) X)");
    exp("(unflatten (map (+ 1) (flatten X)))");
    exp("(map f (gather I X))");
    same("() (foreign (ff : vector float -> float -> vector float)) (ff X 1.0)");
}

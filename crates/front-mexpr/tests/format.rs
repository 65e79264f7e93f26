//! Tests of the formatter's layout.

use crate::common::EXAMPLE;
use base::{Error, FileId};
use front_mexpr::format::format;

fn formatted(text: &str) -> String {
    let once = format(FileId(0), text).unwrap();
    assert_eq!(format(FileId(0), &once).unwrap(), once, "formatting twice changes nothing");
    once
}

fn stays(text: &str) {
    assert_eq!(formatted(text), text);
}

#[test]
fn all_constructs() {
    assert_eq!(
        formatted(EXAMPLE),
        r##"include "string.mc"
include "seq.mc"
-- A comment.
let addOne : Int -> Int = lam x. addi x 1 -- behind

/- block
   comment -/
let f = lam x : Int. lam y.
  let z = addi x y in
  match z with (a, b) then
    print "x"
  else if c then
    1
  else
    never

recursive
  let even = lam n. if eqi n 0 then true else odd (subi n 1)
  let odd = lam n. if eqi n 0 then false else even (subi n 1)
end
type Tree a
type P = {x : Float, y : Float}
con Node : all a. {l : Tree a, r : Tree a} -> Tree a
con Leaf : () -> Tree a
external sin ! : Float -> Float
let sum : Tensor[Int] -> [_] = lam t.
  switch t
  case Node {l = l, r = r} then addi (sum l) (sum r)

  case Leaf _ & !(Node _) then 0
  end
let long =
  foldl (lam acc. lam x. addi (muli acc 10000000) (addi x 1)) 0 [1, 2] (a_rather_long_name 1 2 3)
let record = {x = 1., y = -2.5e3}
let r2 = {record with x = 'c', y = #var"a b"}
utest f 1 2 with 3
utest f 1 2 with 3 using lam a. lam b. eqi a b else lam. lam. "no"
mexpr
let x = 1 in
-- about y

let y = addi x -1 in
match (x, y) with (a, b) in
match xs with [h] ++ t ++ "end" in
print "a";
print "b
c";
let z = x.foo.bar.0 .a in
recursive
  let g = lam x.
    print x;
    x
in
type T in
con C : Int -> T in
external e : T in
utest z with C 1 in
iter
  (lam x.
     print (int2string x);
     let rr = #frozen"id" 1 in
     print "b")
  [1, (2), (3,), ()];
dive match x with 1 | 2 then
  if a then b else c
else
  {}
"##
    );
}

#[test]
fn short_forms_stay_on_one_line() {
    stays("let f = lam x. if x then let y = 1 in y else switch x case 1 then 2 end\n");
    stays("recursive let f = lam x. g x let g = lam x. f x end\n");
    stays("mexpr let x = 1 in print x; x\n");
}

#[test]
fn forms_on_several_lines_stay_so() {
    stays("let f = lam x.\n  x\n");
    stays("let f =\n  x\n");
    stays("mexpr\nlet x =\n  1\nin\nx\n");
    stays("mexpr\nif a then\n  b\nelse\n  c\n");
    stays("mexpr\nif a then\n  b\nelse if c then\n  d\nelse\n  let x = 1 in\n  x\n");
    stays("mexpr\nmatch a with b then\n  c\nelse\n  match d with e in\n  f\n");
    stays("mexpr\nswitch a\ncase b then c\n\ncase d then\n  e\nend\n");
}

#[test]
fn parameters_behind_a_long_type_are_on_a_line_of_their_own() {
    let head = "let aFunctionWithSeveralParameters : all a. all b. all c. (a -> b -> c) -> [a] -> [b] -> [c] =";
    let (body, params) = ("zipWith f s1 s2", "lam f. lam s1. lam s2.");
    assert_eq!(formatted(&format!("{head} {params} {body}")), format!("{head}\n  {params}\n  {body}\n"));
}

#[test]
fn long_applications_have_one_argument_on_each_line() {
    let (f, x) = ("f".repeat(40), "x".repeat(40));
    stays(
        &format!("let a =\n  {f}\n    {x}\n    (g\n       {f}\n       {x})\n")
            .replace("(g\n       ", "(g ")
            .replace("\n       x", " x"),
    );
    stays(&format!("let a =\n  {f} {x}\n"));
    stays(&format!("let a : {f} -> {x} =\n  {f} {x}\n"));
    stays(&format!("let a =\n  [{f},\n   {x},\n   {{{f} with x = {x}}}]\n"));
}

#[test]
fn digits_do_not_touch_a_point_behind_them() {
    assert_eq!(formatted("mexpr x . 0 . 1 . y . z"), "mexpr x.0 .1 .y.z\n");
    assert_eq!(formatted("mexpr 3 . x"), "mexpr 3 .x\n");
    assert_eq!(formatted("mexpr f x-1"), "mexpr f x -1\n");
}

#[test]
fn texts_with_errors_are_not_formatted() {
    assert!(matches!(format(FileId(0), "let x ="), Err(Error::User(errors)) if errors.len() == 1));
}

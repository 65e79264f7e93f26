//! What the tests share.

pub mod printer;

use base::{Diagnostic, FileId};
use front_mexpr::ast::File;
use front_mexpr::parse;

/// A file with all constructs.
pub const EXAMPLE: &str = r##"include "string.mc"   include "seq.mc"
-- A comment.
let addOne:Int->Int=lam x.addi x 1 -- behind

/- block
   comment -/
let f = lam x : Int. lam y. let z = addi x y in
 match z with (a,b) then print "x" else if c then
 1 else never

recursive let even = lam n. if eqi n 0 then true else odd (subi n 1)
let odd=lam n.if eqi n 0 then false else even (subi n 1)
end
type Tree a
type P={x:Float,y : Float}
con Node : all a. {l:Tree a,r : Tree a} -> Tree a   con Leaf : () -> Tree a
external sin ! : Float -> Float
let sum:Tensor[Int]->[_] = lam t. switch t case Node {l = l, r = r} then addi (sum l) (sum r)

case Leaf _ & !(Node _) then 0 end
let long = foldl (lam acc. lam x. addi (muli acc 10000000) (addi x 1)) 0 [1, 2] (a_rather_long_name 1 2 3)
let record = {x = 1., y = -2.5e3} let r2 = {record with x='c',y=#var"a b"}
utest f 1 2 with 3
utest f 1 2 with 3 using lam a. lam b. eqi a b else lam. lam. "no"
mexpr
let x = 1 in
-- about y

let y = addi x -1 in
match (x, y) with (a, b) in
match xs with [h] ++ t ++ "end" in
print "a"; print "b
c";
let z = x.foo.bar.0 .a in
recursive let g = lam x.
  print x;
  x in
type T in con C : Int -> T in external e : T in utest z with C 1 in
iter (lam x. print (int2string x); let rr = #frozen"id" 1 in
  print "b") [1,(2),(3,),()];
dive match x with 1 | 2 then if a then b else c else
  {}
"##;

/// Parses a text without errors.
pub fn parsed(text: &str) -> File {
    let (file, diagnostics) = parse(FileId(0), text);
    let messages: Vec<_> = diagnostics.iter().map(|d| (&d.headline, &d.labels)).collect();
    assert!(messages.is_empty(), "{text}\n{messages:?}");
    file
}

/// Returns the errors of a text. Each has a place in the text and a short headline, and there are at most twenty.
pub fn errors(text: &str) -> Vec<Diagnostic> {
    let (_, diagnostics) = parse(FileId(0), text);
    assert!(diagnostics.len() <= 20);
    for diagnostic in &diagnostics {
        assert!(diagnostic.headline.chars().count() < 70, "{}", diagnostic.headline);
        let span = diagnostic.labels.first().expect("a label").span;
        assert!(text.get(span.start as usize..span.end as usize).is_some(), "{span:?} of {text}");
    }
    diagnostics
}

/// A generator of random numbers below given ones, the same on every run.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % limit.max(1)
    }
}

/// Runs a test on a stack as large as the compiler's.
pub fn on_large_stack(run: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(64 << 20).spawn(run);
    assert!(thread.is_ok_and(|thread| thread.join().is_ok()));
}

/// A file without errors of types.
pub const TYPED: &str = r#"type Option a
con Some : all a. a -> Option a
con None : all a. () -> Option a
type Point = {x : Float, y : Float}
type Tree
con Node : {left : Tree, right : Tree} -> Tree
con Leaf : Int -> Tree
let id = lam x. x
let compose = lam f. lam g. lam x. f (g x)
let move : Point -> Float -> Point = lam p. lam d. {p with x = addf p.x d}
recursive
  let sum : Tree -> Int = lam t.
    switch t case Node {left = l, right = r} then addi (sum l) (sum r) case Leaf n then n end
  let count = lam t. match t with Node n then addi (count n.left) (count n.right) else 1
end
let getOr : all a. a -> Option a -> a = lam d. lam o. match o with Some x then x else d
let counter = ref 0
let next = lam. modref counter (addi (deref counter) 1); deref counter
let words = ["one", "two"]
let first = match words with [w] ++ _ then w else never
utest sum (Node {left = Leaf 1, right = Leaf 2}) with 3
utest getOr 1.5 (None ()) with 1.5 using eqf
mexpr
let p = move {x = 1., y = 2.} 0.5 in
match (p.x, next ()) with (a, b) in
iter (lam w. print w) (cons first words);
if ltf a (int2float b) then print "less" else print (getOr "none" (Some (compose id id 'c'; "c")))
"#;

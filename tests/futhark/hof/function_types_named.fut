-- Type abbreviations of functions, with parameters.
-- ==
-- entry: main
-- input { 5i32 } output { 25i32 true 10i32 }
-- input { -3i32 } output { 9i32 false -6i32 }

-- ==
-- entry: folded
-- input { [1i32, 2, 3] } output { 6i32 }
-- input { empty([0]i32) } output { 0i32 }

type^ unary = i32 -> i32
type^ predicate 'a = a -> bool
type^ binary 'a 'b 'c = a -> b -> c
def run (f: unary) (x: i32) : i32 = f x
def test 'a (p: predicate a) (x: a) : bool = p x
def apply 'a 'b 'c (f: binary a b c) (x: a) (y: b) : c = f x y
entry main (x: i32) : (i32, bool, i32) =
  (run (\y -> y * y) x, test (> 0) x, apply (\n b -> if b then n + n else n) x true)
def fold 'a 'b (f: binary b a b) (e: b) (xs: []a) : b = loop acc = e for x in xs do f acc x
entry folded (xs: []i32) : i32 = fold (+) 0 xs

-- Operators and constructors' wrappers as arguments of functions that expect functions.
-- ==
-- entry: main
-- input { 7i32 2i32 } output { 9i32 5i32 14i32 3i32 1i32 }
-- input { 1i32 1i32 } output { 2i32 0i32 1i32 1i32 0i32 }

-- ==
-- entry: wrapped
-- input { [1i32, 0, 2] } output { [10i32, -1, 20] }
-- input { empty([0]i32) } output { empty([0]i32) }

def call 'a 'b 'c (f: a -> b -> c) (x: a) (y: b) : c = f x y
entry main (a: i32) (b: i32) : (i32, i32, i32, i32, i32) =
  (call (+) a b, call (-) a b, call (*) a b, call (/) a b, call (%) a b)
type opt = #some i32 | #none
def some (x: i32) : opt = #some x
entry wrapped [n] (xs: [n]i32) : [n]i32 =
  let os = map (\x -> if x == 0 then #none else some (10 * x)) xs
  in map (\o -> match o case #some x -> x case #none -> -1) os

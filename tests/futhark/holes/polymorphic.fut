-- Holes of types that are parameters: they stand for nothing until the function is used, and then fail if reached.
-- ==
-- warning: a value of type t is missing
-- warning: a value of type \[n\]a is missing

-- ==
-- entry: replaced
-- input { true } output { 3i32 }
-- input { false } error: hole

-- ==
-- entry: filled
-- input { true 2i64 } output { [1i32, 1] [[2i32, 2], [2, 2]] }
-- input { false 2i64 } error: hole

-- ==
-- entry: of_sum
-- input { true } output { 4i32 }
-- input { false } error: hole

def if_there 't (b: bool) (x: t) : t = if b then x else ???

def copies 'a (b: bool) (n: i64) (x: a) : [n]a = if b then replicate n x else ???

entry replaced (b: bool) = if_there b 3i32

entry filled (b: bool) (n: i64) = (copies b n 1i32, copies b n (replicate n 2i32))

type sum = #none | #some (i32, [2]i32)

entry of_sum (b: bool) =
  let x : sum = #some (3, [0, 1])
  in match if_there b x
     case #some (y, zs) -> y + zs[1]
     case #none -> 0

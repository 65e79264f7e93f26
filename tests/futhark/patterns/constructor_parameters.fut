-- Constructors as patterns of lambdas and of functions, where they are the only ones.
-- ==
-- entry: main
-- input { 3i32 4i32 } output { 7i32 12i32 }
-- input { 0i32 5i32 } output { 5i32 0i32 }

-- ==
-- entry: in_loop
-- input { 3i32 } output { 6i32 3i32 }
-- input { 0i32 } output { 0i32 0i32 }

type pair = #pair i32 i32
def sum (#pair a b: pair) : i32 = a + b
entry main (a: i32) (b: i32) : (i32, i32) =
  let p : pair = #pair a b
  in (sum p, (\(#pair x y: pair) -> x * y) p)
entry in_loop (n: i32) : (i32, i32) =
  let #pair a b = loop (#pair a b) = (#pair 0 0 : pair) for i < n do #pair (a + i + 1) (b + 1)
  in (a, b)

-- A deep recursion that carries arrays.
-- ==
-- entry: main
-- input { 20000i32 } output { [20000i32, 40000, 60000] }
-- input { 0i32 } output { [0i32, 0, 0] }

def add [n] (k: i32) (xs: [n]i32) : [n]i32 =
  if k == 0 then xs else add (k - 1) (map2 (+) xs (map (i32.i64 >-> (+ 1)) (iota n)))

entry main (k: i32) : [3]i32 = add k [0, 0, 0]

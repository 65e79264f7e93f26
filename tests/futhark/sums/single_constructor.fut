-- Types with one constructor: without payload, with several, in arrays.
-- ==
-- entry: main
-- input { 3i64 } output { 3i64 true }
-- input { 0i64 } output { 0i64 true }

-- ==
-- entry: payloads
-- input { [1i32, 2] } output { [3i32, 6] 9i32 }
-- input { empty([0]i32) } output { empty([0]i32) 0i32 }

type only = #only
type three = #three i32 i32 (i32, bool)
entry main (n: i64) : (i64, bool) =
  let x : only = #only
  in (match x case #only -> n, x == #only)
entry payloads [n] (xs: [n]i32) : ([n]i32, i32) =
  let ts = map (\x -> #three x x (x, true) : three) xs
  let ys = map (\t -> match t case #three a b (c, _) -> a + b + c) ts
  in (ys, i32.sum ys)

-- Commutative reductions give what the others give.
-- ==
-- entry: main
-- input { [3i32, 1, 4, 1, 5] } output { 14i32 60i32 5i32 1i32 2i32 }
-- input { empty([0]i32) } output { 0i32 1i32 -2147483648i32 2147483647i32 0i32 }

-- ==
-- entry: tuples
-- input { [3f64, 1, 2] } output { 6f64 3i64 }
-- input { empty([0]f64) } output { 0f64 0i64 }

entry main (xs: []i32) : (i32, i32, i32, i32, i32) =
  ( reduce_comm (+) 0 xs
  , reduce_comm (*) 1 xs
  , reduce_comm i32.max i32.lowest xs
  , reduce_comm i32.min i32.highest xs
  , reduce_comm (^) 0 xs
  )
entry tuples (xs: []f64) : (f64, i64) =
  reduce_comm (\(a, n) (b, m) -> (a + b, n + m)) (0, 0) (map (\x -> (x, 1)) xs)

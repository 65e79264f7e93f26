-- `iterate`, `iterate_while` and `iterate_until` with numbers, tuples and arrays.
-- ==
-- entry: numbers
-- input { 0i32 3i32 } output { 3i32 100i32 128i32 }
-- input { 4i32 3i32 } output { 48i32 100i32 192i32 }
-- input { 1i32 200i32 } output { 400i32 200i32 200i32 }

-- ==
-- entry: tuples
-- input { 10i32 } output { 55i32 89i32 }
-- input { 0i32 } output { 0i32 1i32 }

-- ==
-- entry: arrays
-- input { 2i32 [1i32, 2, 3] } output { [4i32, 8, 12] }
-- input { 0i32 [5i32] } output { [5i32] }

entry numbers (n: i32) (x: i32) : (i32, i32, i32) =
  ( iterate n (* 2) x
  , iterate_while (< 100) (\y -> i32.min 100 (y * 3)) x
  , iterate_until (>= 100) (* 2) (if x > 100 then x else if n == 0 then 1 else x)
  )
entry tuples (n: i32) : (i32, i32) = iterate n (\(a, b) -> (b, a + b)) (0, 1)
entry arrays [k] (n: i32) (xs: [k]i32) : [k]i32 = iterate n (map (* 2)) xs

-- Attributes of the language on expressions: hints, which leave every value what it is.
-- ==
-- entry: scheduled
-- input { [[1i32, 2, 3], [4, 5, 6]] } output { [6i32, 15] }
-- input { empty([0][3]i32) } output { empty([0]i32) }

-- ==
-- entry: unrolled
-- input { 5i32 } output { 120i32 }

-- ==
-- entry: hidden
-- input { 5i32 } output { 12i32 }

-- ==
-- entry: tuned
-- input { 10i64 } output { [0i64, 2, 4, 6, 8, 10, 12, 14, 16, 18] }

-- ==
-- entry: of_function
-- input { [1i32, 2] } output { [2i32, 3] }

entry scheduled (xss: [][]i32) =
  #[sequential_outer] map (\xs -> #[sequential] reduce (+) 0 (#[flattening(only_inner)] map (+ 0) xs)) xss

entry unrolled (n: i32) = #[unroll] loop x = 1 for i < n do x * (i + 1)

entry hidden (x: i32) = (#[opaque] x + 1) * (#[blank] #[scratch] 2)

entry tuned (n: i64) = #[param(tile_size)] #[incremental_flattening(no_outer)] map (* 2) (iota n)

entry of_function (xs: []i32) = map (#[noinline] (+ 1)) xs

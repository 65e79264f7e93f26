-- Sums of floats that are long enough for several accumulators, and numbers of elements around theirs. What is added is exact, so
-- any order gives the same.
-- ==
-- entry: sums
-- input { 0i64 } output { 0f32 0f64 0f32 0f32 }
-- input { 1i64 } output { 0f32 0f64 0f32 1f32 }
-- input { 63i64 } output { 1953f32 3906f64 31f32 32f32 }
-- input { 64i64 } output { 2016f32 4032f64 32f32 32f32 }
-- input { 65i64 } output { 2080f32 4160f64 32f32 33f32 }
-- input { 1000i64 } output { 499500f32 999000f64 500f32 500f32 }
-- input { 1003i64 } output { 502503f32 1005006f64 501f32 502f32 }

entry sums (n: i64) : (f32, f64, f32, f32) =
  let halves = map (\i -> (f32.i64 (i % 2), f32.i64 ((i + 1) % 2))) (iota n)
  let (odd, even) = reduce_comm (\(a, b) (c, d) -> (a + c, b + d)) (0, 0) halves
  in (f32.sum (map f32.i64 (iota n)), f64.sum (map (\i -> f64.i64 (2 * i)) (iota n)), odd, even)

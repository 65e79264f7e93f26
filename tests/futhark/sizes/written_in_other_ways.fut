-- Sizes are equal whatever assertions, ascriptions, attributes and sections they are written with.
-- ==
-- entry: main
-- input { 2i64 } output { 5i64 6i64 [1i32, 1] }
-- input { 0i64 } error: ssert

entry main (m: i64) =
  let a : [assert (m > 0) m]i32 = replicate (assert (m > 0) m) 1i32
  let b : [m]i32 = replicate (assert (m > 0) m) 1
  let c = zip3 a b (iota (m : i64))
  let d : [(+ 1) m]i64 = iota ((+ 1) m)
  let e : [m + 1]i64 = d
  let f : [1 + m]i64 = iota ((1 +) m)
  let g = zip3 (iota (m * 2 + 1)) (iota ((+ 1) (m * 2))) (iota ((+ 1) ((* 2) m)))
  let h = zip3 (iota (m + 2 * m)) (iota ((+ (2 * m)) m)) (iota ((\x -> x + 2 * m) m))
  let i : [m + 2 * m]i64 = iota ((\x y -> x + 2 * y) m m)
  let j : [(#[inline] m)]i64 = iota (#[unroll] m)
  let k : [(m : i64) + (1 : i64)]i64 = iota (m + 1)
  in (length g + 0 * (length e + length f + length k), length (zip h i) + 0 * length j, map (.0) c)

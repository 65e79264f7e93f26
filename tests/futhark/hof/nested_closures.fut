-- Closures inside of closures, each of which captures something of every level.
-- ==
-- entry: main
-- input { 1i32 [10i32, 20] } output { [[11i32, 21], [21, 41]] }
-- input { 0i32 empty([0]i32) } output { empty([0][0]i32) }

-- ==
-- entry: three_levels
-- input { 1i32 2i32 3i32 } output { 123i32 }
-- input { 0i32 0i32 7i32 } output { 7i32 }

entry main [n] (k: i32) (xs: [n]i32) : [n][n]i32 =
  map (\x ->
         let a = x + k
         let f i = a + x * i32.i64 i
         in map f (iota n)) xs
entry three_levels (a: i32) (b: i32) (c: i32) : i32 =
  let f x = let g y = let h z = 100 * x + 10 * y + z in h c in g b
  in f a

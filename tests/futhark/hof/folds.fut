-- Folds from both ends, with functions that do not commute and accumulators of other types.
-- ==
-- entry: main
-- input { [1i32, 2, 3] } output { 123i32 321i32 -4i32 2i32 }
-- input { empty([0]i32) } output { 0i32 0i32 2i32 0i32 }

-- ==
-- entry: types
-- input { [1i32, -2, 3] } output { 2i64 true }
-- input { empty([0]i32) } output { 0i64 false }

-- ==
-- entry: built
-- input { [3i32, 1, 2] } output { [2i32, 1, 3] }

entry main (xs: []i32) : (i32, i32, i32, i32) =
  ( foldl (\acc x -> 10 * acc + x) 0 xs
  , foldr (\x acc -> 10 * acc + x) 0 xs
  , foldl (-) 2 xs
  , foldr (-) 0 xs
  )
entry types (xs: []i32) : (i64, bool) =
  foldl (\(count, any) x -> (count + i64.bool (x > 0), any || x < 0)) (0, false) xs
entry built (xs: [3]i32) : [3]i32 =
  (foldl (\(ys, i) x -> (copy ys with [i] = x, i - 1)) (replicate 3 0, 2) xs).0

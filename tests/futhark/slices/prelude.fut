-- Parts of arrays by functions: `take`, `drop`, `split`, `head`, `last`, `tail`, `init`.
-- ==
-- entry: main
-- input { [1i32, 2, 3, 4] 1i64 } output { [1i32] [2i32, 3, 4] 1i32 4i32 [2i32, 3, 4] [1i32, 2, 3] }
-- input { [9i32] 0i64 } output { empty([0]i32) [9i32] 9i32 9i32 empty([0]i32) empty([0]i32) }
-- input { [9i32] 2i64 } error: [Oo]ut of bounds

-- ==
-- entry: splits
-- input { [1i32, 2, 3] } output { [1i32, 2] [3i32] }
-- input { [1i32, 2] } output { [1i32, 2] empty([0]i32) }

entry main (xs: []i32) (k: i64) : ([]i32, []i32, i32, i32, []i32, []i32) =
  (take k xs, drop k xs, head xs, last xs, tail xs, init xs)
entry splits [n] (xs: [n]i32) : ([]i32, []i32) =
  let m = n - 2
  let (a, b) = split (xs :> [2 + m]i32)
  in (a, b)

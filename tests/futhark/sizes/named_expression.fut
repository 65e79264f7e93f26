-- `let [k]` names a size that is an expression with a call or an operator in it: the value tells it.
-- ==
-- entry: last
-- input { [1, 2, 3, 4] 7i64 } output { [4] 1i64 }
-- input { [1, 2, 3, 4] 0i64 } output { [1, 2, 3, 4] 4i64 }
-- input { empty([0]i32) 3i64 } output { empty([0]i32) 0i64 }

-- ==
-- entry: first
-- input { [1, 2, 3, 4] 5i64 } output { [1, 2] [0i64, 1] }
-- input { [1, 2] 0i64 } output { empty([0]i32) empty([0]i64) }

entry last [n] (xs: [n]i32) (at: i64) : ([]i32, i64) =
  let [k] (ys: [k]i32) = xs[i64.min n (at % 4):]
  in (ys, k)

entry first [n] (xs: [n]i32) (at: i64) : ([]i32, []i64) =
  let [k] (ys: [k]i32, zs: [k]i64) = (take (at % 3) xs, iota (at % 3))
  in (ys, map2 (\_ z -> z) (iota k) zs)

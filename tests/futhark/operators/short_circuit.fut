-- `&&` and `||` do not evaluate what they do not need, so that it cannot fail.
-- ==
-- entry: index
-- input { [1i32, 2] 1i64 } output { true false }
-- input { [1i32, 2] 2i64 } output { false true }
-- input { [1i32, 0] 1i64 } output { false true }
-- input { empty([0]i32) -1i64 } output { false true }

-- ==
-- entry: divide
-- input { 10i32 0i32 } output { false true }
-- input { 10i32 3i32 } output { true false }

-- ==
-- entry: chained
-- input { 0i32 } output { 0i32 }
-- input { 3i32 } output { 1i32 }

entry index [n] (xs: [n]i32) (i: i64) : (bool, bool) =
  (i >= 0 && i < n && xs[i] > 0, i < 0 || i >= n || xs[i] <= 0)
entry divide (a: i32) (b: i32) : (bool, bool) = (b != 0 && a / b > 2, b == 0 || a / b < 2)
entry chained (x: i32) : i32 = if x != 0 && 6 / x == 2 || x < 0 then 1 else 0

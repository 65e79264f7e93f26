-- What fails only in a branch not taken, or for no element at all, does not fail.
-- ==
-- entry: branch
-- input { 0i32 } output { 0i32 }
-- input { 5i32 } output { 2i32 }

-- ==
-- entry: elements
-- input { empty([0]i64) } output { empty([0]i32) }
-- input { [0i64] } error: [Oo]ut of bounds

-- ==
-- entry: turns
-- input { 0i32 } output { 7i32 }
-- input { 1i32 } error: [Aa]ssertion

-- ==
-- entry: matched
-- input { [1i32, 2] 1i64 } output { 2i32 }
-- input { [1i32, 2] 9i64 } output { -1i32 }

entry branch (x: i32) : i32 = if x == 0 then 0 else 10 / x
entry elements [n] (is: [n]i64) : [n]i32 = let xs = take 0 [1i32] in map (\i -> xs[i]) is
entry turns (n: i32) : i32 = loop x = 7 for _i < n do assert (x < 0) x
entry matched [n] (xs: [n]i32) (i: i64) : i32 = match i < n case true -> xs[i] case false -> -1

-- A hole is told of with its type, and fails where it is evaluated.
-- ==
-- warning: a value of type i32 is missing
-- warning: a value of type \[n\]f64 is missing
-- warning: a value of type i32 -> bool is missing
-- warning: a value of type \(bool, \{x: i64\}\) is missing

-- ==
-- entry: scalar
-- input { true } output { 1i32 }
-- input { false } error: hole

-- ==
-- entry: array
-- input { [1f64, 2] true } output { [1f64, 2] }
-- input { [1f64, 2] false } error: hole

-- ==
-- entry: function
-- input { empty([0]i32) } output { empty([0]i32) }
-- input { [1i32] } error: hole

-- ==
-- entry: structure
-- input { true } output { 5i64 }
-- input { false } error: hole

entry scalar (b: bool) = if b then 1i32 else ???

entry array [n] (xs: [n]f64) (b: bool) : [n]f64 = if b then xs else ???

entry function (xs: []i32) =
  let p : i32 -> bool = \x -> (??? : i32 -> bool) x
  in filter p xs

entry structure (b: bool) =
  let (c, r) = if b then (true, {x = 5i64}) else (??? : (bool, {x: i64}))
  in if c then r.x else 0

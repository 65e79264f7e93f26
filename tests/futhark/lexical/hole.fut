-- A hole has any type, and fails only when something needs its value.
-- ==
-- entry: taken
-- input { 1i32 } output { 1i32 }
-- input { -1i32 } error: [Hh]ole

-- ==
-- entry: array
-- input { true 2i64 } output { [0i64, 1] }
-- input { false 2i64 } error: [Hh]ole

-- ==
-- entry: unused
-- input { 3i32 } output { 3i32 }

entry taken (x: i32) : i32 = if x > 0 then x else ???
entry array (known: bool) (n: i64) : [n]i64 = if known then iota n else ???
entry unused (x: i32) : i32 =
  let f (y: i32) : i32 = if y > 100 then ??? else y
  in f x

-- The unit has no values: nothing is read for it, and nothing written.
-- ==
-- entry: nothing
-- input { } output { }

-- ==
-- entry: seven
-- input { } output { 7i32 }

-- ==
-- entry: around
-- input { 3i32 [1i32, 2] } output { 3i32 [3i32, 4] }

-- ==
-- entry: fields
-- input { 1i64 } output { 2i64 }

entry nothing : () = ()
entry seven (_: ()) : i32 = 7
entry around (_: ()) (k: i32) (_: {}) (xs: []i32) : ((), i32, (), []i32) = ((), k, (), map (+ 2) xs)
entry fields (r: {a: (), b: i64}) : {c: i64, d: ()} = {c = r.b + 1, d = r.a}

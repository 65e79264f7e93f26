-- Two calls of itself in one body, also in a map over arguments.
-- ==
-- entry: one
-- input { 0 } output { 0 }
-- input { 1 } output { 1 }
-- input { 2 } output { 1 }
-- input { 10 } output { 55 }
-- input { 20 } output { 6765 }

-- ==
-- entry: many
-- input { empty([0]i32) } output { empty([0]i32) }
-- input { [7, 0, 12, 3] } output { [13, 0, 144, 2] }

def fibonacci (n: i32) : i32 = if n < 2 then n else fibonacci (n - 1) + fibonacci (n - 2)

entry one (n: i32) : i32 = fibonacci n
entry many [k] (ns: [k]i32) : [k]i32 = map fibonacci ns

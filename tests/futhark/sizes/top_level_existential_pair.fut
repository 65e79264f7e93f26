-- A top-level pair of arrays whose sizes hang together.
-- ==
-- entry: main
-- input { 3i64 } output { 3i64 4i64 }

def p : ?[k].([k]i32, [k + 1]i64) =
  let xs = filter (> 0) [1, 2, -1, 4]
  let n = length xs in (xs :> [n]i32, iota (n + 1))
entry main (n: i64) = (length p.0, length p.1)

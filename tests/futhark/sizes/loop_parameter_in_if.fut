-- An `if` in a loop keeps the size of the loop's parameter.
-- ==
-- entry: main
-- input { 2i64 } output { [2u64, 1u64] }
entry main (n: i64) : [n]u64 =
  loop a = replicate n 0u64 for i < n do
    a with [i] = u64.i64 (length (zip (if i > 0 then a else replicate n 0u64) (iota n))) - u64.i64 i

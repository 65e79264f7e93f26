-- passes: inline simplify cse dead-code prove simplify dead-code fuse fuse-reads simplify cse dead-code
-- A loop that takes each element once computes it.
entry main : i64 =
  let ys = map (\x -> x * x % 7) (iota 8)
  in loop a = 1 for i < 8 do 2 * a + ys[i]
entry over : i64 = loop a = 1 for y in map (\x -> x * x % 7) (iota 8) do 2 * a + y

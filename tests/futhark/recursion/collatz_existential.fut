-- The path of a recursion as an array whose size only the calls tell.
-- ==
-- entry: main
-- input { 6i64 } output { [6i64, 3, 10, 5, 16, 8, 4, 2, 1] }
-- input { 1i64 } output { [1i64] }

-- ==
-- entry: lengths
-- input { 5i64 } output { [1i64, 2, 8, 3, 6] }
-- input { 0i64 } output { empty([0]i64) }

def path (n: i64) : []i64 =
  if n == 1 then [1] else [n] ++ path (if n % 2 == 0 then n / 2 else 3 * n + 1)

entry main (n: i64) : []i64 = path n
entry lengths (n: i64) : [n]i64 = map (\i -> length (path (i + 1))) (iota n)

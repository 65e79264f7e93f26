-- Two arrays in one loop which are exchanged, added to and read at once.
-- ==
-- entry: sieve
-- input { 20i64 } output { [2i64, 3, 5, 7, 11, 13, 17, 19] }
-- input { 2i64 } output { empty([0]i64) }

-- ==
-- entry: merged
-- input { [1i32, 4, 6] [2i32, 3, 9] } output { [1i32, 2, 3, 4, 6, 9] }
-- input { empty([0]i32) [5i32] } output { [5i32] }
-- input { [5i32] empty([0]i32) } output { [5i32] }

entry sieve (n: i64) : []i64 =
  let prime = loop prime = tabulate n (> 1) for i in 2..<i64.max 2 n do
                if i * i < n && prime[i] then
                  loop prime for j in i * i..i * i + i..<n do prime with [j] = false
                else prime
  in filter (\i -> prime[i]) (iota n)
entry merged [n] [m] (a: [n]i32) (b: [m]i32) : [n + m]i32 =
  let (out, _, _) =
    loop (out, i, j) = (replicate (n + m) 0, 0, 0) for k < n + m do
      if j >= m || i < n && a[i] <= b[j]
      then (out with [k] = a[i], i + 1, j)
      else (out with [k] = b[j], i, j + 1)
  in out

-- Dynamic programming: knapsack by whole rows, longest increasing subsequence, coin change, and the cheapest order of
-- a chain of matrix products.
-- ==
-- entry: knapsack
-- input { [12i64, 10, 20, 15] [2i64, 1, 3, 2] 5i64 } output { 37i64 }
-- input { [5i64] [4i64] 3i64 } output { 0i64 }
-- input { empty([0]i64) empty([0]i64) 10i64 } output { 0i64 }
-- input { [5i64, 9] [0i64, 0] 0i64 } output { 14i64 }

-- ==
-- entry: increasing
-- input { [10i32, 9, 2, 5, 3, 7, 101, 18] } output { 4i64 }
-- input { [5i32, 4, 3] } output { 1i64 }
-- input { empty([0]i32) } output { 0i64 }
-- input { [1i32, 1, 2, 2, 3] } output { 3i64 }

-- ==
-- entry: coins
-- input { [1i64, 2, 5] 11i64 } output { 3i64 11i64 }
-- input { [2i64] 3i64 } output { -1i64 0i64 }
-- input { [7i64] 0i64 } output { 0i64 1i64 }

-- ==
-- entry: matrix_chain
-- input { [40i64, 20, 30, 10, 30] } output { 26000i64 }
-- input { [10i64, 20, 30] } output { 6000i64 }
-- input { [10i64, 20] } output { 0i64 }

entry knapsack [n] (values: [n]i64) (weights: [n]i64) (capacity: i64) : i64 =
  let best =
    loop best = replicate (capacity + 1) 0 for (v, w) in zip values weights do
      map (\c -> if w <= c then i64.max best[c] (best[c - w] + v) else best[c]) (iota (capacity + 1))
  in last best

def greatest [n] (xs: [n]i64) : i64 = foldl i64.max 0 xs

entry increasing [n] (xs: [n]i32) : i64 =
  let lengths =
    loop lengths = replicate n 0 for i < n do
      let before = map2 (\x l -> if x < xs[i] then l else 0) xs[:i] lengths[:i]
      in lengths with [i] = 1 + greatest before
  in greatest lengths

entry coins [k] (kinds: [k]i64) (amount: i64) : (i64, i64) =
  let none = i64.highest
  let fewest =
    loop fewest = replicate (amount + 1) none with [0] = 0 for a in 1..<amount + 1 do
      let with_coin c = if c <= a && fewest[a - c] != none then fewest[a - c] + 1 else none
      in fewest with [a] = i64.minimum (map with_coin kinds)
  let ways =
    loop ways = replicate (amount + 1) 0i64 with [0] = 1 for c in kinds do
      loop ways for a in c..<i64.max c (amount + 1) do
        ways with [a] = ways[a] + ways[a - c]
  in (if fewest[amount] == none then -1 else fewest[amount], ways[amount])

entry matrix_chain [k] (dims: [k]i64) : i64 =
  let n = k - 1
  let cost =
    loop cost = replicate n (replicate n 0) for width in 1..<n do
      let cell i =
        let j = i + width
        let split s = cost[i, s] + cost[s + 1, j] + dims[i] * dims[s + 1] * dims[j + 1]
        in i64.minimum (map (\d -> split (i + d)) (iota width))
      let new = map cell (iota (n - width))
      in loop cost for i < n - width do cost with [i, i + width] = new[i]
  in cost[0, n - 1]

-- Dynamic programs: by rows, by diagonals, by items, with tables that are consumed.
-- ==
-- entry: edit_distance
-- input { "kitten" "sitting" } output { 3i32 }
-- input { "intention" "execution" } output { 5i32 }
-- input { "a" "b" } output { 1i32 }
-- input { empty([0]u8) "abc" } output { 3i32 }
-- input { "abc" empty([0]u8) } output { 3i32 }
-- input { empty([0]u8) empty([0]u8) } output { 0i32 }

-- ==
-- entry: common
-- input { "AGGTABQW" "GXTXAYB" } output { 4i32 }
-- input { "programming" "gaming" } output { 6i32 }
-- input { empty([0]u8) empty([0]u8) } output { 0i32 }

-- ==
-- entry: knapsack
-- input { 50i64 [10i64, 20i64, 30i64, 7i64, 13i64] [60i32, 100i32, 120i32, 50i32, 70i32] } output { 280i32 }
-- input { 0i64 empty([0]i64) empty([0]i32) } output { 0i32 }

-- ==
-- entry: matrix_chain
-- input { [30i64, 35i64, 15i64, 5i64, 10i64, 20i64, 25i64] } output { 15125i64 }
-- input { [3i64, 4i64] } output { 0i64 }
-- input { [3i64, 4i64, 5i64] } output { 60i64 }

-- ==
-- entry: ways
-- input { [1i64, 2i64, 5i64, 10i64, 50i64] 100i64 } output { 2498i64 }
-- input { [7i64] 3i64 } output { 0i64 }

-- ==
-- entry: ascending
-- input { [15i32, 37i32, 34i32, 8i32, 23i32, 38i32, 30i32, 40i32, 37i32, 4i32, 38i32, 0i32, 30i32, 16i32, 35i32, 14i32, 12i32, 45i32, 30i32, 34i32, 35i32, 30i32, 25i32, 40i32, 9i32] }
-- output { 6i64 }
-- input { empty([0]i32) } output { 0i64 }

entry edit_distance [n][m] (a: [n]u8) (b: [m]u8) : i32 =
  let row = map i32.i64 (0...m)
  let final =
    loop row for (x, i) in zip a (iota n) do
      let row = row :> [m + 1]i32
      let (next, _) =
        loop (next, left) = (replicate (m + 1) 0 with [0] = i32.i64 i + 1, i32.i64 i + 1) for j < m do
          let best = i32.min (i32.min row[j + 1] left + 1) (row[j] + i32.bool (x != b[j]))
          in (next with [j + 1] = best, best)
      in next
  in last final

-- | The longest common subsequence, over the diagonals of the table.
entry common [n][m] (a: [n]u8) (b: [m]u8) : i32 =
  let cell (before: [n + 1]i32) (now: [n + 1]i32) d i =
    let j = d - i
    in if i == 0 || j <= 0 || j > m then 0
       else if a[i - 1] == b[j - 1] then before[i - 1] + 1
       else i32.max now[i - 1] now[i]
  let zero = replicate (n + 1) 0i32
  let (_, final) =
    loop (before, now) = (zero, zero) for d in 1...n + m + 1 do
      if d > n + m then (before, now)
      else (now, tabulate (n + 1) (cell before now d))
  in if n + m == 0 then 0 else final[n]

entry knapsack [n] (capacity: i64) (weights: [n]i64) (values: [n]i32) : i32 =
  let table =
    loop t = replicate (capacity + 1) 0 for (w, v) in zip weights values do
      map (\c -> if c >= w then i32.max t[c] (t[c - w] + v) else t[c]) (indices t)
  in last table

-- | The least number of multiplications for a product of matrices.
entry matrix_chain [m] (d: [m]i64) : i64 =
  let n = m - 1
  let costs =
    loop c = replicate n (replicate n 0) for l in 2..<i64.max 3 (n + 1) do
      loop c for i < n - l + 1 do
        let j = i + l - 1
        let best = (i..<j) |> map (\k -> c[i, k] + c[k + 1, j] + d[i] * d[k + 1] * d[j + 1]) |> i64.minimum
        in c with [i, j] = best
  in if n > 0 then costs[0, n - 1] else 0

entry ways (coins: []i64) (amount: i64) : i64 =
  last (loop t = replicate (amount + 1) 0 with [0] = 1 for c in coins do
          loop t for a in c..<i64.max (c + 1) (amount + 1) do
            if a > amount then t else t with [a] = t[a] + t[a - c])

-- | The length of the longest strictly ascending subsequence, by patience.
entry ascending [n] (xs: [n]i32) : i64 =
  let tops = replicate n i32.highest
  in (loop (tops, piles) = (tops, 0) for x in xs do
        let (p, _) = loop (lo, hi) = (0, piles) while lo < hi do
                       let mid = (lo + hi) / 2
                       in if tops[mid] < x then (mid + 1, hi) else (lo, mid)
        in (tops with [p] = x, i64.max piles (p + 1))).1

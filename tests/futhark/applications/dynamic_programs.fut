-- Dynamic programs: chains of matrices by diagonals, knapsack with its choice, rows by scans, in-place tables.
-- ==
-- entry: chain
-- input { [5i32] }
-- output { 0i32 }
-- input { [5i32, 6i32] }
-- output { 0i32 }
-- input { [10i32, 30i32, 5i32, 60i32] }
-- output { 4500i32 }
-- input { [15i32, 14i32, 16i32, 2i32, 8i32, 14i32, 15i32, 8i32, 14i32] }
-- output { 2396i32 }

-- ==
-- entry: choice
-- input { 0i64 empty([0]i64) empty([0]i32) }
-- output { 0i32 empty([0]bool) }
-- input { 5i64 empty([0]i64) empty([0]i32) }
-- output { 0i32 empty([0]bool) }
-- input { 10i64 [5i64, 4i64, 6i64, 3i64] [10i32, 40i32, 30i32, 50i32] }
-- output { 90i32 [false, true, false, true] }
-- input { 17i64 [8i64, 5i64, 2i64, 5i64, 1i64, 5i64, 5i64] [28i32, 25i32, 17i32, 7i32, 14i32, 14i32, 20i32] }
-- output { 84i32 [true, true, true, false, true, false, false] }

-- ==
-- entry: increasing
-- input { empty([0]i32) }
-- output { 0i64 }
-- input { [3i32] }
-- output { 1i64 }
-- input { [5i32, 4i32, 3i32] }
-- output { 1i64 }
-- input { [26i32, 6i32, 15i32, 6i32, 1i32, 1i32, 8i32, 8i32, 7i32, 16i32, 6i32, 24i32, 7i32, 13i32, 27i32, 8i32, 4i32, 10i32, 1i32, 28i32, 29i32, 10i32, 18i32, 3i32, 18i32] }
-- output { 7i64 }

-- ==
-- entry: change
-- input { empty([0]i64) 0i64 }
-- output { 1i64 }
-- input { empty([0]i64) 5i64 }
-- output { 0i64 }
-- input { [1i64, 2i64, 5i64] 11i64 }
-- output { 11i64 }
-- input { [3i64, 7i64] 40i64 }
-- output { 2i64 }

-- ==
-- entry: common
-- input { empty([0]u8) empty([0]u8) }
-- output { 0i32 }
-- input { [97u8, 98u8, 99u8] empty([0]u8) }
-- output { 0i32 }
-- input { [110u8, 101u8, 109u8, 97u8, 116u8, 111u8, 100u8, 101u8, 32u8, 107u8, 110u8, 111u8, 119u8, 108u8, 101u8, 100u8, 103u8, 101u8] [101u8, 109u8, 112u8, 116u8, 121u8, 32u8, 98u8, 111u8, 116u8, 116u8, 108u8, 101u8] }
-- output { 7i32 }

-- ==
-- entry: shortest
-- input { [[0i32]] }
-- output { [[0i32]] }
-- input { [[0i32, -1i32, -1i32, -1i32], [-1i32, 0i32, -1i32, 8i32], [5i32, 9i32, 0i32, 8i32], [-1i32, -1i32, -1i32, 0i32]] }
-- output { [[0i32, -1i32, -1i32, -1i32], [-1i32, 0i32, -1i32, 8i32], [5i32, 9i32, 0i32, 8i32], [-1i32, -1i32, -1i32, 0i32]] }
-- input { [[0i32, -1i32, -1i32, 7i32, 6i32, -1i32, -1i32], [1i32, 0i32, -1i32, -1i32, -1i32, -1i32, -1i32], [6i32, -1i32, 0i32, -1i32, -1i32, -1i32, 7i32], [-1i32, -1i32, -1i32, 0i32, -1i32, -1i32, -1i32], [-1i32, -1i32, -1i32, -1i32, 0i32, -1i32, -1i32], [-1i32, 1i32, 3i32, 3i32, 1i32, 0i32, 8i32], [-1i32, -1i32, -1i32, 7i32, -1i32, -1i32, 0i32]] }
-- output { [[0i32, -1i32, -1i32, 7i32, 6i32, -1i32, -1i32], [1i32, 0i32, -1i32, 8i32, 7i32, -1i32, -1i32], [6i32, -1i32, 0i32, 13i32, 12i32, -1i32, 7i32], [-1i32, -1i32, -1i32, 0i32, -1i32, -1i32, -1i32], [-1i32, -1i32, -1i32, -1i32, 0i32, -1i32, -1i32], [2i32, 1i32, 3i32, 3i32, 1i32, 0i32, 8i32], [-1i32, -1i32, -1i32, 7i32, -1i32, -1i32, 0i32]] }

def inf = i32.highest / 4

-- | The cheapest order of a product of matrices, by diagonals.
def matrix_chain [k] (dims: [k + 1]i32) : i32 =
  let table = replicate k (replicate k 0i32)
  let table =
    loop table for l < k - 1 do
      let len = l + 1
      let cost i =
        let j = i + len
        in map (\s -> table[i, s] + table[s + 1, j] + dims[i] * dims[s + 1] * dims[j + 1]) (i..<j)
           |> i32.minimum
      let costs = map cost (iota (k - len))
      in scatter_2d table (map (\i -> (i, i + len)) (iota (k - len))) costs
  in if k == 0 then 0 else table[0, k - 1]

-- | The most valuable choice within `capacity`, and what is chosen.
def knapsack [n] (capacity: i64) (items: [n]{weight: i64, value: i32}) : (i32, [n]bool) =
  let row_after (row: [capacity + 1]i32) (item: {weight: i64, value: i32}) =
    map2 (\w best -> if item.weight > w then best
                     else i32.max best (row[w - item.weight] + item.value))
         (0...capacity :> [capacity + 1]i64) row
  let table = replicate (n + 1) (replicate (capacity + 1) 0i32)
  let table = loop table for i < n do table with [i + 1] = row_after table[i] items[i]
  let (chosen, _) =
    loop (chosen, w) = (replicate n false, capacity) for k < n do
      let i = n - 1 - k
      in if table[i + 1, w] != table[i, w]
         then (chosen with [i] = true, w - items[i].weight)
         else (chosen, w)
  in (table[n, capacity], chosen)

def longest_increasing [n] (xs: [n]i32) : i64 =
  let (_, len) =
    loop (tails, len) = (replicate n i32.highest, 0) for x in xs do
      let (lo, _) = loop (lo, hi) = (0, len) while lo < hi do
        let mid = (lo + hi) / 2
        in if tails[mid] < x then (mid + 1, hi) else (lo, mid)
      in (tails with [lo] = x, i64.max len (lo + 1))
  in len

def coin_ways [k] (coins: [k]i64) (amount: i64) : i64 =
  let ways = replicate (amount + 1) 0i64 with [0] = 1
  let ways = loop ways for c in coins do
    loop ways for a in c..<amount + 1 do
      ways with [a] = ways[a] + ways[a - c]
  in last ways

def lcs [n][m] (a: [n]u8) (b: [m]u8) : i32 =
  let row = loop row = replicate (m + 1) 0i32 for i < n do
    let up = map (\j -> if j > 0 && a[i] == b[j - 1] then row[j - 1] + 1 else row[j]) (iota (m + 1))
    in scan i32.max 0 up
  in last row

def floyd [n] (d: [n][n]i32) : [n][n]i32 =
  loop d for k < n do
    map (\row -> map2 (\x y -> i32.min x (row[k] + y)) row d[k]) d

entry chain [k] (dims: [k]i32) : i32 = matrix_chain (dims :> [(k - 1) + 1]i32)
entry choice [n] (capacity: i64) (weights: [n]i64) (values: [n]i32) =
  knapsack capacity (map2 (\weight value -> {weight, value}) weights values)
entry increasing (xs: []i32) = longest_increasing xs
entry change (coins: []i64) (amount: i64) = coin_ways coins amount
entry common (a: []u8) (b: []u8) = lcs a b
entry shortest [n] (d: [n][n]i32) : [n][n]i32 =
  map (map (\x -> if x < 0 then inf else x)) d |> floyd |> map (map (\x -> if x >= inf then -1 else x))

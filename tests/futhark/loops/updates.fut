-- Loops that write into arrays they carry along.
-- ==
-- entry: sieve
-- input { 20i64 } output { [2i64, 3, 5, 7, 11, 13, 17, 19] }
-- input { 2i64 } output { [2i64] }
-- input { 0i64 } output { empty([0]i64) }

-- ==
-- entry: insertion
-- input { [3, 1, 2, 5, 4] } output { [1, 2, 3, 4, 5] }
-- input { [1] } output { [1] }
-- input { empty([0]i32) } output { empty([0]i32) }

-- ==
-- entry: bubbles
-- input { [4, 2, 2, -1] } output { [-1, 2, 2, 4] 5 }
-- input { [1, 2] } output { [1, 2] 0 }

-- ==
-- entry: table
-- input { 3i64 4i64 } output { [[1, 1, 1, 1], [1, 2, 3, 4], [1, 3, 6, 10]] }
-- input { 1i64 1i64 } output { [[1]] }

-- ==
-- entry: change
-- input { [1, 5, 2] 11i64 } output { 3 }
-- input { [5] 3i64 } output { -1 }
-- input { [7] 0i64 } output { 0 }

-- ==
-- entry: several
-- input { [1, 2, 3] } output { [3, 2, 1] [1, 3, 6] 2 }
-- input { [8] } output { [8] [8] 0 }

entry sieve (n: i64) : []i64 =
  let marks = loop marks = replicate (n + 1) true for d in 2..<i64.max 2 (n + 1) do
    if marks[d] && d * d <= n
    then loop marks for k < n / d - d + 1 do marks with [d * (d + k)] = false
    else marks
  in filter (\i -> i >= 2 && marks[i]) (iota (n + 1))

entry insertion [n] (xs: [n]i32) : [n]i32 =
  loop xs = copy xs for i < n do
    let (xs, _) =
      loop (xs, j) = (xs, i) while j > 0 && xs[j - 1] > xs[j] do
        let a = xs[j - 1]
        let b = xs[j]
        let xs[j - 1] = b
        let xs[j] = a
        in (xs, j - 1)
    in xs

entry bubbles [n] (xs: [n]i32) =
  loop (xs, swaps) = (copy xs, 0i32) for i < n do
    loop (xs, swaps) for j < n - 1 - i do
      let (a, b) = (xs[j], xs[j + 1])
      in if a > b then (xs with [j] = b with [j + 1] = a, swaps + 1) else (xs, swaps)

entry table (n: i64) (m: i64) : [n][m]i32 =
  loop t = replicate n (replicate m 1) for i in 1..<n do
    loop t for j in 1..<m do
      t with [i, j] = t[i - 1, j] + t[i, j - 1]

-- | The least number of coins that make an amount.
entry change (coins: []i32) (amount: i64) : i32 =
  let none = 1000000
  let best = loop best = replicate (amount + 1) none for a in 1..<amount + 1 do
    let start = copy (best with [0] = 0)
    let counts = map (\c -> if i64.i32 c <= a then start[a - i64.i32 c] + 1 else none) coins
    in start with [a] = i32.minimum counts
  in if amount == 0 then 0 else if best[amount] >= none then -1 else best[amount]

entry several [n] (xs: [n]i32) =
  let zeros () : *[n]i32 = replicate n 0
  let (reversed, sums, _, writes) =
    loop (reversed, sums, total, writes) = (zeros (), zeros (), 0, -1) for i < n do
      let total = total + xs[i]
      in (reversed with [n - 1 - i] = xs[i], sums with [i] = total, total, writes + 1)
  in (reversed, sums, writes)

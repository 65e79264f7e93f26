-- Loops over the elements of an array.
-- ==
-- entry: totals
-- input { [1, 2, 3] } output { 6 6 [3, 2, 1] }
-- input { [1] } output { 1 1 [1] }
-- input { empty([0]i32) } output { 0 0 empty([0]i32) }

-- ==
-- entry: pairs
-- input { [1, 2, 3] [4, 5, 6] } output { 32 -9 }
-- input { empty([0]i32) empty([0]i32) } output { 0 0 }

-- ==
-- entry: rows
-- input { [[1, 2], [3, 4], [5, 6]] } output { [9, 12] 91 }
-- input { empty([0][2]i32) } output { [0, 0] 0 }
-- input { empty([3][0]i32) } output { empty([0]i32) 0 }

-- ==
-- entry: ranges
-- input { 5 } output { 15 9 120 }
-- input { 1 } output { 1 1 1 }

-- ==
-- entry: votes
-- input { [3, 1, 3, 3, 2] } output { 3 3 }
-- input { [7] } output { 7 1 }
-- input { [1, 2, 2, 1, 2] } output { 2 3 }

-- ==
-- entry: best_sum
-- input { [-2, 1, -3, 4, -1, 2, 1, -5, 4] } output { 6 }
-- input { [-3, -1, -2] } output { -1 }
-- input { [5] } output { 5 }

-- ==
-- entry: parsed
-- input { "12+30-7" } output { 35 }
-- input { "5" } output { 5 }
-- input { "-40" } output { -40 }

entry totals (xs: []i32) =
  let sum = loop s = 0 for x in xs do s + x
  let alternating = loop (s, sign) = (0, 1) for x in xs do (s + sign * x * x, -sign)
  in (sum, alternating.0, loop ys = [] for x in xs do [x] ++ ys)

entry pairs [n] (xs: [n]i32) (ys: [n]i32) =
  let dot = loop s = 0 for (x, y) in zip xs ys do s + x * y
  let differences = loop s = 0 for (x, y) in zip xs ys do
    let d = x - y
    in s + d
  in (dot, differences)

entry rows [n] [m] (xss: [n][m]i32) =
  let columns = loop sums = replicate m 0 for row in xss do map2 (+) sums row
  let squares = loop s = 0 for row in xss do loop s for x in row do s + x * x
  in (columns, squares)

entry ranges (n: i32) =
  (loop s = 0 for i in 1...n do s + i,
   loop s = 0 for i in 1..3...n do s + i,
   loop p = 1 for i in n..>0 do p * i)

-- | The element with a majority, found in one pass, and how often it occurs.
entry votes (xs: []i32) =
  let (winner, _) = loop (candidate, count) = (xs[0], 0i32) for x in xs do
    if count == 0 then (x, 1) else (candidate, if x == candidate then count + 1 else count - 1)
  in (winner, loop k = 0 for x in xs do k + i32.bool (x == winner))

entry best_sum (xs: []i32) : i32 =
  let (_, best) = loop (here, best) = (0, i32.lowest) for x in xs do
    let here = i32.max x (here + x)
    in (here, i32.max best here)
  in best

-- | The value of numbers with + and - between them.
entry parsed (text: []u8) : i32 =
  let (total, sign, number) = loop (total, sign, number) = (0, 1, 0) for c in text do
    if c == '+' || c == '-'
    then (total + sign * number, if c == '+' then 1 else -1, 0)
    else (total, sign, number * 10 + i32.u8 (c - '0'))
  in total + sign * number

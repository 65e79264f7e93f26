-- Sums as variables of loops: a small machine, and a search that stops.
-- ==
-- entry: machine
-- input { 5i32 } output { 15i32 5i32 }
-- input { 0i32 } output { 0i32 0i32 }

-- ==
-- entry: search
-- input { [3i32, 5, 8, 9] 8i32 } output { 2i64 3i64 }
-- input { [3i32, 5, 8, 9] 4i32 } output { -1i64 4i64 }
-- input { empty([0]i32) 4i32 } output { -1i64 0i64 }

type state = #running i32 i32 | #stopped i32
entry machine (n: i32) : (i32, i32) =
  let (s, steps) =
    loop (s, steps) = (#running 0 n : state, 0) while (match s case #running _ _ -> true case #stopped _ -> false) do
      match s
      case #running sum 0 -> (#stopped sum, steps)
      case #running sum k -> (#running (sum + k) (k - 1), steps + 1)
      case #stopped _ -> (s, steps)
  in (match s case #stopped x -> x case #running _ _ -> -1, steps)
type found = #found i64 | #at i64
entry search [n] (xs: [n]i32) (x: i32) : (i64, i64) =
  let (r, steps) =
    loop (r, steps) = (#at 0 : found, 0i64) while (match r case #found _ -> false case #at i -> i < n) do
      match r
      case #at i -> (if xs[i] == x then #found i else #at (i + 1), steps + 1)
      case #found _ -> (r, steps)
  in match r case #found i -> (i, steps) case #at _ -> (-1, steps)

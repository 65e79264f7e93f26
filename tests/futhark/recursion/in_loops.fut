-- Calls in for and while loops, and a loop within each call; arrays carried through both.
-- ==
-- entry: walked
-- input { 1i64 } output { [0i64] }
-- input { 2i64 } output { [0i64, 1i64, 0i64] }
-- input { 3i64 } output { [0i64, 1i64, 0i64, 2i64, 0i64, 1i64, 0i64] }

-- ==
-- entry: digits
-- input { 0 } output { 0 }
-- input { 7 } output { 7 }
-- input { 12345 } output { 15 }

-- The ruler sequence: each level between two copies of those below.
def ruler (n: i64) : []i64 =
  if n == 0 then [] else
  loop all = [] for i < 2 do
    let below = ruler (n - 1)
    in if i == 0 then below else all ++ [n - 1] ++ below

def sum_digits (n: i32) : i32 =
  let (rest, sum) = loop (rest, sum) = (n, 0) while rest >= 10 do (rest / 10, sum + sum_digits (rest % 10))
  in if n < 10 then n else rest + sum

entry walked (n: i64) : []i64 = ruler n
entry digits (n: i32) : i32 = sum_digits n

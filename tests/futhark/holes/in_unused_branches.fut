-- Holes of several types in places that are not reached, also in modules and recursions.
-- ==
-- entry: main
-- input { 3i32 } output { 6i32 }
-- input { -1i32 } error: hole

-- ==
-- entry: sums
-- input { 1i32 } output { 1i32 }
-- input { 0i32 } error: hole

module m = {
  def later (x: i32) : [3]i32 = if x < 100 then replicate 3 x else ???
}

def count (n: i32) : i32 = if n < 0 then ??? else if n == 0 then 0 else n + count (n - 1)

entry main (n: i32) : i32 = count (m.later n)[1]

entry sums (n: i32) : i32 =
  let s : #a i32 | #b = if n == 0 then ??? else #a n
  in match s case #a k -> k case #b -> 0

-- Definitions without parameters: of sections, of partial applications, of compositions, and of maps.
-- ==
-- entry: main
-- input { [1i32, 2, 3] } output { 6i32 [2i32, 3, 4] 12i32 3i32 }
-- input { [5i32] } output { 5i32 [6i32] 10i32 5i32 }

-- ==
-- entry: inner
-- input { [3i32, 4] } output { 25i32 }
-- input { empty([0]i32) } output { 0i32 }

def total = reduce (+) 0i32
def inc = (+ 1i32)
def inc_all [n] : [n]i32 -> [n]i32 = map inc
def double_total [n] : [n]i32 -> i32 = map (* 2) >-> total
def greatest [n] : [n]i32 -> i32 = reduce i32.max i32.lowest
entry main [n] (xs: [n]i32) : (i32, [n]i32, i32, i32) = (total xs, inc_all xs, double_total xs, greatest xs)
entry inner (xs: []i32) : i32 =
  let square = \x -> x * x
  let sum_of = \ys -> i32.sum ys
  in sum_of (map square xs)

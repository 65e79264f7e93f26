-- Compositions bind more tightly than pipes; those to the right come first in `>->` and last in `<-<`.
-- ==
-- entry: main
-- input { 5i32 } output { 12i32 11i32 22i32 }
-- input { -1i32 } output { 0i32 -1i32 -2i32 }

-- ==
-- entry: long
-- input { [3i32, 4] } output { 50i32 [10i32, 17] }
-- input { [0i32, 0] } output { 0i32 [1i32, 1] }

def inc (x: i32) : i32 = x + 1
def double (x: i32) : i32 = x * 2
def square (x: i32) : i32 = x * x
entry main (x: i32) : (i32, i32, i32) =
  (x |> inc >-> double, x |> inc <-< double, (double >-> inc >-> double) x)
entry long (xs: [2]i32) : (i32, [2]i32) =
  (xs |> map square >-> i32.sum >-> double, map (square >-> inc) xs)

-- A recursive function that goes between two states.
-- ==
-- entry: main
-- input { 3i64 } output { 14i64 }

def f (k: i64) (acc: #z | #s i64) : i64 =
  match acc case #z -> (if k == 0 then 0 else f (k - 1) (#s k)) case #s j -> j * j + f k #z
entry main (n: i64) = f n #z

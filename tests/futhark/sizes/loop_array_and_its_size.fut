-- A loop that carries a number and an array that has it as its size, which is claimed.
-- ==
-- entry: main
-- input { 0i64 } output { 1i64 [0i64] }
-- input { 3i64 } output { 4i64 [0i64, 1, 2, 3] }

-- ==
-- entry: halved
-- input { 9i64 } output { 1i64 [0i64] }
-- input { 1i64 } output { 1i64 [0i64] }
-- input { 0i64 } output { 0i64 empty([0]i64) }

entry main (n: i64) : (i64, []i64) =
  loop (k, xs) = (1, [0]) for i < n do
    let ys = xs :> [k]i64
    let zs : [k + 1]i64 = ys ++ [i + 1]
    in (k + 1, zs)

entry halved (n: i64) : (i64, []i64) =
  loop [m] (k, xs: [m]i64) = (n, iota n) while m > 1 do
    let h = k / 2
    in (h, take h xs)

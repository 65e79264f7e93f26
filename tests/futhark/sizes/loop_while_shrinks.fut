-- The condition of a while loop sees the size of each round.
-- ==
-- entry: main
-- input { [1i32, 2i32, 3i32, 4i32] } output { [3i32, 4i32] }

entry main (xs: []i32) : []i32 =
  loop ys = xs while (let [k] (_: [k]i32) = ys in k > 2) do ys[1:]

-- A loop that filters as long as there is something.
-- ==
-- entry: main
-- input { [5i32, 3i32, 8i32, 6i32] } output { 3i32 }

-- How often the smallest and those beside it in value go.
entry main (xs: []i32) : i32 =
  (loop (ys, rounds) = (xs, 0i32) while length ys > 1 do
     let least = i32.minimum ys
     in (filter (> least) ys, rounds + 1)).1

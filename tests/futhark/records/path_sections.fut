-- Sections of paths: fields, tuples, indices and mixtures.
-- ==
-- entry: fields
-- input { [1i32, 2, 3] } output { [1i32, 2, 3] [10i32, 20, 30] [100i32, 200, 300] }
-- input { empty([0]i32) } output { empty([0]i32) empty([0]i32) empty([0]i32) }

-- ==
-- entry: indices
-- input { [[1i32, 2], [3, 4]] } output { [2i32, 4] 3i32 [2i32, 4] }

-- ==
-- entry: mixed
-- input { 5i32 } output { 6i32 5i32 }

entry fields [n] (xs: [n]i32) : ([n]i32, [n]i32, [n]i32) =
  let rs = map (\x -> {a = x, b = {c = 10 * x}, d = (x, 100 * x)}) xs
  in (map (.a) rs, map (.b.c) rs, map (.d.1) rs)
entry indices (a: [2][2]i32) : ([]i32, i32, []i32) =
  (map (.[1]) a, a |> (.[1, 0]), a |> (.[:, 1]))
entry mixed (x: i32) : (i32, i32) =
  let r = {xs = [{y = x}, {y = x + 1}], z = 0i32}
  in ((.xs[1].y) r, r |> (.xs) |> (.[0]) |> (.y))

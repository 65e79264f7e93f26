-- Sections of paths composed with functions, pipes and other sections.
-- ==
-- entry: main
-- input { [1i32, 2] } output { [2i32, 3] [11i32, 21] 3i32 }
-- input { empty([0]i32) } output { empty([0]i32) empty([0]i32) 0i32 }

-- ==
-- entry: slices
-- input { [1i32, 2, 3, 4] } output { [2i32, 3] 4i32 }

entry main [n] (xs: [n]i32) : ([n]i32, [n]i32, i32) =
  let rs = map (\x -> {a = {b = x}, c = (10 * x, true)}) xs
  in (map ((.a.b) >-> (+ 1)) rs, rs |> map (.c) |> map (.0) |> map (+ 1), rs |> map (.a) |> map (.b) |> i32.sum)
entry slices (xs: [4]i32) : ([]i32, i32) = (xs |> (.[1:3]), {v = xs} |> (.v[3]))

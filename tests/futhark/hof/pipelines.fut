-- Functions of the prelude in a pipeline, each with some of its arguments.
-- ==
-- entry: main
-- input { [5i32, -3, 8, 0, 2] } output { 15i32 }
-- input { empty([0]i32) } output { 0i32 }

-- ==
-- entry: words
-- input { "to be or not" } output { 4i64 3i64 }
-- input { "one" } output { 1i64 3i64 }

-- ==
-- entry: sorted
-- input { [3i32, 1, 2] } output { [true, true, true] 3i64 }

entry main (xs: []i32) : i32 = xs |> filter (> 0) |> map (* 2) |> i32.sum |> (/ 2)
entry words (s: []u8) : (i64, i64) =
  let spaces = s |> map (== ' ') |> map i64.bool
  in (1 + i64.sum spaces,
      (loop (run, best) = (0, 0) for c in s do
         let run = if c == ' ' then 0 else run + 1
         in (run, i64.max run best)).1)
entry sorted (xs: [3]i32) : ([3]bool, i64) =
  xs |> zip (iota 3) |> map (\(i, x) -> x > 0 && i < 3) |> \bs -> (bs, bs |> map i64.bool |> i64.sum)

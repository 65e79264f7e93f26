-- Two arrays that change their size in the same way are named together.
-- ==
-- entry: main
-- input { 3i64 } output { [0i64, 2i64, 4i64, 6i64] }

entry main (n: i64) : []i64 =
  let (a, b) =
    loop (a, b) = (iota 1, iota 1) for i < n do
      let m = i + 2
      in (iota m, iota m)
  in map2 (+) a (b :> [length a]i64 |> \c -> sized (length a) c) |> \c -> c

-- Two arrays that change their size in the same way: the pattern names it.
-- ==
-- entry: main
-- input { 3i64 } output { [0i64, 2i64, 4i64, 6i64] }

entry main (n: i64) : []i64 =
  let (a, b) =
    loop [k] (a: [k]i64, b: [k]i64) = (iota 1, iota 1) for i < n do
      let sum = map2 (+) a b
      in (sum ++ [2 * (i + 1)], map (const 0) a ++ [0])
  let [m] (a: [m]i64) = a
  in map2 (+) (map2 (-) a a) (map2 (+) (iota m) (iota m)) |> map2 (+) (b :> [m]i64)

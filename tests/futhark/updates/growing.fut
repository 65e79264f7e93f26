-- Loops whose arrays change their size from round to round, and updates of arrays of unknown size.
-- ==
-- entry: evens_twice
-- input { [1i32, 2, 3, 4, 5, 6, 7, 8] 2i32 } output { [0i32, 4, 8] }
-- input { [1i32, 3] 5i32 } output { empty([0]i32) }
-- input { [4i32] 0i32 } output { [4i32] }

-- ==
-- entry: doubling
-- input { 3i32 } output { [0i32, 1, 2, 1, 3, 1, 2, 1] }
-- input { 0i32 } output { [0i32] }

-- ==
-- entry: shrinking
-- input { [1i32, 2, 3, 4, 5] } output { 15i32 3i64 }
-- input { [7i32] } output { 7i32 0i64 }
-- input { empty([0]i32) } output { 0i32 0i64 }

-- ==
-- entry: rows
-- input { [[1i32, 2, 3], [4, 5, 6]] 2i64 } output { [[2i32, 3, 1, 2], [5, 6, 4, 5]] }
-- input { [[1i32, 2, 3], [4, 5, 6]] 0i64 } output { [[1i32, 2, 3], [4, 5, 6]] }
-- input { empty([0][3]i32) 1i64 } output { empty([0][4]i32) }

-- ==
-- entry: stacked
-- input { 4i64 } output { [0i64, 1, 1, 2, 2, 2, 3, 3, 3, 3] 10i64 }
-- input { 0i64 } output { empty([0]i64) 0i64 }

entry evens_twice (xs: []i32) (rounds: i32) : []i32 =
  loop xs for _i < rounds do
    let kept = filter (\x -> x % 2 == 0) xs
    let kept = if rounds > 1 && length kept > 3 then kept[0:4] else kept
    in if null kept then kept else map (\x -> if x % 4 == 2 then x * 0 + 1 else x) kept with [0] = 0

entry doubling (rounds: i32) : []i32 =
  loop xs = [0] for r in 1...3 do
    if r > rounds
    then xs
    else let n = length xs
         let ys = xs ++ xs
         let ys[n] = r
         in ys |> map (\x -> x) |> reverse |> rotate (-1)

entry shrinking [n] (xs: [n]i32) : (i32, i64) =
  let (xs, rounds) =
    loop (xs: []i32, rounds) = (copy xs, 0)
    while length xs > 1 do
      let half = length xs / 2
      let odd = length xs % 2
      let low = xs[:half + odd]
      let sums = map (\i -> if i < half then low[i] + xs[half + odd + i] else low[i]) (indices low)
      in (sums, rounds + 1)
  in (if n == 0 then 0 else xs[0], rounds)

entry rows [n][m] (a: [n][m]i32) (k: i64) : [n][]i32 =
  let width = if k == 0 then m else m + 1
  in map (\row -> tabulate width (\j -> row[(j + i64.bool (k > 0)) % m])) a

entry stacked (n: i64) : ([]i64, i64) =
  let all = loop all = [] for i < n do all ++ replicate (i + 1) i
  let all = if null all then all else copy all with [0] = 0
  in (all, length all)

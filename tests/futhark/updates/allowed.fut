-- Programs near the border of what consumption allows, all of them right: reads before the update, updates of fresh
-- results, components consumed one by one, shadowed names, branches that consume different arrays, copies of slices.
-- ==
-- entry: read_first
-- input { [1i32, 2, 3] } output { [7i32, 2, 3] 6i32 }

-- ==
-- entry: fresh_results
-- input { [1i32, 2, 3] } output { [0i32, 3, 4] [0i32, 1] [0i32, 5, 5] [0i32, 2] [1i32, 2, 3] }

-- ==
-- entry: by_components
-- input { [1i32, 2] [3i32, 4] } output { [0i32, 2] [3i32, 0] [3i32, 4] }

-- ==
-- entry: in_branches
-- input { true [1i32, 2] [3i32, 4] } output { [0i32, 2] }
-- input { false [1i32, 2] [3i32, 4] } output { [0i32, 4] }

-- ==
-- entry: swapped
-- input { [1i32, 2] [3i32, 4] 3i32 } output { [31i32, 4] [113i32, 2] }
-- input { [1i32, 2] [3i32, 4] 0i32 } output { [1i32, 2] [3i32, 4] }

-- ==
-- entry: ping_pong
-- input { [0i32, 0, 8, 0, 0] 2i32 } output { [2i32, 0, 4, 0, 2] }
-- input { [4i32] 1i32 } output { [0i32] }

-- ==
-- entry: scalars_do_not_alias
-- input { [5i32, 6] } output { [6i32, 5] }

-- ==
-- entry: rows_of_result
-- input { 2i64 } output { [[0i64, 9], [1, 9]] }
-- input { 0i64 } output { empty([0][0]i64) }

entry read_first [n] (xs: *[n]i32) : ([n]i32, i32) =
  let sum = i32.sum xs
  let ys = xs with [0] = 7
  in (ys, sum)

entry fresh_results [n] (xs: [n]i32) : ([n]i32, []i32, [n]i32, []i32, [n]i32) =
  let zero [m] (a: *[m]i32) : *[m]i32 = a with [0] = 0
  in ( zero (map (+ 1) xs)
     , zero (map i32.i64 (iota 2))
     , zero (replicate n 5)
     , zero (copy xs[:2])
     , xs
     )

entry by_components (a: *[]i32) (b: *[]i32) : ([]i32, []i32, []i32) =
  let old = copy b
  let (x, y) = (a, b)
  let x[0] = 0
  let y[1] = 0
  in (x, y, old)

entry in_branches [n] (flag: bool) (a: *[n]i32) (b: *[n]i32) : [n]i32 =
  let chosen = if flag then a else b
  in chosen with [0] = 0

entry swapped [n] (a: *[n]i32) (b: *[n]i32) (rounds: i32) : ([n]i32, [n]i32) =
  loop (a, b) = (a, b) for i < rounds do
    let a = a with [0] = a[0] * 10 + i + 1 - (if i == 2 then 0 else i)
    in (b, a)

entry ping_pong [n] (xs: *[n]i32) (rounds: i32) : [n]i32 =
  let (xs, _) =
    loop (from, to) = (xs, replicate n 0) for _i < rounds do
      let to =
        loop to for i < n do
          let left = if i > 0 then from[i - 1] / 2 else 0
          let right = if i < n - 1 then from[i + 1] / 2 else 0
          in to with [i] = left + right
      in (to, from)
  in xs

entry scalars_do_not_alias (xs: *[2]i32) : [2]i32 =
  let (a, b) = (xs[0], xs[1])
  let xs[0] = b
  let xs[1] = a
  in xs

entry rows_of_result (n: i64) : [n][n]i64 =
  let make k = replicate n k with [n - 1] = 9
  in map make (iota n)

-- A partial application to an array that the function consumes: each of its calls consumes a copy.
-- ==
-- warning: E0704.*not portable: a partial application that consumes(.|\n)*:28:\d+(.|\n)*:31:\d+(.|\n)*:35:\d+(.|\n)*:39:\d+(.|\n)*:42:\d+

-- ==
-- entry: mapped
-- input { [1, 2] [5, 6] } output { [7, 8] }

-- ==
-- entry: twice
-- input { [1, 2] } output { [1, 2] [2, 2] }

-- ==
-- entry: uncurried
-- input { [1, 2, 3] [0i64, 2] [7, 8] } output { [7, 2, 8] }

-- ==
-- entry: piped
-- input { 3i64 [4i64, 5, 7] } output { [0, 2, 1] }

-- ==
-- entry: composed
-- input { [1, 2] } output { 11 }

def put [n] (xs: *[n]i32) (v: i32) : *[n]i32 = xs with [0] = v

entry mapped [n] (xs: *[n]i32) (vs: []i32) : []i32 =
  map (put xs >-> i32.sum) vs

entry twice [n] (xs: [n]i32) =
  let f = put (copy xs)
  in (f 1, f 2)

entry uncurried [n] (xs: *[]i32) (is: [n]i64) (vs: [n]i32) : []i32 =
  uncurry (scatter xs) (unzip (zip is vs))

entry piped (n: i64) (is: []i64) : []i32 =
  is |> map (\i -> (i % n, 1)) |> unzip
  |> uncurry (reduce_by_index (replicate n 0) (+) 0)

entry composed (xs: *[2]i32) : i32 =
  (put xs >-> i32.sum) 9

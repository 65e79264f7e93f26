-- The array and the positions of an update along a path are evaluated once, so they may consume, and a chain of updates
-- is as long as it is written.
-- ==
-- entry: chain
-- input { 3i64 } output { [21i32, 22, 23] [2i32, 2, 2] }

-- ==
-- entry: position
-- input { [4i32, 5, 6] } output { [9i32, 5, 6] }

-- ==
-- entry: positions
-- input { 2i64 } output { [7i32, 0] }

-- ==
-- entry: consumed
-- input { [4i32, 5, 6] } output { [7i32, 9, 6] [0i32, 1, 0] }

-- ==
-- entry: rows
-- input { [[1i32, 2], [3, 4]] } output { [[2i32, 2], [5, 4]] }

-- ==
-- entry: parts
-- input { [1i32, 2, 3, 4] 1i64 } output { [1i32, 2, 9, 4] }
-- input { [1i32, 2, 3, 4] 3i64 } error: out of bounds

type pair = {f: i32, g: i32}

def pairs [n] (xs: [n]i32) : *[n]pair = map (\x -> {f = x, g = 2}) xs

entry chain (n: i64) =
  let xs = pairs (replicate n 0)
  let ys = ((((((((((((((((((((((((xs with [0].f = 0) with [1].f = 1) with [2].f = 2) with [0].f = 3) with [1].f = 4) with [2].f = 5) with [0].f = 6) with [1].f = 7) with [2].f = 8) with [0].f = 9) with [1].f = 10) with [2].f = 11) with [0].f = 12) with [1].f = 13) with [2].f = 14) with [0].f = 15) with [1].f = 16) with [2].f = 17) with [0].f = 18) with [1].f = 19) with [2].f = 20) with [0].f = 21) with [1].f = 22) with [2].f = 23)
  in (map (.f) ys, map (.g) ys)

-- The position consumes an array of its own.
entry position [n] (xs: [n]i32) =
  let next (counts: *[]i64) = (counts with [0] = counts[0] - 1)[0]
  in map (.f) (pairs xs with [next [1, 2]].f = 9)

-- Positions in positions.
entry positions (n: i64) =
  let at (x: i64) = (replicate n {f = 0i64, g = x} with [(replicate n {f = 0i64, g = x} with [(replicate n {f = 0i64, g = x} with [(replicate n {f = 0i64, g = x} with [(replicate n {f = 0i64, g = x} with [(replicate n {f = 0i64, g = x} with [(replicate n {f = 0i64, g = x} with [(replicate n {f = 0i64, g = x} with [(replicate n {f = 0i64, g = x} with [(replicate n {f = 0i64, g = x} with [(replicate n {f = 0i64, g = x} with [(replicate n {f = 0i64, g = x} with [x].f = 1)[0].g].f = 1)[0].g].f = 1)[0].g].f = 1)[0].g].f = 1)[0].g].f = 1)[0].g].f = 1)[0].g].f = 1)[0].g].f = 1)[0].g].f = 1)[0].g].f = 1)[0].g].f = 1)[0].g - 1
  in map (.f) (pairs (replicate n 0) with [at 1].f = 7)

-- What the update is of is consumed before.
entry consumed [n] (xs: *[n]i32) =
  let ys = pairs (xs with [0] = 7) with [1].f = 9
  let zs = (pairs (replicate n 0) with [1] = {f = 0, g = 8}) with [1].f = 1
  in (map (.f) ys, map (.f) zs)

entry rows (xss: *[][]i32) = ((xss with [0, 0] = 2) with [1] = [8, 4]) with [1][0] = 5

entry parts [n] (xs: *[n]i32) (i: i64) = xs with [i:i + 2][1] = 9

-- A record of which one field is consumed.
-- ==
-- entry: main
-- input { [1, 2] [3, 4] } output { [5, 2] 3 }

def step [n] (s: {data: *[n]i32, seen: [n]i32}) : *[n]i32 = s.data with [0] = 5

entry main [n] (xs: *[n]i32) (ys: [n]i32) : ([n]i32, i32) =
  let zs = step {data = xs, seen = ys}
  in (zs, ys[0])

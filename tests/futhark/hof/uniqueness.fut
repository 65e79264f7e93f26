-- Higher-order functions whose results are fresh, and which are then changed in place.
-- ==
-- entry: main
-- input { 3i64 } output { [9i64, 1, 2] [0i64, 1, 4] }
-- input { 1i64 } output { [9i64] [0i64] }

-- ==
-- entry: built
-- input { [1i32, 2] } output { [2i32, 0] }

entry main (n: i64) : ([n]i64, [n]i64) =
  let make (f: i64 -> i64) : *[n]i64 = map f (iota n)
  let a = make id with [0] = 9
  in (a, make (\x -> x * x))
def update_with [n] (f: i32 -> i32) (i: i64) (xs: *[n]i32) : *[n]i32 = xs with [i] = f xs[i]
entry built (xs: *[2]i32) : [2]i32 = xs |> update_with (+ 1) 0 |> update_with (const 0) 1

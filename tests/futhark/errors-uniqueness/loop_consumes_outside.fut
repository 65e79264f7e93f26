-- A loop body consumes an array from outside it.
-- ==
-- error: error\[E040[26]\]: .*`ys`

entry main [n] (xs: *[n]i32) (ys: *[n]i32) : [n]i32 =
  loop xs for i < n do
    let zs = ys with [i] = 0
    in xs with [i] = zs[0]

-- A loop over a parameter of which its body tells that it is an array.
-- ==
-- entry: main
-- input { [1i32, -2i32, 3i32] } output { [1i32, 3i32] 2i64 }

def kept xs = loop ys = xs for _i < 2i32 do filter (> 0i32) ys

entry main (xs: []i32) : ([]i32, i64) = (kept xs, length (kept xs))

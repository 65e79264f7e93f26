-- Two consumed arrays change their places.
-- ==
-- entry: main
-- input { [1i32,2] [3i32] } output { [3i32] [1i32,2] }

def swap (p: (*[]i32, *[]i32)) : (*[]i32, *[]i32) = (p.1, p.0)
entry main (xs: *[]i32) (ys: *[]i32) = swap (xs, ys)

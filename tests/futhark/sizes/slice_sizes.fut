-- A slice has the size that its bounds say.
-- ==
-- entry: main
-- input { [1i32, 2i32, 3i32, 4i32] } output { [2i32, 3i32] [1i32, 2i32] [3i32, 4i32] [4i32, 3i32, 2i32, 1i32] }

def part [n] (i: i64) (j: i64) (xs: [n]i32) : [j - i]i32 = xs[i:j]

entry main [n] (xs: [n]i32) : ([]i32, [2]i32, [n - 2]i32, [n]i32) = (part 1 3 xs, xs[:2], xs[2:], xs[::-1])

-- A view shares memory with its array.
-- ==
-- error: `v` is used after it was consumed
def f (xs: *[4]i64) : ([3][2]i64, [4]i64) =
  let v = intrinsics.flat_index_2d xs 0 3 1 2 1
  let ys = xs with [0] = 1
  in (v, ys)

-- A loop may change the size of its value; afterwards it is unknown.
-- ==
-- entry: main
-- input { [1i32] 3i64 } output { 8i64 8i32 }
-- input { [1i32, 2i32] 0i64 } output { 2i64 3i32 }

entry main (xs: []i32) (k: i64) : (i64, i32) =
  let ys = loop ys = xs for _i < k do ys ++ ys
  in (length ys, i32.sum ys)

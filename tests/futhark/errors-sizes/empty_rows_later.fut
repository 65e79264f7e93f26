-- The rows of an empty array have a size before the next array is there.
-- ==
-- error: E0502

entry main (xs: []i32) =
  let a = [] : [0][]i32
  let b = [filter (> 0) xs]
  in (a ++ b)[0]

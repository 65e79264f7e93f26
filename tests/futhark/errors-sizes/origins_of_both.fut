-- Both sizes are shown where they come from.
-- ==
-- error: comes from here

entry main (xs: []i32) =
  let small = filter (< 10) xs
  let big = filter (>= 10) xs
  in zip small big

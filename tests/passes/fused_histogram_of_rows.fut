-- passes: inline tidy hoist fuse fuse-reads tidy
-- The rows are added up and counted in one pass, which has the index from a map.
entry main : ([2]i32, [2][2]f32) =
  let members = map (\i -> (i * 3 + 1) % 5 / 2) (iota 6)
  let points = map (\i -> [f32.i64 i, 0.5]) (iota 6)
  let counts = hist (+) 0i32 2 members (replicate 6 1)
  let sums = reduce_by_index (replicate 2 (replicate 2 0)) (map2 (+)) (replicate 2 0) members points
  in (counts, sums)

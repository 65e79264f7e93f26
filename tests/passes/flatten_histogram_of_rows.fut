-- passes: inline tidy fuse flatten
-- Rows that are counted and added up in one histogram, and histograms of the rows of an array. Each becomes a histogram
-- of scalars; the number of scalars is computed outside of the map. Maxima at even places are not.
entry means [n] [d] (points: [n][d]f32) : ([2]i32, [2][d]f32) =
  let members = map (\point -> i64.f32 (f32.sum point) % 2) points
  let counts = hist (+) 0i32 2 members (replicate n 1)
  let sums = hist (map2 (+)) (replicate d 0) 2 members points
  in (counts, sums)

entry segments [q] [n] [d] (is: [q][n]i64) (xsss: [q][n][2][d]i32) : [q][5][2][d]i32 =
  map2 (hist (map2 (map2 (+))) (replicate 2 (replicate d 0)) 5) is xsss

entry by_place [n] [d] (is: [n]i64) (xss: [n][d]i64) : [2][d]i64 =
  let op xs ys = map3 (\j x y -> if j % 2 == 0 then i64.max x y else x + y) (iota d) xs ys
  in hist op (replicate d 0) 2 is xss

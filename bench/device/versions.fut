-- Nested operations whose best version depends on the shapes of their inputs, for `rista tune`. The inputs are
-- large: no test runs them.
-- ==
-- entry: sums scans
-- compiled notest random input { [16][1000000]f32 }
-- compiled notest random input { [4000][4000]f32 }
-- compiled notest random input { [1000000][16]f32 }
-- entry: products
-- compiled notest random input { [64][64][64]f32 }
-- compiled notest random input { [4096][16][16]f32 }
-- compiled notest random input { [2][1024][1024]f32 }

entry sums [n] [m] (a: [n][m]f32) : [n]f32 = map f32.sum a

entry scans [n] [m] (a: [n][m]f32) : [n][m]f32 = map (scan (+) 0) a

entry products [n] [m] (a: [n][m][m]f32) : [n][m][m]f32 =
  map (\b -> map (\row -> map (\column -> f32.sum (map2 (*) row column)) (transpose b)) b) a

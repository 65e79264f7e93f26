-- What devices are measured by: one array operation each, on inputs that are made on the device.
-- ==
-- entry: check
-- input { 1000i64 } output { true }

-- Numbers between 0 and 1 that follow no pattern that matters here.
entry vector (n: i64) : [n]f32 =
  tabulate n (\i -> f32.u32 ((u32.i64 i * 2654435761) >> 8) / 16777216)

entry matrix (n: i64) : [n][n]f32 = unflatten (vector (n * n))

entry copy_it [n] (xs: [n]f32) : [n]f32 = copy xs

entry map_it [n] (xs: [n]f32) : [n]f32 = map (\x -> 2 * x + 1) xs

entry reduce_it [n] (xs: [n]f32) : f32 = f32.sum xs

entry scan_it [n] (xs: [n]f32) : [n]f32 = scan (+) 0 xs

entry histogram_it [n] (xs: [n]f32) : [256]i32 =
  hist (+) 0 256 (map (\x -> i64.f32 (x * 256)) xs) (replicate n 1)

entry scatter_it [n] (xs: [n]f32) : [n]f32 = scatter (replicate n 0) (map (\i -> n - 1 - i) (iota n)) xs

entry filter_it [n] (xs: [n]f32) : []f32 = filter (< 0.5) xs

entry transpose_it [n] [m] (a: [n][m]f32) : [m][n]f32 = copy (transpose a)

entry product_it [n] [m] [p] (a: [n][m]f32) (b: [m][p]f32) : [n][p]f32 =
  map (\row -> map (\column -> f32.sum (map2 (*) row column)) (transpose b)) a

entry stencil_it [n] [m] (a: [n][m]f32) : [n][m]f32 =
  tabulate_2d n m (\i j ->
    if i == 0 || j == 0 || i == n - 1 || j == m - 1
    then a[i, j]
    else 0.2 * (a[i, j] + a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1]))

-- Whether the operations fit each other.
entry check (n: i64) : bool =
  let xs = vector n
  let near (x: f32) y = f32.abs (x - y) <= 1e-3 * f32.abs y
  let a = matrix 20
  in near (last (scan_it xs)) (reduce_it xs)
     && i32.sum (histogram_it xs) == i32.i64 n
     && length (filter_it xs) == i64.i32 (i32.sum (take 128 (histogram_it xs)))
     && and (map2 near (flatten (product_it a (transpose_it a)))
                       (flatten (transpose_it (product_it a (transpose_it a)))))
     && near (head (scatter_it xs)) (last xs)
     && near (reduce_it (map_it (copy_it xs))) (2 * reduce_it xs + f32.i64 n)
     && near (stencil_it a)[0, 3] a[0, 3]

-- `flatten` multiplies sizes and `unflatten` takes a product apart.
-- ==
-- entry: main
-- input { [[1i32, 2i32], [3i32, 4i32]] } output { [[2i32, 3i32], [4i32, 5i32]] }

entry main [n] [m] (xss: [n][m]i32) : [n][m]i32 =
  let flat : [n * m]i32 = flatten xss
  in unflatten (map (+ 1) flat)

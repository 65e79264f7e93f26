-- The sum of `beta` times a matrix and `alpha` times the product of two.
-- ==
-- entry: run
-- input @ data/sgemm.in output @ data/sgemm.out

def dot [n] (xs: [n]f32) (ys: [n]f32) : f32 = f32.sum (map2 (*) xs ys)

entry run [n][m][k] (alpha: f32) (beta: f32) (a: [n][k]f32) (b: [k][m]f32)
    (c: [n][m]f32) : [n][m]f32 =
  map2 (\row ->
          map2 (\column x -> beta * x + alpha * dot row column) (transpose b))
       a
       c

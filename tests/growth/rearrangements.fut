-- sizes: 6
-- Concatenations, rotations, reversals and transposes, some of which undo each other.
entry main (n: i64) : [n + n][n]i64 =
  let a = tabulate_2d n n (\i j -> i * n + j)
  let b = transpose (map reverse (transpose (rotate 1 a)))
  let c = map (rotate (-1)) (a ++ transpose (transpose b))
  in map (map (+ 1)) c

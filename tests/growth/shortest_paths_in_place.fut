-- sizes: 6
-- All shortest paths after Floyd, element by element in place: no update may copy the matrix.
entry main (n: i64) : [n][n]i64 =
  let weights = tabulate_2d n n (\i j -> (i * 7 + j * 3) % 11 + 1)
  in loop d = weights for k < n do
       loop d for i < n do
         loop d for j < n do
           let through = d[i, k] + d[k, j]
           in if through < d[i, j] then d with [i, j] = through else d

-- passes: short-circuit
-- Arrays that are used after they were copied, while nothing writes where they are; and copies that are views, since neither
-- they nor what they were copied from are written while they are used.
entry used [n] (xs: [n]i64) : ([]i64, i64) =
  let a = scan (+) 0 xs
  let b = a ++ [1]
  in (b, reduce i64.max 0 (map2 (*) a (scan (+) 1 a)))

entry rows [n] (k: i64) (xs: [n]i64) : ([n][k]i64, [n]i64) =
  unzip (map (\x -> let row = scan (+) x (iota k)
                    let both = scan (*) 1 row
                    in (both, row[k - 1] + both[0])) xs)

entry next [n] [m] (xs: *[n][m]i64) : [n][m]i64 =
  loop xs for i < n - 1 do
    let row = copy xs[i]
    in xs with [i + 1] = map (\j -> row[(j + 1) % m] + row[j]) (iota m)

entry all : (([]i64, i64), [][]i64, [][]i64) =
  (used [1, 2, 3], (rows 2 [1, 2, 3]).0, next [[1, 2], [3, 4], [5, 6]])

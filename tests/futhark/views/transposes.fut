-- What is read in one order and written in another: on devices it goes through tiles, which are ragged at the edges here, or whole.

-- A scan is where it is in memory: it is not computed where it is read.
def matrix (n: i64) (m: i64) (seed: i64) : [n][m]i32 =
  unflatten (scan (+) 0 (map (\i -> i32.i64 ((i * 31 + seed) % 101 - 50)) (iota (n * m))))

-- Of all elements, by their positions. A part of them is written over, so the argument is an array, and no view.
def digest [n] [m] (a: *[n][m]i32) : i32 =
  let a = a with [0:n / 2, 0:m / 2] = replicate (n / 2) (replicate (m / 2) 7)
  in i32.sum (flatten (tabulate_2d n m (\i j -> a[i, j] * i32.i64 (i * 1001 + j * 37 + 1))))

-- ==
-- entry: copied
-- input { 40i64 17i64 } output { -66213901i32 }
-- input { 32i64 64i64 } output { -739445594i32 }
-- input { 65i64 33i64 } output { -430766402i32 }
-- input { 16i64 15i64 } output { -27952524i32 }
-- input { 0i64 20i64 } output { 0i32 }
entry copied (n: i64) (m: i64) : i32 = digest (copy (transpose (matrix n m 1)))

-- ==
-- entry: turned
-- input { [[1, 2, 3], [4, 5, 6]] } output { [[1, 4], [2, 5], [3, 6]] }
entry turned [n] [m] (a: [n][m]i32) : [m][n]i32 = copy (transpose a)

-- The outermost and the innermost of three dimensions; and those within each matrix.
-- ==
-- entry: in_three
-- input { 17i64 3i64 19i64 } output { -281718874i32 -964361685i32 }
-- input { 2i64 33i64 18i64 } output { -634553240i32 -696956111i32 }
entry in_three (l: i64) (n: i64) (m: i64) : (i32, i32) =
  let a = tabulate l (\i -> matrix n m (3 * i))
  let around = transpose (map transpose (transpose a))
  in (digest (flatten (copy around)), digest (flatten (copy (map transpose a))))

-- Some arrays lie along the index that is written, some along the other one; of one element both.
-- ==
-- entry: mixed
-- input { 37i64 18i64 } output { -86959012i32 956082034i32 -163182534i32 }
entry mixed (n: i64) (m: i64) : (i32, i32, i32) =
  let (a, b) = (matrix n m 4, matrix m n 5)
  let bytes = unflatten (scan (+) 0 (map u8.i64 (iota (n * m))))
  let scaled = map2 (map2 (\x y -> f64.i32 x * f64.u8 y)) (transpose a) (transpose bytes)
  in (digest (map2 (map2 (-)) (transpose a) b),
      digest (map (map i32.f64) scaled),
      digest (map2 (map2 (\x y -> if x > 0 then x else y)) b (transpose a)))

-- What is not read in any case, and where the sizes of a part are not those of the whole.
-- ==
-- entry: parts
-- input { 40i64 39i64 } output { 862483447i32 85604564i32 }
entry parts (n: i64) (m: i64) : (i32, i32) =
  let a = matrix n m 7
  let part = transpose a[2:n - 3, 1:m]
  let chosen = map (map (\x -> if x % 2 == 0 then x * x else x)) (transpose a)
  in (digest (copy part), digest chosen)

-- In place: a block of a matrix is overwritten with another one, turned around.
-- ==
-- entry: in_place
-- input { 41i64 } output { -1243879589i32 }
entry in_place (n: i64) : i32 =
  let (a, b) = (matrix n n 8, matrix n n 9)
  in digest (copy a with [1:n, 0:n - 2] = transpose b[2:n, 1:n])

-- Histograms whose operator combines the elements of rows, alone, beside other values, and for each row of an array. Each
-- is what a loop gives. Indices go from -1 to the number of bins.
-- ==
-- entry: alone
-- input { 0i64 5i64 3i64 } output { true }
-- input { 3i64 0i64 4i64 } output { true }
-- input { 3i64 9i64 0i64 } output { true }
-- input { 1i64 1i64 1i64 } output { true }
-- input { 2i64 200i64 3i64 } output { true }
-- input { 16i64 500i64 5i64 } output { true }
-- input { 3000i64 50i64 2i64 } output { true }

-- ==
-- entry: beside
-- input { 0i64 5i64 3i64 } output { true }
-- input { 3i64 0i64 4i64 } output { true }
-- input { 3i64 9i64 0i64 } output { true }
-- input { 5i64 7i64 1i64 } output { true }
-- input { 4i64 300i64 6i64 } output { true }

-- ==
-- entry: short
-- input { 0i64 5i64 } output { true }
-- input { 3i64 0i64 } output { true }
-- input { 7i64 150i64 } output { true }

-- ==
-- entry: of_rows
-- input { 0i64 3i64 4i64 2i64 } output { true }
-- input { 4i64 0i64 4i64 2i64 } output { true }
-- input { 4i64 3i64 0i64 2i64 } output { true }
-- input { 4i64 3i64 20i64 0i64 } output { true }
-- input { 3i64 4i64 120i64 5i64 } output { true }
-- input { 1i64 3i64 100i64 2i64 } output { true }
-- input { 2i64 3i64 101i64 3i64 } output { true }
-- input { 40i64 3i64 33i64 3i64 } output { true }

-- ==
-- entry: of_varying_rows
-- input { [2i64, 0, 9] 3i64 4i64 } output { true }
-- input { [2i64, 1] 0i64 4i64 } output { true }
-- input { [5i64, 2] 3i64 0i64 } output { true }

-- ==
-- entry: neutral_given
-- input { [0i32, 0] [1i64, 3, -1, 1] [[1i32, 2], [3, 4], [5, 6], [7, 8]] } output { [[0i32, 0], [8, 10], [0, 0]] }
-- input { empty([0]i32) [1i64, 3] empty([2][0]i32) } output { empty([3][0]i32) }

-- ==
-- entry: fails
-- input { 3i64 } output { [[2i64, 5], [0, 0]] }
-- input { 4i64 } error: out of bounds

-- ==
-- entry: stops
-- input { [1i64, 2] } output { [[6i64, 6], [3, 3]] }
-- input { [1i64, 0] } error: division by zero

def number (seed: i64) : i64 = (seed * 7919 + 13) %% 1009

def place (k: i64) (seed: i64) : i64 = number seed %% (k + 2) - 1

def by_loop [n] [k] 'a (dest: *[k]a) (op: a -> a -> a) (is: [n]i64) (xs: [n]a) : *[k]a =
  loop dest for (i, x) in zip is xs do
    if i >= 0 && i < k then dest with [i] = op (copy dest[i]) x else dest

def same [n] [m] 'a (eq: a -> a -> bool) (xss: [n][m]a) (yss: [n][m]a) : bool = and (map2 (\xs ys -> and (map2 eq xs ys)) xss yss)

def same_rows [n] [m] [o] 'a (eq: a -> a -> bool) (xs: [n][m][o]a) (ys: [n][m][o]a) : bool = and (map2 (same eq) xs ys)

def row (d: i64) (i: i64) : [d]i64 = map (\j -> number (i * 3 + j)) (iota d)

def sums [n] (k: i64) (d: i64) (is: [n]i64) : bool =
  let xs = map (\i -> map i32.i64 (row d i)) (iota n)
  let ys = map (\i -> map (\x -> f32.i64 x / 8) (row d i)) (iota n)
  in same (==) (reduce_by_index (replicate k (replicate d 3)) (map2 (+)) (replicate d 0) is xs)
               (by_loop (replicate k (replicate d 3)) (map2 (+)) is xs)
     && same (==) (reduce_by_index (replicate k (replicate d 0.5)) (map2 (+)) (replicate d 0) is ys)
                  (by_loop (replicate k (replicate d 0.5)) (map2 (+)) is ys)

def others [n] (k: i64) (d: i64) (is: [n]i64) : bool =
  let xs = map (row d) (iota n)
  let pairs = map (\i -> map (\j -> (f64.i64 (number (i + j) / 20), i)) (iota d)) (iota n)
  let less (a: f64, i: i64) (b: f64, j: i64) : (f64, i64) = if a < b || a == b && i <= j then (a, i) else (b, j)
  let none = (f64.inf, i64.highest)
  let by_place (as: [d]i64) (bs: [d]i64) = map3 (\j a b -> if j % 2 == 0 then a + b else i64.max a b) (iota d) as bs
  in same (==) (reduce_by_index (replicate k (replicate d 500)) (map2 i64.max) (replicate d i64.lowest) is xs)
               (by_loop (replicate k (replicate d 500)) (map2 i64.max) is xs)
     && same (==) (reduce_by_index (replicate k (replicate d none)) (map2 less) (replicate d none) is pairs)
                  (by_loop (replicate k (replicate d none)) (map2 less) is pairs)
     && same (==) (reduce_by_index (replicate k (replicate d 7)) by_place (replicate d 0) is xs)
                  (by_loop (replicate k (replicate d 7)) by_place is xs)

def of_matrices [n] (k: i64) (d: i64) (is: [n]i64) : bool =
  let xs = map (\i -> map (\r -> row d (i + r)) (iota 3)) (iota n)
  let ys = map (transpose <-< map (map i16.i64)) xs
  in same_rows (==) (reduce_by_index (replicate k (replicate 3 (replicate d 1))) (map2 (map2 (+))) (replicate 3 (replicate d 0)) is xs)
                    (by_loop (replicate k (replicate 3 (replicate d 1))) (map2 (map2 (+))) is xs)
     && same_rows (==) (reduce_by_index (replicate k (replicate d (replicate 3 1))) (map2 (map2 i16.min)) (replicate d (replicate 3 i16.highest)) is ys)
                       (by_loop (replicate k (replicate d (replicate 3 1))) (map2 (map2 i16.min)) is ys)

def with_two_indices [n] (k: i64) (d: i64) (is: [n]i64) : bool =
  let xs = map (row d) (iota n)
  let dest = replicate k (replicate 2 (replicate d 1))
  let sums = reduce_by_index_2d dest (map2 (+)) (replicate d 0) (map (\i -> (i, i % 3)) is) xs
  let inside = map (\i -> if i >= 0 && i % 3 < 2 then i * 2 + i % 3 else -1) is
  in same (==) (flatten sums) (by_loop (replicate (k * 2) (replicate d 1)) (map2 (+)) inside xs)

entry alone (k: i64) (n: i64) (d: i64) : bool =
  let is = map (place k) (iota n)
  in sums k d is && others k d is && of_matrices k d is && with_two_indices k d is

-- The means of clusters: rows are counted and added up. Rows with a least and a greatest element, which depend on each
-- other, stand between.
entry beside (k: i64) (n: i64) (d: i64) : bool =
  let is = map (place k) (iota n)
  let xs = map (row d) (iota n)
  let counts = hist (+) 0i32 k is (replicate n 1)
  let totals = reduce_by_index (replicate k (replicate d 0)) (map2 (+)) (replicate d 0) is xs
  let op (count: i32, as: [d]i64, least: i64, bs: [d]f32) (count': i32, as': [d]i64, least': i64, bs': [d]f32) =
    (count + count', map2 (+) as as', i64.min least least', map2 f32.max bs bs')
  let zero = (0, replicate d 0, i64.highest, replicate d (-f32.inf))
  let values = map (\as -> (2i32, map (* 2) as, i64.minimum as, map f32.i64 as)) xs
  let all = reduce_by_index (replicate k zero) op zero is values
  let (twice, doubled, least, most) = unzip4 all
  let bound (as: [d]i64, bs: [d]i64) (as': [d]i64, bs': [d]i64) = unzip (map4 (\a b a' b' -> (i64.min a a', i64.max b b')) as bs as' bs')
  let ranges = reduce_by_index (replicate k (replicate d 500, replicate d 500)) bound (replicate d i64.highest, replicate d i64.lowest) is (zip xs xs)
  in and (map2 (==) counts (by_loop (replicate k 0) (+) is (replicate n 1i32)))
     && and (map2 (\a b -> a == 2 * b) twice counts)
     && same (==) totals (by_loop (replicate k (replicate d 0)) (map2 (+)) is xs)
     && same (\a b -> a == 2 * b) doubled totals
     && and (map2 (==) least (by_loop (replicate k i64.highest) i64.min is (map i64.minimum xs)))
     && same (==) most (by_loop (replicate k (replicate d (-f32.inf))) (map2 f32.max) is (map (map f32.i64) xs))
     && same (==) (map (.0) ranges) (by_loop (replicate k (replicate d 500)) (map2 i64.min) is xs)
     && same (==) (map (.1) ranges) (by_loop (replicate k (replicate d 500)) (map2 i64.max) is xs)

-- Rows of a constant number of elements.
entry short (k: i64) (n: i64) : bool =
  let is = map (place k) (iota n)
  let xs = map (\i -> [number i, 2 * i, 1]) (iota n)
  let steps = scan (map2 (+)) [0, 0, 0] xs
  in same (==) (hist (map2 (+)) [0, 0, 0] k is xs) (by_loop (replicate k [0, 0, 0]) (map2 (+)) is xs)
     && same (==) (hist (map2 i64.min) (replicate 3 i64.highest) k is xs)
                  (by_loop (replicate k (replicate 3 i64.highest)) (map2 i64.min) is xs)
     && and (map2 (\i s -> s[1] == i * (i + 1) && s[2] == i + 1) (iota n) steps)

entry of_rows (q: i64) (k: i64) (n: i64) (d: i64) : bool =
  let all = tabulate_2d q n (\s i -> place k (s * 17 + i))
  let xss = tabulate_2d q n (\s i -> map (\x -> (x + s) % 50) (row d i))
  let sums = map2 (\is xs -> reduce_by_index (replicate k (replicate d 1)) (map2 (+)) (replicate d 0) is xs) all xss
  let loops = map2 (\is xs -> by_loop (replicate k (replicate d 1)) (map2 (+)) is xs) all xss
  let floats =
    map2 (\is xs ->
            let ys = map (map (\x -> f32.i64 x / 4)) xs
            let (counts, totals) =
              unzip (reduce_by_index (replicate k (0, replicate d 0)) (\(a, as) (b, bs) -> (a + b, map2 (+) as bs)) (0, replicate d 0) is (zip (replicate n 1i32) ys))
            let sums = by_loop (replicate k (replicate d 0)) (map2 (+)) is ys
            in and (map2 (==) counts (by_loop (replicate k 0) (+) is (replicate n 1))) && same (==) totals sums)
         all xss
  in same_rows (==) sums loops && and floats

entry of_varying_rows [q] (sizes: [q]i64) (k: i64) (d: i64) : bool =
  and (map (\n ->
              let is = map (place k) (iota n)
              let xs = map (row d) (iota n)
              in same (==) (reduce_by_index (replicate k (replicate d 1)) (map2 (+)) (replicate d 0) is xs)
                           (by_loop (replicate k (replicate d 1)) (map2 (+)) is xs))
           sizes)

entry neutral_given [n] [d] (zeros: [d]i32) (is: [n]i64) (xs: [n][d]i32) : [3][d]i32 =
  hist (map2 (+)) zeros 3 is xs

-- A failing lambda in front.
entry fails (n: i64) : [2][2]i64 =
  let xs = [1, 2, 3]
  in hist (map2 (+)) [0, 0] 2 (map (\i -> if i == 0 then 5 else 0) (iota n)) (map (\i -> [1, xs[i]]) (iota n))

-- A failing operator stays whole.
entry stops (divisors: [2]i64) : [2][2]i64 =
  reduce_by_index (replicate 2 (replicate 2 0)) (map2 (\x y -> x + 12 / y)) (replicate 2 0) [0, 1] (map (replicate 2) (map (* 2) divisors))

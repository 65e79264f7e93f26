-- Traversals within traversals within traversals, regular all the way down.
-- ==
-- entry: product
-- input { [[1, 2], [3, 4], [5, 6]] [[1, 0, 2], [0, 1, 3]] } output { [[1, 2, 8], [3, 4, 18], [5, 6, 28]] }
-- input { [[2]] [[3]] } output { [[6]] }
-- input { empty([0][2]i32) [[1, 0, 2], [0, 1, 3]] } output { empty([0][3]i32) }

-- ==
-- entry: distances
-- input { [[0.0, 0.0], [3.0, 4.0], [0.0, 8.0]] } output { [[0.0, 5.0, 8.0], [5.0, 0.0, 5.0], [8.0, 5.0, 0.0]] 5.0 }

-- ==
-- entry: cubes
-- input { [[[1, 2], [3, 4]], [[5, 6], [7, 8]]] } output { [[3, 7], [11, 15]] [10, 26] 36 [[[1, 3], [3, 7]], [[5, 11], [7, 15]]] }
-- input { empty([0][2][3]i32) } output { empty([0][2]i32) empty([0]i32) 0 empty([0][2][3]i32) }

-- ==
-- entry: normalised
-- input { [[1.0, 3.0], [2.0, 2.0]] } output { [[0.25, 0.75], [0.5, 0.5]] [[0.0, 1.0], [0.0, 0.0]] }
-- input { [[5.0]] } output { [[1.0]] [[0.0]] }

-- ==
-- entry: matches
-- input { "banana" "an" } output { [false, true, false, true, false] 2 }
-- input { "aaaa" "aa" } output { [true, true, true] 3 }

-- ==
-- entry: permuted
-- input { [[3, 1, 2], [9, 8, 7]] } output { [[1, 2, 3], [7, 8, 9]] [[2i64, 0, 1], [2i64, 1, 0]] }
-- input { empty([0][3]i32) } output { empty([0][3]i32) empty([0][3]i64) }

-- ==
-- entry: triples
-- input { 20i64 } output { [3i64, 5, 6, 8, 9, 12] [4i64, 12, 8, 15, 12, 16] [5i64, 13, 10, 17, 15, 20] }
-- input { 4i64 } output { empty([0]i64) empty([0]i64) empty([0]i64) }

entry product [n] [m] [k] (a: [n][m]i32) (b: [m][k]i32) : [n][k]i32 =
  map (\row -> map (\column -> map2 (*) row column |> reduce (+) 0) (transpose b)) a

entry distances [n] [d] (points: [n][d]f64) =
  let distance p q = map2 (\a b -> (a - b) ** 2) p q |> f64.sum |> f64.sqrt
  let table = map (\p -> map (distance p) points) points
  let nearest = map2 (\i row -> f64.minimum (map2 (\j x -> if i == j then f64.inf else x) (iota n) row)) (iota n) table
  in (table, f64.maximum nearest)

entry cubes (a: [][][]i32) =
  (map (map i32.sum) a, map (map i32.sum >-> i32.sum) a, a |> map (map i32.sum) |> map i32.sum |> i32.sum,
   map (map (scan (+) 0)) a)

entry normalised (xss: [][]f64) =
  (map (\xs -> let total = f64.sum xs in map (/ total) xs) xss,
   map (\xs ->
          let low = f64.minimum xs
          let high = f64.maximum xs
          in map (\x -> if high == low then 0 else (x - low) / (high - low)) xs) xss)

entry matches [n] [m] (text: [n]u8) (word: [m]u8) =
  let places = map (\i -> all id (map (\j -> text[i + j] == word[j]) (iota m))) (iota (n - m + 1))
  in (places, places |> map i32.bool |> i32.sum)

-- | Sorts each row by counting, for each element, those before it.
entry permuted [n] [m] (xss: [n][m]i32) =
  let ranks xs = map (\x -> i64.sum (map (\y -> i64.bool (y < x)) xs)) xs
  let places = map ranks xss
  let sorted = map2 (\xs is -> map (\k -> i32.sum (map2 (\x i -> if i == k then x else 0) xs is)) (iota m)) xss places
  in (sorted, places)

-- | The Pythagorean triples up to a hypotenuse.
entry triples (n: i64) =
  let sides = 1..<i64.max 1 n
  let all = map (\a -> map (\b -> (a, b)) sides) sides |> flatten
  let root x = i64.f64 (f64.round (f64.sqrt (f64.i64 x)))
  in all
     |> map (\(a, b) -> (a, b, root (a * a + b * b)))
     |> filter (\(a, b, c) -> a < b && c <= n && c * c == a * a + b * b)
     |> unzip3

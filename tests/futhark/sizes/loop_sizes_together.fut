-- Arrays that start equally long and that each round gives back equally long vary together: the body may rely on it,
-- and so may what follows the loop.
-- ==
-- entry: products binder record
-- input { [1i64, 5i64, 7i64] [2i64, 3i64, 4i64] } output { [15i64, 28i64] }
-- input { [4i64, 3i64] [1i64, 9i64] } output { [4i64, 27i64] }
-- input { empty([0]i64) empty([0]i64) } output { empty([0]i64) }

-- ==
-- entry: both
-- input { [3i64, 1i64, 8i64, 6i64] [2i64, 4i64, 5i64, 9i64] } output { [16i64, 18i64] }

-- ==
-- entry: halved
-- input { [1i64, 2i64, 3i64, 4i64, 5i64] } output { 15i64 }
-- input { [7i64] } output { 7i64 }
-- input { empty([0]i64) } output { 0i64 }

-- ==
-- entry: grown
-- input { 3i64 } output { [5i64, 7i64, 9i64, 11i64] }
-- input { 0i64 } output { [5i64] }

-- ==
-- entry: nested
-- input { [4i64, 1i64, 6i64, 2i64] [3i64, 5i64, 1i64, 1i64] } output { [7i64] }
-- input { [4i64, 1i64] [3i64, 5i64] } output { [7i64] }
-- input { empty([0]i64) empty([0]i64) } output { empty([0]i64) }

-- ==
-- entry: rows
-- input { [[1i64, 2i64, 3i64], [4i64, 5i64, 6i64]] 2i64 } output { [8i64, 12i64] }
-- input { [[1i64, 2i64, 3i64], [4i64, 5i64, 6i64]] 0i64 } output { [2i64, 3i64, 4i64, 5i64, 6i64, 7i64] }

-- ==
-- entry: parted
-- input { [1i64] 3i64 } output { [7i64, 8i64, 4i64] }
-- input { [1i64, 2i64] 0i64 } output { [2i64, 2i64, 2i64] }

def larger [n] (xs: [n]i64) (ys: [n]i64) : ?[k].([k]i64, [k]i64) =
  unzip (filter (\(x, y) -> x > y) (zip xs ys))

-- The sizes of the parameters are left unsaid: the loop needs them to be one.
def products_of (xs: []i64) (ys: []i64) : []i64 =
  let (a, b) = loop (xs, ys) while length xs > 2 do unzip (filter (\(x, y) -> x > y) (zip xs ys))
  in map2 (*) a b

entry products [n] (xs: [n]i64) (ys: [n]i64) : []i64 = products_of xs ys

entry binder [n] (xs: [n]i64) (ys: [n]i64) : []i64 =
  let [k] (a: [k]i64, b: [k]i64) = loop [m] (xs: [m]i64, ys: [m]i64) = (xs, ys) while length xs > 2 do larger xs ys
  in map2 (*) a b :> [k]i64

entry record [n] (xs: [n]i64) (ys: [n]i64) : []i64 =
  let last =
    loop pair = {xs, ys} while length pair.xs > 2 do
      let (xs, ys) = larger pair.xs pair.ys
      in {xs, ys}
  in map2 (*) last.xs last.ys

-- Both results are one array.
entry both [n] (xs: [n]i64) (ys: [n]i64) : []i64 =
  let (a, b) =
    loop (xs: []i64, ys: []i64) = (xs, ys) while length xs > 2 do
      let zs = filter (> 5) (map2 i64.max xs ys)
      in if length zs > 2 then (drop 1 zs, drop 1 zs) else (zs, zs)
  in map2 (+) a b

-- A sum by halves.
entry halved [n] (xs: [n]i64) : i64 =
  let (a, b) =
    loop (a, b) = (xs, map (const 0) xs) while length a > 1 do
      let sums = map2 (+) a b
      let half = (length sums + 1) / 2
      let second = drop half sums
      in (take half sums, tabulate half (\i -> if i < length second then second[i] else 0))
  in i64.sum (map2 (+) a b)

-- Sizes that are constants at first.
entry grown (n: i64) : []i64 =
  let (a, b) = loop (a, b) = ([1], [4]) for i < n do (a ++ [i + 2], b ++ [i + 5])
  in map2 (+) a b

-- The inner loop starts from what varies in the outer one.
entry nested [n] (xs: [n]i64) (ys: [n]i64) : []i64 =
  let (a, b) =
    loop (a, b) = (xs, ys) for i < 3 do
      loop (a, b) while length a > 3 - i do unzip (init (zip a b))
  in map2 (+) a b

-- Rows and columns vary, each for itself, in both arrays.
entry rows [n] [m] (xss: [n][m]i64) (k: i64) : []i64 =
  let (a, b) =
    loop (a, b) = (xss, map (map (const 1)) xss) for _i < k do
      let c = map init (transpose (map2 (map2 (+)) a b))
      in (c, c)
  in flatten (map2 (map2 (+)) a b)

-- The first two arrays start equally long, but do not stay so.
entry parted [n] (xs: [n]i64) (k: i64) : [3]i64 =
  let (a, b, c) = loop (a, b, c) = (xs, xs, xs) for _i < k do (a ++ c, b ++ a, c ++ [0])
  in [length a, length b, length c]

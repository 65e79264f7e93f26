-- Sorting networks and merges: bitonic sort by exchanging at a distance, merge sort of runs by ranks, both with the
-- order handed over as a function.
-- ==
-- entry: bitonic ranks
-- input { [3i32, 1, 2, 0] } output { [0i32, 1, 2, 3] }
-- input { [5i32, 5, -1, 7, 7, 0, 2, 5] } output { [-1i32, 0, 2, 5, 5, 5, 7, 7] }
-- input { [1i32] } output { [1i32] }
-- input { [2i32, 1] } output { [1i32, 2] }

-- ==
-- entry: any_size
-- input { [3i32, 1, 2] } output { [1i32, 2, 3] [3i32, 2, 1] }
-- input { empty([0]i32) } output { empty([0]i32) empty([0]i32) }
-- input { [9i32, 8, 7, 6, 5, 4, 3] } output { [3i32, 4, 5, 6, 7, 8, 9] [9i32, 8, 7, 6, 5, 4, 3] }

-- ==
-- entry: merged
-- input { [1i32, 3, 3, 8] [0i32, 3, 9] } output { [0i32, 1, 3, 3, 3, 8, 9] }
-- input { empty([0]i32) [1i32] } output { [1i32] }
-- input { empty([0]i32) empty([0]i32) } output { empty([0]i32) }

def bitonic_sort [n] 't (leq: t -> t -> bool) (xs: [n]t) : [n]t =
  let (xs, _) =
    loop (xs, block) = (copy xs, 2)
    while block <= n do
      let (xs, _) =
        loop (xs, distance) = (xs, block / 2)
        while distance > 0 do
          let exchange i x =
            let other = xs[i ^ distance]
            let rising = i & block == 0
            let first = i & distance == 0
            in if rising == first
               then if leq x other then x else other
               else if leq x other then other else x
          in (map2 exchange (iota n) xs, distance / 2)
      in (xs, block * 2)
  in xs

entry bitonic (xs: []i32) : []i32 = bitonic_sort (<=) xs

entry ranks [n] (xs: [n]i32) : [n]i32 =
  let before i j = xs[j] < xs[i] || xs[j] == xs[i] && j < i
  let rank i = i64.sum (map (\j -> i64.bool (before i j)) (iota n))
  in scatter (replicate n 0) (map rank (iota n)) xs

def padded_sort [n] (leq: i32 -> i32 -> bool) (greatest: i32) (xs: [n]i32) : [n]i32 =
  let size = iterate_while (< n) (* 2) 1
  let padded = scatter (replicate size greatest) (iota n) xs
  in take n (bitonic_sort leq padded)

entry any_size [n] (xs: [n]i32) : ([n]i32, [n]i32) =
  (padded_sort (<=) i32.highest xs, padded_sort (>=) i32.lowest xs)

entry merged [n][m] (a: [n]i32) (b: [m]i32) : [n + m]i32 =
  let count [k] (holds: i32 -> bool) (xs: [k]i32) = i64.sum (map (holds >-> i64.bool) xs)
  let of_a = map2 (\i x -> i + count (< x) b) (iota n) a
  let of_b = map2 (\j y -> j + count (<= y) a) (iota m) b
  in scatter (replicate (n + m) 0) (of_a ++ of_b) (a ++ b)

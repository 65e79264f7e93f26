-- Learning: nearest neighbours with votes, k-means, a perceptron, a small network, a split of least impurity.
-- ==
-- entry: classify
-- input { 3i32 [[4.0f64, 7.5f64], [3.0f64, 6.5f64], [8.5f64, 8.5f64], [1.5f64, 3.0f64], [9.0f64, 8.5f64], [4.0f64, 9.5f64], [1.0f64, 6.5f64], [5.0f64, 1.0f64], [5.5f64, 6.5f64], [4.0f64, 7.0f64], [1.5f64, 3.0f64], [10.0f64, 4.5f64], [1.5f64, 0.5f64], [9.0f64, 3.0f64]] [2i64, 1i64, 1i64, 0i64, 2i64, 2i64, 2i64, 2i64, 2i64, 0i64, 2i64, 1i64, 0i64, 2i64] [[1.0f64, 2.0f64], [5.0f64, 5.0f64], [9.0f64, 0.5f64], [3.25f64, 8.0f64]] }
-- output { [0i64, 0i64, 2i64, 0i64] }
-- input { 1i32 [[4.0f64, 7.5f64], [3.0f64, 6.5f64], [8.5f64, 8.5f64], [1.5f64, 3.0f64], [9.0f64, 8.5f64], [4.0f64, 9.5f64], [1.0f64, 6.5f64], [5.0f64, 1.0f64], [5.5f64, 6.5f64], [4.0f64, 7.0f64], [1.5f64, 3.0f64], [10.0f64, 4.5f64], [1.5f64, 0.5f64], [9.0f64, 3.0f64]] [2i64, 1i64, 1i64, 0i64, 2i64, 2i64, 2i64, 2i64, 2i64, 0i64, 2i64, 1i64, 0i64, 2i64] empty([0][2]f64) }
-- output { empty([0]i64) }

-- ==
-- entry: k_means
-- input { 3i64 5i32 [[4.0f64, 7.5f64], [3.0f64, 6.5f64], [8.5f64, 8.5f64], [1.5f64, 3.0f64], [9.0f64, 8.5f64], [4.0f64, 9.5f64], [1.0f64, 6.5f64], [5.0f64, 1.0f64], [5.5f64, 6.5f64], [4.0f64, 7.0f64], [1.5f64, 3.0f64], [10.0f64, 4.5f64], [1.5f64, 0.5f64], [9.0f64, 3.0f64]] }
-- output { [[3.5833333333333335f64, 7.25f64], [2.375f64, 1.875f64], [9.125f64, 6.125f64]] }
-- input { 2i64 0i32 [[4.0f64, 7.5f64], [3.0f64, 6.5f64], [8.5f64, 8.5f64], [1.5f64, 3.0f64], [9.0f64, 8.5f64], [4.0f64, 9.5f64], [1.0f64, 6.5f64], [5.0f64, 1.0f64], [5.5f64, 6.5f64], [4.0f64, 7.0f64], [1.5f64, 3.0f64], [10.0f64, 4.5f64], [1.5f64, 0.5f64], [9.0f64, 3.0f64]] }
-- output { [[4.0f64, 7.5f64], [3.0f64, 6.5f64]] }

-- ==
-- entry: perceptron
-- input { 10i32 [[1.0f64, 2.0f64], [2.0f64, 1.0f64], [-1.0f64, -2.0f64], [-2.0f64, -0.5f64]] [1.0f64, 1.0f64, -1.0f64, -1.0f64] }
-- output { [1.0f64, 2.0f64, 1.0f64] }

-- ==
-- entry: network
-- input { [[1.0f64, 2.0f64], [-1.0f64, 0.5f64], [0.0f64, 0.0f64]] }
-- output { [[0.9890130573694068f64, 0.01098694263059318f64], [0.11920292202211755f64, 0.8807970779778823f64], [0.5f64, 0.5f64]] }

-- ==
-- entry: split_at
-- input { [5.0f64, 1.0f64, 4.0f64, 2.0f64, 3.0f64] [true, false, true, false, false] } output { 4.0f64 }

type vector [d] = [d]f64

def distance [d] (a: vector [d]) (b: vector [d]) : f64 = map2 (-) a b |> map (** 2) |> f64.sum

def argmin_by 'a [n] (f: a -> f64) (xs: [n]a) : i64 =
  let better (i, x) (j, y) = if x < y || (x == y && i < j) then (i, x) else (j, y): (i64, f64)
  in (reduce better (i64.highest, f64.inf) (zip (iota n) (map f xs))).0

def argmax [n] (xs: [n]i32) : i64 = argmin_by (f64.i32 >-> f64.neg) xs

entry classify [n][d][m] (k: i32) (points: [n][d]f64) (labels: [n]i64) (queries: [m][d]f64) : [m]i64 =
  let vote q =
    let (_, counts) =
      loop (ds, counts) = (map (distance q) points, replicate 3 0i32) for _i < k do
        let i = argmin_by id ds
        in (ds with [i] = f64.inf, counts with [labels[i]] = counts[labels[i]] + 1)
    in argmax counts
  in map vote queries

entry k_means [n][d] (k: i64) (rounds: i32) (points: [n][d]f64) : [k][d]f64 =
  let step (centres: [k][d]f64) : [k][d]f64 =
    let nearest = map (\p -> argmin_by (distance p) centres) points
    let counts = hist (+) 0 k nearest (replicate n 1)
    let sums = hist (map2 (+)) (replicate d 0) k nearest points
    in map3 (\c s old -> if c == 0 then old else map (/ f64.i64 c) s) counts sums centres
  in iterate rounds step (take k points)

entry perceptron [n] (epochs: i32) (xs: [n][2]f64) (ys: [n]f64) : [3]f64 =
  let learn (w: [3]f64) (x: [2]f64, y: f64) =
    let x = x ++ [1] :> [3]f64
    let s = f64.sum (map2 (*) w x)
    in if (if s > 0 then 1 else -1) == y then w else map2 (\a b -> a + y * b) w x
  in iterate epochs (\w -> foldl learn w (zip xs ys)) [0, 0, 0]

type^ layer [n][m] = {weights: [m][n]f64, bias: [m]f64, activation: f64 -> f64}

def apply [n][m] (l: layer [n][m]) (x: [n]f64) : [m]f64 =
  map2 (\row b -> l.activation (f64.sum (map2 (*) row x) + b)) l.weights l.bias

def softmax [n] (xs: [n]f64) : [n]f64 =
  let top = f64.maximum xs
  let es = map (\x -> f64.exp (x - top)) xs
  in map (/ f64.sum es) es

entry network [n] (inputs: [n][2]f64) : [n][2]f64 =
  let hidden : layer [2][3] = {weights = [[1, -1], [0.5, 2], [-1, 0]], bias = [0, -1, 0.5], activation = f64.max 0}
  let output = {weights = [[1, 2, -1], [0, 1, 1]], bias = [0.5, -0.5], activation = id}
  in map (apply hidden >-> apply output >-> softmax) inputs

-- | The threshold between two classes with the least Gini impurity; the classes are given as booleans.
entry split_at [n] (xs: [n]f64) (classes: [n]bool) : f64 =
  let gini (side: []bool) =
    let m = length side
    let p = f64.i64 (length (filter id side)) / f64.i64 (i64.max 1 m)
    in f64.i64 m * 2 * p * (1 - p)
  let cost t =
    let (below, above) = partition (\(x, _) -> x < t) (zip xs classes)
    in gini (map (.1) below) + gini (map (.1) above)
  in xs[argmin_by cost xs]

-- All shortest paths after Floyd and Warshall, with in-place updates and as a fold of whole-matrix maps; and the
-- transitive closure.
-- ==
-- entry: in_place whole
-- input { [[0i32, 3, 1000, 7], [8, 0, 2, 1000], [5, 1000, 0, 1], [2, 1000, 1000, 0]] }
-- output { [[0i32, 3, 5, 6], [5, 0, 2, 3], [3, 6, 0, 1], [2, 5, 7, 0]] }
-- input { [[0i32]] } output { [[0i32]] }
-- input { empty([0][0]i32) } output { empty([0][0]i32) }
-- input { [[0i32, 1, 1000], [1000, 0, 1000], [1, 1000, 0]] } output { [[0i32, 1, 1000], [1000, 0, 1000], [1, 2, 0]] }

-- ==
-- entry: closure
-- input { [[false, true, false], [false, false, true], [false, false, false]] }
-- output { [[false, true, true], [false, false, true], [false, false, false]] }

entry in_place [n] (weights: [n][n]i32) : [n][n]i32 =
  loop d = copy weights for k < n do
    loop d for i < n do
      loop d for j < n do
        let through = d[i, k] + d[k, j]
        in if through < d[i, j] then d with [i, j] = through else d

entry whole [n] (weights: [n][n]i32) : [n][n]i32 =
  let relax d k = map (\row -> map2 (\old kj -> i32.min old (row[k] + kj)) row d[k]) d
  in foldl relax weights (iota n)

entry closure [n] (edges: [n][n]bool) : [n][n]bool =
  loop reach = edges for k < n do
    tabulate_2d n n (\i j -> reach[i, j] || reach[i, k] && reach[k, j])

-- Gaussian elimination with partial pivoting: systems, inverses and determinants.
-- ==
-- entry: solve
-- input { [[-5.0f64, 9.0f64, -7.0f64, -1.0f64], [-6.0f64, 6.0f64, 5.0f64, 6.0f64], [3.0f64, -3.0f64, -6.0f64, 6.0f64], [-9.0f64, 3.0f64, 4.0f64, -9.0f64]] [0.0f64, -9.0f64, 4.0f64, 8.0f64] }
-- output { [-1.4358626919602528f64, -1.6382113821138211f64, -1.016260162601626f64, -0.45076784101174344f64] }
-- input { [[0.0f64, -1.0f64, -2.0f64, 9.0f64, -6.0f64], [1.0f64, -9.0f64, -9.0f64, -9.0f64, 8.0f64], [-9.0f64, 3.0f64, -3.0f64, 4.0f64, -9.0f64], [7.0f64, -2.0f64, 5.0f64, 6.0f64, 8.0f64], [-2.0f64, 2.0f64, -2.0f64, -2.0f64, 5.0f64]] [-6.0f64, -4.0f64, 0.0f64, -6.0f64, 1.0f64] }
-- output { [0.12900688298918386f64, 0.7522123893805309f64, 0.18997050147492625f64, -0.7132743362831858f64, -0.2586037364798427f64] }
-- input { [[4.0f64]] [2.0f64] } output { [0.5f64] }

-- ==
-- entry: inverse
-- input { [[-5.0f64, 9.0f64, -7.0f64, -1.0f64], [-6.0f64, 6.0f64, 5.0f64, 6.0f64], [3.0f64, -3.0f64, -6.0f64, 6.0f64], [-9.0f64, 3.0f64, 4.0f64, -9.0f64]] }
-- output { [[0.025745257452574527f64, -0.04923215898825655f64, -0.17073170731707318f64, -0.14950316169828365f64], [0.08536585365853659f64, 0.012195121951219513f64, -0.16260162601626016f64, -0.10975609756097561f64], [-0.04878048780487805f64, 0.04065040650406504f64, -0.0975609756097561f64, -0.032520325203252036f64], [-0.018970189701897018f64, 0.07136404697380307f64, 0.07317073170731707f64, -0.012646793134598013f64]] }
-- input { [[1.0f64, 2.0f64], [2.0f64, 4.0f64]] } error: 

-- ==
-- entry: determinant
-- input { [[0.0f64, -1.0f64, -2.0f64, 9.0f64, -6.0f64], [1.0f64, -9.0f64, -9.0f64, -9.0f64, 8.0f64], [-9.0f64, 3.0f64, -3.0f64, 4.0f64, -9.0f64], [7.0f64, -2.0f64, 5.0f64, 6.0f64, 8.0f64], [-2.0f64, 2.0f64, -2.0f64, -2.0f64, 5.0f64]] }
-- output { 30510.0f64 }
-- input { empty([0][0]f64) } output { 1.0f64 }
-- input { [[0.0f64, 1.0f64], [1.0f64, 0.0f64]] } output { -1.0f64 }

-- | The index of the greatest absolute value among those from position k on.
def pivot [n] (k: i64) (xs: [n]f64) : i64 =
  let better (i, x) (j, y) = if x > y || (x == y && i < j) then (i, x) else (j, y)
  in (xs[k:] |> map f64.abs |> zip (k..<n) |> reduce better (i64.highest, -f64.inf)).0

def swap_rows 'a [n][m] (i: i64) (j: i64) (a: *[n][m]a) : *[n][m]a =
  if i == j
  then a
  else let row = copy a[i]
       let a[i] = copy a[j]
       let a[j] = row
       in a

-- | Reduced row echelon form of the left square part, and the determinant of that part.
def eliminate [n][m] (a: *[n][m]f64) : (*[n][m]f64, f64) =
  loop (a, d) = (a, 1) for k < n do
    let p = pivot k a[:, k]
    let a = swap_rows k p a
    let value = a[k, k]
    let sign = if p == k then 1 else -1
    in if value == 0
       then (a, 0)
       else let top = map (/ value) a[k]
            let rows = map2 (\i row -> if i == k then top else map2 (\x t -> x - row[k] * t) row top) (iota n) a
            in (rows, d * sign * value)

entry solve [n] (a: [n][n]f64) (b: [n]f64) : [n]f64 =
  let joined = map2 (\row x -> row ++ [x]) a b
  let (reduced, _) = eliminate (copy joined)
  in reduced[:, n]

entry inverse [n] (a: [n][n]f64) : [n][n]f64 =
  let unit = tabulate_2d n n (\i j -> f64.bool (i == j))
  let (reduced, d) = eliminate (map2 (++) a unit)
  let ok = assert (d != 0) reduced
  in ok[:, n:] :> [n][n]f64

entry determinant [n] (a: [n][n]f64) : f64 = (eliminate (copy a)).1

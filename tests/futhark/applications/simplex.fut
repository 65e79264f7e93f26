-- Linear programs by the simplex method: a tableau whose sizes are sums, until its status says so.
-- ==
-- entry: maximise
-- input { [[1.0f64, 0.0f64], [0.0f64, 2.0f64], [3.0f64, 2.0f64]] [4.0f64, 12.0f64, 18.0f64] [3.0f64, 5.0f64] }
-- output { true 36.0f64 [2.0f64, 6.0f64] }
-- input { [[1.0f64, 1.0f64]] [5.0f64] [2.0f64, 1.0f64] }
-- output { true 10.0f64 [5.0f64, 0.0f64] }
-- input { [[1.0f64, -1.0f64]] [1.0f64] [0.0f64, 1.0f64] }
-- output { false f64.inf [0.0f64, 0.0f64] }
-- input { [[2.0f64, 1.0f64, 1.0f64], [4.0f64, 2.0f64, 3.0f64], [2.0f64, 5.0f64, 5.0f64]] [14.0f64, 28.0f64, 30.0f64] [1.0f64, 2.0f64, -1.0f64] }
-- output { true 13.0f64 [5.0f64, 4.0f64, 0.0f64] }

type status = #optimal | #unbounded | #running
type tableau [m][n] = {rows: [m + 1][n + 1]f64, basis: [m]i64, status: status}

-- | Maximise `c x` where `a x <= b` and `x >= 0`, for `b >= 0`: `n` variables and `m` slacks.
def make [m][n] (a: [m][n]f64) (b: [m]f64) (c: [n]f64) : *tableau [m] [n + m] =
  let row i = a[i] ++ map (\j -> f64.bool (i == j)) (iota m) ++ [b[i]] :> [n + m + 1]f64
  let goal = map f64.neg c ++ replicate (m + 1) 0 :> [n + m + 1]f64
  in {rows = map row (iota m) ++ [goal], basis = map (+ n) (iota m), status = #running}

def entering [m][n] (t: tableau [m] [n]) : i64 =
  let costs = init t.rows[m] :> [n]f64
  in reduce i64.min n (map2 (\j x -> if x < -1e-9 then j else n) (iota n) costs)

def leaving [m][n] (t: tableau [m] [n]) (j: i64) : i64 =
  let ratio i = let x = t.rows[i, j] in if x > 1e-9 then t.rows[i, n] / x else f64.inf
  let better (r1, b1, i1) (r2, b2, i2) =
    if r2 < r1 || (r2 == r1 && b2 < b1) then (r2, b2, i2) else (r1, b1, i1)
  let (r, _, i) = map2 (\i b -> (ratio i, b, i)) (iota m) t.basis
                  |> reduce better (f64.inf, i64.highest, -1)
  in if f64.isinf r then -1 else i

def pivot [m][n] (t: *tableau [m] [n]) (i: i64) (j: i64) : *tableau [m] [n] =
  let p = copy t.rows[i, j]
  let row = map (/ p) t.rows[i]
  let rows = map2 (\k r ->
                     if k == i then copy row
                     else let f = r[j] in map2 (\x y -> x - f * y) r row)
                  (iota (m + 1)) t.rows
  let basis = t.basis with [i] = j
  in {rows, basis, status = t.status}

def solve [m][n] (t: *tableau [m] [n]) : tableau [m] [n] =
  loop t while (match t.status case #running -> true case _ -> false) do
    let j = entering t
    in if j == n then t with status = #optimal else
       let i = leaving t j
       in if i < 0 then t with status = #unbounded else pivot t i j

entry maximise [m][n] (a: [m][n]f64) (b: [m]f64) (c: [n]f64) : (bool, f64, [n]f64) =
  let t = solve (make a b c)
  let xs = spread n 0 t.basis (map (\r -> r[n + m]) (init t.rows :> [m][n + m + 1]f64))
  in match t.status
     case #optimal -> (true, t.rows[m, n + m], xs)
     case _ -> (false, f64.inf, map (const 0) xs)

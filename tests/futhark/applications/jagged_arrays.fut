-- Irregular arrays as an abstract size-lifted polymorphic type: made, mapped, reduced, filtered, stacked.
-- ==
-- entry: triangle
-- input { 0i64 }
-- output { empty([0]i64) empty([0]i64) }
-- input { 1i64 }
-- output { [0i64] empty([0]i64) }
-- input { 5i64 }
-- output { [0i64, 1i64, 2i64, 3i64, 4i64] [10i64, 20i64, 21i64, 30i64, 31i64, 32i64, 40i64, 41i64, 42i64, 43i64] }

-- ==
-- entry: row_sums
-- input { [[1i32, 5i32, 4i32, -4i32], [-1i32, 0i32, 0i32, 0i32], [-5i32, 5i32, 2i32, -2i32]] }
-- output { [20i32, 0i32, 14i32] }
-- input { empty([0][2]i32) }
-- output { empty([0]i32) }
-- input { empty([2][0]i32) }
-- output { [0i32,0i32] }

-- ==
-- entry: stacked
-- input { [[1i32, 5i32, 4i32, -4i32], [-1i32, 0i32, 0i32, 0i32], [-5i32, 5i32, 2i32, -2i32]] [[0i32, 0i32, 0i32, 0i32], [3i32, 7i32, 7i32, 0i32]] 4i32 }
-- output { [2i64, 4i64, 3i64, 0i64, 1i64] [1i32, -4i32, -1i32, 0i32, 0i32, 0i32, -5i32, 2i32, -2i32, 3i32] }
-- input { [[1i32, 5i32, 4i32, -4i32], [-1i32, 0i32, 0i32, 0i32], [-5i32, 5i32, 2i32, -2i32]] [[0i32, 0i32, 0i32, 0i32], [3i32, 7i32, 7i32, 0i32]] -9i32 }
-- output { [0i64, 0i64, 0i64, 0i64, 0i64] empty([0]i32) }
-- input { [[1i32, 5i32, 4i32, -4i32], [-1i32, 0i32, 0i32, 0i32], [-5i32, 5i32, 2i32, -2i32]] [[0i32, 0i32, 0i32, 0i32], [3i32, 7i32, 7i32, 0i32]] 100i32 }
-- output { [4i64, 4i64, 4i64, 0i64, 3i64] [1i32, 5i32, 4i32, -4i32, -1i32, 0i32, 0i32, 0i32, -5i32, 5i32, 2i32, -2i32, 3i32, 7i32, 7i32] }

-- ==
-- entry: divisors
-- input { 0i64 0i64 }
-- output { empty([0]i64) empty([0]i64) }
-- input { 6i64 5i64 }
-- output { [1i64, 2i64, 2i64, 3i64, 2i64, 4i64] [1i64, 2i64, 3i64, 6i64] }
-- input { 12i64 11i64 }
-- output { [1i64, 2i64, 2i64, 3i64, 2i64, 4i64, 2i64, 4i64, 3i64, 4i64, 2i64, 6i64] [1i64, 2i64, 3i64, 4i64, 6i64, 12i64] }

-- ==
-- entry: factors
-- input { empty([0]i64) }
-- output { empty([0]i64) }
-- input { [1i64] }
-- output { empty([0]i64) }
-- input { [12i64, 7i64, 1i64, 30i64] }
-- output { [2i64, 2i64, 3i64, 7i64, 2i64, 3i64, 5i64] }

-- | Irregular arrays: their data with the lengths of their rows.
module type jagged = {
  type~ jagged 'a
  val from_rows [n][m] 'a : (keep: a -> bool) -> [n][m]a -> jagged a
  val from_lengths [n] 'a : [n]i64 -> (i64 -> i64 -> a) -> jagged a
  val lengths 'a : jagged a -> []i64
  val data 'a : jagged a -> []a
  val mapped 'a 'b : (a -> b) -> jagged a -> jagged b
  val reduced 'a : (a -> a -> a) -> a -> jagged a -> []a
  val stacked 'a : jagged a -> jagged a -> jagged a
  val filtered 'a : (a -> bool) -> jagged a -> jagged a
  val row 'a : i64 -> jagged a -> []a
}

module jagged : jagged = {
  type~ jagged 'a = ?[r][n].{lengths: [r]i64, data: [n]a}

  local def starts [r] (lengths: [r]i64) : [r]i64 = exscan (+) 0 lengths
  local def owners [r] (n: i64) (lengths: [r]i64) : [n]i64 =
    hist i64.max 0 n (starts lengths) (iota r) |> scan i64.max 0

  def from_rows [n][m] 'a (keep: a -> bool) (xs: [n][m]a) : jagged a =
    let kept = map (map keep) xs
    in { lengths = map (map i64.bool >-> i64.sum) kept
       , data = zip (flatten kept) (flatten xs) |> filter (.0) |> map (.1) }

  def from_lengths [n] 'a (lengths: [n]i64) (f: i64 -> i64 -> a) : jagged a =
    let from = starts lengths
    let own = owners (i64.sum lengths) lengths
    in {lengths, data = map2 (\o i -> f o (i - from[o])) own (indices own)}

  def lengths 'a (j: jagged a) : []i64 = j.lengths
  def data 'a (j: jagged a) : []a = j.data
  def mapped 'a 'b (f: a -> b) (j: jagged a) : jagged b = {lengths = j.lengths, data = map f j.data}

  def reduced 'a (op: a -> a -> a) (ne: a) (j: jagged a) : []a =
    let n = length j.data
    in hist op ne (length j.lengths) (owners n j.lengths) (j.data :> [n]a)

  def stacked 'a (x: jagged a) (y: jagged a) : jagged a =
    {lengths = x.lengths ++ y.lengths, data = x.data ++ y.data}

  def filtered 'a (p: a -> bool) (j: jagged a) : jagged a =
    let n = length j.data
    let kept = map p (j.data :> [n]a)
    in { lengths = hist (+) 0 (length j.lengths) (owners n j.lengths) (map i64.bool kept)
       , data = zip kept (j.data :> [n]a) |> filter (.0) |> map (.1) }

  def row 'a (i: i64) (j: jagged a) : []a =
    let at = (starts j.lengths)[i]
    in j.data[at:at + j.lengths[i]]
}

def primes_below (n: i64) = filter (\k -> k > 1 && all (\d -> k % d != 0) (2..<k)) (iota n)

entry triangle (n: i64) : ([]i64, []i64) =
  let t = jagged.from_lengths (iota n) (\i j -> 10 * i + j)
  in (jagged.lengths t, jagged.data t)

entry row_sums [n][m] (xs: [n][m]i32) : []i32 =
  jagged.from_rows (> 0) xs |> jagged.mapped (* 2) |> jagged.reduced (+) 0

entry stacked [n][m][k] (xs: [n][m]i32) (ys: [k][m]i32) (limit: i32) : ([]i64, []i32) =
  let j = jagged.(stacked (from_rows (const true) xs) (from_rows (!= 0) ys) |> filtered (< limit))
  in (jagged.lengths j, jagged.data j)

entry divisors (n: i64) (k: i64) : ([]i64, []i64) =
  let j = jagged.from_lengths (map (+ 1) (iota n)) (\i d -> (i + 1, d + 1))
          |> jagged.filtered (\(x, d) -> x % d == 0)
          |> jagged.mapped (.1)
  in (jagged.lengths j, if k < n then jagged.row k j else [])

-- Each number's prime factors, concatenated by a flatmap over functions of their own lengths.
entry factors [n] (xs: [n]i64) : []i64 =
  let factor x =
    let (out, _) = loop (out, x) = ([], x) while x > 1 do
      let p = loop p = 2 while x % p != 0 do p + 1
      in (out ++ [p], x / p)
    in out
  let (_, _, _, data) = flatmap' factor xs
  in data

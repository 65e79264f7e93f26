-- Sizes of abstract types: read off values, bound by patterns, given to functions, and compared.
-- ==
-- entry: main
-- input { 3i64 } output { 6i64 6i64 9i64 [0i64, 1, 2] }

-- ==
-- entry: of_functor
-- input { 3i64 } output { 6i64 6i64 }

-- ==
-- entry: claimed
-- input { 3i64 3i64 } output { 6i64 }
-- input { 3i64 4i64 } error: cannot match

module type arrays = {
  type arr [n]
  val mk : (n: i64) -> arr [n]
  val some : i64 -> arr []
  val sum [n] : arr [n] -> i64
  val add [n] : arr [n] -> arr [n] -> arr [n]
  val values [n] : arr [n] -> [n]i64
}

module plain : arrays = {
  type arr [n] = [n]i64
  def mk (n: i64) = iota n
  def some (n: i64) = iota n
  def sum [n] (x: arr [n]) = i64.sum x
  def add [n] (x: arr [n]) (y: arr [n]) : arr [n] = map2 (+) x y
  def values [n] (x: arr [n]) = x
}

module pairs : arrays = {
  type arr [n] = {a: i32, xs: [n]i64, ys: [n](i64, i64)}
  def mk (n: i64) = {a = 1, xs = iota n, ys = zip (iota n) (iota n)}
  def some (n: i64) = mk n
  def sum [n] (x: arr [n]) = i64.sum x.xs
  def add [n] (x: arr [n]) (y: arr [n]) : arr [n] = x with xs = map2 (+) x.xs y.xs
  def values [n] (x: arr [n]) = x.xs
}

def total [n] (x: plain.arr [n]) = plain.sum x + n

module uses (m: arrays) = {
  def both (k: i64) =
    let [n] (x: m.arr [n]) = m.some k
    let y : m.arr [n] = m.mk n
    let (z, _) : (m.arr [n], i32) = (m.add x y, 1)
    in m.sum z + 0 * i64.sum (map2 (+) (m.values x) (iota n))
  def size [n] (_: m.arr [n]) = n
  def claim (k: i64) (l: i64) =
    let x = m.some k :> m.arr [l]
    in m.sum (m.add x (m.mk l))
}

module of_plain = uses plain
module of_pairs = uses pairs

entry main (n: i64) =
  let [k] (x: plain.arr [k]) = plain.some n
  let [m] (y, (z: pairs.arr [m])) = (1i64, pairs.some n)
  in (total (plain.some n), plain.sum x + k, plain.sum (plain.add x x) + k + 0 * y * m, pairs.values z)
entry of_functor (n: i64) = (of_plain.both n, of_pairs.both n + 0 * of_pairs.size (pairs.some n))
entry claimed (n: i64) (m: i64) = of_plain.claim n m + 0 * of_pairs.claim n m

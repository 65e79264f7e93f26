-- Recursive functions behind specifications, with abstract types in their arguments.
-- ==
-- entry: main
-- input { 5i32 } output { 15i32 [0i32, 1, 2, 3, 4] }
-- input { 0i32 } output { 0i32 empty([0]i32) }

module type nat = {
  type t
  val zero : t
  val of : i32 -> t
  val fold 'a : (a -> a) -> a -> t -> a
}

module unary : nat = {
  type t = {n: i32}
  def zero : t = {n = 0}
  def of (x: i32) : t = if x == 0 then zero else {n = (of (x - 1)).n + 1}
  def fold 'a (f: a -> a) (x: a) (n: t) : a = if n.n == 0 then x else fold f (f x) {n = n.n - 1}
}

module use (n: nat) = {
  def sum_below (k: i32) : i32 = (n.fold (\(s, i) -> (s + i, i + 1)) (0, 1) (n.of k)).0
  def numbers (k: i32) : []i32 =
    (n.fold (\(xs: [16]i32, i: i64) -> (copy xs with [i] = i32.i64 i, i + 1)) (replicate 16 0, 0) (n.of k)).0[0:i64.i32 k]
}

module u = use unary

entry main (k: i32) : (i32, []i32) = (u.sum_below k, u.numbers k)

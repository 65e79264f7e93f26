-- A number of the parameter that stands as a size is, after application, the argument's number.
-- ==
-- entry: main
-- input { [1i64, 2i64, 3i64] } output { 24i64 }
module type vec = { type t val n : i64 val from : [n]i64 -> t val sum : t -> i64 }
module a : vec = {
  def n = 3i64
  type t = [n]i64
  def from (x: [n]i64) = x
  def sum (x: t) = i64.sum x
}
module f (V: vec) = { def total (x: [V.n]i64) = V.sum (V.from x) }
module b = f a

module vectors (N: {val n : i64}) = {
  type t = [N.n]i64
  def twice (x: t) : t = map (* 2) x
}
module three = {def n = 3i64}
module v = vectors three

entry main (x: [3]i64) : i64 =
  let y : [three.n]i64 = v.twice (sized three.n x)
  let z : v.t = sized three.n x
  in b.total (sized a.n x) + i64.sum y + i64.sum z

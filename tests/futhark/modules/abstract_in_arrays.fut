-- Abstract values in arrays, records, sums, loops and branches.
-- ==
-- input { [1.0, 2.0] 3i64 } output { 18.0 }

module type complex = {
  type t
  val of : f64 -> t
  val + : t -> t -> t
  val re : t -> f64
  val zero : t
}

module complex : complex = {
  type t = {re: f64, im: f64}
  def of (re: f64) : t = {re, im = 0}
  def (a: t) + (b: t) : t = {re = a.re f64.+ b.re, im = a.im f64.+ b.im}
  def re (a: t) = a.re
  def zero = of 0
}

def main (xs: []f64) (n: i64) : f64 =
  let cs : []complex.t = map complex.of xs
  let total = reduce (complex.+) complex.zero cs
  let some : #none | #some complex.t = if n > 0 then #some total else #none
  let many = loop acc = complex.zero for _i < n do
    match some
    case #none -> acc
    case #some c -> acc complex.+ c
  let both = {left = many, right = [many, many][1]}
  in complex.re (both.left complex.+ both.right)

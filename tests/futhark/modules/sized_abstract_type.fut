-- An abstract type with a size parameter keeps arrays regular.
-- ==
-- input { [[1, 2], [3, 4], [5, 6]] } output { [3, 7, 11] }

module type vector = {
  type v [n]
  val of [n] : [n]i32 -> v [n]
  val sum [n] : v [n] -> i32
}

module m : vector = {
  type v [n] = {xs: [n]i32}
  def of [n] (xs: [n]i32) : v [n] = {xs}
  def sum [n] (v: v [n]) : i32 = i32.sum v.xs
}

def main [n][k] (xss: [n][k]i32) : [n]i32 = map m.sum (map m.of xss)

-- An element of an abstract type is part of its array.
-- ==
-- error: error\[E0401\]: `a` is used after it was consumed
module number : { type t val from : i32 -> t val to : t -> i32 } = {
  type t = i32
  def from (x: i32) : t = x
  def to (x: t) : i32 = x
}

entry main (xs: []i32) : []i32 =
  let numbers = map number.from xs
  let a = numbers[0]
  in map number.to (numbers with [0] = copy numbers[1] with [1] = a)

-- A module type says what its functions consume.
-- ==
-- input { [1, 2, 3] } output { [9, 2, 3] }

module type update = { type a [n] val of [n] : [n]i32 -> *a [n] val set [n] : *a [n] -> i32 -> *a [n] val to [n] : a [n] -> [n]i32 }
module m : update = {
  type a [n] = [n]i32
  def of [n] (xs: [n]i32) : *[n]i32 = copy xs
  def set [n] (xs: *[n]i32) (x: i32) : *[n]i32 = xs with [0] = x
  def to [n] (xs: [n]i32) : [n]i32 = xs
}

def main [n] (xs: [n]i32) : [n]i32 = m.to (m.set (m.of xs) 9)

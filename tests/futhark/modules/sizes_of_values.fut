-- A specified constant is a size, and a function may give an array of the size that it is asked for.
-- ==
-- input { 3i64 } output { [0i64, 1i64, 2i64] [7i64, 7i64] }

module type sized = { val k : i64 val fill : i64 -> [k]i64 val count : (n: i64) -> *[n]i64 }
module two : sized = {
  def k : i64 = 2
  def fill (x: i64) : [k]i64 = replicate k x
  def count (n: i64) : *[n]i64 = iota n
}

def main (n: i64) : ([n]i64, [two.k]i64) = (two.count n with [0] = 0, two.fill 7)

-- A functor whose parameter is a functor, applied to two of them.
-- ==
-- entry: main
-- input { 3i32 } output { 11i32 9i32 }

module type num = { val of : i32 -> i32 }
module plain : num = { def of (x: i32) = x }

module add1 (n: num) : num = { def of x = n.of (x + 1) }
module times3 (n: num) : num = { def of x = n.of (x * 3) }

module twice (f: (n: num) -> num) (n: num) : num = {
  module inner = f n
  module outer = f inner
  def of x = outer.of x
}

module a = twice add1 (times3 plain)
module b = times3 (plain)

entry main (x: i32) : (i32, i32) = (a.of x - 4, b.of x)

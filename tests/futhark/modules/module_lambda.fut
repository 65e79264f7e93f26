-- A module lambda, and a parametric module that uses another one.
-- ==
-- input { [3, 1, 2] } output { 6 7 }

module type start = { val x : i32 }

module plus = \(S: start) : { val run [n] : [n]i32 -> i32 } -> {
  def run [n] (xs: [n]i32) : i32 = reduce (+) S.x xs
}

module plus_one (S: start) = plus { def x = S.x + 1 }

module a = plus { def x = 0i32 }
module b = plus_one { def x = 0i32 }

def main (xs: []i32) = (a.run xs, b.run xs)

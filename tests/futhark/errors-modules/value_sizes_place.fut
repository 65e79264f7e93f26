-- Sizes that differ from the specified ones are told of with the place in the module.
-- ==
-- error: error\[E0205\]: the value `f` does not have the required type(.|\n)*the module type requires \[n\]i32 -> i32(.|\n)*this is \[3\]i32 -> i32

module type sums = { val f [n] : [n]i32 -> i32 }
module three : sums = {
  def f (xs: [3]i32) = xs[0] + xs[1] + xs[2]
}

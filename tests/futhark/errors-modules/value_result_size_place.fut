-- The same for the size of a result.
-- ==
-- error: error\[E0205\]: the value `f` does not have the required type(.|\n)*this is \[n\]i32 -> \[\]i32

module type keeps = { val f [n] : [n]i32 -> [n]i32 }
module positive : keeps = {
  def f [n] (xs: [n]i32) : []i32 = filter (> 0) xs
}

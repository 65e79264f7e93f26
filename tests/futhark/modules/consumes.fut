-- A specified function that consumes its argument, and local names that stay inside.
-- ==
-- input { [1, 2] 1i64 9 } output { [1, 9] }

module type updates = { val put [n] : *[n]i32 -> i64 -> i32 -> *[n]i32 }
module updates : updates = {
  local def check [n] (_: [n]i32) (i: i64) = i >= 0 && i < n
  def put [n] (xs: *[n]i32) (i: i64) (x: i32) : *[n]i32 = if check xs i then xs with [i] = x else xs
}

entry main [n] (xs: *[n]i32) (i: i64) (x: i32) : *[n]i32 = updates.put xs i x

-- The result of a function without `*` may share memory with its argument.
-- ==
-- error: error\[E0401\]: .

def front [n] (xs: [n]i32) : []i32 = xs[:n / 2]

entry main [n] (xs: *[n]i32) : i32 =
  let a = front xs
  let b = xs with [0] = 5
  in i32.sum a + b[0]

-- ==
-- error: `xs` is used after it was consumed

def first [n] ((xs, ys): (*[n]i32, [n]i32)) : *[n]i32 = xs with [0] = ys[0]

entry main [n] (xs: *[n]i32) (ys: [n]i32) : ([n]i32, i32) =
  let zs = first (xs, ys)
  in (zs, xs[0])

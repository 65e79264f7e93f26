-- Functions of function type with a consumed argument, applied to fresh arrays.
-- ==
-- entry: main
-- input { [1i32, 2, 3] } output { [9i32, 2, 3] [1i32, 9, 3] 6i32 }
-- input { [0i32, 0] } output { [9i32, 0] [0i32, 9] 0i32 }

def apply_fresh [n] (f: *[n]i32 -> *[n]i32) (xs: [n]i32) : *[n]i32 = f (copy xs)

def set [n] (i: i64) (xs: *[n]i32) : *[n]i32 = xs with [i] = 9

entry main [n] (xs: [n]i32) : ([n]i32, [n]i32, i32) =
  let a = apply_fresh (set 0) xs
  let b = apply_fresh (\(ys: *[n]i32) -> ys with [1] = 9) xs
  in (a, b, i32.sum xs)

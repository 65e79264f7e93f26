-- Closures that capture parameters, locals, loop variables and pattern variables.
-- ==
-- entry: main
-- input { 2i32 [1i32, 2, 3] } output { [3i32, 6, 9] [7i32, 8, 9] }
-- input { 0i32 empty([0]i32) } output { empty([0]i32) empty([0]i32) }

-- ==
-- entry: in_loop
-- input { 3i32 10i32 } output { 13i32 }
-- input { 0i32 10i32 } output { 10i32 }

-- ==
-- entry: in_match
-- input { 0i32 5i32 } output { 7i32 }
-- input { 4i32 5i32 } output { 20i32 }

entry main [n] (k: i32) (xs: [n]i32) : ([n]i32, [n]i32) =
  let (a, {b}) = (k + 1, {b = k * 3})
  let f x = a * x
  let g = \x -> x + b
  in (map f xs, map g xs)
entry in_loop (n: i32) (x: i32) : i32 =
  loop y = x for i < n do
    let add z = z + i
    in add y
entry in_match (k: i32) (x: i32) : i32 =
  match k
  case 0 -> (let f y = y + 2 in f x)
  case m -> (let f y = y * m in f x)

-- Lambdas of every form: several parameters, patterns, types, results, bodies with `let`, nested ones.
-- ==
-- entry: main
-- input { 3i32 4i32 } output { 7i32 34i32 12i32 -1i32 43i32 }
-- input { 0i32 1i32 } output { 1i32 1i32 0i32 -1i32 10i32 }

-- ==
-- entry: bodies
-- input { [1i32, 2] } output { [4i32, 9] [1i32, 20] }
-- input { empty([0]i32) } output { empty([0]i32) empty([0]i32) }

entry main (a: i32) (b: i32) : (i32, i32, i32, i32, i32) =
  ( (\x y -> x + y) a b
  , (\(x, y) -> 10 * x + y) (a, b)
  , (\(x: i32) ({y}: {y: i32}) : i32 -> x * y) a {y = b}
  , (\_ -> -1) a
  , (\x -> \y -> 10 * y + x) a b
  )
entry bodies [n] (xs: [n]i32) : ([n]i32, [n]i32) =
  ( map (\x -> let y = x + 1 in y * y) xs
  , map (\x -> if x > 1 then x * 10 else x) xs
  )

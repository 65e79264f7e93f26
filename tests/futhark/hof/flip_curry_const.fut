-- The combinators of the prelude.
-- ==
-- entry: main
-- input { 10i32 4i32 } output { 6i32 -6i32 6i32 14i32 10i32 4i32 }
-- input { 1i32 1i32 } output { 0i32 0i32 0i32 2i32 1i32 1i32 }

-- ==
-- entry: mapped
-- input { [1i32, 2] [10i32, 30] } output { [9i32, 28] [11i32, 32] [7i32, 7] }
-- input { empty([0]i32) empty([0]i32) } output { empty([0]i32) empty([0]i32) empty([0]i32) }

entry main (a: i32) (b: i32) : (i32, i32, i32, i32, i32, i32) =
  ( uncurry (-) (a, b)
  , flip (-) a b
  , flip (flip (-)) a b
  , curry (\(x, y) -> x + y) a b
  , const a b
  , id b
  )
entry mapped [n] (xs: [n]i32) (ys: [n]i32) : ([n]i32, [n]i32, [n]i32) =
  (map2 (flip (-)) xs ys, map (uncurry (+)) (zip xs ys), map (const 7) xs)

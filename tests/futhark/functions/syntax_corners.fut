-- Corners of the grammar in calls: negation as an argument, lambdas as last arguments, `if` and `let` inside of
-- operands, sections that look like negation, application against indexing, trailing commas.
-- ==
-- entry: negations
-- input { 3i32 2i32 } output { -1i32 -5i32 -3i32 9i32 -9i32 1i32 }

-- ==
-- entry: adjacency
-- input { [10i32, 20, 30] } output { 20i32 30i32 60i32 20i32 }

-- ==
-- entry: last_argument
-- input { [1i32, 2, 3] } output { [2i32, 4, 6] 12i32 [0i64, 1, 4] }
-- input { empty([0]i32) } output { empty([0]i32) 0i32 empty([0]i64) }

-- ==
-- entry: operands
-- input { 5i32 true } output { 11i32 5i32 20i32 }
-- input { 5i32 false } output { 6i32 10i32 10i32 }

-- ==
-- entry: names
-- input { 1i32 } output { 1i32 2i32 3i32 6i32 }

-- ==
-- entry: lets
-- input { 2i32 } output { 2i32 16i32 8i32 }

-- ==
-- entry: trailing
-- input { 4i32 } output { [4i32, 5] 4i32 5i32 }

def f (x: i32) (y: i32) : i32 = x + y

entry negations (a: i32) (b: i32) : (i32, i32, i32, i32, i32, i32) =
  (f (-a) b, -f a b, (-a), (-a) ** b, -(a ** b), a - -a - (f a b))

entry adjacency (xs: []i32) : (i32, i32, i32, i32) =
  let g (ys: []i32) = i32.sum ys
  let id2 (ys: []i32) = ys
  in (xs[1], (id2 xs)[2], g [xs[0], xs[1], 30], (xs)[1:][0])

entry last_argument [n] (xs: [n]i32) : ([n]i32, i32, []i64) =
  let doubled = map2 (\x y -> x + y) xs xs
  let total = foldl (\acc x -> let y = 2 * x in acc + y) 0 xs
  let squares = tabulate n \i -> i * i
  in (doubled, total, squares)

entry operands (x: i32) (flag: bool) : (i32, i32, i32) =
  ( x + (if flag then x else 0) + (let y = 1 in y)
  , (if flag then x else x * 2)
  , x * (if flag then 2 else 1) + if flag then 2 * x else x
  )

entry names (x: i32) : (i32, i32, i32, i32) =
  let x' = x + 1
  let x'' = x' + 1
  let _ignored = x''
  let map_ = x + x' + x''
  in (x, x', x'', map_)

entry lets (x: i32) : (i32, i32, i32) =
  let a = x let b = a * a let c = b * b
  let d = (let a = c in let b = a + 0 in b)
  in (a, d, (let a = 4 in a * x))

entry trailing (x: i32) : ([2]i32, i32, i32) =
  let r = {a = x, b = x + 1,}
  let (p, q,) = (r.a, r.b,)
  in ([x, x + 1,], p, q)

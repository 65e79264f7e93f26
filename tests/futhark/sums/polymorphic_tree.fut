-- A polymorphic sum of fixed depth, with functions over it that take functions.
-- ==
-- entry: main
-- input { 3i32 } output { 14i32 6f64 }
-- input { 0i32 } output { 2i32 0f64 }

-- ==
-- entry: leaves
-- input { true 4i32 } output { 1i64 5i32 }
-- input { false 4i32 } output { 2i64 9i32 }

type one 'a = #leaf a | #node a a
type two 'a = one (one a)
def map_one 'a 'b (f: a -> b) (t: one a) : one b =
  match t
  case #leaf x -> #leaf (f x)
  case #node x y -> #node (f x) (f y)
def fold_one 'a 'b (f: a -> b) (g: b -> b -> b) (t: one a) : b =
  match t
  case #leaf x -> f x
  case #node x y -> f x `g` f y
def fold_two 'a 'b (f: a -> b) (g: b -> b -> b) (t: two a) : b = fold_one (fold_one f g) g t
def id_of 'a (x: a) : a = x
entry main (x: i32) : (i32, f64) =
  let t : two i32 = #node (#leaf x) (#node (x + 1) (2 * x + 1))
  in (fold_two id_of (+) t,
      fold_two f64.i32 f64.max (match t case #node a _ -> #node a (map_one (* 2) a) case #leaf a -> #leaf a))
entry leaves (b: bool) (x: i32) : (i64, i32) =
  let t : one i32 = if b then #leaf x else #node x (x + 1)
  in (fold_one (\_ -> 1) (+) t, fold_one id_of (+) t + i32.bool b)

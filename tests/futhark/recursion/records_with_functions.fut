-- A recursive function that passes a record of functions on.
-- ==
-- entry: main
-- input { [3i32, 1, 2] } output { [1i32, 2, 3] [3i32, 2, 1] }
-- input { empty([0]i32) } output { empty([0]i32) empty([0]i32) }

def merge 'a [n] [m] (lt: a -> a -> bool) (xs: [n]a) (ys: [m]a) : *[n + m]a =
  if n == 0 then copy ys :> [n + m]a else if m == 0 then copy xs :> [n + m]a
  else let zs = replicate (n + m) xs[0]
       let (_, _, zs) =
         loop (i, j, zs) = (0i64, 0i64, zs) for k < n + m do
           if j >= m || (i < n && !(lt ys[j] xs[i]))
           then (i + 1, j, zs with [k] = copy xs[i])
           else (i, j + 1, zs with [k] = copy ys[j])
       in zs

def sort 'a [n] (lt: a -> a -> bool) (xs: [n]a) : [n]a =
  if n < 2 then xs else
  let h = n / 2
  in merge lt (sort lt (take h xs)) (sort lt (drop h xs)) :> [n]a

entry main [n] (xs: [n]i32) : ([n]i32, [n]i32) = (sort (<) xs, map (.0) (sort (\a b -> a.0 > b.0) (zip xs (iota n))))

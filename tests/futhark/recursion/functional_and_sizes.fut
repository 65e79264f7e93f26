-- A recursive function with a functional parameter over arrays that halves its array in each call.
-- ==
-- entry: main
-- input { [3i32, 1, 4, 1, 5] } output { 14i32 5i32 60i32 }
-- input { [3i32] } output { 3i32 3i32 3i32 }
-- input { empty([0]i32) } output { 0i32 -1i32 1i32 }

def tree 'a [n] (f: a -> a -> a) (ne: a) (xs: [n]a) : a =
  if n == 0 then ne
  else if n == 1 then xs[0]
  else let h = n / 2 in f (tree f ne (take h xs)) (tree f ne (drop h xs))

entry main (xs: []i32) : (i32, i32, i32) =
  (tree (+) 0 xs, tree i32.max (-1) xs, tree (*) 1 xs)

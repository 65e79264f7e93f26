-- Functions that take functions and pass them on; each use is a copy for its function.
-- ==
-- entry: iterated
-- input { 0 5 } output { 5 5 }
-- input { 1 5 } output { 10 8 }
-- input { 6 3 } output { 192 21 }

-- ==
-- entry: arrays
-- input { 3 [1, 2, 3] } output { [7, 8, 9] }
-- input { 2 empty([0]i32) } output { empty([0]i32) }

-- ==
-- entry: folded
-- input { empty([0]i32) } output { 0 -2147483648 }
-- input { [4] } output { 4 4 }
-- input { [3, 9, 2] } output { 14 9 }

-- ==
-- entry: composed
-- input { 0 } output { 6 }
-- input { 5 } output { 26 }

def iterate 'a (f: a -> a) (n: i32) (x: a) : a = if n == 0 then x else iterate f (n - 1) (f x)

def fold 'a 'b (f: b -> a -> b) (acc: b) (xs: []a) : b =
  if length xs == 0 then acc else fold f (f acc xs[0]) xs[1:]

def alternate 'a (n: i32) (f: a -> a) (x: a) (g: a -> a) : a =
  if n == 0 then x else alternate (n - 1) f (g (f x)) g

entry iterated (n: i32) (x: i32) : (i32, i32) =
  let k = 3
  in (iterate (* 2) n x, iterate (\y -> y + k) n x)
entry arrays [m] (n: i32) (xs: [m]i32) : [m]i32 =
  iterate (map (\x -> iterate (+ 1) 2 x)) n xs
entry folded (xs: []i32) : (i32, i32) = (fold (+) 0 xs, fold i32.max i32.lowest xs)
entry composed (x: i32) : i32 = alternate 2 (+ 1) x (* 2)

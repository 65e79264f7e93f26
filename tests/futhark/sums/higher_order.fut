-- Functions as arguments of functions on sums: folds over constructors, and functions chosen by payloads.
-- ==
-- entry: main
-- input { 0i32 6i32 } output { 12i32 }
-- input { 1i32 6i32 } output { -6i32 }
-- input { 2i32 6i32 } output { 0i32 }

-- ==
-- entry: visited
-- input { [1i32, -2, 0] } output { [10i32, 2, 100] }
-- input { empty([0]i32) } output { empty([0]i32) }

type t = #a i32 | #b i32 | #c
def fold 'r (t: t) (a: i32 -> r) (b: i32 -> r) (c: r) : r =
  match t case #a x -> a x case #b x -> b x case #c -> c
def make (k: i32) (x: i32) : t = if k == 0 then #a x else if k == 1 then #b x else #c
entry main (k: i32) (x: i32) : i32 = fold (make k x) (* 2) (\y -> -y) 0
entry visited [n] (xs: [n]i32) : [n]i32 =
  let zero = 100
  in map (\x -> fold (make (if x > 0 then 0 else if x < 0 then 1 else 2) x) (* 10) i32.abs zero) xs

-- Sums as elements of histograms, scatters, filters and partitions.
-- ==
-- entry: scattered
-- input { [2i64, 0] [5i32, -6] } output { [-60i32, 0, 5] }
-- input { empty([0]i64) empty([0]i32) } output { [0i32, 0, 0] }

-- ==
-- entry: binned
-- input { [0i64, 1, 0, 5] [3i32, -4, -5, 6] } output { [-5i32, -4] }

-- ==
-- entry: parted
-- input { [1i32, -2, 3, 0] } output { [1i32, 3] 2i64 }
-- input { empty([0]i32) } output { empty([0]i32) 0i64 }

type t = #pos i32 | #neg i32 | #zero
def make (x: i32) : t = if x > 0 then #pos x else if x < 0 then #neg x else #zero
def show (t: t) : i32 = match t case #pos x -> x case #neg x -> 10 * x case #zero -> 0
entry scattered [n] (is: [n]i64) (xs: [n]i32) : [3]i32 =
  map show (scatter (replicate 3 (#zero : t)) is (map make xs))
def lower (a: t) (b: t) : t =
  match (a, b)
  case (#neg x, #neg y) -> #neg (i32.min x y)
  case (#neg _, _) -> a
  case (_, #neg _) -> b
  case (#pos x, #pos y) -> #pos (i32.min x y)
  case (#zero, _) -> b
  case (_, #zero) -> a
entry binned [n] (is: [n]i64) (xs: [n]i32) : [2]i32 =
  map (\t -> show t / (match t case #neg _ -> 10 case _ -> 1)) (hist lower #zero 2 is (map make xs))
entry parted (xs: []i32) : ([]i32, i64) =
  let (a, b) = partition (\t -> match t case #pos _ -> true case _ -> false) (map make xs)
  in (map show a, length b)

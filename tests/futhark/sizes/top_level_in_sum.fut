-- A top-level value with an unknown size inside of a sum, and values of a module that share a size.
-- ==
-- entry: main
-- input { } output { [2i32] 1i64 [3i32, 3] }
type~ s = #a ([]i32) | #b
def table : s = #a (filter (> 0) [1i32, -1])
def a = match table case #a t -> map (* 2) t case #b -> []
def b = match table case #a t -> length t case #b -> 0
module m = { def xs = filter (> 0) [1i32, 1, -1] def both = (xs, xs) def rows = map (\x -> map (+ x) xs) xs }
entry main : ([]i32, i64, []i32) = (a, b, map2 (+) m.both.0 (map (* 2) m.xs))

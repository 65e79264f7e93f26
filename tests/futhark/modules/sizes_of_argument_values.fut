-- The sizes of a parameter's values are, after application, those of the argument's.
-- ==
-- entry: main
-- input { } output { [5i32, 7] [[2i32, 3], [3i32, 4]] }
module type has = { val xs : []i32 }
module f (P: has) = { def sums = map2 (+) P.xs (map (+ 1) P.xs) def rows = map (\x -> map (+ x) P.xs) P.xs def t = map (map (+ 0)) rows }
module one : has = { def xs = filter (> 0) [2i32, -1, 3] }
module g = f one
module h = f { def xs = filter (> 0) [1i32, -1, 2] }
def sums : []i32 = map2 (+) g.sums (map (* 0) one.xs)
entry main : ([]i32, [][]i32) = (sums, copy h.t)

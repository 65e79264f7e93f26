-- Sizes that parameters leave unsaid are what the body makes of them: equal where it needs them to be.
-- ==
-- entry: main sized within
-- input { [1, 2] [3, 4] } output { [4, 6] }
-- input { empty([0]i32) empty([0]i32) } output { empty([0]i32) }
-- input { [1, 2] [3] } error: .
entry main (xs: []i32) (ys: []i32) : []i32 = map2 (+) xs ys
def below (n: i64) (xs: []i32) = zip xs (iota n)
entry sized [n] (xs: [n]i32) (ys: []i32) : [n]i32 = map2 (\(x, _) y -> x + y) (below n xs) ys
entry within [n] (xs: [n]i32) (ys: [n]i32) : [n]i32 = let add (a: []i32) (b: []i32) = map2 (+) a b in add xs ys

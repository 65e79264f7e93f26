-- A `type~` hides a size, which each use reads off the value.
-- ==
-- entry: main
-- input { [1i32, -2i32, 3i32] } output { [1i32, 3i32] 4i32 }

type~ numbers = ?[n].{xs: [n]i32, ys: [n]i32}

def make (xs: []i32) : numbers = let [k] (ps: [k]i32) = filter (> 0) xs in {xs = ps, ys = ps}

def total (p: numbers) : i32 = i32.sum (map2 (+) p.xs p.ys) / 2

entry main (xs: []i32) : ([]i32, i32) = let p = make xs in (p.xs, total p)

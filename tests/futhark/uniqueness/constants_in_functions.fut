-- A function may read a constant, copy it and compute from it; a constant may be another one.
-- ==
-- entry: main
-- input { 1i64 } output { 2 [1, 2, 3] [2, 4, 6] [1, 2, 3] }

-- ==
-- entry: inferred
-- input { 1i64 } output { [2, 4, 6] [2, 3] }

-- ==
-- entry: consumed
-- input { 7 } output { [7, 4, 6] }

def c : [3]i32 = [1, 2, 3]

def d = c

def part = {first = d, count = 3i64}

def pick (i: i64) : i32 = d[i]

def taken (_: i64) : [3]i32 = copy part.first

def doubled (_: i64) = map (* 2) c

-- Nothing says of the result that it may be the argument, and it never is.
def twice (xs: [3]i32) = map (* 2) xs

entry main (i: i64) = (pick i, taken i, doubled i, copy d)

entry inferred (i: i64) = (twice c, map (\k -> c[k]) (map (+ i) (iota 2)))

entry consumed (k: i32) = let xs = twice c in xs with [0] = k

-- Arrays of no rows, whose length is a computed constant: entry points with one array each.
-- ==
-- entry: f
-- input { [1,2,3] } output { [2,4,6] }
-- input { [1,2] } error: .

-- ==
-- entry: g
-- input { 0i64 } output { empty([0][3]i32) }
-- input { 2i64 } output { [[7,7,7],[7,7,7]] }

-- ==
-- entry: h
-- input { 0i64 } output { empty([0][3][4]i32) }
-- input { 1i64 } output { [[[0,0,0,0],[0,0,0,0],[0,0,0,0]]] }

-- ==
-- entry: i
-- input { empty([0]i64) } output { empty([0][3]i64) }

-- ==
-- entry: j
-- input { 0i64 } output { empty([0][3]i64) empty([0][4]i64) }

-- ==
-- entry: l
-- input { 0i64 } output { empty([0][3]i64) }
-- input { 1i64 } output { [[0i64,1i64,2i64]] }

-- ==
-- entry: m
-- input { 0i64 } output { empty([3][0]i64) }

-- ==
-- entry: o
-- input { empty([0][3]i64) } output { empty([0][3]i64) }

def k = i64.max 2 3
def k4 = k + 1
entry f (xs: [k]i32) : [k]i32 = map (* 2) xs
entry g (n: i64) = replicate n (replicate k 7i32)
entry h (n: i64) : [n][k][k4]i32 = tabulate_3d n k k4 (\_ _ _ -> 0i32)
entry i (xs: []i64) = filter (> 3) xs |> map (\x -> map (+ x) (iota k))
entry j (n: i64) = unzip (map (\i -> (replicate k i, replicate k4 i)) (iota n)) 
entry l (n: i64) = loop acc = ([] : [][k]i64) for i < n do acc ++ [iota k]
entry m (n: i64) = transpose (map (\_ -> iota k) (iota n))
entry o (xs: [][k]i64) = map (\x -> scan (+) 0 x) xs

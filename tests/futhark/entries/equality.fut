-- Values from outside are equal exactly when they are made alike.
-- ==
-- entry: same
-- input { 0i8 1i32 0i8 1i32 } output { true }
-- input { 0i8 1i32 1i8 1i32 } output { false }
-- input { 2i8 0i32 2i8 0i32 } output { true }

-- ==
-- entry: alike
-- input { [1i32, 2] true [1i32, 2] true } output { true }
-- input { [1i32, 2] true [1i32, 2] false } output { false }
-- input { [1i32, 2] true [1i32] true } output { false }

-- ==
-- entry: lists
-- input { [0i8, 1] [3i64, 0] [0i8, 1] [3i64, 0] } output { true }
-- input { [0i8, 1] [3i64, 0] [1i8, 0] [0i64, 3] } output { false }

entry same (x: #a i32 | #b i32 | #c) (y: #a i32 | #b i32 | #c) : bool = x == y
entry alike (x: ([]i32, bool)) (y: ([]i32, bool)) : bool =
  length x.0 == length y.0 && and (map (\i -> x.0[i] == y.0[i]) (indices x.0)) && x.1 == y.1
entry lists [n] (xs: [n](#some i64 | #zero)) (ys: [n](#some i64 | #zero)) : bool = and (map2 (==) xs ys)

-- A loop whose variable is declared of one size cannot give another.
-- ==
-- error: .

entry grown [n] (xs: [n]i32) : [n]i32 = loop (ys: [n]i32) = xs for i < 3i32 do ys ++ [i]

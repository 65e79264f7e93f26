-- A while loop whose value shrinks has an unknown size.
-- ==
-- error: E0501

entry main [n] (xs: [n]i32) : [n]i32 = loop ys = xs while length ys > 1 do ys[1:]

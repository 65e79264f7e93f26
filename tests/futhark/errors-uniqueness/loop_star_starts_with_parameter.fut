-- The first value of a parameter that is marked `*` is consumed, whatever the body does.
-- ==
-- error: error\[E0402\]: `xs` may not be consumed

entry main (xs: [2]i32) : [2]i32 = loop (ys: *[2]i32) = xs for i < 3 do [1, 2]

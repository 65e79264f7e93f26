-- `iterate` goes over values that can be a loop's parameters, no functions.
-- ==
-- error: E0503\]: .*`a` cannot stand for a function

entry main (x: i32) : i32 = iterate 3 (\f -> f >-> f) (+ 1) x

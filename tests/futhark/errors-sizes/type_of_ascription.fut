-- An ascription claims nothing: sizes are compared before the program runs.
-- ==
-- error: E0501.*expected size 3, found n

entry main [n] (xs: [n]i32) = xs : [3]i32

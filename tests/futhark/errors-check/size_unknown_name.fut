-- A size in a type that is no name in scope.
-- ==
-- error: error\[E0201\]: `m`

entry main (xs: [m]i32) : i32 = xs[0]

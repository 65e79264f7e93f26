-- Two calls give two sizes, also if they are alike.
-- ==
-- error: E0501

entry main (xs: []i32) = let f () = filter (> 0) xs in map2 (+) (f ()) (f ())

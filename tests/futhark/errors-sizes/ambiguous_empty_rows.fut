-- The rows of an empty array have a size too.
-- ==
-- error: E0502

entry main (x: i32) = let xss : [][]i32 = [] in (x, length xss)

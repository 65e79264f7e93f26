-- Three entry points that cannot be.
-- ==
-- error: error\[E0602(.|\n)*E0601(.|\n)*E0603

entry f (g: i32 -> i32) : i32 = g 1
entry h 'a (x: a) : a = x
entry (+++) (x: i32) (y: i32) : i32 = x + y

-- Nor one in a constructor.
-- ==
-- error: error\[E0602\]: .*takes or returns a function

entry make (x: i32) : #f (i32 -> i32) | #none = #f (+ x)

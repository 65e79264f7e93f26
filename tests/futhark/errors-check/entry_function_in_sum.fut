-- Nor one in a constructor.
-- ==
-- error: error\[E0602\]: .*takes or gives a function

entry make (x: i32) : #f (i32 -> i32) | #none = if x > 0 then #f (+ x) else #none

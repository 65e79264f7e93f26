-- There is no assignment.
-- ==
-- error: error\[E0102\]: unexpected `=`

def f (x: i32) : i32 =
  x := 5
  in x

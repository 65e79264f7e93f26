-- The body of a loop gives another type than the loop starts from.
-- ==
-- error: error\[E0301\]: .*f64.*i32

entry main (n: i32) : f64 =
  loop total = 0f64 for i < n do i

-- Functions called where they are written: lambdas, sections, conditions inside of the body, local ones.
-- ==
-- entry: main
-- input { 5i32 } output { 6i32 10i32 4i32 15i32 }
-- input { -5i32 } output { -4i32 -10i32 -4i32 5i32 }

entry main (x: i32) : (i32, i32, i32, i32) =
  ( (\y -> y + 1) x
  , (* 2) x
  , (if x > 0 then (\y -> y - 1) x else (\y -> y + 1) x)
  , (let f y = y + 10 in f) x
  )

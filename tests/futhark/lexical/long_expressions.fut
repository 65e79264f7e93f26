-- Deep nesting of parentheses and long chains of one operator.
-- ==
-- entry: parentheses
-- input { 5i32 } output { 5i32 }
-- input { -5i32 } output { -5i32 }

-- ==
-- entry: chain
-- input { 1i32 } output { 32i32 }
-- input { 0i32 } output { 0i32 }

-- ==
-- entry: conditions
-- input { 7i32 } output { 3i32 }
-- input { 1i32 } output { 0i32 }
-- input { 100i32 } output { 5i32 }

entry parentheses (x: i32) : i32 = ((((((((((((((((((((x))))))))))))))))))))
entry chain (x: i32) : i32 =
  x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x
  + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x
entry conditions (x: i32) : i32 =
  if x < 2 then 0 else if x < 4 then 1 else if x < 6 then 2 else if x < 8 then 3 else if x < 10 then 4 else 5

-- `||` binds less tightly than `&&`; conditions of comparisons need no parentheses.
-- ==
-- entry: truth
-- input { false false false } output { false false true }
-- input { true false false } output { true false false }
-- input { false true true } output { true true true }
-- input { true true false } output { true false true }
-- input { false true false } output { false false true }
-- input { true false true } output { true true true }

-- ==
-- entry: between
-- input { 5i32 } output { true false }
-- input { 0i32 } output { false true }
-- input { 10i32 } output { false true }

entry truth (a: bool) (b: bool) (c: bool) : (bool, bool, bool) =
  (a || b && c, (a || b) && c, !a || b || c)
entry between (x: i32) : (bool, bool) = (x > 0 && x < 10, x <= 0 || x >= 10)

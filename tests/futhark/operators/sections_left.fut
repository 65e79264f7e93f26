-- Sections with their left operand, of all sorts of operators.
-- ==
-- entry: arithmetic
-- input { 3i32 } output { 13i32 7i32 30i32 3i32 1i32 1000i32 }
-- input { -3i32 } output { 7i32 13i32 -30i32 -4i32 -2i32 0i32 }

-- ==
-- entry: others
-- input { 3i32 } output { true false true 80i32 10i32 }
-- input { 10i32 } output { false true false 10240i32 10i32 }

-- ==
-- entry: logic
-- input { true } output { false true true }
-- input { false } output { false true false }

entry arithmetic (x: i32) : (i32, i32, i32, i32, i32, i32) =
  ((10 +) x, (10 -) x, (10 *) x, (10 /) x, (10 %) x, if x < 0 then 0 else (10 **) x)
entry others (x: i32) : (bool, bool, bool, i32, i32) =
  ((10 >) x, (10 ==) x, (10 !=) x, (10 <<) x, (10 |) (x & 1 | x & 8))
entry logic (x: bool) : (bool, bool, bool) = ((false &&) x, (true ||) x, (true ==) x)

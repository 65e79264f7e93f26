-- Sections with their right operand; `(- 2)` is no section but a number.
-- ==
-- entry: arithmetic
-- input { 7i32 } output { 9i32 14i32 3i32 1i32 49i32 }
-- input { -7i32 } output { -5i32 -14i32 -4i32 1i32 49i32 }

-- ==
-- entry: others
-- input { 7i32 } output { false true 28i32 3i32 2i32 }
-- input { 2i32 } output { true true 8i32 1i32 2i32 }

-- ==
-- entry: number
-- input { 5i32 } output { 3i32 -7i32 }

entry arithmetic (x: i32) : (i32, i32, i32, i32, i32) = ((+ 2) x, (* 2) x, (/ 2) x, (% 2) x, (** 2) x)
entry others (x: i32) : (bool, bool, i32, i32, i32) = ((< 7) x, (>= 2) x, (<< 2) x, (>> 1) x, (& 2) x)
def apply (f: i32 -> i32) (x: i32) : i32 = f x
entry number (x: i32) : (i32, i32) = (x + (- 2), apply (\y -> (- 2) - y) x)

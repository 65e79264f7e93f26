-- Comparisons bind less tightly than arithmetic and bits, more than `&&`; they associate to the left.
-- ==
-- entry: main
-- input { 3i32 4i32 } output { true true true false }
-- input { 4i32 3i32 } output { false true false false }
-- input { 3i32 3i32 } output { false false true false }

-- ==
-- entry: booleans
-- input { true false } output { false true true }
-- input { true true } output { true true false }
-- input { false false } output { true false false }

entry main (a: i32) (b: i32) : (bool, bool, bool, bool) =
  (a + 1 <= b && a < b, a * 2 != b * 2, a <= b == true, a < b == (a > b) == false == (a == b))
entry booleans (a: bool) (b: bool) : (bool, bool, bool) = (a == b, a || b == a && a, a != b == true)

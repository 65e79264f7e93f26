-- Operators on booleans as values: comparison, exclusive or by `!=`, and reductions.
-- ==
-- entry: tables
-- input { true true } output { true false true true }
-- input { true false } output { false true false true }
-- input { false true } output { false true true false }
-- input { false false } output { true false true true }

-- ==
-- entry: reduced
-- input { [true, false, true] } output { false true false }
-- input { [true, true] } output { true true false }
-- input { empty([0]bool) } output { true false false }

entry tables (a: bool) (b: bool) : (bool, bool, bool, bool) =
  (a == b, a != b, !a || b, a || !b)
entry reduced (xs: []bool) : (bool, bool, bool) =
  (reduce (&&) true xs, reduce (||) false xs, reduce (!=) false xs)

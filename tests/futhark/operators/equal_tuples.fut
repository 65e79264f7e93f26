-- Equality of tuples of all sorts compares every component.
-- ==
-- entry: pairs
-- input { 1i32 true 1i32 true } output { true false }
-- input { 1i32 true 1i32 false } output { false true }
-- input { 2i32 true 1i32 true } output { false true }

-- ==
-- entry: nested
-- input { 1i32 2i32 } output { false }
-- input { 2i32 2i32 } output { true }

-- ==
-- entry: units
-- input { } output { true false }

entry pairs (a: i32) (b: bool) (c: i32) (d: bool) : (bool, bool) = ((a, b) == (c, d), (a, b) != (c, d))
entry nested (a: i32) (b: i32) : bool = ((a, (b, 1u8)), a) == ((b, (a, 1u8)), b)
entry units = (() == (), () != ())

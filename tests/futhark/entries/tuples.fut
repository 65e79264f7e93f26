-- Tuples as parameters, and tuples in tuples as results.
-- ==
-- entry: swap
-- input { 1i32 true } output { true 1i32 }

-- ==
-- entry: regroup
-- input { 1i8 2i16 3i32 4i64 } output { 1i8 2i16 3i32 4i64 10i64 }

-- ==
-- entry: both
-- input { 7i32 2i32 } output { 3i32 1i32 14i32 9i32 }

entry swap (p: (i32, bool)) : (bool, i32) = (p.1, p.0)

entry regroup ((a, b): (i8, i16)) ((c, d): (i32, i64)) : (((i8, i16), (i32, i64)), i64) =
  (((a, b), (c, d)), i64.i8 a + i64.i16 b + i64.i32 c + d)

entry both (p: (i32, i32)) : ((i32, i32), {product: i32, sum: i32}) =
  ((p.0 / p.1, p.0 % p.1), {sum = p.0 + p.1, product = p.0 * p.1})

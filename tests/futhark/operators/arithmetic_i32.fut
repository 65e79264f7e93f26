-- Sums, differences, products, powers and negation on i32, which wrap around at both ends.
-- ==
-- entry: basic
-- input { 2147483647i32 1i32 } output { -2147483648i32 2147483646i32 2147483647i32 }
-- input { -2147483648i32 1i32 } output { -2147483647i32 2147483647i32 -2147483648i32 }
-- input { 2147483647i32 2147483647i32 } output { -2i32 0i32 1i32 }
-- input { -2147483648i32 -2147483648i32 } output { 0i32 0i32 0i32 }
-- input { 1538622610i32 728795069i32 } output { -2027549617i32 809827541i32 -204743222i32 }

-- ==
-- entry: negated
-- input { 0i32 } output { 0i32 1i32 }
-- input { 1i32 } output { -1i32 0i32 }
-- input { 2147483647i32 } output { -2147483647i32 -2147483646i32 }
-- input { -2147483648i32 } output { -2147483648i32 -2147483647i32 }

-- ==
-- entry: power
-- input { 2i32 31i32 } output { -2147483648i32 }
-- input { 3i32 20i32 } output { -808182895i32 }
-- input { 0i32 0i32 } output { 1i32 }
-- input { -1i32 7i32 } output { -1i32 }
-- input { 1i32 100i32 } output { 1i32 }
-- input { 2i32 32i32 } output { 0i32 }
-- input { 2i32 -1i32 } error: negative exponent

-- ==
-- entry: ordered
-- input { -2147483648i32 2147483647i32 } output { true true false false false true }
-- input { 2147483647i32 2147483647i32 } output { false true false true true false }
-- input { 1i32 0i32 } output { false false true true false true }

entry basic (a: i32) (b: i32) : (i32, i32, i32) = (a + b, a - b, a * b)
entry negated (a: i32) : (i32, i32) = (-a, 1 - a)
entry power (a: i32) (b: i32) : i32 = a ** b
entry ordered (a: i32) (b: i32) : (bool, bool, bool, bool, bool, bool) =
  (a < b, a <= b, a > b, a >= b, a == b, a != b)

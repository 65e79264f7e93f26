-- The bit operators on i32: and, or, exclusive or, complement, shifts and De Morgan's laws.
-- ==
-- entry: logic
-- input { 12i32 10i32 } output { 8i32 14i32 6i32 -13i32 }
-- input { -2147483648i32 2147483647i32 } output { 0i32 -1i32 -1i32 2147483647i32 }
-- input { 636390476i32 -1390309050i32 } output { 622886980i32 -1376805554i32 -1999692534i32 -636390477i32 }

-- ==
-- entry: shifts
-- input { 1i32 30i32 } output { 1073741824i32 0i32 }
-- input { -4i32 1i32 } output { -8i32 -2i32 }
-- input { 2147483647i32 31i32 } output { -2147483648i32 0i32 }
-- input { -1649416514i32 3i32 } output { -310430224i32 -206177065i32 }
-- input { 0i32 2i32 } output { 0i32 0i32 }

-- ==
-- entry: laws
-- input { -2147483648i32 2147483647i32 } output { true true true }
-- input { 85i32 42i32 } output { true true true }
-- input { 0i32 0i32 } output { true true true }

entry logic (a: i32) (b: i32) : (i32, i32, i32, i32) = (a & b, a | b, a ^ b, !a)
entry shifts (a: i32) (k: i32) : (i32, i32) = (a << k, a >> k)
entry laws (a: i32) (b: i32) : (bool, bool, bool) =
  (!(a & b) == !a | !b, (a ^ b) ^ b == a, (a & b) + (a | b) == a + b)

-- Attributes on patterns mean nothing here.
-- ==
-- entry: main
-- input { 3i32 } output { 7i32 }
-- input { -1i32 } output { -1i32 }

entry main (#[a_hint] x: i32) : i32 =
  let (#[other] y, z) = (x, x + 1)
  in (\(#[third(4)] a) -> a + z) y

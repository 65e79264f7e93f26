-- Ascriptions inside of patterns, in let, lambdas, parameters, loops and match.
-- ==
-- entry: main
-- input { 3i32 } output { 3i32 1.5f64 6i64 10i32 }
-- input { 0i32 } output { 0i32 1.5f64 6i64 7i32 }

-- ==
-- entry: matched
-- input { 1u8 } output { 2u8 }
-- input { 2u8 } output { 20u8 }

entry main (a: i32) : (i32, f64, i64, i32) =
  let (x: i32, y: f64) = (a, 1.5)
  let (z: i64) = 6
  let (((u)): i32, (v: i32)) = (a, 7)
  in (x, y, z, (\(p: i32) (q, r: i32) -> p + q + r) u (v, 0))
entry matched (x: u8) : u8 =
  match (x, x)
  case (1: u8, y: u8) -> y + 1
  case ((y, _): (u8, u8)) -> y * 10

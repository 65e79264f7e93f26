-- Division and remainder: the ones that floor, the ones that truncate, and what holds between them. That of floats
-- truncates.
-- ==
-- entry: floor_and_truncate
-- input { 7 2 } output { 3 1 3 1 }
-- input { -7 2 } output { -4 1 -3 -1 }
-- input { 7 -2 } output { -4 -1 -3 1 }
-- input { -7 -2 } output { 3 -1 3 -1 }
-- input { -8 2 } output { -4 0 -4 0 }
-- input { 0 -5 } output { 0 0 0 0 }
-- input { 5 0 } error: ivision by zero

-- ==
-- entry: narrow
-- input { -100i8 7i8 } output { -15i8 5i8 -14i8 -2i8 }
-- input { 100i8 -7i8 } output { -15i8 -5i8 -14i8 2i8 }

-- ==
-- entry: medium
-- input { -30001i16 250i16 } output { -121i16 249i16 -120i16 -1i16 }
-- input { 0i16 0i16 } error: ivision by zero

-- ==
-- entry: wide
-- input { -9000000000000000001i64 10i64 } output { -900000000000000001i64 9i64 -900000000000000000i64 -1i64 }
-- input { 1i64 -9223372036854775808i64 } output { -1i64 -9223372036854775807i64 0i64 1i64 }

-- ==
-- entry: unsigned
-- input { 200u8 60000u16 4000000000u32 18446744073709551615u64 }
-- output { 28u8 4u8 8571u16 3u16 571428571u32 3u32 2635249153387078802u64 1u64 }
-- input { 6u8 6u16 6u32 6u64 } output { 0u8 6u8 0u16 6u16 0u32 6u32 0u64 6u64 }

-- ==
-- entry: laws
-- input { } output { true true true }

-- ==
-- entry: float_mod
-- input { 7.5 2.0 } output { 3.75 1.5 }
-- input { -7.5 2.0 } output { -3.75 -1.5 }
-- input { 7.5 -2.0 } output { -3.75 1.5 }
-- input { 1.0 0.0 } output { f64.inf f64.nan }

entry floor_and_truncate (a: i32) (b: i32) = (a / b, a % b, a // b, a %% b)
entry narrow (a: i8) (b: i8) = (a / b, a % b, a // b, a %% b)
entry medium (a: i16) (b: i16) = (a / b, a % b, a // b, a %% b)
entry wide (a: i64) (b: i64) = (a / b, a % b, a // b, a %% b)

entry unsigned (a: u8) (b: u16) (c: u32) (d: u64) =
  (a / 7, a % 7, b / 7, b % 7, c / 7, c % 7, d / 7, d % 7)

entry laws =
  let divisors = [-9, -4, -3, -2, -1, 1, 2, 3, 4, 9]
  let both = map (\a -> map (\b -> (a, b)) divisors) (-20...20) |> flatten
  in (all (\(a, b) -> a / b * b + a % b == a) both,
      all (\(a, b) -> a // b * b + a %% b == a) both,
      all (\(a, b: i32) -> a % b == 0 || i32.sgn (a % b) == i32.sgn b) both)

entry float_mod (a: f64) (b: f64) = (a / b, a % b)

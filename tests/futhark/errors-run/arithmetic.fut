-- Division and remainder by zero in every integer type stop the program; floating-point division does not; neither
-- does overflow.
-- ==
-- entry: signed
-- input { 7i32 -2i32 } output { -4i32 -1i32 -3i32 1i32 }
-- input { 7i32 0i32 } error: [Dd]ivision by zero

-- ==
-- entry: divide_only
-- input { 1i32 0i32 } error: [Dd]ivision by zero
-- input { -2147483648 -1 } output { -2147483648 }

-- ==
-- entry: modulo_only
-- input { 1i64 0i64 } error: [Dd]ivision by zero
-- input { -9223372036854775808i64 -1i64 } output { 0i64 }

-- ==
-- entry: quot_rem
-- input { -7i8 2i8 } output { -3i8 -1i8 }
-- input { -7i8 0i8 } error: [Dd]ivision by zero

-- ==
-- entry: unsigned
-- input { 250u8 7u8 } output { 35u8 5u8 }
-- input { 250u8 0u8 } error: [Dd]ivision by zero

-- ==
-- entry: floats
-- input { 1f64 0f64 } output { f64.inf f64.nan }
-- input { 0f64 0f64 } output { f64.nan f64.nan }

-- ==
-- entry: inside_map
-- input { [4i32, 6] [2i32, 3] } output { [2i32, 2] }
-- input { [4i32, 6] [2i32, 0] } error: [Dd]ivision by zero

-- ==
-- entry: guarded
-- input { 4i32 0i32 } output { -1i32 }
-- input { 4i32 3i32 } output { 1i32 }

-- ==
-- entry: negative_power
-- input { 2i32 5i32 } output { 32i32 }
-- input { 2i32 -1i32 } error: negative exponent

entry signed (a: i32) (b: i32) : (i32, i32, i32, i32) = (a / b, a % b, a // b, a %% b)

entry divide_only (a: i32) (b: i32) : i32 = a / b

entry modulo_only (a: i64) (b: i64) : i64 = a % b

entry quot_rem (a: i8) (b: i8) : (i8, i8) = (a // b, a %% b)

entry unsigned (a: u8) (b: u8) : (u8, u8) = (a / b, a % b)

entry floats (a: f64) (b: f64) : (f64, f64) = (a / b, a % b)

entry inside_map [n] (a: [n]i32) (b: [n]i32) : [n]i32 = map2 (/) a b

entry guarded (a: i32) (b: i32) : i32 = if b != 0 && a / b > 0 then a / b else -1

entry negative_power (a: i32) (b: i32) : i32 = a ** b

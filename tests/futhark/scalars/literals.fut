-- Every written form of a number: bases, separators, suffixes, exponents, characters and strings.
-- ==
-- entry: integers
-- input { } output { 1000000 255i32 -86 10i64 42u8 4000000000u32 18446744073709551615u64 -32768i16 }

-- ==
-- entry: hexadecimal
-- input { } output { 255u8 3735928559u32 -1i8 81985529216486895i64 65535u16 171 }

-- ==
-- entry: binary
-- input { } output { 10 170u8 5i64 }

-- ==
-- entry: floats
-- input { } output { 1.5 1000.0 0.00025 1.5f32 3.0f32 7.0 0.5f32 1234.5 }

-- ==
-- entry: hexadecimal_floats
-- input { } output { 12.0 0.75f32 1.0 }

-- ==
-- entry: overloaded
-- input { 3.0 2i64 7u8 } output { 4.0 4i64 8u8 }

-- ==
-- entry: characters
-- input { } output { 97 65u8 233i64 8364 10 39 }

-- ==
-- entry: text
-- input { } output { [72u8, 105, 33] empty([0]u8) [195u8, 169, 34, 10, 92] 5i64 }

-- ==
-- entry: defaults
-- input { } output { 7i32 7.0f64 }

entry integers = (1_000_000, 2_5_5i32, -86, 10i64, 42u8, 4_000_000_000u32, 18446744073709551615u64, -32768i16)
entry hexadecimal = (0xFFu8, 0xDEAD_BEEFu32, -0x1i8, 0x0123456789abcdefi64, 0XFFFFu16, 0xAb)
entry binary = (0b1010, 0b1010_1010u8, 0B101i64)
entry floats = (1.5, 1e3, 2.5e-4, 1.5f32, 3f32, 7f64, 5e-1f32, 1_234.5)
entry hexadecimal_floats = (0x1.8p3, 0x1.8p-1f32, 0x10p-4)
entry overloaded (a: f64) (b: i64) (c: u8) = (a + 1, 2 * b, c + 1)
entry characters = ('a', 'A' : u8, 'é' : i64, '€', '\n', '\'')
entry text = ("Hi!", "", "é\"\n\\", length "hello")
entry defaults =
  let a = 7
  let b = 7.0
  in (a, b)

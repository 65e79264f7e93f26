-- A number with a suffix keeps the lowest bits of its type; also in patterns, with a minus, and in other bases.
-- ==
-- entry: numbers
-- input { } output { 1u8 -1i32 -1294967296i32 -128i8 255u8 2i64 0i16 }

-- ==
-- entry: patterns
-- input { [1u8, 2u8, 0u8] } output { [10i32, 20i32, 30i32] }

entry numbers : (u8, i32, i32, i8, u8, i64, i16) =
  (257u8, 0xFFFFFFFFi32, 3000000000i32, -128i8, -1u8, 18446744073709551618i64, 0x10000i16)
entry patterns (xs: []u8) : []i32 =
  map (\x -> match x
             case 257u8 -> 10i32
             case 0b100000010u8 -> 20
             case _ -> 30) xs

-- Roman numerals as integers, with and without a suffix, and overloaded as any other integer.
-- ==
-- entry: small
-- input { } output { 1i32 2i32 4i32 9i32 14i32 40i32 90i32 }

-- ==
-- entry: large
-- input { } output { 1999i32 2026i64 444u16 }

-- ==
-- entry: used
-- input { 5i64 } output { 15i64 50i64 }
-- input { -1i64 } output { 9i64 -10i64 }

entry small = (0rI, 0rII, 0rIV, 0rIX, 0rXIV, 0rXL, 0rXC)
entry large = (0rMCMXCIX, 0rMMXXVIi64, 0rCDXLIVu16)
entry used (x: i64) : (i64, i64) = (x + 0rX, x * 0RX)

-- A character is the number of its code point, overloaded as any integer.
-- ==
-- entry: plain
-- input { } output { 48i32 97u8 90i64 32u16 126u32 }

-- ==
-- entry: wide
-- input { } output { 233i32 945i32 8364i32 128512i32 }

-- ==
-- entry: arithmetic
-- input { 7u8 } output { 55u8 true }
-- input { 0u8 } output { 48u8 true }
-- input { 10u8 } output { 58u8 false }

-- ==
-- entry: upper
-- input { "Ab z!" } output { "AB Z!" }
-- input { "" } output { "" }

entry plain = ('0', 'a' : u8, 'Z' : i64, ' ' : u16, '~' : u32)
entry wide = ('é', 'α', '€', '😀')
entry arithmetic (digit: u8) : (u8, bool) =
  let c = '0' + digit
  in (c, '0' <= c && c <= '9')
entry upper [n] (s: [n]u8) : [n]u8 = map (\c -> if c >= 'a' && c <= 'z' then c - 'a' + 'A' else c) s

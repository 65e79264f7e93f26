-- Escapes in characters and strings.
-- ==
-- entry: characters
-- input { } output { 10i32 9i32 13i32 92i32 39i32 34i32 0i32 }

-- ==
-- entry: strings
-- input { } output { [10u8, 9, 92, 34, 39] }

-- ==
-- entry: count
-- input { "a\nb\nc" } output { 2i64 }
-- input { "" } output { 0i64 }

entry characters = ('\n', '\t', '\r', '\\', '\'', '"', '\0')
entry strings = "\n\t\\\"'"
entry count (s: []u8) : i64 = i64.sum (map (\c -> i64.bool (c == '\n')) s)

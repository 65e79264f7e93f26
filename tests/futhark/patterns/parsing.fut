-- A match on conditions inside of a loop over text: numbers read from digits.
-- ==
-- entry: number
-- input { "12x" } output { 12i32 false }
-- input { "123" } output { 123i32 true }
-- input { "" } output { 0i32 true }
-- input { "-1" } output { 0i32 false }

-- ==
-- entry: caesar
-- input { "abcz" } output { "bcda" }
-- input { "" } output { "" }

entry number (s: []u8) : (i32, bool) =
  loop (v, ok) = (0, true) for c in s do
    match (ok, c >= '0' && c <= '9')
    case (true, true) -> (10 * v + i32.u8 (c - '0'), true)
    case _ -> (v, false)
entry caesar [n] (s: [n]u8) : [n]u8 = map (\c -> (c - 'a' + 1) % 26 + 'a') s

-- Strings are arrays of bytes; characters are numbers.
-- ==
-- entry: upper
-- input { "Hello, World" } output { "HELLO, WORLD" 2 }
-- input { "" } output { "" 0 }

-- ==
-- entry: caesar
-- input { "xyz abc" 3u8 } output { "abc def" }
-- input { "a" 0u8 } output { "a" }
-- input { "" 5u8 } output { "" }

-- ==
-- entry: decimal
-- input { 0 } output { "0" }
-- input { 90210 } output { "90210" }
-- input { -7 } output { "-7" }

-- ==
-- entry: histogram
-- input { "abracadabra" } output { [97u8, 98, 99, 100, 114] [5i64, 2, 1, 1, 2] }
-- input { "" } output { empty([0]u8) empty([0]i64) }

-- ==
-- entry: found
-- input { "ananas" "ana" } output { [0i64, 2] true }
-- input { "abc" "abcd" } output { empty([0]i64) false }
-- input { "abc" "" } output { [0i64, 1, 2, 3] true }

-- ==
-- entry: escapes
-- input { } output { [9u8, 10, 13, 34, 92, 65, 0] [206u8, 187] 955 7i64 }

-- ==
-- entry: compared
-- input { "abc" "abd" } output { true false }
-- input { "abc" "ab" } output { false false }
-- input { "" "" } output { false true }

entry upper (text: []u8) =
  let is_lower c = c >= 'a' && c <= 'z'
  let is_upper (c: u8) = c >= 'A' && c <= 'Z'
  in (map (\c -> if is_lower c then c - 32 else c) text, text |> map (is_upper >-> i32.bool) |> i32.sum)

entry caesar (text: []u8) (k: u8) : []u8 =
  map (\c -> if c < 'a' || c > 'z' then c else (c - 'a' + k) % 26 + 'a') text

entry decimal (n: i32) : []u8 =
  let digits = loop (text, n) = ("", i32.abs n) while n > 9 do ([u8.i32 (n % 10) + '0'] ++ text, n / 10)
  let text = [u8.i32 digits.1 + '0'] ++ digits.0
  in if n < 0 then "-" ++ text else text

entry histogram (text: []u8) =
  let counts = map (\c -> i64.sum (map (\d -> i64.bool (c == d)) text)) (map u8.i64 (iota 256))
  let seen = filter (\c -> counts[c] > 0) (iota 256)
  in (map u8.i64 seen, map (\c -> counts[c]) seen)

entry found [n] [m] (text: [n]u8) (word: [m]u8) =
  let at i = and (map2 (==) (text[i:i + m] :> [m]u8) word)
  let places = filter at (iota (i64.max 0 (n - m + 1)))
  in (places, length places > 0)

entry escapes = ("\t\n\r\"\\A\0", "λ", 'λ', length "1234567")

-- | Whether the first text comes before the second, and whether they are the same.
entry compared [n] [m] (a: [n]u8) (b: [m]u8) =
  let shared = i64.min n m
  let differing = filter (\i -> a[i] != b[i]) (iota shared)
  in if null differing then (n < m, n == m) else (a[head differing] < b[head differing], false)

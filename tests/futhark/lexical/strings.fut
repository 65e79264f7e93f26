-- Strings are arrays of bytes: their lengths in UTF-8, and all that arrays can do.
-- ==
-- entry: lengths
-- input { } output { 0i64 5i64 2i64 3i64 4i64 }

-- ==
-- entry: bytes
-- input { } output { [195u8, 169] [226u8, 130, 172] [240u8, 159, 152, 128] }

-- ==
-- entry: operations
-- input { "xyz" } output { "zyx" "xyz!" 122u8 "yz" }
-- input { "a" } output { "a" "a!" 97u8 "" }

-- ==
-- entry: equal
-- input { "rista" } output { true }
-- input { "Rista" } output { false }

entry lengths = (length "", length "hello", length "é", length "€", length "😀")
entry bytes = ("é", "€", "😀")
entry operations (s: []u8) : ([]u8, []u8, u8, []u8) = (reverse s, s ++ "!", last s, tail s)
entry equal (s: []u8) : bool = length s == 5 && and (map2 (==) (s :> [5]u8) "rista")

-- Texts as arrays of bytes: search, words, letters, case, palindromes, parsed numbers.
-- ==
-- entry: occurrences
-- input { "sea" "she sells sea shells by the sea shore; the shells she sells are sea shells, I'm sure." }
-- output { [10i64, 28i64, 64i64] }
-- input { "aa" "aaaa" } output { [0i64, 1i64, 2i64] }
-- input { "longer" "long" } output { empty([0]i64) }
-- input { empty([0]u8) "ab" } output { [0i64, 1i64, 2i64] }

-- ==
-- entry: shout
-- input { "Ab-z{" } output { "AB-Z{" }

-- ==
-- entry: words
-- input { "she sells sea shells by the sea shore; the shells she sells are sea shells, I'm sure." }
-- output { 18i64 }
-- input { empty([0]u8) } output { 0i64 }

-- ==
-- entry: word_lengths
-- input { "she sells sea shells by the sea shore; the shells she sells are sea shells, I'm sure." }
-- output { [3i64, 5i64, 3i64, 6i64, 2i64, 3i64, 3i64, 5i64, 3i64, 6i64, 3i64, 5i64, 3i64, 3i64, 6i64, 1i64, 1i64, 4i64] }
-- input { empty([0]u8) } output { empty([0]i64) }

-- ==
-- entry: letters
-- input { "she sells sea shells by the sea shore; the shells she sells are sea shells, I'm sure." }
-- output { [4i32, 1i32, 0i32, 0i32, 15i32, 0i32, 0i32, 8i32, 1i32, 0i32, 0i32, 10i32, 1i32, 0i32, 1i32, 0i32, 0i32, 3i32, 17i32, 2i32, 1i32, 0i32, 0i32, 0i32, 1i32, 0i32] }

-- ==
-- entry: palindrome
-- input { "A man, a plan, a canal: Panama" } output { true }
-- input { "abc" } output { false }

-- ==
-- entry: parse
-- input { "-1234" } output { true -1234i64 }
-- input { "+9876543210" } output { true 9876543210i64 }
-- input { "" } output { false 0i64 }
-- input { "-" } output { false 0i64 }

-- ==
-- entry: greeting
-- input {  }
-- output { [72u8, 101u8, 108u8, 108u8, 111u8, 44u8, 32u8, 87u8, 79u8, 82u8, 76u8, 68u8, 33u8, 10u8] }

type text [n] = [n]u8

def between (lo: u8) (hi: u8) (c: u8) : bool = lo <= c && c <= hi
def is_lower : u8 -> bool = between 'a' 'z'
def is_upper : u8 -> bool = between 'A' 'Z'
def is_digit (c: u8) : bool = c >= '0' && c <= '9'
def is_letter (c: u8) : bool = is_lower c || is_upper c
def to_upper (c: u8) : u8 = if is_lower c then c - ('a' - 'A') else c

entry occurrences [k][n] (pattern: text [k]) (t: text [n]) : []i64 =
  let starts = iota (i64.max 0 (n - k + 1))
  in filter (\i -> and (map2 (==) pattern (sized k t[i:i + k]))) starts

entry shout [n] (t: [n]u8) : [n]u8 = map to_upper t

entry words [n] (t: [n]u8) : i64 =
  let inside = map is_letter t
  let before = [false] ++ inside
  in map2 (\a b -> b && !a) (init before :> [n]bool) inside |> map i64.bool |> i64.sum

-- | The lengths of the words, in order.
entry word_lengths [n] (t: [n]u8) : []i64 =
  let (lengths, running) =
    loop (lengths: []i64, running) = ([], 0) for c in t do
      if is_letter c then (lengths, running + 1)
      else if running > 0 then (lengths ++ [running], 0)
      else (lengths, running)
  in if running > 0 then lengths ++ [running] else lengths

entry letters (t: []u8) : [26]i32 =
  let at c = match to_upper c
             case c -> if is_upper c then i64.u8 (c - 'A') else -1
  in hist (+) 0 26 (map at t) (map (\_ -> 1i32) t)

entry palindrome [n] (t: [n]u8) : bool =
  let only = t |> filter is_letter |> map to_upper
  in and (map2 (==) only (reverse only))

-- | A decimal number with an optional sign: (is it one, its value).
entry parse [n] (t: [n]u8) : (bool, i64) =
  let (sign, digits) =
    if n == 0 then (1, t[0:])
    else match t[0]
         case '-' -> (-1, t[1:])
         case '+' -> (1, t[1:])
         case _ -> (1, t[0:])
  let value = foldl (\acc d -> acc * 10 + i64.u8 (d - '0')) 0 digits
  in (length digits > 0 && all is_digit digits, sign * value)

entry greeting : []u8 = "Hello, " ++ map to_upper "world" ++ "!\n"

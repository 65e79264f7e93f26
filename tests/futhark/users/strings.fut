-- Strings: failure functions, Z values, suffix arrays by doubling, longest repeats and palindromes, wildcards, numbers as text.
-- ==
-- entry: failures
-- input { "aabaaab" } output { [0i64, 1i64, 0i64, 1i64, 2i64, 2i64, 3i64] }
-- input { empty([0]u8) } output { empty([0]i64) }

-- ==
-- entry: z_values
-- input { "aabaaab" } output { [7i64, 1i64, 0i64, 2i64, 3i64, 1i64, 0i64] }

-- ==
-- entry: suffix_array
-- input { "abracadabra" } output { [10i64, 7i64, 0i64, 3i64, 5i64, 8i64, 1i64, 4i64, 6i64, 9i64, 2i64] }
-- input { empty([0]u8) } output { empty([0]i64) }
-- input { "aaaa" } output { [3i64, 2i64, 1i64, 0i64] }

-- ==
-- entry: longest_repeat
-- input { "abracadabra" } output { "abra" }
-- input { "x" } output { empty([0]u8) }

-- ==
-- entry: palindrome
-- input { "banana" } output { "anana" }
-- input { "abba!" } output { "abba" }
-- input { empty([0]u8) } output { empty([0]u8) }

-- ==
-- entry: matches
-- input { "a*b?d" "axxxbcd" } output { true }
-- input { "*" empty([0]u8) } output { true }
-- input { "?a" "a" } output { false }

-- ==
-- entry: decimals
-- input { [0i64, -15i64, 123456789012i64, -9223372036854775808i64] }
-- output { "0, -15, 123456789012, -9223372036854775808" }
-- input { empty([0]i64) } output { empty([0]u8) }

-- ==
-- entry: csv_sums
-- input { [49u8, 44u8, 50u8, 44u8, 51u8, 10u8, 45u8, 53u8, 44u8, 49u8, 48u8, 10u8, 10u8, 55u8, 10u8] }
-- output { [6i64, 5i64, 0i64, 7i64] }

-- ==
-- entry: roman
-- input { 1994i32 } output { "MCMXCIV" }
-- input { 3i32 } output { "III" }
-- input { 0i32 } output { empty([0]u8) }

entry failures [n] (p: [n]u8) : [n]i64 =
  let (f, _) =
    loop (f: *[n]i64, k) = (replicate n 0, 0) for i in 1..<i64.max 1 n do
      let k = loop k while k > 0 && p[k] != p[i] do f[k - 1]
      let k = if p[k] == p[i] then k + 1 else k
      in (f with [i] = k, k)
  in f

entry z_values [n] (s: [n]u8) : [n]i64 =
  map (\i -> loop k = 0 while i + k < n && s[k] == s[i + k] do k + 1) (iota n)

-- | Ranks of prefixes of twice the length from pairs of ranks.
def suffixes [n] (s: [n]u8) : [n]i64 =
  let rank_pairs (ps: [n](i64, i64)) =
    let less (a, b) (c, d) = a < c || a == c && b < (d: i64): bool
    in map (\p -> i64.sum (map (\q -> i64.bool (less q p)) ps)) ps
  let (ranks, _) =
    loop (r, k) = (rank_pairs (map (\c -> (i64.u8 c, 0)) s), 1) while k < n do
      (rank_pairs (map (\i -> (r[i], if i + k < n then r[i + k] else -1)) (iota n)), k * 2)
  in scatter (replicate n 0) ranks (iota n)

entry suffix_array [n] (s: [n]u8) : [n]i64 = suffixes s

entry longest_repeat [n] (s: [n]u8) : []u8 =
  let order = suffixes s
  let common i j = loop k = 0 while i64.max i j + k < n && s[i + k] == s[j + k] do k + 1
  let (m, at) =
    map2 (\i j -> (common i j, i)) order (rotate 1 order)
    |> (\ps -> if n < 2 then [(0, 0)] else init ps)
    |> reduce (\(k, i) (l, j) -> if k > l || (k == l && i <= j) then (k, i) else (l, j)) (-1, 0)
  in s[at:at + m]

entry palindrome [n] (s: [n]u8) : []u8 =
  let around (i, j) =
    let (i, j) = loop (i, j) = (i, j) while i >= 0 && j < n && s[i] == s[j] do (i - 1, j + 1)
    in (i + 1, j - i - 1)
  let centres = map (\i -> (i, i)) (iota n) ++ map (\i -> (i, i + 1)) (iota n)
  let (from, m) = reduce (\(a, k) (b, l) -> if k > l || (k == l && a <= b) then (a, k) else (b, l)) (i64.highest, 0) (map around centres)
  in if m == 0 then [] else s[from:from + m]

-- | Patterns with `?` for one character and `*` for any number, by the set of reached positions.
entry matches [n][m] (pattern: [n]u8) (s: [m]u8) : bool =
  let start = tabulate (m + 1) (== 0)
  let final =
    loop reached = start for c in pattern do
      match c
      case '*' -> scan (||) false reached
      case '?' -> [false] ++ init reached :> [m + 1]bool
      case c -> tabulate (m + 1) (\i -> i > 0 && reached[i - 1] && s[i - 1] == c)
  in last final

def decimal (x: i64) : []u8 =
  let digits (x: u64) : []u8 =
    (loop (out: []u8, x) = ([], x) while x > 0 do ([u8.u64 (x % 10) + '0'] ++ out, x / 10)).0
  in if x == 0 then "0" else if x < 0 then "-" ++ digits (u64.i64 (-x)) else digits (u64.i64 x)

entry decimals (xs: []i64) : []u8 =
  loop out = "" for x in xs do (if null out then out else out ++ ", ") ++ decimal x

entry csv_sums (text: []u8) : []i64 =
  let lines = i64.sum (map (\c -> i64.bool (c == '\n')) text)
  let (sums, _, _, _) =
    loop (sums, line, number, sign) = (replicate lines 0, 0, 0, 1) for c in text do
      match c
      case '\n' -> (sums with [line] = sums[line] + sign * number, line + 1, 0, 1)
      case ',' -> (sums with [line] = sums[line] + sign * number, line, 0, 1)
      case '-' -> (sums, line, number, -1)
      case d -> (sums, line, number * 10 + i64.u8 (d - '0'), sign)
  in sums

entry roman (x: i32) : []u8 =
  let table = [(1000, "M "), (900, "CM"), (500, "D "), (400, "CD"), (100, "C "), (90, "XC"), (50, "L "), (40, "XL"), (10, "X "), (9, "IX"), (5, "V "), (4, "IV"), (1, "I ")]
  in (loop (out: []u8, x) = ([], x) for (value, sign) in table do
        loop (out, x) while x >= value do (out ++ filter (!= ' ') sign, x - value)).0

-- Strings as arrays of code points: balanced brackets by a scan, matching them up, word counts by segment starts,
-- search of a pattern, and reading a number.
-- ==
-- entry: balanced
-- input { "" } output { true }
-- input { "(()(a))" } output { true }
-- input { ")(" } output { false }
-- input { "(()" } output { false }

-- ==
-- entry: depths
-- input { "(()())" } output { 2i32 [0i64, 1, 1, 3, 3, 0] }
-- input { "()" } output { 1i32 [0i64, 0] }

-- ==
-- entry: words
-- input { "a quick  brown fox " } output { 4i64 5i64 }
-- input { "" } output { 0i64 0i64 }
-- input { "   " } output { 0i64 0i64 }
-- input { "one" } output { 1i64 3i64 }

-- ==
-- entry: occurrences
-- input { "abracadabra" "abra" } output { [0i64, 7] }
-- input { "aaaa" "aa" } output { [0i64, 1, 2] }
-- input { "ab" "abc" } output { empty([0]i64) }

-- ==
-- entry: number
-- input { "12045" } output { 12045i64 }
-- input { "-907" } output { -907i64 }
-- input { "" } output { 0i64 }

def step (c: u8) : i32 = if c == '(' then 1 else if c == ')' then -1 else 0

entry balanced (s: []u8) : bool =
  let depths = scan (+) 0 (map step s)
  in null s || and (map (>= 0) depths) && last depths == 0

-- The greatest depth, and for each bracket where its group opened.
entry depths [n] (s: [n]u8) : (i32, [n]i64) =
  let after = scan (+) 0 (map step s)
  let depth = map2 (\d c -> if c == ')' then d + 1 else d) after s
  let opening i =
    loop at = i while at > 0 && !(depth[at] == depth[i] && s[at] == '(') do at - 1
  in (i32.maximum depth, map opening (iota n))

entry words [n] (s: [n]u8) : (i64, i64) =
  let letter i = i >= 0 && i < n && s[i] != ' '
  let [k] (starts: [k]i64) = filter (\i -> letter i && !(letter (i - 1))) (iota n)
  let ends = filter (\i -> letter i && !(letter (i + 1))) (iota n)
  let lengths = map2 (\a b -> b - a + 1) starts (sized k ends)
  in (k, reduce i64.max 0 lengths)

entry occurrences [n][m] (s: [n]u8) (pattern: [m]u8) : []i64 =
  let matches i = and (map (\j -> s[i + j] == pattern[j]) (iota m))
  in filter matches (iota (i64.max 0 (n - m + 1)))

entry number [n] (s: [n]u8) : i64 =
  let negative = n > 0 && s[0] == '-'
  let digits = if negative then s[1:] else s[0:]
  let join (a, p) (b, q) = (a * q + b, p * q) : (i64, i64)
  let (value, _) = reduce join (0, 1) (map (\c -> (i64.u8 (c - '0'), 10)) digits)
  in if negative then -value else value

-- Text as bytes: words found by scans, counted by a sort of hashes, lines broken at a width, numbers printed and read.
-- ==
-- entry: frequencies
-- input { "the cat sat on the mat and the dog sat too" } output { 3i64 0i64 8i64 }
-- input { "  " } output { 0i64 -1i64 0i64 }
-- input { empty([0]u8) } output { 0i64 -1i64 0i64 }
-- input { " b a a b" } output { 2i64 1i64 2i64 }

-- ==
-- entry: wrap
-- input { 10i64 "the cat sat on the mat and the dog sat too" } output { "the cat\nsat on the\nmat and\nthe dog\nsat too" }
-- input { 3i64 "the cat sat on the mat and the dog sat too" }
-- output { "the\ncat\nsat\non\nthe\nmat\nand\nthe\ndog\nsat\ntoo" }
-- input { 100i64 "  a  b " } output { "a b" }
-- input { 5i64 empty([0]u8) } output { empty([0]u8) }

-- ==
-- entry: numbers
-- input { "12 -7 0  990" } output { [12i64,-7,0,990] "12,-7,0,990,." }
-- input { empty([0]u8) } output { empty([0]i64) "." }

-- ==
-- entry: caesar
-- input { 3u8 "xyz Abc!" } output { "abc Def!" }

type string [n] = [n]u8
type~ words = {text: []u8, at: [](i64, i64)}

def is_space (c: u8) = c == ' ' || c == '\n' || c == 9

def words [n] (text: string [n]) : words =
  let starts = map (\i -> !(is_space text[i]) && (i == 0 || is_space text[i - 1])) (iota n)
  let stops = map (\i -> !(is_space text[i]) && (i == n - 1 || is_space text[i + 1])) (iota n)
  let pick flags = zip flags (iota n) |> filter (.0) |> map (.1)
  let [k] (ss: [k]i64) = pick starts
  in {text, at = zip ss (map (+ 1) (pick stops) :> [k]i64)}

def hash (s: []u8) : u32 = foldl (\h c -> (h ^ u32.u8 c) * 16777619) 2166136261 s

def merge_sort [n] 'a (leq: a -> a -> bool) (xs: [n]a) : [n]a =
  -- odd-even transposition: n rounds
  loop xs for r < n do
    tabulate n (\i ->
      let j = if (i + r) % 2 == 0 then i + 1 else i - 1
      in if j < 0 || j >= n then xs[i]
         else if i < j then (if leq xs[i] xs[j] then xs[i] else xs[j])
         else if leq xs[j] xs[i] then xs[i] else xs[j])

-- | How often the most frequent word comes, where it comes first, and the number of distinct words.
entry frequencies (text: []u8) : (i64, i64, i64) =
  let {text, at} = words text
  let keyed = map (\(s, e) -> (hash text[s:e], s)) at
  let [k] (sorted: [k](u32, i64)) =
    merge_sort (\(h, s) (h', s') -> u32.(h < h') || h == h' && s <= s') keyed
  let heads = map (\i -> i == 0 || sorted[i].0 != sorted[i - 1].0) (iota k)
  let group = map (+ -1) (scan (+) 0 (map i64.bool heads))
  let distinct = if k == 0 then 0 else last group + 1
  let counts = hist (+) 0 distinct group (rep 1)
  let firsts = hist i64.min i64.highest distinct group (map (.1) sorted)
  let best (c, f) (c', f') = if c > c' || (c == c' && f < f') then (c, f) else (c', f') : (i64, i64)
  let (c, f) = reduce best (0, i64.highest) (zip counts firsts)
  in (c, if f == i64.highest then -1 else f, distinct)

-- | Lines are broken between words so that none is longer than `width` where that can be.
entry wrap (width: i64) (text: []u8) : []u8 =
  let ws = words text
  let (out, _) =
    loop (out: []u8, column) = ("", 0) for (s, e) in ws.at do
      let word = ws.text[s:e]
      let k = e - s
      in if column == 0 then (word, k)
         else if column + 1 + k <= width then (out ++ " " ++ word, column + 1 + k)
         else (out ++ "\n" ++ word, k)
  in out

def show (x: i64) : []u8 =
  let digits = loop (d, x) = ([], i64.abs x) while x > 0 || null d do ([u8.i64 (x % 10) + '0'] ++ d, x / 10)
  in (if x < 0 then "-" else "") ++ digits.0

def read (s: []u8) : i64 =
  let (sign, s) = if length s > 0 && s[0] == '-' then (-1, s[1:]) else (1, s[0:])
  in sign * foldl (\x c -> x * 10 + i64.u8 (c - '0')) 0 s

entry numbers (text: []u8) : ([]i64, []u8) =
  let {text, at} = words text
  let xs = map (\(s, e) -> read text[s:e]) at
  in (xs, loop s = "." for x in reverse xs do show x ++ "," ++ s)

entry caesar [n] (k: u8) (text: string [n]) : string [n] =
  let turn (base: u8) c = (c - base + k) % 26 + base
  let letter c = if c >= 'a' && c <= 'z' then turn 'a' c else if 'A' <= c && c <= 'Z' then turn 'A' c else c
  in map letter text

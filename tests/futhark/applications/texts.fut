-- Texts as arrays of bytes: words, runs, numbers written, patterns found, letters counted.
-- ==
-- entry: word_places
-- input { empty([0]u8) }
-- output { empty([0]i64) empty([0]i64) }
-- input { [32u8, 32u8] }
-- output { empty([0]i64) empty([0]i64) }
-- input { [111u8, 110u8, 101u8] }
-- output { [0i64] [3i64] }
-- input { [84u8, 104u8, 101u8, 32u8, 113u8, 117u8, 105u8, 99u8, 107u8, 32u8, 32u8, 98u8, 114u8, 111u8, 119u8, 110u8, 9u8, 102u8, 111u8, 120u8, 32u8] }
-- output { [0i64, 4i64, 11i64, 17i64] [3i64, 5i64, 5i64, 3i64] }
-- input { [65u8, 32u8, 109u8, 97u8, 110u8, 44u8, 32u8, 97u8, 32u8, 112u8, 108u8, 97u8, 110u8, 44u8, 32u8, 97u8, 32u8, 99u8, 97u8, 110u8, 97u8, 108u8, 58u8, 32u8, 80u8, 97u8, 110u8, 97u8, 109u8, 97u8] }
-- output { [0i64, 2i64, 7i64, 9i64, 15i64, 17i64, 24i64] [1i64, 4i64, 1i64, 5i64, 1i64, 6i64, 6i64] }
-- input { [97u8, 97u8, 97u8, 98u8, 99u8, 99u8, 100u8] }
-- output { [0i64] [7i64] }

-- ==
-- entry: longest_word
-- input { empty([0]u8) }
-- output { empty([0]u8) }
-- input { [32u8, 32u8] }
-- output { empty([0]u8) }
-- input { [111u8, 110u8, 101u8] }
-- output { [111u8, 110u8, 101u8] }
-- input { [84u8, 104u8, 101u8, 32u8, 113u8, 117u8, 105u8, 99u8, 107u8, 32u8, 32u8, 98u8, 114u8, 111u8, 119u8, 110u8, 9u8, 102u8, 111u8, 120u8, 32u8] }
-- output { [113u8, 117u8, 105u8, 99u8, 107u8] }
-- input { [65u8, 32u8, 109u8, 97u8, 110u8, 44u8, 32u8, 97u8, 32u8, 112u8, 108u8, 97u8, 110u8, 44u8, 32u8, 97u8, 32u8, 99u8, 97u8, 110u8, 97u8, 108u8, 58u8, 32u8, 80u8, 97u8, 110u8, 97u8, 109u8, 97u8] }
-- output { [99u8, 97u8, 110u8, 97u8, 108u8, 58u8] }
-- input { [97u8, 97u8, 97u8, 98u8, 99u8, 99u8, 100u8] }
-- output { [97u8, 97u8, 97u8, 98u8, 99u8, 99u8, 100u8] }

-- ==
-- entry: runs
-- input { empty([0]u8) }
-- output { empty([0]u8) empty([0]i64) }
-- input { [32u8, 32u8] }
-- output { [32u8] [2i64] }
-- input { [111u8, 110u8, 101u8] }
-- output { [111u8, 110u8, 101u8] [1i64, 1i64, 1i64] }
-- input { [84u8, 104u8, 101u8, 32u8, 113u8, 117u8, 105u8, 99u8, 107u8, 32u8, 32u8, 98u8, 114u8, 111u8, 119u8, 110u8, 9u8, 102u8, 111u8, 120u8, 32u8] }
-- output { [84u8, 104u8, 101u8, 32u8, 113u8, 117u8, 105u8, 99u8, 107u8, 32u8, 98u8, 114u8, 111u8, 119u8, 110u8, 9u8, 102u8, 111u8, 120u8, 32u8] [1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 2i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64] }
-- input { [65u8, 32u8, 109u8, 97u8, 110u8, 44u8, 32u8, 97u8, 32u8, 112u8, 108u8, 97u8, 110u8, 44u8, 32u8, 97u8, 32u8, 99u8, 97u8, 110u8, 97u8, 108u8, 58u8, 32u8, 80u8, 97u8, 110u8, 97u8, 109u8, 97u8] }
-- output { [65u8, 32u8, 109u8, 97u8, 110u8, 44u8, 32u8, 97u8, 32u8, 112u8, 108u8, 97u8, 110u8, 44u8, 32u8, 97u8, 32u8, 99u8, 97u8, 110u8, 97u8, 108u8, 58u8, 32u8, 80u8, 97u8, 110u8, 97u8, 109u8, 97u8] [1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64] }
-- input { [97u8, 97u8, 97u8, 98u8, 99u8, 99u8, 100u8] }
-- output { [97u8, 98u8, 99u8, 100u8] [3i64, 1i64, 2i64, 1i64] }

-- ==
-- entry: runs_and_back
-- input { empty([0]u8) }
-- output { empty([0]u8) }
-- input { [32u8, 32u8] }
-- output { [32u8, 32u8] }
-- input { [111u8, 110u8, 101u8] }
-- output { [111u8, 110u8, 101u8] }
-- input { [84u8, 104u8, 101u8, 32u8, 113u8, 117u8, 105u8, 99u8, 107u8, 32u8, 32u8, 98u8, 114u8, 111u8, 119u8, 110u8, 9u8, 102u8, 111u8, 120u8, 32u8] }
-- output { [84u8, 104u8, 101u8, 32u8, 113u8, 117u8, 105u8, 99u8, 107u8, 32u8, 32u8, 98u8, 114u8, 111u8, 119u8, 110u8, 9u8, 102u8, 111u8, 120u8, 32u8] }
-- input { [65u8, 32u8, 109u8, 97u8, 110u8, 44u8, 32u8, 97u8, 32u8, 112u8, 108u8, 97u8, 110u8, 44u8, 32u8, 97u8, 32u8, 99u8, 97u8, 110u8, 97u8, 108u8, 58u8, 32u8, 80u8, 97u8, 110u8, 97u8, 109u8, 97u8] }
-- output { [65u8, 32u8, 109u8, 97u8, 110u8, 44u8, 32u8, 97u8, 32u8, 112u8, 108u8, 97u8, 110u8, 44u8, 32u8, 97u8, 32u8, 99u8, 97u8, 110u8, 97u8, 108u8, 58u8, 32u8, 80u8, 97u8, 110u8, 97u8, 109u8, 97u8] }
-- input { [97u8, 97u8, 97u8, 98u8, 99u8, 99u8, 100u8] }
-- output { [97u8, 97u8, 97u8, 98u8, 99u8, 99u8, 100u8] }

-- ==
-- entry: numbers
-- input { empty([0]i64) }
-- output { empty([0]u8) }
-- input { [0i64] }
-- output { [48u8] }
-- input { [-12i64, 7i64, 1000i64] }
-- output { [45u8, 49u8, 50u8, 44u8, 32u8, 55u8, 44u8, 32u8, 49u8, 48u8, 48u8, 48u8] }

-- ==
-- entry: shifted
-- input { 3u8 [84u8, 104u8, 101u8, 32u8, 113u8, 117u8, 105u8, 99u8, 107u8, 32u8, 32u8, 98u8, 114u8, 111u8, 119u8, 110u8, 9u8, 102u8, 111u8, 120u8, 32u8] }
-- output { [87u8, 107u8, 104u8, 32u8, 116u8, 120u8, 108u8, 102u8, 110u8, 32u8, 32u8, 101u8, 117u8, 114u8, 122u8, 113u8, 9u8, 105u8, 114u8, 97u8, 32u8] }
-- input { 0u8 empty([0]u8) }
-- output { empty([0]u8) }
-- input { 25u8 [97u8, 98u8, 99u8, 120u8, 121u8, 122u8] }
-- output { [122u8, 97u8, 98u8, 119u8, 120u8, 121u8] }

-- ==
-- entry: found
-- input { [97u8] empty([0]u8) }
-- output { empty([0]i64) }
-- input { empty([0]u8) [97u8, 98u8] }
-- output { [0i64, 1i64, 2i64] }
-- input { [97u8, 97u8] [97u8, 97u8, 97u8, 97u8] }
-- output { [0i64, 1i64, 2i64] }
-- input { [97u8, 110u8] [65u8, 32u8, 109u8, 97u8, 110u8, 44u8, 32u8, 97u8, 32u8, 112u8, 108u8, 97u8, 110u8, 44u8, 32u8, 97u8, 32u8, 99u8, 97u8, 110u8, 97u8, 108u8, 58u8, 32u8, 80u8, 97u8, 110u8, 97u8, 109u8, 97u8] }
-- output { [3i64, 11i64, 18i64, 25i64] }

-- ==
-- entry: palindromes
-- input { empty([0]u8) }
-- output { true }
-- input { [32u8, 32u8] }
-- output { true }
-- input { [111u8, 110u8, 101u8] }
-- output { false }
-- input { [84u8, 104u8, 101u8, 32u8, 113u8, 117u8, 105u8, 99u8, 107u8, 32u8, 32u8, 98u8, 114u8, 111u8, 119u8, 110u8, 9u8, 102u8, 111u8, 120u8, 32u8] }
-- output { false }
-- input { [65u8, 32u8, 109u8, 97u8, 110u8, 44u8, 32u8, 97u8, 32u8, 112u8, 108u8, 97u8, 110u8, 44u8, 32u8, 97u8, 32u8, 99u8, 97u8, 110u8, 97u8, 108u8, 58u8, 32u8, 80u8, 97u8, 110u8, 97u8, 109u8, 97u8] }
-- output { true }
-- input { [97u8, 97u8, 97u8, 98u8, 99u8, 99u8, 100u8] }
-- output { false }

-- ==
-- entry: letter_counts
-- input { empty([0]u8) }
-- output { [0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32] }
-- input { [32u8, 32u8] }
-- output { [0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32] }
-- input { [111u8, 110u8, 101u8] }
-- output { [0i32, 0i32, 0i32, 0i32, 1i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 1i32, 1i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32] }
-- input { [84u8, 104u8, 101u8, 32u8, 113u8, 117u8, 105u8, 99u8, 107u8, 32u8, 32u8, 98u8, 114u8, 111u8, 119u8, 110u8, 9u8, 102u8, 111u8, 120u8, 32u8] }
-- output { [0i32, 1i32, 1i32, 0i32, 1i32, 1i32, 0i32, 1i32, 1i32, 0i32, 1i32, 0i32, 0i32, 1i32, 2i32, 0i32, 1i32, 1i32, 0i32, 1i32, 1i32, 0i32, 1i32, 1i32, 0i32, 0i32] }
-- input { [65u8, 32u8, 109u8, 97u8, 110u8, 44u8, 32u8, 97u8, 32u8, 112u8, 108u8, 97u8, 110u8, 44u8, 32u8, 97u8, 32u8, 99u8, 97u8, 110u8, 97u8, 108u8, 58u8, 32u8, 80u8, 97u8, 110u8, 97u8, 109u8, 97u8] }
-- output { [10i32, 0i32, 1i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 2i32, 2i32, 4i32, 0i32, 2i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32] }
-- input { [97u8, 97u8, 97u8, 98u8, 99u8, 99u8, 100u8] }
-- output { [3i32, 1i32, 2i32, 1i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32] }

def is_space (c: u8) = c == ' ' || c == '\n' || c == '\t'
def lower (c: u8) : u8 = if c >= 'A' && c <= 'Z' then c + 32 else c

-- | Where the words of a text are: starts and lengths.
def words [n] (text: [n]u8) : ?[k].[k](i64, i64) =
  let inside = map (\c -> !(is_space c)) text
  let before = map (\i -> i > 0 && inside[i - 1]) (iota n)
  let after = map (\i -> i < n - 1 && inside[i + 1]) (iota n)
  let [k] (starts: [k]i64) = zip3 inside before (iota n) |> filter (\(a, b, _) -> a && !b) |> map (.2)
  let ends = zip3 inside after (iota n) |> filter (\(a, b, _) -> a && !b) |> map (.2)
  in map2 (\s e -> (s, e + 1 - s)) starts (sized k ends)

def run_lengths [n] 't (eq: t -> t -> bool) (xs: [n]t) : ?[k].([k]t, [k]i64) =
  let starts = filter (\i -> i == 0 || !(eq xs[i] xs[i - 1])) (iota n)
  let lengths = map2 (-) (rotate 1 starts) starts
  let k = length starts
  let lengths = lengths with [k - 1] = n - last starts
  in (map (\i -> xs[i]) starts, lengths)

def expand_runs [k] 't (xs: [k]t) (lengths: [k]i64) : []t =
  let ends = scan (+) 0 lengths
  let find i = i64.sum (map (\e -> i64.bool (e <= i)) ends)
  in map (\i -> xs[find i]) (iota (i64.sum lengths))

def decimal (x: i64) : []u8 =
  let (digits, _) =
    loop (ds, y) = ([], i64.abs x) while y > 0 do ([u8.i64 (y % 10) + '0'] ++ ds, y / 10)
  in if x == 0 then "0" else if x < 0 then "-" ++ digits else digits

def caesar (k: u8) (c: u8) : u8 =
  if c >= 'a' && c <= 'z' then (c - 'a' + k) % 26 + 'a'
  else if c >= 'A' && c <= 'Z' then (c - 'A' + k) % 26 + 'A'
  else c

def matches [n][m] (pattern: [m]u8) (text: [n]u8) : []i64 =
  if m > n then [] else
  filter (\i -> and (map2 (==) pattern (text[i:i + m] :> [m]u8))) (iota (n - m + 1))

def palindrome [n] (text: [n]u8) : bool =
  let letters = filter (\c -> c >= 'a' && c <= 'z') (map lower text)
  in and (map2 (==) letters (reverse letters))

entry word_places (text: []u8) : ([]i64, []i64) = unzip (words text)
entry longest_word (text: []u8) : []u8 =
  let (at, len) = reduce (\a b -> if b.1 > a.1 then b else a) (0, 0) (words text)
  in text[at:at + len]
entry runs (text: []u8) : ([]u8, []i64) = if null text then ([], []) else run_lengths (==) text
entry runs_and_back (text: []u8) : []u8 =
  if null text then text else
  let (cs, ns) = run_lengths (==) text in expand_runs cs ns
entry numbers (xs: []i64) : []u8 =
  loop out = [] for x in xs do
    (if null out then out else out ++ ", ") ++ decimal x
entry shifted (k: u8) (text: []u8) = map (caesar k) text
entry found (pattern: []u8) (text: []u8) : []i64 = matches pattern text
entry palindromes (text: []u8) = palindrome text
entry letter_counts (text: []u8) : [26]i32 =
  text |> map lower |> filter (\c -> c >= 'a' && c <= 'z')
  |> map (\c -> i64.u8 (c - 'a')) |> (\is -> hist (+) 0 26 is (map (const 1) is))

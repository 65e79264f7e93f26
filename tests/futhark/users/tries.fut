-- A trie of words over bytes: nodes by sorting and by insertion; prefixes counted; words are slices of one text.
-- ==
-- entry: search
-- input { [116u8, 101u8, 97u8, 116u8, 111u8, 116u8, 101u8, 100u8, 116u8, 101u8, 110u8, 105u8, 105u8, 110u8, 105u8, 110u8, 110u8, 97u8, 116u8, 101u8, 97u8] [0i64, 3i64, 5i64, 8i64, 11i64, 12i64, 14i64, 17i64, 18i64] [3i64, 2i64, 3i64, 3i64, 1i64, 2i64, 3i64, 1i64, 3i64] [116u8, 101u8, 116u8, 101u8, 97u8, 105u8, 110u8, 110u8, 120u8, 105u8, 110u8, 116u8] [0i64, 2i64, 5i64, 8i64, 9i64, 9i64] [2i64, 3i64, 3i64, 1i64, 0i64, 3i64] }
-- output { 11i64 [0i32, 2i32, 1i32, 0i32, 0i32, 0i32] [4i32, 2i32, 1i32, 0i32, 9i32, 0i32] }

-- ==
-- entry: prefixes
-- input { [116u8, 101u8, 97u8, 116u8, 111u8, 116u8, 101u8, 100u8, 116u8, 101u8, 110u8, 105u8, 105u8, 110u8, 105u8, 110u8, 110u8, 97u8, 116u8, 101u8, 97u8] [0i64, 3i64, 5i64, 8i64, 11i64, 12i64, 14i64, 17i64, 18i64] [3i64, 2i64, 3i64, 3i64, 1i64, 2i64, 3i64, 1i64, 3i64] }
-- output { 11i64 }

def alphabet : i64 = 26

-- | Nodes: the children (-1 for none), how many words end here, how many pass.
type trie [n] = {next: [n][alphabet]i64, ends: [n]i32, pass: [n]i32, used: i64}

def empty (n: i64) : *trie [n] =
  {next = replicate n (replicate alphabet (-1)), ends = replicate n 0, pass = replicate n 0, used = 1}

def insert [n] (t: *trie [n]) (word: []u8) : *trie [n] =
  let (node, next, pass, used) =
    loop (node, next: *[n][alphabet]i64, pass: *[n]i32, used) = (0i64, t.next, t.pass, t.used) for c in word do
      let pass[node] = pass[node] + 1
      let k = i64.u8 (c - 'a')
      in if next[node, k] >= 0
         then (next[node, k], next, pass, used)
         else let next[node, k] = used in (used, next, pass, used + 1)
  in {next, pass = pass with [node] = pass[node] + 1, ends = t.ends with [node] = t.ends[node] + 1, used}

def walk [n] (t: trie [n]) (word: []u8) : i64 =
  loop node = 0 for c in word do if node < 0 then node else t.next[node, i64.u8 (c - 'a')]

type~ text = {bytes: []u8, words: [](i64, i64)}
def text [n] (bytes: []u8) (starts: [n]i64) (lengths: [n]i64) : text = {bytes, words = zip starts lengths}
def word (t: text) ((start, length): (i64, i64)) : []u8 = t.bytes[start:start + length]

def build (t: text) =
  let n = length t.bytes + 1
  in loop trie = empty n for w in t.words do insert trie (word t w)

entry search [n][m] (bytes: []u8) (starts: [n]i64) (lengths: [n]i64) (bytes': []u8) (starts': [m]i64) (lengths': [m]i64)
    : (i64, [m]i32, [m]i32) =
  let t = build (text bytes starts lengths)
  let q = text bytes' starts' lengths'
  let found = #[sequential] map (\w -> walk t (word q w)) q.words
  let at (xs: []i32) i = if i < 0 then 0 else xs[i]
  in (t.used, map (at t.ends) found, map (at t.pass) found) :> (i64, [m]i32, [m]i32)

-- | The number of nodes in another way: the distinct prefixes, by comparing all with all.
entry prefixes [n] (bytes: []u8) (starts: [n]i64) (lengths: [n]i64) : i64 =
  let same (s, l) (s', l') = l == l' && all (\k -> bytes[s + k] == bytes[s' + k]) (iota l)
  let (_, _, _, all, _) = flatmap (\(s, l) -> (map (\k -> (s, k)) (iota (l + 1)), 0u8)) (zip starts lengths)
  let first i p = !(any (\j -> same all[j] p) (iota i))
  in i64.sum (map2 (\i p -> i64.bool (first i p)) (indices all) all)

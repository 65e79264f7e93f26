-- Hash tables with open addressing over any key by a functor, values polymorphic, filled in a loop.
-- ==
-- entry: counts
-- input { empty([0]i32) [1i32] }
-- output { [0i64] }
-- input { [5i32] [5i32, 6i32] }
-- output { [1i64, 0i64] }
-- input { [-2i32, -1i32, 0i32, -2i32, 0i32, 3i32, 5i32, 3i32, 2i32, 1i32, 3i32, 1i32, 0i32, -1i32, 2i32, 1i32, 4i32, -5i32, -1i32, -3i32, 3i32, 2i32, 3i32, 4i32, 0i32, 1i32, 1i32, 4i32, -5i32, -3i32, 3i32, -4i32, 2i32, 5i32, 0i32, 4i32, -1i32, -4i32, -1i32, 2i32] [-6i32, -5i32, -4i32, -3i32, -2i32, -1i32, 0i32, 1i32, 2i32, 3i32, 4i32, 5i32, 6i32] }
-- output { [0i64, 2i64, 2i64, 2i64, 2i64, 5i64, 5i64, 5i64, 5i64, 6i64, 4i64, 2i64, 0i64] }

-- ==
-- entry: distinct
-- input { empty([0]i32) }
-- output { 0i64 0i64 }
-- input { [5i32] }
-- output { 1i64 1i64 }
-- input { [0i32, 0i32, 0i32] }
-- output { 1i64 3i64 }
-- input { [-22i32, 31i32, 11i32, 27i32, 49i32, -42i32, -31i32, -20i32, -42i32, -12i32, -34i32, -44i32, -30i32, 0i32, 24i32, 37i32, 29i32, 20i32, 41i32, 18i32, -17i32, -48i32, 17i32, -19i32, -30i32, 46i32, -38i32, -24i32, -46i32, -10i32, -40i32, -35i32, -16i32, -43i32, 32i32, -14i32, 28i32, 30i32, 39i32, -28i32, 43i32, -31i32, 33i32, 3i32, -34i32, 40i32, 42i32, -40i32, 21i32, -4i32, 38i32, -50i32, 42i32, 20i32, -31i32, 14i32, 2i32, -31i32, -23i32, -12i32] }
-- output { 50i64 60i64 }

-- ==
-- entry: word_lengths
-- input { [[97u8, 32u8, 32u8, 32u8, 32u8, 32u8, 32u8, 32u8], [98u8, 98u8, 32u8, 32u8, 32u8, 32u8, 32u8, 32u8], [107u8, 105u8, 116u8, 116u8, 101u8, 110u8, 32u8, 32u8], [98u8, 98u8, 32u8, 32u8, 32u8, 32u8, 32u8, 32u8], [108u8, 111u8, 110u8, 103u8, 119u8, 111u8, 114u8, 100u8], [32u8, 32u8, 32u8, 32u8, 32u8, 32u8, 32u8, 32u8]] [[98u8, 98u8, 32u8, 32u8, 32u8, 32u8, 32u8, 32u8], [120u8, 32u8, 32u8, 32u8, 32u8, 32u8, 32u8, 32u8], [108u8, 111u8, 110u8, 103u8, 119u8, 111u8, 114u8, 100u8], [32u8, 32u8, 32u8, 32u8, 32u8, 32u8, 32u8, 32u8]] }
-- output { [2i32, -7i32, 8i32, 0i32] }
-- input { empty([0][8]u8) [[113u8, 32u8, 32u8, 32u8, 32u8, 32u8, 32u8, 32u8]] }
-- output { [-7i32] }

type option 'a = #none | #some a

module type hashable = {
  type key
  val hash : u64 -> key -> u64
  val == : key -> key -> bool
  val blank : key
}

module mk_table (K: hashable) = {
  -- | Open addressing: `n` slots, each with how far it is from its home.
  type table [n] 'v = {keys: [n]K.key, values: [n]v, used: [n]bool, seed: u64}

  local def home (n: i64) (seed: u64) (k: K.key) : i64 = i64.u64 (K.hash seed k % u64.i64 n)

  local def probe [n] 'v (t: table [n] v) (k: K.key) : i64 =
    loop i = home n t.seed k while t.used[i] && !(t.keys[i] K.== k) do (i + 1) % n

  def empty 'v (n: i64) (seed: u64) (v: v) : *table [n] v =
    {keys = replicate n K.blank, values = replicate n v, used = replicate n false, seed}

  def insert [n] 'v (combine: v -> v -> v) (t: *table [n] v) (k: K.key, v: v) : *table [n] v =
    let i = probe t k
    let v = if t.used[i] then combine (copy t.values[i]) v else v
    in t with keys[i] = k with values[i] = v with used[i] = true

  def from_array [m] 'v (n: i64) (combine: v -> v -> v) (blank: v) (kvs: [m](K.key, v)) : table [n] v =
    loop t = empty n 12345 blank for kv in kvs do insert combine t kv

  def lookup [n] 'v (t: table [n] v) (k: K.key) : option v =
    let i = probe t k
    in if t.used[i] then #some t.values[i] else #none

  def to_array [n] 'v (t: table [n] v) : [](K.key, v) =
    zip3 t.used t.keys t.values |> filter (.0) |> map (\(_, k, v) -> (k, v))
}

def mix (x: u64) : u64 =
  let x = (x ^ (x >> 33)) * 0xff51afd7ed558ccd
  let x = (x ^ (x >> 33)) * 0xc4ceb9fe1a85ec53
  in x ^ (x >> 33)

module int_table = mk_table {
  type key = i32
  def hash seed (k: key) = mix (seed + u64.i32 k)
  def (==) (a: key) b = a == b
  def blank = 0i32
}

-- Words of at most eight letters.
module word_table = mk_table {
  type key = [8]u8
  def hash seed (k: key) = foldl (\h c -> (h ^ u64.u8 c) * 0x100000001b3) seed k
  def (==) (a: key) (b: key) = all (\(x, y) -> x == y) (zip a b)
  def blank = replicate 8 0u8
}

def option 'a 'b (none: b) (f: a -> b) (o: option a) : b =
  match o
  case #none -> none
  case #some x -> f x

entry counts (xs: []i32) (queries: []i32) : []i64 =
  let t = int_table.from_array (2 * length xs + 1) (i64.+) 0i64 (map (\x -> (x, 1)) xs)
  in map (int_table.lookup t >-> option 0 id) queries

entry distinct (xs: []i32) : (i64, i64) =
  let t = int_table.from_array (2 * length xs + 1) (i64.+) 0i64 (map (\x -> (x, 1)) xs)
  let (_, ns) = unzip (int_table.to_array t)
  in (length ns, i64.sum ns)

entry word_lengths [n][m] (text: [n][8]u8) (queries: [m][8]u8) : [m]i32 =
  let t = word_table.from_array (n * 2 + 1) const (-1i32)
            (map (\w -> (w, i32.i64 (length (filter (!= ' ') w)))) text)
  in map (\q -> match word_table.lookup t q case #none -> -7 case #some k -> k) queries

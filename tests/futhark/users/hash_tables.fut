-- Hash tables by scatter in rounds, over a module of keys: insertion of all keys at once, look-ups, counting of distinct keys.
-- ==
-- entry: lookups
-- input { [-125076940259i64, -839283219697i64, 385411459086i64, 710249492445i64, -404395800334i64, -809574495251i64, -268518924482i64, 668208466136i64, -738338361523i64, -458256033256i64, -777920057170i64, -871103929681i64, 754343558188i64, -611362053242i64, 231290146955i64, -15643379790i64, -581202611868i64, 610549520122i64, -708932119330i64, 414844821645i64, -744948728137i64, -74886149056i64, -531891290007i64, -407292490610i64, 769418537842i64] [51i32, -23i32, -95i32, -47i32, -53i32, 0i32, 54i32, 64i32, 47i32, -75i32, -90i32, -63i32, -46i32, 13i32, -34i32, -98i32, 97i32, 56i32, -16i32, -25i32, -2i32, -82i32, -81i32, -77i32, -47i32] [710249492445i64, 5i64, 769418537842i64, -125076940259i64, -1i64, -777920057170i64] }
-- output { 25i64 [-47i32, -1000i32, -47i32, 51i32, -1000i32, -90i32] }
-- input { empty([0]i64) empty([0]i32) [1i64] } output { 0i64 [-1000i32] }

-- ==
-- entry: distinct
-- input { [4i64, 4i64, -1i64, 7i64, 4i64, -1i64, 0i64] } output { [4i64, -1i64, 7i64, 0i64] }
-- input { empty([0]i64) } output { empty([0]i64) }

-- ==
-- entry: undirected
-- input { [1i32,2,3,2,5] [2i32,1,1,7,5] } output { 4i64 true 53i32 }
-- input { [1i32] [1i32] } output { 1i64 false 1i32 }

module type key = {
  type key
  val hash : key -> u64
  val == : key -> key -> bool
}

type opt 'a = #none | #some a

module type dictionary = {
  module key : key
  type~ map 'v
  val from_array [n] 'v : [n](key.key, v) -> map v
  val lookup 'v : key.key -> map v -> opt v
  val member 'v : key.key -> map v -> bool
  val size 'v : map v -> i64
  val map_values 'v 'w : (key.key -> v -> w) -> map v -> map w
  val to_array 'v : map v -> [](key.key, v)
}

module hash_map (K: key) : dictionary with key.key = K.key = {
  module key = K
  type slot = opt i64
  -- Slots point to entries; a chain of probes ends at an empty slot.
  type~ map 'v = ?[c][n].{slots: [c]slot, entries: [n](K.key, v)}

  local def probe (capacity: i64) (k: K.key) (i: i64) : i64 =
    i64.u64 (((K.hash k >> 1) + u64.i64 i) % u64.i64 capacity)

  -- | Of equal keys the first one counts.
  def from_array [n] 'v (kvs: [n](K.key, v)) : map v =
    let capacity = loop c = 2 while c < 2 * n do c * 2
    let (slots, _, kept) =
      loop (slots: *[capacity]slot, todo, kept) =
           (replicate capacity #none, map (\i -> (i, 0)) (iota n), replicate n false)
      while !(null todo) do
        let where = map (\(i, p) -> probe capacity kvs[i].0 p) todo
        let free = map (\w -> match slots[w] case #none -> true case #some _ -> false) where
        -- The first of those that want a free slot gets it.
        let winners = reduce_by_index (replicate capacity i64.highest) i64.min i64.highest
                                      (map2 (\f w -> if f then w else -1) free where) (map (.0) todo)
        let wins = map3 (\f w (i, _) -> f && winners[w] == i) free where todo
        let slots = scatter slots (map2 (\x w -> if x then w else -1) wins where)
                                  (map (\(i, _) -> #some i) todo)
        let kept = scatter kept (map2 (\x (i, _) -> if x then i else -1) wins todo) (map (const true) todo)
        let rest = filter (.0) (zip (map (\w -> !w) wins) (zip where todo))
        let todo =
          rest
          |> map (\(_, (w, (i, p))) ->
                    match slots[w]
                    case #some j -> if K.(kvs[j].0 == kvs[i].0) then (i, -1) else (i, p + 1)
                    case #none -> (i, p))
          |> filter (\(_, p) -> p >= 0)
        in (slots, todo, kept)
    let offsets = exscan (+) 0 (map i64.bool kept)
    let entries = filter (.0) (zip kept kvs) |> map (.1)
    in {slots = map (\s -> match s case #some i -> #some offsets[i] case #none -> #none) slots, entries}

  def lookup 'v (k: K.key) (m: map v) : opt v =
    let c = length m.slots
    let (_, found) =
      loop (p, found: opt v) = (0, #none) while p >= 0 do
        match m.slots[probe c k p]
        case #none -> (-1, #none)
        case #some i -> if K.(m.entries[i].0 == k) then (-1, #some m.entries[i].1) else (p + 1, found)
    in found

  def member 'v (k: K.key) (m: map v) : bool = match lookup k m case #some _ -> true case #none -> false
  def size 'v (m: map v) : i64 = length m.entries
  def map_values 'v 'w (f: K.key -> v -> w) (m: map v) : map w =
    {slots = m.slots, entries = map (\(k, v) -> (k, f k v)) m.entries}
  def to_array 'v (m: map v) : [](K.key, v) = m.entries
}

module numbers = hash_map {
  type key = i64
  def (==) = (i64.==)
  def hash (k: i64) : u64 =
    let byte h s = (h ^ (u64.i64 k >> s & 255)) * 0x100000001b3
    in foldl byte 0xcbf29ce484222325 [0, 8, 16, 24, 32, 40, 48, 56]
}

-- Pairs, in which the order of the components does not count; a hash with many collisions.
module edges = hash_map {
  type key = (i32, i32)
  def (a, b) == (c, d) = (a i32.== c && b i32.== d) || (a i32.== d && b i32.== c)
  def hash (a, b) = u64.i32 (a + b) % 4
}

entry lookups [n][m] (keys: [n]i64) (values: [n]i32) (wanted: [m]i64) : (i64, [m]i32) =
  let d = numbers.from_array (zip keys values)
  let find k = match numbers.lookup k d case #some v -> v case #none -> -1000
  in (numbers.size d, map find wanted)

entry distinct [n] (keys: [n]i64) : []i64 =
  numbers.from_array (map (\k -> (k, ())) keys) |> numbers.to_array |> map (.0)

entry undirected [n] (a: [n]i32) (b: [n]i32) : (i64, bool, i32) =
  let d = edges.map_values (\(a, b) v -> a * b + v) (edges.from_array (zip (zip a b) (map i32.i64 (iota n))))
  in (edges.size d, edges.member (2, 1) d, i32.sum (map (.1) (edges.to_array d)))

-- Huffman codes: a record of arrays of computed constant sizes, updated by paths.
-- ==
-- entry: cost
-- input { empty([0]u8) }
-- output { 0i64 }
-- input { [97u8, 97u8, 98u8] }
-- output { 3i64 }
-- input { [97u8, 98u8, 114u8, 97u8, 99u8, 97u8, 100u8, 97u8, 98u8, 114u8, 97u8] }
-- output { 23i64 }
-- input { [116u8, 104u8, 101u8, 32u8, 113u8, 117u8, 105u8, 99u8, 107u8, 32u8, 98u8, 114u8, 111u8, 119u8, 110u8, 32u8, 102u8, 111u8, 120u8] }
-- output { 75i64 }
-- input { [97u8] }
-- output { 0i64 }
-- input { [97u8, 97u8, 97u8, 97u8] }
-- output { 0i64 }

-- ==
-- entry: round_trip
-- input { empty([0]u8) }
-- output { empty([0]u8) }
-- input { [97u8, 97u8, 98u8] }
-- output { [97u8, 97u8, 98u8] }
-- input { [97u8, 98u8, 114u8, 97u8, 99u8, 97u8, 100u8, 97u8, 98u8, 114u8, 97u8] }
-- output { [97u8, 98u8, 114u8, 97u8, 99u8, 97u8, 100u8, 97u8, 98u8, 114u8, 97u8] }

-- ==
-- entry: bits_used
-- input { empty([0]u8) }
-- output { 0i64 }
-- input { [97u8, 97u8, 98u8] }
-- output { 3i64 }
-- input { [97u8, 98u8, 114u8, 97u8, 99u8, 97u8, 100u8, 97u8, 98u8, 114u8, 97u8] }
-- output { 23i64 }
-- input { [116u8, 104u8, 101u8, 32u8, 113u8, 117u8, 105u8, 99u8, 107u8, 32u8, 98u8, 114u8, 111u8, 119u8, 110u8, 32u8, 102u8, 111u8, 120u8] }
-- output { 75i64 }

def symbols : i64 = 1 << 8
def max_nodes = 2 * symbols - 1

type forest = {
  weight: [max_nodes]i64,
  parent: [max_nodes]i64,
  bit: [max_nodes]u8,
  used: i64
}

def frequencies (text: []u8) : [symbols]i64 =
  hist (+) 0 symbols (map i64.u8 text) (rep 1)

-- The two lightest roots, by one reduction.
def two_least (f: forest) : ((i64, i64), (i64, i64)) =
  let none = (i64.highest, i64.highest)
  let insert (a, b) x : ((i64, i64), (i64, i64)) =
    let less (p: (i64, i64)) (q: (i64, i64)) = p.0 < q.0 || p.0 == q.0 && p.1 < q.1
    in if less x a then (x, a) else if less x b then (a, x) else (a, b)
  in tabulate max_nodes (\i ->
       if i < f.used && f.weight[i] > 0 && f.parent[i] < 0 then ((f.weight[i], i), none) else (none, none))
     |> reduce_comm (\p (x, y) -> insert (insert p x) y) (none, none)

def build (freqs: [symbols]i64) : forest =
  let weight = freqs ++ replicate (max_nodes - symbols) 0 :> [max_nodes]i64
  let start: forest = {weight, parent = replicate max_nodes (-1), bit = replicate max_nodes 0, used = symbols}
  let leaves = map (i64.bool <-< (> 0)) freqs |> i64.sum
  in loop f = copy start for _i < leaves - 1 do
       let ((wa, a), (wb, b)) = two_least f
       let at = f.used
       let f = f with weight[at] = wa + wb
                 with parent[a] = at
                 with parent[b] = at
                 with bit[b] = 1
       in f with used = at + 1

def code (f: forest) (symbol: u8) : []u8 =
  let (bits, _) =
    loop (bits, at) = ([], i64.u8 symbol) while f.parent[at] >= 0 do
      ([f.bit[at]] ++ bits, f.parent[at])
  in bits

def code_length (f: forest) (symbol: i64) : i64 =
  (loop (n, at) = (0, symbol) while f.parent[at] >= 0 do (n + 1, f.parent[at])).0

def encode (f: forest) (text: []u8) : []u8 =
  loop out = [] for c in text do out ++ code f c

def decode [n] (f: forest) (count: i64) (bits: [n]u8) : [count]u8 =
  let child (at: i64) (bit: u8) : i64 =
    i64.maximum (map2 (\i p -> if p == at && f.bit[i] == bit then i else -1) (iota max_nodes) f.parent)
  let root = f.used - 1
  let (out, _, _, _) =
    loop (out, k, at, i) = (replicate count 0u8, 0, root, 0) while k < count && i < n do
      let at = child at bits[i]
      in if at < symbols then (out with [k] = u8.i64 at, k + 1, root, i + 1) else (out, k, at, i + 1)
  in out

entry cost (text: []u8) : i64 =
  let freqs = frequencies text
  let f = build freqs
  in map2 (\n s -> n * code_length f s) freqs (iota symbols) |> i64.sum

entry round_trip [n] (text: [n]u8) : [n]u8 =
  let f = build (frequencies text)
  in decode f n (encode f text)

entry bits_used (text: []u8) : i64 =
  let f = build (frequencies text) in length (encode f text)

-- Compression: variable-length integers by expansion, move to front, Burrows and Wheeler by doubling, code lengths of Huffman.
-- ==
-- entry: encode
-- input { [0u64, 127u64, 128u64, 300u64, 16384u64, 2147483648u64] }
-- output { [0u8, 127u8, 128u8, 1u8, 172u8, 2u8, 128u8, 128u8, 1u8, 128u8, 128u8, 128u8, 128u8, 8u8] }
-- input { empty([0]u64) } output { empty([0]u8) }

-- ==
-- entry: decode
-- input { [5u8, 232u8, 7u8, 0u8, 128u8, 128u8, 128u8, 128u8, 32u8, 77u8] }
-- output { [5u64, 1000u64, 0u64, 8589934592u64, 77u64] }
-- input { empty([0]u8) } output { empty([0]u64) }

-- ==
-- entry: move_to_front
-- input { "bananaaa" } output { [98u8, 98u8, 110u8, 1u8, 1u8, 1u8, 0u8, 0u8] }

-- ==
-- entry: burrows_wheeler
-- input { "mississippi" } output { [112u8, 115u8, 115u8, 109u8, 105u8, 112u8, 105u8, 115u8, 115u8, 105u8, 105u8] 4i64 }
-- input { "banana$" } output { [97u8, 110u8, 110u8, 98u8, 36u8, 97u8, 97u8] 4i64 }
-- input { "a" } output { [97u8] 0i64 }
-- input { "abcabcd" } output { [100u8, 99u8, 97u8, 97u8, 98u8, 98u8, 99u8] 0i64 }

-- ==
-- entry: back
-- input { [112u8, 115u8, 115u8, 109u8, 105u8, 112u8, 105u8, 115u8, 115u8, 105u8, 105u8] 4i64 } output { "mississippi" }
-- input { [97u8, 110u8, 110u8, 98u8, 36u8, 97u8, 97u8] 4i64 } output { "banana$" }
-- input { [97u8] 0i64 } output { "a" }

-- ==
-- entry: huffman
-- input { "abracadabra" } output { 23i64 }
-- input { "aaaa" } output { 0i64 }
-- input { "the cat sat on the mat" } output { 67i64 }
-- input { empty([0]u8) } output { 0i64 }

type bytes [n] = [n]u8

def length_of (x: u64) : i64 = if x < 1 << 7 then 1 else if x < 1 << 14 then 2 else if x < 1 << 21 then 3 else 4 + i64.bool (x >= 1 << 28)

entry encode [n] (xs: [n]u64) : []u8 =
  let sizes = map length_of xs
  let (_, _, _, bytes, _) =
    flatmap (\x -> let k = length_of x
                   in (tabulate k (\i -> u8.u64 (x >> u64.i64 (7 * i) & 127) | (if i < k - 1 then 128 else 0)), k)) xs
  in assert (length bytes == i64.sum sizes) bytes

-- | A scan gives each byte its place in its number; a histogram adds the parts.
entry decode [n] (bs: [n]u8) : []u64 =
  let ends = map (< 128) bs
  let starts = map (\i -> i == 0 || ends[i - 1]) (iota n)
  let places = scan (\(f, x) (g, y) -> (f || g, if g then y else x + y)) (false, 0) (map (\s -> (s, u64.bool (not s))) starts) |> map (.1)
  let owners = map (+ -1) (scan (+) 0 (map i64.bool starts))
  let k = i64.sum (map i64.bool ends)
  in hist (+) 0 k owners (map2 (\b p -> u64.u8 (b & 127) << 7 * p) bs places)

entry move_to_front [n] (text: bytes [n]) : bytes [n] =
  let start : [256]u8 = map u8.i64 (iota 256)
  let (out, _) =
    loop (out, list) = (replicate n 0, start) for i < n do
      let c = text[i]
      let p = list |> map2 (\k x -> if x == c then k else 256) (iota 256) |> i64.minimum
      let list = tabulate 256 (\k -> if k == 0 then c else if k <= p then list[k - 1] else list[k])
      in (out with [i] = u8.i64 p, list)
  in out

-- | Ranks of all rotations by doubling: pairs of ranks, ranked again.
def rotation_ranks [n] (text: bytes [n]) : [n]i64 =
  let ranked (keys: [n](i64, i64)) : [n]i64 =
    map (\(a, b) -> i64.sum (map (\(c, d) -> i64.bool (c < a || (c == a && d < b))) keys)) keys
  let (ranks, _) =
    loop (ranks, k) = (ranked (map (\c -> (i64.u8 c, 0)) text), 1) while k < n do
      (ranked (zip ranks (rotate k ranks)), 2 * k)
  in ranks

entry burrows_wheeler [n] (text: bytes [n]) : (bytes [n], i64) =
  let ranks = rotation_ranks text
  -- equal rotations: by position
  let places = map2 (\i r -> r + i64.sum (map2 (\j s -> i64.bool (s == r && j < i)) (iota n) ranks)) (iota n) ranks
  in (scatter (replicate n 0) places (rotate (-1) text), if n == 0 then -1 else places[0])

entry back [n] (text: bytes [n]) (at: i64) : bytes [n] =
  let place = map2 (\i c -> i64.sum (map2 (\j d -> i64.bool (d < c || (d == c && j < i))) (iota n) text)) (iota n) text
  let (out, _) = loop (out, p) = (replicate n 0, at) for k < n do (out with [n - 1 - k] = text[p], place[p])
  in out

-- | The bits that a text needs: the sum of the weights of the inner nodes.
entry huffman (text: []u8) : i64 =
  let counts = hist (+) 0 256 (map i64.u8 text) (map (\_ -> 1i64) text)
  let weights = map (\c -> if c == 0 then i64.highest else c) counts
  let smallest [n] (ws: [n]i64) = reduce_comm (\(a, i) (b, j) -> if a < b || (a == b && i < j) then (a, i) else (b, j)) (i64.highest, n) (zip ws (iota n))
  let (_, total, _) =
    loop (ws, total, left) = (weights, 0, length (filter (> 0) counts)) while left > 1 do
      let (a, i) = smallest ws
      let ws = copy ws with [i] = i64.highest
      let (b, j) = smallest ws
      in (ws with [j] = a + b, total + a + b, left - 1)
  in total

-- Encodings: base64 and back, hexadecimal, run lengths, variable integers, Caesar, moving to the front, sorted rotations.
-- ==
-- entry: base64
-- input { empty([0]u8) } output { empty([0]u8) }
-- input { [77u8] } output { [84u8, 81u8, 61u8, 61u8] }
-- input { [77u8, 97u8] } output { [84u8, 87u8, 69u8, 61u8] }
-- input { [77u8, 97u8, 110u8] } output { [84u8, 87u8, 70u8, 117u8] }
-- input { [97u8, 110u8, 121u8, 32u8, 99u8, 97u8, 114u8, 110u8, 97u8, 108u8, 32u8, 112u8, 108u8, 101u8, 97u8, 115u8] }
-- output { [89u8, 87u8, 53u8, 53u8, 73u8, 71u8, 78u8, 104u8, 99u8, 109u8, 53u8, 104u8, 98u8, 67u8, 66u8, 119u8, 98u8, 71u8, 86u8, 104u8, 99u8, 119u8, 61u8, 61u8] }
-- input { [250u8, 251u8, 252u8, 253u8, 254u8, 255u8] }
-- output { [43u8, 118u8, 118u8, 56u8, 47u8, 102u8, 55u8, 47u8] }

-- ==
-- entry: unbase64
-- input { empty([0]u8) } output { empty([0]u8) }
-- input { [84u8, 81u8, 61u8, 61u8] } output { [77u8] }
-- input { [84u8, 87u8, 69u8, 61u8] } output { [77u8, 97u8] }
-- input { [84u8, 87u8, 70u8, 117u8] } output { [77u8, 97u8, 110u8] }
-- input { [89u8, 87u8, 53u8, 53u8, 73u8, 71u8, 78u8, 104u8, 99u8, 109u8, 53u8, 104u8, 98u8, 67u8, 66u8, 119u8, 98u8, 71u8, 86u8, 104u8, 99u8, 119u8, 61u8, 61u8] }
-- output { [97u8, 110u8, 121u8, 32u8, 99u8, 97u8, 114u8, 110u8, 97u8, 108u8, 32u8, 112u8, 108u8, 101u8, 97u8, 115u8] }
-- input { [43u8, 118u8, 118u8, 56u8, 47u8, 102u8, 55u8, 47u8] }
-- output { [250u8, 251u8, 252u8, 253u8, 254u8, 255u8] }

-- ==
-- entry: hex
-- input { empty([0]u8) } output { empty([0]u8) }
-- input { [77u8] } output { [52u8, 100u8] }
-- input { [77u8, 97u8] } output { [52u8, 100u8, 54u8, 49u8] }
-- input { [77u8, 97u8, 110u8] } output { [52u8, 100u8, 54u8, 49u8, 54u8, 101u8] }
-- input { [97u8, 110u8, 121u8, 32u8, 99u8, 97u8, 114u8, 110u8, 97u8, 108u8, 32u8, 112u8, 108u8, 101u8, 97u8, 115u8] }
-- output { [54u8, 49u8, 54u8, 101u8, 55u8, 57u8, 50u8, 48u8, 54u8, 51u8, 54u8, 49u8, 55u8, 50u8, 54u8, 101u8, 54u8, 49u8, 54u8, 99u8, 50u8, 48u8, 55u8, 48u8, 54u8, 99u8, 54u8, 53u8, 54u8, 49u8, 55u8, 51u8] }
-- input { [250u8, 251u8, 252u8, 253u8, 254u8, 255u8] }
-- output { [102u8, 97u8, 102u8, 98u8, 102u8, 99u8, 102u8, 100u8, 102u8, 101u8, 102u8, 102u8] }

-- ==
-- entry: run_lengths
-- input { [97u8, 97u8, 97u8, 98u8, 99u8, 99u8, 100u8] }
-- output { [97u8, 98u8, 99u8, 100u8] [3i64, 1i64, 2i64, 1i64] }
-- input { empty([0]u8) } output { empty([0]u8) empty([0]i64) }
-- input { [120u8] } output { [120u8] [1i64] }

-- ==
-- entry: unrun
-- input { "abcd" [3i64, 1i64, 2i64, 1i64] } output { "aaabccd" }
-- input { empty([0]u8) empty([0]i64) } output { empty([0]u8) }

-- ==
-- entry: varint
-- input { 0u64 } output { [0u8] }
-- input { 127u64 } output { [127u8] }
-- input { 128u64 } output { [128u8, 1u8] }
-- input { 300u64 } output { [172u8, 2u8] }
-- input { 18446744073709551615u64 }
-- output { [255u8, 255u8, 255u8, 255u8, 255u8, 255u8, 255u8, 255u8, 255u8, 1u8] }

-- ==
-- entry: caesar
-- input { 3u8 "Hello, xyz" } output { "Khoor, abc" }

-- ==
-- entry: to_front
-- input { "bananaaa" } output { [98u8, 98u8, 110u8, 1u8, 1u8, 1u8, 0u8, 0u8] }
-- input { empty([0]u8) } output { empty([0]u8) }

-- ==
-- entry: rotations
-- input { "abracadabra" }
-- output { [114u8, 100u8, 97u8, 114u8, 99u8, 97u8, 97u8, 97u8, 97u8, 98u8, 98u8] 2i64 }
-- input { empty([0]u8) } output { empty([0]u8) 0i64 }

def alphabet : [64]u8 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

entry base64 [n] (bytes: [n]u8) : []u8 =
  let groups = (n + 2) / 3
  let at i = if i < n then u32.u8 bytes[i] else 0
  let group g =
    let w = at (3 * g) << 16 | at (3 * g + 1) << 8 | at (3 * g + 2)
    in tabulate 4 (\k ->
         if 3 * g + k > n then '='
         else alphabet[i64.u32 ((w >> u32.i64 (18 - 6 * k)) & 63)])
  in flatten (tabulate groups group)

entry unbase64 [n] (text: [n]u8) : []u8 =
  let value : [256]u32 = scatter (replicate 256 0) (map i64.u8 alphabet) (map u32.i64 (iota 64))
  let groups = unflatten (text :> [(n / 4) * 4]u8)
  let bytes g =
    let w = foldl (\acc c -> acc << 6 | value[i64.u8 c]) 0 g
    in [u8.u32 (w >> 16), u8.u32 (w >> 8), u8.u32 w]
  let padding = length (filter (== '=') text)
  let out = flatten (map bytes groups)
  in take (length out - padding) out

entry hex [n] (bytes: [n]u8) : [n * 2]u8 =
  let digit (d: u8) = if d < 10 then '0' + d else 'a' + (d - 10)
  in flatten (map (\b -> [digit (b >> 4), digit (b & 15)]) bytes)

entry run_lengths [n] (xs: [n]u8) : ([]u8, []i64) =
  let starts = map (\i -> i == 0 || xs[i] != xs[i - 1]) (iota n)
  let at = zip starts (iota n) |> filter (.0) |> map (.1)
  let ends = map (\k -> if k + 1 < length at then at[k + 1] else n) (indices at)
  in (map (\i -> xs[i]) at, map2 (-) ends at)

entry unrun [n] (xs: [n]u8) (counts: [n]i64) : []u8 =
  let offsets = exscan (+) 0 counts
  let total = i64.sum counts
  let marks = hist i64.max 0 total offsets (iota n)
  in map (\i -> xs[i]) (scan i64.max 0 marks)

entry varint (x: u64) : []u8 =
  let (low, x) =
    loop (out, x) = ([], x) while x > 0x7f do (out ++ [u8.u64 x | 0x80], x >> 7)
  in low ++ [u8.u64 x]

entry caesar (k: u8) (text: []u8) : []u8 =
  let shift base c = base + (c - base + k) % 26
  in map (\c -> if c >= 'a' && c <= 'z' then shift 'a' c
                else if c >= 'A' && c <= 'Z' then shift 'A' c else c) text

entry to_front [n] (xs: [n]u8) : [n]u8 =
  let order = map u8.i64 (iota 256)
  let step (order: [256]u8, out: *[n]u8) i : ([256]u8, *[n]u8) =
    let at = (filter (\k -> order[k] == xs[i]) (iota 256))[0]
    let moved = map (\k -> if k == 0 then xs[i] else if k <= at then order[k - 1] else order[k]) (iota 256)
    in (moved, out with [i] = u8.i64 at)
  in (loop state = (order, replicate n 0) for i < n do step state i).1

-- | Burrows and Wheeler: the last column of the sorted rotations, and where the text itself is.
entry rotations [n] (text: [n]u8) : ([n]u8, i64) =
  let less i j =
    let (k, _) = loop (k, same) = (0, true) while same && k < n do
                   if text[(i + k) % n] == text[(j + k) % n] then (k + 1, true) else (k, false)
    in if k == n then i < j else text[(i + k) % n] < text[(j + k) % n]
  let rank = map (\i -> i64.sum (map (\j -> i64.bool (less j i)) (iota n))) (iota n)
  in (scatter (replicate n 0) rank (rotate (-1) text), if n == 0 then 0 else rank[0])

-- Digests of bytes: SHA-256 with its constants computed, CRC with a table, Adler by a scan of affine maps, base 64.
-- ==
-- entry: sha256
-- input { "abc" }
-- output { [3128432319u32, 2399260650u32, 1094795486u32, 1571693091u32, 2953011619u32, 2518121116u32, 3021012833u32, 4060091821u32] }
-- input { "The quick brown fox jumps over the lazy dog" }
-- output { [3618175923u32, 131563668u32, 1774885564u32, 2953326159u32, 2371244516u32, 1832704886u32, 755159231u32, 935978386u32] }
-- input { empty([0]u8) }
-- output { [3820012610u32, 2566659092u32, 2600203464u32, 2574235940u32, 665731556u32, 1687917388u32, 2761267483u32, 2018687061u32] }
-- input { "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx" }
-- output { [3588392296u32, 1020587968u32, 755112540u32, 1644250772u32, 2508783872u32, 1567584744u32, 2651425274u32, 3346940018u32] }
-- input { "yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy" }
-- output { [4290719915u32, 2484108076u32, 349658363u32, 1163839823u32, 537133277u32, 3318624334u32, 203524416u32, 2430272863u32] }

-- ==
-- entry: crc32
-- input { "The quick brown fox jumps over the lazy dog" } output { 1095738169u32 }
-- input { empty([0]u8) } output { 0u32 }

-- ==
-- entry: adler32
-- input { "The quick brown fox jumps over the lazy dog" } output { 1541148634u32 }
-- input { empty([0]u8) } output { 1u32 }

-- ==
-- entry: base64
-- input { "abc" } output { "YWJj" }
-- input { "abcd" } output { "YWJjZA==" }
-- input { "abcde" } output { "YWJjZGU=" }
-- input { "a" } output { "YQ==" }
-- input { empty([0]u8) } output { empty([0]u8) }

-- | The fractional parts of roots of primes; exact, as integers.
def primes (n: i64) : [n]u64 =
  (loop (ps, k, x) = (replicate n 0u64, 0, 2) while k < n do
     if all (\i -> i >= k || x % ps[i] != 0) (iota n)
     then (ps with [k] = x, k + 1, x + 1) else (ps, k, x + 1)).0

def bisect (le: u64 -> bool) (hi: u64) : u64 =
  (loop (lo, hi) = (0, hi) while hi - lo > 1 do
     let m = (lo + hi) / 2 in if le m then (m, hi) else (lo, m)).0

-- p * 2^96 needs 128 bits: y is the root times 2^32, compared by halves.
def cube_le (p: u64) (y: u64) : bool =
  let y2hi = u64.mul_hi y y
  let y2lo = y * y
  let lo = y2lo * y
  let hi = u64.mul_hi y2lo y + y2hi * y
  in hi < p << 32 || (hi == p << 32 && lo == 0)

def round_constants : [64]u32 = map (\p -> u32.u64 (bisect (cube_le p) (8 << 32))) (primes 64)
def start : [8]u32 =
  map (\p -> u32.u64 (bisect (\y -> u64.mul_hi y y < p || (u64.mul_hi y y == p && y * y == 0)) (8 << 32))) (primes 8)

def rotr (k: u32) (x: u32) : u32 = x >> k | x << (32 - k)

def compress (h: [8]u32) (block: [16]u32) : [8]u32 =
  let w =
    loop w = block ++ replicate 48 0 :> *[64]u32 for i in 16..<64 do
      let a = w[i - 15]
      let b = w[i - 2]
      let s0 = rotr 7 a ^ rotr 18 a ^ a >> 3
      let s1 = rotr 17 b ^ rotr 19 b ^ b >> 10
      in w with [i] = w[i - 16] + s0 + w[i - 7] + s1
  let (a, b, c, d, e, f, g, h') =
    #[unroll]
    loop (a, b, c, d, e, f, g, h) = (h[0], h[1], h[2], h[3], h[4], h[5], h[6], h[7]) for i < 64i64 do
      let s1 = rotr 6 e ^ rotr 11 e ^ rotr 25 e
      let ch = (e & f) ^ (!e & g)
      let t1 = h + s1 + ch + round_constants[i] + w[i]
      let s0 = rotr 2 a ^ rotr 13 a ^ rotr 22 a
      let t2 = s0 + ((a & b) ^ (a & c) ^ (b & c))
      in (t1 + t2, a, b, c, d + t1, e, f, g)
  in map2 (+) h [a, b, c, d, e, f, g, h']

def words [n] (bytes: [n]u8) : []u32 =
  map (\i -> reduce (|) 0 (map (\k -> u32.u8 bytes[4 * i + k] << u32.i64 (24 - 8 * k)) (iota 4))) (iota (n / 4))

entry sha256 [n] (text: [n]u8) : [8]u32 =
  let blocks = (n + 8) / 64 + 1
  let padded = text ++ [0x80] ++ replicate (64 * blocks - n - 9) 0 ++ map (\k -> u8.i64 (8 * n >> (56 - 8 * k))) (iota 8)
  let ws = words padded :> [blocks * 16]u32
  in foldl compress (copy start) (unflatten ws)

def crc_table : [256]u32 =
  let step c = if c & 1 == 1 then 0xEDB88320 ^ (c >> 1) else c >> 1
  in map (u32.i64 >-> iterate 8 step) (iota 256)

entry crc32 (text: []u8) : u32 =
  !(loop c = u32.highest for b in text do crc_table[i64.u32 ((c ^ u32.u8 b) & 255)] ^ (c >> 8))

entry adler32 [n] (text: [n]u8) : u32 =
  let a = scan (\x y -> (x + y) % 65521) 0 (map u32.u8 text) |> map (\x -> (x + 1) % 65521)
  let b = reduce (\x y -> (x + y) % 65521) 0 a
  in b << 16 | (if n == 0 then 1 else last a)

entry base64 [n] (text: [n]u8) : []u8 =
  let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
  let groups = (n + 2) / 3
  let at i = if i < n then u32.u8 text[i] else 0
  let group g =
    let x = at (3 * g) << 16 | at (3 * g + 1) << 8 | at (3 * g + 2)
    in map (\k -> if 3 * g + k > n then '=' else alphabet[i64.u32 (x >> u32.i64 (18 - 6 * k) & 63)]) (iota 4)
  in flatten (map group (iota groups))

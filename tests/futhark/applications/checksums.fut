-- SHA-256 with its constants computed, CRC-32 and base 64, by folds and loops over bits.
-- ==
-- entry: crc32
-- input { empty([0]u8) }
-- output { 0u32 }
-- input { [97u8] }
-- output { 3904355907u32 }
-- input { [97u8, 98u8, 99u8] }
-- output { 891568578u32 }
-- input { [104u8, 101u8, 108u8, 108u8, 111u8, 32u8, 119u8, 111u8, 114u8, 108u8, 100u8, 44u8, 32u8, 116u8, 104u8, 105u8, 115u8, 32u8, 105u8, 115u8, 32u8, 97u8, 32u8, 108u8, 111u8, 110u8, 103u8, 101u8, 114u8, 32u8, 108u8, 105u8, 110u8, 101u8, 32u8, 111u8, 102u8, 32u8, 116u8, 101u8, 120u8, 116u8, 32u8, 102u8, 111u8, 114u8, 32u8, 116u8, 119u8, 111u8, 32u8, 98u8, 108u8, 111u8, 99u8, 107u8, 115u8, 32u8, 111u8, 102u8, 32u8, 115u8, 105u8, 120u8, 116u8, 121u8, 45u8, 102u8, 111u8, 117u8, 114u8, 32u8, 98u8, 121u8, 116u8, 101u8, 115u8] }
-- output { 2179076845u32 }

-- ==
-- entry: digest
-- input { empty([0]u8) }
-- output { [3820012610u32, 2566659092u32, 2600203464u32, 2574235940u32, 665731556u32, 1687917388u32, 2761267483u32, 2018687061u32] }
-- input { [97u8] }
-- output { [3398926610u32, 3390815690u32, 4207030707u32, 2586041421u32, 2810638328u32, 343690866u32, 3112204165u32, 2951628987u32] }
-- input { [97u8, 98u8, 99u8] }
-- output { [3128432319u32, 2399260650u32, 1094795486u32, 1571693091u32, 2953011619u32, 2518121116u32, 3021012833u32, 4060091821u32] }
-- input { [104u8, 101u8, 108u8, 108u8, 111u8, 32u8, 119u8, 111u8, 114u8, 108u8, 100u8, 44u8, 32u8, 116u8, 104u8, 105u8, 115u8, 32u8, 105u8, 115u8, 32u8, 97u8, 32u8, 108u8, 111u8, 110u8, 103u8, 101u8, 114u8, 32u8, 108u8, 105u8, 110u8, 101u8, 32u8, 111u8, 102u8, 32u8, 116u8, 101u8, 120u8, 116u8, 32u8, 102u8, 111u8, 114u8, 32u8, 116u8, 119u8, 111u8, 32u8, 98u8, 108u8, 111u8, 99u8, 107u8, 115u8, 32u8, 111u8, 102u8, 32u8, 115u8, 105u8, 120u8, 116u8, 121u8, 45u8, 102u8, 111u8, 117u8, 114u8, 32u8, 98u8, 121u8, 116u8, 101u8, 115u8] }
-- output { [2548111233u32, 2120940289u32, 1631226106u32, 2640653763u32, 187072399u32, 1695623836u32, 2009722612u32, 3363246190u32] }
-- input { [120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8] }
-- output { [3588392296u32, 1020587968u32, 755112540u32, 1644250772u32, 2508783872u32, 1567584744u32, 2651425274u32, 3346940018u32] }
-- input { [121u8, 121u8, 121u8, 121u8, 121u8, 121u8, 121u8, 121u8, 121u8, 121u8, 121u8, 121u8, 121u8, 121u8, 121u8, 121u8, 121u8, 121u8, 121u8, 121u8, 121u8, 121u8, 121u8, 121u8, 121u8, 121u8, 121u8, 121u8, 121u8, 121u8, 121u8, 121u8, 121u8, 121u8, 121u8, 121u8, 121u8, 121u8, 121u8, 121u8, 121u8, 121u8, 121u8, 121u8, 121u8, 121u8, 121u8, 121u8, 121u8, 121u8, 121u8, 121u8, 121u8, 121u8, 121u8, 121u8] }
-- output { [1215817060u32, 3856887350u32, 2088537433u32, 1728541886u32, 3442692193u32, 191755459u32, 2580150939u32, 1725585427u32] }
-- input { [122u8, 122u8, 122u8, 122u8, 122u8, 122u8, 122u8, 122u8, 122u8, 122u8, 122u8, 122u8, 122u8, 122u8, 122u8, 122u8, 122u8, 122u8, 122u8, 122u8, 122u8, 122u8, 122u8, 122u8, 122u8, 122u8, 122u8, 122u8, 122u8, 122u8, 122u8, 122u8, 122u8, 122u8, 122u8, 122u8, 122u8, 122u8, 122u8, 122u8, 122u8, 122u8, 122u8, 122u8, 122u8, 122u8, 122u8, 122u8, 122u8, 122u8, 122u8, 122u8, 122u8, 122u8, 122u8, 122u8, 122u8, 122u8, 122u8, 122u8, 122u8, 122u8, 122u8, 122u8] }
-- output { [1922655587u32, 77383757u32, 2855026481u32, 4250680592u32, 1997433302u32, 3954937253u32, 3067571635u32, 64728643u32] }

-- ==
-- entry: constants
-- input {  }
-- output { [1116352408u32, 1899447441u32, 3049323471u32, 3921009573u32, 961987163u32, 1508970993u32, 2453635748u32, 2870763221u32, 3624381080u32, 310598401u32, 607225278u32, 1426881987u32, 1925078388u32, 2162078206u32, 2614888103u32, 3248222580u32, 3835390401u32, 4022224774u32, 264347078u32, 604807628u32, 770255983u32, 1249150122u32, 1555081692u32, 1996064986u32, 2554220882u32, 2821834349u32, 2952996808u32, 3210313671u32, 3336571891u32, 3584528711u32, 113926993u32, 338241895u32, 666307205u32, 773529912u32, 1294757372u32, 1396182291u32, 1695183700u32, 1986661051u32, 2177026350u32, 2456956037u32, 2730485921u32, 2820302411u32, 3259730800u32, 3345764771u32, 3516065817u32, 3600352804u32, 4094571909u32, 275423344u32, 430227734u32, 506948616u32, 659060556u32, 883997877u32, 958139571u32, 1322822218u32, 1537002063u32, 1747873779u32, 1955562222u32, 2024104815u32, 2227730452u32, 2361852424u32, 2428436474u32, 2756734187u32, 3204031479u32, 3329325298u32] [1779033703u32, 3144134277u32, 1013904242u32, 2773480762u32, 1359893119u32, 2600822924u32, 528734635u32, 1541459225u32] }

-- ==
-- entry: base64
-- input { empty([0]u8) }
-- output { empty([0]u8) }
-- input { [97u8] }
-- output { [89u8, 81u8, 61u8, 61u8] }
-- input { [97u8, 98u8, 99u8] }
-- output { [89u8, 87u8, 74u8, 106u8] }
-- input { [104u8, 101u8, 108u8, 108u8, 111u8, 32u8, 119u8, 111u8, 114u8, 108u8, 100u8, 44u8, 32u8, 116u8, 104u8, 105u8, 115u8, 32u8, 105u8, 115u8, 32u8, 97u8, 32u8, 108u8, 111u8, 110u8, 103u8, 101u8, 114u8, 32u8, 108u8, 105u8, 110u8, 101u8, 32u8, 111u8, 102u8, 32u8, 116u8, 101u8, 120u8, 116u8, 32u8, 102u8, 111u8, 114u8, 32u8, 116u8, 119u8, 111u8, 32u8, 98u8, 108u8, 111u8, 99u8, 107u8, 115u8, 32u8, 111u8, 102u8, 32u8, 115u8, 105u8, 120u8, 116u8, 121u8, 45u8, 102u8, 111u8, 117u8, 114u8, 32u8, 98u8, 121u8, 116u8, 101u8, 115u8] }
-- output { [97u8, 71u8, 86u8, 115u8, 98u8, 71u8, 56u8, 103u8, 100u8, 50u8, 57u8, 121u8, 98u8, 71u8, 81u8, 115u8, 73u8, 72u8, 82u8, 111u8, 97u8, 88u8, 77u8, 103u8, 97u8, 88u8, 77u8, 103u8, 89u8, 83u8, 66u8, 115u8, 98u8, 50u8, 53u8, 110u8, 90u8, 88u8, 73u8, 103u8, 98u8, 71u8, 108u8, 117u8, 90u8, 83u8, 66u8, 118u8, 90u8, 105u8, 66u8, 48u8, 90u8, 88u8, 104u8, 48u8, 73u8, 71u8, 90u8, 118u8, 99u8, 105u8, 66u8, 48u8, 100u8, 50u8, 56u8, 103u8, 89u8, 109u8, 120u8, 118u8, 89u8, 50u8, 116u8, 122u8, 73u8, 71u8, 57u8, 109u8, 73u8, 72u8, 78u8, 112u8, 101u8, 72u8, 82u8, 53u8, 76u8, 87u8, 90u8, 118u8, 100u8, 88u8, 73u8, 103u8, 89u8, 110u8, 108u8, 48u8, 90u8, 88u8, 77u8, 61u8] }
-- input { [97u8, 98u8] }
-- output { [89u8, 87u8, 73u8, 61u8] }

module sha256 = {
  type block = [16]u32
  type hash = (u32, u32, u32, u32, u32, u32, u32, u32)

  -- The first bits of the fractional parts of cube roots and square roots of primes.
  local def primes : [64]u32 =
    let is_prime k = all (\d -> k % d != 0) (2..<k)
    in take 64 (filter is_prime (2i64..<312)) |> map u32.i64

  -- The root's fraction by bisection on whole numbers.
  local def root_bits (power: i32) (p: u32) : u32 =
    let pow (x: u64) : (u64, u64) =
      let sq = (u64.mul_hi x x, x * x)
      in if power == 2 then sq
         else let lo = u64.mul_hi sq.1 x
              in (sq.0 * x + lo, sq.1 * x)
    let shift = 32 * u64.i32 power
    let target = if shift == 64 then (u64.u32 p, 0) else (u64.u32 p << (shift - 64), 0u64)
    let leq (a: (u64, u64)) (b: (u64, u64)) = a.0 < b.0 || a.0 == b.0 && a.1 <= b.1
    let (lo, _) = loop (lo, hi) = (0u64, 1u64 << 37) while hi - lo > 1 do
      let mid = (lo + hi) / 2
      in if leq (pow mid) target then (mid, hi) else (lo, mid)
    in u32.u64 lo

  def k : [64]u32 = map (root_bits 3) primes
  def initial : hash =
    let h = map (root_bits 2) (take 8 primes)
    in (h[0], h[1], h[2], h[3], h[4], h[5], h[6], h[7])

  local def rotr (n: u32) (x: u32) = (x >> n) | (x << (32 - n))

  local def schedule (b: block) : [64]u32 =
    loop w = b ++ replicate 48 0 :> [64]u32 for t in 16..<64 do
      let s0 = rotr 7 w[t - 15] ^ rotr 18 w[t - 15] ^ (w[t - 15] >> 3)
      let s1 = rotr 17 w[t - 2] ^ rotr 19 w[t - 2] ^ (w[t - 2] >> 10)
      in w with [t] = w[t - 16] + s0 + w[t - 7] + s1

  local def compress (h: hash) (b: block) : hash =
    let round ((a, b, c, d, e, f, g, h): hash) (k, w) : hash =
      let s1 = rotr 6 e ^ rotr 11 e ^ rotr 25 e
      let t1 = h + s1 + ((e & f) ^ (!e & g)) + k + w
      let s0 = rotr 2 a ^ rotr 13 a ^ rotr 22 a
      let t2 = s0 + ((a & b) ^ (a & c) ^ (b & c))
      in (t1 + t2, a, b, c, d + t1, e, f, g)
    let (a, b, c, d, e, f, g, i) = foldl round h (zip k (schedule b))
    in (h.0 + a, h.1 + b, h.2 + c, h.3 + d, h.4 + e, h.5 + f, h.6 + g, h.7 + i)

  local def pad [n] (message: [n]u8) : [](block) =
    let blocks = (n + 9 + 63) / 64
    let bits = u64.i64 n * 8
    let bytes = tabulate (blocks * 64) (\i ->
      if i < n then message[i]
      else if i == n then 0x80
      else if i >= blocks * 64 - 8 then u8.u64 (bits >> (8 * u64.i64 (blocks * 64 - 1 - i)))
      else 0)
    let word (b: [4]u8) = foldl (\w x -> w << 8 | u32.u8 x) 0 b
    in unflatten (bytes :> [blocks * (16 * 4)]u8) |> map (unflatten >-> map word)

  def sum [n] (message: [n]u8) : [8]u32 =
    let (a, b, c, d, e, f, g, h) = foldl compress initial (pad message)
    in [a, b, c, d, e, f, g, h]
}

def crc_table : [256]u32 =
  map (\i -> iterate 8 (\c -> if c & 1 == 1 then 0xEDB88320 ^ (c >> 1) else c >> 1) (u32.i64 i)) (iota 256)

entry crc32 (text: []u8) : u32 =
  !(foldl (\c x -> crc_table[i64.u32 ((c ^ u32.u8 x) & 0xff)] ^ (c >> 8)) 0xffffffff text)

entry digest (text: []u8) = sha256.sum text

entry constants : ([64]u32, [8]u32) =
  let (a, b, c, d, e, f, g, h) = sha256.initial in (sha256.k, [a, b, c, d, e, f, g, h])

def alphabet : []u8 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

entry base64 [n] (text: [n]u8) : []u8 =
  let at i = if i < n then u32.u8 text[i] else 0
  let group g =
    let w = at (3 * g) << 16 | at (3 * g + 1) << 8 | at (3 * g + 2)
    in map (\k -> if 3 * g + k > n then '=' else alphabet[i64.u32 (w >> (18 - 6 * u32.i64 k)) & 63]) (iota 4)
  in flatten (tabulate ((n + 2) / 3) group)

-- Hash functions and check sums with numbers that wrap: CRC by table and by bit, Adler, FNV, Murmur, Pearson.
-- ==
-- entry: crc32
-- input { [49u8, 50u8, 51u8, 52u8, 53u8, 54u8, 55u8, 56u8, 57u8] } output { 3421780262u32 }
-- input { [97u8] } output { 3904355907u32 }
-- input { [84u8, 104u8, 101u8, 32u8, 113u8, 117u8, 105u8, 99u8, 107u8, 32u8, 98u8, 114u8, 111u8, 119u8, 110u8, 32u8, 102u8, 111u8, 120u8, 32u8, 106u8, 117u8, 109u8, 112u8, 115u8, 32u8, 111u8, 118u8, 101u8, 114u8, 32u8, 116u8, 104u8, 101u8, 32u8, 108u8, 97u8, 122u8, 121u8, 32u8, 100u8, 111u8, 103u8] }
-- output { 1095738169u32 }
-- input { empty([0]u8) } output { 0u32 }

-- ==
-- entry: crc32_bits
-- input { [49u8, 50u8, 51u8, 52u8, 53u8, 54u8, 55u8, 56u8, 57u8] } output { 3421780262u32 }
-- input { [97u8] } output { 3904355907u32 }
-- input { [84u8, 104u8, 101u8, 32u8, 113u8, 117u8, 105u8, 99u8, 107u8, 32u8, 98u8, 114u8, 111u8, 119u8, 110u8, 32u8, 102u8, 111u8, 120u8, 32u8, 106u8, 117u8, 109u8, 112u8, 115u8, 32u8, 111u8, 118u8, 101u8, 114u8, 32u8, 116u8, 104u8, 101u8, 32u8, 108u8, 97u8, 122u8, 121u8, 32u8, 100u8, 111u8, 103u8] }
-- output { 1095738169u32 }

-- ==
-- entry: adler32
-- input { [49u8, 50u8, 51u8, 52u8, 53u8, 54u8, 55u8, 56u8, 57u8] } output { 152961502u32 }
-- input { [97u8] } output { 6422626u32 }
-- input { [84u8, 104u8, 101u8, 32u8, 113u8, 117u8, 105u8, 99u8, 107u8, 32u8, 98u8, 114u8, 111u8, 119u8, 110u8, 32u8, 102u8, 111u8, 120u8, 32u8, 106u8, 117u8, 109u8, 112u8, 115u8, 32u8, 111u8, 118u8, 101u8, 114u8, 32u8, 116u8, 104u8, 101u8, 32u8, 108u8, 97u8, 122u8, 121u8, 32u8, 100u8, 111u8, 103u8] }
-- output { 1541148634u32 }
-- input { empty([0]u8) } output { 1u32 }

-- ==
-- entry: fnv1a
-- input { [49u8, 50u8, 51u8, 52u8, 53u8, 54u8, 55u8, 56u8, 57u8] } output { 492395637191921148u64 }
-- input { [97u8] } output { 12638187200555641996u64 }
-- input { [84u8, 104u8, 101u8, 32u8, 113u8, 117u8, 105u8, 99u8, 107u8, 32u8, 98u8, 114u8, 111u8, 119u8, 110u8, 32u8, 102u8, 111u8, 120u8, 32u8, 106u8, 117u8, 109u8, 112u8, 115u8, 32u8, 111u8, 118u8, 101u8, 114u8, 32u8, 116u8, 104u8, 101u8, 32u8, 108u8, 97u8, 122u8, 121u8, 32u8, 100u8, 111u8, 103u8] }
-- output { 17580284887202820368u64 }

-- ==
-- entry: djb2
-- input { [49u8, 50u8, 51u8, 52u8, 53u8, 54u8, 55u8, 56u8, 57u8] } output { 902675330u32 }
-- input { [97u8] } output { 177670u32 }
-- input { [84u8, 104u8, 101u8, 32u8, 113u8, 117u8, 105u8, 99u8, 107u8, 32u8, 98u8, 114u8, 111u8, 119u8, 110u8, 32u8, 102u8, 111u8, 120u8, 32u8, 106u8, 117u8, 109u8, 112u8, 115u8, 32u8, 111u8, 118u8, 101u8, 114u8, 32u8, 116u8, 104u8, 101u8, 32u8, 108u8, 97u8, 122u8, 121u8, 32u8, 100u8, 111u8, 103u8] }
-- output { 885799134u32 }
-- input { empty([0]u8) } output { 5381u32 }

-- ==
-- entry: murmur
-- input { [0u32, 1u32, 4294967295u32, 12345u32] }
-- output { [0u32, 1364076727u32, 2180083513u32, 1011272156u32] }

-- ==
-- entry: fletcher
-- input { "abcde" } output { 51440u16 }
-- input { "abcdef" } output { 8279u16 }

-- ==
-- entry: rotations
-- input { 2147483649u32 } output { [3u32, 384u32, 3221225472u32] }

-- ==
-- entry: parity8
-- input { [0u8, 1u8, 3u8, 255u8, 7u8] } output { [0i8, 1i8, 0i8, 0i8, 1i8] }

-- ==
-- entry: high_words
-- input { 9223372036854775813u64 4611686018427387904u64 }
-- output { 2305843009213693953u64 -2305843009213693951i64 0i32 163u8 }

def crc_byte (c: u32) : u32 =
  loop c for _i < 8i32 do if c & 1 == 1 then 0xEDB88320 ^ (c >> 1) else c >> 1

def crc_table : [256]u32 = map (u32.i64 >-> crc_byte) (iota 256)

entry crc32 (bytes: []u8) : u32 =
  !(foldl (\c b -> crc_table[i64.u32 (c ^ u32.u8 b) & 0xff] ^ (c >> 8)) 0xFFFFFFFF bytes)

entry crc32_bits (bytes: []u8) : u32 =
  u32.not (loop c = u32.highest for b in bytes do crc_byte (c ^ u32.u8 b))

-- | Both sums at once, as a reduction over (length, a, b).
entry adler32 (bytes: []u8) : u32 =
  let m = 65521
  let op (n1, a1, b1) (n2, a2, b2) : (u64, u64, u64) =
    (n1 + n2, (a1 + a2) % m, (b1 + b2 + n2 % m * a1) % m)
  let (n, a, b) = reduce op (0, 0, 0) (map (\c -> (1, u64.u8 c, u64.u8 c)) bytes)
  in u32.u64 ((b + n) % m << 16 | (a + 1) % m)

entry fnv1a (bytes: []u8) : u64 =
  loop h = 0xcbf29ce484222325 for c in bytes do (h ^ u64.u8 c) * 0x100000001b3

entry djb2 [n] (bytes: [n]u8) : u32 =
  let powers = exscan (*) 1 (replicate n 33u32) |> reverse
  let high = 33u32 ** u32.i64 n
  in 5381 * high + u32.sum (map2 (\p b -> p * u32.u8 b) powers bytes)

entry murmur (xs: []u32) : []u32 =
  let mix h = h |> (\h -> h ^ (h >> 16)) |> (* 0x85ebca6b) |> (\h -> h ^ (h >> 13)) |> (* 0xc2b2ae35) |> (\h -> h ^ h >> 16)
  in map mix xs

entry fletcher (bytes: []u8) : u16 =
  let (a, b) = loop (a, b) = (0, 0) for c in bytes do
                 let a = (a + u16.u8 c) % 255
                 in (a, (a + b) % 255)
  in b << 8 | a

def rotl (x: u32) (r: u32) : u32 = (x << r) | (x >> (32 - r))

entry rotations (x: u32) : []u32 = map (rotl x) [1, 8, 31]
entry parity8 (xs: []u8) : []i8 = map (\x -> i8.i32 (u8.popc x) % 2) xs
entry high_words (a: u64) (b: u64) : (u64, i64, i32, u8) =
  (u64.mul_hi a b, i64.mul_hi (i64.u64 a) (i64.u64 b), i32.mul_hi (i32.u64 a) (i32.u64 b), u8.mad_hi 200 200 7)

-- Hashes and random numbers, which depend on exact wrap-around, shifts and unsigned comparison.
-- ==
-- entry: fnv
-- input { "" } output { 2166136261u32 }
-- input { "a" } output { 3826002220u32 }
-- input { "foobar" } output { 3214735720u32 }

-- ==
-- entry: adler
-- input { "Wikipedia" } output { 300286872u32 }
-- input { "" } output { 1u32 }

-- ==
-- entry: crc
-- input { "123456789" } output { 3421780262u32 }
-- input { "" } output { 0u32 }

-- ==
-- entry: splitmix
-- input { 0u64 3 } output { [16294208416658607535u64, 7960286522194355700u64, 487617019471545679u64] }
-- input { 5u64 0 } output { empty([0]u64) }

-- ==
-- entry: park_miller
-- input { 1 10000 } output { 1043618065u32 }

-- ==
-- entry: unsigned_order
-- input { 4294967295u32 1u32 } output { false 4294967295u32 true }
-- input { 0u32 1u32 } output { true 1u32 true }

-- | The FNV-1a hash.
entry fnv (text: []u8) : u32 =
  loop hash = 2166136261 for byte in text do (hash ^ u32.u8 byte) * 16777619

entry adler (text: []u8) : u32 =
  let (a, b) = loop (a, b) = (1u32, 0u32) for byte in text do
    let a = (a + u32.u8 byte) % 65521
    in (a, (b + a) % 65521)
  in b << 16 | a

entry crc (text: []u8) : u32 =
  let step c = if c & 1 == 1u32 then 0xEDB88320 ^ c >> 1 else c >> 1
  let table = map (\i -> loop c = u32.i64 i for _k < 8i32 do step c) (iota 256)
  let c = loop c = 0xFFFFFFFF for byte in text do
    table[i64.u32 ((c ^ u32.u8 byte) & 0xFF)] ^ (c >> 8)
  in ! c

entry splitmix (seed: u64) (n: i32) : []u64 =
  let mix (z: u64) =
    let z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9
    let z = (z ^ z >> 27) * 0x94d049bb133111eb
    in z ^ z >> 31
  in map (\i -> mix (seed + (u64.i32 i + 1) * 0x9e3779b97f4a7c15)) (0..<n)

entry park_miller (seed: i32) (steps: i32) : u32 =
  u32.u64 (loop x = u64.i32 seed for _i < steps do x * 16807 % 0x7FFFFFFF)

entry unsigned_order (a: u32) (b: u32) = (a < b, u32.max a b, a - b >= 1 || a == b)

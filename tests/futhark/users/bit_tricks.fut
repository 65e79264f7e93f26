-- Bit tricks in all widths: counts, reversal, Morton codes, saturation, averages without overflow, packed fields, sets.
-- ==
-- entry: counts
-- input { [0u16, 1u16, 65535u16, 32768u16, 40u16] }
-- output { [0i32, 1i32, 16i32, 1i32, 2i32] [16i32, 15i32, 0i32, 0i32, 10i32] [16i32, 0i32, 0i32, 15i32, 3i32] }

-- ==
-- entry: reversed
-- input { [1u32, 2147483650u32, 3735928559u32] } output { [2147483648u32, 1073741825u32, 4152210811u32] }

-- ==
-- entry: morton
-- input { [0u16, 65535u16, 3u16] [1u16, 0u16, 5u16] } output { [2u32, 1431655765u32, 39u32] }

-- ==
-- entry: saturated
-- input { [100i8, -100i8, 5i8] [100i8, -100i8, -9i8] } output { [-56i8, 56i8, -4i8] [127i8, -128i8, -4i8] }

-- ==
-- entry: middle
-- input { [2147483647i32, -5i32, -2147483648i32] [2147483645i32, 2i32, -2147483648i32] }
-- output { [2147483646i32, -2i32, -2147483648i32] }

-- ==
-- entry: next_power
-- input { [0u64, 1u64, 2u64, 3u64, 64u64, 65u64, 4611686018427387905u64] }
-- output { [1u64, 1u64, 2u64, 4u64, 64u64, 128u64, 9223372036854775808u64] }

-- ==
-- entry: shifts
-- input { -100i8 } output { -32i8 -25i8 39u8 39i8 }

-- ==
-- entry: widths
-- input { -1090921692984i64 } output { -56i8 200i16 200i32 200u8 200u16 200u32 18446742982787858632u64 }

-- ==
-- entry: signs
-- input { 200u8 -56i8 } output { 200i32 -56i32 200u16 200i16 false }

-- ==
-- entry: divisions
-- input { -7i32 2i32 } output { [-4i32, 1i32, -3i32, -1i32] }
-- input { 7i32 -2i32 } output { [-4i32, -1i32, -3i32, 1i32] }
-- input { 7i32 0i32 } error: 

-- ==
-- entry: distinct
-- input { [5i32, 3i32, 5i32, 63i32, 0i32] } output { 4i32 }
-- input { empty([0]i32) } output { 0i32 }

-- ==
-- entry: subset_sums
-- input { [3u64, 5u64] 10i64 } output { [true, false, false, true, false, true, false, false, true, false] }

-- ==
-- entry: rgb565
-- input { [255u8, 8u8] [255u8, 4u8] [255u8, 8u8] } output { [65535u16, 2081u16] }

entry counts (xs: []u16) : ([]i32, []i32, []i32) = (map u16.popc xs, map u16.clz xs, map u16.ctz xs)

def swap (mask: u32) (by: u32) (x: u32) : u32 = ((x >> by) & mask) | ((x & mask) << by)
entry reversed (xs: []u32) : []u32 =
  let all = swap 0x55555555 1 >-> swap 0x33333333 2 >-> swap 0x0f0f0f0f 4 >-> swap 0x00ff00ff 8 >-> swap 0x0000ffff 16
  in map all xs

def spread_bits (x: u32) : u32 =
  let x = x & 0xffff
  let x = (x | x << 8) & 0x00ff00ff
  let x = (x | x << 4) & 0x0f0f0f0f
  let x = (x | x << 2) & 0b0011_0011_0011_0011_0011_0011_0011_0011
  in (x | x << 1) & 0x5555_5555

entry morton [n] (xs: [n]u16) (ys: [n]u16) : [n]u32 =
  map2 (\x y -> spread_bits (u32.u16 x) | spread_bits (u32.u16 y) << 1) xs ys

def saturate (x: i32) : i8 = i8.i32 (i32.min 127 (i32.max (-128) x))
entry saturated [n] (a: [n]i8) (b: [n]i8) : ([n]i8, [n]i8) =
  (map2 (+) a b, map2 (\x y -> saturate (i32.i8 x + i32.i8 y)) a b)

entry middle [n] (a: [n]i32) (b: [n]i32) : [n]i32 = map2 (\x y -> (x & y) + ((x ^ y) >> 1)) a b

entry next_power (xs: []u64) : []u64 =
  map (\x -> if x <= 1 then 1 else 1 << u64.i32 (64 - u64.clz (x - 1))) xs

entry shifts (x: i8) : (i8, i8, u8, i8) = (x << 3, x >> 2, u8.i8 x >> 2, x >>> 2)

entry widths (x: i64) : (i8, i16, i32, u8, u16, u32, u64) =
  (i8.i64 x, i16.i64 x, i32.i64 x, u8.i64 x, u16.i64 x, u32.i64 x, u64.i64 x)

entry signs (x: u8) (y: i8) : (i32, i32, u16, i16, bool) =
  (i32.u8 x, i32.i8 y, u16.i8 y, i16.u8 x, x > u8.i8 y)

entry divisions (a: i32) (b: i32) : [4]i32 = [a / b, a % b, a // b, a %% b]

-- | Sets of small numbers as one number.
type set = u64
def singleton (i: i32) : set = u64.set_bit i 0 1
def (|+|) (a: set) (b: set) : set = a | b
entry distinct (xs: []i32) : i32 = u64.popc (reduce (|+|) 0 (map singleton xs))

entry subset_sums (xs: []u64) (n: i64) : [n]bool =
  let reach = loop s = 1u64 for x in xs do s | s << x
  in tabulate n (\i -> (reach >> u64.i64 i) & 1 == 1)

-- | Fields of 5, 6 and 5 bits, as of old pictures.
entry rgb565 [n] (rs: [n]u8) (gs: [n]u8) (bs: [n]u8) : [n]u16 =
  map (\(r, g, b) -> u16.u8 (r >> 3) << 11 | u16.u8 (g >> 2) << 5 | u16.u8 (b >> 3)) (zip3 rs gs bs)

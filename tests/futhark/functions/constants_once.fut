-- Top-level constants with work in them, used in maps, loops and functions: computed once for each entry point that
-- reaches them, before its body.
-- ==
-- entry: lookups
-- input { [0i64, 1, 2, 7] } output { [0i64, 1, 3, 28] }
-- input { empty([0]i64) } output { empty([0]i64) }

-- ==
-- entry: total
-- input { 0i64 } output { 0i64 }
-- input { 10i64 } output { 85i64 }

-- ==
-- entry: nested
-- input { 3i64 } output { [[28i64, 29, 31], [29i64, 30, 32], [31i64, 32, 34]] }

-- ==
-- entry: checksum
-- input { [49u8, 50, 51, 52, 53, 54, 55, 56, 57] } output { 3421780262u32 }
-- input { empty([0]u8) } output { 0u32 }

-- ==
-- entry: constants
-- input { } output { 8i64 [0i64, 1, 3, 6, 10, 15, 21, 28] 28i64 }

-- ==
-- entry: changed
-- input { 3i64 } output { [0i64, 1, 3, 0, 10, 15, 21, 28] 64i64 }

-- ==
-- entry: fails
-- input { 1i64 } error: [Aa]ssert

-- ==
-- entry: fails_through
-- input { 1i64 } error: [Aa]ssert
-- input { -1i64 } error: [Aa]ssert

-- ==
-- entry: reaches_none
-- input { 4i64 } output { 12i64 }

def count = 8i64
def table : [count]i64 = scan (+) 0 (iota count)
def sum_and_last = (i64.sum table, table[count - 1])
def last = sum_and_last.1

def at (i: i64) = table[i % count]

entry lookups [n] (is: [n]i64) : [n]i64 = map at is

entry total (n: i64) : i64 = loop s = 0 for i < n do s + at i

entry nested (n: i64) : [n][n]i64 =
  let shifted i = map (\j -> at j + at i + last) (iota n)
  in tabulate n shifted

-- A table whose elements are computed by loops, used in a loop.
def crc_table : [256]u32 =
  tabulate 256 (\i -> loop c = u32.i64 i for _k < 8 do if c & 1 == 1 then 0xEDB88320 ^ (c >> 1) else c >> 1)

entry checksum [n] (bytes: [n]u8) : u32 =
  !(loop c = 0xFFFFFFFF for b in bytes do crc_table[i64.u32 ((c ^ u32.u8 b) & 0xFF)] ^ (c >> 8))

-- An entry point that is a constant itself, and used by another one.
entry constants : (i64, [count]i64, i64) = (count, table, last)

-- A copy is changed, the table is not.
entry changed (i: i64) : ([count]i64, i64) =
  let mine = copy table with [i] = 0
  in (mine, sum_and_last.0 + constants.0 - constants.2 + (table[0] - mine[i]))

def limit = count - 8
def checked_limit : i64 = assert (limit > 0) limit + 1

def below (x: i64) = if x > 0 then x < checked_limit else false

entry fails (x: i64) : bool = x < checked_limit

entry fails_through (x: i64) : bool = if x < 0 then true else below x

entry reaches_none (x: i64) : i64 = x + count

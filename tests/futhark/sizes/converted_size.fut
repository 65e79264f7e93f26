-- A converted number as a size.
-- ==
-- entry: main
-- input { 3i32 } output { [0i32, 1i32, 4i32] }
-- input { 0i32 } output { empty([0]i32) }

def upto (n: i32) : [i64.i32 n]i32 = map i32.i64 (iota (i64.i32 n))

entry main (n: i32) : []i32 = map2 (*) (upto n) (upto n)

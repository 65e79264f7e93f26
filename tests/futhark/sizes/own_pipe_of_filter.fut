-- A lifted parameter of one's own takes a hidden size.
-- ==
-- entry: main
-- input { [1i32, -2i32, 30i32] } output { 2i64 }

def apply '^a '^b (f: a -> b) (x: a) : b = f x

entry main (xs: []i32) : i64 = length (apply (filter (> 0)) xs)

-- A lifted parameter stands for a function here and for the unit there.
-- ==
-- entry: main
-- input { true } output { [1i32, 2] 3i64 }

def f '^a '^b 'c (x: a) (g: a -> b) (k: b -> c) : c = k (g x)
entry main (c: bool) = (f 3i64 (\n -> \(x: i32) -> x + 0 * i32.i64 n) (\h -> [h 1, h 2]), f () (\() -> 3i64) id)

-- Equality of sums: the constructors and what they carry; what another constructor would carry does not count.
-- ==
-- entry: main
-- input { 0i32 1i32 0i32 1i32 } output { true false }
-- input { 0i32 1i32 1i32 1i32 } output { false true }
-- input { 0i32 1i32 0i32 2i32 } output { false true }
-- input { 2i32 1i32 2i32 5i32 } output { true false }
-- input { 1i32 4i32 1i32 4i32 } output { true false }

-- ==
-- entry: in_arrays
-- input { [0i32, 1, 2] [0i32, 2, 2] } output { [true, false, true] }
-- input { empty([0]i32) empty([0]i32) } output { empty([0]bool) }

type t = #a i32 | #b i32 bool | #c
def make (k: i32) (x: i32) : t = if k == 0 then #a x else if k == 1 then #b x (x > 3) else #c
entry main (k: i32) (x: i32) (l: i32) (y: i32) : (bool, bool) = (make k x == make l y, make k x != make l y)
entry in_arrays [n] (ks: [n]i32) (ls: [n]i32) : [n]bool =
  let a = map (\k -> make k 7) ks
  let b = map (\l -> make l 7) ls
  in map2 (==) a b

-- Types of sums are what they consist of: abbreviations and the order of the constructors do not matter.
-- ==
-- entry: main
-- input { 3i32 } output { 3i32 3i32 6i32 }
-- input { -3i32 } output { 3i32 -1i32 -6i32 }

type a = #x i32 | #y
type b = #y | #x i32
def from_a (v: a) : i32 = match v case #x n -> n case #y -> -1
def from_b (v: b) : i32 = match v case #y -> -1 case #x n -> n
def from_open (v: #x i32 | #y) : i32 = match v case #x n -> 2 * n case #y -> -2
entry main (n: i32) : (i32, i32, i32) =
  let v : a = #x n
  let w : b = if n > 0 then v else #y
  in (from_a (#x (i32.abs n)), from_b w, from_open v)

-- Arguments without parentheses: literals, indices, projections, strings, sections, records, constructors, holes.
-- ==
-- entry: main
-- input { [5i32, 6] } output { 11i32 8i32 104i64 7i32 6i32 5i32 }
-- input { [0i32, 1] } output { 1i32 2i32 104i64 2i32 1i32 0i32 }

type t = #one i32 | #two
def add (a: i32) (b: i32) : i32 = a + b
def get {a: i32} : i32 = a
def call (f: i32 -> i32) (x: i32) : i32 = f x
def at (s: []u8) (i: i64) : i64 = i64.u8 s[i]
def value (t: t) : i32 = match t case #one x -> x case #two -> -1
entry main (xs: [2]i32) : (i32, i32, i64, i32, i32, i32) =
  let p = (xs[0], {q = 3})
  in ( add xs[0] xs[1]
     , if xs[0] == 5 then add p.0 p.1.q else add p.0 2
     , at "hello" 0
     , call (+ 1) xs[1] + (if xs[0] == 0 then 0 else 0)
     , get {a = xs[1]}
     , value (#one xs[0])
     )

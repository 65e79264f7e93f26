-- Records with type and size parameters.
-- ==
-- entry: main
-- input { 3i32 true } output { 3i32 true 3i32 }
-- input { 4i32 false } output { 4i32 false -1i32 }

-- ==
-- entry: boxes
-- input { [1i32, 2] } output { 3i32 2i64 2.5f64 }
-- input { empty([0]i32) } output { 0i32 0i64 2.5f64 }

type pair 'a 'b = {first: a, second: b}
def swap 'a 'b (p: pair a b) : pair b a = {first = p.second, second = p.first}
entry main (x: i32) (b: bool) : (i32, bool, i32) =
  let p : pair i32 bool = {first = x, second = b}
  let q = swap p
  in ((swap q).first, q.first, if q.first then q.second else -1)
type box [n] 'a = {values: [n]a, extra: f64}
def size [n] 'a (_: box [n] a) : i64 = n
entry boxes [n] (xs: [n]i32) : (i32, i64, f64) =
  let b : box [n] i32 = {values = xs, extra = 2.5}
  in (i32.sum b.values, size b, b.extra)

-- Local functions with type parameters, at several types.
-- ==
-- entry: main
-- input { 3i32 true } output { 3i32 true true 3i32 }
-- input { 0i32 false } output { 0i32 false false 0i32 }

-- ==
-- entry: sized
-- input { [1i32, 2] [true] } output { 2i64 1i64 [2i32, 1] }
-- input { empty([0]i32) empty([0]bool) } output { 0i64 0i64 empty([0]i32) }

-- ==
-- entry: higher
-- input { 5i32 } output { 7i32 true }

entry main (x: i32) (b: bool) : (i32, bool, bool, i32) =
  let same 'a (y: a) : a = y
  let swap 'a 'b (p: a, q: b) : (b, a) = (q, p)
  let (c, y) = swap (x, b)
  in (same x, same b, c, y)
entry sized [n] [m] (xs: [n]i32) (bs: [m]bool) : (i64, i64, [n]i32) =
  let size [k] 'a (_: [k]a) : i64 = k
  let back [k] 'a (ys: [k]a) : [k]a = ys[::-1]
  in (size xs, size bs, back xs)
entry higher (x: i32) : (i32, bool) =
  let twice 'a (f: a -> a) (y: a) : a = f (f y)
  in (twice (+ 1) x, twice not (x > 2))

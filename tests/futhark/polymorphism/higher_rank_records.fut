-- Records of functions passed through polymorphic functions.
-- ==
-- entry: main
-- input { 5i32 } output { 11i32 [6i32, 12] 26i32 }
-- input { 0i32 } output { 1i32 [1i32, 2] 1i32 }

def both '^a '^b '^c (p: (a, b)) (f: a -> b -> c) : c = f p.0 p.1

def compose '^a '^b '^c (r: {f: a -> b, g: b -> c}) : a -> c = \x -> r.g (r.f x)

entry main (x: i32) : (i32, [2]i32, i32) =
  let h = compose {f = (* 2), g = (+ 1)}
  let k = compose {f = \y -> [y, 2 * y], g = map (+ 1)}
  let w = both (\y -> y * y, 1) (\f y -> f x + y)
  in (h x, map2 (+) (k x) [0, 1], w)

-- Functions over tuples and records of any types.
-- ==
-- entry: main
-- input { 1i32 true } output { true 1i32 true }
-- input { 5i32 false } output { false 5i32 false }

-- ==
-- entry: mapped
-- input { 3i32 4i32 } output { 4i32 40i32 }

-- ==
-- entry: nested
-- input { 1i32 2i32 3i32 } output { 3i32 1i32 2i32 }

def swap 'a 'b (a: a, b: b) : (b, a) = (b, a)
def map_both 'a 'b 'c 'd (f: a -> c) (g: b -> d) (a: a, b: b) : (c, d) = (f a, g b)
def rotate3 'a 'b 'c ((a, b): (a, b), c: c) : ((c, a), b) = ((c, a), b)
entry main (x: i32) (b: bool) : (bool, i32, bool) =
  let (c, y) = swap (x, b)
  in (c, y, (swap (swap (x, b))).1)
entry mapped (a: i32) (b: i32) : (i32, i32) = map_both (+ 1) (* 10) (a, b)
entry nested (a: i32) (b: i32) (c: i32) : (i32, i32, i32) =
  let ((x, y), z) = rotate3 ((a, b), c)
  in (x, y, z)

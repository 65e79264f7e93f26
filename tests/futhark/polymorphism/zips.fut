-- Polymorphic zips and unzips of one's own, at nested types.
-- ==
-- entry: main
-- input { [1i32, 2] [true, false] [3f64, 4] } output { [1i32, 2] [true, false] [3f64, 4] }
-- input { empty([0]i32) empty([0]bool) empty([0]f64) } output { empty([0]i32) empty([0]bool) empty([0]f64) }

-- ==
-- entry: adjacent
-- input { [1i32, 2, 3] } output { [3i32, 5] }
-- input { [1i32] } output { empty([0]i32) }

def zip_with [n] 'a 'b 'c (f: a -> b -> c) (xs: [n]a) (ys: [n]b) : [n]c = map2 f xs ys
def tie [n] 'a 'b 'c (xs: [n]a) (ys: [n]b) (zs: [n]c) : [n](a, (b, c)) =
  zip_with (\x y -> (x, y)) xs (zip_with (\y z -> (y, z)) ys zs)
def untie [n] 'a 'b 'c (xs: [n](a, (b, c))) : ([n]a, [n]b, [n]c) =
  let (a, bc) = unzip xs
  let (b, c) = unzip bc
  in (a, b, c)
entry main [n] (a: [n]i32) (b: [n]bool) (c: [n]f64) : ([n]i32, [n]bool, [n]f64) = untie (tie a b c)
def adjacent_with 'a 'b (f: a -> a -> b) (xs: []a) : []b =
  map (\i -> f xs[i] xs[i + 1]) (0..<length xs - 1)
entry adjacent (xs: []i32) : []i32 = adjacent_with (+) xs

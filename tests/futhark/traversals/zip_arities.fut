-- `zip` to `zip5` and `unzip` to `unzip5`.
-- ==
-- entry: main
-- input { [1i32, 2] [true, false] } output { [1i32, 2] [true, false] [2i32, 3] [3i32, 4] [4i32, 5] }
-- input { empty([0]i32) empty([0]bool) }
-- output { empty([0]i32) empty([0]bool) empty([0]i32) empty([0]i32) empty([0]i32) }

-- ==
-- entry: three
-- input { [1i32, 2] } output { [6i32, 12] }

entry main [n] (a: [n]i32) (b: [n]bool) : ([n]i32, [n]bool, [n]i32, [n]i32, [n]i32) =
  unzip5 (zip5 a b (map (+ 1) a) (map (+ 2) a) (map (+ 3) a))
entry three [n] (a: [n]i32) : [n]i32 =
  let (x, y, z) = unzip3 (zip3 a (map (* 2) a) (map (* 3) a))
  let (p, q, r, s) = unzip4 (zip4 x y z a)
  in map4 (\i j k l -> i + j + k + l - l) p q r s

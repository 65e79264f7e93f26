-- `map` to `map5`, with functions of as many parameters.
-- ==
-- entry: main
-- input { [1i32, 2] } output { [2i32, 3] [11i32, 22] [111i32, 222] [1111i32, 2222] [11111i32, 22222] }
-- input { empty([0]i32) } output { empty([0]i32) empty([0]i32) empty([0]i32) empty([0]i32) empty([0]i32) }

-- ==
-- entry: types
-- input { [1i32, 2] [true, false] [0.5f64, 2] } output { [1.5f64, 0] [true, true] }

entry main [n] (a: [n]i32) : ([n]i32, [n]i32, [n]i32, [n]i32, [n]i32) =
  let (b, c, d, e) = (map (* 10) a, map (* 100) a, map (* 1000) a, map (* 10000) a)
  in ( map1 (+ 1) a
     , map2 (+) a b
     , map3 (\x y z -> x + y + z) a b c
     , map4 (\x y z w -> x + y + z + w) a b c d
     , map5 (\x y z w v -> x + y + z + w + v) a b c d e
     )
entry types [n] (a: [n]i32) (b: [n]bool) (c: [n]f64) : ([n]f64, [n]bool) =
  (map3 (\x y z -> if y then f64.i32 x + z else 0) a b c, map2 (\x y -> f64.i32 x < 1 + y) a c)

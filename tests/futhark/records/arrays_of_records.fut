-- Arrays of records: update of an element, of a field of one, sorting out, zipping to arrays.
-- ==
-- entry: main
-- input { [1i32, 2, 3] 1i64 } output { [1i32, 20, 3] [true, false, true] }
-- input { [5i32] 0i64 } output { [20i32] [false] }

-- ==
-- entry: parts
-- input { [1i32, 2, 3] } output { [1i32, 2, 3] [2i32, 4, 6] }
-- input { empty([0]i32) } output { empty([0]i32) empty([0]i32) }

entry main [n] (xs: [n]i32) (i: i64) : ([n]i32, [n]bool) =
  let rs = map (\x -> {x, ok = true}) xs
  let rs[i] = {ok = false, x = 20}
  in (map (.x) rs, map (.ok) rs)
entry parts [n] (xs: [n]i32) : ([n]i32, [n]i32) =
  unzip (map (\{a, b} -> (a, b)) (map (\x -> {a = x, b = x + x}) xs))

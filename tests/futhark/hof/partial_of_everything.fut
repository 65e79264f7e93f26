-- Partial applications of functions of the prelude, of modules and of one's own with sizes.
-- ==
-- entry: main
-- input { [1i32, 2, 3] } output { [2i32, 3, 1] 6i32 [5i32, 5, 5] [2i32, 3] }
-- input { [4i32] } output { [4i32] 4i32 [5i32] empty([0]i32) }

-- ==
-- entry: zipped
-- input { [1i32, 2] [3i32, 4] } output { [3i32, 8] 11i32 }

def dot [n] (a: [n]i32) (b: [n]i32) : i32 = i32.sum (map2 (*) a b)
entry main [n] (xs: [n]i32) : ([n]i32, i32, [n]i32, []i32) =
  let turn = rotate 1
  let total = reduce (+) 0
  let fill = replicate n
  let rest = drop 1
  in (turn xs, total xs, fill 5, rest xs)
entry zipped [n] (a: [n]i32) (b: [n]i32) : ([n]i32, i32) =
  let by_a = dot a
  let times = map2 (*) a
  in (times b, by_a b)

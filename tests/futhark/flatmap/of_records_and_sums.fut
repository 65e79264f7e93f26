-- Elements that are records and sums; sizes of inner arrays that are the same in all.
-- ==
-- entry: main
-- input { [1i64, 2] 2i64 } output { [0i64, 0, 1] [[0i64, 1], [0, 1], [1, 2]] [true, true, false] }
-- input { empty([0]i64) 2i64 } output { empty([0]i64) empty([0][2]i64) empty([0]bool) }
-- input { [0i64] 3i64 } output { empty([0]i64) empty([0][3]i64) empty([0]bool) }

type s = #zero | #other i64

entry main (ns: []i64) (k: i64) =
  let row (n: i64) = map (\i -> {i, row = map (+ i) (iota k), s = if i == 0 then #zero else #other i : s}) (iota n)
  let (_, _, _, rs) = flatmap' row ns
  in (map (.i) rs, map (.row) rs, map (\r -> match r.s case #zero -> true case #other _ -> false) rs)

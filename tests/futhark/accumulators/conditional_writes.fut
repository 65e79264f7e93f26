-- Writes under `if`, `match` and in a `while` loop; some elements write nothing.
-- ==
-- entry: main
-- input { [3i64, 0, 10] } output { [2i64, 10, 1, 3] }
-- input { [0i64] } output { [1i64, 0, 0, 0] }

entry main (ns: []i64) : [4]i64 =
  intrinsics.hist_stream (replicate 4 0i64) (+) 0
    (\acc n ->
      let kind : #small | #odd i64 | #other = if n == 0 then #small else if n % 2 == 1 then #odd n else #other
      let acc = match kind
                case #small -> intrinsics.acc_write acc 0 1
                case #odd k -> intrinsics.acc_write acc 3 k
                case #other -> acc
      let (acc, _) = loop (acc, k) = (acc, n) while k > 4 do
                       if k % 2 == 0 then (intrinsics.acc_write acc 1 k, k / 2)
                       else (intrinsics.acc_write acc 2 1, k - 1)
      in if n > 2 && n < 4 then intrinsics.acc_write acc 0 1 else acc) ns
